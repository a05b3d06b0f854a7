//! Roots and turns of the speed that a hit takes, as a function of `ln t`.

use super::evaluation::{Evaluation, Evaluator};
use super::plane_flight::Precision;

/// A time that was looked at; no look where it takes more speed than is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample<const D: usize> {
    /// `ln t`
    pub(super) at: f64,
    pub(super) evaluation: Option<Evaluation<D>>,
}

impl<const D: usize> Sample<D> {
    /// Whether more than this speed is needed \[m/s\].
    pub(super) fn is_above(&self, speed: f64) -> bool {
        self.evaluation
            .is_none_or(|evaluation| evaluation.speed() > speed)
    }

    /// None where it was not looked at.
    pub(super) fn is_rising(&self) -> Option<bool> {
        self.evaluation.map(|evaluation| evaluation.is_rising())
    }

    /// Whether the speed falls and then rises towards another; nothing is known where both are out of reach.
    pub(super) fn sags_to(&self, other: &Self) -> bool {
        match (self.is_rising(), other.is_rising()) {
            (None, None) => false,
            (one, two) => !one.unwrap_or(false) && two.unwrap_or(true),
        }
    }

    /// Whether the speed rises and then falls towards another.
    pub(super) fn arches_to(&self, other: &Self) -> bool {
        (self.is_rising(), other.is_rising()) == (Some(true), Some(false))
    }
}

impl<const D: usize> Evaluator<D> {
    /// At a time, within a speed through the air \[m/s\].
    pub(super) fn sample(&mut self, at: f64, reach: f64) -> Sample<D> {
        let evaluation = self.within(at, reach);
        Sample { at, evaluation }
    }
}

/// Looks that one search takes at most.
const MOST_LOOKS: usize = 64;

/// Where exactly the speed is needed \[m/s\], between two times of which one needs more and one less.
pub(super) fn root<const D: usize>(
    evaluator: &mut Evaluator<D>,
    ends: (Sample<D>, Sample<D>),
    (speed, reach): (f64, f64),
) -> Option<Evaluation<D>> {
    let asked = evaluator.precision;
    let near = bracketed(evaluator, ends, (speed, reach))?;
    let mut root = Some(near);
    if asked == Precision::Rough {
        evaluator.precision = Precision::Full;
        root = polished(evaluator, &near, speed)
            .or_else(|| bracketed(evaluator, ends, (speed, reach)));
        evaluator.precision = asked;
    }
    root.map(|evaluation| evaluation.with_speed(speed))
}

/// To the accuracy of the evaluator.
fn bracketed<const D: usize>(
    evaluator: &mut Evaluator<D>,
    (mut one, mut two): (Sample<D>, Sample<D>),
    (speed, reach): (f64, f64),
) -> Option<Evaluation<D>> {
    let above = one.is_above(speed);
    let size = |evaluation: &Evaluation<D>| evaluation.newton_step(speed).abs();
    let mut newest = [one.evaluation, two.evaluation]
        .into_iter()
        .flatten()
        .min_by(|a, b| size(a).total_cmp(&size(b)));
    let mut closest = None;
    for count in 0..MOST_LOOKS {
        let middle = 0.5 * (one.at + two.at);
        let next = newest
            .map(|evaluation| evaluation.log_time + evaluation.newton_step(speed))
            .filter(|at| *at > one.at && *at < two.at && count % 4 != 3)
            .unwrap_or(middle);
        let node = evaluator.sample(next, reach);
        let evaluation = node.evaluation;
        if let Some(evaluation) = evaluation {
            let step = evaluation.newton_step(speed);
            closest = Some(evaluation);
            if step.abs() <= evaluator.precision.last_step() {
                return Some(evaluation.moved(step));
            }
        }
        newest = evaluation;
        let width = two.at - one.at;
        if node.is_above(speed) == above {
            one = node;
        } else {
            two = node;
        }
        // no number is left between them
        if two.at - one.at >= width {
            break;
        }
    }
    closest
}

/// Newton's method from a time nearby; none if it leads away.
fn polished<const D: usize>(
    evaluator: &mut Evaluator<D>,
    near: &Evaluation<D>,
    speed: f64,
) -> Option<Evaluation<D>> {
    let mut at = near.log_time;
    for _ in 0..MOST_STEPS {
        let evaluation = evaluator.at(at)?;
        let step = evaluation.newton_step(speed);
        if step.abs() <= evaluator.precision.last_step() {
            return Some(evaluation.moved(step));
        }
        at += step;
        let led_away = (at - near.log_time).abs() > 10.0 * Precision::Rough.last_step();
        if led_away || at.is_nan() {
            return None;
        }
    }
    None
}

/// Of Newton's method, where two are enough as a rule.
const MOST_STEPS: usize = 6;

/// The least speed between two times, or the greatest if it rises first; or the first that was met on the other side of
/// `enough` \[m/s\].
pub(super) fn turn<const D: usize>(
    evaluator: &mut Evaluator<D>,
    (mut one, mut two): (Sample<D>, Sample<D>),
    enough: f64,
    reach: f64,
) -> Option<Evaluation<D>> {
    let arches = one.arches_to(&two);
    let [mut left, mut right] =
        [one, two].map(|end| end.evaluation.map(|evaluation| evaluation.lean()));
    let mut side = None;
    let mut found: Option<Evaluation<D>> = None;
    for count in 0..MOST_LOOKS {
        let middle = 0.5 * (one.at + two.at);
        let next = (left.zip(right))
            .map(|(a, b)| one.at + (two.at - one.at) * (a / (a - b)))
            .filter(|at| *at > one.at && *at < two.at && count % 6 != 5)
            .unwrap_or(middle);
        let node = evaluator.sample(next, reach);
        let evaluation = node.evaluation;
        if let Some(evaluation) = evaluation {
            let over = evaluation.speed() > enough;
            if over == arches || evaluation.speed() == 0.0 {
                return Some(evaluation);
            }
            let last_step = evaluator.precision.last_step();
            let near = found.filter(|before| (next - before.log_time).abs() <= last_step);
            // two looks may be close to each other and still far from the turn
            let step = near.map(|before| {
                (before.log_time - next) * (evaluation.lean() / (evaluation.lean() - before.lean()))
            });
            if let Some(step) = step.filter(|step| step.abs() <= last_step) {
                return Some(evaluation.moved(step));
            }
            found = Some(evaluation);
        }
        // nothing is known out of reach, except where the reach is
        let rising = evaluation.map_or(one.evaluation.is_some(), |evaluation| {
            evaluation.is_rising()
        });
        let width = two.at - one.at;
        let ends_there = rising != arches;
        // an end that stays twice counts for less: the method of Illinois
        let share = if side == Some(ends_there) { 0.5 } else { 1.0 };
        side = Some(ends_there);
        if ends_there {
            left = left.map(|lean| share * lean);
            (two, right) = (node, evaluation.map(|evaluation| evaluation.lean()));
        } else {
            right = right.map(|lean| share * lean);
            (one, left) = (node, evaluation.map(|evaluation| evaluation.lean()));
        }
        if two.at - one.at >= width {
            break;
        }
    }
    found
}

/// The least speed about a time at which it is nearly so, to rounding.
pub(super) fn settled<const D: usize>(
    evaluator: &mut Evaluator<D>,
    near: &Evaluation<D>,
) -> Option<Evaluation<D>> {
    let asked = core::mem::replace(&mut evaluator.precision, Precision::Full);
    let about = |evaluator: &mut Evaluator<D>, width: f64| {
        let [one, two] = [-1.0, 1.0].map(|side| {
            let at = near.log_time + side * width;
            let evaluation = evaluator.at(at);
            Sample { at, evaluation }
        });
        (one.sags_to(&two)).then(|| turn(evaluator, (one, two), 0.0, f64::INFINITY))
    };
    let found = (WIDTHS.iter())
        .find_map(|width| about(evaluator, *width))
        .unwrap_or_else(|| evaluator.at(near.log_time));
    evaluator.precision = asked;
    found
}

/// In `ln t`, to both sides of a turn that is known in rough precision: the flatter it is, the less well.
const WIDTHS: [f64; 5] = [1e-4, 1e-3, 1e-2, 1e-1, 0.4];
