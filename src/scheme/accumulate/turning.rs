//! Increments of rotation.

use nalgebra::SVector;

use super::super::memo::Memo;
use super::super::turning::{Turning, angle_and_rate, angular_law, lay_further};
use super::super::{Attachment, System};
use super::Share;
use crate::body::Body;
use crate::flow::Decay;
use crate::increment::Increment;
use crate::space::{Real, narrow, widen};

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
            let mut sum = Increment::zero();
            for attachment in forces {
                let increment = angle_increment(memo, attachment, system, body);
                sum += share.of(increment, system.h);
            }
            let by = rate * system.h + sum.position;
            lay_further(&mut after[place], by.x, sum.velocity.x);
        } else {
            let change = forces.fold(T::no_turn(), |sum, attachment| {
                sum + spin_change(attachment, system, body)
            });
            let mean = body.spin() + change * narrow(0.5);
            turning.coast_with(place, &mut after[place], &mean, system.h);
            after[place].add_spin(change);
        }
    }
}

/// The increment of the angle of a body in the plane by one force.
fn angle_increment<T: Real<D>, const D: usize>(
    memo: &mut Memo,
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> Increment<T, 1> {
    let System { time, h, .. } = *system;
    if let Some(law) = angular_law(attachment, body) {
        let (angle, rate) = angle_and_rate(body);
        return law.increment_by(&memo.response(&law, h), &angle, &rate, time);
    }
    let torque = (attachment.force.torque(body, time)).unwrap_or_else(T::no_turn);
    let acceleration = T::angular_velocity(&body.inertia(), &body.orientation(), &torque);
    let [acceleration, ..] = T::axial_numbers(&acceleration);
    Increment::euler(&SVector::from([acceleration]), h)
}

/// What one force adds to the angular momentum of a body in space.
fn spin_change<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> T::Axial {
    let System { time, h, .. } = *system;
    if let Some(law) = angular_law(attachment, body) {
        let damping = widen(law.damping);
        let left = -damping * Decay::new(damping, widen(h)).velocity;
        return body.spin() * narrow(left);
    }
    let torque = (attachment.force.torque(body, time)).unwrap_or_else(T::no_turn);
    torque * h
}
