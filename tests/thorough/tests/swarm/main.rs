//! Points by the million.

mod bouncing;
mod crossings;
#[path = "../../../support/effort.rs"]
mod effort;
mod resting;
mod samples;
mod steps;
#[path = "../../../support/mod.rs"]
mod support;
mod threads;
