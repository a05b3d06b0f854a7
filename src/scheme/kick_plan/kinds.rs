//! Kicks on bodies, and what a body's kicks mean for its step.

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
    /// A link kicks it, and it is on no orbit.
    Linked,
    /// It follows an orbit instead of a law.
    OnOrbit,
}

impl BodyRole {
    /// Whether other bodies matter to it, or its orbit.
    pub(in crate::scheme) fn is_coupled(self) -> bool {
        matches!(self, Self::Linked | Self::OnOrbit)
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

/// A force that kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct KickForce {
    pub(in crate::scheme) kind: KickKind,
    /// Index of the attachment.
    pub(in crate::scheme) attachment: usize,
    pub(in crate::scheme) changes_velocity: bool,
    /// Whether it changes angular momentum.
    pub(in crate::scheme) changes_rotation: bool,
}

/// A force that kicks one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct BodyKick {
    pub(in crate::scheme) body: usize,
    pub(in crate::scheme) kick: KickForce,
}

impl KickKind {
    /// The kind of a force with this effect that kicks by its acceleration and torque.
    pub(super) fn by_acceleration<T: Real<D>, const D: usize>(effect: &Effect<T, D>) -> Self {
        if effect.depends_on_velocity() {
            Self::VelocityDependent
        } else {
            Self::VelocityIndependent
        }
    }
}

impl KickForce {
    /// A kick that changes velocity only.
    pub(super) fn of_velocity(kind: KickKind, attachment: usize) -> Self {
        Self {
            kind,
            attachment,
            changes_velocity: true,
            changes_rotation: false,
        }
    }
    pub(in crate::scheme) fn is_exact(&self) -> bool {
        self.kind == KickKind::Exact
    }
}
