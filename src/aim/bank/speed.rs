//! The speed of a launch that hits after one bounce, as a function of the time of the bounce.

use nalgebra::SVector;

use super::super::moving::{Curve, Interval, Jet, MonotoneFunction, Quantity, TimeToHeight};
use super::bounce::NormalMotion;
use super::problem::BankProblem;
use crate::ballistics::root_between;
use crate::flow::log_1p_over;

/// How the contact acts along the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Touch<const D: usize> {
    /// The point slides in this direction; zero without friction.
    Slides(SVector<f64, D>),
    /// It slides along `r`, for this sign, as in [`Surface::launches`](super::bounce::Surface::launches).
    SlidesAlong(f64),
    /// Friction stops it, or reverses its velocity.
    Sticks,
}

/// `|v₀|² - s²` as a function of the time of the bounce \[m²/s²\]. If the point sticks, times `(S - β S' S(r))²`.
///
/// With the times s and r before and after the bounce, t = s + r, and n for the direction in which the point slides:
///
/// ```text
/// sliding:   u₀ S(t) = d - c S₁(t) + m S(r) n
/// sticking:  u₀ (S(s) - β S'(s) S(r)) = d - c (S₁(s) + S₁(r) - β S(s) S(r))
/// ```
pub(super) struct SpeedCurve<'a, const D: usize> {
    pub(super) problem: &'a BankProblem<D>,
    /// r, as a function of the speed after the bounce.
    pub(super) after: TimeToHeight,
    pub(super) touch: Touch<D>,
    /// s \[m/s\]
    pub(super) speed: f64,
}

impl<const D: usize> SpeedCurve<'_, D> {
    /// The time from the bounce to the hit \[s\].
    pub(super) fn after<Q: Quantity>(&self, bounce: Q) -> Q {
        let motion = &self.problem.motion;
        let speed = arrival(motion, bounce).scaled(motion.restitution);
        speed.through(MonotoneFunction::ToHeight(self.after))
    }

    /// The direction in which the point slides: that of `r = d + c (R - S₁(r))`, with the fall R backward in time.
    fn toward<Q: Quantity>(&self, bounce: Q, later: Q) -> [Q; D] {
        let BankProblem {
            motion, way, pull, ..
        } = self.problem;
        let sign = match self.touch {
            Touch::Slides(toward) => return core::array::from_fn(|i| Q::constant(toward[i])),
            Touch::SlidesAlong(sign) => sign,
            Touch::Sticks => 0.0,
        };
        let rate = motion.model.drag_rate();
        let left = bounce.through(MonotoneFunction::Left(rate));
        let returned = bounce.through(MonotoneFunction::Returned(rate));
        let sunk = returned * left.through(MonotoneFunction::Inverse)
            - later.through(MonotoneFunction::Sunk(motion.model));
        let rest: [Q; D] = core::array::from_fn(|i| Q::constant(way[i]) + sunk.scaled(pull[i]));
        let size = squared(&rest).through(MonotoneFunction::Root);
        let inverse = size.through(MonotoneFunction::Inverse).scaled(sign);
        rest.map(|component| component * inverse)
    }
}

impl<const D: usize> Curve for SpeedCurve<'_, D> {
    fn at<Q: Quantity>(&self, bounce: Q) -> Q {
        let BankProblem {
            motion,
            surface,
            way,
            pull,
            ..
        } = self.problem;
        let [glide, fall] =
            [MonotoneFunction::Glide, MonotoneFunction::Sunk].map(|f| f(motion.model));
        let later = self.after(bounce);
        let ([s, fallen], b) = (
            [glide, fall].map(|f| bounce.through(f)),
            later.through(glide),
        );
        let normal = (Q::constant(motion.heights[0]) + fallen.scaled(motion.pull))
            * s.through(MonotoneFunction::Inverse);
        let above = normal.squared() - Q::constant(self.speed * self.speed);
        if self.touch == Touch::Sticks {
            let back = b.scaled(surface.tangential_restitution);
            let sunk = fallen + later.through(fall) - back * s;
            let left = bounce.through(MonotoneFunction::Left(motion.model.drag_rate()));
            let along: [Q; D] =
                core::array::from_fn(|i| Q::constant(way[i]) - sunk.scaled(pull[i]));
            return above * (s - back * left).squared() + squared(&along);
        }
        let whole = bounce + later;
        let (inverse, sunk) = (
            whole.through(glide).through(MonotoneFunction::Inverse),
            whole.through(fall),
        );
        let push = arrival(motion, bounce).scaled(surface.grip) * b;
        let toward = self.toward(bounce, later);
        let along: [Q; D] = core::array::from_fn(|i| {
            (Q::constant(way[i]) - sunk.scaled(pull[i]) + push * toward[i]) * inverse
        });
        above + squared(&along)
    }
}

/// The speed against the plane at the bounce \[m/s\].
fn arrival<Q: Quantity>(motion: &NormalMotion, bounce: Q) -> Q {
    let glide = bounce.through(MonotoneFunction::Glide(motion.model));
    motion.approach(bounce) * glide.through(MonotoneFunction::Inverse)
}

fn squared<Q: Quantity, const D: usize>(vector: &[Q; D]) -> Q {
    (vector.iter()).fold(Q::constant(0.0), |sum, component| sum + component.squared())
}

/// Spans of the time of the bounce in which a throw of a speed may hit, and the time after the bounce in each: on the rise
/// and on the fall.
///
/// The speed of the launch along the normal is at most the speed given, and the point has to rise to the target after the
/// bounce. The speed at the bounce is least for a fall from rest.
pub(super) fn spans(motion: &NormalMotion, speed: f64) -> [Option<(Interval, TimeToHeight)>; 4] {
    let NormalMotion {
        model,
        pull,
        heights,
        restitution,
    } = *motion;
    let [rises, falls] =
        [false, true].map(|falls| TimeToHeight::new(model, pull, heights[1], falls));
    let launched = |target: f64, within| {
        let off = |time: f64| {
            // dw₀/ds = w/S
            let rate = arrival(motion, time) * model.reach(time).per_metre;
            (motion.launch_speed(time) - target, rate)
        };
        root_between(off, within, true, None)
    };
    let least = rises.least_speed / restitution;
    if pull >= 0.0 {
        let latest = if pull > 0.0 {
            model.rise_time(heights[0] / pull)
        } else if model.is_free() {
            f64::INFINITY
        } else {
            // w = h₀ γ/(e^γs - 1)
            let rest = heights[0] / least;
            rest * log_1p_over(model.drag_rate() * rest)
        };
        let first = launched(-speed, (0.0, latest));
        let last = latest.min(first * LONGEST);
        return [span(first * BEFORE, last, rises), None, None, None];
    }
    let rest = model.fall_time(-heights[0] / pull);
    let first = BEFORE * launched(-speed, (0.0, rest));
    let last = launched(speed, (rest, f64::INFINITY)) / BEFORE;
    if arrival(motion, rest) >= least {
        return [
            span(first, last, rises),
            span(first, last, falls),
            None,
            None,
        ];
    }
    let arriving = |within, slower: bool| {
        let off = |time: f64| {
            let at = arrival(motion, Jet::time(time));
            (at.value - least, at.rate)
        };
        root_between(off, within, !slower, None)
    };
    let (down, up) = (arriving((0.0, rest), true), arriving((rest, last), false));
    [
        span(first, down, rises),
        span(first, down, falls),
        span(up, last, rises),
        span(up, last, falls),
    ]
}

fn span(from: f64, to: f64, after: TimeToHeight) -> Option<(Interval, TimeToHeight)> {
    (from > 0.0 && from < to && to.is_finite()).then(|| (Interval::new(from, to), after))
}

/// Spans start this share earlier than the first bounce, and end as much later than the last one.
const BEFORE: f64 = 0.999;

/// Without a pull to the plane: the latest bounce looked for, over that of a throw straight at the plane.
const LONGEST: f64 = 1e20;
