//! The shape of an orbit: a conic.

use super::kepler_equation::KeplerEquation;
use crate::numbers::{DoubleDouble, FULL_TURN};
use nalgebra::{ComplexField, SVector};

/// The shape of an orbit, in units in which the numbers of this orbit are near 1.
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

    #[inline]
    pub(super) fn beta(&self) -> f64 {
        self.parameters.beta.value()
    }

    /// Returns the eccentricity. For an ellipse it follows from `e cos E = ζ/μ` and
    /// `e sin E = η √β/μ`; otherwise from `e² = 1 - β h²/μ²`. In the second formula both terms are
    /// positive, because β ≤ 0.
    pub(super) fn eccentricity(&self) -> f64 {
        if self.mu == 0.0 {
            // a straight line: the limit for μ towards zero
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

    /// Returns the semi-major axis `μ/β`; zero if μ = 0.
    pub(super) fn semi_major_axis(&self) -> f64 {
        if self.mu == 0.0 {
            return 0.0;
        }
        self.mu / self.beta()
    }

    /// Returns the distance of the periapsis: `h²/(μ (1 + e))` if μ > 0, `a (1 + e)` if μ < 0, and
    /// `h/v` if μ = 0.
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
    #[inline]
    pub(super) fn length(&self, length: f64) -> f64 {
        ldexp(length, self.units.length)
    }

    /// Converts a time to \[s\].
    #[inline]
    pub(super) fn time(&self, time: f64) -> f64 {
        ldexp(time, self.units.time)
    }

    /// Converts an energy per mass to \[J/kg\].
    pub(super) fn energy(&self, energy: f64) -> f64 {
        ldexp(energy, 2 * (self.units.length - self.units.time))
    }
}

// Parameters of Kepler's equation, from a state.

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

    /// Returns the initial distance r₀.
    #[inline]
    pub(super) fn distance(&self) -> f64 {
        self.distance.value()
    }

    /// Returns the period `P = 2π μ/β^(3/2)`, for `β > 0`.
    #[inline]
    pub(super) fn period(&self) -> DoubleDouble {
        let around = FULL_TURN * DoubleDouble::from(self.mu);
        around.over(self.beta * self.beta.root())
    }

    /// Returns `dt` minus a whole number of periods, so that the result is between -½ and ½ period.
    /// Returns `dt` itself if there is no period.
    ///
    /// The period and its multiple are double-double, so the only error is the rounding of the given `dt`.
    #[inline]
    pub(super) fn within_a_period(&self, dt: f64) -> f64 {
        let beta = self.beta.high;
        let turn = core::f64::consts::PI * self.mu;
        // up to about half a period nothing is subtracted: the test dt² β³ ≤ (π μ)² needs no square
        // root
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

    /// Returns Kepler's equation for `|time|`. If the time is negative, the velocity is reversed.
    #[inline]
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

// Units of length and time that are powers of two: scaling to them does not round.

/// Units of length and time in which the numbers of an orbit are near 1, as exponents of two.
pub(super) struct OrbitUnits {
    /// Exponent of the unit of length, `2^length` m.
    pub(super) length: i32,
    /// Exponent of the unit of time, `2^time` s.
    pub(super) time: i32,
}

impl OrbitUnits {
    pub(super) fn new<const D: usize>(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>) -> Self {
        let (length, speed) = (exponent(x.amax()), exponent(v.amax()));
        // the shorter of the fall time √(r³/μ) and the passage time r/v: with this unit of time no
        // number is large
        let fall = (3 * length - exponent(mu)).div_euclid(2);
        Self {
            length,
            time: fall.min(length - speed),
        }
    }

    pub(super) fn lengths_in<const D: usize>(&self, x: &SVector<f64, D>) -> SVector<f64, D> {
        x.map(|x| ldexp(x, -self.length))
    }

    pub(super) fn speeds_in<const D: usize>(&self, v: &SVector<f64, D>) -> SVector<f64, D> {
        v.map(|v| ldexp(v, self.time - self.length))
    }

    #[inline]
    pub(super) fn strength(&self, mu: f64) -> f64 {
        ldexp(mu, 2 * self.time - 3 * self.length)
    }
}

/// Returns the exponent of the largest power of two that does not exceed the magnitude of a number,
/// and -1074 for zero and subnormal numbers.
#[inline]
fn exponent(number: f64) -> i32 {
    let biased = (number.to_bits() >> 52) & 0x7ff;
    if biased == 0 {
        return -1074;
    }
    // the biased exponent has eleven bits
    biased as i32 - 1023
}

/// Returns `number × 2^exponent`, which is exact unless the result overflows or underflows.
#[inline]
pub(super) fn ldexp(number: f64, exponent: i32) -> f64 {
    // two factors: a single power of two may overflow although the result does not
    let exponent = exponent.clamp(-2044, 2044);
    let half = exponent / 2;
    number * power_of_two(half) * power_of_two(exponent - half)
}

/// Returns `2^exponent` for the exponents of normal numbers.
#[inline]
#[expect(clippy::cast_sign_loss, reason = "these are -1022 and more")]
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_there_and_back_changes_nothing() {
        for number in [1.0, -1.5e-300, 0.1, 7e300, f64::MIN_POSITIVE] {
            let e = exponent(number);
            let mantissa = ldexp(number, -e).abs();
            assert!((1.0..2.0).contains(&mantissa), "{number} has {mantissa}");
            assert_eq!(ldexp(ldexp(number, -e), e), number);
        }
        assert_eq!(ldexp(1.0, -5000), 0.0);
        assert_eq!(ldexp(0.0, 5000), 0.0);
        assert_eq!(exponent(0.0), -1074);
    }
}
