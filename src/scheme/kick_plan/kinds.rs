//! Kicks on bodies, and what a body's kicks mean for its step.

use super::super::ForceTarget;

/// How a body goes through a step, by the kicks on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum BodyRole {
    /// Nothing kicks it: it follows its flow over the whole step.
    Unkicked,
    /// One force kicks it, and the exact motion under that force is known.
    OneExactKick { by_velocity: bool },
    /// Forces kick it that depend on no other body; some of them on its velocity.
    Kicked { by_velocity: bool },
    /// One link kicks it, and the exact motion under that link is known.
    OneExactLink,
    /// Links kick it, or a link and other forces.
    Linked,
    /// It follows an orbit or the flow of its component instead of a law of its own, and nothing kicks it.
    Bound,
    /// It follows an orbit or the flow of its component between kicks.
    KickedBound,
}

impl BodyRole {
    /// Whether other bodies matter to it, or its orbit.
    pub(in crate::scheme) fn is_coupled(self) -> bool {
        matches!(self, Self::OneExactLink | Self::Linked) || self.is_bound()
    }

    /// Whether it follows no law of its own.
    pub(in crate::scheme) fn is_bound(self) -> bool {
        matches!(self, Self::Bound | Self::KickedBound)
    }

    /// The role of the same body with one kick more.
    pub(super) fn with(self, kick: &Kick) -> Self {
        let is_link = matches!(kick.target, ForceTarget::Pair(..));
        let by_velocity = kick.depends_on_velocity;
        match self {
            Self::Bound | Self::KickedBound => Self::KickedBound,
            Self::OneExactLink | Self::Linked => Self::Linked,
            Self::Unkicked if kick.is_exact && is_link => Self::OneExactLink,
            _ if is_link => Self::Linked,
            Self::Unkicked if kick.is_exact => Self::OneExactKick { by_velocity },
            _ => Self::Kicked {
                by_velocity: by_velocity || self.is_kicked_by_velocity(),
            },
        }
    }

    /// Whether a kick on a body that moves alone depends on its velocity. Neighbours differ in role if they differ in this: those
    /// of one role are kicked together, by a Runge–Kutta method if one needs it.
    fn is_kicked_by_velocity(self) -> bool {
        match self {
            Self::OneExactKick { by_velocity } | Self::Kicked { by_velocity } => by_velocity,
            _ => false,
        }
    }
}

/// A force that kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct Kick {
    /// Whether the exact motion under it is known, as for a linear link.
    pub(in crate::scheme) is_exact: bool,
    /// Whether its acceleration or torque may depend on velocity or angular velocity.
    pub(in crate::scheme) depends_on_velocity: bool,
    /// Index of the attachment.
    pub(in crate::scheme) attachment: usize,
    /// The bodies that it kicks.
    pub(in crate::scheme) target: ForceTarget,
    pub(in crate::scheme) changes_velocity: bool,
    /// Whether it changes angular momentum.
    pub(in crate::scheme) changes_rotation: bool,
}
