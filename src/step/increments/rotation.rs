//! Increments of rotation, added up over all forces.

use super::super::System;
use super::super::response_cache::ResponseCache;
use super::IncrementRule;
use crate::body::Body;
use crate::flow::{Decay, Flow, LinearLaw, Propagator, scaled};
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::movers::{SpinDecay, angle_and_rate, rotate_in_plane};
use crate::numbers::{from_f64, to_f64};
use crate::plan::Attachment;
use crate::space::{Real, flushed_axial};
use nalgebra::{RealField, SVector};

/// Adds the increments of rotation by all forces, for all bodies that are not points.
pub(super) fn accumulate<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    system: &System<'_, T, D>,
    before: &[Body<T, D>],
    after: &mut [Body<T, D>],
    rule: IncrementRule,
) {
    let solids = before.iter().enumerate();
    for (index, body) in solids.filter(|(_, body)| !body.is_point()) {
        let forces = (system.forces_on(index))
            .map(|(_, attachment)| attachment)
            .filter(|_| !body.is_fixed());
        if D == 2 {
            let (_, rate) = angle_and_rate(body);
            let h = system.h;
            let mut motions = forces
                .filter_map(|attachment| angle_motion(cache, attachment, system, before, index))
                .map(|motion| rule.apply(motion, &rate, h));
            let coasting = || Motion::from_increment(Increment::zero(), &rate, h);
            let first = motions.next().unwrap_or_else(coasting);
            let others: Increment<T, 1> = motions.map(|other| other.increment).sum();
            let angle_change = first.displacement + others.position;
            let rate_change = first.increment.velocity + others.velocity;
            let rate = first.velocity + others.velocity;
            rotate_in_plane(&mut after[index], angle_change.x, rate_change.x, rate.x);
        } else {
            let angular_momentum = body.spin_angular_momentum();
            let mut steps =
                forces.filter_map(|attachment| spin_step(attachment, system, before, index, rule));
            let first = steps.next().unwrap_or(SpinStep {
                end: angular_momentum,
                change: T::no_turn(),
                free_rotation: (angular_momentum, system.h),
            });
            let others = steps.fold(T::no_turn(), |sum, step| sum + step.change);
            let (mean, time) = if others == T::no_turn() {
                first.free_rotation
            } else {
                (
                    angular_momentum + (first.change + others) * from_f64(0.5),
                    system.h,
                )
            };
            let rotor = T::rotor(&body.inertia());
            let orientation = T::coast(&rotor, &body.orientation(), &mean, time);
            after[index].set_rotation(orientation, flushed_axial::<T, D>(first.end + others));
        }
    }
}

/// Returns the motion of the angle of a body in the plane under one force; `None` if the force has
/// no torque.
fn angle_motion<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    bodies: &[Body<T, D>],
    index: usize,
) -> Option<Motion<T, 1>> {
    let System { time, h, .. } = *system;
    let body = &bodies[index];
    let (angle, rate) = angle_and_rate(body);
    if let Some(law) = attachment.angular_law(body) {
        let propagator = cache.propagator(&law, h);
        return Some(law_motion(&law, &propagator, &angle, &rate, time, h));
    }
    let torque = attachment.torque_on(bodies, index, time)?;
    let acceleration = T::angular_velocity(&body.inertia(), &body.orientation(), &torque);
    let [acceleration, ..] = T::axial_numbers(&acceleration);
    let increment = Increment::euler(&SVector::from([acceleration]), h);
    Some(Motion::from_increment(increment, &rate, h))
}

/// Step of an angular momentum under one force alone.
struct SpinStep<T: Real<D>, const D: usize> {
    /// The angular momentum after the step.
    end: T::Axial,
    change: T::Axial,
    /// Angular momentum, and duration \[s\], of a free rotation that ends in the same orientation.
    free_rotation: (T::Axial, T),
}

/// Returns the step of the angular momentum of a body in space under one force; `None` if the force
/// has no torque.
fn spin_step<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    bodies: &[Body<T, D>],
    index: usize,
    rule: IncrementRule,
) -> Option<SpinStep<T, D>> {
    let System { time, h, .. } = *system;
    let body = &bodies[index];
    let angular_momentum = body.spin_angular_momentum();
    let with_mean = |change| (angular_momentum + change * from_f64(0.5), h);
    if let Some(law) = attachment.angular_law(body) {
        let (rate, h) = (to_f64(law.damping), to_f64(h));
        let decay = SpinDecay::<T>::over(rate, h);
        let change = decay.change::<D>(&angular_momentum);
        return Some(SpinStep {
            end: decay.apply::<D>(&angular_momentum),
            change,
            free_rotation: match rule {
                // ω = ω₀ e^(-γt) about a fixed axis: the angle is ω₀ (1 - e^(-γh))/γ
                IncrementRule::Full => (angular_momentum, from_f64(Decay::new(rate, h).velocity)),
                IncrementRule::Averaged => with_mean(change),
            },
        });
    }
    let change = attachment.torque_on(bodies, index, time)? * h;
    Some(SpinStep {
        end: angular_momentum + change,
        change,
        free_rotation: with_mean(change),
    })
}

// The increment and the motion under one force alone.

/// Returns the increment of a force. The response of an isotropic law is cached.
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

/// Returns the motion of a body under one force alone; `None` if the force does not act on the body. The response of an
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

/// Returns the motion of a state under an isotropic law with this propagator, from `time`, for the
/// duration `h`:
///
/// `Δx = v S + (c + j t - ω² x) S₁ + j S₂`, `v' = v S' + (c + j t - ω² x) S + j S₁`.
fn law_motion<T: RealField + Copy, const N: usize>(
    law: &LinearLaw<T, N>,
    propagator: &Propagator,
    position: &SVector<T, N>,
    velocity: &SVector<T, N>,
    time: T,
    h: T,
) -> Motion<T, N> {
    let Propagator { response, left, .. } = *propagator;
    let increment = law.increment_by(&response, position, velocity, time);
    // `left` is S', the ratio of final to initial velocity: if it is large, `v + Δv` has the
    // smallest rounding error
    if left > 0.5 {
        return Motion::from_increment(increment, velocity, h);
    }
    // else v' itself is computed, because `v + Δv` would lose digits by cancellation
    let pull = law.acceleration(position, &SVector::zeros(), time);
    let [s, s1, s2, left]: [T; 4] =
        [response.velocity, response.position, response.ramp, left].map(from_f64);
    Motion {
        displacement: velocity * s + (scaled(&pull, s1) + scaled(&law.ramp, s2)),
        velocity: velocity * left + (pull * s + scaled(&law.ramp, s1)),
        increment,
    }
}
