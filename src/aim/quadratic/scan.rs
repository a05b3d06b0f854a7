//! All hits at one speed, and the least speed that hits.

use nalgebra::{ComplexField, RealField};

use super::evaluation::{Evaluation, Evaluator};
use super::plane_flight::Precision;
use super::pursuit::Pursuit;
use super::search::{Sample, root, settled, turn};
use super::turns::Turns;
use crate::aim::Hits;
use crate::aim::times::Times;

/// Times that are looked at one after the other, at most.
const MOST_NODES: usize = 512;

/// The hits that were found, in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundHits<const D: usize> {
    looks: [Option<Evaluation<D>>; MOST_HITS],
    count: usize,
}

const MOST_HITS: usize = 8;

impl<const D: usize> FoundHits<D> {
    fn push(&mut self, evaluation: Option<Evaluation<D>>) {
        if let (Some(_), true) = (evaluation, self.count < MOST_HITS) {
            self.looks[self.count] = evaluation;
            self.count += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn hits<T: RealField + Copy>(&self, pursuit: &Pursuit<D>) -> Hits<T, D> {
        let looks = self.looks[..self.count].iter().flatten();
        Hits::from_launches(looks.map(|evaluation| evaluation.launch(pursuit)))
    }
}

/// The least speed that hits.
#[derive(Debug, Clone, Copy)]
pub(super) enum LeastSpeed<const D: usize> {
    At(Evaluation<D>),
    /// There is none: speeds fall towards a limit, which this late hit has reached to rounding.
    Late(Evaluation<D>),
    /// There is none: speeds fall towards this limit \[m/s\].
    Limit(f64),
}

/// Visits pairs of neighbouring times, as far as a target can be hit at a speed through the air, which a visit may lower;
/// or until a visit ends it.
fn walk<const D: usize>(
    evaluator: &mut Evaluator<D>,
    mut reach: f64,
    mut visit: impl FnMut(&mut Evaluator<D>, &Sample<D>, &Sample<D>) -> Option<f64>,
) {
    let pursuit = evaluator.pursuit;
    // rounding must not cut off what is hit just then
    let mut time = pursuit.earliest(reach) * (1.0 - 1e-9);
    let mut before: Option<Sample<D>> = None;
    for _ in 0..MOST_NODES {
        let node = evaluator.sample(ComplexField::ln(time), reach);
        if let Some(before) = before {
            let Some(left) =
                visit_parts(evaluator, (before, node), reach, MOST_HALVINGS, &mut visit)
            else {
                return;
            };
            reach = left;
        }
        if time.is_nan() || time > pursuit.latest(reach) {
            return;
        }
        before = Some(node);
        time = pursuit.next(time, reach);
    }
}

/// Visits parts of the interval between two times, halved until the speed turns once at most in each.
fn visit_parts<const D: usize>(
    evaluator: &mut Evaluator<D>,
    (one, two): (Sample<D>, Sample<D>),
    reach: f64,
    halvings: u32,
    visit: &mut impl FnMut(&mut Evaluator<D>, &Sample<D>, &Sample<D>) -> Option<f64>,
) -> Option<f64> {
    let looks = one.evaluation.zip(two.evaluation);
    let turns = looks.map_or(Turns::Once, |(one, two)| Turns::between(&one, &two));
    // turns too small to be clear do not matter far above the speeds that are asked for
    let is_near = looks.is_some_and(|(one, two)| one.speed().min(two.speed()) < 2.0 * reach);
    if turns == Turns::Unclear && is_near && evaluator.precision == Precision::Rough {
        evaluator.precision = Precision::Full;
        // the second search starts where the first has ended: its rates are right to rounding as well
        let ends = [one, two].map(|end| {
            evaluator.sample(end.at, reach);
            evaluator.sample(end.at, reach)
        });
        let reach = visit_parts(evaluator, (ends[0], ends[1]), reach, halvings, visit);
        evaluator.precision = Precision::Rough;
        return reach;
    }
    if halvings == 0 || turns != Turns::Often {
        return visit(evaluator, &one, &two);
    }
    let middle = evaluator.sample(0.5 * (one.at + two.at), reach);
    let reach = visit_parts(evaluator, (one, middle), reach, halvings - 1, visit)?;
    visit_parts(evaluator, (middle, two), reach, halvings - 1, visit)
}

/// How often an interval is halved at most.
const MOST_HALVINGS: u32 = 8;

/// The hits at a speed \[m/s\]; `tolerance` is how much of it may be missing, by rounding.
pub(super) fn hits<const D: usize>(
    evaluator: &mut Evaluator<D>,
    speed: f64,
    tolerance: f64,
) -> FoundHits<D> {
    let mut found = FoundHits {
        looks: [None; MOST_HITS],
        count: 0,
    };
    if let Some(straight) = evaluator.pursuit.straight() {
        let times = straight.at_speed(speed, tolerance).unwrap_or(Times::none());
        for time in times.iter() {
            found.push(exactly(evaluator, time).map(|evaluation| evaluation.with_speed(speed)));
        }
        return found;
    }
    let reach = speed + evaluator.pursuit.shooter.norm();
    walk(evaluator, reach, |evaluator, one, two| {
        between(
            evaluator,
            (*one, *two),
            (speed, reach),
            tolerance,
            &mut found,
        );
        // the speed that it takes to hit what stays rises for good
        let done = evaluator.pursuit.still && two.is_rising() == Some(true) && two.is_above(speed);
        (!done).then_some(reach)
    });
    found
}

/// The hits between two times, between which the speed turns once at most.
fn between<const D: usize>(
    evaluator: &mut Evaluator<D>,
    (one, two): (Sample<D>, Sample<D>),
    (speed, reach): (f64, f64),
    tolerance: f64,
    found: &mut FoundHits<D>,
) {
    let above = one.is_above(speed);
    if two.is_above(speed) != above {
        found.push(root(evaluator, (one, two), (speed, reach)));
        return;
    }
    let turns = if above {
        one.sags_to(&two)
    } else {
        one.arches_to(&two)
    };
    if !turns {
        return;
    }
    let asked = evaluator.precision;
    if let Some(evaluation) = certain_turn(evaluator, (one, two), (speed, reach)) {
        let node = Sample {
            at: evaluation.log_time,
            evaluation: Some(evaluation),
        };
        if node.is_above(speed) != above {
            found.push(root(evaluator, (one, node), (speed, reach)));
            found.push(root(evaluator, (node, two), (speed, reach)));
        } else if above && evaluation.speed() <= speed * (1.0 + tolerance) {
            found.push(Some(evaluation.with_speed(speed)));
        }
    }
    evaluator.precision = asked;
}

/// Where the speed turns; looked at in full precision, which is left so, where the speed there is nearly the one given.
fn certain_turn<const D: usize>(
    evaluator: &mut Evaluator<D>,
    ends: (Sample<D>, Sample<D>),
    (speed, reach): (f64, f64),
) -> Option<Evaluation<D>> {
    let rough = turn(evaluator, ends, speed, reach)?;
    if (rough.speed() / speed - 1.0).abs() > DOUBTFUL {
        return Some(rough);
    }
    evaluator.precision = Precision::Full;
    turn(evaluator, ends, speed, reach)
}

/// Speeds that differ by this part cannot be told apart in rough precision for certain.
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
            turn(evaluator, (*one, *two), 0.0, best.speed() + shooter)
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

/// At a time \[s\], to rounding; it counts as lost if there is none.
fn exactly<const D: usize>(evaluator: &mut Evaluator<D>, time: f64) -> Option<Evaluation<D>> {
    let asked = core::mem::replace(&mut evaluator.precision, Precision::Full);
    let evaluation = evaluator.at(ComplexField::ln(time));
    evaluator.precision = asked;
    evaluator.lost |= evaluation.is_none();
    evaluation
}

/// A hit at any speed, to begin with: from the best of some times on, as long as it gets slower.
fn somewhere<const D: usize>(evaluator: &mut Evaluator<D>) -> Option<Evaluation<D>> {
    let Pursuit {
        law,
        start,
        velocity,
        ..
    } = evaluator.pursuit;
    let far = start.norm();
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

/// Times that are tried for a hit at any speed.
const MOST_GUESSES: usize = 40;
