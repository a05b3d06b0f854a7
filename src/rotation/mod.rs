//! How rigid bodies turn, freely and exactly.

mod inertia;
mod rotor;
#[allow(dead_code, reason = "the thruster that is made of it comes after it")]
mod thrust;

pub use inertia::Inertia;
pub use rotor::Rotor;
#[allow(
    unused_imports,
    reason = "the thruster that is made of it comes after it"
)]
pub(crate) use thrust::{Drive, Push};
