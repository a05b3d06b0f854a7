//! What kicks a body, and how.

use crate::force::Force;
use crate::space::Real;

/// What happens to a body in the middle of its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum Role {
    /// Nothing: it follows its flow over the whole step.
    Free,
    /// One force kicks it, and that knows its own motion.
    Single,
    /// Forces kick it that look at no other body.
    Alone,
    /// A link kicks it.
    Linked,
}

/// What a kick knows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) enum Kind {
    /// Its exact motion, as a linear link does.
    Exact,
    /// Its acceleration, which depends on position and time only.
    Field,
    /// Its acceleration, which may depend on velocity.
    General,
}

/// A force that kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct Kick {
    pub(in crate::scheme) kind: Kind,
    /// Index of the attachment.
    pub(in crate::scheme) attachment: usize,
    /// Whether it changes velocity.
    pub(in crate::scheme) pushes: bool,
    /// Whether it changes angular momentum.
    pub(in crate::scheme) turns: bool,
}

/// A force that kicks one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct Own {
    pub(in crate::scheme) body: usize,
    pub(in crate::scheme) kick: Kick,
}

impl Role {
    pub(in crate::scheme) fn is_free(self) -> bool {
        self == Self::Free
    }

    pub(in crate::scheme) fn is_kicked(self) -> bool {
        self != Self::Free
    }
}

impl Kind {
    /// Of a force that is known by its acceleration and torque only.
    pub(super) fn by_acceleration<T: Real<D>, const D: usize>(force: &dyn Force<T, D>) -> Self {
        if force.depends_on_velocity() {
            Self::General
        } else {
            Self::Field
        }
    }
}

impl Kick {
    pub(in crate::scheme) fn is_exact(&self) -> bool {
        self.kind == Kind::Exact
    }
}

/// A force that kicks two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct Link {
    pub(in crate::scheme) first: usize,
    pub(in crate::scheme) second: usize,
    pub(in crate::scheme) kick: Kick,
}
