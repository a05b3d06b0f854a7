//! Error bounds of a flight under quadratic drag.
//!
//! Quadratic drag is monotone: for two velocities a and b relative to the air
//!
//! ```text
//! (|a| a - |b| b) · (a - b) ≥ (|a| + |b|)/2 |a - b|²
//! ```
//!
//! so a velocity error E decays at least at the rate `κ (|a| + |b|)/2`, and a defect d of the equation adds at most
//! `∫ |d| dt`. A position error X grows by at most `E dt`.

use nalgebra::ComplexField;

use super::series::DEGREE;

/// Bounds on the errors of velocity and position.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ErrorBounds {
    /// \[m/s\]
    pub(super) velocity: f64,
    /// \[m\]
    pub(super) position: f64,
}

impl ErrorBounds {
    pub(super) const NONE: Self = Self {
        velocity: 0.0,
        position: 0.0,
    };

    /// The bounds after a time \[s\] in which a defect adds at most `growth` \[m/s\], and the speed relative to the air is at
    /// least `slowest` \[m/s\]; `coefficient` is κ \[1/m\].
    pub(super) fn after(self, time: f64, growth: f64, coefficient: f64, slowest: f64) -> Self {
        // |a| + |b| ≥ |a|, and ≥ 2 |a| - |a - b|
        let least_mean = (0.5 * slowest).max(slowest - 0.5 * (self.velocity + growth));
        // the factor of decay: e^(-x) ≤ 1/(1 + x)
        Self {
            velocity: self.velocity / (1.0 + coefficient * least_mean * time) + growth,
            position: self.position + (self.velocity + growth) * time,
        }
    }
}

/// The errors on one piece of a flight as functions of time.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ErrorModel {
    /// Start of the piece \[s\].
    pub(super) start: f64,
    /// Truncation error of the method at the start; proven.
    pub(super) truncation: ErrorBounds,
    /// Rounding error at the start; estimated.
    pub(super) rounding: ErrorBounds,
    /// Growth of the truncation error on the piece.
    pub(super) growth: ErrorGrowth,
    /// Distance from the origin at the start \[m\].
    pub(super) distance: f64,
    /// Speed relative to the air at the start, plus the wind speed \[m/s\].
    pub(super) speed: f64,
    /// Size of the acceleration at the start \[m/s²\]; it never grows.
    pub(super) pull: f64,
    /// Largest speed relative to the air, plus the wind speed \[m/s\].
    pub(super) fastest: f64,
}

/// How the velocity error grows on a piece, with the time t since its start.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum ErrorGrowth {
    /// On a truncated series: by `total (t / duration)^n` \[m/s\] with a high power n.
    Late { total: f64, duration: f64 },
    /// On a parabola that omits drag: at the rate `κ |u|²` with `|u| ≤ speed + pull t`, and by at most `total` \[m/s\].
    Crossing {
        total: f64,
        coefficient: f64,
        speed: f64,
        pull: f64,
    },
    /// In the tail: by a decaying defect of `defect` \[m/s²\] at the start, which adds at most `most` \[m\] to the position
    /// error; earlier velocity errors decay at `rate` \[1/s\].
    Decaying { defect: f64, most: f64, rate: f64 },
}

/// The power of time with which the error of a truncated series grows.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a degree is a small number"
)]
const ERROR_POWER: i32 = DEGREE as i32 + 1;

impl ErrorModel {
    /// Truncation error of the position at a time of this piece \[m\].
    pub(super) fn truncation_at(&self, time: f64) -> f64 {
        let passed = time - self.start;
        let ErrorBounds { velocity, position } = self.truncation;
        match self.growth {
            ErrorGrowth::Late { total, duration } => {
                let part = ComplexField::powi(passed / duration, ERROR_POWER);
                position + (velocity + total * part) * passed
            }
            ErrorGrowth::Crossing {
                total,
                coefficient,
                speed,
                pull,
            } => {
                let fast = speed + pull * passed;
                position + (velocity + total.min(coefficient * fast * fast * passed)) * passed
            }
            ErrorGrowth::Decaying { defect, most, rate } => {
                let grown = (0.5 * defect * passed * passed).min(most);
                position + velocity * passed.min(1.0 / rate) + grown
            }
        }
    }

    /// Rounding error of the position at a time of this piece \[m\].
    pub(super) fn rounding_at(&self, time: f64) -> f64 {
        let passed = time - self.start;
        let ErrorBounds { velocity, position } = self.rounding;
        // for how long the velocity error at the start counts
        let lasting = match self.growth {
            ErrorGrowth::Late { .. } | ErrorGrowth::Crossing { .. } => passed,
            ErrorGrowth::Decaying { rate, .. } => passed.min(1.0 / rate),
        };
        // the speed is at most `speed + pull t`, and at most `fastest`
        let way = (self.speed + self.pull * passed).min(self.fastest) * passed;
        position + velocity * lasting + ROUNDING * (self.distance + way)
    }
}

/// Rounding error of a sum of terms, relative to their sizes.
pub(super) const ROUNDING: f64 = 4.0 * f64::EPSILON;

#[cfg(test)]
mod tests {
    use super::*;

    /// Two falls with velocities that differ: the difference shrinks as the bound says, which is not far from it.
    #[test]
    fn differences_of_velocity_shrink_as_proven() {
        // v' = 1 - v |v|, v = tanh t and v = tanh(t + 0.1)
        let (start, time) = (1.0_f64, 0.2_f64);
        let off = |t: f64| (t + 0.1).tanh() - t.tanh();
        let before = ErrorBounds {
            velocity: off(start),
            position: 0.0,
        };
        let after = before.after(time, 0.0, 1.0, start.tanh());
        assert!(off(start + time) <= after.velocity);
        // measured: 0.83
        let tight = off(start + time) / after.velocity;
        assert!(tight > 0.8 && after.velocity < before.velocity, "{tight}");
    }
}
