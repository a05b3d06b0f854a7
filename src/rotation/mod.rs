//! How rigid bodies turn, freely and exactly.

mod elliptic;
mod free;
mod inertia;
mod rotor;
mod turn;

pub use inertia::Inertia;
pub use rotor::Rotor;
