//! How rigid bodies turn, freely and exactly.

mod inertia;
mod rotor;
mod thrust;

pub use inertia::Inertia;
pub use rotor::Rotor;
pub(crate) use thrust::Drive;
