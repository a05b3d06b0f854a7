//! The positions of all bodies at other times, without a step.

use nalgebra::SVector;

use super::aligned_vec::{flat, flat_ref};
use super::error::SwarmError;
use super::{ComponentBound, Group, Laws, Swarm};
use crate::flow::{Flow, LinearLaw};
use crate::numbers::{Float, is_finite};

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Writes the positions \[m\] of all bodies at each of the times \[s\], relative to the present: first all bodies at the
    /// first time, in the order of [`positions`](Self::positions), then all at the second.
    ///
    /// `out[k * swarm.len() + i]` is the position of body `i` at time `k`, equal to the bit to that after a
    /// [`step`](Self::step) by that time. Each time takes one pass, however distant. Nothing is allocated.
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
    /// If there are no bodies or no times, if the length of `out` is not their product, or if a time, a
    /// law, a state or a resulting position is not finite. If a state or a resulting position is not
    /// finite, the content of `out` is not specified; otherwise nothing is written.
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

    /// Writes the positions of one group after a flow.
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
