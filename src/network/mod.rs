//! Exact motion of bodies joined by linear links.

// until it is used
#![allow(dead_code, unused_variables, reason = "the world does not use it yet")]

use crate::flow::LinearLaw;

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

/// A network whose motion is known exactly.
#[derive(Debug, Clone)]
pub(crate) struct Network<const D: usize> {}

impl<const D: usize> Network<D> {
    /// The network of these laws.
    pub(crate) fn new(laws: &NetworkLaws<'_, D>) -> Result<Self, NotSolved> {
        if laws.masses.len() > MOST_BODIES {
            return Err(NotSolved::TooManyBodies);
        }
        Ok(Self {})
    }

    /// Moves the states, which are at `time` \[s\], over `dt` \[s\]. Flows are kept in slot `kind` 0..3, and computed anew
    /// only if `dt` differs.
    pub(crate) fn advance(
        &mut self,
        kind: usize,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
    ) {
    }

    /// Whether kicks over `h` \[s\] must be filtered.
    pub(crate) fn needs_filter(&self, h: f64) -> bool {
        self.largest_frequency() * h.abs() > 2.5
    }

    /// Moves positions to those at which kicks over `h` \[s\] are evaluated: the mean positions of fast modes. `time` is that
    /// of the kick, and fixed ends are where they are then.
    pub(crate) fn filter_positions(
        &mut self,
        h: f64,
        time: f64,
        positions: &mut [[f64; D]],
        fixed: &[[[f64; D]; 2]],
        applied: &[(usize, [f64; D])],
    ) {
    }

    /// Filters velocity changes by kicks over `h` \[s\].
    pub(crate) fn filter_changes(&mut self, h: f64, changes: &mut [[f64; D]]) {}

    /// The largest frequency \[rad/s\].
    pub(crate) fn largest_frequency(&self) -> f64 {
        0.0
    }
}
