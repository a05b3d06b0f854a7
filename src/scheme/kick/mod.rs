//! What is not linear acts in the middle of the flow.

mod accelerate;

use alloc::vec::Vec;

use nalgebra::SVector;

pub(super) use accelerate::kick_all;

use super::Attachment;
use super::accumulate::{add_to_body, add_to_pair, increment, motion};
use super::classical::RUNGE_KUTTA_4;
use super::kick_plan::{BodyKick, KickForce, LinkKick};
use super::response_cache::ResponseCache;
use crate::body::Body;
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::space::{Real, narrow};

/// The stages of the midpoint rule, as those of [`RUNGE_KUTTA_4`].
const MIDPOINT: [(f64, f64); 2] = [(0.0, 0.5), (1.0, 0.0)];

/// How the kick of velocity-dependent forces, `v' = a(v)` at fixed position, is integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KickRule {
    /// Second order, two evaluations.
    Midpoint,
    /// Fourth order, four evaluations.
    RungeKutta4,
}

impl KickRule {
    fn stages(self) -> &'static [(f64, f64)] {
        match self {
            Self::Midpoint => &MIDPOINT,
            Self::RungeKutta4 => &RUNGE_KUTTA_4,
        }
    }
}

/// Bodies that are kicked together, and all that kicks them.
pub(super) struct KickGroup<'a, T: Real<D>, const D: usize> {
    pub(super) attachments: &'a [Attachment<T, D>],
    /// Kicks on every body.
    pub(super) common: &'a [KickForce],
    /// Kicks on one body of the group.
    pub(super) own: &'a [BodyKick],
    /// Kicks between two bodies of the group.
    pub(super) links: &'a [LinkKick],
    /// How many forces kick the velocity of each body of the group.
    pub(super) counts: &'a [u32],
    /// What own kicks and links call the first body of the group.
    pub(super) first: usize,
}

/// AccumulationScratch for kicks to be computed in, reused from step to step.
#[derive(Debug)]
pub(super) struct KickScratch<T: Real<D>, const D: usize> {
    cache: ResponseCache,
    /// Accelerations by the forces that do not depend on velocity.
    fixed: Vec<SVector<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    /// Torques by the forces that do not depend on velocity; none where nothing is turned.
    fixed_torques: Vec<T::Axial>,
    torques: Vec<T::Axial>,
    /// Velocities before the kick, and after it.
    velocities: [Vec<SVector<T, D>>; 2],
    /// The same of angular momenta; none where nothing is turned.
    spins: [Vec<T::Axial>; 2],
    /// Velocities before the kick of points in columns.
    column: Vec<[T; D]>,
}

impl<T: Real<D>, const D: usize> KickScratch<T, D> {
    pub(super) fn new() -> Self {
        Self {
            cache: ResponseCache::new(),
            fixed: Vec::new(),
            accelerations: Vec::new(),
            fixed_torques: Vec::new(),
            torques: Vec::new(),
            velocities: [Vec::new(), Vec::new()],
            column: Vec::new(),
            spins: [Vec::new(), Vec::new()],
        }
    }
}

/// Where a kick stands in the symmetric sequence of kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SweepDirection {
    Forward,
    Backward,
}

impl SweepDirection {
    /// How much of a kick of length `h` acts in this pass: half of it in each, but the whole at once
    /// where it meets no other kick, for then it is exact.
    fn share<T: Real<D>, const D: usize>(self, meets_no_other: bool, h: T) -> Option<T> {
        match (meets_no_other, self) {
            (true, Self::Forward) => Some(h),
            (true, Self::Backward) => None,
            (false, _) => Some(h * narrow(0.5)),
        }
    }
}

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// All kicks of length `h` on the bodies of the group, which are in the middle of their flow, at
    /// `time`.
    ///
    /// Symmetric: half of every exact kick in order, the kicks known by their acceleration all at
    /// once, the other halves in reverse order.
    pub(super) fn kick(
        &self,
        room: &mut KickScratch<T, D>,
        bodies: &mut [Body<T, D>],
        (time, h): (T, T),
        rule: KickRule,
    ) {
        let cache = &mut room.cache;
        for kick in self.common.iter().filter(|kick| kick.is_exact()) {
            self.exact_common(cache, kick, bodies, (time, h), SweepDirection::Forward);
        }
        for own in self.own.iter().filter(|own| own.kick.is_exact()) {
            self.exact_own(cache, own, bodies, (time, h), SweepDirection::Forward);
        }
        for link in self.links.iter().filter(|link| link.kick.is_exact()) {
            self.exact_link(cache, link, bodies, (time, h), SweepDirection::Forward);
        }
        self.accelerate(room, bodies, (time, h), rule);
        let cache = &mut room.cache;
        for link in self.links.iter().filter(|link| link.kick.is_exact()).rev() {
            self.exact_link(cache, link, bodies, (time, h), SweepDirection::Backward);
        }
        for own in self.own.iter().filter(|own| own.kick.is_exact()).rev() {
            self.exact_own(cache, own, bodies, (time, h), SweepDirection::Backward);
        }
        for kick in self.common.iter().filter(|kick| kick.is_exact()).rev() {
            self.exact_common(cache, kick, bodies, (time, h), SweepDirection::Backward);
        }
    }

    /// What the force does in a step to the body at a place of the group that it alone kicks, while nothing else moves it.
    pub(super) fn single_motion(
        &self,
        room: &mut KickScratch<T, D>,
        place: usize,
        body: &Body<T, D>,
        (time, h): (T, T),
    ) -> Option<Motion<T, D>> {
        let own = || {
            let own = (self.own).binary_search_by_key(&(self.first + place), |own| own.body);
            own.ok().map(|index| &self.own[index].kick)
        };
        let kick = self.common.first().or_else(own)?;
        motion(&mut room.cache, self.force(kick), body, time, h)
    }

    /// The same of a link, and what separates its bodies.
    pub(super) fn link_motion(
        &self,
        room: &mut KickScratch<T, D>,
        link: &LinkKick,
        relative: &Body<T, D>,
        (time, h): (T, T),
    ) -> Option<Motion<T, D>> {
        motion(&mut room.cache, self.force(&link.kick), relative, time, h)
    }

    fn force(&self, kick: &KickForce) -> &dyn Force<T, D> {
        self.attachments[kick.attachment].force.as_ref()
    }

    fn exact_common(
        &self,
        cache: &mut ResponseCache,
        kick: &KickForce,
        bodies: &mut [Body<T, D>],
        (time, h): (T, T),
        pass: SweepDirection,
    ) {
        for (body, &count) in bodies.iter_mut().zip(self.counts) {
            if let Some(h) = pass.share::<T, D>(count == 1, h) {
                let kick = symmetric_kick(cache, self.force(kick), body, (time, h));
                add_to_body(body, kick);
            }
        }
    }

    fn exact_own(
        &self,
        cache: &mut ResponseCache,
        own: &BodyKick,
        bodies: &mut [Body<T, D>],
        (time, h): (T, T),
        pass: SweepDirection,
    ) {
        let index = own.body - self.first;
        if let Some(h) = pass.share::<T, D>(self.counts[index] == 1, h) {
            let body = &mut bodies[index];
            let kick = symmetric_kick(cache, self.force(&own.kick), body, (time, h));
            add_to_body(body, kick);
        }
    }

    fn exact_link(
        &self,
        cache: &mut ResponseCache,
        link: &LinkKick,
        bodies: &mut [Body<T, D>],
        (time, h): (T, T),
        pass: SweepDirection,
    ) {
        let (first, second) = (link.first - self.first, link.second - self.first);
        let meets_no_other = self.counts[first] == 1 && self.counts[second] == 1;
        if let Some(h) = pass.share::<T, D>(meets_no_other, h) {
            let relative = bodies[first].relative_to(&bodies[second]);
            let kick = symmetric_kick(cache, self.force(&link.kick), &relative, (time, h));
            add_to_pair(bodies, (first, second), relative.mass, kick);
        }
    }
}

/// The symmetric kick `K(h) = T(-h/2) E(h) T(-h/2)` of a force with exact step E, where T is
/// coasting: what it adds to velocity and position of a body in the middle of its step, at `time`.
fn symmetric_kick<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    (time, h): (T, T),
) -> Increment<T, D> {
    let half = h * narrow(0.5);
    let mut start = *body;
    start.position -= start.velocity * half;
    let done = increment(cache, force, &start, time - half, h);
    Increment {
        velocity: done.velocity,
        position: done.position - done.velocity * half,
    }
}
