//! Double-double numbers with 32 digits, for differences that cancel.

use core::ops::{Add, Mul, Sub};

use nalgebra::{ComplexField, SVector};

/// A sum of two numbers that is not evaluated. The second number is below the rounding error of the
/// first.
///
/// Sums and products of two `f64` numbers have no error (Knuth 1969, Dekker 1971). Fused
/// multiply-add is not used, so the bits are the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DoubleDouble {
    pub high: f64,
    pub low: f64,
}

/// 2π.
pub const FULL_TURN: DoubleDouble = DoubleDouble {
    high: core::f64::consts::TAU,
    low: 2.449_293_598_294_706_4e-16,
};

impl DoubleDouble {
    /// Returns `a + b` without error.
    #[inline(always)]
    #[must_use]
    pub fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let part = high - a;
        Self {
            high,
            low: (a - (high - part)) + (b - part),
        }
    }

    /// Returns `a b` without error.
    #[inline(always)]
    #[must_use]
    pub fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ([a1, a2], [b1, b2]) = (halves(a), halves(b));
        Self {
            high,
            low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2,
        }
    }

    /// Returns the exact product with a power of two of any sign.
    #[inline(always)]
    #[must_use]
    pub fn scaled(self, scale: f64) -> Self {
        Self {
            high: self.high * scale,
            low: self.low * scale,
        }
    }

    /// Returns `a · b`.
    #[must_use]
    pub fn dot<const D: usize>(a: &SVector<f64, D>, b: &SVector<f64, D>) -> Self {
        (a.iter().zip(b.iter())).fold(Self::from(0.0), |sum, (a, b)| sum + Self::product(*a, *b))
    }

    /// Returns `self / divisor`.
    #[must_use]
    pub fn over(self, divisor: Self) -> Self {
        let first = self.high / divisor.high;
        let rest = self - divisor * Self::from(first);
        let second = rest.high / divisor.high;
        let rest = rest - divisor * Self::from(second);
        Self::sum(first, second) + Self::from(rest.high / divisor.high)
    }

    /// Returns the square root of a positive number.
    #[must_use]
    pub fn root(self) -> Self {
        let first = ComplexField::sqrt(self.high);
        let rest = self - Self::product(first, first);
        Self::sum(first, rest.high / (2.0 * first))
    }

    /// Returns the value of this number, rounded once.
    #[must_use]
    pub fn value(self) -> f64 {
        self.high + self.low
    }
}

/// Splits a number into two parts of 26 bits, so that products of parts are exact.
#[inline(always)]
fn halves(number: f64) -> [f64; 2] {
    let shifted = number * 134_217_729.0; // 2²⁷ + 1
    let high = shifted - (shifted - number);
    [high, number - high]
}

impl From<f64> for DoubleDouble {
    fn from(number: f64) -> Self {
        Self {
            high: number,
            low: 0.0,
        }
    }
}

impl Add for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (high, low) = (
            Self::sum(self.high, other.high),
            Self::sum(self.low, other.low),
        );
        let sum = Self::sum(high.high, high.low + low.high);
        Self::sum(sum.high, sum.low + low.low)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + Self {
            high: -other.high,
            low: -other.low,
        }
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let rest = self.high * other.low + self.low * other.high;
        Self::sum(product.high, product.low + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_of_two_and_a_third_have_32_digits() {
        let root = DoubleDouble::from(2.0).root();
        let rest = root * root - DoubleDouble::from(2.0);
        assert!(rest.value().abs() < f64::EPSILON * f64::EPSILON);
        assert_ne!(
            root.high * root.high,
            2.0,
            "one number is not enough, or this test shows nothing"
        );
        let third = DoubleDouble::from(1.0).over(DoubleDouble::from(3.0));
        let rest = third + third + third - DoubleDouble::from(1.0);
        assert!(rest.value().abs() < f64::EPSILON * f64::EPSILON);
    }
}
