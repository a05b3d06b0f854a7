//! The flow-kick schemes for bodies that no link and no orbit ties to others: neighbours, as struct of
//! arrays, a block at a time through the whole step. Forces read them as bodies.

use core::ops::Range;

use nalgebra::SVector;

use super::body_laws::BodyLaws;
use super::flow_in_place::flow_points;
use super::flow_kick::{StepTask, on_neighbours};
use super::kick_plan::{BodyRole, OwnKicks};
use super::law_runs::{LawRun, LawRuns};
use super::rotation::RigidBodies;
use super::splitting::{Substep, whole_step};
use super::states::States;
use super::{AppliedForce, Stepper};
use crate::body::{Body, StateBuffers};
use crate::flow::Flow;
use crate::space::Real;

/// How many bodies go through a step together: few enough to stay in the fastest cache.
const STEP_BLOCK: usize = 64;

/// Neighbours on their way through a step.
pub(super) struct Block<'a, T: Real<D>, const D: usize> {
    /// Place of the first of them.
    pub(super) first: usize,
    pub(super) runs: &'a LawRuns,
    pub(super) states: States<'a, T, D>,
    pub(super) applied_forces: &'a [AppliedForce<T, D>],
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    /// Moves all bodies that are not coupled to their next states, blocks of neighbours of one role at a
    /// time. `after` are the bodies for their next rotations; empty if all are upright points. Returns
    /// whether all are finite.
    #[must_use]
    pub(super) fn step_blocks(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &LawRuns,
        own_kicks: &mut OwnKicks,
        states: &mut StateBuffers<'_, T, D>,
        after: &mut [Body<T, D>],
    ) -> bool {
        self.point_bodies.resize(STEP_BLOCK, Body::point(T::one()));
        let (mut first, mut all_finite) = (0, true);
        while first < runs.len() {
            let limit = runs.len().min(first + STEP_BLOCK);
            let run = runs.run(first, limit);
            let mut end = run.end;
            while end < limit {
                let next = runs.run(end, limit);
                if !self.body_laws.is_stepped_like(&run, &next) {
                    break;
                }
                end = next.end;
            }
            if self.body_laws.is_single(&run) {
                // what is pushed goes through flows and kicks, and what is not follows its exact motion
                let pushed = |place| is_pushed(&self.applied_forces, &self.rigid_bodies, place);
                let other = (first + 1..end).find(|&place| pushed(place) != pushed(first));
                end = other.unwrap_or(end);
            }
            if !run.role.is_coupled() {
                let (places, kicks) = (first..end, &mut *own_kicks);
                all_finite &= self.step_block(task, (runs, &run), places, kicks, states, after);
            }
            first = end;
        }
        all_finite
    }

    /// Moves the bodies at these places, which are of one role, to their next states. Returns whether all
    /// of these are finite.
    #[must_use]
    fn step_block(
        &mut self,
        task: &StepTask<'_, T, D>,
        (runs, run): (&LawRuns, &LawRun),
        places: Range<usize>,
        own_kicks: &mut OwnKicks,
        states: &mut StateBuffers<'_, T, D>,
        after: &mut [Body<T, D>],
    ) -> bool {
        let Self {
            body_laws,
            rigid_bodies,
            plan,
            scratch,
            point_bodies,
            applied_forces,
            ..
        } = self;
        let first = places.start;
        let positions = &states.positions[places.clone()];
        let velocities = &states.velocities[places.clone()];
        let bodies = match after {
            [] => &mut point_bodies[..positions.len()],
            _ => &mut after[places.clone()],
        };
        let mut block = Block {
            first,
            runs,
            states: States {
                positions: &mut states.next_positions[places.clone()],
                velocities: &mut states.next_velocities[places.clone()],
                masses: &states.masses[places.clone()],
                bodies,
            },
            applied_forces,
        };
        block.states.positions.copy_from_slice(positions);
        block.states.velocities.copy_from_slice(velocities);
        let whole = whole_step(task.system);
        if run.role == BodyRole::Unkicked {
            block.flow(body_laws, rigid_bodies, whole);
            return block.is_finite(rigid_bodies);
        }
        let group = plan.group(task.system, places, own_kicks);
        // bodies that a single force with a known exact motion moves
        let are_single =
            body_laws.is_single(run) && !is_pushed(applied_forces, rigid_bodies, first);
        let singles = if are_single { positions.len() } else { 0 };
        if are_single {
            rigid_bodies.rotate(first, block.states.bodies, whole);
        } else {
            for part in task.splitting.parts(task.system) {
                if let Some(substep) = part.flow {
                    block.flow(body_laws, rigid_bodies, substep);
                }
                if let Some(kick) = part.kick {
                    group.kick(scratch, &mut block.states, kick);
                }
            }
        }
        for index in 0..singles {
            let mut body = block.states.bodies[index];
            body.mass = block.states.masses[index];
            body.position = SVector::from(positions[index]);
            body.velocity = SVector::from(velocities[index]);
            if let Some(motion) = group.single_motion(scratch, index, &body, whole) {
                let end = body.position + motion.displacement;
                block.states.set(index, end, motion.velocity);
            }
        }
        block.is_finite(rigid_bodies)
    }
}

impl<T: Real<D>, const D: usize> Block<'_, T, D> {
    /// Moves the bodies along their flows over a substep, with the effects of applied forces and thrusts,
    /// and rotates them. Bound bodies only rotate.
    pub(super) fn flow(
        &mut self,
        body_laws: &mut BodyLaws<T, D>,
        rigid_bodies: &mut RigidBodies<T, D>,
        substep: Substep<T>,
    ) {
        let (mut first, end) = (self.first, self.first + self.states.positions.len());
        for run in self.runs.runs(first, end) {
            let part = first - self.first..run.end - self.first;
            let first = core::mem::replace(&mut first, run.end);
            if run.role.is_bound() {
                continue;
            }
            let flow = body_laws.interned.flow(run.law(), substep);
            let mut states = self.states.part(part);
            flow_points(flow, states.positions, states.velocities, substep.start);
            add_applied_forces(self.applied_forces, flow, first, &mut states);
            if rigid_bodies.have_thrusts() {
                states.write_bodies();
                let law = body_laws.interned.law(run.law());
                rigid_bodies.add_thrusts(first, states.bodies, law, substep);
                states.read_bodies();
            }
        }
        rigid_bodies.rotate(self.first, self.states.bodies, substep);
    }

    fn is_finite(&self, rigid_bodies: &RigidBodies<T, D>) -> bool {
        self.states.are_finite() & rigid_bodies.are_finite(self.first, self.states.bodies)
    }
}

/// Whether an applied force or a thrust acts on the body at a place.
pub(super) fn is_pushed<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    rigid_bodies: &RigidBodies<T, D>,
    place: usize,
) -> bool {
    let mut applied = on_neighbours(applied_forces, place, 1);
    applied.next().is_some() || rigid_bodies.has_thrust(place)
}

/// Adds the effect of applied forces, sorted by body, over a flow. `first` is the place of the first body.
fn add_applied_forces<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    flow: &Flow<T, D>,
    first: usize,
    states: &mut States<'_, T, D>,
) {
    for applied in on_neighbours(applied_forces, first, states.masses.len()) {
        let index = applied.body - first;
        let acceleration = applied.force / states.masses[index];
        let mut position = SVector::from(states.positions[index]);
        let mut velocity = SVector::from(states.velocities[index]);
        flow.add_constant(&acceleration, &mut position, &mut velocity);
        states.positions[index] = position.into();
        states.velocities[index] = velocity.into();
    }
}
