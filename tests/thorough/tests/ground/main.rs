//! Bodies among surfaces: random scenes, everyday kinds of contact, closed forms, an independent
//! integrator, and snapshots.
//!
//! `CASES=20000 cargo test --locked -p thorough --test ground -- --nocapture` runs more random scenes, and prints what was measured.

mod exact;
mod found;
mod independent;
mod kinds;
mod numbers;
mod random;
mod saved;
mod scene;
mod shrunk;

/// Acceleration of gravity \[m/s²\].
const G: f64 = 9.81;
