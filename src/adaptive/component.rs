//! Bodies that links tie together, and the forces on them.

use core::ops::Range;

use crate::plan::Target;

/// Bodies that move together by steps of their own, as ranges of the lists of its [`Plan`](super::plan::Plan).
#[derive(Debug, Clone)]
pub(crate) struct Component {
    /// Its bodies: free ones, then the fixed ones that they are linked to.
    pub(super) places: Range<usize>,
    /// Number of free bodies.
    pub(super) free: usize,
    /// The forces that are not part of the laws, and those that turn bodies.
    pub(super) forces: Range<usize>,
    /// The bodies that torques act on, by their index in the component.
    pub(super) turning: Range<usize>,
    /// Whether a force, law or torque depends on velocity.
    pub(super) depends_on_velocity: bool,
    /// Whether a law is more than a constant acceleration.
    pub(super) has_law: bool,
    /// Whether a force may read orientations.
    pub(super) reads_orientation: bool,
    pub(super) solution: ExactSolution,
}

/// Whether the motion of a component is known exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExactSolution {
    None,
    /// While no force is applied for the step.
    WithoutAppliedForces,
    Always,
}

impl Component {
    /// Whether the motion is known exactly.
    pub(super) fn is_exact(&self, has_applied_forces: bool) -> bool {
        match self.solution {
            ExactSolution::None => false,
            ExactSolution::WithoutAppliedForces => !has_applied_forces,
            ExactSolution::Always => true,
        }
    }
}

/// A force on bodies of a component.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActingForce {
    /// Index of the attachment.
    pub(super) attachment: usize,
    /// Its bodies by their indices in the component.
    pub(super) target: Target,
    /// Whether it accelerates them other than by a law.
    pub(super) accelerates: bool,
    /// Whether it turns any of them.
    pub(super) turns: bool,
}
