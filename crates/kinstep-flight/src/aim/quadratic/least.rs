//! The least launch speed that hits.

use nalgebra::ComplexField;

use super::condition::Condition;
use super::evaluation::{Evaluation, Evaluator};
use super::plane_flight::Precision;
use super::pursuit::Pursuit;

/// The least launch speed of a hit.
#[derive(Debug, Clone, Copy)]
pub(super) enum LeastSpeed<const D: usize> {
    At(Evaluation<D>),
    /// No least speed exists: the speed keeps falling towards a limit, and this late hit has that limit to rounding.
    Late(Evaluation<D>),
    /// No least speed exists: the speed keeps falling towards this limit \[m/s\].
    Limit(f64),
}

/// A condition used only to find extrema of the speed: every speed is above zero.
const ANY: Condition = Condition::Speed(0.0);

/// Maximum number of times tried to find a hit at any speed.
const MOST_GUESSES: usize = 40;

/// Half-widths in `ln t` of intervals about a roughly known extremum. The flatter the extremum, the less accurate its time.
const WIDTHS: [f64; 5] = [1e-4, 1e-3, 1e-2, 1e-1, 0.4];

impl<const D: usize> Evaluator<D> {
    /// The least speed over all times.
    pub(super) fn least(&mut self) -> Option<LeastSpeed<D>> {
        if let Some(straight) = self.pursuit.straight() {
            return match straight.least_speed() {
                Ok(time) => self.exactly(time).map(LeastSpeed::At),
                Err(limit) => Some(LeastSpeed::Limit(limit)),
            };
        }
        let pursuit = self.pursuit;
        let mut best = self.somewhere()?;
        self.walk(ANY, pursuit.reach(best.speed()), |this, [one, two]| {
            let turned = (one.sags_to(two))
                .then(|| this.turn(ANY, [one, two], pursuit.reach(best.speed())))
                .flatten();
            let found = [Some(*one), turned, Some(*two)].into_iter().flatten();
            for evaluation in found.filter_map(|node| node.evaluation()) {
                if evaluation.speed() < best.speed() {
                    best = evaluation;
                }
            }
            let done = pursuit.still && two.is_rising() == Some(true);
            (!done).then_some(pursuit.reach(best.speed()))
        });
        let turned = self.refined(&best);
        // a target that drifts like a fall can be hit at any late time: the least speed may be the limit for late hits
        let settled = pursuit.settled();
        if settled == f64::INFINITY {
            return turned.map(LeastSpeed::At);
        }
        let late = self.exactly(settled)?;
        let is_less = |it: &Evaluation<D>| it.speed() + it.rounding < late.speed() - late.rounding;
        Some(
            turned
                .filter(is_less)
                .map_or(LeastSpeed::Late(late), LeastSpeed::At),
        )
    }

    /// The first hit found at any speed. Tries times around a guess, and stops when the speed no longer falls.
    pub(super) fn somewhere(&mut self) -> Option<Evaluation<D>> {
        let Pursuit {
            law,
            start,
            velocity,
            ..
        } = self.pursuit;
        let far = start.norm();
        // a typical time: the distance over the sum of the target's speed and that of a fall over this distance
        let fast = velocity.norm() + ComplexField::sqrt(law.pull * far);
        let guess = ComplexField::ln(if fast > 0.0 { far / fast } else { far });
        let mut found: Option<Evaluation<D>> = None;
        for step in 0..MOST_GUESSES {
            // 0, 1, -1, 2, -2, …
            let half = step.div_ceil(2) as f64;
            let at = guess + if step % 2 == 0 { -half } else { half };
            if let Some(evaluation) = self.at(at) {
                if found.is_some_and(|best| evaluation.speed() >= best.speed()) {
                    break;
                }
                found = Some(evaluation);
            }
        }
        found
    }

    /// The hit with the least speed, exact to rounding, near a time at which the speed is nearly the least.
    fn refined(&mut self, near: &Evaluation<D>) -> Option<Evaluation<D>> {
        self.in_precision(Precision::Full, |this| {
            for width in WIDTHS {
                let [one, two] = [-width, width].map(|width| {
                    let at = near.log_time + width;
                    let evaluation = this.at(at);
                    this.known(ANY, at, evaluation)
                });
                if one.sags_to(&two) {
                    return this.turn(ANY, [&one, &two], f64::INFINITY)?.evaluation();
                }
            }
            this.at(near.log_time)
        })
    }
}
