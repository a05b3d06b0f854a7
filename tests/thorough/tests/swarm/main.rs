//! Points by the million.

mod bouncing;
mod crossings;
mod samples;
mod steps;
mod threads;
