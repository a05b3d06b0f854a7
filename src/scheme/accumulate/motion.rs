//! What one force does, alone.

use nalgebra::{RealField, SVector};

use super::super::response_cache::ResponseCache;
use crate::body::Body;
use crate::flow::{LinearLaw, Propagator, scaled};
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::space::{Real, narrow};

/// The force's own increment, with the response of an isotropic one remembered.
pub(in crate::scheme) fn increment<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    time: T,
    h: T,
) -> Increment<T, D> {
    match force.law(body) {
        // matrices are not remembered
        Some(law) if !law.is_isotropic() => law.increment(&body.position, &body.velocity, time, h),
        Some(law) => law.increment_by(
            &cache.propagator(&law, h).response,
            &body.position,
            &body.velocity,
            time,
        ),
        None => force.increment(body, time, h),
    }
}

/// The motion of a body on which nothing acts but this force; none if the force does nothing to it.
pub(in crate::scheme) fn motion<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    time: T,
    h: T,
) -> Option<Motion<T, D>> {
    let Some(law) = force.law(body) else {
        let known = force.exact_motion(body, time, h);
        return Some(known.unwrap_or_else(|| {
            Motion::from_increment(force.increment(body, time, h), &body.velocity, h)
        }));
    };
    if law == LinearLaw::free() {
        return None;
    }
    if !law.is_isotropic() {
        let increment = law.increment(&body.position, &body.velocity, time, h);
        let (mut position, mut velocity) = (body.position, body.velocity);
        law.flow(h).advance(&mut position, &mut velocity, time);
        return Some(Motion {
            displacement: position - body.position,
            velocity,
            increment,
        });
    }
    let propagator = cache.propagator(&law, h);
    Some(law_motion(
        &law,
        &propagator,
        &body.position,
        &body.velocity,
        (time, h),
    ))
}

/// The motion of a state under an isotropic law that has this propagator, from a time on and for a time.
///
/// `Δx = v S + (c + j t - ω² x) S₁ + j S₂` and `v' = v S' + (c + j t - ω² x) S + j S₁` where little of the velocity is
/// left.
pub(super) fn law_motion<T: RealField + Copy, const N: usize>(
    law: &LinearLaw<T, N>,
    propagator: &Propagator,
    position: &SVector<T, N>,
    velocity: &SVector<T, N>,
    (time, h): (T, T),
) -> Motion<T, N> {
    let Propagator { response, left, .. } = *propagator;
    let increment = law.increment_by(&response, position, velocity, time);
    if left > 0.5 {
        return Motion::from_increment(increment, velocity, h);
    }
    let pull = law.acceleration(position, &SVector::zeros(), time);
    let [s, s1, s2, left]: [T; 4] =
        [response.velocity, response.position, response.ramp, left].map(narrow);
    Motion {
        displacement: velocity * s + (scaled(&pull, s1) + scaled(&law.ramp, s2)),
        velocity: velocity * left + (pull * s + scaled(&law.ramp, s1)),
        increment,
    }
}

/// Positions and velocities of two bodies after a time \[s\] in which their separation had this motion, and their centre
/// of mass coasted.
pub(in crate::scheme) fn pair_moved<T: Real<D>, const D: usize>(
    [first, second]: [&Body<T, D>; 2],
    motion: &Motion<T, D>,
    h: T,
) -> [(SVector<T, D>, SVector<T, D>); 2] {
    let mass = first.relative_to(second).mass;
    let mean = mean_velocity(first, second);
    let Motion {
        displacement,
        velocity,
        increment,
    } = motion;
    let is_gentle = increment.velocity.norm_squared() <= velocity.norm_squared();
    [(first, mass), (second, -mass)].map(|(body, share)| {
        let part = share / body.mass;
        let position = body.position + (mean * h + displacement * part);
        let velocity = if is_gentle {
            body.velocity + increment.velocity * share / body.mass
        } else {
            mean + velocity * part
        };
        (position, velocity)
    })
}

/// Velocity of the centre of mass of two bodies.
pub(in crate::scheme) fn mean_velocity<T: Real<D>, const D: usize>(
    first: &Body<T, D>,
    second: &Body<T, D>,
) -> SVector<T, D> {
    let (heavy, light) = if first.mass < second.mass {
        (second, first)
    } else {
        (first, second)
    };
    let share = T::one() / (T::one() + heavy.mass / light.mass);
    heavy.velocity + (light.velocity - heavy.velocity) * share
}
