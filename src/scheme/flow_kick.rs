//! Flow, kick, flow: the default scheme and its fourth-order composition.

use alloc::vec::Vec;
use nalgebra::SVector;

use super::accumulate::pair_after;
use super::body_laws::{BodyLaws, LawError};
use super::composition::{Composition, Stage, Substep, whole_step};
use super::flow_in_place::flow_bodies;
use super::interned_laws::InternedLaws;
use super::kick::KickScratch;
use super::kick_plan::{CoupledOrbit, KickPlan};
use super::rigid_bodies::RigidBodies;
use super::{AppliedForce, NonFiniteBody, System};
use crate::body::{Body, BodyStore, StateBuffers};
use crate::flow::Flow;
use crate::increment::Motion;
use crate::space::{Real, flushed};

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
        self.prepare(task.system, bodies)?;
        let only_flows = self.plan.has_no_kicks()
            && self.applied_forces.is_empty()
            && self.rigid_bodies.is_empty();
        if !(only_flows && self.body_laws.flow_in_place(task.system, bodies.columns())) {
            // rotations are part of the slice
            let have_rotations = !(self.rigid_bodies.is_empty() && bodies.are_upright_points());
            let (columns, slice) = bodies.columns_and_slice();
            next.clear();
            if have_rotations {
                next.extend_from_slice(slice);
            }
            self.step_columns(task, &mut columns.buffers(slice), slice, next)?;
            columns.advance();
            if have_rotations {
                core::mem::swap(slice, next);
            }
            self.body_laws.component_bound = None;
        }
        bodies.columns_moved();
        Ok(())
    }

    /// Fills the buffers with the states after the step, and `after`, a copy of the bodies, with their
    /// rotations; it is empty if no body has a rotation.
    fn step_columns(
        &mut self,
        task: &StepTask<'_, T, D>,
        states: &mut StateBuffers<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> Result<(), NonFiniteBody> {
        let mut all_finite = self.step_blocks(task, states, after);
        all_finite &= self.step_coupled(task, states, before, after);
        if all_finite {
            return Ok(());
        }
        // the quick check also fails if a sum of finite numbers overflows
        let is_state_finite = |place: usize| {
            let vectors = [
                &states.next_positions[place],
                &states.next_velocities[place],
            ];
            (vectors.into_iter().flatten()).all(|number| number.is_finite())
        };
        let is_rotation_finite = |place: usize| after.get(place).is_none_or(is_rotation_finite);
        (0..states.positions.len())
            .find(|&place| !(is_state_finite(place) && is_rotation_finite(place)))
            .map_or(Ok(()), |place| Err(NonFiniteBody(place)))
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
        self.sort_applied_forces(system);
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

    /// Sorts the applied forces by body; those on one body stay in their order.
    fn sort_applied_forces(&mut self, system: &System<'_, T, D>) {
        self.applied_forces.clear();
        if system.applied_forces.is_empty() {
            return;
        }
        self.order.clear();
        self.order.extend(0..system.applied_forces.len());
        (self.order).sort_unstable_by_key(|&index| (system.applied_forces[index].body, index));
        let sorted = self.order.iter().map(|&index| system.applied_forces[index]);
        self.applied_forces.extend(sorted);
    }

    /// Moves all coupled bodies together through all stages. Returns whether all are finite; false may
    /// be a false alarm.
    #[must_use]
    fn step_coupled(
        &mut self,
        task: &StepTask<'_, T, D>,
        states: &mut StateBuffers<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> bool {
        let Self { plan, coupled, .. } = self;
        let places = &plan.coupled.bodies;
        if places.is_empty() {
            return true;
        }
        let body_before = |place: usize| {
            let (position, velocity) = (states.positions[place], states.velocities[place]);
            before[place].at(position).moving(velocity)
        };
        coupled.clear();
        coupled.extend(places.iter().map(|&place| body_before(place)));
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
            let [one, other] = [link.first, link.second].map(|index| body_before(places[index]));
            let pair = [&one, &other];
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
            states.next_positions[place] = body.position.into();
            states.next_velocities[place] = body.velocity.into();
            if let Some(after) = after.get_mut(place) {
                *after = *body;
            }
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

/// Whether orientation and angular momentum of a body that turns are finite.
fn is_rotation_finite<T: Real<D>, const D: usize>(body: &Body<T, D>) -> bool {
    body.is_point() || body.has_finite_rotation()
}
