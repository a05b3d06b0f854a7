//! Flow, kick, flow: the default scheme and its fourth-order composition.

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::SVector;

use super::accumulate::pair_after;
use super::body_laws::{BodyLaws, LawError, LawRun};
use super::composition::{Composition, Stage, Substep, whole_step};
use super::flow_in_place::flow_bodies;
use super::interned_laws::InternedLaws;
use super::kick::KickScratch;
use super::kick_plan::{BodyRole, CoupledOrbit, KickPlan};
use super::rigid_bodies::RigidBodies;
use super::stepper::match_length;
use super::{AppliedForce, NonFiniteBody, System};
use crate::body::{Body, BodyStore};
use crate::flow::Flow;
use crate::increment::Motion;
use crate::space::{Real, flushed};

/// How many bodies go through all stages together: few enough to stay in the fastest cache.
pub(super) const BLOCK: usize = 64;

/// One step to be made.
pub(super) struct StepTask<'a, T: Real<D>, const D: usize> {
    pub(super) composition: &'a Composition,
    pub(super) system: &'a System<'a, T, D>,
}

impl<T: Real<D>, const D: usize> StepTask<'_, T, D> {
    pub(super) fn stages(&self) -> impl Iterator<Item = Stage<T>> {
        self.composition
            .stages::<T, D>(self.system.time, self.system.h)
    }
}

/// The flow-kick schemes, with all that they keep between steps.
#[derive(Debug)]
pub(super) struct FlowKickStepper<T: Real<D>, const D: usize> {
    pub(super) body_laws: BodyLaws<T, D>,
    pub(super) rigid_bodies: RigidBodies<T, D>,
    pub(super) plan: KickPlan,
    /// Whether the plan fits the present forces and bodies.
    pub(super) plan_is_current: bool,
    pub(super) scratch: KickScratch<T, D>,
    /// A block of points as bodies, for forces to read.
    pub(super) point_bodies: Vec<Body<T, D>>,
    /// Copies of the coupled bodies.
    coupled: Vec<Body<T, D>>,
    /// The applied forces of this step, sorted by body; those on one body in their given order.
    pub(super) applied_forces: Vec<AppliedForce<T, D>>,
    /// The permutation that sorts them.
    order: Vec<usize>,
}

impl<T: Real<D>, const D: usize> FlowKickStepper<T, D> {
    pub(super) fn new() -> Self {
        Self {
            body_laws: BodyLaws::new(),
            rigid_bodies: RigidBodies::new(),
            plan: KickPlan::new(),
            plan_is_current: false,
            scratch: KickScratch::new(),
            point_bodies: Vec::new(),
            coupled: Vec::new(),
            applied_forces: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Moves `bodies` by one step, with `next` as a buffer. On failure the bodies are unchanged.
    pub(super) fn step(
        &mut self,
        task: &StepTask<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        next: &mut Vec<Body<T, D>>,
    ) -> Result<(), NonFiniteBody> {
        let are_watched = bodies.are_watched();
        self.prepare(task.system, bodies)?;
        let only_flows = self.plan.has_no_kicks()
            && self.applied_forces.is_empty()
            && self.rigid_bodies.is_empty();
        if only_flows
            && !are_watched
            && let Some(points) = bodies.points()
            && self.body_laws.flow_points_in_place(task.system, points)
        {
            return Ok(());
        }
        // bodies that only flow, and are read after every step, are moved in the slice: see below
        if !(only_flows && are_watched)
            && self.rigid_bodies.is_empty()
            && self.plan.coupled.bodies.is_empty()
            && let Some(points) = bodies.points_with_masses()
        {
            return self.step_points(task, points);
        }
        let bodies = bodies.values_mut();
        if only_flows && self.body_laws.flow_in_place(task.system, bodies) {
            return Ok(());
        }
        match_length(next, bodies);
        self.step_into(task, bodies, next)?;
        core::mem::swap(bodies, next);
        self.body_laws.component_bound = None;
        Ok(())
    }

    /// Fills `after` with the state after the step; on failure `after` means nothing.
    fn step_into(
        &mut self,
        task: &StepTask<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> Result<(), NonFiniteBody> {
        let runs = core::mem::take(&mut self.body_laws.runs);
        let mut start = 0;
        let mut all_finite = true;
        // adjacent runs of unkicked bodies go together, whatever their laws
        for runs in runs.chunk_by(|one, next| one.role.is_unkicked() && next.role.is_unkicked()) {
            let [run, ..] = runs else {
                continue;
            };
            match run.role {
                BodyRole::Unkicked => {
                    all_finite &= self.step_unkicked(task, runs, start, before, after);
                }
                BodyRole::OneExactKick | BodyRole::Kicked => {
                    let range = start..run.end();
                    all_finite &= self.step_kicked(task, run, range, before, after);
                }
                BodyRole::Coupled => {}
            }
            start = runs.last().map_or(start, LawRun::end);
        }
        self.body_laws.runs = runs;
        all_finite &= self.step_coupled(task, before, after);
        if all_finite {
            return Ok(());
        }
        // the quick check also fails if a sum of finite numbers overflows
        let not_finite = after.iter().position(|body| !body.is_finite());
        not_finite.map_or(Ok(()), |place| Err(NonFiniteBody(place)))
    }

    /// Brings the plan, the sums of laws and the order of applied forces up to date.
    fn prepare(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if !self.plan_is_current {
            let had_orbits = !self.plan.orbits.is_empty();
            self.plan.rebuild(system, bodies.values());
            if had_orbits {
                // a body that has left its orbit follows a law now
                self.body_laws.mark_all_stale();
            }
            self.body_laws.set_roles(&self.plan.roles);
            self.plan_is_current = true;
        }
        self.order.clear();
        self.order.extend(0..system.applied_forces.len());
        (self.order).sort_unstable_by_key(|&index| (system.applied_forces[index].body, index));
        let sorted = self.order.iter().map(|&index| system.applied_forces[index]);
        self.applied_forces.clear();
        self.applied_forces.extend(sorted);
        loop {
            match self.body_laws.refresh(&self.plan, system, bodies) {
                Ok(()) => return Ok(()),
                Err(LawError::NonFinite(body)) => return Err(body),
                Err(LawError::NotLinear(attachment)) => {
                    self.plan.make_kick(attachment, system, bodies.values());
                    self.body_laws.set_roles(&self.plan.roles);
                    self.body_laws.mark_all_stale();
                }
            }
        }
    }

    /// Moves neighbours that nothing kicks along their whole flows; `start` is the place of the first.
    /// Returns whether all are finite; false may be a false alarm.
    #[must_use]
    fn step_unkicked(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &[LawRun],
        start: usize,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let whole = whole_step(task.system);
        let all = start..runs.last().map_or(start, LawRun::end);
        after[all.clone()].copy_from_slice(&before[all.clone()]);
        let mut first = start;
        for run in runs {
            let bodies = &mut after[first..run.end()];
            flow_and_push(
                &mut self.body_laws.interned,
                &mut self.rigid_bodies,
                &self.applied_forces,
                run.law(),
                first,
                bodies,
                whole,
            );
            first = run.end();
        }
        let bodies = &mut after[all];
        self.rigid_bodies.rotate(start, bodies, whole);
        are_finite(bodies) & self.rigid_bodies.are_finite(start, bodies)
    }

    /// Moves neighbours that are kicked, but not coupled, through all stages, a block at a time.
    /// Returns whether all are finite; false may be a false alarm.
    #[must_use]
    fn step_kicked(
        &mut self,
        task: &StepTask<'_, T, D>,
        run: &LawRun,
        range: Range<usize>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let (law, is_single) = (run.law(), self.body_laws.is_single(run));
        let whole = whole_step(task.system);
        let mut all_finite = true;
        for first in range.clone().step_by(BLOCK) {
            let block = first..range.end.min(first + BLOCK);
            let group = self.plan.group(task.system, block.clone());
            let bodies = &mut after[block.clone()];
            bodies.copy_from_slice(&before[block.clone()]);
            // bodies that a single force with a known exact motion moves
            let is_moved_by_one = |place| {
                is_single
                    && on_neighbours(&self.applied_forces, place, 1)
                        .next()
                        .is_none()
                    && !self.rigid_bodies.has_thrust(place)
            };
            let mut singles = [false; BLOCK];
            for (single, place) in singles.iter_mut().zip(block.clone()) {
                *single = is_moved_by_one(place);
            }
            let singles = &singles[..bodies.len()];
            let are_all_single = singles.iter().all(|single| *single);
            if are_all_single {
                self.rigid_bodies.rotate(first, bodies, whole);
            }
            for stage in task.stages().filter(|_| !are_all_single) {
                let mut flow = |bodies: &mut [Body<T, D>], substep| {
                    flow_and_push(
                        &mut self.body_laws.interned,
                        &mut self.rigid_bodies,
                        &self.applied_forces,
                        law,
                        first,
                        bodies,
                        substep,
                    );
                    self.rigid_bodies.rotate(first, bodies, substep);
                };
                flow(bodies, stage.first_half);
                group.kick(&mut self.scratch, bodies, stage.kick);
                flow(bodies, stage.second_half);
            }
            // their exact motion over the whole step replaces what the stages gave
            let pairs = before[block].iter().zip(&mut *bodies);
            for (index, (old, new)) in pairs.enumerate().filter(|(index, _)| singles[*index]) {
                if let Some(motion) = group.single_motion(&mut self.scratch, index, old, whole) {
                    (new.position, new.velocity) = end_of(old.position, &motion);
                }
            }
            all_finite &= are_finite(bodies) & self.rigid_bodies.are_finite(first, bodies);
        }
        all_finite
    }

    /// Moves all coupled bodies together through all stages. Returns whether all are finite; false may
    /// be a false alarm.
    #[must_use]
    fn step_coupled(
        &mut self,
        task: &StepTask<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let Self { plan, coupled, .. } = self;
        let places = &plan.coupled.bodies;
        if places.is_empty() {
            return true;
        }
        coupled.clear();
        coupled.extend(places.iter().map(|&place| before[place]));
        let (system, orbits) = (task.system, &plan.coupled.orbits);
        let whole = whole_step(system);
        // an orbit that nothing kicks is one flow over the whole step
        let is_kicked = |orbit: &CoupledOrbit| orbit.is_kicked || !self.applied_forces.is_empty();
        for orbit in orbits.iter().filter(|orbit| !is_kicked(orbit)) {
            orbit.orbit.advance(system, coupled, system.h);
        }
        let group = plan.coupled_group(system);
        for stage in task.stages() {
            let mut flow = |bodies: &mut [Body<T, D>], substep: Substep<T>| {
                for (body, &place) in bodies.iter_mut().zip(places) {
                    let law = self.body_laws.per_body[place].law();
                    if let Some(law) = law.filter(|_| !plan.orbits.contains(place)) {
                        flow_and_push(
                            &mut self.body_laws.interned,
                            &mut self.rigid_bodies,
                            &self.applied_forces,
                            law,
                            place,
                            core::slice::from_mut(body),
                            substep,
                        );
                    }
                    self.rigid_bodies.rotate_one(place, body, substep);
                }
                for orbit in orbits.iter().filter(|orbit| is_kicked(orbit)) {
                    orbit.orbit.advance(system, bodies, substep.dt);
                }
            };
            // applied forces kick bodies on orbits, half before the other kicks and half after them
            let half_push = |bodies: &mut [Body<T, D>]| {
                for applied in &self.applied_forces {
                    if plan.orbits.contains(applied.body)
                        && let Ok(index) = places.binary_search(&applied.body)
                    {
                        let body = &mut bodies[index];
                        body.velocity += applied.force * (stage.first_half.dt / body.mass);
                    }
                }
            };
            flow(coupled, stage.first_half);
            half_push(coupled);
            group.kick(&mut self.scratch, coupled, stage.kick);
            half_push(coupled);
            flow(coupled, stage.second_half);
        }
        let is_moved_by_one = |index: usize| {
            let place = places[index];
            let law = self.body_laws.per_body[place].law();
            law.is_some_and(|law| self.body_laws.interned.is_free(law))
                && on_neighbours(&self.applied_forces, place, 1)
                    .next()
                    .is_none()
                && !self.rigid_bodies.has_thrust(place)
        };
        for link in &plan.coupled.single_links {
            if !(is_moved_by_one(link.first) && is_moved_by_one(link.second)) {
                continue;
            }
            // the exact motion under the link over the whole step replaces what the stages gave
            let pair = [&before[places[link.first]], &before[places[link.second]]];
            let relative = pair[0].relative_to(pair[1]);
            if let Some(motion) = group.link_motion(&mut self.scratch, link, &relative, whole) {
                let [one, other] = pair_after(pair, &motion, system.h);
                for (index, (position, velocity)) in [(link.first, one), (link.second, other)] {
                    coupled[index].position = position.map(flushed);
                    coupled[index].velocity = velocity.map(flushed);
                }
            }
        }
        for (body, &place) in coupled.iter().zip(places) {
            after[place] = *body;
        }
        coupled.iter().all(Body::is_finite)
    }
}

/// Copies what is known of bodies and forces, not the buffers.
impl<T: Real<D>, const D: usize> Clone for FlowKickStepper<T, D> {
    fn clone(&self) -> Self {
        let mut stepper = Self::new();
        stepper.clone_from(self);
        stepper
    }

    fn clone_from(&mut self, source: &Self) {
        self.body_laws.clone_from(&source.body_laws);
        self.rigid_bodies.clone_from(&source.rigid_bodies);
        self.plan.clone_from(&source.plan);
        self.plan_is_current = source.plan_is_current;
    }
}

/// Moves bodies along the flow of their law over a substep, with the effects of applied forces and
/// thrusts. The bodies must not have rotated yet. `first` is the place of `bodies[0]`.
fn flow_and_push<T: Real<D>, const D: usize>(
    interned: &mut InternedLaws<T, D>,
    rigid_bodies: &mut RigidBodies<T, D>,
    applied_forces: &[AppliedForce<T, D>],
    law: usize,
    first: usize,
    bodies: &mut [Body<T, D>],
    substep: Substep<T>,
) {
    let flow = interned.flow(law, substep);
    flow_bodies(flow, bodies, substep.start);
    add_applied_forces(applied_forces, flow, first, bodies);
    rigid_bodies.add_thrusts(first, bodies, interned.law(law), substep);
}

/// Adds the effect of applied forces, sorted by body, over a flow. `first` is the place of `bodies[0]`.
fn add_applied_forces<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    flow: &Flow<T, D>,
    first: usize,
    bodies: &mut [Body<T, D>],
) {
    for applied in on_neighbours(applied_forces, first, bodies.len()) {
        let body = &mut bodies[applied.body - first];
        let acceleration = applied.force / body.mass;
        flow.add_constant(&acceleration, &mut body.position, &mut body.velocity);
    }
}

/// The applied forces, sorted by body, on `count` neighbours from the place `first` on.
pub(super) fn on_neighbours<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    first: usize,
    count: usize,
) -> impl Iterator<Item = &AppliedForce<T, D>> {
    let start = applied_forces.partition_point(|applied| applied.body < first);
    (applied_forces[start..].iter()).take_while(move |applied| applied.body < first + count)
}

/// Position and velocity at the end of a motion that starts at a position.
pub(super) fn end_of<T: Real<D>, const D: usize>(
    position: SVector<T, D>,
    motion: &Motion<T, D>,
) -> (SVector<T, D>, SVector<T, D>) {
    let position = position + motion.displacement;
    (position.map(flushed), motion.velocity.map(flushed))
}

/// Whether all bodies are finite; false may be a false alarm, where a sum overflows.
fn are_finite<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> bool {
    (bodies.iter()).fold(true, |all_finite, body| {
        all_finite & is_finite(&body.position, &body.velocity)
    })
}

/// Whether a state is finite, without a branch: `0 · s` is 0 unless s is infinite or NaN.
#[inline]
fn is_finite<T: Real<D>, const D: usize>(x: &SVector<T, D>, v: &SVector<T, D>) -> bool {
    (x.sum() + v.sum()) * T::zero() == T::zero()
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    #[test]
    fn one_number_that_is_not_finite_is_found() {
        let sound = Vector2::new(1.0, -3e300);
        assert!(is_finite(&sound, &sound));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for spoiled in [Vector2::new(bad, 1.0), Vector2::new(1.0, bad)] {
                assert!(!is_finite(&spoiled, &sound) && !is_finite(&sound, &spoiled));
            }
        }
    }
}
