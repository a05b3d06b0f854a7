//! Kicks: the effect of forces that are not linear, between flows.

mod accelerate;

use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

pub(super) use accelerate::kick_all;

use super::ground::add_to_pair;
use super::increments::{add_to_body, increment, motion};
use super::response_cache::ResponseCache;
use super::splitting::{KickRule, Substep};
use super::system::States;
use crate::body::Body;
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::numbers::from_f64;
use crate::plan::{Attachment, Kick, Target};
use crate::space::Real;

/// When kicks act, for how long, and how they are integrated.
#[derive(Debug, Clone, Copy)]
pub(super) struct KickStep<T> {
    /// Time at which the kicks act \[s\].
    pub(super) time: T,
    /// Duration of the kicks \[s\]: `v' = v + a length`.
    pub(super) length: T,
    /// Time over which the positions of fast modes are averaged \[s\].
    pub(super) filter: T,
    pub(super) rule: &'static KickRule,
}

/// One of the two sweeps over all exact kicks: the first in order, the second in reverse order.
#[derive(Debug, Clone, Copy)]
struct Sweep<T> {
    /// Time at which the kicks act \[s\].
    middle: T,
    /// Duration of a kick that is the only one on its bodies \[s\]: the whole duration in the first
    /// sweep, because the kick is then exact; `None` in the second sweep.
    only: Option<T>,
    /// Duration of any other kick \[s\]: half of the whole duration in each sweep.
    others: T,
}

impl<T: RealField + Copy> Sweep<T> {
    fn length(&self, is_only_kick: bool) -> Option<T> {
        if is_only_kick {
            self.only
        } else {
            Some(self.others)
        }
    }
}

/// All kicks on a group of bodies.
pub(super) struct KickGroup<'a, T: Real<D>, const D: usize> {
    pub(super) attachments: &'a [Attachment<T, D>],
    /// Kicks on every body.
    pub(super) common: &'a [Kick],
    /// Other kicks. Kicks on one body are sorted by body.
    pub(super) own: &'a [Kick],
    /// Number of forces that kick the velocity of each body of the group; empty if no kick is exact.
    pub(super) counts: &'a [u32],
    /// Index that the first body of the group has in `own`.
    pub(super) first: usize,
    /// Accelerations \[m/s²\] by applied forces that kick, each with the index of the accelerated body in the group.
    pub(super) pushes: &'a [(usize, SVector<T, D>)],
    /// Whether any body may rotate.
    pub(super) turn: bool,
}

/// Buffers for kicks, reused from step to step.
#[derive(Debug)]
pub(super) struct KickScratch<T: Real<D>, const D: usize> {
    cache: ResponseCache,
    /// Accelerations by the forces that do not depend on velocity \[m/s²\].
    fixed_accelerations: Vec<SVector<T, D>>,
    /// Accelerations at each stage of a Runge–Kutta method, one stage after the other.
    accelerations: Vec<SVector<T, D>>,
    /// Torques by the forces that do not depend on velocity \[N·m\]; empty if no kick is a torque.
    fixed_torques: Vec<T::Axial>,
    /// Torques at each stage of a Runge–Kutta method, one stage after the other.
    torques: Vec<T::Axial>,
    /// Velocities before the kick.
    velocities: Vec<[T; D]>,
    /// Angular momenta before the kick; empty if no kick is a torque.
    angular_momenta: Vec<T::Axial>,
}

impl<T: Real<D>, const D: usize> KickScratch<T, D> {
    pub(super) fn new() -> Self {
        Self {
            cache: ResponseCache::default(),
            fixed_accelerations: Vec::new(),
            accelerations: Vec::new(),
            fixed_torques: Vec::new(),
            torques: Vec::new(),
            velocities: Vec::new(),
            angular_momenta: Vec::new(),
        }
    }
}

impl<T: Real<D>, const D: usize> KickGroup<'_, T, D> {
    /// Applies all kicks on the bodies of the group, between two flows.
    ///
    /// The sequence is symmetric: the first half of every exact kick in order, then all kicks by
    /// acceleration at once, then the second halves in reverse order. If this sequence would lower
    /// the order of the scheme, all kicks act by acceleration.
    pub(super) fn kick(
        &self,
        scratch: &mut KickScratch<T, D>,
        states: &mut States<'_, T, D>,
        step: KickStep<T>,
    ) {
        states.write_bodies();
        if !(step.rule.uses_motions && self.has_exact()) {
            return self.accelerate(scratch, states.bodies, states.velocities, step);
        }
        let exact = || self.kicks().filter(|kick| kick.is_exact);
        let first_sweep = Sweep {
            middle: step.time,
            only: Some(step.length),
            others: step.length * from_f64(0.5),
        };
        let last_sweep = Sweep {
            only: None,
            ..first_sweep
        };
        let cache = &mut scratch.cache;
        exact().for_each(|kick| self.kick_exactly(cache, kick, states.bodies, &first_sweep));
        states.read_bodies();
        self.accelerate(scratch, states.bodies, states.velocities, step);
        states.write_bodies();
        let cache = &mut scratch.cache;
        (exact().rev()).for_each(|kick| self.kick_exactly(cache, kick, states.bodies, &last_sweep));
        states.read_bodies();
    }

    /// Returns the motion over the whole step of the body at `index` of the group under its only
    /// kick; `None` if no kick acts on it.
    pub(super) fn single_motion(
        &self,
        scratch: &mut KickScratch<T, D>,
        local: usize,
        body: &Body<T, D>,
        whole: Substep<T>,
    ) -> Option<Motion<T, D>> {
        let own = || {
            let index = Some(self.first + local);
            let found = (self.own).binary_search_by_key(&index, |kick| kick.target.one());
            found.ok().map(|found| &self.own[found])
        };
        let kick = self.common.first().or_else(own)?;
        self.motion(scratch, kick, body, whole)
    }

    /// Returns the motion over the whole step of a body, or of a body relative to another, under one kick alone.
    pub(super) fn motion(
        &self,
        scratch: &mut KickScratch<T, D>,
        kick: &Kick,
        body: &Body<T, D>,
        whole: Substep<T>,
    ) -> Option<Motion<T, D>> {
        motion(
            &mut scratch.cache,
            self.force(kick),
            body,
            whole.start,
            whole.dt,
        )
    }

    fn kicks(&self) -> impl DoubleEndedIterator<Item = &Kick> + Clone {
        self.common.iter().chain(self.own)
    }

    fn force(&self, kick: &Kick) -> &dyn Force<T, D> {
        self.attachments[kick.slot as usize].force.as_ref()
    }

    /// Returns the bodies that a kick acts on, by their index in the group.
    fn target(&self, kick: &Kick) -> Target {
        match kick.target {
            Target::One(body) => Target::One(body - self.first),
            target => target,
        }
    }

    /// Applies an exact kick in one sweep.
    fn kick_exactly(
        &self,
        cache: &mut ResponseCache,
        kick: &Kick,
        bodies: &mut [Body<T, D>],
        sweep: &Sweep<T>,
    ) {
        let force = self.force(kick);
        let target = self.target(kick);
        if let Target::Pair(first, second) = target {
            let is_only_kick = self.counts[first] == 1 && self.counts[second] == 1;
            if let Some(h) = sweep.length(is_only_kick) {
                let relative = bodies[first].relative_to(&bodies[second]);
                let kick = symmetric_kick(cache, force, &relative, sweep.middle, h);
                add_to_pair(bodies, [first, second], relative.mass, kick);
            }
            return;
        }
        for index in target.bodies(bodies.len()) {
            if let Some(h) = sweep.length(self.counts[index] == 1) {
                let kick = symmetric_kick(cache, force, &bodies[index], sweep.middle, h);
                add_to_body(&mut bodies[index], kick);
            }
        }
    }
}

/// Computes the symmetric kick `K(h) = T(-h/2) E(h) T(-h/2)` of a force with exact step E, where T
/// is motion at constant velocity. Returns the increment that K adds to velocity and position of a
/// body at the middle of the step.
///
/// With `E = (x + v h + Δx, v + Δv)` from the start of the step, `x - v h/2`, the result is `K = (x + Δx - Δv h/2, v + Δv)`.
// inlined: a call would copy the body once more
#[inline(always)]
fn symmetric_kick<T: Real<D>, const D: usize>(
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
