//! The span of times that is searched for hits.

use nalgebra::ComplexField;

use super::super::drag_model::DragModel;
use super::super::problem::AimProblem;
use super::condition::Condition;
use super::interval::Interval;

/// The span of all times that the numbers of a problem can make (distance over speed, speed over acceleration, the time of
/// drag), widened by 1e20 on both sides: only a cancellation to 1e-20 moves a hit outside.
pub(super) fn of<const D: usize>(problem: &AimProblem<D>, condition: &Condition<D>) -> Interval {
    let (relative_target, air) = (&problem.relative_target, &problem.air);
    let (DragModel::Linear(rate) | DragModel::Rational(rate)) = air.model;
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
        relative_target.velocity.norm(),
        relative_target.shooter.norm(),
    ];
    let pulls = [
        pull,
        relative_target.acceleration.norm(),
        problem.pull.norm(),
    ];
    let distance = relative_target.start.norm();
    // the shortest and the longest of all times; returns the longest so far
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
    // without drag, or if drag takes far longer than all else, its times do not count
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
    // squares of squares of longer times overflow
    let (least, most) = ((least * 1e-20).max(1e-60), (most * 1e20).min(1e60));
    if let Condition::Speed(speed, _) = *condition {
        let (first, last) = reached(problem, speed);
        return Interval::new(least.max(0.99 * first), most.min(1.01 * last));
    }
    if let Condition::Closest(speed) = *condition {
        // an earlier turn is within rounding of the distance at launch, from which it differs by second order in time; after
        // a later one the target is farther than at launch
        let (first, last) = reached(problem, speed);
        return Interval::new(least.max(1e-8 * first), most.min(2.0 * last));
    }
    Interval::new(least, most)
}

/// The times before and after which a speed cannot reach the target.
///
/// `|r₀| ≤ (s + |r'| + |shooter|) t + (|c| + |r''|) t²/2`, as `S ≤ t` and `S₁ ≤ t²/2`. Late, with `c S₁ = v∞ (t - S)` and
/// `S ≤ T`: `|r'' t²/2 + (q - r'') t/γ| ≤ |r₀| + (|v∞ - shooter| + s) T`; without drag `|q| t²/2 ≤ |r₀| + (…) t`.
fn reached<const D: usize>(problem: &AimProblem<D>, speed: f64) -> (f64, f64) {
    let (relative_target, air) = (&problem.relative_target, &problem.air);
    let distance = relative_target.start.norm();
    let speeds = speed + relative_target.velocity.norm() + relative_target.shooter.norm();
    let pulls = air.constant.norm() + relative_target.acceleration.norm();
    let root = ComplexField::sqrt(speeds * speeds + 2.0 * pulls * distance);
    let first = 2.0 * distance / (speeds + root);
    let rate = air.model.drag_rate();
    let last = if rate == 0.0 {
        let pull = problem.pull.norm();
        let root = ComplexField::sqrt(speeds * speeds + 2.0 * pull * distance);
        (speeds + root) / pull
    } else {
        let long_run = air.constant / rate;
        let rest =
            distance + ((long_run - relative_target.shooter).norm() + speed) * air.model.longest();
        let away = (problem.pull - relative_target.acceleration).norm() / rate;
        let half = 0.5 * relative_target.acceleration.norm();
        // half t² - away t = rest, or away t = rest
        if half > 0.0 {
            (away + ComplexField::sqrt(away * away + 4.0 * half * rest)) / (2.0 * half)
        } else {
            rest / away
        }
    };
    (first, if last.is_nan() { f64::INFINITY } else { last })
}
