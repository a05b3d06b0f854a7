//! Steps that report which bodies crossed a plane, and when.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::aligned_vec::flat;
use super::crossing_search::{CrossingSearch, SEARCH_BLOCK};
use super::error::SwarmError;
use super::{Laws, Swarm};
use crate::numbers::Float;
use crate::trajectory::{Crossing, Plane};

/// The exact state of a body at its first crossing of a plane in a step.
///
/// ```
/// use kinstep_flow::trajectory::{Crossing, Plane};
/// use kinstep_swarm::{LinearLaw, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 1.5], [2.0, -3.0])?;
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// let mut landed = Vec::new();
/// swarm.step_across(&LinearLaw::free(), 1.0, &ground, Crossing::Descending, &mut landed)?;
/// assert_eq!((landed[0].body, landed[0].time, landed[0].position.x), (0, 0.5, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landed<T, const D: usize> {
    /// Index of the body in the slices of the swarm.
    pub body: usize,
    /// Time of the crossing, since the start of the step \[s\]; negative in a step backwards.
    pub time: T,
    /// Position at the crossing, on the plane \[m\].
    pub position: SVector<T, D>,
    /// Velocity at the crossing \[m/s\].
    pub velocity: SVector<T, D>,
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Makes a [`step`](Self::step) by `dt` \[s\] and lists the bodies that crossed a plane: the first crossing of each in
    /// the given direction, in ascending order of the indices.
    ///
    /// The bodies move on through the plane exactly as by `step`, to the bit. The caller removes the landed
    /// bodies by [`remove_landed`](Self::remove_landed), or gives them new states. `landed` is cleared first; if it is
    /// reused for every step, nothing is allocated.
    ///
    /// The crossings are those of [`Trajectory::crossing`](crate::trajectory::Trajectory::crossing): the
    /// motion within the step is known, so no crossing is missed and none is spurious. A body that ends a
    /// step on the plane, to rounding, has crossed it if it continues to the other side. A body that starts
    /// a step on the plane does not cross it there. So a crossing is in exactly one of two consecutive
    /// steps, and a body that is put onto the plane to bounce is not reported again. A body that only
    /// touches the plane does not cross it.
    ///
    /// In a step backwards the first crossing is the latest in time. Ascending and descending always refer
    /// to time running forwards.
    ///
    /// ```
    /// use kinstep_flow::trajectory::{Crossing, Plane};
    /// use kinstep_swarm::{LinearLaw, Swarm3};
    ///
    /// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1);
    /// let ground = Plane::new([0.0, 1.0, 0.0], 0.0);
    /// let mut sparks = Swarm3::with_capacity(100);
    /// for spark in 0..100 {
    ///     sparks.push([0.0, 2.0, 0.0], [3.0, 0.1 * f64::from(spark), 0.0])?;
    /// }
    /// let mut landed = Vec::new();
    /// while !sparks.is_empty() {
    ///     sparks.step_across(&law, 1.0 / 60.0, &ground, Crossing::Descending, &mut landed)?;
    ///     for spark in &landed {
    ///         assert!(spark.position.y.abs() < 1e-15 && spark.velocity.y < 0.0);
    ///     }
    ///     sparks.remove_landed(&landed)?;
    /// }
    /// assert!(sparks.time() > 2.1 && sparks.time() < 2.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the plane is not finite or its normal is zero, or if `step` fails. The swarm is then unchanged,
    /// and `landed` is empty.
    pub fn step_across(
        &mut self,
        laws: &impl Laws<T, D>,
        dt: T,
        plane: &Plane<T, D>,
        crossing: Crossing,
        landed: &mut Vec<Landed<T, D>>,
    ) -> Result<(), SwarmError<T>> {
        self.step_across_under(laws, dt, plane, crossing, landed)
    }

    /// [`step_across`](Self::step_across) for laws as a trait object.
    #[inline(never)]
    pub(crate) fn step_across_under(
        &mut self,
        laws: &dyn Laws<T, D>,
        dt: T,
        plane: &Plane<T, D>,
        crossing: Crossing,
        landed: &mut Vec<Landed<T, D>>,
    ) -> Result<(), SwarmError<T>> {
        landed.clear();
        check(plane)?;
        if dt == T::zero() {
            return self.step_under(laws, dt);
        }
        self.set_flows(laws, dt)?;
        self.check_overflow()?;
        let time = self.clock.time();
        for (group, group_flow) in self.flows.iter().enumerate() {
            let Some(group_flow) = group_flow else {
                continue;
            };
            let search = CrossingSearch::new(group_flow, plane, crossing, time);
            let batch_flow = group_flow.flow.batch_at(time);
            let bodies = self.groups.group(group).bodies;
            for start in bodies.clone().step_by(SEARCH_BLOCK) {
                let block = start..bodies.end.min(start + SEARCH_BLOCK);
                let positions = &mut self.positions.values_mut()[block.clone()];
                let velocities = &mut self.velocities.values_mut()[block];
                search.list_crossings(positions, velocities, start, landed);
                batch_flow.advance(flat(positions), flat(velocities));
            }
        }
        self.clock.advance(dt);
        Ok(())
    }

    /// Removes the bodies listed by the last [`step_across`](Self::step_across); the caller may have shortened the list. No
    /// bodies may have been added or removed since.
    ///
    /// Like [`remove`](Self::remove) this changes the indices of other bodies.
    ///
    /// # Errors
    /// If the list is not ascending, or contains a body that does not exist. Then no body is removed.
    #[inline(never)]
    pub fn remove_landed(&mut self, landed: &[Landed<T, D>]) -> Result<(), SwarmError<T>> {
        if let Some(pair) = (landed.windows(2)).find(|pair| pair[0].body >= pair[1].body) {
            let (body, next) = (pair[0].body, pair[1].body);
            return Err(SwarmError::Order { body, next });
        }
        let bodies = self.len();
        if let Some(&Landed { body, .. }) = landed.last().filter(|last| last.body >= bodies) {
            return Err(SwarmError::NoSuchBody { body, bodies });
        }
        // removal moves only bodies at later indices: remove the last body first
        for landed in landed.iter().rev() {
            self.remove(landed.body);
        }
        Ok(())
    }
}

/// Fails unless the plane is finite and its normal has a length.
pub(super) fn check<T: Float, const D: usize>(plane: &Plane<T, D>) -> Result<(), SwarmError<T>> {
    let square = plane.normal.norm_squared();
    if !(square > T::zero() && square.is_finite()) {
        let length = plane.normal.norm();
        return Err(SwarmError::Normal { length });
    }
    let distance = plane.distance;
    if !distance.is_finite() {
        return Err(SwarmError::Distance { distance });
    }
    Ok(())
}
