//! The span in which hits are looked for.

use nalgebra::ComplexField;

use super::super::aim::Task;
use super::super::model::Model;
use super::condition::Condition;
use super::interval::Interval;

/// From far before to far beyond every time that the numbers of a task can make: a distance over a speed, a speed over an
/// acceleration, the time of drag. Only what cancels to 1e-20 is outside.
pub(super) fn of<const D: usize>(task: &Task<D>, condition: &Condition<D>) -> Interval {
    let (chase, air) = (&task.chase, &task.air);
    let (Model::Linear(rate) | Model::Rational(rate)) = air.model;
    let given = match *condition {
        Condition::StraightLineSpeed(speed)
        | Condition::Speed(speed, _)
        | Condition::Closest(speed)
        | Condition::Component(_, speed) => speed,
        _ => 0.0,
    };
    let pull = air.constant.norm();
    let speeds = [
        ComplexField::abs(given),
        chase.velocity.norm(),
        chase.shooter.norm(),
    ];
    let pulls = [pull, chase.acceleration.norm()];
    let distance = chase.start.norm();
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    let mut note = |time: f64| {
        if time > 0.0 && time < f64::INFINITY {
            (least, most) = (least.min(time), most.max(time));
        }
        most
    };
    for pull in pulls {
        note(ComplexField::sqrt(distance / pull));
        for speed in speeds {
            note(speed / pull);
        }
    }
    for speed in speeds {
        note(distance / speed);
    }
    // drag that takes far longer than all else is none
    if 1.0 / rate < 1e20 * note(0.0) || note(0.0) == 0.0 {
        let speed = pull / rate;
        for time in [1.0 / rate, speed / pulls[1], distance / speed] {
            note(time);
        }
    }
    if most == 0.0 {
        // nothing moves
        (least, most) = (1.0, 1.0);
    }
    Interval::new((least * 1e-20).max(1e-150), (most * 1e20).min(1e150))
}
