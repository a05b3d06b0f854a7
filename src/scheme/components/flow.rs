//! The flow of a component.

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::super::flow_kick::is_rotation_finite;
use super::super::splitting::Substep;
use super::super::states::States;
use super::super::{AppliedForce, NonFiniteBody, StepFailure, System};
use super::inputs::FixedEnd;
use super::{Component, Inputs, Solution};
use crate::body::{Body, StateBuffers};
use crate::network::{Network, NetworkStates};
use crate::numbers::{from_f64, to_f64};
use crate::rods::{Attempt, RodNetwork, Turning};
use crate::space::Real;

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
pub(in crate::scheme) struct ComponentFlow<const D: usize> {
    /// Shared by clones.
    inputs: Arc<Inputs<D>>,
    solution: Solution,
    /// None if links kick.
    solver: Option<Solver<D>>,
    positions: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
    /// Position and velocity of each fixed end.
    fixed: Vec<[[f64; D]; 2]>,
    /// Accelerations by applied forces, each of a body.
    applied: Vec<(usize, [f64; D])>,
    /// The rotations of all bodies, empty if none turns with the component.
    turnings: Vec<Turning>,
}

/// The attachment of a rod for which no step was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scheme) struct UnsolvedRod(pub(in crate::scheme) usize);

/// What the flow of a component takes from outside.
#[derive(Clone, Copy)]
pub(in crate::scheme) struct Surroundings<'a, T: Real<D>, const D: usize> {
    pub(in crate::scheme) system: &'a System<'a, T, D>,
    /// The states of all bodies before the step, and their rotations.
    pub(in crate::scheme) before: &'a StateBuffers<'a, T, D>,
    pub(in crate::scheme) bodies: &'a [Body<T, D>],
    /// Sorted by body.
    pub(in crate::scheme) applied_forces: &'a [AppliedForce<T, D>],
}

impl<const D: usize> ComponentFlow<D> {
    /// The flow of a component with these inputs.
    pub(in crate::scheme) fn new(inputs: Inputs<D>, component: &Component) -> Self {
        let has_rods = component.ties.iter().any(|tie| tie.is_rod);
        let solved = inputs.solve(has_rods);
        let solution = match &solved {
            Ok(Solver::Network(_)) => Solution::Network,
            Ok(Solver::Rods(_)) => Solution::Rods,
            Err(reason) => Solution::Kicks(*reason),
        };
        let count = component.places.len();
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

    /// How the bodies of the component move.
    pub(in crate::scheme) fn solution(&self) -> Solution {
        self.solution
    }

    pub(in crate::scheme) fn has_inputs(&self, inputs: &Inputs<D>) -> bool {
        *self.inputs == *inputs
    }

    /// Whether the flow is that of the mass and the inertia of the body at a place.
    pub(in crate::scheme) fn fits<T: Real<D>>(
        &self,
        component: &Component,
        place: usize,
        body: &Body<T, D>,
    ) -> bool {
        let index = component.places.binary_search(&place);
        index.is_ok_and(|index| self.inputs.fit(index, body))
    }

    /// Moves the bodies of the component over a substep.
    ///
    /// # Errors
    /// A body that came here in a state that is not finite, as after a kick that is not, or the rod for which no step was found.
    /// The states are not defined then.
    pub(in crate::scheme) fn advance<T: Real<D>>(
        &mut self,
        component: &Component,
        surroundings: Surroundings<'_, T, D>,
        substep: Substep<T>,
        states: &mut States<'_, T, D>,
    ) -> Result<(), StepFailure> {
        let (time, dt) = (to_f64(substep.start), to_f64(substep.dt));
        let span = [substep.start, substep.dt];
        self.load(component, surroundings, span, states);
        let mut moved = self.moved(substep.length, time, dt, RodNetwork::advance);
        // only rods fail, and the second attempt starts from the same states
        if moved.is_err() {
            self.load(component, surroundings, span, states);
            moved = self.moved(substep.length, time, dt, RodNetwork::retry);
        }
        if let Err(rod) = moved {
            let is_finite = |&index: &usize| {
                let state = states.positions[index]
                    .iter()
                    .chain(&states.velocities[index]);
                let rotation = states.bodies.get(index);
                state.copied().all(|number| number.is_finite())
                    && rotation.is_none_or(is_rotation_finite)
            };
            let invalid = component.members.iter().position(|index| !is_finite(index));
            return Err(match invalid {
                Some(member) => NonFiniteBody(component.places[member]).into(),
                None => rod.into(),
            });
        }
        let ends = self.positions.iter().zip(&self.velocities);
        for (&index, (position, velocity)) in component.members.iter().zip(ends) {
            let [position, velocity] =
                [position, velocity].map(|vector| SVector::from(vector.map(from_f64)));
            states.set(index, position, velocity);
        }
        Ok(())
    }

    /// Moves the loaded states from `time` \[s\] on by `dt` \[s\]; rods by this attempt.
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
                    .map_err(|failed| UnsolvedRod(self.inputs.attachment_of(failed.bond)))?;
            }
            None => {}
        }
        Ok(())
    }

    /// Writes the rotations after the last substep to the bodies that turn with the component.
    pub(in crate::scheme) fn write_rotations<T: Real<D>>(
        &self,
        component: &Component,
        states: &mut States<'_, T, D>,
    ) {
        let members = component.members.iter().zip(&component.places);
        for ((&index, place), rotation) in members.zip(&self.turnings) {
            if component.turning.binary_search(place).is_ok()
                && let Some(body) = states.bodies.get_mut(index)
                && !body.is_point()
            {
                body.set_rotation(
                    T::orientation_from(rotation.orientation.map(from_f64)),
                    T::axial_from(rotation.angular_momentum.map(from_f64)),
                );
            }
        }
    }

    /// Copies the states of the bodies, of the fixed ends over a time \[s\] from `time` \[s\] on, and applied forces.
    fn load<T: Real<D>>(
        &mut self,
        component: &Component,
        surroundings: Surroundings<'_, T, D>,
        [time, dt]: [T; 2],
        states: &States<'_, T, D>,
    ) {
        let Surroundings {
            system,
            before,
            bodies,
            applied_forces,
        } = surroundings;
        let members = || component.members.iter();
        self.positions.clear();
        (self.positions).extend(members().map(|&index| states.positions[index].map(to_f64)));
        self.velocities.clear();
        (self.velocities).extend(members().map(|&index| states.velocities[index].map(to_f64)));
        self.turnings.clear();
        if !component.turning.is_empty() {
            // there are none if all of them were made points
            let bodies = members().filter_map(|&index| states.bodies.get(index));
            self.turnings.extend(bodies.map(rotation_of));
        }
        let elapsed = time - system.time;
        self.fixed.clear();
        (self.fixed).extend(self.inputs.fixed.iter().map(|end| match end {
            FixedEnd::Point(point) => [*point, [0.0; D]],
            FixedEnd::Body { place, arm } => {
                let [position, velocity] = [before.positions[*place], before.velocities[*place]]
                    .map(|vector| SVector::from(vector.map(to_f64)));
                let [from, mean_rate] = swept(&bodies[*place], arm, [elapsed, dt]);
                let moved = position + velocity * to_f64(elapsed) + from;
                [moved.into(), (velocity + mean_rate).into()]
            }
        }));
        self.applied.clear();
        for applied in applied_forces {
            let Ok(index) = component.places.binary_search(&applied.body) else {
                continue;
            };
            let acceleration = applied.force / before.masses[applied.body];
            match self.applied.last_mut() {
                Some((last, sum)) if *last == index => {
                    (0..D).for_each(|axis| sum[axis] += to_f64(acceleration[axis]));
                }
                _ => self.applied.push((index, acceleration.map(to_f64).into())),
            }
        }
    }

    /// Whether kicks over `h` \[s\] must be filtered: they would resonate with fast modes.
    pub(in crate::scheme) fn needs_filter<T: Real<D>>(&self, h: T) -> bool {
        match &self.solver {
            Some(Solver::Network(network)) => network.needs_filter(to_f64(h)),
            _ => false,
        }
    }

    /// Moves the bodies to where kicks over `h` \[s\] at `time` \[s\] are evaluated.
    pub(in crate::scheme) fn filter_positions<T: Real<D>>(
        &mut self,
        component: &Component,
        surroundings: Surroundings<'_, T, D>,
        [time, h]: [T; 2],
        states: &mut States<'_, T, D>,
    ) {
        self.load(component, surroundings, [time, T::zero()], states);
        let Some(Solver::Network(network)) = &mut self.solver else {
            return;
        };
        let [at, over] = [time, h].map(to_f64);
        network.filter_positions(over, at, &mut self.positions, &self.fixed, &self.applied);
        for (&index, position) in component.members.iter().zip(&self.positions) {
            states.positions[index] = position.map(from_f64);
        }
    }

    /// Filters the changes of velocity by kicks over `h` \[s\]; `before` are the velocities of all coupled bodies before
    /// them.
    pub(in crate::scheme) fn filter_velocities<T: Real<D>>(
        &mut self,
        component: &Component,
        before: &[[T; D]],
        h: T,
        states: &mut States<'_, T, D>,
    ) {
        let Some(Solver::Network(network)) = &mut self.solver else {
            return;
        };
        let change = |index: usize| {
            core::array::from_fn(|axis| {
                to_f64(states.velocities[index][axis] - before[index][axis])
            })
        };
        self.velocities.clear();
        (self.velocities).extend(component.members.iter().map(|&index| change(index)));
        network.filter_changes(to_f64(h), &mut self.velocities);
        for (&index, change) in component.members.iter().zip(&self.velocities) {
            for axis in 0..D {
                states.velocities[index][axis] = before[index][axis] + from_f64(change[axis]);
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

    /// In the memory that it has where the components are alike; buffers contain nothing between steps.
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

/// An arm of a fixed body in the world frame \[m\] after a time \[s\], and its mean rate of change \[m/s\] over a further one. The
/// body turns freely.
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
