//! The conic that an orbit is.

use nalgebra::{ComplexField, SVector};

use super::elements::Elements;
use super::scale::{Units, scaled};

/// An orbit's elements, in the units of the orbit.
pub(super) struct Shape {
    units: Units,
    pub(super) elements: Elements,
    pub(super) mu: f64,
    /// `h²`, the square of the angular momentum per mass.
    momentum_squared: f64,
}

impl Shape {
    pub(super) fn new<const D: usize>(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>) -> Self {
        let units = Units::new(mu, x, v);
        let (x, v, mu) = (units.lengths_in(x), units.speeds_in(v), units.strength(mu));
        // h² = |x|² |v|² - (x·v)², in squares
        let mut momentum_squared = 0.0;
        for i in 0..D {
            for j in 0..i {
                let momentum = x[i] * v[j] - x[j] * v[i];
                momentum_squared += momentum * momentum;
            }
        }
        Self {
            elements: Elements::new(mu, &x, &v),
            units,
            mu,
            momentum_squared,
        }
    }

    pub(super) fn beta(&self) -> f64 {
        self.elements.beta.value()
    }

    /// `e cos E = ζ/μ` and `e sin E = η √β/μ` on an ellipse; else `e² = 1 - β h²/μ²`, which adds there.
    pub(super) fn eccentricity(&self) -> f64 {
        if self.mu == 0.0 {
            // a straight line: the limit of ever weaker attractors
            return if self.momentum_squared == 0.0 {
                1.0
            } else {
                f64::INFINITY
            };
        }
        // each term over μ before it is squared: the square of a weak one is nothing
        let beta = self.beta();
        let (base, height) = if beta > 0.0 {
            let radial = self.elements.radial * ComplexField::sqrt(beta);
            (self.elements.zeta, radial / self.mu)
        } else {
            let momentum = ComplexField::sqrt(-beta * self.momentum_squared);
            (self.mu, momentum / self.mu)
        };
        ComplexField::hypot(base / self.mu, height)
    }

    /// `μ/β`; nothing without an attractor.
    pub(super) fn semi_major_axis(&self) -> f64 {
        if self.mu == 0.0 {
            return 0.0;
        }
        self.mu / self.beta()
    }

    /// `h²/(μ (1 + e))`; where it repels, `a (1 + e)`; without an attractor, `h/v`.
    pub(super) fn periapsis(&self) -> f64 {
        if self.mu > 0.0 {
            self.momentum_squared / (self.mu * (1.0 + self.eccentricity()))
        } else if self.mu < 0.0 {
            self.mu / self.beta() * (1.0 + self.eccentricity())
        } else if self.beta() < 0.0 {
            ComplexField::sqrt(self.momentum_squared / -self.beta())
        } else {
            // at rest, for ever
            self.elements.distance()
        }
    }

    /// A length of these units \[m\].
    pub(super) fn length(&self, length: f64) -> f64 {
        scaled(length, self.units.length)
    }

    /// A time of these units \[s\].
    pub(super) fn time(&self, time: f64) -> f64 {
        scaled(time, self.units.time)
    }

    /// An energy per mass of these units \[J/kg\].
    pub(super) fn energy(&self, energy: f64) -> f64 {
        scaled(energy, 2 * (self.units.length - self.units.time))
    }
}
