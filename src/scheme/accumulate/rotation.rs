//! Increments of rotation.

use nalgebra::SVector;

use super::super::response_cache::ResponseCache;
use super::super::rigid_bodies::{
    RigidBodies, SpinDecay, angle_and_rate, angular_law, lay_further,
};
use super::super::{Attachment, System};
use super::{IncrementRule, law_motion};
use crate::body::Body;
use crate::flow::Decay;
use crate::increment::{Increment, Motion};
use crate::space::{Real, flushed_axial, narrow, widen};

/// What all forces do to the rotation of all bodies.
pub(super) fn accumulate<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    rigid_bodies: &RigidBodies<T, D>,
    system: &System<'_, T, D>,
    before: &[Body<T, D>],
    after: &mut [Body<T, D>],
    share: IncrementRule,
) {
    for place in rigid_bodies.places() {
        let body = &before[place];
        let forces = (system.attachments.iter()).filter(|attachment| attachment.acts_on(place));
        if D == 2 {
            let (_, rate) = angle_and_rate(body);
            let h = system.h;
            let mut motions =
                forces.filter_map(|attachment| angle_motion(cache, attachment, system, body));
            let coasting = || Motion::from_increment(Increment::zero(), &rate, h);
            let first = motions.next().unwrap_or_else(coasting);
            let first = share.of_motion(first, &rate, h);
            let others: Increment<T, 1> = motions.map(|other| share.of(other.increment, h)).sum();
            let by = first.displacement + others.position;
            let faster = first.increment.velocity + others.velocity;
            let rate = first.velocity + others.velocity;
            lay_further(&mut after[place], by.x, faster.x, rate.x);
        } else {
            let spin = body.spin();
            let mut spun = forces.filter_map(|attachment| spun(attachment, system, body, share));
            let first = spun.next().unwrap_or(Spun {
                end: spin,
                change: T::no_turn(),
                free: (spin, system.h),
            });
            let others = spun.fold(T::no_turn(), |sum, other| sum + other.change);
            let (mean, time) = if others == T::no_turn() {
                first.free
            } else {
                (spin + (first.change + others) * narrow(0.5), system.h)
            };
            rigid_bodies.coast_with(place, &mut after[place], &mean, time);
            after[place].set_spin(flushed_axial::<T, D>(first.end + others));
        }
    }
}

/// The motion of the angle of a body in the plane under one force, if that turns it.
fn angle_motion<T: Real<D>, const D: usize>(
    cache: &mut ResponseCache,
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> Option<Motion<T, 1>> {
    let System { time, h, .. } = *system;
    let (angle, rate) = angle_and_rate(body);
    if let Some(law) = angular_law(attachment, body) {
        let propagator = cache.propagator(&law, h);
        return Some(law_motion(&law, &propagator, &angle, &rate, (time, h)));
    }
    let torque = attachment.force.torque(body, time)?;
    let acceleration = T::angular_velocity(&body.inertia(), &body.orientation(), &torque);
    let [acceleration, ..] = T::axial_numbers(&acceleration);
    let increment = Increment::euler(&SVector::from([acceleration]), h);
    Some(Motion::from_increment(increment, &rate, h))
}

/// What one force, alone, does to the rotation of a body in space.
struct Spun<T: Real<D>, const D: usize> {
    /// The angular momentum at the end.
    end: T::Axial,
    /// What the force adds to it.
    change: T::Axial,
    /// The body comes as far as freely with this angular momentum in this time \[s\].
    free: (T::Axial, T),
}

/// What a force does to the rotation of a body in space; none if it does not turn it.
fn spun<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    body: &Body<T, D>,
    share: IncrementRule,
) -> Option<Spun<T, D>> {
    let System { time, h, .. } = *system;
    let spin = body.spin();
    let halfway = |change| (spin + change * narrow(0.5), h);
    if let Some(law) = angular_law(attachment, body) {
        let (rate, h) = (widen(law.damping), widen(h));
        let decay = SpinDecay::<T>::over(rate, h);
        let change = decay.change_of::<D>(&spin);
        return Some(Spun {
            end: decay.of::<D>(&spin),
            change,
            free: match share {
                IncrementRule::Full => (spin, narrow(Decay::new(rate, h).velocity)),
                IncrementRule::Averaged => halfway(change),
            },
        });
    }
    let change = attachment.force.torque(body, time)? * h;
    Some(Spun {
        end: spin + change,
        change,
        free: halfway(change),
    })
}
