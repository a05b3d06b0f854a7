//! The sum of the linear laws on each body, kept from step to step.

use alloc::vec::Vec;

use super::fixed_bodies::FixedBodies;
use super::interned_laws::InternedLaws;
use super::kick_plan::{BodyRole, KickPlan, OwnKicks};
use super::law_runs::{LawRun, LawRuns, Stale};
use super::{NonFiniteBody, System};
use crate::body::BodyStore;
use crate::flow::LinearLaw;
use crate::numbers::larger;
use crate::space::Real;

/// Which law each body follows between kicks.
#[derive(Debug)]
pub(super) struct BodyLaws<T: Real<D>, const D: usize> {
    pub(super) interned: InternedLaws<T, D>,
    pub(super) runs: LawRuns,
    /// A bound on the magnitude of all components of positions and velocities, if one is known.
    pub(super) component_bound: Option<T>,
    /// Whether forces on coupled bodies changed, or their places.
    pub(super) coupled_changed: bool,
    /// Indices of stale bodies; complete unless `more_are_stale`. May hold duplicates and bodies that
    /// are not stale.
    stale: Vec<usize>,
    /// Whether bodies are stale that are not in `stale`.
    more_are_stale: bool,
}

/// The largest length of `stale`.
const MAX_LISTED: usize = 256;

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
            runs: LawRuns::default(),
            component_bound: None,
            coupled_changed: false,
            stale: Vec::new(),
            more_are_stale: false,
        }
    }

    /// A body was added at the end.
    pub(super) fn push(&mut self) {
        self.runs.push();
        self.list_stale(self.runs.len() - 1);
    }

    /// A body was removed and the last one took its place.
    pub(super) fn swap_remove(&mut self, index: usize) {
        let removed = self.runs.swap_remove(index);
        if let Some(law) = removed.law() {
            self.interned.release(law);
        }
        let moved = self.runs.get(index);
        if moved.is_some_and(|moved| moved.stale > Stale::Nothing) {
            self.list_stale(index);
        }
        let is_coupled = |role: BodyRole| role.is_coupled();
        self.coupled_changed |=
            is_coupled(removed.role) || moved.is_some_and(|moved| is_coupled(moved.role));
    }

    /// Lists a stale body, if there is room in the list.
    fn list_stale(&mut self, index: usize) {
        if self.stale.len() < MAX_LISTED {
            self.stale.push(index);
        } else {
            self.more_are_stale = true;
        }
    }

    /// Whether anything is stale.
    pub(super) fn are_stale(&self) -> bool {
        self.more_are_stale || !self.stale.is_empty()
    }

    /// Adds the places of all stale bodies, each with what is stale. One may be added more than once.
    pub(super) fn extend_by_stale(&self, places: &mut Vec<(usize, Stale)>) {
        let listed = |place| Some((place, self.runs.get(place)?.stale));
        if self.more_are_stale {
            places.extend((0..self.runs.len()).filter_map(listed));
        } else {
            places.extend(self.stale.iter().copied().filter_map(listed));
        }
    }

    /// Marks what is known of a body as stale.
    pub(super) fn mark_stale(&mut self, index: usize, stale: Stale) {
        let Some(before) = self.runs.get(index).map(|body| body.stale) else {
            return;
        };
        if before < stale {
            self.runs.set_stale(index, stale);
        }
        if before == Stale::Nothing {
            self.list_stale(index);
        }
    }

    pub(super) fn mark_all_stale(&mut self) {
        for index in 0..self.runs.len() {
            self.mark_stale(index, Stale::Ties);
        }
    }

    /// Whether a single force with a known exact motion moves the bodies of a run, apart from applied
    /// forces and thrusts.
    pub(super) fn is_single(&self, run: &LawRun) -> bool {
        matches!(run.role, BodyRole::OneExactKick { .. }) && self.interned.is_free(run.law())
    }

    /// Whether the bodies of two runs go through a step in the same way, each along its own flow.
    pub(super) fn is_stepped_like(&self, one: &LawRun, other: &LawRun) -> bool {
        one.role == other.role && self.is_single(one) == self.is_single(other)
    }

    /// Brings laws and roles up to date. On failure the bodies whose law is not known stay stale.
    pub(super) fn refresh(
        &mut self,
        (plan, fixed): (&KickPlan, &FixedBodies),
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        buffer: &mut OwnKicks,
    ) -> Result<(), LawError> {
        if self.more_are_stale {
            for index in 0..self.runs.len() {
                self.refresh_body(index, (plan, fixed), system, bodies, buffer)?;
            }
        } else {
            // the first body that fails is reported
            self.stale.sort_unstable();
            for listed in 0..self.stale.len() {
                self.refresh_body(self.stale[listed], (plan, fixed), system, bodies, buffer)?;
            }
        }
        self.stale.clear();
        self.more_are_stale = false;
        Ok(())
    }

    /// Sums the laws of a body anew, and finds its role, if they are stale.
    fn refresh_body(
        &mut self,
        index: usize,
        (plan, fixed): (&KickPlan, &FixedBodies),
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        buffer: &mut OwnKicks,
    ) -> Result<(), LawError> {
        let Some(body_law) = self.runs.get(index) else {
            return Ok(());
        };
        if body_law.stale == Stale::Nothing {
            return Ok(());
        }
        let body = bodies.value(index);
        let mut sum = LinearLaw::free();
        if !(plan.orbits.contains(index) || body.is_fixed()) {
            for attachment in plan.linear_on(index, system, buffer) {
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
        if body_law.stale >= Stale::LawAndRole {
            let role = plan.role(index, system, fixed, buffer);
            self.coupled_changed |= role.is_coupled() || body_law.role.is_coupled();
            if role != body_law.role {
                self.runs.set_role(index, role);
            }
        }
        self.runs.set_stale(index, Stale::Nothing);
        match body_law.law() {
            Some(law) if *self.interned.law(law) == sum => {}
            old => {
                // release first, so that the index can be used again
                old.into_iter().for_each(|law| self.interned.release(law));
                let law = self.interned.retain(sum);
                self.runs.set_law(index, law);
            }
        }
        Ok(())
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            interned,
            runs,
            component_bound,
            coupled_changed,
            stale,
            more_are_stale,
        } = source;
        self.interned.copy_from(interned);
        self.runs.copy_from(runs);
        self.stale.clone_from(stale);
        (self.coupled_changed, self.more_are_stale) = (*coupled_changed, *more_are_stale);
        self.component_bound = *component_bound;
    }
}
