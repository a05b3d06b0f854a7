//! Steps in which bodies bounce off planes, slide along them and come to rest.

use core::sync::atomic::{AtomicBool, Ordering};

use nalgebra::SVector;

use super::aligned_vec::{flat, flat_ref};
use super::body_set::BodySet;
use super::bounce_path::{MOST_LEGS, Surroundings};
use super::crossing::check;
use super::crossing_filter::{Extremes, PlaneFilters};
use super::error::StepBouncingError;
use super::parallel::{BodySlices, run_on_threads};
use super::{ComponentBound, GroupFlow, Laws, NoMemoryError, Swarm, SwarmError};
use crate::ballistics::Plane;
use crate::contact::Contact;
use crate::numbers::{Float, from_f64, is_finite, to_f64};

/// How many bodies are looked at together: few enough to stay in the caches.
const BLOCK: usize = 1536;

/// Positions and velocities of all bodies.
type States<'a, T, const D: usize> = [&'a [SVector<T, D>]; 2];

/// The bodies of a group that are near planes.
struct NearBodies<'a, T, const D: usize> {
    /// Those of all groups.
    near: &'a BodySet,
    /// How many of them are in groups before.
    skipped: usize,
    around: Surroundings<'a, T, D>,
    /// A bound on the components of bodies that stay clear of all planes.
    bound: T,
    /// Whether a body exceeds it.
    exceeds: &'a AtomicBool,
}

impl<T: Float, const D: usize> NearBodies<'_, T, D> {
    /// Writes the states after the step, one after the other. Returns the number of the first body that fails.
    fn follow(
        &self,
        states: States<'_, T, D>,
        part: BodySlices<'_, SVector<T, D>, 0, 2>,
    ) -> Option<usize> {
        let places = self.near.places_after(self.skipped + part.first);
        let [x_after, v_after] = part.written;
        let after = x_after.iter_mut().zip(v_after);
        for (number, (place, (x_after, v_after))) in places.zip(after).enumerate() {
            let [x, v] = states.map(|column| &column[place]);
            if self.around.rests(x, v) {
                (*x_after, *v_after) = (*x, *v);
                continue;
            }
            let after = self.around.state_after(x, v);
            match after.filter(|[x, v]| is_finite(x) && is_finite(v)) {
                Some([x, v]) => (*x_after, *v_after) = (x, v),
                None => return Some(part.first + number),
            }
            if !(x_after.amax() <= self.bound && v_after.amax() <= self.bound) {
                self.exceeds.store(true, Ordering::Relaxed);
            }
        }
        None
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
    /// Such a step looks at all bodies first, and finds the states of those near planes after it, so that one that fails changes
    /// nothing. It allocates a bit for each body, and states for those near planes when there are more of them than before.
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
        self.find_near(planes)?;
        let near = self.near.count_before(self.len());
        // doubled, so that it seldom grows
        let room = near.saturating_mul(2).min(self.capacity);
        self.allocate_next(near, room)?;
        self.follow_near(dt, planes, &contact)?;
        // from here on nothing fails
        self.advance_all();
        self.clock.advance(dt);
        Ok(())
    }

    /// Sets `near`: the bodies that might touch a plane.
    fn find_near(&mut self, planes: &[Plane<T, D>]) -> Result<(), NoMemoryError> {
        self.near.clear(self.len())?;
        let (near, time) = (&self.near, self.clock.time());
        for (group, group_flow) in self.flows.iter().enumerate() {
            let Some(group_flow) = group_flow else {
                continue;
            };
            let filters = PlaneFilters::new(group_flow, planes, time);
            let bodies = self.groups.group(group).bodies;
            let states = [&self.positions, &self.velocities];
            let part = BodySlices {
                first: bodies.start,
                read: states.map(|column| &column.values()[bodies.clone()]),
                written: [],
            };
            run_on_threads(part, &|part| {
                let [x, v] = part.read.map(|column| column.chunks(BLOCK));
                for ((x, v), first) in x.zip(v).zip((part.first..).step_by(BLOCK)) {
                    let lines = [x, v].map(flat_ref);
                    let extremes = lines.map(Extremes::of);
                    for filter in filters
                        .iter()
                        .filter(|filter| !filter.is_above_all(&extremes))
                    {
                        let mut might_touch = [false; BLOCK];
                        let might_touch = &mut might_touch[..x.len()];
                        if filter.mark(lines[0], lines[1], might_touch) {
                            near.add(first, might_touch);
                        }
                    }
                }
                None
            });
        }
        Ok(())
    }

    /// Sets `next` to the states of the bodies of `near` after the step, one after the other.
    fn follow_near(
        &mut self,
        dt: T,
        planes: &[Plane<T, D>],
        contact: &Contact<T>,
    ) -> Result<(), StepBouncingError<T>> {
        let bound = match self.component_bound {
            ComponentBound::AtMost(bound) => bound,
            ComponentBound::Finite | ComponentBound::Unknown => from_f64(f64::INFINITY),
        };
        let exceeds = AtomicBool::new(false);
        let time = to_f64(self.clock.time());
        let states = [&self.positions, &self.velocities].map(|column| column.values());
        let near = &self.near;
        for (group, group_flow) in self.flows.iter().enumerate() {
            let bodies = self.groups.group(group).bodies;
            let [skipped, end] = [bodies.start, bodies.end].map(|place| near.count_before(place));
            let (Some(group_flow), Some(next)) = (group_flow, &mut self.next) else {
                continue;
            };
            if skipped == end {
                continue;
            }
            let mut law = group_flow.law.wide();
            law.constant += law.ramp * time;
            let near_bodies = NearBodies {
                near,
                skipped,
                around: Surroundings::new(law, planes, contact, to_f64(dt)),
                bound,
                exceeds: &exceeds,
            };
            let part = BodySlices {
                first: 0,
                read: [],
                written: next
                    .each_mut()
                    .map(|column| &mut column.values_mut()[skipped..end]),
            };
            let failed = run_on_threads(part, &|part| near_bodies.follow(states, part));
            let mut places = near.places_after(skipped);
            if let Some(body) = failed.and_then(|number| places.nth(number)) {
                return Err(near_bodies.error(body, states.map(|column| &column[body])));
            }
        }
        if exceeds.into_inner() {
            self.component_bound = ComponentBound::Finite;
        }
        Ok(())
    }

    /// Advances all bodies, and gives those of `near` the states of `next`.
    fn advance_all(&mut self) {
        let Some([x_after, v_after]) = &self.next else {
            return;
        };
        let (near, time) = (&self.near, self.clock.time());
        for (group, group_flow) in self.flows.iter().enumerate() {
            let Some(GroupFlow { flow, .. }) = group_flow else {
                continue;
            };
            let bodies = self.groups.group(group).bodies;
            let flow = flow.batch_at(time);
            let part = BodySlices {
                first: bodies.start,
                read: [],
                written: [
                    &mut self.positions.values_mut()[bodies.clone()],
                    &mut self.velocities.values_mut()[bodies],
                ],
            };
            run_on_threads(part, &|part| {
                let skipped = near.count_before(part.first);
                let mut after = (x_after.values().iter().zip(v_after.values())).skip(skipped);
                let [x, v] = part.written.map(|column| column.chunks_mut(BLOCK));
                for ((x, v), first) in x.zip(v).zip((part.first..).step_by(BLOCK)) {
                    flow.advance(flat(x), flat(v));
                    let places = near.places(first..first + x.len());
                    for (place, (x_after, v_after)) in places.zip(&mut after) {
                        (x[place - first], v[place - first]) = (*x_after, *v_after);
                    }
                }
                None
            });
        }
    }
}
