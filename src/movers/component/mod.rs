//! The flow of a component, which consists of bodies that are tied by linear links and rods.

mod inputs;

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::{Members, Mover, Surroundings, UnsolvedRod};
use crate::body::Body;
use crate::network::{Network, NetworkStates, NotSolved};
use crate::numbers::{from_f64, to_f64};
use crate::plan::Component;
use crate::rods::{Attempt, RodNetwork, Turning};
use crate::space::Real;
use crate::step::{NonFiniteBody, States, StepFailure, Substep, is_rotation_finite};
use inputs::FixedEnd;
pub(crate) use inputs::Inputs;

/// How the bodies of a component move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Solution {
    /// The bodies move as a network of linear links, exactly.
    Network,
    /// The bodies move as a network of rods, by the energy-momentum rule.
    Rods,
    /// Each body moves along its own flow; the links act as kicks.
    Kicks(NotSolved),
}

/// The solution of the equations of motion of a component.
#[derive(Debug, Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "the flows of a network are used in every step, and one component is not copied to another place"
)]
pub(super) enum Solver<const D: usize> {
    Network(Network<D>),
    Rods(RodNetwork<D>),
}

/// The flow of a component, with buffers that are reused from step to step.
#[derive(Debug)]
pub(crate) struct ComponentFlow<const D: usize> {
    /// Inputs of the flow, shared by clones.
    inputs: Arc<Inputs<D>>,
    solution: Solution,
    /// The solver of the equations of motion; `None` if the links kick.
    solver: Option<Solver<D>>,
    positions: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
    /// Position and velocity of each fixed end.
    fixed: Vec<[[f64; D]; 2]>,
    /// Accelerations by applied forces \[m/s²\], each with the index of the accelerated body.
    applied: Vec<(usize, [f64; D])>,
    /// The rotations of all bodies; empty if no body rotates with the component.
    turnings: Vec<Turning>,
}

impl<const D: usize> ComponentFlow<D> {
    /// Returns the flow of a component with these inputs.
    pub(crate) fn new(inputs: Inputs<D>, component: &Component) -> Self {
        let has_rods = component.ties.iter().any(|tie| tie.is_rod);
        let solved = inputs.solve(has_rods);
        let solution = match &solved {
            Ok(Solver::Network(_)) => Solution::Network,
            Ok(Solver::Rods(_)) => Solution::Rods,
            Err(reason) => Solution::Kicks(*reason),
        };
        let count = component.indices.len();
        Self {
            solution,
            positions: Vec::with_capacity(count),
            velocities: Vec::with_capacity(count),
            fixed: Vec::with_capacity(inputs.fixed.len()),
            applied: Vec::with_capacity(count),
            turnings: Vec::new(),
            solver: solved.ok(),
            inputs: Arc::new(inputs),
        }
    }

    /// Returns how the bodies of the component move.
    pub(crate) fn solution(&self) -> Solution {
        self.solution
    }

    pub(crate) fn has_inputs(&self, inputs: &Inputs<D>) -> bool {
        *self.inputs == *inputs
    }

    /// Whether two flows have equal inputs and solutions.
    #[cfg(test)]
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        (&self.inputs, self.solution) == (&other.inputs, other.solution)
    }

    /// Whether the flow was computed for the mass and the inertia of the body with this index in the component.
    pub(crate) fn fits<T: Real<D>>(&self, index: usize, body: &Body<T, D>) -> bool {
        // if there are too many bodies, links kick for any masses
        self.solution == Solution::Kicks(NotSolved::TooManyBodies) || self.inputs.fit(index, body)
    }

    /// Moves the loaded states by `dt` \[s\], from `time` \[s\] on. `attempt` is the rule that
    /// moves rods.
    fn moved(
        &mut self,
        length: usize,
        time: f64,
        dt: f64,
        attempt: Attempt<D>,
    ) -> Result<(), UnsolvedRod> {
        let mut states = NetworkStates {
            positions: &mut self.positions,
            velocities: &mut self.velocities,
            fixed: &self.fixed,
            applied: &self.applied,
        };
        match &mut self.solver {
            Some(Solver::Network(network)) => network.advance(length, time, dt, &mut states),
            Some(Solver::Rods(rods)) => {
                attempt(rods, time, dt, &mut states, &mut self.turnings)
                    .map_err(|failed| UnsolvedRod(self.inputs.slot_of(failed.bond)))?;
            }
            None => {}
        }
        Ok(())
    }

    /// Loads the states of the bodies, the motion of fixed ends during `dt` \[s\] from `time` \[s\]
    /// on, and the applied forces.
    fn load<T: Real<D>>(
        &mut self,
        members: Members<'_>,
        around: Surroundings<'_, T, D>,
        [time, dt]: [T; 2],
        states: &States<'_, T, D>,
    ) {
        let Surroundings {
            system,
            before,
            bodies,
            applied_forces,
        } = around;
        let each = || members.local.iter();
        self.positions.clear();
        (self.positions).extend(each().map(|&local| states.positions[local].map(to_f64)));
        self.velocities.clear();
        (self.velocities).extend(each().map(|&local| states.velocities[local].map(to_f64)));
        self.turnings.clear();
        if self.inputs.turning().contains(&true) {
            // bodies that were all made points have no rotations
            let bodies = each().filter_map(|&local| states.bodies.get(local));
            self.turnings.extend(bodies.map(rotation_of));
        }
        let elapsed = time - system.time;
        self.fixed.clear();
        (self.fixed).extend(self.inputs.fixed.iter().map(|end| match end {
            FixedEnd::Point(point) => [*point, [0.0; D]],
            FixedEnd::Body { index, arm } => {
                let [position, velocity] = [before.positions[*index], before.velocities[*index]]
                    .map(|vector| SVector::from(vector.map(to_f64)));
                let [from, mean_rate] = swept(&bodies[*index], arm, [elapsed, dt]);
                let moved = position + velocity * to_f64(elapsed) + from;
                [moved.into(), (velocity + mean_rate).into()]
            }
        }));
        self.applied.clear();
        for applied in applied_forces {
            let Ok(member) = members.indices.binary_search(&applied.body) else {
                continue;
            };
            let acceleration = applied.force / before.masses[applied.body];
            match self.applied.last_mut() {
                Some((last, sum)) if *last == member => {
                    (0..D).for_each(|axis| sum[axis] += to_f64(acceleration[axis]));
                }
                _ => self.applied.push((member, acceleration.map(to_f64).into())),
            }
        }
    }
}

impl<T: Real<D>, const D: usize> Mover<T, D> for ComponentFlow<D> {
    fn advance(
        &mut self,
        members: Members<'_>,
        states: &mut States<'_, T, D>,
        substep: Substep<T>,
        around: Surroundings<'_, T, D>,
    ) -> Result<(), StepFailure> {
        let (time, dt) = (to_f64(substep.start), to_f64(substep.dt));
        let span = [substep.start, substep.dt];
        self.load(members, around, span, states);
        let mut moved = self.moved(substep.length, time, dt, RodNetwork::advance);
        // only rods can fail; the second attempt starts from the same states
        if moved.is_err() {
            self.load(members, around, span, states);
            moved = self.moved(substep.length, time, dt, RodNetwork::retry);
        }
        if let Err(rod) = moved {
            let is_finite = |&local: &usize| {
                let state = states.positions[local]
                    .iter()
                    .chain(&states.velocities[local]);
                let rotation = states.bodies.get(local);
                state.copied().all(|number| number.is_finite())
                    && rotation.is_none_or(is_rotation_finite)
            };
            let invalid = members.local.iter().position(|local| !is_finite(local));
            return Err(match invalid {
                Some(member) => NonFiniteBody(members.indices[member]).into(),
                None => rod.into(),
            });
        }
        let ends = self.positions.iter().zip(&self.velocities);
        for (&local, (position, velocity)) in members.local.iter().zip(ends) {
            let [position, velocity] =
                [position, velocity].map(|vector| SVector::from(vector.map(from_f64)));
            states.set(local, position, velocity);
        }
        Ok(())
    }

    fn is_exact(&self) -> bool {
        self.solution == Solution::Network
    }

    fn write_rotations(&self, members: Members<'_>, states: &mut States<'_, T, D>) {
        let locals = members.local.iter().zip(self.inputs.turning());
        for ((&local, turns), rotation) in locals.zip(&self.turnings) {
            if *turns
                && let Some(body) = states.bodies.get_mut(local)
                && !body.is_point()
            {
                body.set_rotation(
                    T::orientation_from(rotation.orientation.map(from_f64)),
                    T::axial_from(rotation.angular_momentum.map(from_f64)),
                );
            }
        }
    }

    fn needs_filter(&self, h: T) -> bool {
        match &self.solver {
            Some(Solver::Network(network)) => network.needs_filter(to_f64(h)),
            _ => false,
        }
    }

    fn filter_positions(
        &mut self,
        members: Members<'_>,
        [time, h]: [T; 2],
        states: &mut States<'_, T, D>,
        around: Surroundings<'_, T, D>,
    ) {
        self.load(members, around, [time, T::zero()], states);
        let Some(Solver::Network(network)) = &mut self.solver else {
            return;
        };
        let [at, over] = [time, h].map(to_f64);
        network.filter_positions(over, at, &mut self.positions, &self.fixed, &self.applied);
        for (&local, position) in members.local.iter().zip(&self.positions) {
            states.positions[local] = position.map(from_f64);
        }
    }

    fn filter_velocities(
        &mut self,
        members: Members<'_>,
        before: &[[T; D]],
        h: T,
        states: &mut States<'_, T, D>,
    ) {
        let Some(Solver::Network(network)) = &mut self.solver else {
            return;
        };
        let change = |local: usize| {
            core::array::from_fn(|axis| {
                to_f64(states.velocities[local][axis] - before[local][axis])
            })
        };
        self.velocities.clear();
        (self.velocities).extend(members.local.iter().map(|&local| change(local)));
        network.filter_changes(to_f64(h), &mut self.velocities);
        for (&local, change) in members.local.iter().zip(&self.velocities) {
            for axis in 0..D {
                states.velocities[local][axis] = before[local][axis] + from_f64(change[axis]);
            }
        }
    }
}

impl<const D: usize> Clone for ComponentFlow<D> {
    fn clone(&self) -> Self {
        Self {
            inputs: Arc::clone(&self.inputs),
            solution: self.solution,
            solver: self.solver.clone(),
            positions: Vec::new(),
            velocities: Vec::new(),
            fixed: Vec::new(),
            applied: Vec::new(),
            turnings: Vec::new(),
        }
    }

    /// Copies `source`, and reuses memory if the components are alike. The buffers are empty
    /// between steps.
    fn clone_from(&mut self, source: &Self) {
        self.inputs.clone_from(&source.inputs);
        self.solution = source.solution;
        match (&mut self.solver, &source.solver) {
            (Some(Solver::Network(network)), Some(Solver::Network(from))) => {
                network.clone_from(from);
            }
            (Some(Solver::Rods(rods)), Some(Solver::Rods(from))) => rods.clone_from(from),
            (solver, from) => solver.clone_from(from),
        }
    }
}

/// Returns an arm of a fixed body that rotates freely, in the world frame \[m\], after the time
/// `elapsed` \[s\]; and the mean rate of change of this arm \[m/s\] during the following time `dt`.
fn swept<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    arm: &[f64; D],
    [elapsed, dt]: [T; 2],
) -> [SVector<f64, D>; 2] {
    let arm = SVector::<T, D>::from(arm.map(from_f64));
    if arm.iter().all(T::is_zero) {
        return [SVector::zeros(); 2];
    }
    let after = |time: T| {
        let orientation = T::coast(
            &T::rotor(&body.inertia()),
            &body.orientation(),
            &body.spin_angular_momentum(),
            time,
        );
        T::rotate(&orientation, &arm).map(to_f64)
    };
    let from = after(elapsed);
    if dt == T::zero() {
        return [from, SVector::zeros()];
    }
    [from, (after(elapsed + dt) - from) / to_f64(dt)]
}

fn rotation_of<T: Real<D>, const D: usize>(body: &Body<T, D>) -> Turning {
    Turning {
        orientation: T::orientation_numbers(&body.orientation()).map(to_f64),
        angular_momentum: T::axial_numbers(&body.spin_angular_momentum()).map(to_f64),
    }
}
