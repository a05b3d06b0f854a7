//! Steps that tell which bodies crossed a plane, and when.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::aligned_column::flat;
use super::crossing_search::{BLOCK, CrossingSearch};
use super::error::{RemoveError, StepAcrossError};
use super::{Laws, Swarm};
use crate::ballistics::{Crossing, Plane};
use crate::space::Float;

/// A body that crossed a plane in a step: where it did so first, exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landed<T, const D: usize> {
    /// The place of the body in the slices of the swarm.
    pub body: usize,
    /// When \[s\] after the start of the step; negative in a step backwards.
    pub time: T,
    /// Where, on the plane \[m\].
    pub position: SVector<T, D>,
    /// How fast, then \[m/s\].
    pub velocity: SVector<T, D>,
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// [`step`](Self::step) by `dt` \[s\], which also tells what bodies crossed a plane on the way, and when: the first crossing of each in
    /// the direction asked for, in ascending order of the bodies.
    ///
    /// The bodies go on through the plane, as `step` moves them, to the bit. What has landed is for the caller to take
    /// out, by [`remove_landed`](Self::remove_landed), or to set anew. `landed` is cleared first; keep it from
    /// step to step, and nothing is allocated.
    ///
    /// The crossings are those of [`Trajectory::crossing`](crate::ballistics::Trajectory::crossing), none missed and none invented, for the motion within the
    /// step is known. That holds from step to step too: what ends a step on the plane, to rounding, has crossed it if it
    /// goes on to the other side, and what starts a step on it does not cross it there. So a crossing is in one of
    /// two adjoining steps, and a body that is set onto the plane, to bounce, is not caught again. What only
    /// touches the plane does not cross it.
    ///
    /// In a step backwards the first crossing is the latest, and a crossing is ascending or descending as it is when time
    /// runs forwards.
    ///
    /// ```
    /// use kinstep::ballistics::{Crossing, Plane};
    /// use kinstep::{LinearLaw, Swarm3};
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
    /// If the plane is not finite or its normal has no length, or where `step` fails. The swarm is then as it was, and
    /// `landed` is empty.
    pub fn step_across(
        &mut self,
        laws: &impl Laws<T, D>,
        dt: T,
        plane: &Plane<T, D>,
        crossing: Crossing,
        landed: &mut Vec<Landed<T, D>>,
    ) -> Result<(), StepAcrossError<T>> {
        landed.clear();
        check(plane)?;
        if dt == T::zero() {
            return Ok(self.step(laws, dt)?);
        }
        self.update_flows(laws, dt)?;
        self.check_overflow()?;
        let time = self.clock.time();
        for (group, group_flow) in self.flows.iter().enumerate() {
            let Some(group_flow) = group_flow else {
                continue;
            };
            let search = CrossingSearch::new(group_flow, plane, crossing, time);
            let laid_out = group_flow.flow.laid_out(time);
            let bodies = self.groups.group(group).bodies;
            for start in bodies.clone().step_by(BLOCK) {
                let block = start..bodies.end.min(start + BLOCK);
                let positions = &mut self.positions.values_mut()[block.clone()];
                let velocities = &mut self.velocities.values_mut()[block];
                search.look([positions, velocities], start, landed);
                laid_out.advance(flat(positions), flat(velocities));
            }
        }
        self.clock.advance(dt);
        Ok(())
    }

    /// Takes out the bodies that have landed, as [`step_across`](Self::step_across) listed them; the list may have been
    /// thinned. It must be of the last step, with no bodies added or taken out since.
    ///
    /// As [`remove`](Self::remove) does for one body, it changes the places of others.
    ///
    /// # Errors
    /// If the list does not ascend, or names a body that is not there. Nobody is taken out then.
    pub fn remove_landed(&mut self, landed: &[Landed<T, D>]) -> Result<(), RemoveError> {
        if let Some(pair) = (landed.windows(2)).find(|pair| pair[0].body >= pair[1].body) {
            let (body, next) = (pair[0].body, pair[1].body);
            return Err(RemoveError::Order { body, next });
        }
        let bodies = self.len();
        if let Some(&Landed { body, .. }) = landed.last().filter(|last| last.body >= bodies) {
            return Err(RemoveError::NoSuchBody { body, bodies });
        }
        // what leaves moves only bodies behind it
        for landed in landed.iter().rev() {
            self.remove(landed.body);
        }
        Ok(())
    }
}

/// Whether a plane has two sides.
fn check<T: Float, const D: usize>(plane: &Plane<T, D>) -> Result<(), StepAcrossError<T>> {
    let square = plane.normal.norm_squared();
    if !(square > T::zero() && square.is_finite()) {
        let length = plane.normal.norm();
        return Err(StepAcrossError::Normal { length });
    }
    let distance = plane.distance;
    if !distance.is_finite() {
        return Err(StepAcrossError::Distance { distance });
    }
    Ok(())
}
