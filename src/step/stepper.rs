//! One step of a world under any scheme.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::block::BlockScratch;
use super::classical::ClassicalSchemes;
use super::increments::{AccumulatedIncrements, IncrementRule};
use super::splitting::Splitting;
use super::tied::TiedStates;
use super::{AppliedForce, Ground, GroundFlow, MovedBy, Scheme, System};
use crate::adaptive::Adaptive;
use crate::body::{Body, BodyStore};
use crate::movers::UnsolvedRod;
use crate::numbers::{flushed, larger};
use crate::plan::{Attachment, Dirty, Gather, Plan, Topology};
use crate::space::Real;

/// Index of a body whose state is not valid, or would not be finite after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NonFiniteBody(pub(crate) usize);

/// Why a step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepFailure {
    NonFinite(NonFiniteBody),
    /// The step has no solution for the rod in this slot.
    UnsolvedRod(usize),
    /// A contact response is not valid; the ground stores its details.
    Refused,
}

impl From<NonFiniteBody> for StepFailure {
    fn from(body: NonFiniteBody) -> Self {
        Self::NonFinite(body)
    }
}

impl From<UnsolvedRod> for StepFailure {
    fn from(UnsolvedRod(slot): UnsolvedRod) -> Self {
        Self::UnsolvedRod(slot)
    }
}

/// All schemes, and the data that they keep between steps: the plan, and the list of its dirty
/// rows.
#[derive(Debug)]
pub(crate) struct Stepper<T: Real<D>, const D: usize> {
    pub(super) plan: Plan<T, D>,
    dirty: Dirty,
    /// For each body the mass for which the plan was made; NaN if the body is not a valid point.
    /// The list is empty until a body is written to.
    known: Vec<T>,
    /// Indices of bodies that may have been written to since the last step; not complete if
    /// `all_are_written`.
    written: Vec<usize>,
    all_are_written: bool,
    pub(super) scratch: BlockScratch<T, D>,
    pub(super) tied: TiedStates<T, D>,
    /// The applied forces of this step, sorted by body; forces on one body keep their order.
    pub(super) applied_forces: Vec<AppliedForce<T, D>>,
    /// The permutation that sorts the applied forces.
    order: Vec<usize>,
    classical: ClassicalSchemes<T, D>,
    accumulated: AccumulatedIncrements<T, D>,
    /// Buffer for the state after the step; empty until a step needs the buffer.
    pub(super) next: Vec<Body<T, D>>,
    /// Memory for [`World::advance`](crate::World::advance), if that method was called.
    pub(crate) adaptive: Option<Box<Adaptive<T, D>>>,
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            plan: Plan::new(),
            dirty: Dirty::default(),
            known: Vec::new(),
            written: Vec::new(),
            all_are_written: false,
            scratch: BlockScratch::new(),
            tied: TiedStates::new(),
            applied_forces: Vec::new(),
            order: Vec::new(),
            classical: ClassicalSchemes::new(),
            accumulated: AccumulatedIncrements::new(),
            next: Vec::new(),
            adaptive: None,
        }
    }

    /// Tries to reserve memory for `additional` bodies.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.plan.reserve(additional);
    }

    /// Copies the plan and its dirty rows from `source`, and reuses the memory of `self`.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.plan.copy_from(&source.plan);
        self.dirty.clone_from(&source.dirty);
        self.known.clone_from(&source.known);
        self.written.clone_from(&source.written);
        self.all_are_written = source.all_are_written;
    }

    /// Updates the plan after a body was added at the end; `topology` contains the forces on that body.
    pub(crate) fn body_added(&mut self, topology: &Topology<T, D>) {
        let index = self.plan.rows.list.len();
        self.plan.push();
        if !self.known.is_empty() {
            self.known.push(nan());
        }
        let may_be_tied = topology.may_tie(index) || self.plan.gather != Gather::None;
        self.dirty.body_of(index, index + 1, may_be_tied);
    }

    /// Updates the plan before a body is removed and the last body moves to its index; `topology`
    /// contains the forces on both bodies.
    pub(crate) fn body_removed(&mut self, index: usize, topology: &Topology<T, D>) {
        let last = self.plan.rows.list.len() - 1;
        let may_be_tied = [index, last]
            .into_iter()
            .any(|index| topology.may_tie(index) || self.plan.ties.island_of(index).is_some())
            || self.plan.gather != Gather::None;
        self.plan.swap_remove(index, last);
        if !self.known.is_empty() {
            self.known.swap_remove(index);
        }
        self.dirty.body_of(index, last, may_be_tied);
        if self.written.contains(&last) {
            self.written.push(index);
        }
    }

    /// Records that a body will be written to.
    #[inline]
    pub(crate) fn body_written(&mut self, index: usize, bodies: &mut BodyStore<T, D>) {
        if self.known.is_empty() {
            self.know(bodies);
        }
        // keeps the list short in a game that writes to bodies without making steps
        self.all_are_written |= self.written.len() > self.known.len();
        if !self.all_are_written && self.written.last() != Some(&index) {
            self.written.push(index);
            // reserves memory now, so that the step need not allocate for the list of dirty rows
            self.dirty.reserve(self.written.len());
        }
    }

    /// Records that all bodies will be written to.
    pub(crate) fn bodies_written(&mut self, bodies: &mut BodyStore<T, D>) {
        if self.known.is_empty() {
            self.know(bodies);
        }
        self.all_are_written = true;
        self.dirty.reserve(self.known.len());
    }

    /// Stores the masses of all bodies. The rows of new bodies are dirty anyway.
    #[cold]
    fn know(&mut self, bodies: &mut BodyStore<T, D>) {
        self.known.extend(bodies.unmoved().iter().map(known_mass));
    }

    /// Records that positions and velocities were written to, and nothing else.
    pub(crate) fn states_changed(&mut self) {
        self.plan.component_bound = None;
    }

    /// Records that a force will be added or removed.
    pub(crate) fn force_changed(&mut self, force: &Attachment<T, D>) {
        let count = self.plan.rows.list.len();
        self.dirty.force(force, &self.plan.ties, count);
    }

    /// Moves `bodies` by the step of the system. On failure the bodies are unchanged.
    pub(crate) fn step(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<(), StepFailure> {
        self.gather(ground.as_deref());
        match Splitting::of(scheme) {
            Some(splitting) => {
                self.refresh(system.topology, bodies)?;
                self.flow_kick(splitting, system, bodies, ground)
            }
            None => self.step_bodies(scheme, system, bodies, ground),
        }
    }

    /// Updates which bodies form islands because of contacts.
    fn gather(&mut self, ground: Option<&dyn Ground<T, D>>) {
        // a step without contacts does not change the plan
        if let Some(gather) = ground.map(Ground::gather)
            && gather != self.plan.gather
        {
            self.plan.gather = gather;
            self.dirty = Dirty::everything();
        }
    }

    /// Brings the plan up to date.
    ///
    /// # Errors
    /// Returns the first body that is not valid, or whose law is not finite.
    #[inline]
    pub(crate) fn refresh(
        &mut self,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        self.look_at_written(bodies);
        self.plan.refresh(&mut self.dirty, topology, bodies)
    }

    /// Returns the plan of the last update, even if it is not up to date.
    pub(crate) fn known_plan(&self) -> &Plan<T, D> {
        &self.plan
    }

    /// Returns the plan, if it is up to date.
    pub(crate) fn plan(&self) -> Option<&Plan<T, D>> {
        let is_current = self.dirty.is_clean() && self.written.is_empty() && !self.all_are_written;
        is_current.then_some(&self.plan)
    }

    /// Returns the slots of the links that kicked their bodies in the last step under a scheme,
    /// without links whose motion is exact; `None` if all links kicked.
    pub(crate) fn kicking_links(&self, scheme: Scheme) -> Option<BTreeSet<usize>> {
        Splitting::of(scheme).map(|_| self.plan.kicking_links())
    }

    /// Brings the plan up to date, and compares it with a plan that is built from scratch.
    #[cfg(test)]
    pub(crate) fn compare_with_new(
        &mut self,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), alloc::string::String> {
        let own = self.refresh(topology, bodies);
        match (own, Plan::of(topology, bodies, self.plan.gather)) {
            (Ok(()), Ok(new)) => self.plan.compare(&new),
            (Err(own), Err(new)) if own == new => Ok(()),
            _ => Err("one of both fails".into()),
        }
    }

    /// Marks as dirty the rows of those written bodies whose mass or kind may have changed.
    #[inline]
    fn look_at_written(&mut self, bodies: &mut BodyStore<T, D>) {
        if self.all_are_written {
            self.look_at_all(bodies);
        } else if !self.written.is_empty() {
            self.look_at_some(bodies);
        }
    }

    #[inline(never)]
    fn look_at_all(&mut self, bodies: &mut BodyStore<T, D>) {
        // the bound is unknown until it is determined again
        self.plan.component_bound = None;
        for (index, body) in bodies.values().iter().enumerate().take(self.known.len()) {
            self.look_at(index, body);
        }
        self.all_are_written = false;
        self.written.clear();
    }

    #[inline(never)]
    fn look_at_some(&mut self, bodies: &mut BodyStore<T, D>) {
        for entry in 0..self.written.len() {
            let index = self.written[entry];
            if index < self.known.len() {
                let body = bodies.value(index);
                let largest = body.largest_component();
                let bound = &mut self.plan.component_bound;
                *bound = bound.map(|bound| larger(bound, largest));
                self.look_at(index, body);
            }
        }
        self.written.clear();
    }

    /// Marks the row of a body as dirty if its mass or kind may have changed.
    #[inline]
    fn look_at(&mut self, index: usize, body: &Body<T, D>) {
        let mass = known_mass(body);
        // NaN differs from every number, so such a row is always dirty
        if mass != self.known[index] {
            self.known[index] = mass;
            self.dirty.body(index, self.known.len());
        }
    }

    /// Sorts the applied forces by body; forces on one body keep their order.
    pub(super) fn sort_applied_forces(&mut self, system: &System<'_, T, D>) {
        self.applied_forces.clear();
        if system.applied_forces.is_empty() {
            return;
        }
        self.order.clear();
        let pushes =
            |index: &usize| system.applied_forces[*index].force != SVector::<T, D>::zeros();
        (self.order).extend((0..system.applied_forces.len()).filter(pushes));
        (self.order).sort_unstable_by_key(|&index| (system.applied_forces[index].body, index));
        let sorted = self.order.iter().map(|&index| system.applied_forces[index]);
        self.applied_forces.extend(sorted);
    }

    /// Makes a step under a scheme that moves whole bodies.
    fn step_bodies(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<(), StepFailure> {
        let next = &mut self.next;
        bodies.change_all(|bodies| -> Result<(), StepFailure> {
            next.clear();
            next.extend_from_slice(bodies);
            let mut accumulate = |rule| (self.accumulated).step(system, bodies, next, rule);
            match scheme {
                Scheme::Kinematic => accumulate(IncrementRule::Full),
                Scheme::AverageAcceleration => accumulate(IncrementRule::Averaged),
                _ => self.classical.step(scheme, system, bodies, next),
            }
            flush(next);
            check_states(next)?;
            if let Some(ground) = ground {
                let indices: Vec<usize> = (0..bodies.len()).collect();
                ground.flow(GroundFlow {
                    indices: &indices,
                    before: bodies,
                    after: next,
                    laws: &alloc::vec![None; indices.len()],
                    moved_by: &alloc::vec![MovedBy::Pushes; indices.len()],
                    span: [system.time, system.h],
                    step: system.h,
                    version: None,
                    lead: None,
                })?;
                // a contact may overflow
                check_states(next)?;
            }
            core::mem::swap(bodies, next);
            Ok(())
        })?;
        self.plan.component_bound = None;
        Ok(())
    }
}

/// Returns the mass of a body, if it is a point that can be stepped; otherwise NaN.
#[inline]
fn known_mass<T: Real<D>, const D: usize>(body: &Body<T, D>) -> T {
    if body.is_plain_point() {
        body.mass
    } else {
        checked_mass(body)
    }
}

#[cold]
fn checked_mass<T: Real<D>, const D: usize>(body: &Body<T, D>) -> T {
    if body.is_point() && body.is_valid() {
        body.mass
    } else {
        nan()
    }
}

fn nan<T: Real<D>, const D: usize>() -> T {
    T::zero() / T::zero()
}

/// Replaces negligibly small components by zero.
fn flush<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>]) {
    for body in bodies {
        body.position = body.position.map(flushed);
        body.velocity = body.velocity.map(flushed);
    }
}

/// Returns an error for the first body that is not valid.
fn check_states<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> Result<(), NonFiniteBody> {
    // an infinite force also makes a fixed body non-finite: report a moving body if there is one
    let is_moving = |body: &Body<T, D>| !(body.is_valid() || body.is_fixed());
    let moving = bodies.iter().position(is_moving);
    (moving.or_else(|| bodies.iter().position(|body| !body.is_valid())))
        .map_or(Ok(()), |index| Err(NonFiniteBody(index)))
}
