//! Exact motion of bodies joined by linear links.
//!
//! In `y = √m x` stiffness and damping are symmetric matrices. If they commute, each mode moves independently, under a
//! [`LinearLaw`] that the flow of one body solves:
//!
//! ```text
//! y'' = ĉ + ĵ t - D̂ y' - K̂ y        a = Qᵀ y        a'' = f + f' t - γ a' - λ a
//! ```
//!
//! Otherwise damping couples the modes of the stiffness, and their motion comes from power series and doublings. The files in reading
//! order:
//!
//! | file | holds |
//! |---|---|
//! | `assembly` | K̂, D̂ and the forces, to 32 digits |
//! | `eigen` | eigenvectors by Jacobi rotations, and rounding of the eigenvectors |
//! | `basis` | modes of a network, and whether damping couples them |
//! | `modes` | all data that depend only on the laws |
//! | `coupled`, `doubling` | motion of coupled modes, and the matrices of this motion |
//! | `basis`, `wide_matrix` | matrix products |
//! | `motion` | steps and their vectors, and filters of kicks |
//!
//! Set-up takes 0.2 ms for 8 bodies and 20 ms for 64. A new step length takes a propagator for each mode, or 1.1 ms for 32 coupled modes.

mod assembly;
mod basis;
mod coupled;
mod doubling;
mod eigen;
mod modes;
mod motion;
#[cfg(test)]
mod tests;
mod wide_matrix;

use crate::flow::LinearLaw;
pub use motion::Network;

/// The linear law of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLaw<const D: usize> {
    /// Index of the body at each end, or number of bodies + index of the fixed end.
    pub ends: [usize; 2],
    /// Reduced mass of the ends \[kg\]: m1 m2/(m1 + m2); the mass of the body if the other end is fixed.
    pub reduced_mass: f64,
    /// Isotropic law of the separation `x_first - x_second`, written as for a body of the reduced mass.
    pub law: LinearLaw<f64, D>,
}

/// Masses, laws and links of the bodies of a network.
#[derive(Clone, Copy)]
pub struct NetworkLaws<'a, const D: usize> {
    /// Masses \[kg\]: positive and finite.
    pub masses: &'a [f64],
    /// Sum of the body's own laws, for each body.
    pub own: &'a [LinearLaw<f64, D>],
    pub links: &'a [LinkLaw<D>],
}

/// Reason why a network has no exact flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSolved {
    /// The network has more than [`MOST_BODIES`] bodies.
    TooManyBodies,
    /// The network has more than [`MOST_DAMPED`] bodies, and its damping does not commute with the stiffness.
    TooManyDamped,
    /// A link has gyration or tide, or the bodies differ in gyration or tide.
    Anisotropic,
    /// A coefficient is not finite, or overflows.
    NotFinite,
}

/// Largest number of bodies of a network.
pub const MOST_BODIES: usize = 64;

/// Largest number of bodies if damping does not commute with the stiffness.
pub const MOST_DAMPED: usize = 32;

/// States of the bodies; a part of a step moves them from its start to its end.
pub struct NetworkStates<'a, const D: usize> {
    /// Position of each body \[m\].
    pub positions: &'a mut [[f64; D]],
    /// Velocity of each body \[m/s\].
    pub velocities: &'a mut [[f64; D]],
    /// Position \[m\] and velocity \[m/s\] of each fixed end at the start of the part; the fixed end moves at this constant velocity.
    pub fixed: &'a [[[f64; D]; 2]],
    /// Indices of bodies, and further constant accelerations of these bodies \[m/s²\].
    pub applied: &'a [(usize, [f64; D])],
}
