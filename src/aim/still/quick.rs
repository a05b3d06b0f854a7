//! Hits at a speed, and at the least, in few operations: for throws that no rounding endangers.

use nalgebra::{ComplexField, SVector};

use super::super::aim::Air;
use super::super::model::{Model, Reach};
use super::profile::{Fit, Moment, Side, Square};
use super::speed::Hit;

/// What the speed of a hit depends on: `f = |r|² P² - 2 r·c P Q + |c|² Q²`.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Gram {
    /// `|r|²` \[m²\]
    rr: f64,
    /// `-r·c` \[m²/s²\]
    rc: f64,
    /// `|c|²` \[m²/s⁴\]
    cc: f64,
    /// `|r||c|` \[m²/s²\]
    product: f64,
}

impl Gram {
    /// None where squares lose digits: near a free fall, where a hit takes almost no speed, and without a constant
    /// acceleration.
    #[inline]
    pub(in super::super) fn new<const D: usize>(air: &Air<D>, r: &SVector<f64, D>) -> Option<Self> {
        let c = &air.constant;
        let (rr, cc, rc) = (r.norm_squared(), c.norm_squared(), -r.dot(c));
        let product = ComplexField::sqrt(rr * cc);
        (rc > -0.9 * product && product > 0.0 && product < f64::INFINITY).then_some(Self {
            rr,
            rc,
            cc,
            product,
        })
    }

    /// The direct and the lofted hit; None if that takes more care.
    #[inline]
    pub(in super::super) fn at_speed(&self, model: Model, speed: f64) -> Option<[Hit; 2]> {
        let target = speed * speed;
        match model {
            Model::Linear(rate) => self.roots(target, model, |time| self.linear(rate, time)),
            Model::Rational(rate) => self.roots(target, model, |time| self.rational(rate, time)),
        }
    }

    /// The hit at the least speed; None if that takes more care.
    #[inline]
    pub(in super::super) fn least(&self, model: Model) -> Option<Hit> {
        match model {
            Model::Linear(rate) => self.bottom(rate),
            Model::Rational(rate) => self.rational_bottom(rate),
        }
    }

    /// The time of the least speed without drag; and the sine of r over the horizon of c.
    #[inline]
    fn parabola(&self) -> (f64, f64) {
        let inverse = 1.0 / self.product;
        let time = ComplexField::sqrt(2.0 * self.rr * inverse);
        (time, self.rc * inverse)
    }

    /// About the time of the least speed: the parabola's, with the first effect of drag.
    #[inline]
    fn near_bottom(&self, model: Model) -> f64 {
        let (parabola, sine) = self.parabola();
        parabola
            * match model {
                Model::Linear(rate) => {
                    let shift = rate * parabola * sine / 6.0;
                    if shift > 0.0 {
                        1.0 / (1.0 + shift)
                    } else {
                        1.0 - shift
                    }
                }
                Model::Rational(rate) => 1.0 + 0.25 * rate * parabola * (1.0 - sine),
            }
    }

    /// The two roots of f on the sides of its bottom, side by side: a fit from near the bottom, and then Halley's method.
    #[inline]
    fn roots(&self, target: f64, model: Model, at: impl Fn(f64) -> Moment) -> Option<[Hit; 2]> {
        let first = at(self.near_bottom(model));
        let fit = Fit::to(&first.square);
        let mut moments =
            [Side::Falling, Side::Rising].map(|side| at(first.time * fit.meeting(target, side)));
        for _ in 0..ROUNDS {
            let [direct, lofted] = &moments;
            let steps = [direct.step_to(target), lofted.step_to(target)];
            let off = steps.map(f64::abs);
            if off[0] < CLOSE && off[1] < CLOSE {
                let is_apart = direct.square.rate < 0.0 && lofted.square.rate > 0.0;
                return is_apart.then(|| {
                    [
                        direct.nudged(model, power(steps[0])),
                        lofted.nudged(model, power(steps[1])),
                    ]
                });
            }
            // neither if they are no numbers
            if !(off[0] < 0.5 && off[1] < 0.5) {
                return None;
            }
            moments = [
                at(direct.time * power(steps[0])),
                at(lofted.time * power(steps[1])),
            ];
        }
        None
    }

    /// Newton's method for the bottom of f by ln t, in which it is all but even around there.
    #[inline]
    fn bottom(&self, rate: f64) -> Option<Hit> {
        let model = Model::Linear(rate);
        let mut moment = self.linear(rate, self.near_bottom(model));
        for _ in 0..ROUNDS {
            let Square {
                rate: slope, bend, ..
            } = moment.square;
            let step = -slope / (bend + slope);
            if step.abs() < 2e-8 {
                return Some(moment.nudged(model, power(step)));
            }
            if !(step.abs() < 0.5) {
                return None;
            }
            moment = self.linear(rate, moment.time * power(step));
        }
        None
    }

    /// The positive root of `w⁴ + κ w³ - κ σ w - 1`, with `w = t₀/t`, `κ = k t₀`, `σ = sin` and t₀ the time without drag.
    #[inline]
    fn rational_bottom(&self, rate: f64) -> Option<Hit> {
        let (parabola, sine) = self.parabola();
        let (drag, lift) = (rate * parabola, rate * parabola * sine);
        let mut w = 1.0;
        for _ in 0..ROUNDS {
            let square = w * w;
            let value = square * (square + drag * w) - (lift * w + 1.0);
            let slope = square * (4.0 * w + 3.0 * drag) - lift;
            let half_bend = 6.0 * square + 3.0 * drag * w;
            let step = value * slope / (slope * slope - value * half_bend);
            w -= step;
            if step.abs() < CLOSE * w {
                let time = parabola / w;
                let reach = Reach {
                    per_metre: w / parabola + rate,
                    against: 0.5 * time,
                    left: 0.0,
                };
                return Some((time, reach));
            }
            if !(step.abs() < 0.5 && w > 0.1) {
                return None;
            }
        }
        None
    }

    /// `f' = 2 (c·v₀ - e f)`, as in [`Profile`](super::Profile).
    #[inline]
    fn linear(&self, rate: f64, time: f64) -> Moment {
        let reach = Model::Linear(rate).reach(time);
        let (p, q) = (reach.per_metre, reach.against);
        let value = p * (self.rr * p + 2.0 * self.rc * q) + self.cc * (q * q);
        let pt = p * time;
        let (cw, e) = (time * (self.rc * p + self.cc * q), pt * reach.left);
        let ct = self.cc * (time * time);
        Moment {
            time,
            reach,
            square: Square {
                value,
                rate: 2.0 * (cw - e * value),
                bend: 2.0 * (ct - 3.0 * e * cw + e * (pt + 2.0 * e) * value),
            },
        }
    }

    /// `f = |r|² (u + k)² - r·c (1 + k/u) + |c|²/4u²` with `u = 1/t`.
    #[inline]
    fn rational(&self, rate: f64, time: f64) -> Moment {
        let u = 1.0 / time;
        let (p, kt) = (u + rate, rate * time);
        let (direct, high) = (self.rr * p, 0.25 * self.cc * (time * time));
        let middle = self.rc * kt;
        let share = u * direct;
        Moment {
            time,
            reach: Reach {
                per_metre: p,
                against: 0.5 * time,
                left: u * u,
            },
            square: Square {
                value: direct * p + self.rc + middle + high,
                rate: 2.0 * (high - share) + middle,
                bend: 2.0 * (high + self.rr * (u * u) + 2.0 * share),
            },
        }
    }
}

/// `e^x` for a small x.
#[inline]
fn power(x: f64) -> f64 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0)))
}

/// A step after which none follows: the error of Halley's method falls with its cube.
const CLOSE: f64 = 4e-6;

/// Rounds before the search goes on with more care.
const ROUNDS: usize = 6;
