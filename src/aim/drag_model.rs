//! The motion of a flight as a function of time, in the form that planners need.

use nalgebra::ComplexField;

use super::stretch::stretch;
use crate::flow::{Decay, exponentials, log_1p_over, log_ratio};

/// The models with `p(t) = v₀ S(t) + c S₁(t)`; S starts at 0 and grows.
///
/// | | S | S₁ | 1/S | S₁/S |
/// |---|---|---|---|---|
/// | linear drag γ | t φ₁(-γt) | t² φ₂(-γt) | γ/(1 - e^-γt) | t φ₂/φ₁ |
/// | rational, k | t/(1 + kt) | t²/2(1 + kt) | 1/t + k | t/2 |
///
/// Without drag both are the parabola.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum DragModel {
    /// γ \[1/s\]
    Linear(f64),
    /// k \[1/s\]
    Rational(f64),
}

/// The launch velocity that reaches a point r at one time: `v₀ = r P - c Q`.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaunchCoefficients {
    /// `P = 1/S` \[1/s\].
    pub(super) per_metre: f64,
    /// `Q = S₁/S` \[s\].
    pub(super) against: f64,
    /// The rate at which P falls, `P dS/dt`: `P' = -P · fading` \[1/s\].
    pub(super) fading: f64,
}

impl LaunchCoefficients {
    /// The time `share · time` and its coefficients, by a Taylor series of second order: `share` must be so near 1 that the
    /// cube of the change is negligible.
    ///
    /// Under linear drag, with e for the fading: `P' = -P e`, `e' = -e P`, `Q' = 1 - Q e`.
    #[inline]
    pub(super) fn nudged(&self, model: DragModel, time: f64, share: f64) -> (f64, Self) {
        let later = time * share;
        if let DragModel::Rational(_) = model {
            return (later, model.reach(later));
        }
        let Self {
            per_metre: p,
            against: q,
            fading: e,
        } = *self;
        let step = time * (share - 1.0);
        let grow = 1.0 - q * e;
        let (p_bend, q_bend) = (p * e * (p + e), e * (q * p - grow));
        let reach = Self {
            per_metre: p + step * (0.5 * step * p_bend - p * e),
            against: q + step * (grow + 0.5 * step * q_bend),
            fading: e,
        };
        (later, reach)
    }
}

impl DragModel {
    /// Linear drag; a rate of zero gives the cheaper rational model, which is a parabola then.
    pub(super) fn linear(rate: f64) -> Self {
        if rate == 0.0 {
            Self::Rational(rate)
        } else {
            Self::Linear(rate)
        }
    }

    /// Whether paths are parabolas.
    #[inline]
    pub(super) fn is_free(self) -> bool {
        let (Self::Linear(rate) | Self::Rational(rate)) = self;
        rate == 0.0
    }

    /// γ, or 2k: the relative deceleration at launch \[1/s\].
    pub(super) fn drag_rate(self) -> f64 {
        match self {
            Self::Linear(rate) => rate,
            Self::Rational(rate) => 2.0 * rate,
        }
    }

    /// The coefficients at a time \[s\].
    #[inline]
    pub(super) fn reach(self, time: f64) -> LaunchCoefficients {
        match self {
            Self::Linear(rate) => {
                let x = rate * time;
                let [p, more] = stretch(x);
                let inverse = 1.0 / time;
                // x/(e^x - 1) = p - x; rounding may make it negative
                let rest = p - x;
                LaunchCoefficients {
                    per_metre: p * inverse,
                    against: time * more,
                    fading: if rest > 0.0 { rest * inverse } else { 0.0 },
                }
            }
            Self::Rational(rate) => {
                let inverse = 1.0 / time;
                let per_metre = inverse + rate;
                LaunchCoefficients {
                    per_metre,
                    against: 0.5 * time,
                    fading: inverse * (inverse / per_metre),
                }
            }
        }
    }

    /// `(S, S₁)` \[s, s²\].
    pub(super) fn carry(self, time: f64) -> (f64, f64) {
        match self {
            Self::Linear(rate) => {
                let decay = Decay::new(rate, time);
                (decay.velocity, decay.position)
            }
            Self::Rational(rate) => {
                let glide = time / (1.0 + rate * time);
                (glide, 0.5 * time * glide)
            }
        }
    }

    /// `(dS/dt, dS₁/dt)` \[1, s\].
    pub(super) fn rates(self, time: f64) -> (f64, f64) {
        match self {
            Self::Linear(rate) => {
                let decay = Decay::new(rate, time);
                (decay.left, decay.velocity)
            }
            Self::Rational(rate) => {
                let share = 1.0 / (1.0 + rate * time);
                (share * share, 0.5 * time * share * (1.0 + share))
            }
        }
    }

    /// S₁ as a function of S \[s²\]; infinite or NaN if S never has that value.
    pub(super) fn fall_over(self, glide: f64) -> f64 {
        match self {
            Self::Linear(rate) => glide * (glide * log_ratio(-rate * glide)),
            Self::Rational(rate) => 0.5 * glide * (glide / (1.0 - rate * glide)),
        }
    }

    /// The time at which S has a value \[s\]; infinite or NaN if it never has.
    pub(super) fn time_of(self, glide: f64) -> f64 {
        match self {
            Self::Linear(rate) => glide * log_1p_over(-rate * glide),
            Self::Rational(rate) => glide / (1.0 - rate * glide),
        }
    }

    /// The limit of S for late times \[s\].
    pub(super) fn longest(self) -> f64 {
        let (Self::Linear(rate) | Self::Rational(rate)) = self;
        1.0 / rate
    }

    /// The time to fall from rest through `c h` (`S₁ = h` \[s²\]).
    ///
    /// `e^-x - 1 + x = γ²h`; rational: `t² = 2h (1 + kt)`.
    pub(super) fn fall_time(self, height: f64) -> f64 {
        match self {
            Self::Linear(rate) => linear_fall_time(rate, height),
            Self::Rational(rate) => {
                let sum = rate * height;
                let root = ComplexField::sqrt(sum * sum + 2.0 * height);
                if sum < 0.0 {
                    2.0 * height / (root - sum)
                } else {
                    root + sum
                }
            }
        }
    }

    /// The time to rise to rest through `-c h`: the fall backwards in time.
    ///
    /// `e^x - 1 - x = γ²h`; rational: `t² = 2h`.
    pub(super) fn rise_time(self, height: f64) -> f64 {
        match self {
            Self::Linear(rate) => linear_rise_time(rate, height),
            Self::Rational(_) => ComplexField::sqrt(2.0 * height),
        }
    }

    /// The model of the flight after a time, and its rate relative to now: the rate of the rational model decreases.
    pub(super) fn aged(self, time: f64) -> (Self, f64) {
        match self {
            Self::Linear(_) => (self, 1.0),
            Self::Rational(rate) => {
                let share = 1.0 / (1.0 + rate * time);
                (Self::Rational(rate * share), share)
            }
        }
    }
}

/// Newton's method on the convex `S₁(t) = h` from the rational model's time, which is never too early.
fn linear_fall_time(rate: f64, height: f64) -> f64 {
    let mut time = DragModel::Rational(0.5 * rate).fall_time(height);
    for _ in 0..8 {
        let decay = Decay::new(rate, time);
        let step = (decay.position - height) / decay.velocity;
        if step.is_nan() {
            // the height is zero, or a number overflows
            break;
        }
        time -= step;
        // the error of the next time is at most step² γ/2
        if step * (0.5 * rate * step) <= 1e-17 * time && step <= 1e-8 * time {
            break;
        }
    }
    time
}

/// Newton's method on `e^x - 1 - x = s` below s = 1, on its logarithm above. The first guess is within a few percent.
fn linear_rise_time(rate: f64, height: f64) -> f64 {
    let s = rate * (rate * height);
    if s < 1.0 {
        let root = ComplexField::sqrt(2.0 * height);
        let y = rate * root;
        // the series of the inverse function in y
        let mut time = root * (1.0 - y * (1.0 / 6.0 - y * (1.0 / 36.0 - y / 270.0)));
        for _ in 0..4 {
            let [_, one, two] = exponentials(rate * time);
            let step = (time * (time * two) - height) / (time * one);
            if step.is_nan() {
                break;
            }
            time -= step;
            if ComplexField::abs(step) <= 1e-8 * time {
                break;
            }
        }
        time
    } else {
        let mut x = ComplexField::ln_1p(s + ComplexField::ln_1p(s));
        for _ in 0..6 {
            let step = (x - ComplexField::ln_1p(s + x)) * (1.0 + s + x) / (s + x);
            x -= step;
            if ComplexField::abs(step) <= 1e-8 * x {
                break;
            }
        }
        x / rate
    }
}
