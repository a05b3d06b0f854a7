//! How far a flight may be from the truth.
//!
//! Quadratic drag is monotone: for two velocities a and b relative to the air
//!
//! ```text
//! (|a| a - |b| b) · (a - b) ≥ (|a| + |b|)/2 |a - b|²
//! ```
//!
//! so a velocity that is off by E comes nearer at the rate `κ (|a| + |b|)/2` or faster, and a defect d adds at most
//! `∫ |d| dt`. A position that is off by X drifts away by `E dt` at most.

use nalgebra::ComplexField;

use super::series::DEGREE;

/// How far a state may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Errors {
    /// \[m/s\]
    pub(super) velocity: f64,
    /// \[m\]
    pub(super) position: f64,
}

impl Errors {
    pub(super) const NONE: Self = Self {
        velocity: 0.0,
        position: 0.0,
    };

    /// After a time \[s\] in which a defect adds `growth` \[m/s\] at most, and the body is no slower than `slowest`
    /// \[m/s\] relative to the air.
    pub(super) fn after(self, time: f64, growth: f64, coefficient: f64, slowest: f64) -> Self {
        // |a| + |b| ≥ |a|, and ≥ 2 |a| - |a - b|
        let least_mean = (0.5 * slowest).max(slowest - 0.5 * (self.velocity + growth));
        // e^(-x) ≤ 1/(1 + x)
        Self {
            velocity: self.velocity / (1.0 + coefficient * least_mean * time) + growth,
            position: self.position + (self.velocity + growth) * time,
        }
    }
}

/// What is known about the errors on one piece of a flight, from its start on.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Bound {
    /// When the piece starts \[s\].
    pub(super) start: f64,
    /// Proven, but for rounding: what the method has lost until then.
    pub(super) truncation: Errors,
    /// Estimated: what rounding has lost until then.
    pub(super) rounding: Errors,
    /// How the method's error grows from there.
    pub(super) growth: Growth,
    /// Distance from the origin at the start \[m\].
    pub(super) distance: f64,
    /// Speeds do not exceed `speed + pull t` after the start of the piece, nor `fastest`.
    pub(super) pace: Pace,
}

/// Bounds on the speeds on a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Pace {
    /// At the start, with that of the wind \[m/s\].
    pub(super) speed: f64,
    /// No acceleration is longer than that at the start \[m/s²\].
    pub(super) pull: f64,
    /// With that of the wind \[m/s\].
    pub(super) fastest: f64,
}

impl Pace {
    /// The longest way in a time \[m\].
    fn way(&self, time: f64) -> f64 {
        (self.speed + self.pull * time).min(self.fastest) * time
    }
}

/// How the velocity error of a piece grows with the time since its start.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Growth {
    /// By `total` \[m/s\] times a high power of the part of the `duration` \[s\] that has passed: a series that was
    /// cut off.
    Late { total: f64, duration: f64 },
    /// By drag that is left out, `κ |u|²` with `|u| ≤ speed + pull t`, and by `total` \[m/s\] in all.
    Crossing {
        total: f64,
        coefficient: f64,
        speed: f64,
        pull: f64,
    },
    /// By a defect of `defect` \[m/s²\] at the start that vanishes, so that the position is never off by more than
    /// `most` \[m\] for it; what was there decays at `rate` \[1/s\].
    Decaying { defect: f64, most: f64, rate: f64 },
}

/// By which power of the time what a polynomial leaves out grows.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a degree is a small number"
)]
const ERROR_POWER: i32 = DEGREE as i32 + 1;

impl Bound {
    /// Lost by the method at a time of this piece \[m\].
    pub(super) fn truncation_at(&self, time: f64) -> f64 {
        let passed = time - self.start;
        let Errors { velocity, position } = self.truncation;
        match self.growth {
            Growth::Late { total, duration } => {
                let part = ComplexField::powi(passed / duration, ERROR_POWER);
                position + (velocity + total * part) * passed
            }
            Growth::Crossing {
                total,
                coefficient,
                speed,
                pull,
            } => {
                let fast = speed + pull * passed;
                position + (velocity + total.min(coefficient * fast * fast * passed)) * passed
            }
            Growth::Decaying { defect, most, rate } => {
                let grown = (0.5 * defect * passed * passed).min(most);
                position + velocity * passed.min(1.0 / rate) + grown
            }
        }
    }

    /// Lost by rounding at a time of this piece \[m\].
    pub(super) fn rounding_at(&self, time: f64) -> f64 {
        let passed = time - self.start;
        let Errors { velocity, position } = self.rounding;
        let lasting = match self.growth {
            Growth::Late { .. } | Growth::Crossing { .. } => passed,
            Growth::Decaying { rate, .. } => passed.min(1.0 / rate),
        };
        position + velocity * lasting + ROUNDING * (self.distance + self.pace.way(passed))
    }
}

/// Of a sum of terms, relative to their sizes.
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
        let before = Errors {
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
