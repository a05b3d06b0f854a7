//! Which rows of a plan are to be found anew.

use alloc::vec::Vec;

use super::attachment::{Attachment, Target};
use super::ties::Ties;
use crate::space::Real;

/// Up to this number dirty rows are listed in any case.
const MANY: usize = 256;

/// Which rows of a plan must be found anew. Nothing else remembers that something changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dirty {
    places: Vec<usize>,
    /// Whether all rows are dirty, and what is on every body.
    pub(super) all: bool,
    /// Whether ties may have changed: a force that may tie bodies, or a tied body, was added or removed.
    pub(super) ties: bool,
}

impl Dirty {
    /// Of a plan of which nothing is known.
    pub(crate) fn everything() -> Self {
        Self {
            places: Vec::new(),
            all: true,
            ties: true,
        }
    }

    /// Notes that the row of a body is another.
    pub(crate) fn body(&mut self, place: usize, count: usize) {
        if self.all || self.places.last() == Some(&place) {
            return;
        }
        self.places.push(place);
        // a list of most places costs more than all rows
        if self.places.len() > MANY && self.places.len() > count / 4 {
            self.all = true;
            self.places.clear();
        }
    }

    /// Makes room for this many bodies, or for as many as are listed.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        let most = MANY.max(bodies / 4) + 1;
        self.places.reserve(bodies.min(most));
    }

    /// Notes a body that was added or removed, or that has another place now; whether forces may tie it.
    pub(crate) fn body_of(&mut self, place: usize, count: usize, may_be_tied: bool) {
        self.body(place, count);
        self.ties |= may_be_tied;
    }

    /// Notes a force that came or went, or was replaced.
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
        for place in force.named_bodies() {
            self.body(place, count);
            self.ties |= ties.island_of(place).is_some();
        }
    }

    /// The dirty rows of `count` rows, in their order if the places are.
    pub(super) fn rows(&self, count: usize) -> impl Iterator<Item = usize> + use<'_> {
        let all = if self.all { count } else { 0 };
        (0..all).chain(self.places.iter().copied())
    }

    /// Makes more rows dirty.
    pub(super) fn more(&mut self, places: impl IntoIterator<Item = usize>, count: usize) {
        if !self.all {
            self.places.extend(places);
            self.tidy(count);
        }
    }

    /// Whether the plan is up to date.
    pub(crate) fn is_clean(&self) -> bool {
        self.places.is_empty() && !self.all && !self.ties
    }

    /// Sorts the listed places, each once, and keeps those of `count` bodies; none if all rows are dirty.
    pub(super) fn tidy(&mut self, count: usize) {
        if self.all {
            self.places.clear();
            return;
        }
        self.places.sort_unstable();
        self.places.dedup();
        let end = self.places.partition_point(|&place| place < count);
        self.places.truncate(end);
    }

    /// Nothing is dirty any more.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        (self.all, self.ties) = (false, false);
    }
}
