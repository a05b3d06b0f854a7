//! Kicks: forces that change velocity or angular momentum between flows.

use super::attachment::Target;

/// A force that kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kick {
    /// Slot of the force.
    pub(crate) slot: u32,
    /// The bodies that it kicks, by body index; in a block of tied bodies, by index in the block.
    pub(crate) target: Target,
    /// Whether the kick is the exact motion under its force.
    pub(crate) is_exact: bool,
    /// Whether the acceleration or torque may depend on velocity or angular velocity.
    pub(crate) depends_on_velocity: bool,
    pub(crate) changes_velocity: bool,
    /// Whether the kick changes angular momentum.
    pub(crate) changes_rotation: bool,
}

/// The effect of a force that is not part of a flow, as one or two kicks: by exact motion, and by acceleration and torque.
#[derive(Debug, Clone, Copy)]
pub(super) struct KickBy {
    pub(super) slot: usize,
    pub(super) target: Target,
    pub(super) depends_on_velocity: bool,
    /// None if the force does not accelerate; else whether it does so by its exact motion.
    pub(super) accelerates: Option<IsExact>,
    pub(super) turns: bool,
}

/// Whether a kick acts by the exact motion under its force.
pub(super) type IsExact = bool;

impl KickBy {
    /// The kicks, at most two.
    pub(super) fn kicks(self) -> impl Iterator<Item = Kick> {
        let is_exact = self.accelerates == Some(true);
        let kick = Kick {
            slot: super::narrow(self.slot),
            target: self.target,
            is_exact: false,
            depends_on_velocity: self.depends_on_velocity,
            changes_velocity: self.accelerates == Some(false),
            changes_rotation: self.turns,
        };
        let exact = Kick {
            is_exact: true,
            changes_velocity: is_exact,
            changes_rotation: false,
            ..kick
        };
        [exact, kick]
            .into_iter()
            .filter(|kick| kick.changes_velocity || kick.changes_rotation)
    }
}
