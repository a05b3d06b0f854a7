//! The flows of all components, in a step.

use alloc::vec::Vec;

use super::super::StepFailure;
use super::super::splitting::Substep;
use super::super::states::States;
use super::{ComponentFlow, Components, Solution, Surroundings};
use crate::space::Real;

/// The flows of all components, in a step.
pub(in crate::scheme) struct ComponentFlows<'a, T: Real<D>, const D: usize> {
    pub(in crate::scheme) components: &'a Components,
    /// By the slots of the components.
    pub(in crate::scheme) flows: &'a mut [Option<ComponentFlow<D>>],
    pub(in crate::scheme) surroundings: Surroundings<'a, T, D>,
}

impl<T: Real<D>, const D: usize> ComponentFlows<'_, T, D> {
    /// Moves the bodies of the components that are solved in this way, and are kicked or not, over a substep.
    pub(in crate::scheme) fn advance(
        &mut self,
        solution: Solution,
        kicked: bool,
        substep: Substep<T>,
        states: &mut States<'_, T, D>,
    ) -> Result<(), StepFailure> {
        for (slot, component) in self.components.solved() {
            if component.solution == solution
                && component.is_kicked == kicked
                && let Some(Some(flow)) = self.flows.get_mut(slot)
            {
                flow.advance(component, self.surroundings, substep, states)?;
            }
        }
        Ok(())
    }

    /// Writes the rotations of bodies that turn with components which are kicked, or with all others.
    pub(in crate::scheme) fn write_rotations(&self, kicked: bool, states: &mut States<'_, T, D>) {
        for (slot, component) in self.components.solved() {
            if component.is_kicked == kicked
                && !component.turning.is_empty()
                && let Some(Some(flow)) = self.flows.get(slot)
            {
                flow.write_rotations(component, states);
            }
        }
    }

    /// Whether components with rods are kicked.
    pub(in crate::scheme) fn have_kicked_rods(&self) -> bool {
        let mut solved = self.components.solved();
        solved.any(|(_, component)| component.is_kicked && component.solution == Solution::Rods)
    }

    /// Whether kicks over `h` \[s\] on a component must be filtered.
    pub(in crate::scheme) fn need_filter(&self, h: T) -> bool {
        self.components.solved().any(|(slot, component)| {
            let flow = self.flows.get(slot).and_then(Option::as_ref);
            component.is_kicked && flow.is_some_and(|flow| flow.needs_filter(h))
        })
    }

    /// Moves the bodies to where kicks over `h` \[s\] at `time` \[s\] are evaluated, and stores their states.
    pub(in crate::scheme) fn filter_positions(
        &mut self,
        [positions, velocities]: &mut [Vec<[T; D]>; 2],
        [time, h]: [T; 2],
        states: &mut States<'_, T, D>,
    ) {
        positions.clear();
        positions.extend_from_slice(states.positions);
        velocities.clear();
        velocities.extend_from_slice(states.velocities);
        for (slot, component) in self.components.solved() {
            if component.is_kicked
                && let Some(Some(flow)) = self.flows.get_mut(slot)
                && flow.needs_filter(h)
            {
                flow.filter_positions(component, self.surroundings, [time, h], states);
            }
        }
    }

    /// Moves the bodies back after kicks, and filters the changes of their velocities.
    pub(in crate::scheme) fn filter_velocities(
        &mut self,
        [positions, velocities]: &mut [Vec<[T; D]>; 2],
        h: T,
        states: &mut States<'_, T, D>,
    ) {
        for (slot, component) in self.components.solved() {
            if component.is_kicked
                && let Some(Some(flow)) = self.flows.get_mut(slot)
                && flow.needs_filter(h)
            {
                for &index in &component.members {
                    states.positions[index] = positions[index];
                }
                flow.filter_velocities(component, velocities, h, states);
            }
        }
    }
}
