//! Flow, kick, flow: the default scheme and its fourth-order composition.

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::SVector;

use super::accumulate::pair_moved;
use super::body_laws::{BodyLaws, LawError, LawRun};
use super::composition::{Composition, Stage};
use super::flow_in_place::flow_all;
use super::interned_laws::{InternedLaws, SubstepKind};
use super::kick::KickScratch;
use super::kick_plan::{BodyRole, KickPlan};
use super::rigid_bodies::RigidBodies;
use super::stepper::make_room;
use super::{AppliedForce, NonFiniteBody, System};
use crate::body::{Body, BodyStore};
use crate::flow::{Flow, LinearLaw};
use crate::increment::Motion;
use crate::space::{Real, flushed};

/// How many bodies are taken through a step together: few enough to stay in the fastest memory.
const BLOCK: usize = 64;

/// One step to be done.
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

/// All that is kept between steps.
#[derive(Debug)]
pub(super) struct FlowKickStepper<T: Real<D>, const D: usize> {
    pub(super) body_laws: BodyLaws<T, D>,
    pub(super) rigid_bodies: RigidBodies<T, D>,
    pub(super) plan: KickPlan,
    /// Whether the plan is of the forces and bodies that are there now.
    pub(super) planned: bool,
    pub(super) room: KickScratch<T, D>,
    /// Points in columns, made bodies.
    pub(super) block: Vec<Body<T, D>>,
    /// The linked bodies, taken out of the others.
    linked: Vec<Body<T, D>>,
    /// The applied_forces of this step, sorted by body; those on one body as they came.
    pub(super) applied_forces: Vec<AppliedForce<T, D>>,
    /// Where they were before they were sorted.
    order: Vec<usize>,
}

impl<T: Real<D>, const D: usize> FlowKickStepper<T, D> {
    pub(super) fn new() -> Self {
        Self {
            body_laws: BodyLaws::new(),
            rigid_bodies: RigidBodies::new(),
            plan: KickPlan::new(),
            planned: false,
            room: KickScratch::new(),
            block: Vec::new(),
            linked: Vec::new(),
            applied_forces: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Moves `bodies` by one step, with `next` for room. On failure the bodies are as they were.
    pub(super) fn step(
        &mut self,
        task: &StepTask<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        next: &mut Vec<Body<T, D>>,
    ) -> Result<(), NonFiniteBody> {
        let are_watched = bodies.are_watched();
        self.prepare(task.system, bodies)?;
        let only_flows =
            self.plan.is_free() && self.applied_forces.is_empty() && self.rigid_bodies.is_empty();
        if only_flows
            && !are_watched
            && let Some(columns) = bodies.columns()
            && self.body_laws.flow_columns(task.system, columns)
        {
            return Ok(());
        }
        if !(only_flows && are_watched)
            && self.rigid_bodies.is_empty()
            && self.plan.linked.bodies.is_empty()
            && let Some(columns) = bodies.columns_with_masses()
        {
            return self.step_columns(task, columns);
        }
        let bodies = bodies.values_mut();
        if only_flows && self.body_laws.flow_in_place(task.system, bodies) {
            return Ok(());
        }
        make_room(next, bodies);
        self.step_into(task, bodies, next)?;
        core::mem::swap(bodies, next);
        self.body_laws.reach = None;
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
        let mut sound = true;
        for runs in runs
            .chunk_by(|one, next| one.role == BodyRole::Unkicked && next.role == BodyRole::Unkicked)
        {
            let [run, ..] = runs else {
                continue;
            };
            match run.role {
                BodyRole::Unkicked => sound &= self.flow_free(task, runs, start, before, after),
                BodyRole::OneExactKick | BodyRole::Kicked => {
                    let range = start..run.end();
                    sound &= self.step_alone(task, run, range, before, after);
                }
                BodyRole::Coupled => {}
            }
            start = runs.last().map_or(start, LawRun::end);
        }
        self.body_laws.runs = runs;
        sound &= self.step_linked(task, before, after);
        if sound {
            return Ok(());
        }
        // the quick check may be wrong where a sum overflows
        match after.iter().position(|body| !body.is_finite()) {
            None => Ok(()),
            Some(index) => Err(NonFiniteBody(index)),
        }
    }

    /// Brings the plan, the sums of laws and the order of applied_forces up to date.
    fn prepare(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if !self.planned {
            let had_orbits = !self.plan.orbits.is_empty();
            self.plan.make(system, bodies.values());
            if had_orbits {
                // what leaves an orbit comes to a law
                self.body_laws.mark_all();
            }
            self.body_laws.take_roles(&self.plan.roles);
            self.planned = true;
        }
        self.order.clear();
        self.order.extend(0..system.applied_forces.len());
        (self.order).sort_unstable_by_key(|&place| (system.applied_forces[place].body, place));
        let sorted = self.order.iter().map(|&place| system.applied_forces[place]);
        self.applied_forces.clear();
        self.applied_forces.extend(sorted);
        loop {
            match self.body_laws.refresh(&self.plan, system, bodies) {
                Ok(()) => return Ok(()),
                Err(LawError::NonFinite(offender)) => return Err(offender),
                Err(LawError::NotLinear(attachment)) => {
                    self.plan.demote(attachment, system, bodies.values());
                    self.body_laws.take_roles(&self.plan.roles);
                    self.body_laws.mark_all();
                }
            }
        }
    }

    /// Moves neighbours that nothing kicks along their whole flows, from a place on. Returns whether all are finite; a
    /// false alarm is possible.
    #[must_use]
    fn flow_free(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &[LawRun],
        start: usize,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let System { time, h, .. } = *task.system;
        let span = (SubstepKind::Whole, h);
        let all = start..runs.last().map_or(start, LawRun::end);
        after[all.clone()].copy_from_slice(&before[all.clone()]);
        let mut from = start;
        for run in runs {
            let range = from..run.end();
            let part = (range.clone(), &mut after[range]);
            let parts = (
                &mut self.body_laws.table,
                &mut self.rigid_bodies,
                &*self.applied_forces,
            );
            flow_part(parts, run.law(), part, span, time);
            from = run.end();
        }
        let bodies = &mut after[all.clone()];
        self.rigid_bodies.advance(all.clone(), bodies, span, time);
        are_finite(bodies) & self.rigid_bodies.are_finite(all, bodies)
    }

    /// Moves neighbours that are kicked, but not linked, through all stages, a block at a time.
    /// Returns whether all are finite; a false alarm is possible.
    #[must_use]
    fn step_alone(
        &mut self,
        task: &StepTask<'_, T, D>,
        run: &LawRun,
        range: Range<usize>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let (law, is_single) = (run.law(), self.body_laws.is_single(run));
        let mut sound = true;
        for start in range.clone().step_by(BLOCK) {
            let block = start..range.end.min(start + BLOCK);
            let group = self.plan.group(task.system, block.clone());
            let bodies = &mut after[block.clone()];
            bodies.copy_from_slice(&before[block.clone()]);
            let is_left_to_one = |place| {
                is_single
                    && !has_applied_force(&self.applied_forces, place)
                    && !self.rigid_bodies.has_thrust(place)
            };
            let mut singles = [false; BLOCK];
            for (single, place) in singles.iter_mut().zip(block.clone()) {
                *single = is_left_to_one(place);
            }
            let singles = &singles[..bodies.len()];
            let are_all_single = singles.iter().all(|single| *single);
            if are_all_single {
                let whole = (SubstepKind::Whole, task.system.h);
                (self.rigid_bodies).advance(block.clone(), bodies, whole, task.system.time);
            }
            let stages = task.stages().filter(|_| !are_all_single);
            for stage in stages {
                let mut flow = |bodies: &mut [Body<T, D>], time| {
                    let parts = (
                        &mut self.body_laws.table,
                        &mut self.rigid_bodies,
                        &*self.applied_forces,
                    );
                    let span = (stage.span, stage.half);
                    flow_part(parts, law, (block.clone(), &mut *bodies), span, time);
                    self.rigid_bodies.advance(block.clone(), bodies, span, time);
                };
                flow(bodies, stage.start);
                let kick = (stage.middle, stage.length);
                group.kick(&mut self.room, bodies, kick, task.composition.rule);
                flow(bodies, stage.middle);
            }
            // one force over the whole step, exactly
            let whole = (task.system.time, task.system.h);
            let pairs = before[block.clone()].iter().zip(&mut *bodies);
            for (place, (old, new)) in pairs.enumerate().filter(|(place, _)| singles[*place]) {
                let motion = group.single_motion(&mut self.room, place, old, whole);
                if let Some(motion) = motion {
                    (new.position, new.velocity) = end_of(old.position, &motion);
                }
            }
            sound &= are_finite(bodies) & self.rigid_bodies.are_finite(block, bodies);
        }
        sound
    }

    /// Moves the linked bodies through all stages, in step. Returns whether all are finite; a false
    /// alarm is possible.
    #[must_use]
    fn step_linked(
        &mut self,
        task: &StepTask<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let Self { plan, linked, .. } = self;
        let places = &plan.linked.bodies;
        if places.is_empty() {
            return true;
        }
        linked.clear();
        linked.extend(places.iter().map(|&place| before[place]));
        let (system, orbits) = (task.system, &plan.linked.orbits);
        // an orbit that nothing kicks is one flow over the whole step
        let is_kicked = |kicked: bool| kicked || !self.applied_forces.is_empty();
        for (orbit, _) in orbits.iter().filter(|(_, kicked)| !is_kicked(*kicked)) {
            orbit.advance(system, linked, system.h);
        }
        let group = plan.linked_group(system);
        for stage in task.stages() {
            let span = (stage.span, stage.half);
            let mut flow_linked = |bodies: &mut [Body<T, D>], time| {
                for (body, &place) in bodies.iter_mut().zip(places) {
                    let law = self.body_laws.per_body[place].law();
                    if let Some(law) = law.filter(|_| !plan.orbits.holds(place)) {
                        let parts = (
                            &mut self.body_laws.table,
                            &mut self.rigid_bodies,
                            &*self.applied_forces,
                        );
                        let part = (place..place + 1, core::slice::from_mut(body));
                        flow_part(parts, law, part, span, time);
                    }
                    self.rigid_bodies.turn(place, body, span, time);
                }
                for (orbit, _) in orbits.iter().filter(|(_, kicked)| is_kicked(*kicked)) {
                    orbit.advance(system, bodies, stage.half);
                }
            };
            flow_linked(linked, stage.start);
            let half_push = |bodies: &mut [Body<T, D>]| {
                for applied in &self.applied_forces {
                    if plan.orbits.holds(applied.body)
                        && let Ok(index) = places.binary_search(&applied.body)
                    {
                        let body = &mut bodies[index];
                        body.velocity += applied.force * (stage.half / body.mass);
                    }
                }
            };
            half_push(linked);
            let kick = (stage.middle, stage.length);
            group.kick(&mut self.room, linked, kick, task.composition.rule);
            half_push(linked);
            flow_linked(linked, stage.middle);
        }
        let is_left_to_one = |at: usize| {
            let place = places[at];
            let law = self.body_laws.per_body[place].law();
            law.is_some_and(|law| self.body_laws.table.is_free(law))
                && !has_applied_force(&self.applied_forces, place)
                && !self.rigid_bodies.has_thrust(place)
        };
        for link in &plan.linked.single {
            if !(is_left_to_one(link.first) && is_left_to_one(link.second)) {
                continue;
            }
            // one force over the whole step, exactly
            let pair = [&before[places[link.first]], &before[places[link.second]]];
            let relative = pair[0].relative_to(pair[1]);
            let whole = (system.time, system.h);
            let motion = group.link_motion(&mut self.room, link, &relative, whole);
            if let Some(motion) = motion {
                let [one, other] = pair_moved(pair, &motion, system.h);
                for (at, (position, velocity)) in [(link.first, one), (link.second, other)] {
                    linked[at].position = position.map(flushed);
                    linked[at].velocity = velocity.map(flushed);
                }
            }
        }
        for (body, &place) in linked.iter().zip(places) {
            after[place] = *body;
        }
        linked.iter().all(Body::is_finite)
    }
}

/// What is known of bodies and forces, not the room to compute in.
impl<T: Real<D>, const D: usize> Clone for FlowKickStepper<T, D> {
    fn clone(&self) -> Self {
        let mut flow_kick = Self::new();
        flow_kick.clone_from(self);
        flow_kick
    }

    fn clone_from(&mut self, source: &Self) {
        self.body_laws.clone_from(&source.body_laws);
        self.rigid_bodies.clone_from(&source.rigid_bodies);
        self.plan.clone_from(&source.plan);
        self.planned = source.planned;
    }
}

/// Moves bodies, of which the first has the first of these places, along their flow over a span that starts at
/// `time`, with what body_thrusts and applied forces do meanwhile; they have not turned then.
fn flow_part<T: Real<D>, const D: usize>(
    (table, rigid_bodies, applied_forces): (
        &mut InternedLaws<T, D>,
        &mut RigidBodies<T, D>,
        &[AppliedForce<T, D>],
    ),
    law: usize,
    (places, bodies): (Range<usize>, &mut [Body<T, D>]),
    (span, dt): (SubstepKind, T),
    time: T,
) {
    let &LinearLaw {
        damping, stiffness, ..
    } = table.law(law);
    let flow = table.flow(law, span, dt);
    flow_all(flow, bodies, time);
    add_applied_forces(applied_forces, flow, places.start, bodies);
    rigid_bodies.push(places, bodies, (span, [dt, damping, stiffness]), time);
}

/// Adds what applied_forces, sorted by body, did during a flow to bodies of which the first has this place.
fn add_applied_forces<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    flow: &Flow<T, D>,
    first: usize,
    bodies: &mut [Body<T, D>],
) {
    let end = first + bodies.len();
    let applied_forces =
        &applied_forces[applied_forces.partition_point(|applied| applied.body < first)..];
    for applied in applied_forces
        .iter()
        .take_while(|applied| applied.body < end)
    {
        let body = &mut bodies[applied.body - first];
        let acceleration = applied.force / body.mass;
        flow.add_constant(&acceleration, &mut body.position, &mut body.velocity);
    }
}

/// Where a motion ends that starts at a position, and its velocity there.
pub(super) fn end_of<T: Real<D>, const D: usize>(
    position: SVector<T, D>,
    motion: &Motion<T, D>,
) -> (SVector<T, D>, SVector<T, D>) {
    let position = position + motion.displacement;
    (position.map(flushed), motion.velocity.map(flushed))
}

/// Whether one of the applied_forces, sorted by body, is on the body at a place.
pub(super) fn has_applied_force<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    place: usize,
) -> bool {
    applied_forces
        .binary_search_by_key(&place, |applied| applied.body)
        .is_ok()
}

/// Whether all bodies are finite; a sum that overflows is a false alarm.
fn are_finite<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> bool {
    (bodies.iter()).fold(true, |sound, body| {
        sound & is_finite(&body.position, &body.velocity)
    })
}

/// Whether a state is finite, without a branch: a number times zero is zero unless it is not finite.
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
