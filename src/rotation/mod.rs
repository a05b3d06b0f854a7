//! How rigid bodies turn, freely and exactly.

mod inertia;
mod rotor;

pub use inertia::Inertia;
pub use rotor::Rotor;
