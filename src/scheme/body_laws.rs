//! The sum of the linear forces on each body, kept from step to step.

use alloc::vec::Vec;

use super::interned_laws::InternedLaws;
use super::kick_plan::{BodyRole, KickPlan};
use super::{ForceTarget, NonFiniteBody, System};
use crate::body::BodyStore;
use crate::flow::LinearLaw;
use crate::space::{Real, larger};

/// Which law each body follows between kicks.
#[derive(Debug)]
pub(super) struct BodyLaws<T: Real<D>, const D: usize> {
    pub(super) table: InternedLaws<T, D>,
    pub(super) per_body: Vec<BodyLaw>,
    /// The per_body as stretches of neighbours that move alike.
    pub(super) runs: Vec<LawRun>,
    /// Whether `runs` is of the per_body as they are.
    merged: bool,
    /// A bound on the components of all positions and velocities, if one is known.
    pub(super) reach: Option<T>,
    /// Bodies whose law must be summed again: at least all whose body_law says so, while they are few.
    stale: Vec<usize>,
    /// Whether more per_body say so than are in that list.
    more_are_stale: bool,
    /// New laws of the stale bodies.
    sums: Vec<LinearLaw<T, D>>,
}

/// How many laws are summed together.
const FEW: usize = 256;

/// What is kept of one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyLaw {
    /// Place of the law in the table, [`NO_LAW`] before it has been summed.
    law: u32,
    role: BodyRole,
    stale: bool,
}

const NO_LAW: u32 = u32::MAX;

impl BodyLaw {
    /// Place of the law in the table, once it has been summed.
    pub(super) fn law(self) -> Option<usize> {
        (self.law != NO_LAW).then_some(self.law as usize)
    }
}

/// Neighbouring bodies with one law and one role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LawRun {
    end: u32,
    law: u32,
    pub(super) role: BodyRole,
}

impl LawRun {
    /// The place after the last of them.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// Place of the law in the table.
    pub(super) fn law(&self) -> usize {
        self.law as usize
    }
}

/// Why the laws could not be summed.
pub(super) enum LawError {
    /// The sum on this body is not finite.
    NonFinite(NonFiniteBody),
    /// This attachment, thought linear, has no law for some body.
    NotLinear(usize),
}

impl<T: Real<D>, const D: usize> BodyLaws<T, D> {
    pub(super) fn new() -> Self {
        Self {
            table: InternedLaws::new(),
            per_body: Vec::new(),
            runs: Vec::new(),
            merged: false,
            reach: None,
            stale: Vec::new(),
            more_are_stale: false,
            sums: Vec::new(),
        }
    }

    /// A body was added at the end. Roles must be taken anew before the next step.
    pub(super) fn push(&mut self) {
        self.per_body.push(BodyLaw {
            law: NO_LAW,
            role: BodyRole::Unkicked,
            stale: true,
        });
        self.note(self.per_body.len() - 1);
    }

    /// A body was removed and the last one took its place. Roles must be taken anew before the next
    /// step.
    pub(super) fn swap_remove(&mut self, index: usize) {
        let removed = self.per_body.swap_remove(index);
        if let Some(law) = removed.law() {
            self.table.release(law);
        }
        if self.per_body.get(index).is_some_and(|moved| moved.stale) {
            self.note(index);
        }
    }

    /// Notes that the body_law of a body says that it is stale.
    fn note(&mut self, index: usize) {
        if self.stale.len() < FEW {
            self.stale.push(index);
        } else {
            self.more_are_stale = true;
        }
    }

    /// The mass of a body, or the forces on it, changed.
    pub(super) fn mark(&mut self, index: usize) {
        let body_law = &mut self.per_body[index];
        if !body_law.stale {
            body_law.stale = true;
            self.note(index);
        }
    }

    pub(super) fn mark_all(&mut self) {
        for index in 0..self.per_body.len() {
            self.mark(index);
        }
    }

    /// Notes the role of every body; none where nothing happens to any.
    pub(super) fn take_roles(&mut self, roles: &[BodyRole]) {
        let roles = roles
            .iter()
            .copied()
            .chain(core::iter::repeat(BodyRole::Unkicked));
        for (body_law, role) in self.per_body.iter_mut().zip(roles) {
            body_law.role = role;
        }
        self.merged = false;
    }

    /// Whether one force that knows its own motion is all that moves these neighbours, but for applied_forces and engines.
    pub(super) fn is_single(&self, run: &LawRun) -> bool {
        run.role == BodyRole::OneExactKick && self.table.is_free(run.law())
    }

    /// Brings laws and runs up to date. On failure the bodies whose law is not known stay stale.
    pub(super) fn refresh(
        &mut self,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), LawError> {
        if !self.stale.is_empty() {
            self.sum_stale(plan, system, bodies)?;
        }
        if !self.merged {
            self.merge();
        }
        Ok(())
    }

    /// Finds the runs.
    fn merge(&mut self) {
        self.runs.clear();
        let alike = (self.per_body).chunk_by(|a, b| a.law == b.law && a.role == b.role);
        let mut end = 0;
        for per_body in alike {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "no more bodies are named than this can count"
            )]
            let count = per_body.len() as u32;
            end += count;
            if let [BodyLaw { law, role, .. }, ..] = *per_body
                && law != NO_LAW
            {
                self.runs.push(LawRun { end, law, role });
            }
        }
        self.merged = true;
    }

    /// Sums the laws of the bodies that are stale.
    fn sum_stale(
        &mut self,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), LawError> {
        if !self.more_are_stale {
            let Self {
                per_body, stale, ..
            } = self;
            stale.retain(|&index| per_body.get(index).is_some_and(|body_law| body_law.stale));
            stale.sort_unstable();
            stale.dedup();
            return self.sum_listed(plan, system, bodies);
        }
        let mut start = 0;
        loop {
            self.stale.clear();
            let rest = self.per_body.iter().enumerate().skip(start);
            let stale = rest
                .filter(|(_, body_law)| body_law.stale)
                .map(|(index, _)| index);
            self.stale.extend(stale.take(FEW));
            let Some(&last) = self.stale.last() else {
                break;
            };
            self.sum_listed(plan, system, bodies)?;
            start = last;
        }
        self.stale.clear();
        self.more_are_stale = false;
        Ok(())
    }

    /// Sums the laws of the bodies in the list of those that are stale, which is sorted.
    fn sum_listed(
        &mut self,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), LawError> {
        let mut stale = self.stale.iter();
        if let Some(&index) = stale.find(|&&index| !bodies.value(index).is_sound()) {
            return Err(LawError::NonFinite(NonFiniteBody(index)));
        }
        self.sum(plan, system, bodies)?;
        if let Some(reach) = &mut self.reach {
            let changed = self
                .stale
                .iter()
                .map(|&index| bodies.value(index).largest_component());
            *reach = changed.fold(*reach, larger);
        }
        for (&index, sum) in self.stale.iter().zip(&self.sums) {
            let body_law = &mut self.per_body[index];
            body_law.stale = false;
            match body_law.law() {
                Some(law) if self.table.law(law) == sum => {}
                old => {
                    // the old place is given back first, so that it can be used again
                    old.into_iter().for_each(|law| self.table.release(law));
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "there are no more laws than bodies"
                    )]
                    let law = self.table.retain(*sum) as u32;
                    body_law.law = law;
                    self.merged = false;
                }
            }
        }
        self.stale.clear();
        Ok(())
    }

    /// Sums the laws on the stale bodies, which are sorted. A body on an orbit follows none.
    fn sum(
        &mut self,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), LawError> {
        let Self { stale, sums, .. } = self;
        sums.clear();
        sums.resize(stale.len(), LinearLaw::free());
        for &attachment in &plan.linear {
            let force = &system.attachments[attachment].force;
            let mut add = |rank: usize| {
                if plan.orbits.holds(stale[rank]) {
                    return Ok(());
                }
                let law = force.law(bodies.value(stale[rank]));
                sums[rank] += law.ok_or(LawError::NotLinear(attachment))?;
                Ok(())
            };
            match system.attachments[attachment].target {
                ForceTarget::Every => (0..stale.len()).try_for_each(add)?,
                ForceTarget::One(index) => stale.binary_search(&index).map_or(Ok(()), &mut add)?,
                ForceTarget::Pair(..) => {}
            }
        }
        match sums.iter().position(|sum| !sum.is_finite()) {
            None => Ok(()),
            Some(rank) => Err(LawError::NonFinite(NonFiniteBody(stale[rank]))),
        }
    }
}

impl<T: Real<D>, const D: usize> Clone for BodyLaws<T, D> {
    fn clone(&self) -> Self {
        let mut laws = Self::new();
        laws.clone_from(self);
        laws
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            table,
            per_body,
            runs,
            merged,
            reach,
            stale,
            more_are_stale,
            sums: _,
        } = source;
        self.table.clone_from(table);
        self.per_body.clone_from(per_body);
        self.runs.clone_from(runs);
        self.stale.clone_from(stale);
        (self.merged, self.more_are_stale) = (*merged, *more_are_stale);
        self.reach = *reach;
    }
}
