//! The damped harmonic oscillator, `y'' + γ y' + ω² y = 0`.

use nalgebra::{ComplexField, RealField};

use crate::flow::Response;

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

    /// Matrix that maps `(y, y')` at time zero to `(y, y')` at `time`.
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

    pub(super) fn response(&self, time: f64) -> Response {
        Response::new(self.damping, self.stiffness, time)
    }

    /// Time between consecutive zeros, if the solution oscillates: π/θ with `θ² = ω² - γ²/4`.
    pub(super) fn half_period(&self) -> Option<f64> {
        (self.square > 0.0).then(|| core::f64::consts::PI / ComplexField::sqrt(self.square))
    }

    /// Estimated time after which a growing oscillation overflows; infinite for all other solutions.
    pub(super) fn horizon(&self) -> f64 {
        if self.damping < 0.0 && self.square > 0.0 {
            -1200.0 / self.damping
        } else {
            f64::INFINITY
        }
    }

    /// Amplitude R of an oscillation: `|y| ≤ R e^(-γt/2)`.
    pub(super) fn amplitude(&self, y: f64, rate: f64) -> f64 {
        let along = rate + 0.5 * self.damping * y;
        ComplexField::sqrt(y * y + along * along / self.square)
    }

    /// First positive zero of `y cos θt + b sin θt / θ` with `b = y' + γ y/2`; hyperbolic functions if θ² < 0.
    pub(super) fn next_zero(&self, y: f64, rate: f64) -> Option<f64> {
        let b = rate + 0.5 * self.damping * y;
        if let Some(half_period) = self.half_period() {
            let theta = core::f64::consts::PI / half_period;
            if y == 0.0 && b == 0.0 {
                return None;
            }
            // the point (b, θ y) rotates with the phase; at the zero it reaches the axis
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
            // artanh(x)/r without 0/0
            ratio * (1.0 + x * x / 3.0)
        } else {
            ComplexField::atanh(x) / r
        };
        (time > 0.0 && time < f64::INFINITY).then_some(time)
    }

    /// A number with the sign of the infinity to which a non-oscillating solution grows; zero if the solution does not
    /// grow.
    pub(super) fn growth(&self, y: f64, rate: f64) -> f64 {
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
        // proportional to the coefficient of e^(fast t); zero if it is only rounding
        let fast_part = rate - slow * y;
        let rounding = 4.0 * f64::EPSILON * ComplexField::abs(rate);
        if fast <= 0.0 || ComplexField::abs(fast_part) <= rounding {
            0.0
        } else {
            fast_part
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In every regime the returned time is a zero, and the first one: no sign change precedes it.
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
