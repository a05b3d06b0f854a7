//! The contact state that a world stores for each body.

use alloc::vec::Vec;

use super::super::SegmentKind;
use super::super::fall::V;
use super::super::mobile::Memory;
use super::walls::{ALL_LAYERS, Part};
use crate::body::Body;
use crate::space::Real;

/// The contact state of one body.
#[derive(Debug)]
pub(super) struct Known<T: Real<D>, const D: usize> {
    pub(super) layers: u32,
    pub(super) memory: Memory,
    /// The parts that the body passes through.
    pub(super) marks: Vec<Part>,
    /// The parts in contact at the end of the last flow, and the body's state there.
    pub(super) held_by: Vec<Part>,
    pub(super) left: Option<Body<T, D>>,
    /// The contacts that supported the body in the last flow, with their impulses.
    pub(super) holding: Vec<(Part, f64, V)>,
    pub(super) kind: Option<SegmentKind>,
    /// The versions of plan and walls and the length of the step \[s\] for which the body is known to stay at rest.
    pub(super) rest: Option<(u64, u64, T)>,
    /// Number of the last step that used this state.
    pub(super) step: u64,
}

impl<T: Real<D>, const D: usize> Clone for Known<T, D> {
    fn clone(&self) -> Self {
        let mut known = Self::default();
        known.clone_from(self);
        known
    }

    /// Reuses the allocations of the lists.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            layers,
            memory,
            marks,
            held_by,
            left,
            holding,
            kind,
            rest,
            step,
        } = source;
        (self.layers, self.memory, self.kind) = (*layers, *memory, *kind);
        (self.rest, self.step) = (*rest, *step);
        self.marks.clone_from(marks);
        self.held_by.clone_from(held_by);
        self.left = *left;
        self.holding.clone_from(holding);
    }
}

/// Usual maximum number of contacts of a body.
const ROOM: usize = 2;

impl<T: Real<D>, const D: usize> Default for Known<T, D> {
    fn default() -> Self {
        Self {
            layers: ALL_LAYERS,
            memory: Memory::default(),
            marks: Vec::new(),
            // reserves capacity, so that steps do not allocate later
            held_by: Vec::with_capacity(ROOM),
            left: None,
            holding: Vec::with_capacity(ROOM),
            kind: None,
            rest: None,
            step: 0,
        }
    }
}
