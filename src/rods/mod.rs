//! Networks of rods, ropes and tethers: springs with a rest length, stepped by the energy-momentum rule.

// until it is used
#![allow(dead_code)]

use crate::flow::LinearLaw;
use crate::network::{LinkLaw, NetworkStates};

/// A spring with a rest length along the line between two ends, with a damper along it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bond {
    /// First and second end: the index of a body or, from the number of bodies on, of a fixed end (index - bodies).
    pub(crate) ends: [usize; 2],
    /// k \[N/m\], not negative.
    pub(crate) stiffness: f64,
    /// l \[m\], not negative.
    pub(crate) length: f64,
    /// b \[kg/s\], not negative.
    pub(crate) damping: f64,
    /// Whether it only pulls: slack while shorter than its length.
    pub(crate) pulls_only: bool,
}

/// The laws of one body alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OwnLaws<const D: usize> {
    /// The sum of the laws that do not depend on velocity alone: gravity, ramps, anchors, tides. Its damping and
    /// gyration count, too.
    pub(crate) placed: LinearLaw<f64, D>,
    /// The sum of the laws of velocity alone: drag in wind, fields. Their constants and ramps (wind) belong to their
    /// damping.
    pub(crate) moving: LinearLaw<f64, D>,
}

/// All that moves a network of rods.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RodLaws<'a, const D: usize> {
    /// The mass of each body \[kg\].
    pub(crate) masses: &'a [f64],
    /// The laws of each body.
    pub(crate) own: &'a [OwnLaws<D>],
    pub(crate) links: &'a [LinkLaw<D>],
    pub(crate) bonds: &'a [Bond],
}

/// The bond (by its index) at which Newton's method failed after all halvings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotConverged {
    pub(crate) bond: usize,
}

/// A network of rods with everything that its steps need.
#[derive(Debug, Clone)]
pub(crate) struct RodNetwork<const D: usize> {
    masses: alloc::vec::Vec<f64>,
}

impl<const D: usize> RodNetwork<D> {
    /// Sets up a network; its steps do not allocate.
    pub(crate) fn new(laws: &RodLaws<'_, D>) -> Self {
        Self {
            masses: laws.masses.to_vec(),
        }
    }

    /// Moves states from `time` \[s\] on by `dt` \[s\].
    ///
    /// # Errors
    /// The bond at which Newton's method failed; the states are undefined then.
    pub(crate) fn advance(
        &mut self,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
    ) -> Result<(), NotConverged> {
        let _ = (time, dt, states);
        Ok(())
    }
}
