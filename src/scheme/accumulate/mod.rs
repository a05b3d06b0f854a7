//! The schemes of accumulated increments: every force is integrated alone, and the increments are added.

mod motion;
mod rotation;

use alloc::vec::Vec;

use super::link::{self, add_to_pair, pair_after};
use super::response_cache::ResponseCache;
use super::rotation::RigidBodies;
use super::{ForceTarget, System};
use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::numbers::from_f64;
use crate::space::Real;
use nalgebra::{RealField, SVector};

use motion::law_motion;
pub(super) use motion::{increment, motion};

/// How increments enter the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IncrementRule {
    /// Δv and Δx as they are.
    Full,
    /// Δv, and `Δx = ½ Δv h`.
    Averaged,
}

impl IncrementRule {
    fn apply<T: RealField + Copy, const D: usize>(
        self,
        increment: Increment<T, D>,
        h: T,
    ) -> Increment<T, D> {
        match self {
            Self::Full => increment,
            Self::Averaged => increment.averaged(h),
        }
    }

    /// [`apply`](Self::apply) for a whole motion that starts with this velocity.
    fn apply_to_motion<T: RealField + Copy, const D: usize>(
        self,
        motion: Motion<T, D>,
        velocity: &SVector<T, D>,
        h: T,
    ) -> Motion<T, D> {
        match self {
            Self::Full => motion,
            Self::Averaged => Motion {
                displacement: (velocity + motion.velocity) * (h * from_f64(0.5)),
                velocity: motion.velocity,
                increment: motion.increment.averaged(h),
            },
        }
    }
}

/// The schemes of accumulated increments, with buffers that are reused from step to step.
#[derive(Debug)]
pub(super) struct AccumulatedIncrements {
    cache: ResponseCache,
    /// Whether a force has moved each body in this step.
    moved: Vec<bool>,
}

impl AccumulatedIncrements {
    pub(super) fn new() -> Self {
        Self {
            cache: ResponseCache::new(),
            moved: Vec::new(),
        }
    }

    /// `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, all increments from the state before the step.
    ///
    /// The first force on a body moves it exactly, coasting included; of the other forces only the
    /// increments relative to coasting are added.
    ///
    /// Angles in the plane accumulate likewise. In space rotations do not add: the increments of angular
    /// momentum add, and the body rotates freely with the mean of its angular momentum before and after.
    /// Drag alone rotates it exactly, unless increments are averaged.
    pub(super) fn step<T: Real<D>, const D: usize>(
        &mut self,
        rigid_bodies: &RigidBodies<T, D>,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        rule: IncrementRule,
    ) {
        let System { time, h, .. } = *system;
        let Self { cache, moved } = self;
        after.copy_from_slice(before);
        moved.clear();
        moved.resize(before.len(), false);
        for attachment in system.attachments {
            let force = attachment.force.as_ref();
            let mut act = |place: usize| {
                let (old, new) = (&before[place], &mut after[place]);
                if moved[place] {
                    add_to_body(new, rule.apply(increment(cache, force, old, time, h), h));
                } else if let Some(motion) = motion(cache, force, old, time, h) {
                    let motion = rule.apply_to_motion(motion, &old.velocity, h);
                    new.position += motion.displacement;
                    new.velocity = motion.velocity;
                    moved[place] = true;
                }
            };
            match attachment.target {
                ForceTarget::Every => (0..before.len()).for_each(act),
                ForceTarget::One(place) => act(place),
                ForceTarget::Pair(first, second) => {
                    let relative = link::relative(before, [first, second]);
                    if !moved[first] && !moved[second] {
                        if let Some(motion) = motion(cache, force, &relative, time, h) {
                            let motion = rule.apply_to_motion(motion, &relative.velocity, h);
                            let pair = [&before[first], &before[second]];
                            let [one, other] = pair_after(pair, &motion, h);
                            (after[first].position, after[first].velocity) = one;
                            (after[second].position, after[second].velocity) = other;
                            (moved[first], moved[second]) = (true, true);
                        }
                        continue;
                    }
                    // a body that no force has moved yet coasts, and increments are added to that
                    for place in [first, second] {
                        coast(&mut after[place], &mut moved[place], h);
                    }
                    let increment = rule.apply(increment(cache, force, &relative, time, h), h);
                    add_to_pair(after, [first, second], relative.mass, increment);
                }
            }
        }
        for (new, moved) in after.iter_mut().zip(moved) {
            coast(new, moved, h);
        }
        for applied in system.applied_forces {
            let acceleration = applied.force / before[applied.body].mass;
            let increment = rule.apply(Increment::constant(&acceleration, h), h);
            add_to_body(&mut after[applied.body], increment);
        }
        rotation::accumulate(cache, rigid_bodies, system, before, after, rule);
    }
}

/// `x += v h`, unless a force has moved the body.
fn coast<T: Real<D>, const D: usize>(body: &mut Body<T, D>, moved: &mut bool, h: T) {
    if !*moved {
        body.position += body.velocity * h;
        *moved = true;
    }
}

/// Adds an increment to the state of a body.
pub(super) fn add_to_body<T: Real<D>, const D: usize>(
    body: &mut Body<T, D>,
    increment: Increment<T, D>,
) {
    body.velocity += increment.velocity;
    body.position += increment.position;
}
