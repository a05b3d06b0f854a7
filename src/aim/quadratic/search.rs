//! Roots and turns of the launch speed of a hit, as a function of `ln t`.

use super::evaluation::{Evaluation, Evaluator};
use super::plane_flight::Precision;

/// A time, and the launch that hits then; no launch where it needs more speed than is of interest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample<const D: usize> {
    /// `ln t`
    pub(super) at: f64,
    pub(super) evaluation: Option<Evaluation<D>>,
}

impl<const D: usize> Sample<D> {
    /// Whether a hit needs more than this speed \[m/s\].
    pub(super) fn is_above(&self, speed: f64) -> bool {
        self.evaluation
            .is_none_or(|evaluation| evaluation.speed() > speed)
    }

    /// Whether the speed rises with time; none without a launch.
    pub(super) fn is_rising(&self) -> Option<bool> {
        self.evaluation.map(|evaluation| evaluation.is_rising())
    }

    /// Whether the speed falls first and rises later on the way to another sample; false if both are out of reach.
    pub(super) fn sags_to(&self, other: &Self) -> bool {
        match (self.is_rising(), other.is_rising()) {
            (None, None) => false,
            (one, two) => !one.unwrap_or(false) && two.unwrap_or(true),
        }
    }

    /// Whether the speed rises first and falls later on the way to another sample.
    pub(super) fn arches_to(&self, other: &Self) -> bool {
        (self.is_rising(), other.is_rising()) == (Some(true), Some(false))
    }
}

impl<const D: usize> Evaluator<D> {
    /// The sample at a time, within a speed through the air \[m/s\].
    pub(super) fn sample(&mut self, at: f64, reach: f64) -> Sample<D> {
        let evaluation = self.within(at, reach);
        Sample { at, evaluation }
    }
}

/// Most evaluations of one search.
const MOST_SAMPLES: usize = 64;

/// The hit with exactly this speed \[m/s\], between two times of which one needs more and one less.
pub(super) fn root<const D: usize>(
    evaluator: &mut Evaluator<D>,
    one: Sample<D>,
    two: Sample<D>,
    speed: f64,
) -> Option<Evaluation<D>> {
    let near = bracketed(evaluator, one, two, speed)?;
    let root = match evaluator.precision {
        Precision::Full => Some(near),
        Precision::Rough => evaluator.in_precision(Precision::Full, |evaluator| {
            polished(evaluator, &near, speed).or_else(|| bracketed(evaluator, one, two, speed))
        }),
    };
    root.map(|evaluation| evaluation.with_speed(speed))
}

/// The same to the precision of the evaluator: Newton's method, every fourth time bisection.
fn bracketed<const D: usize>(
    evaluator: &mut Evaluator<D>,
    mut one: Sample<D>,
    mut two: Sample<D>,
    speed: f64,
) -> Option<Evaluation<D>> {
    let reach = evaluator.pursuit.reach(speed);
    let above = one.is_above(speed);
    let size = |evaluation: &Evaluation<D>| evaluation.newton_step(speed).abs();
    let mut newest = [one.evaluation, two.evaluation]
        .into_iter()
        .flatten()
        .min_by(|a, b| size(a).total_cmp(&size(b)));
    let mut closest = None;
    for count in 0..MOST_SAMPLES {
        let middle = 0.5 * (one.at + two.at);
        // Newton's step from the newest sample, if it stays between the ends
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
        // no number lies between the two times
        if two.at - one.at >= width {
            break;
        }
    }
    closest
}

/// Newton's method from a time nearby; none if it diverges.
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

/// Most steps of Newton's method; two are typical.
const MOST_STEPS: usize = 6;

/// The hit with the least speed between two times, or with the greatest if the speed rises first; or the first hit found with
/// a speed beyond `enough` \[m/s\]. The method of Illinois, every sixth time bisection.
pub(super) fn turn<const D: usize>(
    evaluator: &mut Evaluator<D>,
    mut one: Sample<D>,
    mut two: Sample<D>,
    enough: f64,
    reach: f64,
) -> Option<Evaluation<D>> {
    let arches = one.arches_to(&two);
    let [mut left, mut right] =
        [one, two].map(|end| end.evaluation.map(|evaluation| evaluation.lean()));
    let mut side = None;
    let mut found: Option<Evaluation<D>> = None;
    for count in 0..MOST_SAMPLES {
        let middle = 0.5 * (one.at + two.at);
        // the secant through the leans at both ends
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
            // two samples may be close to each other and still far from the turn
            let step = near.map(|before| {
                (before.log_time - next) * (evaluation.lean() / (evaluation.lean() - before.lean()))
            });
            if let Some(step) = step.filter(|step| step.abs() <= last_step) {
                return Some(evaluation.moved(step));
            }
            found = Some(evaluation);
        }
        // out of reach the speed is higher than at an end that is within reach
        let rising = evaluation.map_or(one.evaluation.is_some(), |evaluation| {
            evaluation.is_rising()
        });
        let width = two.at - one.at;
        let ends_there = rising != arches;
        // an end that stays twice is weighted by half
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

/// The hit with the least speed to rounding, near a time at which the speed is nearly the least.
pub(super) fn settled<const D: usize>(
    evaluator: &mut Evaluator<D>,
    near: &Evaluation<D>,
) -> Option<Evaluation<D>> {
    let about = |evaluator: &mut Evaluator<D>, width: f64| {
        let [one, two] = [-1.0, 1.0].map(|side| {
            let at = near.log_time + side * width;
            let evaluation = evaluator.at(at);
            Sample { at, evaluation }
        });
        (one.sags_to(&two)).then(|| turn(evaluator, one, two, 0.0, f64::INFINITY))
    };
    evaluator.in_precision(Precision::Full, |evaluator| {
        (WIDTHS.iter())
            .find_map(|width| about(evaluator, *width))
            .unwrap_or_else(|| evaluator.at(near.log_time))
    })
}

/// Distances in `ln t` to both sides of a roughly known turn. The flatter the turn, the less accurate its time.
const WIDTHS: [f64; 5] = [1e-4, 1e-3, 1e-2, 1e-1, 0.4];
