//! The exact motion of bodies that are joined by linear links.
//!
//! In the coordinates `y = √m x`, the stiffness and the damping are symmetric matrices. If they
//! commute, each mode moves independently by a [`LinearLaw`], which the flow of one body solves:
//!
//! ```text
//! y'' = ĉ + ĵ t - D̂ y' - K̂ y        a = Qᵀ y        a'' = f + f' t - γ a' - λ a
//! ```
//!
//! Otherwise damping couples the modes of the stiffness matrix, and their motion is computed by
//! power series and doublings. The files, in the order in which to read them:
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
//! The setup takes 0.2 ms for 8 bodies and 20 ms for 64. For a new step length, a propagator of
//! each mode is computed; for 32 coupled modes this takes 1.1 ms.

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
    /// Reduced mass of the ends \[kg\]: m1 m2/(m1 + m2). If one end is fixed, the mass of the body.
    pub reduced_mass: f64,
    /// Isotropic law of the separation `x_first - x_second`, like the law of a body whose mass is
    /// the reduced mass.
    pub law: LinearLaw<f64, D>,
}

/// Masses, laws and links of the bodies of a network.
#[derive(Clone, Copy)]
pub struct NetworkLaws<'a, const D: usize> {
    /// Masses \[kg\]: positive and finite.
    pub masses: &'a [f64],
    /// Sum of the own laws of each body.
    pub own: &'a [LinearLaw<f64, D>],
    pub links: &'a [LinkLaw<D>],
}

/// The reason why a network has no exact flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSolved {
    /// The network has more than [`MOST_BODIES`] bodies.
    TooManyBodies,
    /// The network has more than [`MOST_DAMPED`] bodies, and its damping does not commute with the stiffness.
    TooManyDamped,
    /// A link has gyration or tide, or the gyration or tide differs between the bodies.
    Anisotropic,
    /// A coefficient is not finite, or it overflows.
    NotFinite,
}

/// Maximum number of bodies in a network.
pub const MOST_BODIES: usize = 64;

/// Maximum number of bodies if the damping does not commute with the stiffness.
pub const MOST_DAMPED: usize = 32;

/// The states of the bodies, which a part of a step moves from its start to its end.
pub struct NetworkStates<'a, const D: usize> {
    /// Position of each body \[m\].
    pub positions: &'a mut [[f64; D]],
    /// Velocity of each body \[m/s\].
    pub velocities: &'a mut [[f64; D]],
    /// Position \[m\] and velocity \[m/s\] of each fixed end at the start of the part. The velocity
    /// is constant during the part.
    pub fixed: &'a [[[f64; D]; 2]],
    /// Indices of bodies, and additional constant accelerations of these bodies \[m/s²\].
    pub applied: &'a [(usize, [f64; D])],
}
