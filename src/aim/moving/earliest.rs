//! The earliest hit at a speed, without a search for the others.

use nalgebra::SVector;

use super::super::drag_model::DragModel;
use super::super::problem::AimProblem;
use super::monotone::MonotoneFunction;
use crate::ballistics::step_without_root;
use crate::flow::Decay;

/// S, S₁ and S₂, with their first two derivatives by time.
#[derive(Debug, Clone, Copy)]
struct Carried {
    value: [f64; 3],
    rate: [f64; 3],
    /// S₁'' and S₂''.
    bend: [f64; 2],
}

/// The distance between the target and the sphere of throws at a speed, its rate, and a lower bound of its second
/// derivative from now on.
struct Gap {
    value: f64,
    rate: f64,
    least_bend: f64,
    /// The sum of the sizes of the terms of `value`.
    terms: f64,
}

impl<const D: usize> AimProblem<D> {
    /// The earliest time at which a throw at this speed \[m/s\] hits, if it is found in a few rounds; none if it is not, or
    /// if there is no hit.
    ///
    /// With `w = (v₀ - shooter) S` for the launch that hits, `w = r₀ + m S + q S₁ + γ a S₂`, the earliest hit is the first
    /// zero of `f = |w| - s S`, which starts at `|r₀|`. As `|w| ≥ n · w` for every unit vector n, f is never less than
    /// `n · w - s S`; both agree at the time τ for which `n = w(τ)/|w(τ)|`, and so do their rates there. Now
    ///
    /// ```text
    /// (n · w - s S)'' = E S₁'' + n · γa S₂''        E = n · q - γ (n · m - s)
    /// ```
    ///
    /// where S₁'' falls to zero and S₂'' rises to 1/γ. So their values at τ and these limits bound the second derivative
    /// from below for all later times, and the parabola with this second derivative is below f: its first zero is no later
    /// than that of f. From zero to zero of such parabolas the time grows to the earliest hit, as fast as in Newton's
    /// method, and no hit is skipped.
    pub(in super::super) fn earliest(&self, speed: f64) -> Option<f64> {
        let mut time = 0.0;
        for _ in 0..MOST_ROUNDS {
            let gap = self.gap(speed, time);
            // at a hit all but touched from outside the time is uncertain, and so is whether there is one
            let is_steep = -gap.rate * time > STEEP * gap.terms;
            if gap.value <= 0.0 {
                return (is_steep && time > 0.0).then_some(time);
            }
            let step = step_without_root(gap.value, -gap.rate, -gap.least_bend);
            let next = time + step;
            if !(next < f64::INFINITY) {
                return None;
            }
            if is_steep && step <= SMALL * next {
                return Some(next);
            }
            time = next;
        }
        None
    }

    fn gap(&self, speed: f64, time: f64) -> Gap {
        let (model, target) = (self.air.model, &self.relative_target);
        let has_growth = self.growth != SVector::<f64, D>::zeros();
        let Carried { value, rate, bend } = Carried::new(model, time, has_growth);
        let own = target.velocity - target.shooter;
        let mut ahead = target.start + own * value[0] + self.pull * value[1];
        let mut going = own * rate[0] + self.pull * rate[1];
        if has_growth {
            ahead += self.growth * value[2];
            going += self.growth * rate[2];
        }
        let distance = ahead.norm();
        let along = ahead / distance;
        let drag = model.drag_rate();
        let falling = along.dot(&self.pull) - drag * (along.dot(&own) - speed);
        let growing = along.dot(&self.growth);
        let most = if growing < 0.0 { 1.0 / drag } else { bend[1] };
        let least_bend = falling.min(0.0) * bend[0] + if has_growth { growing * most } else { 0.0 };
        Gap {
            value: distance - speed * value[0],
            rate: along.dot(&going) - speed * rate[0],
            least_bend,
            terms: target.start.norm() + distance + speed * value[0],
        }
    }
}

impl Carried {
    fn new(model: DragModel, time: f64, with_growth: bool) -> Self {
        match model {
            DragModel::Linear(rate) => {
                let Decay {
                    left,
                    velocity,
                    position,
                } = Decay::new(rate, time);
                let grown = if with_growth {
                    time * MonotoneFunction::Surge(model).at(time)[0]
                } else {
                    0.0
                };
                Self {
                    value: [velocity, position, grown],
                    rate: [left, velocity, position],
                    bend: [left, velocity],
                }
            }
            DragModel::Rational(rate) => {
                // S = tA, S₁ = tS/2, S₂ = tS₁/2 with A = 1/(1 + kt), A' = -kA²
                let share = 1.0 / (1.0 + rate * time);
                let (glide, square) = (time * share, share * share);
                let lost = rate * glide;
                Self {
                    value: [glide, 0.5 * time * glide, 0.25 * time * (time * glide)],
                    rate: [
                        square,
                        0.5 * glide * (1.0 + share),
                        0.25 * time * glide * (2.0 + share),
                    ],
                    bend: [square * share, 0.5 * glide * (3.0 - lost * (3.0 - lost))],
                }
            }
        }
    }
}

/// The most rounds before the search for all hits takes over; usually it takes 4 to 6.
const MOST_ROUNDS: usize = 40;

/// A step this small relative to the time leaves an error of its square.
const SMALL: f64 = 1e-9;

/// The least rate of the gap, times the time, as a share of its terms.
const STEEP: f64 = 1e-3;
