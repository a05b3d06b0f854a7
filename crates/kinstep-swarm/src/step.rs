//! Steps along flows, in one pass through all bodies.

use super::aligned_vec::{BodySlices, flat, flat_ref, run_on_threads};
use super::kick::first_non_finite;
use super::{ComponentBound, Group, GroupFlow, Laws, Swarm, SwarmError};
use crate::flow::{Bound, Flow, LinearLaw};
use crate::numbers::{Float, from_f64, is_finite, larger, max_abs};
use nalgebra::SVector;

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Moves all bodies by `dt` \[s\], exactly. A negative step moves backward in time, and a step
    /// of zero changes no bit. A step of any length costs one pass.
    ///
    /// `laws` is one [`LinearLaw`] for all bodies, or a function that returns the law of a group.
    ///
    /// # Errors
    /// Fails if `dt`, the time after the step or a law is not finite, if a law rotates bodies by
    /// more than 2⁵² radians, or if the state of a body is not finite before or after the step. The
    /// swarm is then unchanged.
    pub fn step(&mut self, laws: &impl Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        self.step_under(laws, dt)
    }

    /// Makes a [`step`](Self::step) for laws as a trait object.
    #[inline(never)]
    pub(crate) fn step_under(&mut self, laws: &dyn Laws<T, D>, dt: T) -> Result<(), SwarmError<T>> {
        self.set_flows(laws, dt)?;
        self.check_overflow()?;
        if dt == T::zero() {
            // a flow for no time could still change the sign of a zero
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

    /// Computes the flow of each group for `dt`, unless it is already stored.
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

    /// Fails if a state is not finite, or might not be finite after the next step.
    pub(super) fn check_overflow(&mut self) -> Result<(), SwarmError<T>> {
        // tries three methods, from fast to slow: the growing bound of the last step, a new bound
        // from the states, and a check of each body
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

    /// Returns the maximum absolute value of a component of all states.
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

    /// Returns an upper bound of all components after the step, from the bound before the step;
    /// `None` if a body might overflow.
    fn bound_after(&self, before: T) -> Option<T> {
        let mut flows = self.flows.iter().flatten();
        flows.try_fold(before, |largest, GroupFlow { bound, .. }| {
            Some(larger(largest, self.bound_after_flow(bound, before)?))
        })
    }

    /// Returns the bound as [`bound_after`](Self::bound_after) does, for a single flow that starts
    /// now.
    fn bound_after_flow(&self, bound: &Bound<T>, before: T) -> Option<T> {
        let after = bound.after(before, self.time());
        // a flow sums fewer than 16 terms, each at most this bound, so no partial sum overflows
        (after * from_f64(16.0)).is_finite().then_some(after)
    }
}

/// Moves all points along a flow from `time` \[s\]; `first` is the index of the first point.
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

// Computes the positions of all bodies at other times, without a step.

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Writes the positions \[m\] of all bodies at each of the times \[s\], relative to the
    /// present: first those of all bodies at the first time, in the order of
    /// [`positions`](Self::positions), then those of all bodies at the second time, and so on.
    ///
    /// `out[k * swarm.len() + i]` is the position of body `i` at time `k`. It is equal to the bit
    /// to the position after a [`step`](Self::step) by that time. Each time costs one pass, however
    /// distant it is. No memory is allocated.
    ///
    /// ```
    /// use kinstep_swarm::nalgebra::Vector3;
    /// use kinstep_swarm::{LinearLaw, Swarm3};
    ///
    /// // a line in the air for each grenade: sixteen points over the next two seconds
    /// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1);
    /// let mut grenades = Swarm3::with_capacity(2);
    /// grenades.push([0.0, 1.5, 0.0], [12.0, 9.0, 0.0])?;
    /// grenades.push([4.0, 1.5, 0.0], [-3.0, 14.0, 1.0])?;
    ///
    /// let times: Vec<f64> = (1..=16).map(|point| f64::from(point) / 8.0).collect();
    /// let mut points = vec![Vector3::zeros(); times.len() * grenades.len()];
    /// grenades.sample_at(&law, &times, &mut points)?;
    ///
    /// let line: Vec<_> = points.chunks(grenades.len()).map(|all| all[1]).collect();
    /// grenades.step(&law, 2.0)?;
    /// assert_eq!(line[15], grenades.positions()[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if there are no bodies or no times, if the length of `out` is not the product of both
    /// numbers, or if a time, a law, a state or a resulting position is not finite. If a state or a
    /// resulting position is not finite, the content of `out` is unspecified; after other errors
    /// nothing is written.
    pub fn sample_at(
        &self,
        laws: &impl Laws<T, D>,
        times: &[T],
        out: &mut [SVector<T, D>],
    ) -> Result<(), SwarmError<T>> {
        self.check_samples(laws, times, out.len())?;
        for (index, (&time, out)) in times.iter().zip(out.chunks_mut(self.len())).enumerate() {
            for group in self.groups() {
                let flow = laws.law(&group).flow(time);
                self.sample_group(&flow, &group, out);
                if !self.stays_finite(&flow) {
                    self.check_positions(&group, index, out)?;
                }
            }
        }
        Ok(())
    }

    /// Checks the arguments of [`sample_at`](Self::sample_at); `room` is the length of `out`.
    fn check_samples(
        &self,
        laws: &impl Laws<T, D>,
        times: &[T],
        room: usize,
    ) -> Result<(), SwarmError<T>> {
        let (bodies, count) = (self.len(), times.len());
        if count == 0 {
            return Err(SwarmError::NoTimes);
        }
        if bodies == 0 {
            return Err(SwarmError::NoBodies);
        }
        if bodies.checked_mul(count) != Some(room) {
            return Err(SwarmError::Length {
                bodies,
                times: count,
                room,
            });
        }
        let mut times = times.iter().enumerate();
        if let Some((index, &time)) = times.find(|(_, time)| !time.is_finite()) {
            return Err(SwarmError::Time { index, time });
        }
        let is_law_finite = |group: &Group<T>| LinearLaw::is_finite(&laws.law(group));
        match self.groups().find(|group| !is_law_finite(group)) {
            Some(Group { index: group, .. }) => Err(SwarmError::Law { group }),
            None => Ok(()),
        }
    }

    /// Writes the positions of one group at the end of a flow.
    fn sample_group(&self, flow: &Flow<T, D>, group: &Group<T>, out: &mut [SVector<T, D>]) {
        let bodies = group.bodies.clone();
        let positions = flat_ref(&self.positions()[bodies.clone()]);
        let velocities = flat_ref(&self.velocities()[bodies.clone()]);
        let batch_flow = flow.batch_at(self.time());
        batch_flow.positions_after(positions, velocities, flat(&mut out[bodies]));
    }

    /// Whether the known bound proves that no body overflows.
    fn stays_finite(&self, flow: &Flow<T, D>) -> bool {
        match self.component_bound {
            ComponentBound::AtMost(bound) => self.bound_after_flow(&flow.bound(), bound).is_some(),
            ComponentBound::Finite | ComponentBound::Unknown => false,
        }
    }

    /// Checks each state and resulting position of a group.
    fn check_positions(
        &self,
        group: &Group<T>,
        time: usize,
        out: &[SVector<T, D>],
    ) -> Result<(), SwarmError<T>> {
        for body in group.bodies.clone() {
            if !(is_finite(&self.positions()[body]) && is_finite(&self.velocities()[body])) {
                return Err(SwarmError::State { body });
            }
            if !is_finite(&out[body]) {
                return Err(SwarmError::NotFiniteAt { body, time });
            }
        }
        Ok(())
    }
}
