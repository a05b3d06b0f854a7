//! The earliest hit at a speed, without a search for the others.

use nalgebra::{ComplexField, SVector};

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
    /// The second derivative now.
    bend: f64,
    /// Whether `n · w - s S` with the n of now is convex at all times.
    is_convex: bool,
    /// The sum of the sizes of the terms of `value`.
    terms: f64,
}

/// What is known of the earliest hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) enum Earliest {
    /// It is at this time \[s\].
    At(f64),
    /// There is no hit.
    Never,
    /// Rounding would decide, or too many rounds.
    Unclear,
}

impl<const D: usize> AimProblem<D> {
    /// The earliest hit at a speed \[m/s\], if it is found in a few rounds.
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
    /// method, and no hit is skipped. Where a parabola has no zero there is no hit.
    pub(in super::super) fn earliest(&self, speed: f64) -> Earliest {
        let mut time = 0.0;
        for _ in 0..MOST_ROUNDS {
            let gap = self.gap(speed, time);
            // at a hit all but touched from outside the time is uncertain, and so is whether there is one
            let is_steep = -gap.rate * time > STEEP * gap.terms;
            if gap.value <= 0.0 && is_steep {
                return Earliest::At(time);
            }
            if !is_steep && gap.value <= ROUNDING * gap.terms {
                return Earliest::Unclear;
            }
            let step = step_without_root(gap.value, -gap.rate, -gap.least_bend);
            if step == f64::INFINITY {
                return Earliest::Never;
            }
            let next = time + step;
            if is_steep && step <= SMALL * next {
                return Earliest::At(next);
            }
            time = next;
        }
        Earliest::Unclear
    }

    /// The time of the hit at the least speed, if it is found in a few rounds: a minimum of the speed, with proof that none
    /// is lower within [`ALIKE`].
    ///
    /// At a minimum `n · w - s S` and its rate are zero. If it is convex, it is nowhere negative, and neither is f: no hit
    /// has a lower speed. Otherwise a lower speed is tried.
    pub(in super::super) fn quick_least(&self) -> Option<f64> {
        // that of a parabola at a target that stays
        let start = 2.0 * self.relative_target.start.norm() / self.pull.norm();
        let mut time = ComplexField::sqrt(start);
        for _ in 0..MOST_MINIMA {
            time = self.minimum(time)?;
            if self.gap(self.fired(time).norm(), time).is_convex {
                return Some(time);
            }
            match self.earliest(self.fired(time).norm() * (1.0 - ALIKE)) {
                Earliest::At(lower) => time = lower,
                Earliest::Never => return Some(time),
                Earliest::Unclear => return None,
            }
        }
        None
    }

    /// A time near by at which the speed of hits is least: Newton's method for its rate, which is that of the gap over S.
    fn minimum(&self, from: f64) -> Option<f64> {
        let mut time = from;
        for _ in 0..MOST_ROUNDS {
            let gap = self.gap(self.fired(time).norm(), time);
            let step = -gap.rate / gap.bend;
            let is_good = gap.bend > 0.0 && ComplexField::abs(step) < 0.75 * time;
            let next = match is_good {
                true => time + step,
                false if gap.rate > 0.0 => 0.5 * time,
                false => 2.0 * time,
            };
            if !(next > 0.0 && next < f64::INFINITY) {
                return None;
            }
            if is_good && ComplexField::abs(step) <= SMALL * time {
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
        let (mut least_bend, mut now) = (falling.min(0.0) * bend[0], falling * bend[0]);
        if has_growth {
            least_bend += growing * most;
            now += growing * bend[1];
        }
        let across = going - along * along.dot(&going);
        Gap {
            value: distance - speed * value[0],
            rate: along.dot(&going) - speed * rate[0],
            least_bend,
            is_convex: falling >= 0.0 && growing >= 0.0,
            bend: now + across.norm_squared() / distance,
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
const MOST_ROUNDS: usize = 100;

/// How often a lower minimum of the speed is looked for.
const MOST_MINIMA: usize = 8;

/// Speeds that differ by less than this, relatively, count as the same minimum.
const ALIKE: f64 = 1e-12;

/// A gap smaller than this share of its terms is rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A step this small relative to the time leaves an error of its square.
const SMALL: f64 = 1e-9;

/// The least rate of the gap, times the time, as a share of its terms.
const STEEP: f64 = 1e-3;
