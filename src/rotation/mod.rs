//! How rigid bodies turn, freely and exactly.

mod elliptic;
mod error;
mod free;
mod inertia;
mod rotor;
mod tensor;
mod turn;

pub use error::InertiaError;
pub use inertia::Inertia;
pub use rotor::Rotor;
