//! The increment and the motion under one force alone.

use nalgebra::{RealField, SVector};

use super::super::response_cache::ResponseCache;
use crate::body::Body;
use crate::flow::{Flow, LinearLaw, Propagator, scaled};
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::numbers::from_f64;
use crate::space::Real;

/// The increment of a force. The response of an isotropic law is cached.
pub(in crate::step) fn increment<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    time: T,
    h: T,
) -> Increment<T, D> {
    let effect = force.effect(body, time, h);
    match effect.law() {
        Some(law) if !law.is_isotropic() => law.increment(&body.position, &body.velocity, time, h),
        Some(law) => law.increment_by(
            &cache.propagator(&law, h).response,
            &body.position,
            &body.velocity,
            time,
        ),
        None => (effect.motion(body, h))
            .map_or_else(|| force.increment(body, time, h), |motion| motion.increment),
    }
}

/// The motion of a body under one force alone; none if the force does not act on it. The response of an
/// isotropic law is cached.
pub(in crate::step) fn motion<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    force: &dyn Force<T, D>,
    body: &Body<T, D>,
    time: T,
    h: T,
) -> Option<Motion<T, D>> {
    let effect = force.effect(body, time, h);
    let Some(law) = effect.law() else {
        return Some(effect.motion(body, h).unwrap_or_else(|| {
            Motion::from_increment(force.increment(body, time, h), &body.velocity, h)
        }));
    };
    if law == LinearLaw::free() {
        return None;
    }
    if !law.is_isotropic() {
        let response = law.gyration_over(h);
        let increment = law.increment_gyrating(&response, &body.position, &body.velocity, time);
        let (mut position, mut velocity) = (body.position, body.velocity);
        Flow::gyrating_by(&law, &response).advance(&mut position, &mut velocity, time);
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
        time,
        h,
    ))
}

/// The motion of a state under an isotropic law with this propagator, for the time `h` from `time` on.
///
/// `Δx = v S + (c + j t - ω² x) S₁ + j S₂`, `v' = v S' + (c + j t - ω² x) S + j S₁`.
pub(super) fn law_motion<T: RealField + Copy, const N: usize>(
    law: &LinearLaw<T, N>,
    propagator: &Propagator,
    position: &SVector<T, N>,
    velocity: &SVector<T, N>,
    time: T,
    h: T,
) -> Motion<T, N> {
    let Propagator { response, left, .. } = *propagator;
    let increment = law.increment_by(&response, position, velocity, time);
    // `left` is S', the velocity per initial velocity: if most of it is left, `v + Δv` rounds best
    if left > 0.5 {
        return Motion::from_increment(increment, velocity, h);
    }
    // otherwise v' itself is computed, because `v + Δv` would lose digits to cancellation
    let pull = law.acceleration(position, &SVector::zeros(), time);
    let [s, s1, s2, left]: [T; 4] =
        [response.velocity, response.position, response.ramp, left].map(from_f64);
    Motion {
        displacement: velocity * s + (scaled(&pull, s1) + scaled(&law.ramp, s2)),
        velocity: velocity * left + (pull * s + scaled(&law.ramp, s1)),
        increment,
    }
}
