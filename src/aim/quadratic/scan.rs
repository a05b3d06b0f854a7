//! All hits at one speed, and the least speed that hits.

use nalgebra::{ComplexField, RealField};

use super::evaluation::{Evaluation, Evaluator};
use super::plane_flight::Precision;
use super::pursuit::Pursuit;
use super::search::{Sample, root, settled, turn};
use super::turns::Turns;
use crate::aim::Hits;
use crate::aim::times::Times;

/// Most steps of one walk through time.
const MOST_NODES: usize = 512;

/// The least launch speed of a hit.
#[derive(Debug, Clone, Copy)]
pub(super) enum LeastSpeed<const D: usize> {
    At(Evaluation<D>),
    /// There is none: the speed keeps falling towards a limit, which this late hit has reached to rounding.
    Late(Evaluation<D>),
    /// There is none: the speed keeps falling towards this limit \[m/s\].
    Limit(f64),
}

/// Visits all intervals between neighbouring times at which launches with the speed `reach` through the air may hit. A visit
/// returns the speed for the next intervals, or none to end the walk.
fn walk<const D: usize>(
    evaluator: &mut Evaluator<D>,
    mut reach: f64,
    mut visit: impl FnMut(&mut Evaluator<D>, &Sample<D>, &Sample<D>) -> Option<f64>,
) {
    let pursuit = evaluator.pursuit;
    // a margin for rounding, so that the earliest hit is included
    let mut time = pursuit.earliest(reach) * (1.0 - 1e-9);
    let mut before: Option<Sample<D>> = None;
    for _ in 0..MOST_NODES {
        let node = evaluator.sample(ComplexField::ln(time), reach);
        if let Some(before) = before {
            match visit_parts(evaluator, before, node, reach, MOST_HALVINGS, &mut visit) {
                Some(left) => reach = left,
                None => return,
            }
        }
        if time.is_nan() || time > pursuit.latest(reach) {
            return;
        }
        before = Some(node);
        time = pursuit.next(time, reach);
    }
}

/// Visits the interval between two times in parts, which are halved until the speed turns at most once in each.
fn visit_parts<const D: usize>(
    evaluator: &mut Evaluator<D>,
    one: Sample<D>,
    two: Sample<D>,
    reach: f64,
    halvings: u32,
    visit: &mut impl FnMut(&mut Evaluator<D>, &Sample<D>, &Sample<D>) -> Option<f64>,
) -> Option<f64> {
    let looks = one.evaluation.zip(two.evaluation);
    let turns = looks.map_or(Turns::Once, |(one, two)| Turns::between(&one, &two));
    // small turns far above the speeds of interest do not matter
    let is_near = looks.is_some_and(|(one, two)| one.speed().min(two.speed()) < 2.0 * reach);
    if turns == Turns::Unclear && is_near && evaluator.precision == Precision::Rough {
        return evaluator.in_precision(Precision::Full, |evaluator| {
            // evaluated twice: the second search starts from the result of the first, so its rates are right to rounding, too
            let [one, two] = [one, two].map(|end| {
                evaluator.sample(end.at, reach);
                evaluator.sample(end.at, reach)
            });
            visit_parts(evaluator, one, two, reach, halvings, visit)
        });
    }
    if halvings == 0 || turns != Turns::Often {
        return visit(evaluator, &one, &two);
    }
    let middle = evaluator.sample(0.5 * (one.at + two.at), reach);
    let reach = visit_parts(evaluator, one, middle, reach, halvings - 1, visit)?;
    visit_parts(evaluator, middle, two, reach, halvings - 1, visit)
}

/// Most halvings of an interval.
const MOST_HALVINGS: u32 = 8;

/// The hits at a speed \[m/s\]. A speed that is below the least one by the relative `tolerance` counts as the least.
pub(super) fn hits<T: RealField + Copy, const D: usize>(
    evaluator: &mut Evaluator<D>,
    speed: f64,
    tolerance: f64,
) -> Hits<T, D> {
    let pursuit = evaluator.pursuit;
    let mut found = Hits::none();
    if let Some(straight) = pursuit.straight() {
        let times = straight.at_speed(speed, tolerance).unwrap_or(Times::none());
        for time in times.iter() {
            let evaluation = exactly(evaluator, time);
            found
                .extend(evaluation.map(|evaluation| evaluation.with_speed(speed).launch(&pursuit)));
        }
        return found;
    }
    let reach = pursuit.reach(speed);
    walk(evaluator, reach, |evaluator, one, two| {
        for evaluation in between(evaluator, *one, *two, speed, tolerance) {
            found.extend(evaluation.map(|evaluation| evaluation.launch(&pursuit)));
        }
        // the speed of hits on a target that stays rises for good
        let done = pursuit.still && two.is_rising() == Some(true) && two.is_above(speed);
        (!done).then_some(reach)
    });
    found
}

/// The hits between two times, between which the speed turns once at most.
fn between<const D: usize>(
    evaluator: &mut Evaluator<D>,
    one: Sample<D>,
    two: Sample<D>,
    speed: f64,
    tolerance: f64,
) -> [Option<Evaluation<D>>; 2] {
    let above = one.is_above(speed);
    if two.is_above(speed) != above {
        return [root(evaluator, one, two, speed), None];
    }
    let turns = if above {
        one.sags_to(&two)
    } else {
        one.arches_to(&two)
    };
    if !turns {
        return [None; 2];
    }
    // the roots beside a turn are as precise as the turn
    evaluator.in_precision(evaluator.precision, |evaluator| {
        let Some(evaluation) = certain_turn(evaluator, one, two, speed) else {
            return [None; 2];
        };
        let node = Sample {
            at: evaluation.log_time,
            evaluation: Some(evaluation),
        };
        if node.is_above(speed) != above {
            [(one, node), (node, two)].map(|(one, two)| root(evaluator, one, two, speed))
        } else if above && evaluation.speed() <= speed * (1.0 + tolerance) {
            [Some(evaluation.with_speed(speed)), None]
        } else {
            [None; 2]
        }
    })
}

/// The turn of the speed between two times. If its speed is nearly the given one, it is computed in full precision, and the
/// evaluator stays in full precision.
fn certain_turn<const D: usize>(
    evaluator: &mut Evaluator<D>,
    one: Sample<D>,
    two: Sample<D>,
    speed: f64,
) -> Option<Evaluation<D>> {
    let reach = evaluator.pursuit.reach(speed);
    let rough = turn(evaluator, one, two, speed, reach)?;
    if (rough.speed() / speed - 1.0).abs() > DOUBTFUL {
        return Some(rough);
    }
    evaluator.precision = Precision::Full;
    turn(evaluator, one, two, speed, reach)
}

/// Relative difference of speeds below which rough precision does not decide which is larger.
const DOUBTFUL: f64 = 1e-5;

/// The least speed of all times.
pub(super) fn least<const D: usize>(evaluator: &mut Evaluator<D>) -> Option<LeastSpeed<D>> {
    if let Some(straight) = evaluator.pursuit.straight() {
        return match straight.least_speed() {
            Ok(time) => exactly(evaluator, time).map(LeastSpeed::At),
            Err(limit) => Some(LeastSpeed::Limit(limit)),
        };
    }
    let mut best = somewhere(evaluator)?;
    let shooter = evaluator.pursuit.shooter.norm();
    walk(evaluator, best.speed() + shooter, |evaluator, one, two| {
        let turned = if one.sags_to(two) {
            turn(evaluator, *one, *two, 0.0, best.speed() + shooter)
        } else {
            None
        };
        for evaluation in [one.evaluation, turned, two.evaluation]
            .into_iter()
            .flatten()
        {
            if evaluation.speed() < best.speed() {
                best = evaluation;
            }
        }
        let done = evaluator.pursuit.still && two.is_rising() == Some(true);
        (!done).then_some(best.speed() + shooter)
    });
    let turned = settled(evaluator, &best);
    // a target that drifts like a fall can be hit for ever: the least speed may be the limit for late hits
    let settled = evaluator.pursuit.settled();
    if settled < f64::INFINITY {
        let late = exactly(evaluator, settled)?;
        let is_less = |evaluation: &Evaluation<D>| {
            evaluation.speed() + evaluation.own_error < late.speed() - late.own_error
        };
        return Some(
            turned
                .filter(is_less)
                .map_or(LeastSpeed::Late(late), LeastSpeed::At),
        );
    }
    turned.map(LeastSpeed::At)
}

/// The launch at a time \[s\] to rounding; if none is found, the evaluator counts as lost.
fn exactly<const D: usize>(evaluator: &mut Evaluator<D>, time: f64) -> Option<Evaluation<D>> {
    let evaluation = evaluator.in_precision(Precision::Full, |evaluator| {
        evaluator.at(ComplexField::ln(time))
    });
    evaluator.lost |= evaluation.is_none();
    evaluation
}

/// A first hit at any speed: tries times around a guess, for as long as the speed falls.
fn somewhere<const D: usize>(evaluator: &mut Evaluator<D>) -> Option<Evaluation<D>> {
    let Pursuit {
        law,
        start,
        velocity,
        ..
    } = evaluator.pursuit;
    let far = start.norm();
    // a typical time: the distance over the speeds of the target and of a fall through it
    let fast = velocity.norm() + ComplexField::sqrt(law.pull * far);
    let guess = ComplexField::ln(if fast > 0.0 { far / fast } else { far });
    let mut found: Option<Evaluation<D>> = None;
    for step in 0..MOST_GUESSES {
        // 0, 1, -1, 2, -2, …
        let half = step.div_ceil(2) as f64;
        let at = guess + if step % 2 == 0 { -half } else { half };
        let evaluation = evaluator.at(at);
        if let Some(evaluation) = evaluation {
            if found.is_some_and(|best| evaluation.speed() >= best.speed()) {
                break;
            }
            found = Some(evaluation);
        }
    }
    found
}

/// Most times tried for a hit at any speed.
const MOST_GUESSES: usize = 40;
