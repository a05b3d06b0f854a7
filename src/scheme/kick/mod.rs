//! Kicks: forces that are not linear act in the middle of the flow.

mod accelerate;

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::{RealField, SVector};

pub(super) use accelerate::kick_all;

use super::Attachment;
use super::accumulate::{add_to_body, increment, motion};
use super::classical::RUNGE_KUTTA_4;
use super::composition::Substep;
use super::kick_plan::{BodyKick, KickForce};
use super::link::LinkKick;
use super::response_cache::ResponseCache;
use super::states::States;
use crate::body::Body;
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::numbers::from_f64;
use crate::space::Real;

/// The stages of the midpoint rule, as those of [`RUNGE_KUTTA_4`].
const MIDPOINT: [(f64, f64); 2] = [(0.0, 0.5), (1.0, 0.0)];

/// When kicks act, for how long, and how they are integrated.
#[derive(Debug, Clone, Copy)]
pub(super) struct KickStep<T> {
    /// Time at which they act \[s\].
    pub(super) middle: T,
    /// How long they act \[s\]: `v' = v + a length`.
    pub(super) length: T,
    pub(super) rule: KickRule,
}

/// How a velocity-dependent kick, `v' = a(v)` at fixed position, is integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KickRule {
    /// Second order, two evaluations.
    Midpoint,
    /// Fourth order, four evaluations.
    RungeKutta4,
}

impl<T: RealField + Copy> KickStep<T> {
    /// Weight and next node of each stage, times the length.
    fn stages(self) -> impl Iterator<Item = (T, T)> {
        let stages: &[_] = match self.rule {
            KickRule::Midpoint => &MIDPOINT,
            KickRule::RungeKutta4 => &RUNGE_KUTTA_4,
        };
        let scaled = move |number| self.length * from_f64(number);
        (stages.iter()).map(move |&(weight, next_node)| (scaled(weight), scaled(next_node)))
    }
}

/// All kicks on a group of bodies.
pub(super) struct KickGroup<'a, T: Real<D>, const D: usize> {
    pub(super) attachments: &'a [Attachment<T, D>],
    /// Kicks on every body.
    pub(super) common: &'a [KickForce],
    /// Kicks on one body of the group.
    pub(super) body_kicks: &'a [BodyKick],
    /// Kicks between two bodies of the group.
    pub(super) links: &'a [LinkKick],
    /// How many forces kick the velocity of each body of the group.
    pub(super) counts: &'a [u32],
    /// The index in `body_kicks` and `links` of the first body of the group.
    pub(super) first: usize,
}

/// Buffers for kicks, reused from step to step.
#[derive(Debug)]
pub(super) struct KickScratch<T: Real<D>, const D: usize> {
    pub(super) cache: ResponseCache,
    /// Accelerations by the forces that do not depend on velocity.
    fixed_accelerations: Vec<SVector<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    /// Torques by the forces that do not depend on velocity; empty if no kick is a torque.
    fixed_torques: Vec<T::Axial>,
    torques: Vec<T::Axial>,
    /// Velocities before the kick.
    velocities: Vec<[T; D]>,
    /// Angular momenta before the kick, and after it; empty if no kick is a torque.
    angular_momenta: Vec<[T::Axial; 2]>,
}

impl<T: Real<D>, const D: usize> KickScratch<T, D> {
    pub(super) fn new() -> Self {
        Self {
            cache: ResponseCache::new(),
            fixed_accelerations: Vec::new(),
            accelerations: Vec::new(),
            fixed_torques: Vec::new(),
            torques: Vec::new(),
            velocities: Vec::new(),
            angular_momenta: Vec::new(),
        }
    }
}

/// One of the two sweeps over all exact kicks: in order, then in reverse order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SweepDirection {
    Forward,
    Backward,
}

impl SweepDirection {
    /// The part of a kick of this length that acts in this sweep: half of it in each. The only kick
    /// on its bodies acts at once in the forward sweep, because then it is exact.
    pub(super) fn length<T: Real<D>, const D: usize>(
        self,
        is_only_kick: bool,
        length: T,
    ) -> Option<T> {
        match (is_only_kick, self) {
            (true, Self::Forward) => Some(length),
            (true, Self::Backward) => None,
            (false, _) => Some(length * from_f64(0.5)),
        }
    }
}

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// All kicks on the bodies of the group, which are in the middle of their flow.
    ///
    /// Symmetric: half of every exact kick in order, the kicks by acceleration all at once, the other
    /// halves in reverse order.
    pub(super) fn kick(
        &self,
        scratch: &mut KickScratch<T, D>,
        states: &mut States<'_, T, D>,
        step: KickStep<T>,
    ) {
        states.write_bodies();
        if !self.has_exact() {
            return self.accelerate(scratch, states.bodies, states.velocities, step);
        }
        // exact kicks on bodies, each with its range of bodies, and exact kicks on pairs
        let common = (self.common.iter()).map(|kick| (kick, 0..self.counts.len()));
        let on_one = self.body_kicks.iter().map(|BodyKick { body, kick }| {
            let index = body - self.first;
            (kick, index..index + 1)
        });
        let kicks = (common.chain(on_one)).filter(|(kick, _)| kick.is_exact());
        let links = (self.links.iter()).filter(|link| link.kick.is_exact());

        let (cache, sweep) = (&mut scratch.cache, SweepDirection::Forward);
        for (kick, range) in kicks.clone() {
            self.kick_bodies(cache, kick, states.bodies, range, step, sweep);
        }
        (links.clone()).for_each(|link| self.kick_pair(cache, link, states.bodies, step, sweep));
        states.read_bodies();
        self.accelerate(scratch, states.bodies, states.velocities, step);
        states.write_bodies();
        let (cache, sweep) = (&mut scratch.cache, SweepDirection::Backward);
        (links.rev()).for_each(|link| self.kick_pair(cache, link, states.bodies, step, sweep));
        for (kick, range) in kicks.rev() {
            self.kick_bodies(cache, kick, states.bodies, range, step, sweep);
        }
        states.read_bodies();
    }

    /// The motion over the whole step of the body at `index` of the group, moved by its only kick.
    pub(super) fn single_motion(
        &self,
        scratch: &mut KickScratch<T, D>,
        index: usize,
        body: &Body<T, D>,
        whole: Substep<T>,
    ) -> Option<Motion<T, D>> {
        let body_kick = || {
            let place = self.first + index;
            let found = (self.body_kicks).binary_search_by_key(&place, |kick| kick.body);
            found.ok().map(|found| &self.body_kicks[found].kick)
        };
        let force = self.force(self.common.first().or_else(body_kick)?);
        motion(&mut scratch.cache, force, body, whole.start, whole.dt)
    }

    pub(super) fn force(&self, kick: &KickForce) -> &dyn Force<T, D> {
        self.attachments[kick.attachment].force.as_ref()
    }

    /// One sweep of an exact kick on the bodies of a range.
    fn kick_bodies(
        &self,
        cache: &mut ResponseCache,
        kick: &KickForce,
        bodies: &mut [Body<T, D>],
        range: Range<usize>,
        step: KickStep<T>,
        sweep: SweepDirection,
    ) {
        let counts = &self.counts[range.clone()];
        for (body, &count) in bodies[range].iter_mut().zip(counts) {
            if let Some(h) = sweep.length::<T, D>(count == 1, step.length) {
                let kick = symmetric_kick(cache, self.force(kick), body, step.middle, h);
                add_to_body(body, kick);
            }
        }
    }
}

/// The symmetric kick `K(h) = T(-h/2) E(h) T(-h/2)` of a force with exact step E, where T is
/// coasting: what it adds to velocity and position of a body at the middle of the step.
///
/// From `E = (x + v h + Δx, v + Δv)` at the start of the step, `x - v h/2`, follows `K = (x + Δx - Δv h/2, v + Δv)`.
pub(super) fn symmetric_kick<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    middle: T,
    h: T,
) -> Increment<T, D> {
    let half = h * from_f64(0.5);
    // T(-h/2): back to the start of the step
    let mut start = *body;
    start.position -= start.velocity * half;
    let exact = increment(cache, force, &start, middle - half, h);
    // T(-h/2) with the new velocity
    Increment {
        velocity: exact.velocity,
        position: exact.position - exact.velocity * half,
    }
}
