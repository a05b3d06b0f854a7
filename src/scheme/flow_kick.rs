//! The schemes of flows and kicks.

use alloc::sync::Arc;

use nalgebra::SVector;

use super::body_laws::LawError;
use super::components::{ComponentFlow, Inputs, Solution};
use super::law_runs::Stale;
use super::splitting::{FlowKickScheme, Splitting};
use super::{AppliedForce, NonFiniteBody, StepFailure, Stepper, System};
use crate::body::{Body, BodyStore, StateBuffers};
use crate::network::NotSolved;
use crate::space::Real;

/// One step to be made.
pub(super) struct StepTask<'a, T: Real<D>, const D: usize> {
    pub(super) scheme: &'static FlowKickScheme,
    pub(super) system: &'a System<'a, T, D>,
}

impl<T: Real<D>, const D: usize> StepTask<'_, T, D> {
    /// The splitting for bodies with exact flows, by whether some of their kicks depend on velocity.
    pub(super) fn splitting(&self, by_velocity: bool) -> &'static Splitting {
        if by_velocity {
            self.scheme.of_velocity
        } else {
            self.scheme.of_place
        }
    }
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    /// Moves `bodies` by one step. On failure the bodies are unchanged.
    pub(super) fn flow_kick(
        &mut self,
        task: &StepTask<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), StepFailure> {
        self.prepare(task.system, bodies)?;
        let only_flows = self.body_laws.runs.has_no_kicks()
            && self.applied_forces.is_empty()
            && self.rigid_bodies.is_empty();
        if !(only_flows && self.body_laws.flow_in_place(task.system, bodies.columns())) {
            self.step_into_buffers(task, bodies)?;
        }
        bodies.columns_moved();
        Ok(())
    }

    /// Moves the columns, and the rotations in the slice, by way of buffers.
    // apart from `flow_kick`, which is short where bodies only flow
    #[inline(never)]
    fn step_into_buffers(
        &mut self,
        task: &StepTask<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), StepFailure> {
        // rotations are part of the slice
        let have_rotations = !(self.rigid_bodies.is_empty() && bodies.are_upright_points());
        let (columns, slice) = bodies.columns_and_slice();
        let mut next = core::mem::take(&mut self.next);
        next.clear();
        if have_rotations {
            next.extend_from_slice(slice);
        }
        let filled = self.fill_buffers(task, &mut columns.buffers(slice), slice, &mut next);
        if filled.is_ok() {
            columns.advance();
            if have_rotations {
                core::mem::swap(slice, &mut next);
            }
        }
        self.next = next;
        filled?;
        self.body_laws.component_bound = None;
        Ok(())
    }

    /// Fills the buffers with the states after the step, and `after`, a copy of the bodies, with their
    /// rotations; it is empty if no body has a rotation.
    fn fill_buffers(
        &mut self,
        task: &StepTask<'_, T, D>,
        states: &mut StateBuffers<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
    ) -> Result<(), StepFailure> {
        let runs = core::mem::take(&mut self.body_laws.runs);
        let mut own_kicks = core::mem::take(&mut self.own_kicks);
        let mut all_finite = self.step_blocks(task, &runs, &mut own_kicks, states, after);
        let coupled = self.step_coupled(task, &runs, states, (before, after));
        self.own_kicks = own_kicks;
        self.body_laws.runs = runs;
        all_finite &= coupled?;
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
            .map_or(Ok(()), |place| Err(NonFiniteBody(place).into()))
    }

    /// Brings the plan, the sums of laws and the order of applied forces up to date.
    fn prepare(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        self.sort_applied_forces(system);
        let is_current = self.plan_is_current
            && self.common_is_current
            && !(self.body_laws.are_stale() || self.body_laws.coupled_changed);
        if is_current {
            return Ok(());
        }
        self.update_plan(system, bodies);
        loop {
            self.update_components(system, bodies);
            self.update_laws(system, bodies)?;
            // a component that is not solved after all gives its bodies other roles
            if !self.body_laws.are_stale() && !self.solve_components(system, bodies) {
                break;
            }
        }
        if self.body_laws.coupled_changed {
            let runs = &self.body_laws.runs;
            let role = |place| runs.role(place);
            let plan = Arc::make_mut(&mut self.plan);
            let fixed = &self.rigid_bodies.fixed;
            plan.gather_coupled(system, runs.len(), role, fixed, &mut self.own_kicks);
            self.body_laws.coupled_changed = false;
        }
        Ok(())
    }

    /// Brings the plan up to date: as a whole if need be, else what is about all bodies.
    #[cold]
    fn update_plan(&mut self, system: &System<'_, T, D>, bodies: &mut BodyStore<T, D>) {
        if !self.common_is_current && self.plan_is_current {
            let plan = Arc::make_mut(&mut self.plan);
            self.plan_is_current = plan.update_common(system, bodies.first());
            self.body_laws.coupled_changed |= !plan.coupled.bodies.is_empty();
        }
        if !self.plan_is_current {
            let fixed = &self.rigid_bodies.fixed;
            Arc::make_mut(&mut self.plan).rebuild(system, bodies.values(), fixed);
            self.stale_components.clear();
            self.body_laws.mark_all_stale();
            self.body_laws.coupled_changed = true;
        }
        (self.plan_is_current, self.common_is_current) = (true, true);
    }

    /// Brings the laws and roles of bodies up to date.
    #[cold]
    fn update_laws(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        let (plan, own_kicks) = (&self.plan, &mut self.own_kicks);
        let fixed = &self.rigid_bodies.fixed;
        match (self.body_laws).refresh((plan, fixed), system, bodies, own_kicks) {
            Ok(()) => Ok(()),
            Err(LawError::NonFinite(body)) => Err(body),
            Err(LawError::NotLinear(attachment)) => {
                self.make_kick(attachment, system, bodies);
                Ok(())
            }
        }
    }

    /// Turns a linear force that has no law for some body into a kick.
    fn make_kick(
        &mut self,
        attachment: usize,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) {
        let fixed = &self.rigid_bodies.fixed;
        let plan = Arc::make_mut(&mut self.plan);
        plan.make_kick(attachment, system, bodies.values(), fixed);
        self.stale_components.clear();
        self.body_laws.mark_all_stale();
    }

    /// Finds the components of bodies whose forces have changed anew.
    #[cold]
    fn update_components(&mut self, system: &System<'_, T, D>, bodies: &mut BodyStore<T, D>) {
        if self.plan.components.is_empty() && !self.plan.has_ties(system) {
            return;
        }
        // bodies that were in a component with one whose forces have changed are added at the end
        let mut changed = core::mem::take(&mut self.changed);
        changed.clear();
        self.body_laws.extend_by_stale(&mut changed);
        let mut next = 0;
        while let Some(&(place, stale)) = changed.get(next) {
            next += 1;
            if stale == Stale::Ties {
                for member in self.take_apart(place) {
                    changed.push((member, Stale::Ties));
                }
            } else if let Some(slot) = self.plan.components.slot_of(place)
                && self.has_another_body(slot, place, bodies)
            {
                self.stale_components.push(slot);
            }
        }
        for &(place, stale) in &changed {
            if stale == Stale::Ties {
                let fixed = &self.rigid_bodies.fixed;
                let plan = Arc::make_mut(&mut self.plan);
                let found = plan.find_component(place, system, fixed);
                self.stale_components.extend(found);
            }
        }
        self.changed = changed;
    }

    /// Whether the flow of a component may depend on mass and inertia of one of its bodies, and is that of others.
    fn has_another_body(&self, slot: usize, place: usize, bodies: &mut BodyStore<T, D>) -> bool {
        let component = self.plan.components.get(slot);
        let flow = self.component_flows.get(slot).and_then(Option::as_ref);
        // too many bodies are too many whatever their masses
        component.solution != Solution::Kicks(NotSolved::TooManyBodies)
            && flow.is_none_or(|flow| !flow.fits(component, place, bodies.value(place)))
    }

    /// Sets up the flows of components whose inputs have changed. Returns whether one is solved that was not, or the other
    /// way round.
    #[cold]
    fn solve_components(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> bool {
        self.stale_components.sort_unstable();
        self.stale_components.dedup();
        let mut have_changed = false;
        while let Some(slot) = self.stale_components.pop() {
            let component = self.plan.components.get(slot);
            if component.places.is_empty() {
                continue;
            }
            let (plan, own_kicks) = (&self.plan, &mut self.own_kicks);
            let inputs = Inputs::of(
                component,
                system,
                |place| *bodies.value(place),
                |place, forces| forces.extend(plan.linear_on(place, system, own_kicks)),
            );
            let inputs = match inputs {
                Ok(inputs) => inputs,
                Err(attachment) => {
                    self.make_kick(attachment, system, bodies);
                    return true;
                }
            };
            if self.component_flows.len() <= slot {
                self.component_flows.resize(slot + 1, None);
            }
            let flow = &mut self.component_flows[slot];
            let known = flow.take().filter(|flow| flow.has_inputs(&inputs));
            let known = known.unwrap_or_else(|| ComponentFlow::new(inputs, component));
            let solution = known.solution();
            *flow = Some(known);
            if component.solution != solution {
                let was_solved = component.is_solved();
                let component = Arc::make_mut(&mut self.plan).components.get_mut(slot);
                component.solution = solution;
                if was_solved != component.is_solved() {
                    have_changed = true;
                    // fixed ends, too: links between them and kicked bodies are kicks on both
                    let ends = component.ties.iter().flat_map(|tie| tie.target.bodies(0));
                    for place in ends.chain(component.places.iter().copied()) {
                        self.body_laws.mark_stale(place, Stale::LawAndRole);
                    }
                }
            }
        }
        have_changed
    }

    /// Sorts the applied forces by body; those on one body stay in their order.
    fn sort_applied_forces(&mut self, system: &System<'_, T, D>) {
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

/// Whether orientation and angular momentum of a body that turns are finite.
pub(super) fn is_rotation_finite<T: Real<D>, const D: usize>(body: &Body<T, D>) -> bool {
    body.is_point() || body.has_finite_rotation()
}
