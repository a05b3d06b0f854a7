//! What a world knows of the contacts of one body.

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
    /// The parts that it passes through.
    pub(super) marks: Vec<Part>,
    /// The parts on which the last flow left it, and the body as it left it.
    pub(super) held_by: Vec<Part>,
    pub(super) left: Option<Body<T, D>>,
    /// What held it in the last flow.
    pub(super) holding: Vec<(Part, f64, V)>,
    pub(super) kind: Option<SegmentKind>,
    /// The versions of plan and walls, and the length of a step \[s\], for which the body was found to stay at rest.
    pub(super) rest: Option<(u64, u64, T)>,
    /// The number of the last step that asked for it.
    pub(super) step: u64,
}

impl<T: Real<D>, const D: usize> Clone for Known<T, D> {
    fn clone(&self) -> Self {
        let mut known = Self::default();
        known.clone_from(self);
        known
    }

    /// Reuses the memory of the lists.
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

/// How many contacts a body mostly has at once.
const ROOM: usize = 2;

impl<T: Real<D>, const D: usize> Default for Known<T, D> {
    fn default() -> Self {
        Self {
            layers: ALL_LAYERS,
            memory: Memory::default(),
            marks: Vec::new(),
            // room, so that steps do not allocate later
            held_by: Vec::with_capacity(ROOM),
            left: None,
            holding: Vec::with_capacity(ROOM),
            kind: None,
            rest: None,
            step: 0,
        }
    }
}
