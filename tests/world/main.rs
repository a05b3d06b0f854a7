//! Tests of what a world does, rejects and costs, and of what it reports about itself.

mod applied_forces;
mod applied_torques;
mod architecture;
mod causes;
mod columns;
mod comparison;
mod drift;
mod dynamics;
mod embedding;
mod events;
mod far_from_origin;
mod fixed;
mod fixed_step;
mod groups;
mod ledger;
mod memory;
mod mutual_gravity;
mod no_allocation;
mod operations;
mod readme;
mod traits;
mod turning_diagnostics;
