//! Motion of bodies between kicks, if it does not follow from the law of a single body alone.
//!
//! | mover | moves |
//! |---|---|
//! | [`Orbit`] | one body about an attractor, or two about each other |
//! | [`ComponentFlow`] | bodies that are tied by linear links and rods |
//! | [`Solids`] | the rotation of bodies with an inertia, and thrusts that rotate with their body |

mod component;
mod orbit;
mod solids;

use core::fmt::Debug;

pub(crate) use component::{ComponentFlow, Inputs, Solution};
pub(crate) use orbit::Orbit;
pub(crate) use solids::{Solids, SpinDecay, angle_and_rate, coast_all, rotate_in_plane};

use crate::body::{Body, StateBuffers};
use crate::space::Real;
use crate::step::{AppliedForce, States, StepFailure, Substep, System};

/// Slot of a rod whose step has no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnsolvedRod(pub(crate) usize);

/// Data that a mover reads in addition to its own states.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a, T: Real<D>, const D: usize> {
    pub(crate) system: &'a System<'a, T, D>,
    /// The states of all bodies before the step, including rotations.
    pub(crate) before: &'a StateBuffers<'a, T, D>,
    pub(crate) bodies: &'a [Body<T, D>],
    /// Applied forces, sorted by body.
    pub(crate) applied_forces: &'a [AppliedForce<T, D>],
}

/// The bodies of a mover.
#[derive(Clone, Copy)]
pub(crate) struct Members<'a> {
    /// Indices among states.
    pub(crate) local: &'a [usize],
    /// World indices, ascending.
    pub(crate) indices: &'a [usize],
}

/// Motion of bodies between kicks, which is exact or follows a symmetric rule.
pub(crate) trait Mover<T: Real<D>, const D: usize>: Debug + Send + Sync {
    /// Moves the bodies of the mover over a substep.
    ///
    /// # Errors
    /// Returns a body whose state was not finite before the substep, for example after a kick, or a
    /// rod whose step has no solution. The states are then undefined.
    fn advance(
        &mut self,
        members: Members<'_>,
        states: &mut States<'_, T, D>,
        substep: Substep<T>,
        around: Surroundings<'_, T, D>,
    ) -> Result<(), StepFailure>;

    /// Whether the motion of the mover is exact. A mover whose motion is of second order needs
    /// compositions of steps.
    fn is_exact(&self) -> bool {
        true
    }

    /// Writes the rotations after the last substep to the bodies that rotate with this mover.
    fn write_rotations(&self, members: Members<'_>, states: &mut States<'_, T, D>) {
        let _ = (members, states);
    }

    /// Whether kicks during `h` \[s\] must be filtered, because they would resonate with fast
    /// modes.
    fn needs_filter(&self, h: T) -> bool {
        let _ = h;
        false
    }

    /// Moves the bodies to the positions at which kicks at `time` \[s\] with the duration `h` \[s\]
    /// are evaluated.
    fn filter_positions(
        &mut self,
        members: Members<'_>,
        [time, h]: [T; 2],
        states: &mut States<'_, T, D>,
        around: Surroundings<'_, T, D>,
    ) {
        let _ = (members, time, h, states, around);
    }

    /// Filters the changes of velocity by kicks with the duration `h` \[s\]. `before` are the
    /// velocities of all states before the kicks.
    fn filter_velocities(
        &mut self,
        members: Members<'_>,
        before: &[[T; D]],
        h: T,
        states: &mut States<'_, T, D>,
    ) {
        let _ = (members, before, h, states);
    }
}
