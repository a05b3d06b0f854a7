//! The numbers that an orbit's shape and its clock are computed from.

use nalgebra::{ComplexField, SVector};

use super::universal::Kepler;
use crate::twofold::{FULL_TURN, Twofold};

/// What the shape of an orbit is computed from; what cancels has 32 digits.
pub(super) struct Elements {
    mu: f64,
    distance: Twofold,
    /// `η = x·v`.
    pub(super) radial: f64,
    /// `β = 2μ/r₀ - v²`.
    pub(super) beta: Twofold,
    /// `ζ = v² r₀ - μ = μ - β r₀`.
    pub(super) zeta: f64,
}

impl Elements {
    pub(super) fn new<const D: usize>(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>) -> Self {
        let distance = Twofold::dot(x, x).root();
        let speed_squared = Twofold::dot(v, v);
        Self {
            mu,
            distance,
            radial: Twofold::dot(x, v).value(),
            beta: Twofold::from(2.0 * mu).over(distance) - speed_squared,
            zeta: (speed_squared * distance - Twofold::from(mu)).value(),
        }
    }

    /// r₀.
    pub(super) fn distance(&self) -> f64 {
        self.distance.value()
    }

    /// `P = 2π μ/β^(3/2)`, for `β > 0`.
    pub(super) fn period(&self) -> Twofold {
        let around = FULL_TURN * Twofold::from(self.mu);
        around.over(self.beta * self.beta.root())
    }

    /// A time without its whole periods: from -½ to ½ period.
    ///
    /// The period has 32 digits, and so does what is taken off: `dt` as it is given is the only
    /// number that many periods leave few digits of.
    pub(super) fn within_a_period(&self, dt: f64) -> f64 {
        let beta = self.beta.high;
        let turn = core::f64::consts::PI * self.mu;
        // half a period, or a hair more: no root is needed to see most steps through
        if beta <= 0.0 || dt * dt * (beta * beta * beta) <= turn * turn {
            return dt;
        }
        let period = self.period();
        let mut left = Twofold::from(dt);
        // each pass takes 53 bits of the quotient
        for _ in 0..3 {
            let count = ComplexField::round(left.high / period.high);
            if count == 0.0 {
                break;
            }
            left = left - period * Twofold::from(count);
        }
        left.value()
    }

    /// The equation to solve for a time of this sign.
    pub(super) fn kepler(&self, time: f64) -> Kepler {
        Kepler {
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
