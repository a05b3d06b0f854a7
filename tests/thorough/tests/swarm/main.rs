//! Points by the million.

mod bouncing;
mod crossings;
mod resting;
mod samples;
mod steps;
mod threads;
