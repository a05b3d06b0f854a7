//! The schemes of accumulated increments: every force is integrated alone, and what they do is added.

mod motion;
mod rotation;

use alloc::vec::Vec;

use super::response_cache::ResponseCache;
use super::rigid_bodies::RigidBodies;
use super::{ForceTarget, System};
use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::space::{Real, narrow};
use nalgebra::{RealField, SVector};

use motion::law_motion;
pub(super) use motion::{increment, mean_velocity, motion, pair_moved};

/// What of each increment is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IncrementRule {
    /// All of it.
    Full,
    /// Its Δv, with `Δx = ½ Δv h`.
    Averaged,
}

impl IncrementRule {
    fn of<T: RealField + Copy, const D: usize>(
        self,
        increment: Increment<T, D>,
        h: T,
    ) -> Increment<T, D> {
        match self {
            Self::Full => increment,
            Self::Averaged => increment.averaged(h),
        }
    }

    /// The same of a motion that starts with this velocity.
    fn of_motion<T: RealField + Copy, const D: usize>(
        self,
        motion: Motion<T, D>,
        velocity: &SVector<T, D>,
        h: T,
    ) -> Motion<T, D> {
        match self {
            Self::Full => motion,
            Self::Averaged => Motion {
                displacement: (velocity + motion.velocity) * (h * narrow(0.5)),
                velocity: motion.velocity,
                increment: motion.increment.averaged(h),
            },
        }
    }
}

/// What is kept between steps.
#[derive(Debug)]
pub(super) struct AccumulationScratch {
    cache: ResponseCache,
    /// Whether a force has moved each body in this step.
    moved: Vec<bool>,
}

impl AccumulationScratch {
    pub(super) fn new() -> Self {
        Self {
            cache: ResponseCache::new(),
            moved: Vec::new(),
        }
    }
}

/// `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, all increments from the state before the step.
///
/// The first force that acts on a body moves it as if it were alone, coasting and all; what the others do beyond coasting
/// is added to that.
///
/// Angles in the plane accumulate alike. In space rotations do not add: there the increments of angular
/// momentum add, and the body turns freely with the mean of what it has before and after. Drag alone turns it exactly,
/// unless increments are averaged.
pub(super) fn accumulate<T: Real<D>, const D: usize>(
    room: &mut AccumulationScratch,
    rigid_bodies: &RigidBodies<T, D>,
    system: &System<'_, T, D>,
    before: &[Body<T, D>],
    after: &mut [Body<T, D>],
    share: IncrementRule,
) {
    let System { time, h, .. } = *system;
    let AccumulationScratch { cache, moved } = room;
    after.copy_from_slice(before);
    moved.clear();
    moved.resize(before.len(), false);
    for attachment in system.attachments {
        let force = attachment.force.as_ref();
        let mut act = |place: usize| {
            let (old, new) = (&before[place], &mut after[place]);
            if moved[place] {
                add_to_body(new, share.of(increment(cache, force, old, time, h), h));
            } else if let Some(motion) = motion(cache, force, old, time, h) {
                let motion = share.of_motion(motion, &old.velocity, h);
                new.position += motion.displacement;
                new.velocity = motion.velocity;
                moved[place] = true;
            }
        };
        match attachment.target {
            ForceTarget::Every => (0..before.len()).for_each(act),
            ForceTarget::One(place) => act(place),
            ForceTarget::Pair(first, second) => {
                let relative = before[first].relative_to(&before[second]);
                if !moved[first] && !moved[second] {
                    if let Some(motion) = motion(cache, force, &relative, time, h) {
                        let motion = share.of_motion(motion, &relative.velocity, h);
                        let pair = [&before[first], &before[second]];
                        let [one, other] = pair_moved(pair, &motion, h);
                        (after[first].position, after[first].velocity) = one;
                        (after[second].position, after[second].velocity) = other;
                        (moved[first], moved[second]) = (true, true);
                    }
                    continue;
                }
                for place in [first, second] {
                    coast(&mut after[place], &mut moved[place], h);
                }
                let increment = share.of(increment(cache, force, &relative, time, h), h);
                add_to_pair(after, (first, second), relative.mass, increment);
            }
        }
    }
    for (new, moved) in after.iter_mut().zip(moved) {
        coast(new, moved, h);
    }
    for applied in system.applied_forces {
        let acceleration = applied.force / before[applied.body].mass;
        let increment = share.of(Increment::constant(&acceleration, h), h);
        add_to_body(&mut after[applied.body], increment);
    }
    rotation::accumulate(cache, rigid_bodies, system, before, after, share);
}

/// Moves a body on as it goes, unless a force has moved it.
fn coast<T: Real<D>, const D: usize>(body: &mut Body<T, D>, moved: &mut bool, h: T) {
    if !*moved {
        body.position += body.velocity * h;
        *moved = true;
    }
}

/// Gives a body what a force does to it.
pub(super) fn add_to_body<T: Real<D>, const D: usize>(
    body: &mut Body<T, D>,
    increment: Increment<T, D>,
) {
    body.velocity += increment.velocity;
    body.position += increment.position;
}

/// Gives two bodies what a link does to their relative motion: the same impulse and the same moment
/// of displacement, with opposite signs.
pub(super) fn add_to_pair<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    (first, second): (usize, usize),
    reduced_mass: T,
    increment: Increment<T, D>,
) {
    let impulse = increment.velocity * reduced_mass;
    let displacement = increment.position * reduced_mass;
    bodies[first].velocity += impulse / bodies[first].mass;
    bodies[first].position += displacement / bodies[first].mass;
    bodies[second].velocity -= impulse / bodies[second].mass;
    bodies[second].position -= displacement / bodies[second].mass;
}
