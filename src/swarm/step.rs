//! One pass over all bodies.

use nalgebra::SVector;

use super::aligned_column::{flat, flat_ref};
use super::largest_magnitude::largest_magnitude;
use super::parallel::{Divisible, for_all};
use super::{ComponentBound, GroupFlow, Laws, Swarm, SwarmError};
use crate::flow::Bound;
use crate::space::{Float, is_finite, larger, narrow};

/// States that are moved where they are.
struct Part<'a, T, const D: usize>(&'a mut [SVector<T, D>], &'a mut [SVector<T, D>]);

impl<T: Float, const D: usize> Divisible for Part<'_, T, D> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn split(self, count: usize) -> (Self, Self) {
        let (x, x_rest) = self.0.split_at_mut(count);
        let (v, v_rest) = self.1.split_at_mut(count);
        (Self(x, v), Self(x_rest, v_rest))
    }
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Moves all bodies by `dt` \[s\], exactly; a negative step runs backwards, and a step of no time
    /// changes no bit. The price is one pass, whatever the step.
    ///
    /// `laws` is one [`LinearLaw`](crate::LinearLaw) for all, or a function that tells each group its own.
    ///
    /// # Errors
    /// If `dt`, the time after it or a law is not finite, a law turns bodies by more than 2⁵² radians, or a body is in a state that is not finite, or would come to be. The swarm is then as
    /// it was.
    pub fn step(&mut self, laws: &impl Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        self.update_flows(laws, dt)?;
        self.check_overflow()?;
        if dt == T::zero() {
            // not even the sign of a zero changes
            self.clock.advance(dt);
            return Ok(());
        }
        let time = self.clock.time();
        for (group, group_flow) in self.flows.iter().enumerate() {
            if let Some(GroupFlow { flow, .. }) = group_flow {
                let bodies = self.groups.group(group).bodies;
                let laid_out = flow.laid_out(time);
                let part = Part(
                    &mut self.positions.values_mut()[bodies.clone()],
                    &mut self.velocities.values_mut()[bodies],
                );
                for_all(part, &|Part(positions, velocities)| {
                    laid_out.advance(flat(positions), flat(velocities));
                    None
                });
            }
        }
        self.clock.advance(dt);
        Ok(())
    }

    /// Finds the flow of each group over `dt`.
    pub(super) fn update_flows(
        &mut self,
        laws: &impl Laws<T, D>,
        dt: T,
    ) -> Result<(), SwarmError<T>> {
        if !self.clock.reaches(dt) {
            return Err(SwarmError::Duration { dt });
        }
        for (group, group_flow) in self.flows.iter_mut().enumerate() {
            let law = laws.law(&self.groups.group(group));
            if group_flow
                .as_ref()
                .is_some_and(|known| known.is_of(&law, dt))
            {
                continue;
            }
            if !law.is_finite() {
                return Err(SwarmError::Law { group });
            }
            let flow = law.flow(dt);
            if flow.has_lost_its_phase() {
                return Err(SwarmError::PhaseLost { group, dt });
            }
            let bound = flow.bound();
            *group_flow = Some(GroupFlow {
                law,
                dt,
                flow,
                bound,
            });
        }
        Ok(())
    }

    /// Makes sure that no body leaves the finite numbers in the next step.
    pub(super) fn check_overflow(&mut self) -> Result<(), SwarmError<T>> {
        if let ComponentBound::AtMost(reach) = self.component_bound
            && let Some(reach) = self.reach_after(reach)
        {
            self.component_bound = ComponentBound::AtMost(reach);
            return Ok(());
        }
        let reach = self.measure()?;
        if let Some(reach) = self.reach_after(reach) {
            self.component_bound = ComponentBound::AtMost(reach);
            return Ok(());
        }
        self.component_bound = ComponentBound::Finite;
        // near the end of the numbers each body is looked at
        let time = self.clock.time();
        for group in self.groups() {
            let Some(GroupFlow { flow, .. }) = &self.flows[group.index] else {
                continue;
            };
            for body in group.bodies {
                let mut position = self.positions()[body];
                let mut velocity = self.velocities()[body];
                flow.advance(&mut position, &mut velocity, time);
                if !(is_finite(&position) && is_finite(&velocity)) {
                    return Err(SwarmError::NotFinite { body });
                }
            }
        }
        Ok(())
    }

    /// Makes sure that all states are finite.
    pub(super) fn check_states(&mut self) -> Result<(), SwarmError<T>> {
        if matches!(self.component_bound, ComponentBound::Unknown) {
            self.component_bound = ComponentBound::AtMost(self.measure()?);
        }
        Ok(())
    }

    /// The largest component of all states, without its sign.
    fn measure(&self) -> Result<T, SwarmError<T>> {
        let (positions, velocities) = (self.positions(), self.velocities());
        let out =
            largest_magnitude(flat_ref(positions)).zip(largest_magnitude(flat_ref(velocities)));
        if let Some((position, velocity)) = out {
            return Ok(larger(position, velocity));
        }
        let mut states = positions.iter().zip(velocities);
        let spoiled = states.position(|(x, v)| !(is_finite(x) && is_finite(v)));
        Err(SwarmError::State {
            body: spoiled.unwrap_or(0),
        })
    }

    /// A bound on all components after the step, from one before; none if a body might overflow.
    fn reach_after(&self, before: T) -> Option<T> {
        let mut flows = self.flows.iter().flatten();
        flows.try_fold(before, |reach, GroupFlow { bound, .. }| {
            Some(larger(reach, self.reach_by(bound, before)?))
        })
    }

    /// The same after one flow from now on.
    pub(super) fn reach_by(&self, bound: &Bound<T>, before: T) -> Option<T> {
        let reach = bound.after(before, self.time());
        // a sum of a few numbers up to this one stays finite
        (reach * narrow(16.0)).is_finite().then_some(reach)
    }
}
