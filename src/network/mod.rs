//! Exact motion of bodies joined by linear links.

// until it is used
#![allow(dead_code, unused_imports, reason = "the world does not use it yet")]

mod assembly;
mod coupled;
mod eigen;
mod modes;
mod motion;
mod products;
#[cfg(test)]
mod tests;
mod wide_matrix;

use crate::flow::LinearLaw;
pub(crate) use motion::Network;

/// The linear law of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LinkLaw<const D: usize> {
    /// First and second end: the index of a body or, from the number of bodies on, of a fixed end (index - bodies).
    pub(crate) ends: [usize; 2],
    /// Reduced mass of the ends \[kg\]: m1 m2/(m1 + m2); the mass of the body where the other end is fixed.
    pub(crate) reduced_mass: f64,
    /// The law of the separation `x_first - x_second` as that of a body of the reduced mass: isotropic.
    pub(crate) law: LinearLaw<f64, D>,
}

/// What joins and moves the bodies of a network.
#[derive(Clone, Copy)]
pub(crate) struct NetworkLaws<'a, const D: usize> {
    /// Masses \[kg\]: positive and finite.
    pub(crate) masses: &'a [f64],
    /// The sum of the laws of each body alone.
    pub(crate) own: &'a [LinearLaw<f64, D>],
    pub(crate) links: &'a [LinkLaw<D>],
}

/// Why a network has no exact flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotSolved {
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
pub(crate) const MOST_BODIES: usize = 64;

/// The largest number of bodies where damping does not commute with the stiffness.
pub(crate) const MOST_DAMPED: usize = 32;

/// States of the bodies at the start of a part of a step, moved to its end.
pub(crate) struct NetworkStates<'a, const D: usize> {
    /// \[m\]
    pub(crate) positions: &'a mut [[f64; D]],
    /// \[m/s\]
    pub(crate) velocities: &'a mut [[f64; D]],
    /// Position and velocity of each fixed end at the start; it moves at this velocity.
    pub(crate) fixed: &'a [[[f64; D]; 2]],
    /// Further constant accelerations \[m/s²\], each of a body.
    pub(crate) applied: &'a [(usize, [f64; D])],
}
