//! Interval arithmetic.

use core::ops::{Add, Mul, Neg, Sub};

use super::jet::{Quantity, Scalar};
use super::monotone::MonotoneFunction;

/// All numbers from `low` to `high`, which may be infinite. A result contains the exact results of all its numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Interval {
    pub(in super::super) low: f64,
    pub(in super::super) high: f64,
}

impl Interval {
    pub(in super::super) fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// A computed time with its rounding.
    pub(super) fn about(time: f64) -> Self {
        let tolerance = 4.0 * f64::EPSILON * time;
        Self::new(time - tolerance, time + tolerance)
    }

    /// Whether zero is outside.
    pub(super) fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// Whether a computed number is outside by more than its rounding.
    pub(super) fn misses(self, value: f64) -> bool {
        let room = 1e-6 * greater(self.high - self.low, value.abs());
        value + room < self.low || value - room > self.high
    }

    /// The smallest interval that contains both.
    fn with(self, other: Self) -> Self {
        Self::new(lesser(self.low, other.low), greater(self.high, other.high))
    }

    /// The intersection of two intervals that contain the same true value.
    pub(super) fn meet(self, other: Self) -> Self {
        Self::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// The interval between two computed numbers, in any order, with room for a relative error of each.
    fn around(a: f64, b: f64, room: f64) -> Self {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        Self::outward(low - room * low.abs(), high + room * high.abs())
    }

    /// Ends rounded outwards by a unit in the last place; NaN becomes infinite.
    #[inline]
    fn outward(low: f64, high: f64) -> Self {
        let low = low - (low.abs() * f64::EPSILON + f64::MIN_POSITIVE);
        let high = high + (high.abs() * f64::EPSILON + f64::MIN_POSITIVE);
        Self {
            low: if low.is_nan() { f64::NEG_INFINITY } else { low },
            high: if high.is_nan() { f64::INFINITY } else { high },
        }
    }
}

/// A product of ends; 0 · ∞ = 0, as an interval holds no infinite number.
#[inline]
fn product(a: f64, b: f64) -> f64 {
    let product = a * b;
    if product.is_nan() { 0.0 } else { product }
}

#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Add for Interval {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::outward(self.low + other.low, self.high + other.high)
    }
}

impl Neg for Interval {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.high, -self.low)
    }
}

impl Sub for Interval {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let a = product(self.low, other.low);
        let b = product(self.low, other.high);
        let c = product(self.high, other.low);
        let d = product(self.high, other.high);
        Self::outward(
            lesser(lesser(a, b), lesser(c, d)),
            greater(greater(a, b), greater(c, d)),
        )
    }
}

impl Quantity for Interval {
    fn constant(value: f64) -> Self {
        Self::new(value, value)
    }

    fn about(value: f64, tolerance: f64) -> Self {
        Self::around(value, value, tolerance)
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        let (a, b) = (product(self.low, factor), product(self.high, factor));
        Self::outward(lesser(a, b), greater(a, b))
    }

    #[inline]
    fn squared(self) -> Self {
        let (low, high) = (self.low * self.low, self.high * self.high);
        if self.low > 0.0 || self.high < 0.0 {
            Self::outward(lesser(low, high), greater(low, high))
        } else {
            Self::outward(0.0, greater(low, high))
        }
    }

    #[inline]
    fn through(self, function: MonotoneFunction) -> Self {
        self.along(function)[0]
    }
}

impl Scalar for Interval {
    /// Ranges from the values at both ends, and at the turns that the function names: between these it is monotone.
    fn along(self, function: MonotoneFunction) -> [Self; 3] {
        let (Self { low, high }, domain) = (self, function.domain());
        let (first, last) = (
            function.at(low.max(domain.low)),
            function.at(high.min(domain.high)),
        );
        let mut ranges: [Self; 3] = core::array::from_fn(|k| Self::around(first[k], last[k], ROOM));
        for (range, (k, turn)) in ranges
            .iter_mut()
            .zip(function.turns().into_iter().enumerate())
        {
            if low < turn && turn < high {
                *range = range.with(Self::around(
                    function.at(turn)[k],
                    function.at(turn)[k],
                    ROOM,
                ));
            }
        }
        ranges
    }
}

/// The relative error allowed to computed functions.
const ROOM: f64 = 16.0 * f64::EPSILON;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_among_numbers_from_one_sign_to_the_other() {
        let least = f64::MIN_POSITIVE;
        for (low, high) in [(least, 1.0), (least, least), (-1.0, -least)] {
            assert!(Interval::new(low, high).excludes_zero(), "{low}..{high}");
        }
        for (low, high) in [(0.0, 1.0), (-1.0, 0.0), (-1.0, 1.0), (0.0, 0.0)] {
            assert!(!Interval::new(low, high).excludes_zero(), "{low}..{high}");
        }
    }

    /// Numbers within the rounding allowed to them do not miss.
    #[test]
    fn a_number_beside_an_interval_misses_it() {
        let part = Interval::new(1.0, 3.0);
        for value in [1.0 - 1e-6, 1.0, 2.0, 3.0, 3.0 + 1e-6] {
            assert!(!part.misses(value), "{value}");
        }
        for value in [-2.0, 0.0, 1.0 - 1e-5, 3.0 + 1e-5, 4.0] {
            assert!(part.misses(value), "{value}");
        }
    }
}
