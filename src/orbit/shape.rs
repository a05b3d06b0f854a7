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
        let beta = self.beta();
        let squared = if beta > 0.0 {
            let (cosine, radial) = (self.elements.zeta, self.elements.radial);
            (cosine * cosine + radial * radial * beta) / (self.mu * self.mu)
        } else {
            1.0 - beta * self.momentum_squared / (self.mu * self.mu)
        };
        ComplexField::sqrt(squared)
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
