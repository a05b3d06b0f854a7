//! The event at which `step_until` last stopped a world, stored so that the next step does not report it again.

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
    /// Vector and number that define the boundary.
    pub(crate) boundary: (SVector<T, D>, T),
}

/// The event that the last step stopped at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastEvent<T, const D: usize> {
    pub(crate) awaited: AwaitedEvent<T, D>,
    /// Number of steps of the world at the event, plus later steps of zero length. The fields below are the body's state at the
    /// event.
    pub(crate) steps: u64,
    pub(crate) position: SVector<T, D>,
    pub(crate) velocity: SVector<T, D>,
    /// Whether the body rests on the boundary and is pulled into it.
    pub(crate) rests: bool,
}

impl<T: Real<D>, const D: usize> LastEvent<T, D> {
    /// Whether the last event was `awaited`, and no time has passed since.
    pub(crate) fn matches(&self, awaited: &AwaitedEvent<T, D>, steps: u64) -> bool {
        self.awaited == *awaited && self.steps == steps
    }

    /// Whether the body still has the state of the event.
    pub(crate) fn is_unchanged(&self, body: &Body<T, D>) -> bool {
        self.position == body.position && self.velocity == body.velocity
    }
}
