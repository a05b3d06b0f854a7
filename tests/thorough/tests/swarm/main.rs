//! Points by the million.

mod crossings;
mod samples;
mod steps;
mod threads;
