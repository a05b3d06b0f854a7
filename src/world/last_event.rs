//! The event at which `step_until` stopped a world last, so that the next step does not report it again.

use nalgebra::SVector;

use super::BodyId;
use crate::body::Body;
use crate::space::Real;

/// The numbers that identify an awaited event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AwaitedEvent<T, const D: usize> {
    pub(crate) body: BodyId,
    /// The number of the kind of event.
    pub(crate) kind: u8,
    /// The vector and the number of its boundary.
    pub(crate) boundary: (SVector<T, D>, T),
}

/// The event that the last step stopped at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastEvent<T, const D: usize> {
    pub(crate) awaited: AwaitedEvent<T, D>,
    /// The world's count of steps, without steps of zero length since; then the state of the body, at the event.
    pub(crate) steps: u64,
    pub(crate) position: SVector<T, D>,
    pub(crate) velocity: SVector<T, D>,
    /// Whether the body rests on the boundary and is pulled into it.
    pub(crate) rests: bool,
}

impl<T: Real<D>, const D: usize> LastEvent<T, D> {
    /// Whether it was this event, and no time has passed since.
    pub(crate) fn matches(&self, awaited: &AwaitedEvent<T, D>, steps: u64) -> bool {
        self.awaited == *awaited && self.steps == steps
    }

    /// Whether the body still has the state of the event.
    pub(crate) fn is_unchanged(&self, body: &Body<T, D>) -> bool {
        self.position == body.position && self.velocity == body.velocity
    }
}
