//! Bodies that links, components and orbits tie to others, which go through a step together.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::block::{Block, is_pushed};
use super::components::{ComponentFlows, Solution, Surroundings};
use super::flow_kick::{StepTask, is_rotation_finite};
use super::kick_plan::KickPlan;
use super::law_runs::{BodyLaw, LawRuns};
use super::link::pair_after;
use super::orbit_table::BodyOrbit;
use super::splitting::whole_step;
use super::states::States;
use super::{AppliedForce, ForceTarget, StepFailure, Stepper};
use crate::body::{Body, StateBuffers};
use crate::space::Real;

/// Copies of the coupled bodies.
#[derive(Debug)]
pub(super) struct CoupledStates<T: Real<D>, const D: usize> {
    positions: Vec<[T; D]>,
    velocities: Vec<[T; D]>,
    masses: Vec<T>,
    bodies: Vec<Body<T, D>>,
    kicks: KickBuffers<T, D>,
}

/// Buffers for kicks on the coupled bodies.
#[derive(Debug)]
struct KickBuffers<T: Real<D>, const D: usize> {
    /// Positions and velocities before filtered kicks.
    unkicked: [Vec<[T; D]>; 2],
    /// Accelerations \[m/s²\] by applied forces on bodies that follow orbits, each with the index of the body: these forces
    /// kick.
    pushes: Vec<(usize, SVector<T, D>)>,
}

impl<T: Real<D>, const D: usize> CoupledStates<T, D> {
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            masses: Vec::new(),
            bodies: Vec::new(),
            kicks: KickBuffers {
                unkicked: [Vec::new(), Vec::new()],
                pushes: Vec::new(),
            },
        }
    }

    /// Copies the bodies at these places; whole bodies only where forces or orbits read them, or they turn.
    fn gather(
        &mut self,
        places: &[usize],
        states: &StateBuffers<'_, T, D>,
        bodies: &[Body<T, D>],
        with_bodies: bool,
    ) -> (States<'_, T, D>, &mut KickBuffers<T, D>) {
        self.positions.clear();
        (self.positions).extend(places.iter().map(|&place| states.positions[place]));
        self.velocities.clear();
        (self.velocities).extend(places.iter().map(|&place| states.velocities[place]));
        self.masses.clear();
        (self.masses).extend(places.iter().map(|&place| states.masses[place]));
        self.bodies.clear();
        if with_bodies {
            (self.bodies).extend(places.iter().map(|&place| bodies[place]));
        }
        let states = States {
            positions: &mut self.positions,
            velocities: &mut self.velocities,
            masses: &self.masses,
            bodies: &mut self.bodies,
        };
        (states, &mut self.kicks)
    }
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    /// Moves all coupled bodies to their next states, and those of `after`, which may be empty, to their
    /// next rotations. Returns whether all are finite; false may be a false alarm.
    ///
    /// # Errors
    /// A rod for which no step was found, or a body that came to it in a state that is not finite.
    pub(super) fn step_coupled(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &LawRuns,
        states: &mut StateBuffers<'_, T, D>,
        (before, after): (&[Body<T, D>], &mut [Body<T, D>]),
    ) -> Result<bool, StepFailure> {
        let Self {
            body_laws,
            rigid_bodies,
            plan,
            scratch,
            coupled,
            component_flows,
            applied_forces,
            ..
        } = self;
        let places = plan.coupled.bodies.as_slice();
        if places.is_empty() {
            return Ok(true);
        }
        let (system, orbits) = (task.system, &plan.orbits.list);
        // nothing kicks or turns any of them: one flow over the whole step
        let only_flow = plan.coupled.only_flow
            && (applied_forces.is_empty() || orbits.is_empty())
            && rigid_bodies.is_empty();
        let with_bodies = !(only_flow && orbits.is_empty());
        let (mut moved, KickBuffers { unkicked, pushes }) =
            coupled.gather(places, states, before, with_bodies);
        find_pushes(pushes, plan, applied_forces, moved.masses);
        // an orbit that nothing kicks is one flow over the whole step
        let is_kicked = |orbit: &&BodyOrbit| orbit.is_kicked || !applied_forces.is_empty();
        let is_unkicked = |orbit: &&BodyOrbit| !is_kicked(orbit);
        advance(
            orbits.iter().filter(is_unkicked),
            task,
            &mut moved,
            system.h,
        );
        let mut components = ComponentFlows {
            components: &plan.components,
            flows: component_flows,
            surroundings: Surroundings {
                system,
                before: states,
                bodies: before,
                applied_forces,
            },
        };
        // what nothing kicks: exact flows over the whole step, rods over each stage of a composition
        components.advance(Solution::Network, false, whole_step(system), &mut moved)?;
        for stage in task.scheme.composed.stages(system) {
            components.advance(Solution::Rods, false, stage, &mut moved)?;
            components.write_rotations(false, &mut moved);
        }
        let group = plan.coupled_group(system, pushes);
        let splitting = if components.have_kicked_rods() {
            task.scheme.composed
        } else {
            task.splitting(plan.coupled.by_velocity)
        };
        for part in splitting.parts(system).take_while(|_| !only_flow) {
            if let Some(substep) = part.flow {
                components.advance(Solution::Network, true, substep, &mut moved)?;
                components.advance(Solution::Rods, true, substep, &mut moved)?;
                let mut start = 0;
                for neighbours in places.chunk_by(|one, next| one + 1 == *next) {
                    let (first, end) = (neighbours[0], start + neighbours.len());
                    let mut block = Block {
                        first,
                        runs,
                        states: moved.part(start..end),
                        applied_forces,
                    };
                    block.flow(body_laws, rigid_bodies, substep);
                    start = end;
                }
                // bodies that turn with a component were turned as if they were free
                components.write_rotations(true, &mut moved);
                let kicked = orbits.iter().filter(is_kicked);
                advance(kicked, task, &mut moved, substep.dt);
            }
            let Some(kick) = part.kick else {
                continue;
            };
            // kicks act at filtered positions, and their changes of velocity are filtered
            if components.need_filter(kick.filter) {
                components.filter_positions(unkicked, [kick.time, kick.filter], &mut moved);
                group.kick(scratch, &mut moved, kick);
                components.filter_velocities(unkicked, kick.filter, &mut moved);
            } else {
                group.kick(scratch, &mut moved, kick);
            }
        }
        components.write_rotations(false, &mut moved);
        let is_moved_by_one = |index: usize| {
            let law = runs.get(places[index]).and_then(BodyLaw::law);
            law.is_some_and(|law| body_laws.interned.is_free(law))
                && !is_pushed(applied_forces, rigid_bodies, places[index])
        };
        let body_before = |index: usize| {
            let place = places[index];
            before[place]
                .at(states.positions[place])
                .moving(states.velocities[place])
        };
        for link in &plan.coupled.single_links {
            let ForceTarget::Pair(first, second) = link.target else {
                continue;
            };
            if !(is_moved_by_one(first) && is_moved_by_one(second)) {
                continue;
            }
            // the exact motion under the link over the whole step replaces what flows and kicks gave
            let [one, other] = [first, second].map(body_before);
            let relative = one.relative_to(&other);
            if let Some(motion) = group.motion(scratch, link, &relative, whole_step(system)) {
                let ends = pair_after([&one, &other], &motion, system.h);
                for (index, (position, velocity)) in [first, second].into_iter().zip(ends) {
                    moved.set(index, position, velocity);
                }
            }
        }
        for (index, &place) in places.iter().enumerate() {
            states.next_positions[place] = moved.positions[index];
            states.next_velocities[place] = moved.velocities[index];
            if let (Some(after), Some(body)) = (after.get_mut(place), moved.bodies.get(index)) {
                *after = *body;
            }
        }
        Ok(moved.are_finite() && moved.bodies.iter().all(is_rotation_finite))
    }
}

/// Moves the bodies of these orbits for `dt` \[s\].
fn advance<'a, T: Real<D>, const D: usize>(
    orbits: impl Iterator<Item = &'a BodyOrbit>,
    task: &StepTask<'_, T, D>,
    states: &mut States<'_, T, D>,
    dt: T,
) {
    let mut orbits = orbits.peekable();
    if orbits.peek().is_some() {
        states.write_bodies();
        orbits.for_each(|orbit| orbit.advance(task.system, states.bodies, dt));
        states.read_bodies();
    }
}

/// Finds the accelerations by applied forces on bodies that follow orbits.
fn find_pushes<T: Real<D>, const D: usize>(
    pushes: &mut Vec<(usize, SVector<T, D>)>,
    plan: &KickPlan,
    applied_forces: &[AppliedForce<T, D>],
    masses: &[T],
) {
    pushes.clear();
    for applied in applied_forces {
        if plan.orbits.contains(applied.body)
            && let Ok(index) = plan.coupled.bodies.binary_search(&applied.body)
        {
            pushes.push((index, applied.force / masses[index]));
        }
    }
}
