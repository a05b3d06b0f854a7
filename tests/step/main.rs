//! How exact a step is.

mod conserved;
mod floating;
mod gyration;
mod kepler;
mod more_forces;
mod orbits;
mod orders;
mod rotor;
mod stability;
mod sums;
#[path = "../support/mod.rs"]
mod support;
mod turning;
