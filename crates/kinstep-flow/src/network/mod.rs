//! Exact motion of bodies joined by linear links.
//!
//! In `y = √m x` stiffness and damping are symmetric matrices. Where these commute, each mode moves alone, under a
//! [`LinearLaw`] that the flow of one body solves:
//!
//! ```text
//! y'' = ĉ + ĵ t - D̂ y' - K̂ y        a = Qᵀ y        a'' = f + f' t - γ a' - λ a
//! ```
//!
//! Else damping couples the modes of the stiffness, and their motion comes from power series and doublings. In reading order:
//!
//! | file | holds |
//! |---|---|
//! | `assembly` | K̂, D̂ and the forces, to 32 digits |
//! | `eigen` | eigenvectors by Jacobi rotations, and their rounding |
//! | `basis` | modes of a network, and whether damping couples them |
//! | `modes` | all that stays the same until the laws change |
//! | `coupled`, `doubling` | the motion of modes that damping couples, and its matrices |
//! | `slot`, `room`, `products` | flows of one time, vectors of a step, matrix products |
//! | `motion` | steps, and filters of kicks |
//!
//! Set-up takes 0.2 ms for 8 bodies and 20 ms for 64; a time that was not used before takes a propagator for each mode, or,
//! for 32 coupled modes, 1.1 ms.

mod assembly;
mod basis;
mod coupled;
mod doubling;
mod eigen;
mod modes;
mod motion;
mod products;
mod room;
mod slot;
#[cfg(test)]
mod tests;
mod wide_matrix;

use crate::flow::LinearLaw;
pub use motion::Network;

/// The linear law of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLaw<const D: usize> {
    /// First and second end: the index of a body or, from the number of bodies on, of a fixed end (index - bodies).
    pub ends: [usize; 2],
    /// Reduced mass of the ends \[kg\]: m1 m2/(m1 + m2); the mass of the body where the other end is fixed.
    pub reduced_mass: f64,
    /// The law of the separation `x_first - x_second` as that of a body of the reduced mass: isotropic.
    pub law: LinearLaw<f64, D>,
}

/// What joins and moves the bodies of a network.
#[derive(Clone, Copy)]
pub struct NetworkLaws<'a, const D: usize> {
    /// Masses \[kg\]: positive and finite.
    pub masses: &'a [f64],
    /// The sum of the laws of each body alone.
    pub own: &'a [LinearLaw<f64, D>],
    pub links: &'a [LinkLaw<D>],
}

/// Why a network has no exact flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSolved {
    /// More than [`MOST_BODIES`].
    TooManyBodies,
    /// More than [`MOST_DAMPED`], with damping that does not commute with the stiffness.
    TooManyDamped,
    /// Gyration or tide in a link, or not the same on all bodies.
    Anisotropic,
    /// A coefficient is not finite, or overflows.
    NotFinite,
}

/// The largest number of bodies of a network.
pub const MOST_BODIES: usize = 64;

/// The largest number of bodies where damping does not commute with the stiffness.
pub const MOST_DAMPED: usize = 32;

/// States of the bodies at the start of a part of a step, moved to its end.
pub struct NetworkStates<'a, const D: usize> {
    /// \[m\]
    pub positions: &'a mut [[f64; D]],
    /// \[m/s\]
    pub velocities: &'a mut [[f64; D]],
    /// Position and velocity of each fixed end at the start; it moves at this velocity.
    pub fixed: &'a [[[f64; D]; 2]],
    /// Further constant accelerations \[m/s²\], each of a body.
    pub applied: &'a [(usize, [f64; D])],
}
