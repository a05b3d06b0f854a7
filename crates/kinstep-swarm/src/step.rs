//! Steps along flows, in one pass over all bodies.

use super::aligned_vec::{flat, flat_ref};
use super::kick::first_non_finite;
use super::parallel::{BodySlices, run_on_threads};
use super::{ComponentBound, GroupFlow, Laws, Swarm, SwarmError};
use nalgebra::SVector;

use crate::flow::{Bound, Flow};
use crate::numbers::{Float, from_f64, is_finite, larger, max_abs};

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Moves all bodies by `dt` \[s\], exactly; a negative step runs backwards, and a step of zero
    /// changes no bit. The cost is one pass, for any step.
    ///
    /// `laws` is one [`LinearLaw`](crate::LinearLaw) for all bodies, or a function that returns the law of a group.
    ///
    /// # Errors
    /// If `dt`, the time after it or a law is not finite, if a law rotates bodies by more than 2⁵² radians, or if a body is
    /// in a state that is not finite or would end in one. The swarm is then unchanged.
    pub fn step(&mut self, laws: &impl Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        self.step_under(laws, dt)
    }

    /// [`step`](Self::step) for laws as a trait object.
    #[inline(never)]
    pub(crate) fn step_under(&mut self, laws: &dyn Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        self.set_flows(laws, dt)?;
        self.check_overflow()?;
        if dt == T::zero() {
            // a flow over no time could still change the sign of a zero
            self.clock.advance(dt);
            return Ok(());
        }
        let time = self.clock.time();
        for (group, group_flow) in self.flows.iter().enumerate() {
            if let Some(GroupFlow { flow, .. }) = group_flow {
                let bodies = self.groups.group(group).bodies;
                let positions = &mut self.positions.values_mut()[bodies.clone()];
                let velocities = &mut self.velocities.values_mut()[bodies.clone()];
                advance(flow, time, bodies.start, positions, velocities);
            }
        }
        self.clock.advance(dt);
        Ok(())
    }

    /// Computes the flow of each group over `dt`, unless it is already stored.
    pub(super) fn set_flows(&mut self, laws: &dyn Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        if !self.clock.reaches(dt) {
            return Err(SwarmError::Duration { dt });
        }
        for (group, known) in self.flows.iter_mut().enumerate() {
            let law = laws.law(&self.groups.group(group));
            if known.as_ref().is_some_and(|known| known.is_of(&law, dt)) {
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
            *known = Some(GroupFlow {
                law,
                dt,
                flow,
                bound,
            });
        }
        Ok(())
    }

    /// Fails if a state is not finite, or would not be finite after the next step.
    pub(super) fn check_overflow(&mut self) -> Result<(), SwarmError<T>> {
        // first the bound of the last step, which grows; then a new bound from the states; last a check of each body
        if let ComponentBound::AtMost(before) = self.component_bound
            && let Some(after) = self.bound_after(before)
        {
            self.component_bound = ComponentBound::AtMost(after);
            return Ok(());
        }
        let before = self.measured_bound()?;
        if let Some(after) = self.bound_after(before) {
            self.component_bound = ComponentBound::AtMost(after);
            return Ok(());
        }
        self.component_bound = ComponentBound::Finite;
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

    /// Fails if a state is not finite.
    pub(super) fn check_states(&mut self) -> Result<(), SwarmError<T>> {
        if matches!(self.component_bound, ComponentBound::Unknown) {
            self.component_bound = ComponentBound::AtMost(self.measured_bound()?);
        }
        Ok(())
    }

    /// The largest magnitude of a component of all states.
    fn measured_bound(&self) -> Result<T, SwarmError<T>> {
        let (positions, velocities) = (self.positions(), self.velocities());
        let largest = max_abs(flat_ref(positions)).zip(max_abs(flat_ref(velocities)));
        if let Some((position, velocity)) = largest {
            return Ok(larger(position, velocity));
        }
        Err(SwarmError::State {
            body: first_non_finite(positions, velocities).unwrap_or(0),
        })
    }

    /// A bound on all components after the step, from the bound before it; `None` if a body might overflow.
    fn bound_after(&self, before: T) -> Option<T> {
        let mut flows = self.flows.iter().flatten();
        flows.try_fold(before, |largest, GroupFlow { bound, .. }| {
            Some(larger(largest, self.bound_after_flow(bound, before)?))
        })
    }

    /// [`bound_after`](Self::bound_after) for one flow that starts now.
    pub(super) fn bound_after_flow(&self, bound: &Bound<T>, before: T) -> Option<T> {
        let after = bound.after(before, self.time());
        // a flow sums fewer than 16 terms of this size: no partial sum overflows
        (after * from_f64(16.0)).is_finite().then_some(after)
    }
}

/// Moves all points along a flow from `time` \[s\]; the first of them has the index `first`.
fn advance<T: Float, const D: usize>(
    flow: &Flow<T, D>,
    time: T,
    first: usize,
    positions: &mut [SVector<T, D>],
    velocities: &mut [SVector<T, D>],
) {
    let batch_flow = flow.batch_at(time);
    let states = BodySlices {
        first,
        read: [],
        written: [positions, velocities],
    };
    run_on_threads(states, &|states| {
        let [positions, velocities] = states.written;
        batch_flow.advance(flat(positions), flat(velocities));
        None
    });
}
