//! The same bits, nothing lost, nothing panics.
//!
//! ```text
//! cargo test -p trust
//! cargo test -p trust --no-default-features --features libm
//! ```
#![cfg(test)]

mod adversary;
mod embedding;
mod fuzz;
mod glam;
mod golden;
mod hostile;
mod memory;
mod mint;
mod model;
mod plain_data;
mod regressions;
mod resumed;
mod swarms;
mod worlds;
