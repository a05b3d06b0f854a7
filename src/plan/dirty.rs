//! Which rows of a plan must be recomputed.

use alloc::vec::Vec;

use super::attachment::{Attachment, Target};
use super::ties::Ties;
use crate::space::Real;

/// Maximum number of dirty rows that are listed in any case.
const MANY: usize = 256;

/// Which rows of a plan must be recomputed. Changes are recorded only here.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dirty {
    indices: Vec<usize>,
    /// Whether all rows and the kicks on every body are dirty.
    pub(super) all: bool,
    /// Whether ties may have changed: a force that may tie bodies, or a tied body, was added or removed.
    pub(super) ties: bool,
}

impl Dirty {
    /// Marks everything as dirty, for a new plan.
    pub(crate) fn everything() -> Self {
        Self {
            indices: Vec::new(),
            all: true,
            ties: true,
        }
    }

    /// Marks the row of a body as dirty.
    pub(crate) fn body(&mut self, index: usize, count: usize) {
        if self.all || self.indices.last() == Some(&index) {
            return;
        }
        self.indices.push(index);
        // if most rows are dirty, listing them costs more than recomputing all rows
        if self.indices.len() > MANY && self.indices.len() > count / 4 {
            self.all = true;
            self.indices.clear();
        }
    }

    /// Reserves memory for the rows of this number of bodies, or for the longest list that is kept.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        let most = MANY.max(bodies / 4) + 1;
        self.indices.reserve(bodies.min(most));
    }

    /// Marks a body as dirty that was added or removed, or whose index has changed. `may_be_tied`
    /// is whether forces may tie it.
    pub(crate) fn body_of(&mut self, index: usize, count: usize, may_be_tied: bool) {
        self.body(index, count);
        self.ties |= may_be_tied;
    }

    /// Marks the bodies of a force that was added, removed or replaced.
    pub(crate) fn force<T: Real<D>, const D: usize>(
        &mut self,
        force: &Attachment<T, D>,
        ties: &Ties,
        count: usize,
    ) {
        self.ties |= Ties::may_tie(force);
        if force.target == Target::Every {
            self.all = true;
            self.ties |= !ties.islands.is_empty();
        }
        for index in force.named_bodies() {
            self.body(index, count);
            self.ties |= ties.island_of(index).is_some();
        }
    }

    /// Returns the indices of the dirty rows among `count` rows; ascending if the list is sorted.
    pub(super) fn rows(&self, count: usize) -> impl Iterator<Item = usize> + use<'_> {
        let all = if self.all { count } else { 0 };
        (0..all).chain(self.indices.iter().copied())
    }

    /// Marks more rows as dirty.
    pub(super) fn more(&mut self, indices: impl IntoIterator<Item = usize>, count: usize) {
        if !self.all {
            self.indices.extend(indices);
            self.tidy(count);
        }
    }

    /// Whether the plan is up to date.
    pub(crate) fn is_clean(&self) -> bool {
        self.indices.is_empty() && !self.all && !self.ties
    }

    /// Sorts the listed indices, and removes duplicates and indices that are `count` or larger;
    /// clears the list if all rows are dirty.
    pub(super) fn tidy(&mut self, count: usize) {
        if self.all {
            self.indices.clear();
            return;
        }
        self.indices.sort_unstable();
        self.indices.dedup();
        let end = self.indices.partition_point(|&index| index < count);
        self.indices.truncate(end);
    }

    /// Marks everything as up to date.
    pub(super) fn clear(&mut self) {
        self.indices.clear();
        (self.all, self.ties) = (false, false);
    }
}
