//! The schemes of accumulated increments: every force is integrated alone, and what they do is added.

mod turning;

use super::memo::Memo;
use super::turning::Turning;
use super::{System, Target};
use crate::body::Body;
use crate::force::Force;
use crate::increment::Increment;
use crate::space::Real;
use nalgebra::RealField;

/// What of each increment is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// All of it.
    Whole,
    /// Its Δv, with `Δx = ½ Δv h`.
    Averaged,
}

impl Share {
    fn of<T: RealField + Copy, const D: usize>(
        self,
        increment: Increment<T, D>,
        h: T,
    ) -> Increment<T, D> {
        match self {
            Self::Whole => increment,
            Self::Averaged => increment.averaged(h),
        }
    }
}

/// `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, all increments from the state before the step.
///
/// Angles in the plane accumulate alike. In space rotations do not add: there the increments of angular
/// momentum add, and the body turns freely with the mean of what it has before and after.
pub(super) fn accumulate<T: Real<D>, const D: usize>(
    memo: &mut Memo,
    turning: &Turning<T, D>,
    system: &System<'_, T, D>,
    before: &[Body<T, D>],
    after: &mut [Body<T, D>],
    share: Share,
) {
    let System { time, h, .. } = *system;
    for (old, new) in before.iter().zip(&mut *after) {
        *new = *old;
        new.position += old.velocity * h;
    }
    for attachment in system.attachments {
        let force = attachment.force.as_ref();
        match attachment.target {
            Target::Every => {
                for (old, new) in before.iter().zip(&mut *after) {
                    add_to_body(new, share.of(increment(memo, force, old, time, h), h));
                }
            }
            Target::One(index) => {
                let increment = increment(memo, force, &before[index], time, h);
                add_to_body(&mut after[index], share.of(increment, h));
            }
            Target::Pair(first, second) => {
                let relative = before[first].relative_to(&before[second]);
                let increment = share.of(increment(memo, force, &relative, time, h), h);
                add_to_pair(after, (first, second), relative.mass, increment);
            }
        }
    }
    for push in system.pushes {
        let acceleration = push.force / before[push.body].mass;
        let increment = share.of(Increment::constant(&acceleration, h), h);
        add_to_body(&mut after[push.body], increment);
    }
    turning::accumulate(memo, turning, system, before, after, share);
}

/// The force's own increment, with the response of an isotropic one remembered.
pub(super) fn increment<T: Real<D>, const D: usize>(
    memo: &mut Memo,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    time: T,
    h: T,
) -> Increment<T, D> {
    match force.law(body) {
        // matrices are not remembered
        Some(law) if !law.is_isotropic() => law.increment(&body.position, &body.velocity, time, h),
        Some(law) => law.increment_by(
            &memo.response(&law, h),
            &body.position,
            &body.velocity,
            time,
        ),
        None => force.increment(body, time, h),
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
