//! The law and the role of each body, and runs of neighbours that have both in common.

use alloc::vec::Vec;

use super::kick_plan::BodyRole;

/// The law and the role of one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyLaw {
    /// Index of the interned law, [`NO_LAW`] before it has been summed.
    law: u32,
    pub(super) role: BodyRole,
    pub(super) stale: Stale,
}

/// What must be found anew for a body before the next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stale {
    Nothing,
    /// Its law: it was written to.
    Law,
    /// Its law and its role: its component is solved in another way.
    LawAndRole,
    /// Its law, its role and its component: the forces on it changed.
    Ties,
}

const NO_LAW: u32 = u32::MAX;

impl BodyLaw {
    /// Index of the interned law, once it has been summed.
    pub(super) fn law(self) -> Option<usize> {
        (self.law != NO_LAW).then_some(self.law as usize)
    }
}

/// Neighbouring bodies with one law and one role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LawRun {
    /// The place after the last body of the run.
    pub(super) end: usize,
    law: u32,
    pub(super) role: BodyRole,
}

impl LawRun {
    /// Index of the interned law.
    pub(super) fn law(&self) -> usize {
        self.law as usize
    }
}

/// The law and the role of each body.
#[derive(Debug, Default)]
pub(super) struct LawRuns {
    per_body: Vec<BodyLaw>,
    /// A bit for each place, set where law or role differ from those of the body before. Beyond the last body it means nothing.
    starts: Vec<u64>,
    /// A bit for each number in `starts`, set where that is not zero.
    filled: Vec<u64>,
    /// Number of bodies that are not [`BodyRole::Unkicked`].
    kicked: usize,
}

impl LawRuns {
    /// Reserves memory for `additional` bodies, if there is enough.
    pub(super) fn reserve(&mut self, additional: usize) {
        let _ = self.per_body.try_reserve_exact(additional);
    }

    /// Number of bodies.
    pub(super) fn len(&self) -> usize {
        self.per_body.len()
    }

    /// Whether nothing kicks any body, and none is on an orbit.
    pub(super) fn has_no_kicks(&self) -> bool {
        self.kicked == 0
    }

    pub(super) fn get(&self, place: usize) -> Option<BodyLaw> {
        self.per_body.get(place).copied()
    }

    pub(super) fn role(&self, place: usize) -> BodyRole {
        self.per_body[place].role
    }

    pub(super) fn set_stale(&mut self, place: usize, stale: Stale) {
        self.per_body[place].stale = stale;
    }

    /// Sets the law of a body.
    pub(super) fn set_law(&mut self, place: usize, law: usize) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are no more laws than bodies"
        )]
        let law = law as u32;
        self.per_body[place].law = law;
        self.mark_around(place);
    }

    /// Sets the role of a body.
    pub(super) fn set_role(&mut self, place: usize, role: BodyRole) {
        let kicks = |role| usize::from(role != BodyRole::Unkicked);
        let old = core::mem::replace(&mut self.per_body[place].role, role);
        self.kicked = self.kicked - kicks(old) + kicks(role);
        self.mark_around(place);
    }

    /// Adds a body, of which everything is stale.
    pub(super) fn push(&mut self) {
        self.per_body.push(BodyLaw {
            law: NO_LAW,
            role: BodyRole::Unkicked,
            stale: Stale::Ties,
        });
        let words = self.per_body.len().div_ceil(64).max(self.starts.len());
        self.starts.resize(words, 0);
        self.filled.resize(words.div_ceil(64), 0);
        self.mark(self.per_body.len() - 1);
    }

    /// Removes a body; the last one takes its place.
    pub(super) fn swap_remove(&mut self, place: usize) -> BodyLaw {
        let removed = self.per_body.swap_remove(place);
        self.kicked -= usize::from(removed.role != BodyRole::Unkicked);
        self.mark_around(place);
        removed
    }

    /// The bodies from `first` on that follow one law in one role, up to the place `limit`.
    #[inline]
    pub(super) fn run(&self, first: usize, limit: usize) -> LawRun {
        let BodyLaw { law, role, .. } = self.per_body[first];
        LawRun {
            end: self.end_of_run(first, limit),
            law,
            role,
        }
    }

    /// All runs in a range of places.
    #[inline]
    pub(super) fn runs(&self, first: usize, limit: usize) -> impl Iterator<Item = LawRun> + '_ {
        let mut next = first;
        core::iter::from_fn(move || {
            let run = (next < limit).then(|| self.run(next, limit))?;
            next = run.end;
            Some(run)
        })
    }

    /// The first place after `place` where a run starts, at most `limit`, which is no more than the number of bodies.
    #[inline]
    fn end_of_run(&self, place: usize, limit: usize) -> usize {
        let next = place + 1;
        if next >= limit {
            return limit;
        }
        let bits = self.starts[next / 64] & (u64::MAX << (next % 64));
        if bits != 0 {
            return limit.min(next / 64 * 64 + bits.trailing_zeros() as usize);
        }
        if next / 64 == (limit - 1) / 64 {
            return limit;
        }
        self.end_of_long_run(next / 64 + 1, limit)
    }

    /// The first place from the number `word` of `starts` on where a run starts, at most `limit`.
    fn end_of_long_run(&self, word: usize, limit: usize) -> usize {
        let mut mask = u64::MAX << (word % 64);
        for (group, filled) in self.filled.iter().enumerate().skip(word / 64) {
            if group * 64 * 64 >= limit {
                break;
            }
            if filled & mask != 0 {
                let word = group * 64 + (filled & mask).trailing_zeros() as usize;
                return limit.min(word * 64 + self.starts[word].trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        limit
    }

    /// Finds out whether runs start at a place and at the next one.
    fn mark_around(&mut self, place: usize) {
        self.mark(place);
        self.mark(place + 1);
    }

    /// Finds out whether a run starts at a place.
    fn mark(&mut self, place: usize) {
        let Some(BodyLaw { law, role, .. }) = self.get(place) else {
            return;
        };
        let before = place.checked_sub(1).map(|before| self.per_body[before]);
        let is_start = before.is_none_or(|before| (before.law, before.role) != (law, role));
        let word = place / 64;
        set_bit(&mut self.starts[word], place % 64, is_start);
        let is_filled = self.starts[word] != 0;
        set_bit(&mut self.filled[word / 64], word % 64, is_filled);
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            per_body,
            starts,
            filled,
            kicked,
        } = source;
        self.per_body.clone_from(per_body);
        self.starts.clone_from(starts);
        self.filled.clone_from(filled);
        self.kicked = *kicked;
    }
}

fn set_bit(bits: &mut u64, bit: usize, is_set: bool) {
    *bits = *bits & !(1 << bit) | u64::from(is_set) << bit;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a comparison of all neighbours, after every change.
    #[test]
    fn runs_are_neighbours_that_are_alike() {
        let mut runs = LawRuns::default();
        let mut random = 1_u64;
        let mut draw = |below: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as usize % below
        };
        for round in 0..20_000 {
            match draw(5) {
                0 | 1 if round < 10_000 || runs.len() < 10 => (0..3).for_each(|_| runs.push()),
                2 if runs.len() > 0 => runs.set_law(draw(runs.len()), draw(2)),
                3 if runs.len() > 0 => {
                    let role =
                        [BodyRole::Unkicked, BodyRole::Kicked { by_velocity: true }][draw(2)];
                    runs.set_role(draw(runs.len()), role);
                }
                _ if runs.len() > 0 => {
                    runs.swap_remove(draw(runs.len()));
                }
                _ => {}
            }
            if round % 100 != 0 {
                continue;
            }
            let key = |body: &BodyLaw| (body.law, body.role);
            let mut end = 0;
            let expected = runs.per_body.chunk_by(|one, next| key(one) == key(next));
            let expected: Vec<_> = expected
                .map(|alike| {
                    end += alike.len();
                    (end, key(&alike[0]))
                })
                .collect();
            let found = runs.runs(0, runs.len());
            let found: Vec<_> = found.map(|run| (run.end, (run.law, run.role))).collect();
            assert_eq!(found, expected);
            let kicked = runs
                .per_body
                .iter()
                .filter(|body| body.role != BodyRole::Unkicked);
            assert_eq!(kicked.count(), runs.kicked);
        }
    }
}
