//! The schemes of accumulated increments: every force is integrated alone, and the increments are
//! added.

mod rotation;

use alloc::vec::Vec;

use super::System;
use super::ground::{add_to_pair, pair_after};
use super::response_cache::ResponseCache;
use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::numbers::from_f64;
use crate::plan::Target;
use crate::space::Real;
use nalgebra::{RealField, SVector};

pub(super) use rotation::{increment, motion};

/// Which increments are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IncrementRule {
    /// Δv and Δx as the force returns them.
    Full,
    /// Δv as the force returns it, and `Δx = ½ Δv h`.
    Averaged,
}

impl IncrementRule {
    /// Returns the motion changed by this rule; `velocity` is its initial velocity.
    fn apply<T: RealField + Copy, const D: usize>(
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
pub(super) struct AccumulatedIncrements<T: Real<D>, const D: usize> {
    cache: ResponseCache,
    /// Whether a force has moved each body in this step.
    moved: Vec<bool>,
    /// The accelerations of all bodies by a force between all bodies \[m/s²\].
    between: Vec<SVector<T, D>>,
}

impl<T: Real<D>, const D: usize> AccumulatedIncrements<T, D> {
    pub(super) fn new() -> Self {
        Self {
            cache: ResponseCache::default(),
            moved: Vec::new(),
            between: Vec::new(),
        }
    }

    /// Makes a step: `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`. All increments are computed from the
    /// state before the step.
    ///
    /// The first force on a body moves the body exactly, which includes the motion at constant
    /// velocity. The increments of all other forces are relative to this motion, and are added.
    ///
    /// Angles in the plane accumulate in the same way. In space rotations do not add: the
    /// increments of angular momentum are added, and the body rotates freely with the mean of its
    /// angular momentum before and after the step. If drag is the only force, the rotation is
    /// exact, unless increments are averaged. `after` starts as a copy of `before`.
    pub(super) fn step(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        rule: IncrementRule,
    ) {
        let System { time, h, .. } = *system;
        let Self {
            cache,
            moved,
            between,
        } = self;
        moved.clear();
        moved.resize(before.len(), false);
        let euler = |acceleration: &SVector<T, D>, velocity: &SVector<T, D>| {
            let increment = Increment::euler(acceleration, h);
            let motion = Motion::from_increment(increment, velocity, h);
            rule.apply(motion, velocity, h)
        };
        for attachment in system.attachments() {
            let mut motion_of = |body: &Body<T, D>| {
                let motion = motion(cache, attachment.force.as_ref(), body, time, h)?;
                Some(rule.apply(motion, &body.velocity, h))
            };
            if let Target::Pair(first, second) = attachment.target {
                let relative = attachment.link([first, second]).relative(before);
                if relative.is_fixed() {
                    continue;
                }
                let is_mounted = attachment.arms.is_some();
                let motion = if is_mounted {
                    // the link rotates the bodies, so no exact motion is known
                    let acceleration = attachment.force.acceleration(&relative, time);
                    Some(euler(&acceleration, &relative.velocity))
                } else {
                    motion_of(&relative)
                };
                let Some(motion) = motion else {
                    continue;
                };
                if is_mounted || moved[first] || moved[second] {
                    // bodies that no force has moved yet first coast, because the increment is
                    // relative to coasting
                    for index in [first, second] {
                        coast(&mut after[index], &mut moved[index], h);
                    }
                    add_to_pair(after, [first, second], relative.mass, motion.increment);
                } else {
                    let [one, other] = pair_after([&before[first], &before[second]], &motion, h);
                    (after[first].position, after[first].velocity) = one;
                    (after[second].position, after[second].velocity) = other;
                    (moved[first], moved[second]) = (true, true);
                }
                continue;
            }
            if attachment.acts_between() {
                between.clear();
                between.resize(before.len(), SVector::zeros());
                attachment.force.accelerate(before, time, between);
            }
            for index in attachment.bodies(before.len()) {
                let body = &before[index];
                if body.is_fixed() {
                    continue;
                }
                let motion = if attachment.acts_between() {
                    Some(euler(&between[index], &body.velocity))
                } else {
                    motion_of(body)
                };
                let Some(motion) = motion else {
                    continue;
                };
                if moved[index] {
                    add_to_body(&mut after[index], motion.increment);
                } else {
                    after[index].position += motion.displacement;
                    after[index].velocity = motion.velocity;
                    moved[index] = true;
                }
            }
        }
        for (new, moved) in after.iter_mut().zip(moved) {
            coast(new, moved, h);
        }
        for applied in system.applied_forces {
            // averaging would not change this increment, because the acceleration is constant
            let acceleration = applied.force / before[applied.body].mass;
            add_to_body(
                &mut after[applied.body],
                Increment::constant(&acceleration, h),
            );
        }
        rotation::accumulate(cache, system, before, after, rule);
    }
}

/// Moves a body by coasting, `x += v h`, unless a force has moved the body.
fn coast<T: Real<D>, const D: usize>(body: &mut Body<T, D>, moved: &mut bool, h: T) {
    if !*moved {
        body.position += body.velocity * h;
        *moved = true;
    }
}

pub(super) fn add_to_body<T: Real<D>, const D: usize>(
    body: &mut Body<T, D>,
    increment: Increment<T, D>,
) {
    body.velocity += increment.velocity;
    body.position += increment.position;
}
