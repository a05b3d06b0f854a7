//! Kicks on bodies, and what a body's kicks mean for its step.

use super::super::ForceTarget;
use crate::force::Effect;
use crate::space::Real;

/// How a body goes through a step, by the kicks on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum BodyRole {
    /// Nothing kicks it: it follows its flow over the whole step.
    Unkicked,
    /// One force kicks it, and the exact motion under that force is known.
    OneExactKick,
    /// Forces kick it that depend on no other body.
    Kicked,
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
        match self {
            Self::Bound | Self::KickedBound => Self::KickedBound,
            Self::OneExactLink | Self::Linked => Self::Linked,
            Self::Unkicked if kick.is_exact() && is_link => Self::OneExactLink,
            Self::Unkicked if kick.is_exact() => Self::OneExactKick,
            _ if is_link => Self::Linked,
            _ => Self::Kicked,
        }
    }
}

/// What is known about a kick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum KickKind {
    /// The exact motion under it, as for a linear link.
    Exact,
    /// Its acceleration, which depends on position and time only.
    VelocityIndependent,
    /// Its acceleration, which may depend on velocity.
    VelocityDependent,
}

impl KickKind {
    /// The kind of a force with this effect that kicks by its acceleration and torque.
    pub(in crate::scheme) fn by_acceleration<T: Real<D>, const D: usize>(
        effect: &Effect<T, D>,
    ) -> Self {
        if effect.depends_on_velocity() {
            Self::VelocityDependent
        } else {
            Self::VelocityIndependent
        }
    }
}

/// A force that kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct Kick {
    pub(in crate::scheme) kind: KickKind,
    /// Index of the attachment.
    pub(in crate::scheme) attachment: usize,
    /// The bodies that it kicks.
    pub(in crate::scheme) target: ForceTarget,
    pub(in crate::scheme) changes_velocity: bool,
    /// Whether it changes angular momentum.
    pub(in crate::scheme) changes_rotation: bool,
}

impl Kick {
    pub(in crate::scheme) fn is_exact(&self) -> bool {
        self.kind == KickKind::Exact
    }
}
