//! The row of each body, and runs of neighbours that go through a step in the same way.

use alloc::vec::Vec;

use super::laws::Laws;
use super::solution::IslandMotion;
use crate::space::Real;

/// The motion that a body follows between kicks, and how it goes through a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of its law in [`Laws`]; [`NO_LAW`](Self::NO_LAW) before it is known.
    pub(crate) law: u32,
    pub(crate) way: Way,
    pub(crate) is_fixed: bool,
}

/// How a body goes through a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The body follows its law over the whole step.
    Free,
    /// The body follows its law between kicks, some of which may depend on velocity.
    Kicked { by_velocity: bool },
    /// A single force acts on the body, and the motion under it is known: the force kicks only if other forces are applied.
    Alone { by_velocity: bool },
    /// The island of the body goes through the step as a whole.
    Tied,
}

impl Way {
    /// How a body moves if it is not tied.
    pub(super) fn motion(self) -> IslandMotion {
        match self {
            Self::Free => IslandMotion::Exact,
            Self::Alone { .. } => IslandMotion::ExactUnlessPushed,
            Self::Kicked { .. } | Self::Tied => IslandMotion::Kicked,
        }
    }
}

impl Row {
    pub(super) const NO_LAW: u32 = u32::MAX;

    /// The row of a body of which nothing is known.
    pub(super) const NEW: Self = Self {
        law: Self::NO_LAW,
        way: Way::Free,
        is_fixed: false,
    };
}

/// Neighbouring bodies whose laws share a flow, and that go through a step in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// Index after the last body.
    pub(crate) end: usize,
    /// The number of the law of the first body.
    pub(crate) law: u32,
    /// Whether the other bodies may follow other laws.
    pub(crate) is_varied: bool,
    pub(crate) way: Way,
}

/// All rows, and where runs of them start.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    /// One bit per index, set where law or way differ from those of the previous index.
    new_laws: Vec<u64>,
    /// One bit per index, set where the flow of the law, or the way, differs from that of the previous index.
    new_flows: Vec<u64>,
    /// The number of rows that are not [`Way::Free`].
    not_free: usize,
}

/// From this number of neighbours on, a law has a run of its own: a flow under one law takes a third of the time of a flow
/// under several.
const MANY: usize = 8;

/// The largest number of bodies in a run under several laws. After it, neighbours with one law are searched for again.
const LONGEST_VARIED: usize = 64;

impl Rows {
    /// Whether every body is [`Way::Free`].
    pub(crate) fn are_free(&self) -> bool {
        self.not_free == 0
    }

    pub(super) fn set_way(&mut self, place: usize, way: Way) {
        let old = core::mem::replace(&mut self.list[place].way, way);
        self.not_free += usize::from(way != Way::Free);
        self.not_free -= usize::from(old != Way::Free);
    }

    /// Removes the row at index `place`; the last row moves there.
    pub(super) fn swap_remove(&mut self, place: usize) -> Row {
        self.set_way(place, Way::Free);
        self.list.swap_remove(place)
    }

    /// Recomputes where runs start, after the rows at these indices were changed.
    pub(super) fn find_starts<T: Real<D>, const D: usize>(
        &mut self,
        changed: impl Iterator<Item = usize>,
        laws: &Laws<T, D>,
    ) {
        let words = self.list.len().div_ceil(64);
        self.new_laws.resize(words, 0);
        self.new_flows.resize(words, 0);
        let with_next = changed.flat_map(|place| [place, place + 1]);
        for place in with_next.filter(|place| (1..self.list.len()).contains(place)) {
            let [before, row] = [self.list[place - 1], self.list[place]];
            let is_like = before.way == row.way;
            let has_law = is_like && before.law == row.law;
            let has_flow = has_law || is_like && laws.shared(before.law) == laws.shared(row.law);
            set_bit(&mut self.new_laws, place, !has_law);
            set_bit(&mut self.new_flows, place, !has_flow);
        }
    }

    /// The run that begins at index `first`, up to index `limit`.
    // inlined: a call would cost as much as the work
    #[inline(always)]
    pub(crate) fn run(&self, first: usize, limit: usize) -> Run {
        let Row { law, way, .. } = self.list[first];
        let end = next_set(&self.new_laws, first + 1, limit);
        let has_one_law = end - first >= MANY || end == limit || is_set(&self.new_flows, end);
        Run {
            end: if has_one_law {
                end
            } else {
                next_set(&self.new_flows, end, limit.min(first + LONGEST_VARIED))
            },
            law,
            is_varied: !has_one_law,
            way,
        }
    }

    /// Copies `source`, and reuses the memory of `self`.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            list,
            new_laws,
            new_flows,
            not_free,
        } = source;
        self.list.clone_from(list);
        self.new_laws.clone_from(new_laws);
        self.new_flows.clone_from(new_flows);
        self.not_free = *not_free;
    }
}

/// Index of the first set bit from `place` on, or `limit` if there is none before. `place` must not be above `limit`.
#[inline]
fn next_set(bits: &[u64], place: usize, limit: usize) -> usize {
    if place >= limit || is_set(bits, place) {
        return place;
    }
    let (mut word, last) = (place / 64, (limit - 1) / 64);
    let mut found = bits[word] & (u64::MAX << (place % 64));
    while found == 0 && word < last {
        word += 1;
        found = bits[word];
    }
    if found == 0 {
        return limit;
    }
    limit.min(word * 64 + found.trailing_zeros() as usize)
}

#[inline]
fn is_set(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

fn set_bit(bits: &mut [u64], place: usize, is_set: bool) {
    let (word, bit) = (&mut bits[place / 64], place % 64);
    *word = *word & !(1 << bit) | u64::from(is_set) << bit;
}
