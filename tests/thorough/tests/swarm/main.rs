//! Points by the million.

mod crossings;
mod samples;
mod steps;
#[path = "../../../support/mod.rs"]
mod support;
mod threads;
