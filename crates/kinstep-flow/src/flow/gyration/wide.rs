//! Matrices of double-double numbers.

use nalgebra::SMatrix;

use crate::numbers::DoubleDouble;

/// Number of entries of a row that are computed together.
const LANES: usize = 4;

/// About √(smallest normal number / ε²), 2⁻⁴⁵⁸.
const FADED: f64 = 1e-138;

/// A matrix of double-double numbers, row by row.
///
/// Every operation is a loop over the entries, without calls, so that the compiler can vectorise
/// it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wide<const D: usize> {
    high: [[f64; D]; D],
    low: [[f64; D]; D],
}

impl<const D: usize> Wide<D> {
    #[inline(always)]
    fn from_fn(entry: impl Fn(usize, usize) -> DoubleDouble) -> Self {
        let mut matrix = Self::zero();
        for row in 0..D {
            for column in 0..D {
                let entry = entry(row, column);
                matrix.high[row][column] = entry.high;
                matrix.low[row][column] = entry.low;
            }
        }
        matrix
    }

    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> DoubleDouble {
        DoubleDouble {
            high: self.high[row][column],
            low: self.low[row][column],
        }
    }

    /// Returns `scale - matrix`.
    pub(super) fn less(scale: f64, matrix: &SMatrix<f64, D, D>) -> Self {
        Self::from_fn(|row, column| {
            let diagonal = if row == column { scale } else { 0.0 };
            DoubleDouble::sum(diagonal, -matrix[(row, column)])
        })
    }

    #[inline(always)]
    pub(super) fn zero() -> Self {
        let zero = [[0.0; D]; D];
        Self {
            high: zero,
            low: zero,
        }
    }

    #[inline(always)]
    pub(super) fn one() -> Self {
        Self::from_fn(|row, column| DoubleDouble::from(if row == column { 1.0 } else { 0.0 }))
    }

    pub(super) fn diagonal(entries: &[f64; D]) -> Self {
        Self::from_fn(|row, column| {
            DoubleDouble::from(if row == column { entries[row] } else { 0.0 })
        })
    }

    #[inline(always)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self::from_fn(|row, column| self.at(row, column) + other.at(row, column))
    }

    #[inline(always)]
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(-1.0))
    }

    #[inline(always)]
    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero();
        let lanes = if D < LANES - 1 { D } else { LANES };
        for start in (0..D).step_by(LANES) {
            // rows of three entries are padded to four
            let entry = |row: usize, lane: usize| {
                if start + lane < D {
                    other.at(row, start + lane)
                } else {
                    DoubleDouble::from(0.0)
                }
            };
            for row in 0..D {
                let mut sums = [DoubleDouble::from(0.0); LANES];
                for k in 0..D {
                    let factor = self.at(row, k);
                    for (lane, sum) in sums.iter_mut().enumerate().take(lanes) {
                        *sum = *sum + factor * entry(k, lane);
                    }
                }
                for (lane, sum) in sums.iter().enumerate().take(D - start) {
                    product.high[row][start + lane] = sum.high;
                    product.low[row][start + lane] = sum.low;
                }
            }
        }
        product
    }

    /// Returns the product with a number.
    #[inline(always)]
    pub(super) fn by(&self, number: DoubleDouble) -> Self {
        Self::from_fn(|row, column| self.at(row, column) * number)
    }

    /// Returns the product with a power of two of any sign.
    #[inline(always)]
    pub(super) fn scaled(&self, scale: f64) -> Self {
        Self::from_fn(|row, column| self.at(row, column).scaled(scale))
    }

    /// Returns this matrix with negligible entries set to zero. The products of two such entries,
    /// or the rounding errors of these products, would be subnormal, and computing with subnormal
    /// numbers is slow.
    #[inline(always)]
    pub(super) fn flushed(&self) -> Self {
        let kept = |number: f64| if number.abs() < FADED { 0.0 } else { number };
        Self::from_fn(|row, column| {
            let DoubleDouble { high, low } = self.at(row, column);
            DoubleDouble {
                high: kept(high),
                low: kept(low),
            }
        })
    }

    /// Returns this matrix, rounded to `f64`.
    #[inline(always)]
    pub(super) fn high(&self) -> SMatrix<f64, D, D> {
        SMatrix::from_fn(|row, column| self.high[row][column])
    }

    /// Returns the rounding errors of [`high`](Self::high).
    pub(super) fn low(&self) -> SMatrix<f64, D, D> {
        SMatrix::from_fn(|row, column| self.low[row][column])
    }

    /// Returns the matrix with this `f64` part and these rounding errors.
    pub(super) fn from_parts(high: &SMatrix<f64, D, D>, low: &SMatrix<f64, D, D>) -> Self {
        Self::from_fn(|row, column| DoubleDouble {
            high: high[(row, column)],
            low: low[(row, column)],
        })
    }

    /// Returns the inverse, by Newton's iteration `X' = X + X (1 - A X)`, which starts at the
    /// inverse in `f64`. Returns `None` if the matrix is nearly singular.
    pub(super) fn inverse(&self) -> Option<Self> {
        let mut inverse = Self::from_high(&self.high().try_inverse()?);
        for round in 0..4 {
            let rest = Self::one().minus(&self.times(&inverse));
            // if the start has three correct digits, four iterations give 32 digits; false for NaN
            let is_near = rest.high().norm() < 1e-3;
            if round == 0 && !is_near {
                return None;
            }
            inverse = inverse.plus(&inverse.times(&rest));
        }
        Some(inverse)
    }

    /// Returns the matrix with these `f64` entries.
    #[inline(always)]
    pub(super) fn from_high(matrix: &SMatrix<f64, D, D>) -> Self {
        Self::from_fn(|row, column| DoubleDouble::from(matrix[(row, column)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The products of numbers that are not set to zero, and the rounding errors of these products,
    /// are normal numbers.
    #[test]
    fn products_of_what_has_not_faded_are_normal() {
        let (mut one, mut other) = (FADED, FADED);
        for _ in 0..100_000 {
            (one, other) = (one * 1.000_013, other * 1.000_017);
            let DoubleDouble { high, low } = DoubleDouble::product(one, other);
            assert!(
                high.is_normal() && (low == 0.0 || low.is_normal()),
                "{one:e} {other:e}"
            );
        }
        let kept = SMatrix::<f64, 2, 2>::new(1.0, FADED, -FADED, -0.999 * FADED);
        assert_eq!(
            Wide::from_high(&kept).flushed().high().as_slice(),
            [1.0, -FADED, FADED, 0.0]
        );
    }
}
