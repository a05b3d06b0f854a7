//! The row of each body, and runs of neighbours that go through a step alike.

use alloc::vec::Vec;

use super::laws::Laws;
use super::solution::IslandMotion;
use crate::space::Real;

/// What a body follows between kicks, and how it goes through a step.
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
    /// It follows its law over the whole step.
    Free,
    /// It follows its law between kicks, some of which may depend on velocity.
    Kicked { by_velocity: bool },
    /// One force acts on it, whose exact motion is known: it kicks only beside applied forces.
    Alone { by_velocity: bool },
    /// Its island goes through the step as a whole.
    Tied,
}

impl Way {
    /// How a body moves that is not tied.
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
    /// The place after the last body.
    pub(crate) end: usize,
    /// The number of the law of the first body.
    pub(crate) law: u32,
    /// Whether others may follow other laws.
    pub(crate) is_varied: bool,
    pub(crate) way: Way,
}

/// All rows, and the runs that they make.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    /// A bit for each place, set where a run starts.
    starts: Vec<u64>,
    /// A bit for each place, set in runs in which laws differ.
    varied: Vec<u64>,
    /// Whether every body is [`Way::Free`].
    pub(crate) are_free: bool,
}

/// From this number of neighbours on a law has a run of its own: a flow under one law takes a third of the time.
const MANY: usize = 8;

impl Rows {
    /// Finds all runs anew.
    pub(super) fn find_runs<T: Real<D>, const D: usize>(&mut self, laws: &Laws<T, D>) {
        let words = self.list.len().div_ceil(64);
        for bits in [&mut self.starts, &mut self.varied] {
            bits.clear();
            bits.resize(words, 0);
        }
        self.are_free = true;
        // the place where the last run starts, whether it has one law for all, and the number of rows like the last at its end
        let (mut start, mut has_one_law, mut alike) = (0, true, 0);
        let mut last = Row::NEW;
        for (place, row) in self.list.iter().enumerate() {
            let is_like = row.way == last.way && place > 0;
            if is_like && row.law == last.law {
                alike += 1;
                // most bodies are in long runs
                if has_one_law {
                    continue;
                }
                set_bit(&mut self.varied, place, true);
                if alike == MANY {
                    start = place + 1 - MANY;
                    has_one_law = true;
                    set_bit(&mut self.starts, start, true);
                    (start..=place).for_each(|place| set_bit(&mut self.varied, place, false));
                }
                continue;
            }
            self.are_free &= row.way == Way::Free;
            let is_settled = has_one_law && alike >= MANY;
            alike = 1;
            if is_like && !is_settled && laws.shared(row.law) == laws.shared(last.law) {
                let first = if has_one_law { start } else { place };
                (first..=place).for_each(|place| set_bit(&mut self.varied, place, true));
                has_one_law = false;
            } else {
                start = place;
                has_one_law = true;
                set_bit(&mut self.starts, start, true);
            }
            last = *row;
        }
    }

    /// The run of a place from there on, up to the place `limit`.
    #[inline]
    pub(crate) fn run(&self, first: usize, limit: usize) -> Run {
        let Row { law, way, .. } = self.list[first];
        Run {
            end: self.end_of_run(first, limit),
            law,
            is_varied: is_set(&self.varied, first),
            way,
        }
    }

    /// All runs in a range of places.
    #[inline]
    pub(crate) fn runs(&self, first: usize, limit: usize) -> impl Iterator<Item = Run> + '_ {
        let mut next = first;
        core::iter::from_fn(move || {
            let run = (next < limit).then(|| self.run(next, limit))?;
            next = run.end;
            Some(run)
        })
    }

    /// The first place after `place` where a run starts, at most `limit`.
    #[inline]
    fn end_of_run(&self, place: usize, limit: usize) -> usize {
        let next = place + 1;
        if next >= limit || is_set(&self.starts, next) {
            return next;
        }
        let mut word = next / 64;
        let mut bits = self.starts[word] & (u64::MAX << (next % 64));
        let last = (limit - 1) / 64;
        while bits == 0 && word < last {
            word += 1;
            bits = self.starts[word];
        }
        if bits == 0 {
            return limit;
        }
        limit.min(word * 64 + bits.trailing_zeros() as usize)
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            list,
            starts,
            varied,
            are_free,
        } = source;
        self.list.clone_from(list);
        self.starts.clone_from(starts);
        self.varied.clone_from(varied);
        self.are_free = *are_free;
    }
}

#[inline]
fn is_set(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

fn set_bit(bits: &mut [u64], place: usize, is_set: bool) {
    let (word, bit) = (&mut bits[place / 64], place % 64);
    *word = *word & !(1 << bit) | u64::from(is_set) << bit;
}
