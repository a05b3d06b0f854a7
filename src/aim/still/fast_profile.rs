//! Hits at a speed and at the least speed in few operations, for throws without cancellation.

use nalgebra::{ComplexField, SVector};

use super::super::aim_model::AimModel;
use super::super::drag_model::{DragModel, LaunchCoefficients};
use super::super::stretch::stretch_both;
use super::arc_pair::{ArcPair, Pair, both};
use super::profile::{ProfilePoint, SpeedSquared};
use super::speed::Hit;

/// Target and air as the coefficients of `f = |r|² P² - 2 r·c P Q + |c|² Q²`, the square of the launch speed that hits.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct FastProfile {
    /// `|r|²` \[m²\]
    rr: f64,
    /// `-r·c` \[m²/s²\]
    rc: f64,
    /// `|c|²` \[m²/s⁴\]
    cc: f64,
    /// `|r||c|` \[m²/s²\]
    product: f64,
}

impl FastProfile {
    /// None where the terms of f cancel: near a free fall, where a hit takes almost no speed. None without a constant
    /// acceleration, either.
    #[inline]
    pub(in super::super) fn new<const D: usize>(
        air: &AimModel<D>,
        r: &SVector<f64, D>,
    ) -> Option<Self> {
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

    /// The direct and the lofted hit; None if [`Profile`](super::Profile) has to find them.
    #[inline]
    pub(in super::super) fn at_speed(&self, model: DragModel, speed: f64) -> Option<[Hit; 2]> {
        let target = speed * speed;
        match model {
            DragModel::Linear(rate) => {
                self.roots(target, model, |time| self.linear_both(rate, time))
            }
            DragModel::Rational(rate) => {
                self.roots(target, model, |time| self.rational_both(rate, time))
            }
        }
    }

    /// The hit at the least speed; None if [`Profile`](super::Profile) has to find it.
    #[inline]
    pub(in super::super) fn least(&self, model: DragModel) -> Option<Hit> {
        match model {
            DragModel::Linear(rate) => self.bottom(model, |time| self.linear(rate, time)),
            DragModel::Rational(rate) => self.rational_bottom(rate),
        }
    }

    /// The time of the least speed without drag, `√(2|r|/|c|)`, and the sine of the elevation of r over a horizon across c.
    #[inline]
    fn parabola(&self) -> (f64, f64) {
        let inverse = 1.0 / self.product;
        let time = ComplexField::sqrt(2.0 * self.rr * inverse);
        (time, self.rc * inverse)
    }

    /// A guess of the time of the least speed: that without drag, corrected to first order in the drag rate.
    #[inline]
    fn near_bottom(&self, model: DragModel) -> f64 {
        let (parabola, sine) = self.parabola();
        parabola
            * match model {
                DragModel::Linear(rate) => {
                    let shift = rate * parabola * sine / 6.0;
                    if shift > 0.0 {
                        1.0 / (1.0 + shift)
                    } else {
                        1.0 - shift
                    }
                }
                DragModel::Rational(rate) => 1.0 + 0.25 * rate * parabola * (1.0 - sine),
            }
    }

    /// The roots of `f = target` on both sides of its bottom: two fits from near the bottom, then Halley's method.
    #[inline]
    fn roots(
        &self,
        target: f64,
        model: DragModel,
        at: impl Fn(Pair) -> ArcPair,
    ) -> Option<[Hit; 2]> {
        let first = at([self.near_bottom(model); 2]);
        // both arcs start at the bottom; two fits bring them close to the roots
        let mut moments = at(at(first.fitted(target)).fitted(target));
        for _ in 0..ROUNDS {
            let steps = moments.steps(target);
            let off = steps.map(f64::abs);
            if off[0] < CLOSE && off[1] < CLOSE {
                return moments.are_apart(APART).then(|| {
                    [0, 1].map(|arc| {
                        let reach = moments.reach(arc);
                        reach.nudged(model, moments.time[arc], power(steps[arc]))
                    })
                });
            }
            if off.iter().any(|off| off.is_nan() || *off >= 0.5) {
                return None;
            }
            moments = at(both(|i| moments.time[i] * power(steps[i])));
        }
        None
    }

    /// Newton's method in ln t for the bottom of f, which is nearly symmetric in ln t there.
    #[inline]
    fn bottom(&self, model: DragModel, at: impl Fn(f64) -> ProfilePoint) -> Option<Hit> {
        let mut moment = at(self.near_bottom(model));
        for _ in 0..ROUNDS {
            let step = -moment.past_bottom();
            if step.abs() < 2e-8 {
                return Some(moment.nudged(model, power(step)));
            }
            if step.is_nan() || step.abs() >= 0.5 {
                return None;
            }
            moment = at(moment.time * power(step));
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
            // Halley's step
            let step = value * slope / (slope * slope - value * half_bend);
            w -= step;
            if step.abs() < CLOSE * w {
                let time = parabola / w;
                let reach = LaunchCoefficients {
                    per_metre: w / parabola + rate,
                    against: 0.5 * time,
                    fading: 0.0,
                };
                return Some((time, reach));
            }
            if step.is_nan() || step.abs() >= 0.5 || w < 0.1 {
                return None;
            }
        }
        None
    }

    /// Linear drag: `f' = 2 (C w - e f)` with `C w = |c|² Q - r·c P`, as in [`Profile`](super::Profile).
    #[inline]
    fn linear(&self, rate: f64, time: f64) -> ProfilePoint {
        let reach = DragModel::Linear(rate).reach(time);
        let (p, q) = (reach.per_metre, reach.against);
        let value = p * (self.rr * p + 2.0 * self.rc * q) + self.cc * (q * q);
        let pt = p * time;
        let (cw, e) = (time * (self.rc * p + self.cc * q), time * reach.fading);
        let ct = self.cc * (time * time);
        ProfilePoint {
            time,
            reach,
            square: SpeedSquared {
                value,
                rate: 2.0 * (cw - e * value),
                bend: 2.0 * (ct - 3.0 * e * cw + e * (pt + 2.0 * e) * value),
            },
        }
    }

    /// The same on both arcs.
    #[inline]
    fn linear_both(&self, rate: f64, time: Pair) -> ArcPair {
        // P = p/t and Q = t (p - 1)/x for p = x/(1 - e^-x), and e = t · fading = p - x
        let x = both(|i| rate * time[i]);
        let [share, more] = stretch_both(x);
        let inverse = both(|i| 1.0 / time[i]);
        let p = both(|i| share[i] * inverse[i]);
        let q = both(|i| time[i] * more[i]);
        let e = both(|i| (share[i] - x[i]).max(0.0));
        let value =
            both(|i| p[i] * (self.rr * p[i] + 2.0 * self.rc * q[i]) + self.cc * (q[i] * q[i]));
        // f' = 2 (C w - e f), f'' = 2 (C² - 3 e C w + e (P + 2 e) f), times t and t²
        let cw = both(|i| time[i] * (self.rc * p[i] + self.cc * q[i]));
        let ct = both(|i| self.cc * (time[i] * time[i]));
        ArcPair {
            time,
            per_metre: p,
            against: q,
            fading: both(|i| e[i] * inverse[i]),
            value,
            rate: both(|i| 2.0 * (cw[i] - e[i] * value[i])),
            bend: both(|i| {
                2.0 * (ct[i] - 3.0 * e[i] * cw[i] + e[i] * (share[i] + 2.0 * e[i]) * value[i])
            }),
        }
    }

    /// `f = |r|² (u + k)² - r·c (1 + k/u) + |c|²/4u²` with `u = 1/t`, on both arcs.
    #[inline]
    fn rational_both(&self, rate: f64, time: Pair) -> ArcPair {
        let u = both(|i| 1.0 / time[i]);
        let p = both(|i| u[i] + rate);
        let direct = both(|i| self.rr * p[i]);
        let high = both(|i| 0.25 * self.cc * (time[i] * time[i]));
        let middle = both(|i| self.rc * (rate * time[i]));
        let share = both(|i| u[i] * direct[i]);
        ArcPair {
            time,
            per_metre: p,
            against: both(|i| 0.5 * time[i]),
            fading: [0.0; 2],
            value: both(|i| direct[i] * p[i] + self.rc + middle[i] + high[i]),
            rate: both(|i| 2.0 * (high[i] - share[i]) + middle[i]),
            bend: both(|i| 2.0 * (high[i] + self.rr * (u[i] * u[i]) + 2.0 * share[i])),
        }
    }
}

/// `e^x` for a small x.
#[inline]
fn power(x: f64) -> f64 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0)))
}

/// The search ends after a step this small: Halley's method leaves an error of its cube.
const CLOSE: f64 = 1e-5;

/// The least distance of a root from the bottom in ln t: nearer, a step leaves more than its cube.
const APART: f64 = 0.1;

/// Rounds before the search is left to [`Profile`](super::Profile).
const ROUNDS: usize = 6;

#[cfg(test)]
mod tests;
