//! Compensated sums.

use core::ops::AddAssign;

use nalgebra::RealField;

use super::to_f64;

/// A sum that stores its rounding error and is rounded once, when it is read.
///
/// A plain sum of a million steps of 1/60 s has an error of thousands of units in the last place.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CompensatedSum<T> {
    sum: T,
    carried: T,
}

impl<T: RealField + Copy> CompensatedSum<T> {
    #[must_use]
    pub fn zero() -> Self {
        Self {
            sum: T::zero(),
            carried: T::zero(),
        }
    }

    /// Whether the sum is finite.
    pub fn is_finite(&self) -> bool {
        self.sum.is_finite() && self.carried.is_finite() && self.value().is_finite()
    }

    /// The sum in `f64`, rounded once.
    pub fn wide(&self) -> f64 {
        to_f64(self.sum) + to_f64(self.carried)
    }

    /// The sum, rounded once.
    pub fn value(&self) -> T {
        self.sum + self.carried
    }
}

impl<T: RealField + Copy> AddAssign<T> for CompensatedSum<T> {
    fn add_assign(&mut self, term: T) {
        // the rounded sum and its exact rounding error, whichever term is larger
        let sum = self.sum + term;
        let part = sum - self.sum;
        let rest = (self.sum - (sum - part)) + (term - part) + self.carried;
        self.sum = sum + rest;
        self.carried = rest - (self.sum - sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_terms_are_rounded_once() {
        let mut sum = CompensatedSum::zero();
        let term = 1.0 / 60.0;
        let mut plain = 0.0;
        for _ in 0..1_000_000 {
            sum += term;
            plain += term;
        }
        assert_eq!(sum.value(), term * 1e6);
        assert_ne!(
            plain,
            term * 1e6,
            "the plain sum drifts, or this test shows nothing"
        );
        for _ in 0..1_000_000 {
            sum += -term;
        }
        assert_eq!(sum.value(), 0.0);
    }
}
