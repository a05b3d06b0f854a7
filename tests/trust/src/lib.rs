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
mod imports;
mod memory;
mod mint;
mod model;
mod passed_on;
mod plain_data;
mod public_api;
mod regressions;
mod resumed;
mod rust_source;
mod swarms;
mod worlds;
