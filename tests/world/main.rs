//! What a world does, refuses, costs and knows about itself.

mod applied_forces;
mod bad_input;
mod call_sites;
mod change_costs;
mod columns;
mod comparison;
mod drift;
#[allow(unreachable_pub, reason = "shared with other packages")]
#[path = "../support/effort.rs"]
mod effort;
mod embedding;
mod fixed;
mod fixed_step;
mod groups;
mod ledger;
mod memory;
mod no_allocation;
mod operations;
mod readme;
#[path = "../support/mod.rs"]
mod support;
mod traits;
mod turning_diagnostics;
