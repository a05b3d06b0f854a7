//! Tests that results have the same bits, that nothing is lost, and that nothing panics.
//!
//! ```text
//! cargo test -p trust
//! cargo test -p trust --no-default-features --features libm
//! ```
#![cfg(test)]

mod adversary;
mod embedding;
mod golden;
mod hostile;
mod kinds;
mod memory;
mod plain_data;
mod regressions;
mod resumed;
mod swarms;
mod vectors;
mod worlds;
