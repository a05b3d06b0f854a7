//! Steps in which bodies bounce off planes, slide along them and come to rest.

use core::sync::atomic::{AtomicBool, Ordering};

use nalgebra::SVector;

use super::aligned_vec::{flat, flat_ref};
use super::bounce_path::{MOST_LEGS, Surroundings};
use super::crossing::check;
use super::crossing_filter::{CrossingFilter, Extremes};
use super::error::StepBouncingError;
use super::parallel::{BodySlices, run_on_threads};
use super::{ComponentBound, GroupFlow, Laws, Swarm, SwarmError};
use crate::ballistics::Plane;
use crate::contact::Contact;
use crate::numbers::{Float, from_f64, is_finite, to_f64};

/// How many bodies are moved together: few enough to stay in the caches, and enough for what is
/// prepared for each block to be cheap.
const BOUNCE_BLOCK: usize = 2048;

/// A bouncing step of one group.
struct BouncingStep<'a, T, const D: usize> {
    group_flow: &'a GroupFlow<T, D>,
    around: Surroundings<'a, T, D>,
    /// Start of the step \[s\].
    time: T,
    /// A bound on the components of bodies that stay clear of all planes.
    bound: T,
    /// Whether a body exceeds it.
    exceeds: &'a AtomicBool,
}

impl<T: Float, const D: usize> BouncingStep<'_, T, D> {
    /// Moves all bodies, block after block. Returns the place of the first one that fails.
    fn advance(&self, part: BodySlices<'_, SVector<T, D>, 2>) -> Option<usize> {
        let flow = self.group_flow.flow.batch_at(self.time);
        let mut first = part.first;
        let [x_before, v_before] = part.read.map(|slice| slice.chunks(BOUNCE_BLOCK));
        let [x, v] = part.written.map(|slice| slice.chunks_mut(BOUNCE_BLOCK));
        for ((x_before, v_before), (x, v)) in x_before.zip(v_before).zip(x.zip(v)) {
            x.copy_from_slice(x_before);
            v.copy_from_slice(v_before);
            flow.advance(flat(x), flat(v));
            let mut might_touch = [false; BOUNCE_BLOCK];
            let might_touch = &mut might_touch[..x.len()];
            if self.mark(x_before, v_before, might_touch) {
                for index in (0..x.len()).filter(|index| might_touch[*index]) {
                    if (self.around).rests(&x_before[index], &v_before[index]) {
                        [x[index], v[index]] = [x_before[index], v_before[index]];
                        continue;
                    }
                    let after = self.around.state_after(&x_before[index], &v_before[index]);
                    match after.filter(|[x, v]| is_finite(x) && is_finite(v)) {
                        Some(state) => [x[index], v[index]] = state,
                        None => return Some(first + index),
                    }
                    if !(x[index].amax() <= self.bound && v[index].amax() <= self.bound) {
                        self.exceeds.store(true, Ordering::Relaxed);
                    }
                }
            }
            first += x.len();
        }
        None
    }

    /// Sets for each body whether it might touch a plane. Returns whether any might.
    fn mark(
        &self,
        positions: &[SVector<T, D>],
        velocities: &[SVector<T, D>],
        might_touch: &mut [bool],
    ) -> bool {
        let mut any = false;
        let mut might_cross = [false; BOUNCE_BLOCK];
        let might_cross = &mut might_cross[..positions.len()];
        let lines = [positions, velocities].map(flat_ref);
        let [x, v] = lines.map(Extremes::of);
        for plane in self.around.planes {
            let filter = CrossingFilter::new(self.group_flow, plane, self.time).only_above();
            if !filter.is_above_all(&x, &v) && filter.mark(lines[0], lines[1], might_cross) {
                any = true;
                for (might_touch, might_cross) in might_touch.iter_mut().zip(&*might_cross) {
                    *might_touch |= *might_cross;
                }
            }
        }
        any
    }

    /// Why a body failed.
    fn error(&self, body: usize, [x, v]: [&SVector<T, D>; 2]) -> StepBouncingError<T> {
        match self.around.state_after(x, v) {
            None if is_finite(x) && is_finite(v) => {
                let contacts = MOST_LEGS;
                StepBouncingError::TooManyContacts { body, contacts }
            }
            _ => SwarmError::NotFinite { body }.into(),
        }
    }
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Moves all bodies by `dt` \[s\] above planes, off which they bounce, along which they slide, and on which they come to rest.
    ///
    /// A body lives on the side of each plane to which its normal points. Bodies that stay clear of all planes move exactly as by
    /// [`step`](Self::step), to the bit. Each of the others follows its own path, in `f64`:
    ///
    /// | part | how |
    /// |---|---|
    /// | hop | exact; it ends at the root of the exact height |
    /// | bounce | by the impulse of [`Contact`]; any number in one step, up to 10,000 contacts |
    /// | the last bounces | in closed form once they would end within `8 √ε` seconds, or rise by no more than rounding |
    /// | slide | along one plane, or along several: exact while friction keeps its direction |
    /// | rest | where friction holds the body it stays, to the bit |
    ///
    /// So the length of the steps does not matter. There are two exceptions. On a slope that a body crosses the direction of
    /// friction turns: it is held at that of the middle of short legs, of 1/32 radian or 1/64 of the step. Under gyration or a tide
    /// the push of a plane, and so friction, is linear in time within a leg.
    ///
    /// A body that starts below a plane is put onto it. Bounces lose energy, so there are no steps backwards; a step of zero changes
    /// no bit.
    ///
    /// The first such step allocates memory for a second state of each body, up to the capacity, so that a step that fails
    /// changes nothing.
    ///
    /// ```
    /// use kinstep::ballistics::Plane;
    /// use kinstep::contact::Contact;
    /// use kinstep::{LinearLaw, Swarm2};
    ///
    /// // hail between a floor and a wall
    /// let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.1);
    /// let planes = [Plane::new([0.0, 1.0], 0.0), Plane::new([1.0, 0.0], -4.0)];
    /// let ice = Contact::new(0.6).with_friction(0.1);
    /// let mut hail = Swarm2::with_capacity(100);
    /// for stone in 0..100 {
    ///     hail.push([0.05 * f64::from(stone), 10.0], [-6.0, -15.0])?;
    /// }
    /// for _ in 0..1200 {
    ///     hail.step_bouncing(&law, 1.0 / 60.0, &planes, ice)?;
    ///     assert!(hail.positions().iter().all(|x| x.y > -1e-12 && x.x > -4.0 - 1e-12));
    /// }
    /// assert!(hail.velocities().iter().all(|v| v.norm() == 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `dt` is negative, the contact or a plane is not valid, a body has more than 10,000 contacts, there is not enough
    /// memory, or `step` fails. The swarm is then unchanged.
    pub fn step_bouncing(
        &mut self,
        laws: &impl Laws<T, D>,
        dt: T,
        planes: &[Plane<T, D>],
        contact: Contact<T>,
    ) -> Result<(), StepBouncingError<T>> {
        self.step_bouncing_under(laws, dt, planes, contact)
    }

    /// [`step_bouncing`](Self::step_bouncing), whatever gives the laws.
    #[inline(never)]
    pub(crate) fn step_bouncing_under(
        &mut self,
        laws: &dyn Laws<T, D>,
        dt: T,
        planes: &[Plane<T, D>],
        contact: Contact<T>,
    ) -> Result<(), StepBouncingError<T>> {
        contact.check()?;
        for (plane, reason) in planes.iter().map(check).enumerate() {
            reason.map_err(|reason| StepBouncingError::Plane { plane, reason })?;
        }
        if dt < T::zero() {
            return Err(StepBouncingError::Backwards { dt });
        }
        if dt == T::zero() {
            return Ok(self.step_under(laws, dt)?);
        }
        self.set_flows(laws, dt)?;
        self.check_overflow()?;
        self.allocate_next()?;
        let bound = match self.component_bound {
            ComponentBound::AtMost(bound) => bound,
            ComponentBound::Finite | ComponentBound::Unknown => from_f64(f64::INFINITY),
        };
        let exceeds = AtomicBool::new(false);
        let time = self.clock.time();
        let Some([x_after, v_after]) = &mut self.next else {
            return Ok(());
        };
        for (group, group_flow) in self.flows.iter().enumerate() {
            let Some(group_flow) = group_flow else {
                continue;
            };
            let mut law = group_flow.law.wide();
            law.constant += law.ramp * to_f64(time);
            let step = BouncingStep {
                group_flow,
                around: Surroundings::new(law, planes, &contact, to_f64(dt)),
                time,
                bound,
                exceeds: &exceeds,
            };
            let bodies = self.groups.group(group).bodies;
            let before = [&self.positions, &self.velocities].map(|column| column.values());
            let part = BodySlices {
                first: bodies.start,
                read: before.map(|column| &column[bodies.clone()]),
                written: [
                    &mut x_after.values_mut()[bodies.clone()],
                    &mut v_after.values_mut()[bodies],
                ],
            };
            if let Some(body) = run_on_threads(part, &|part| step.advance(part)) {
                return Err(step.error(body, before.map(|column| &column[body])));
            }
        }
        core::mem::swap(&mut self.positions, x_after);
        core::mem::swap(&mut self.velocities, v_after);
        if exceeds.into_inner() {
            self.component_bound = ComponentBound::Finite;
        }
        self.clock.advance(dt);
        Ok(())
    }
}
