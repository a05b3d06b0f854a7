//! What kicks a body, and how.

use crate::force::Force;
use crate::space::Real;

/// What happens to a body in the middle of its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum BodyRole {
    /// Nothing: it follows its flow over the whole step.
    Unkicked,
    /// One force kicks it, and that knows its own motion.
    OneExactKick,
    /// Forces kick it that look at no other body.
    Kicked,
    /// A link kicks it.
    Coupled,
}

/// What a kick knows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum KickKind {
    /// Its exact motion, as a linear link does.
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
    /// Whether it changes velocity.
    pub(in crate::scheme) changes_velocity: bool,
    /// Whether it changes angular momentum.
    pub(in crate::scheme) changes_spin: bool,
}

/// A force that kicks one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct BodyKick {
    pub(in crate::scheme) body: usize,
    pub(in crate::scheme) kick: KickForce,
}

impl BodyRole {
    pub(in crate::scheme) fn is_free(self) -> bool {
        self == Self::Unkicked
    }

    pub(in crate::scheme) fn is_kicked(self) -> bool {
        self != Self::Unkicked
    }
}

impl KickKind {
    /// Of a force that is known by its acceleration and torque only.
    pub(super) fn by_acceleration<T: Real<D>, const D: usize>(force: &dyn Force<T, D>) -> Self {
        if force.depends_on_velocity() {
            Self::VelocityDependent
        } else {
            Self::VelocityIndependent
        }
    }
}

impl KickForce {
    pub(in crate::scheme) fn is_exact(&self) -> bool {
        self.kind == KickKind::Exact
    }
}

/// A force that kicks two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct LinkKick {
    pub(in crate::scheme) first: usize,
    pub(in crate::scheme) second: usize,
    pub(in crate::scheme) kick: KickForce,
}
