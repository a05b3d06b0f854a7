//! The height of a flight under an isotropic law.

use nalgebra::ComplexField;

use super::super::event::{Height, root_between};
use super::swing::Swing;

/// The height over a plane under a law that is a number along every direction: `h'' = c + j t - γ h' - ω² h`.
///
/// The acceleration swings freely, so its zeros are known. Between two of them the rate is monotone and
/// turns at most once, and between two turns the height is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SwingHeight {
    /// At launch \[m\].
    height: f64,
    /// At launch \[m/s\].
    rate: f64,
    /// c \[m/s²\].
    constant: f64,
    /// j \[m/s³\].
    ramp: f64,
    swing: Swing,
}

/// All that is known of a moment.
struct Moment {
    height: f64,
    rate: f64,
    /// How large the terms are that make up the rate.
    rate_terms: f64,
    acceleration: f64,
    jerk: f64,
}

/// More arcs of the rate than a search can have to look at: it jumps over those that cannot turn.
const MOST: usize = 64;

impl SwingHeight {
    pub(super) fn new(height: f64, rate: f64, constant: f64, ramp: f64, swing: Swing) -> Self {
        Self {
            height,
            rate,
            constant,
            ramp,
            swing,
        }
    }

    fn moment(&self, time: f64) -> Moment {
        let response = self.swing.response(time);
        let (s, s1, s2) = (response.velocity, response.position, response.ramp);
        let Swing {
            damping, stiffness, ..
        } = self.swing;
        let start = self.constant - damping * self.rate - stiffness * self.height;
        let slope = self.ramp - damping * start - stiffness * self.rate;
        let left = 1.0 - damping * s - stiffness * s1;
        let terms = [
            self.rate * left,
            -stiffness * s * self.height,
            self.constant * s,
            self.ramp * s1,
        ];
        Moment {
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

    /// What the rate tends to if it has no more turn in front of it.
    fn rate_limit(&self, now: &Moment) -> f64 {
        let Swing {
            damping, stiffness, ..
        } = self.swing;
        let growth = self.swing.growth(now.acceleration, now.jerk);
        if self.swing.half_period().is_none() && growth != 0.0 {
            growth * f64::INFINITY
        } else if stiffness != 0.0 {
            // it tends to this, or swings about it and no more across zero
            self.ramp / stiffness
        } else if self.ramp != 0.0 {
            self.ramp * f64::INFINITY
        } else if damping != 0.0 {
            self.constant / damping
        } else {
            now.rate
        }
    }

    /// How many pairs of half swings it takes at least until a growing rate can turn.
    fn pairs_to_skip(&self, rate: f64, about: f64, half_period: f64) -> f64 {
        let growth = -0.5 * self.swing.damping * half_period;
        let swings = ComplexField::ln(ComplexField::abs(about / (rate - about))) / growth;
        (ComplexField::floor(0.5 * swings) - 1.0).max(0.0)
    }
}

impl Height for SwingHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let now = self.moment(time);
        (now.height, now.rate)
    }

    fn next_turn(&self, after: f64) -> Option<f64> {
        let mut now = self.moment(after);
        let grain =
            16.0 * f64::EPSILON * (now.rate_terms + ComplexField::abs(now.acceleration * after));
        // at a turn the acceleration tells where the rate goes
        let side = if ComplexField::abs(now.rate) <= grain {
            now.acceleration
        } else {
            now.rate
        };
        if side == 0.0 {
            return None;
        }
        let half_period = self.swing.half_period();
        let (mut from, mut first) = (after, true);
        for arc in 0..MOST {
            let zero = if first {
                self.swing
                    .next_zero(now.acceleration, now.jerk)
                    .map(|zero| from + zero)
            } else {
                half_period.map(|half| from + half)
            };
            first = false;
            let horizon = self.swing.horizon();
            let (to, rate) = match zero {
                Some(zero) if zero > horizon => (f64::INFINITY, self.moment(horizon).rate),
                Some(zero) if zero > from => (zero, self.moment(zero).rate),
                Some(_) => return None,
                None => (f64::INFINITY, self.rate_limit(&now)),
            };
            if rate * side < 0.0 {
                let function = |time| {
                    let at = self.moment(time);
                    (at.rate, at.acceleration)
                };
                let start = if arc == 0 { after } else { from };
                return Some(root_between(function, (start, to), side < 0.0, None));
            }
            if to == f64::INFINITY {
                return None;
            }
            from = to;
            now = self.moment(from);
            if let Some(half) = half_period.filter(|_| arc >= 2) {
                // the extremes on both sides have been seen
                if self.swing.damping >= 0.0 {
                    return None;
                }
                let about = self.ramp / self.swing.stiffness;
                from += 2.0 * half * self.pairs_to_skip(rate, about, half);
            }
        }
        None
    }

    fn limit(&self) -> f64 {
        let Swing {
            damping, stiffness, ..
        } = self.swing;
        let horizon = self.swing.horizon();
        if horizon < f64::INFINITY {
            return self.moment(horizon).height;
        }
        let now = self.moment(0.0);
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

    /// The height swings about a line that goes up with j/ω², by an amplitude that shrinks or grows: as long as both
    /// together cannot reach the plane nothing crosses.
    fn no_crossing_before(&self, after: f64) -> f64 {
        if self.swing.half_period().is_none() {
            return after;
        }
        let Swing {
            damping, stiffness, ..
        } = self.swing;
        let now = self.moment(after);
        let drift = self.ramp / stiffness;
        let line = (self.constant + self.ramp * after - damping * drift) / stiffness;
        let amplitude = self.swing.amplitude(now.height - line, now.rate - drift);
        let gap = ComplexField::abs(line) - amplitude;
        // a part in 10⁹ for rounding
        if gap <= 1e-9 * amplitude {
            return after;
        }
        let closing = if line > 0.0 { -drift } else { drift };
        let growing = damping < 0.0;
        // each may use up its half of the gap, or one alone all of it
        let share = if growing && closing > 0.0 { 0.5 } else { 1.0 } * (1.0 - 1e-9) * gap;
        let by_drift = if closing > 0.0 {
            share / closing
        } else {
            f64::INFINITY
        };
        let by_growth = if growing {
            -2.0 / damping * ComplexField::ln_1p(share / amplitude)
        } else {
            f64::INFINITY
        };
        after + by_drift.min(by_growth)
    }
}
