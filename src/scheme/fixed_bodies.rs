//! The bodies that no force moves.

use alloc::vec::Vec;

/// The places of all fixed bodies.
#[derive(Debug, Clone, Default)]
pub(super) struct FixedBodies {
    /// Ascending.
    places: Vec<usize>,
}

impl FixedBodies {
    /// The places of all fixed bodies, ascending.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    pub(super) fn contains(&self, place: usize) -> bool {
        self.places.binary_search(&place).is_ok()
    }

    /// Takes note of a body. Returns whether it was fixed or set free since the last time.
    pub(super) fn set(&mut self, place: usize, is_fixed: bool) -> bool {
        match (self.places.binary_search(&place), is_fixed) {
            (Ok(index), false) => {
                self.places.remove(index);
                true
            }
            (Err(index), true) => {
                self.places.insert(index, place);
                true
            }
            _ => false,
        }
    }

    /// A body was removed and the one at `last` took its place.
    pub(super) fn swap_remove(&mut self, place: usize, last: usize) {
        let moves = self.set(last, false) && place != last;
        self.set(place, moves);
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(super) fn copy_from(&mut self, source: &Self) {
        self.places.clone_from(&source.places);
    }
}
