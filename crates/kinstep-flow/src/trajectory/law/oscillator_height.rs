//! Height of a flight along a direction that obeys a driven damped oscillator.

use nalgebra::ComplexField;

use super::super::event::Height;
use super::oscillator::DampedOscillator;
use crate::search::root_between;

/// Height over a plane as a driven oscillator: `h'' = c + j t - γ h' - ω² h`.
///
/// The acceleration obeys the homogeneous equation, so its zeros have a closed form. Between two zeros of the
/// acceleration the rate is monotone and has at most one zero; between two zeros of the rate the height is monotone.
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
    /// Sum of the magnitudes of the terms of the rate, for its rounding error.
    rate_terms: f64,
    acceleration: f64,
    jerk: f64,
}

/// Largest number of arcs of the rate in a search, which skips arcs without an extremum of the height.
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

    /// Limit of the rate if no zero of the acceleration follows.
    fn rate_limit(&self, now: &HeightSample) -> f64 {
        let (damping, stiffness) = (self.oscillator.damping, self.oscillator.stiffness);
        let growth = self.oscillator.growth(now.acceleration, now.jerk);
        if self.oscillator.half_period().is_none() && growth != 0.0 {
            growth * f64::INFINITY
        } else if stiffness != 0.0 {
            // the rate converges to this value, or oscillates about it without reaching zero
            self.ramp / stiffness
        } else if self.ramp != 0.0 {
            self.ramp * f64::INFINITY
        } else if damping != 0.0 {
            self.constant / damping
        } else {
            now.rate
        }
    }

    /// Number of whole periods in which the growing oscillation of the rate about its mean certainly does not reach
    /// zero.
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
        // at an extremum the acceleration has the sign of the rate after it
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
            // the rate is monotone on the arc: a change of its sign is the extremum
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
                // a maximum and a minimum of the rate have the same sign; without growth the sign never changes
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

    /// The height oscillates about a line of slope j/ω² with a shrinking or growing amplitude. While line and amplitude
    /// together cannot reach the plane, there is no crossing.
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
        // a relative margin of 1e-9 for rounding
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
