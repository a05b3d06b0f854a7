//! Increments of rotation.

use nalgebra::SVector;

use super::super::memo::Memo;
use super::super::turning::{Shrinking, Turning, angle_and_rate, angular_law, lay_further};
use super::super::{Attachment, System};
use super::{Share, law_motion};
use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::space::{Real, flushed_axial, narrow, widen};

/// What all forces do to the rotation of all bodies.
pub(super) fn accumulate<T: Real<D>, const D: usize>(
    memo: &mut Memo,
    turning: &Turning<T, D>,
    system: &System<'_, T, D>,
    before: &[Body<T, D>],
    after: &mut [Body<T, D>],
    share: Share,
) {
    for place in turning.places() {
        let body = &before[place];
        let forces = (system.attachments.iter()).filter(|attachment| attachment.acts_on(place));
        if D == 2 {
            let (_, rate) = angle_and_rate(body);
            let h = system.h;
            let mut motions =
                forces.filter_map(|attachment| angle_motion(memo, attachment, system, body));
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
            let mut turned = forces.filter_map(|attachment| spun(attachment, system, body));
            let (end, change) = turned.next().unwrap_or((spin, T::no_turn()));
            let others = turned.fold(T::no_turn(), |sum, (_, change)| sum + change);
            let mean = spin + (change + others) * narrow(0.5);
            turning.coast_with(place, &mut after[place], &mean, system.h);
            after[place].set_spin(flushed_axial::<T, D>(end + others));
        }
    }
}

/// The motion of the angle of a body in the plane under one force, if that turns it.
fn angle_motion<T: Real<D>, const D: usize>(
    memo: &mut Memo,
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> Option<Motion<T, 1>> {
    let System { time, h, .. } = *system;
    let (angle, rate) = angle_and_rate(body);
    if let Some(law) = angular_law(attachment, body) {
        let propagator = memo.propagator(&law, h);
        return Some(law_motion(&law, &propagator, &angle, &rate, (time, h)));
    }
    let torque = attachment.force.torque(body, time)?;
    let acceleration = T::angular_velocity(&body.inertia(), &body.orientation(), &torque);
    let [acceleration, ..] = T::axial_numbers(&acceleration);
    let increment = Increment::euler(&SVector::from([acceleration]), h);
    Some(Motion::from_increment(increment, &rate, h))
}

/// The angular momentum of a body in space after one force has acted on it alone, and the change of it; none if the force
/// does not turn it.
fn spun<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> Option<(T::Axial, T::Axial)> {
    let System { time, h, .. } = *system;
    let spin = body.spin();
    if let Some(law) = angular_law(attachment, body) {
        let shrinking = Shrinking::<T>::over(widen(law.damping), widen(h));
        return Some((shrinking.of::<D>(&spin), shrinking.change_of::<D>(&spin)));
    }
    let change = attachment.force.torque(body, time)? * h;
    Some((spin + change, change))
}
