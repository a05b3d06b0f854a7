//! The damped harmonic oscillator, `y'' + γ y' + ω² y = 0`.

use super::super::event::Height;
use crate::flow::Response;
use crate::search::root_between;
use nalgebra::{ComplexField, RealField};

/// The equation `y'' + γ y' + ω² y = 0`, with any signs of γ and ω².
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DampedOscillator {
    /// γ \[1/s\].
    pub(super) damping: f64,
    /// ω² \[1/s²\].
    pub(super) stiffness: f64,
    /// `ω² - γ²/4` \[1/s²\].
    square: f64,
}

impl DampedOscillator {
    pub(super) fn new(damping: f64, stiffness: f64) -> Self {
        let half = 0.5 * damping;
        Self {
            damping,
            stiffness,
            square: ComplexField::mul_add(-half, half, stiffness),
        }
    }

    /// Returns the matrix that converts `(y, y')` at time zero to `(y, y')` at `time`.
    pub(super) fn after(&self, time: f64) -> [[f64; 2]; 2] {
        let Response {
            velocity: s,
            position: s1,
            ..
        } = self.response(time);
        // y = y₀ (1 - ω² S₁) + y'₀ S,  y' = -y₀ ω² S + y'₀ (1 - ω² S₁ - γ S)
        let stay = 1.0 - self.stiffness * s1;
        [[stay, s], [-self.stiffness * s, stay - self.damping * s]]
    }

    fn response(&self, time: f64) -> Response {
        Response::new(self.damping, self.stiffness, time)
    }

    /// Returns the time between consecutive zeros, if the solution oscillates: π/θ with `θ² = ω² - γ²/4`.
    fn half_period(&self) -> Option<f64> {
        (self.square > 0.0).then(|| core::f64::consts::PI / ComplexField::sqrt(self.square))
    }

    /// Returns an estimate of the time after which a growing oscillation overflows; infinite for
    /// all other solutions.
    fn horizon(&self) -> f64 {
        if self.damping < 0.0 && self.square > 0.0 {
            -1200.0 / self.damping
        } else {
            f64::INFINITY
        }
    }

    /// Returns the amplitude R of an oscillation, for which `|y| ≤ R e^(-γt/2)`.
    fn amplitude(&self, y: f64, rate: f64) -> f64 {
        let along = rate + 0.5 * self.damping * y;
        ComplexField::sqrt(y * y + along * along / self.square)
    }

    /// Returns the first positive zero of `y cos θt + b sin θt / θ` with `b = y' + γ y/2`; with
    /// hyperbolic functions if θ² < 0.
    fn next_zero(&self, y: f64, rate: f64) -> Option<f64> {
        let b = rate + 0.5 * self.damping * y;
        if let Some(half_period) = self.half_period() {
            let theta = core::f64::consts::PI / half_period;
            if y == 0.0 && b == 0.0 {
                return None;
            }
            // the point (b, θ y) rotates as the phase advances; at a zero it is on the axis
            let angle = -RealField::atan2(theta * y, b);
            let angle = if angle > 0.0 {
                angle
            } else {
                angle + core::f64::consts::PI
            };
            return Some(angle / theta);
        }
        // tanh(rt)/r = -y/b
        let ratio = -y / b;
        let r = ComplexField::sqrt(-self.square);
        let x = r * ratio;
        let time = if ComplexField::abs(x) < 1e-4 {
            // computes artanh(x)/r without 0/0
            ratio * (1.0 + x * x / 3.0)
        } else {
            ComplexField::atanh(x) / r
        };
        (time > 0.0 && time < f64::INFINITY).then_some(time)
    }

    /// Returns a number with the sign of the infinity that a non-oscillating solution approaches;
    /// zero if the solution does not grow.
    fn growth(&self, y: f64, rate: f64) -> f64 {
        let r = ComplexField::sqrt(-self.square);
        let (fast, slow) = (r - 0.5 * self.damping, -r - 0.5 * self.damping);
        if r == 0.0 {
            // (y + b t) e^(fast t)
            let b = rate - slow * y;
            return if fast < 0.0 {
                0.0
            } else if b != 0.0 {
                b
            } else {
                y
            };
        }
        // proportional to the coefficient of e^(fast t); zero if it is not larger than the rounding
        // error
        let fast_part = rate - slow * y;
        let rounding = 4.0 * f64::EPSILON * ComplexField::abs(rate);
        if fast <= 0.0 || ComplexField::abs(fast_part) <= rounding {
            0.0
        } else {
            fast_part
        }
    }
}

// Height of a flight along a direction in which it is a driven damped oscillator.

/// Height above a plane as a driven oscillator: `h'' = c + j t - γ h' - ω² h`.
///
/// The acceleration obeys the homogeneous equation, so its zeros have a closed form. Between two
/// zeros of the acceleration, the rate is monotone and has at most one zero. Between two zeros of
/// the rate, the height is monotone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OscillatorHeight {
    /// Height at launch \[m\].
    pub(super) height: f64,
    /// Rate at launch \[m/s\].
    pub(super) rate: f64,
    /// c \[m/s²\].
    pub(super) constant: f64,
    /// j \[m/s³\].
    pub(super) ramp: f64,
    pub(super) oscillator: DampedOscillator,
}

/// Height and its derivatives at a time.
struct HeightSample {
    height: f64,
    rate: f64,
    /// Sum of the absolute values of the terms of the rate, which determines its rounding error.
    rate_terms: f64,
    acceleration: f64,
    jerk: f64,
}

/// Maximum number of arcs of the rate in a search. The search skips arcs without an extremum of the
/// height.
const MAX_ARCS: usize = 64;

impl OscillatorHeight {
    fn sample(&self, time: f64) -> HeightSample {
        let response = self.oscillator.response(time);
        let (s, s1, s2) = (response.velocity, response.position, response.ramp);
        let (damping, stiffness) = (self.oscillator.damping, self.oscillator.stiffness);
        // h''(0) and h'''(0); h'' obeys the homogeneous equation
        let start = self.constant - damping * self.rate - stiffness * self.height;
        let slope = self.ramp - damping * start - stiffness * self.rate;
        // h' = h'₀ (1 - γ S - ω² S₁) - ω² h₀ S + c S + j S₁
        let left = 1.0 - damping * s - stiffness * s1;
        let terms = [
            self.rate * left,
            -stiffness * s * self.height,
            self.constant * s,
            self.ramp * s1,
        ];
        HeightSample {
            height: self.height
                + (self.rate * s - stiffness * s1 * self.height
                    + self.constant * s1
                    + self.ramp * s2),
            rate: terms.iter().sum(),
            rate_terms: terms.iter().map(|term| ComplexField::abs(*term)).sum(),
            acceleration: start * (1.0 - stiffness * s1) + slope * s,
            jerk: -stiffness * s * start + slope * left,
        }
    }

    /// Returns the limit of the rate if no further zero of the acceleration follows.
    fn rate_limit(&self, now: &HeightSample) -> f64 {
        let (damping, stiffness) = (self.oscillator.damping, self.oscillator.stiffness);
        let growth = self.oscillator.growth(now.acceleration, now.jerk);
        if self.oscillator.half_period().is_none() && growth != 0.0 {
            growth * f64::INFINITY
        } else if stiffness != 0.0 {
            // the rate converges to this value, or oscillates about it without becoming zero
            self.ramp / stiffness
        } else if self.ramp != 0.0 {
            self.ramp * f64::INFINITY
        } else if damping != 0.0 {
            self.constant / damping
        } else {
            now.rate
        }
    }

    /// Returns a number of whole periods in which the growing oscillation of the rate about its
    /// mean certainly does not reach zero.
    fn periods_to_skip(&self, rate: f64, mean: f64, half_period: f64) -> f64 {
        let growth = -0.5 * self.oscillator.damping * half_period;
        let half_periods = ComplexField::ln(ComplexField::abs(mean / (rate - mean))) / growth;
        (ComplexField::floor(0.5 * half_periods) - 1.0).max(0.0)
    }
}

impl Height for OscillatorHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let now = self.sample(time);
        (now.height, now.rate)
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let mut now = self.sample(after);
        let tolerance =
            16.0 * f64::EPSILON * (now.rate_terms + ComplexField::abs(now.acceleration * after));
        // at an extremum, the sign of the acceleration is that of the rate just after it
        let side = if ComplexField::abs(now.rate) <= tolerance {
            now.acceleration
        } else {
            now.rate
        };
        if side == 0.0 {
            return None;
        }
        let half_period = self.oscillator.half_period();
        let (mut from, mut first) = (after, true);
        for arc in 0..MAX_ARCS {
            // the arc of the rate ends at the next zero of the acceleration
            let zero = if first {
                self.oscillator
                    .next_zero(now.acceleration, now.jerk)
                    .map(|zero| from + zero)
            } else {
                half_period.map(|half| from + half)
            };
            first = false;
            let horizon = self.oscillator.horizon();
            let (to, rate) = match zero {
                Some(zero) if zero > horizon => (f64::INFINITY, self.sample(horizon).rate),
                Some(zero) if zero > from => (zero, self.sample(zero).rate),
                Some(_) => return None,
                None => (f64::INFINITY, self.rate_limit(&now)),
            };
            // the rate is monotone on this arc, so a change of its sign is the extremum
            if rate * side < 0.0 {
                let function = |time| {
                    let at = self.sample(time);
                    (at.rate, at.acceleration)
                };
                let start = if arc == 0 { after } else { from };
                let turn = root_between(function, (start, to), side < 0.0, f64::NAN);
                return (turn < end).then_some(turn);
            }
            if to >= end {
                return None;
            }
            from = to;
            now = self.sample(from);
            if let Some(half) = half_period.filter(|_| arc >= 2) {
                // both extrema of the rate have the same sign; unless the oscillation grows, the
                // sign never changes
                if self.oscillator.damping >= 0.0 {
                    return None;
                }
                let mean = self.ramp / self.oscillator.stiffness;
                from += 2.0 * half * self.periods_to_skip(rate, mean, half);
            }
        }
        None
    }

    fn limit(&self) -> f64 {
        let (damping, stiffness) = (self.oscillator.damping, self.oscillator.stiffness);
        let horizon = self.oscillator.horizon();
        if horizon < f64::INFINITY {
            return self.sample(horizon).height;
        }
        let now = self.sample(0.0);
        let rate = self.rate_limit(&now);
        if rate != 0.0 {
            rate * f64::INFINITY
        } else if stiffness != 0.0 {
            self.constant / stiffness
        } else if damping != 0.0 {
            self.height + self.rate / damping
        } else {
            self.height
        }
    }

    /// The height oscillates about a line of slope j/ω², with a decreasing or growing amplitude.
    /// While the line and the amplitude together cannot reach the plane, there is no crossing.
    fn no_crossing_before(&self, after: f64) -> f64 {
        if self.oscillator.half_period().is_none() {
            return after;
        }
        let (damping, stiffness) = (self.oscillator.damping, self.oscillator.stiffness);
        let now = self.sample(after);
        let drift = self.ramp / stiffness;
        let line = (self.constant + self.ramp * after - damping * drift) / stiffness;
        let amplitude = self
            .oscillator
            .amplitude(now.height - line, now.rate - drift);
        let gap = ComplexField::abs(line) - amplitude;
        // uses a relative margin of 1e-9 for rounding
        if gap <= 1e-9 * amplitude {
            return after;
        }
        let closing = if line > 0.0 { -drift } else { drift };
        let growing = damping < 0.0;
        // if drift and growth both close the gap, each may close half of it
        let part = if growing && closing > 0.0 { 0.5 } else { 1.0 } * (1.0 - 1e-9) * gap;
        let by_drift = if closing > 0.0 {
            part / closing
        } else {
            f64::INFINITY
        };
        let by_growth = if growing {
            -2.0 / damping * ComplexField::ln_1p(part / amplitude)
        } else {
            f64::INFINITY
        };
        after + by_drift.min(by_growth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In every regime the returned time is a zero, and no zero is before it, because the sign does
    /// not change before.
    #[test]
    fn zeros_are_zeros_and_the_first() {
        for (damping, stiffness) in [
            (0.0, 4.0),
            (0.3, 4.0),
            (4.0, 4.0),
            (5.0, 4.0),
            (-0.3, 4.0),
            (-5.0, 4.0),
            (0.5, -2.0),
            (1.0, 0.0),
            (0.0, 0.0),
        ] {
            let oscillator = DampedOscillator::new(damping, stiffness);
            for (y, rate) in [
                (1.0, 0.5),
                (1.0, -0.5),
                (-1.0, 3.0),
                (1.0, -7.0),
                (0.0, 1.0),
            ] {
                let value = |time: f64| {
                    let [[stay, push], [back, left]] = oscillator.after(time);
                    let size = [stay, push, back, left]
                        .iter()
                        .map(|x| x.abs())
                        .sum::<f64>();
                    (y * stay + rate * push, size * (y.abs() + rate.abs()))
                };
                let zero = oscillator.next_zero(y, rate);
                let end = zero.unwrap_or(20.0);
                if let Some(zero) = zero {
                    let (there, scale) = value(zero);
                    assert!(
                        there.abs() < 1e-13 * scale,
                        "{damping} {stiffness} {y} {rate}"
                    );
                }
                let side = value(1e-6 * end).0.signum();
                for part in 1..1000 {
                    let time = end * f64::from(part) / 1000.0;
                    assert!(
                        value(time).0 * side > 0.0,
                        "{damping} {stiffness} {y} {rate} {time}"
                    );
                }
            }
        }
    }
}
