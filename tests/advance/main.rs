//! Steps of adaptive length, to a tolerance.

mod problems;
#[path = "../support/sixteen.rs"]
mod sixteen;
#[path = "../support/mod.rs"]
mod support;
