//! The sum of the linear laws on each body, kept from step to step.

use alloc::vec::Vec;
use core::iter::repeat;

use super::interned_laws::InternedLaws;
use super::kick_plan::{BodyRole, KickPlan};
use super::{NonFiniteBody, System};
use crate::body::BodyStore;
use crate::flow::LinearLaw;
use crate::numbers::larger;
use crate::space::Real;

/// Which law each body follows between kicks.
#[derive(Debug)]
pub(super) struct BodyLaws<T: Real<D>, const D: usize> {
    pub(super) interned: InternedLaws<T, D>,
    pub(super) per_body: Vec<BodyLaw>,
    /// `per_body` in runs of neighbours with one law and one role.
    pub(super) runs: Vec<LawRun>,
    /// Whether `runs` fits `per_body`.
    runs_are_current: bool,
    /// A bound on the magnitude of all components of positions and velocities, if one is known.
    pub(super) component_bound: Option<T>,
    /// Indices of stale bodies; complete unless `more_are_stale`. May hold duplicates and bodies that
    /// are not stale.
    stale: Vec<usize>,
    /// Whether bodies are stale that are not in `stale`.
    more_are_stale: bool,
}

/// The largest length of `stale`.
const MAX_LISTED: usize = 256;

/// The law and the role of one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyLaw {
    /// Index of the interned law, [`NO_LAW`] before it has been summed.
    law: u32,
    role: BodyRole,
    /// Whether the law must be summed again.
    stale: bool,
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
    end: u32,
    law: u32,
    pub(super) role: BodyRole,
}

impl LawRun {
    /// The place after the last body of the run.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// Index of the interned law.
    pub(super) fn law(&self) -> usize {
        self.law as usize
    }
}

/// Why the laws could not be summed.
pub(super) enum LawError {
    /// The state of this body is not valid.
    NonFinite(NonFiniteBody),
    /// The force of this attachment was taken for linear, but has no law for some body.
    NotLinear(usize),
}

impl<T: Real<D>, const D: usize> BodyLaws<T, D> {
    pub(super) fn new() -> Self {
        Self {
            interned: InternedLaws::new(),
            per_body: Vec::new(),
            runs: Vec::new(),
            runs_are_current: false,
            component_bound: None,
            stale: Vec::new(),
            more_are_stale: false,
        }
    }

    /// A body was added at the end. Call [`set_roles`](Self::set_roles) before the next step.
    pub(super) fn push(&mut self) {
        self.per_body.push(BodyLaw {
            law: NO_LAW,
            role: BodyRole::Unkicked,
            stale: true,
        });
        self.list_stale(self.per_body.len() - 1);
    }

    /// A body was removed and the last one took its place. Call [`set_roles`](Self::set_roles) before
    /// the next step.
    pub(super) fn swap_remove(&mut self, index: usize) {
        let removed = self.per_body.swap_remove(index);
        if let Some(law) = removed.law() {
            self.interned.release(law);
        }
        if self.per_body.get(index).is_some_and(|moved| moved.stale) {
            self.list_stale(index);
        }
    }

    /// Lists a stale body, if there is room in the list.
    fn list_stale(&mut self, index: usize) {
        if self.stale.len() < MAX_LISTED {
            self.stale.push(index);
        } else {
            self.more_are_stale = true;
        }
    }

    /// Marks the law of a body as stale: its mass, or the forces on it, changed.
    pub(super) fn mark_stale(&mut self, index: usize) {
        let body_law = &mut self.per_body[index];
        if !body_law.stale {
            body_law.stale = true;
            self.list_stale(index);
        }
    }

    pub(super) fn mark_all_stale(&mut self) {
        for index in 0..self.per_body.len() {
            self.mark_stale(index);
        }
    }

    /// Sets the role of every body; `roles` is empty if nothing kicks any.
    pub(super) fn set_roles(&mut self, roles: &[BodyRole]) {
        let roles = roles.iter().copied().chain(repeat(BodyRole::Unkicked));
        for (body_law, role) in self.per_body.iter_mut().zip(roles) {
            body_law.role = role;
        }
        self.runs_are_current = false;
    }

    /// Whether a single force with a known exact motion moves the bodies of a run, apart from applied
    /// forces and thrusts.
    pub(super) fn is_single(&self, run: &LawRun) -> bool {
        run.role == BodyRole::OneExactKick && self.interned.is_free(run.law())
    }

    /// Whether the bodies of two runs go through a step in the same way, each along its own flow.
    pub(super) fn is_stepped_like(&self, one: &LawRun, other: &LawRun) -> bool {
        one.role == other.role && self.is_single(one) == self.is_single(other)
    }

    /// Brings laws and runs up to date. On failure the bodies whose law is not known stay stale.
    pub(super) fn refresh(
        &mut self,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), LawError> {
        if self.more_are_stale {
            for index in 0..self.per_body.len() {
                self.refresh_body(index, plan, system, bodies)?;
            }
        } else {
            // the first body that fails is reported
            self.stale.sort_unstable();
            for listed in 0..self.stale.len() {
                self.refresh_body(self.stale[listed], plan, system, bodies)?;
            }
        }
        self.stale.clear();
        self.more_are_stale = false;
        if !self.runs_are_current {
            self.find_runs();
        }
        Ok(())
    }

    fn find_runs(&mut self) {
        self.runs.clear();
        let alike = (self.per_body).chunk_by(|a, b| a.law == b.law && a.role == b.role);
        let mut end = 0;
        for neighbours in alike {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a world has ids for fewer than 2³² bodies"
            )]
            let count = neighbours.len() as u32;
            end += count;
            if let [BodyLaw { law, role, .. }, ..] = *neighbours
                && law != NO_LAW
            {
                self.runs.push(LawRun { end, law, role });
            }
        }
        self.runs_are_current = true;
    }

    /// Sums the laws of a body anew, if it is stale.
    fn refresh_body(
        &mut self,
        index: usize,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), LawError> {
        if !self.per_body.get(index).is_some_and(|law| law.stale) {
            return Ok(());
        }
        let body = bodies.value(index);
        let mut sum = LinearLaw::free();
        if !plan.orbits.contains(index) {
            for attachment in plan.linear_on(index, system) {
                let effect =
                    (system.attachments[attachment].force).effect(body, system.time, T::zero());
                sum += effect.law().ok_or(LawError::NotLinear(attachment))?;
            }
        }
        if !(body.is_valid() && sum.is_finite()) {
            return Err(LawError::NonFinite(NonFiniteBody(index)));
        }
        // it may have been written to
        let largest = body.largest_component();
        self.component_bound = self.component_bound.map(|bound| larger(bound, largest));
        let body_law = &mut self.per_body[index];
        body_law.stale = false;
        match body_law.law() {
            Some(law) if *self.interned.law(law) == sum => {}
            old => {
                // release first, so that the index can be used again
                old.into_iter().for_each(|law| self.interned.release(law));
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "there are no more laws than bodies"
                )]
                let law = self.interned.retain(sum) as u32;
                body_law.law = law;
                self.runs_are_current = false;
            }
        }
        Ok(())
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            interned,
            per_body,
            runs,
            runs_are_current,
            component_bound,
            stale,
            more_are_stale,
        } = source;
        self.interned.copy_from(interned);
        self.per_body.clone_from(per_body);
        self.runs.clone_from(runs);
        self.stale.clone_from(stale);
        (self.runs_are_current, self.more_are_stale) = (*runs_are_current, *more_are_stale);
        self.component_bound = *component_bound;
    }
}
