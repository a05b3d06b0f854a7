//! Parameters of Kepler's equation, from a state.

use nalgebra::{ComplexField, SVector};

use super::kepler_equation::KeplerEquation;
use crate::numbers::{DoubleDouble, FULL_TURN};

/// Parameters of Kepler's equation; terms that cancel are double-double.
pub(super) struct KeplerParameters {
    mu: f64,
    distance: DoubleDouble,
    /// `η = x·v`.
    pub(super) radial: f64,
    /// `β = 2μ/r₀ - v²`.
    pub(super) beta: DoubleDouble,
    /// `ζ = v² r₀ - μ = μ - β r₀`.
    pub(super) zeta: f64,
}

impl KeplerParameters {
    pub(super) fn new<const D: usize>(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>) -> Self {
        let distance = DoubleDouble::dot(x, x).root();
        let speed_squared = DoubleDouble::dot(v, v);
        Self {
            mu,
            distance,
            radial: DoubleDouble::dot(x, v).value(),
            beta: DoubleDouble::from(2.0 * mu).over(distance) - speed_squared,
            zeta: (speed_squared * distance - DoubleDouble::from(mu)).value(),
        }
    }

    /// Initial distance r₀.
    pub(super) fn distance(&self) -> f64 {
        self.distance.value()
    }

    /// Period `P = 2π μ/β^(3/2)`, for `β > 0`.
    pub(super) fn period(&self) -> DoubleDouble {
        let around = FULL_TURN * DoubleDouble::from(self.mu);
        around.over(self.beta * self.beta.root())
    }

    /// `dt` without its whole periods, between -½ and ½ period; `dt` itself if there is no period.
    ///
    /// Period and product are double-double, so the only error is the rounding of the given `dt`.
    pub(super) fn within_a_period(&self, dt: f64) -> f64 {
        let beta = self.beta.high;
        let turn = core::f64::consts::PI * self.mu;
        // below about half a period nothing is subtracted: dt² β³ ≤ (π μ)², a test without a square root
        if beta <= 0.0 || dt * dt * (beta * beta * beta) <= turn * turn {
            return dt;
        }
        let period = self.period();
        let mut left = DoubleDouble::from(dt);
        // each pass removes 53 bits of the quotient
        for _ in 0..3 {
            let count = ComplexField::round(left.high / period.high);
            if count == 0.0 {
                break;
            }
            left = left - period * DoubleDouble::from(count);
        }
        left.value()
    }

    /// Kepler's equation for `|time|`; for a negative time the velocity is reversed.
    pub(super) fn equation(&self, time: f64) -> KeplerEquation {
        KeplerEquation {
            mu: self.mu,
            distance: self.distance.high,
            radial: if time < 0.0 {
                -self.radial
            } else {
                self.radial
            },
            beta: self.beta.high,
            zeta: self.zeta,
        }
    }
}
