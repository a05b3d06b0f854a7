//! The shape of an orbit: a conic.

use nalgebra::{ComplexField, SVector};

use super::parameters::KeplerParameters;
use super::units::{OrbitUnits, ldexp};

/// The shape of an orbit, in its own units.
pub(super) struct Conic {
    units: OrbitUnits,
    pub(super) parameters: KeplerParameters,
    pub(super) mu: f64,
    /// `h²`, the squared angular momentum per mass.
    momentum_squared: f64,
}

impl Conic {
    pub(super) fn new<const D: usize>(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>) -> Self {
        let units = OrbitUnits::new(mu, x, v);
        let (x, v, mu) = (units.lengths_in(x), units.speeds_in(v), units.strength(mu));
        // h² = |x|² |v|² - (x·v)² as a sum of squares, which does not cancel
        let mut momentum_squared = 0.0;
        for i in 0..D {
            for j in 0..i {
                let momentum = x[i] * v[j] - x[j] * v[i];
                momentum_squared += momentum * momentum;
            }
        }
        Self {
            parameters: KeplerParameters::new(mu, &x, &v),
            units,
            mu,
            momentum_squared,
        }
    }

    pub(super) fn beta(&self) -> f64 {
        self.parameters.beta.value()
    }

    /// Eccentricity. On an ellipse from `e cos E = ζ/μ` and `e sin E = η √β/μ`; otherwise `e² = 1 - β h²/μ²`, whose terms are both positive
    /// because β ≤ 0.
    pub(super) fn eccentricity(&self) -> f64 {
        if self.mu == 0.0 {
            // a straight line: the limit of vanishing μ
            return if self.momentum_squared == 0.0 {
                1.0
            } else {
                f64::INFINITY
            };
        }
        // divide by μ before squaring: the square of a small μ underflows
        let beta = self.beta();
        let (base, height) = if beta > 0.0 {
            let radial = self.parameters.radial * ComplexField::sqrt(beta);
            (self.parameters.zeta, radial / self.mu)
        } else {
            let momentum = ComplexField::sqrt(-beta * self.momentum_squared);
            (self.mu, momentum / self.mu)
        };
        ComplexField::hypot(base / self.mu, height)
    }

    /// `μ/β`; zero if μ = 0.
    pub(super) fn semi_major_axis(&self) -> f64 {
        if self.mu == 0.0 {
            return 0.0;
        }
        self.mu / self.beta()
    }

    /// `h²/(μ (1 + e))` if μ > 0, `a (1 + e)` if μ < 0, and `h/v` if μ = 0.
    pub(super) fn periapsis(&self) -> f64 {
        if self.mu > 0.0 {
            self.momentum_squared / (self.mu * (1.0 + self.eccentricity()))
        } else if self.mu < 0.0 {
            self.mu / self.beta() * (1.0 + self.eccentricity())
        } else if self.beta() < 0.0 {
            ComplexField::sqrt(self.momentum_squared / -self.beta())
        } else {
            // μ = 0 and at rest: the body does not move
            self.parameters.distance()
        }
    }

    /// Converts a length to \[m\].
    pub(super) fn length(&self, length: f64) -> f64 {
        ldexp(length, self.units.length)
    }

    /// Converts a time to \[s\].
    pub(super) fn time(&self, time: f64) -> f64 {
        ldexp(time, self.units.time)
    }

    /// Converts an energy per mass to \[J/kg\].
    pub(super) fn energy(&self, energy: f64) -> f64 {
        ldexp(energy, 2 * (self.units.length - self.units.time))
    }
}
