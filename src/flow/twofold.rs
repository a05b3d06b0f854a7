//! Numbers and matrices of twice the digits.
//!
//! A number is the unevaluated sum of two, of which the second is what rounding took from the first. Sums and
//! products keep about 104 bits (Dekker 1971; Knuth's sum without a branch). Without fused multiplication, so that
//! it costs the same, and gives the same bits, everywhere.

use core::array;

use nalgebra::SMatrix;

/// `high + low`, exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Twofold {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Twofold {
    pub(super) const ZERO: Self = Self::new(0.0);

    pub(super) const fn new(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    /// `a + b`, exactly.
    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let share = high - a;
        let low = (a - (high - share)) + (b - share);
        Self { high, low }
    }

    /// `a b`, exactly.
    pub(super) fn product(a: f64, b: f64) -> Self {
        let halves = |number: f64| {
            let shifted = 134_217_729.0 * number;
            let upper = shifted - (shifted - number);
            (upper, number - upper)
        };
        let high = a * b;
        let ((a, a_low), (b, b_low)) = (halves(a), halves(b));
        let low = ((a * b - high) + a * b_low + a_low * b) + a_low * b_low;
        Self { high, low }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        Self::sum(sum.high, sum.low + (self.low + other.low))
    }

    pub(super) fn times(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let crossed = self.high * other.low + self.low * other.high;
        Self::sum(product.high, product.low + crossed)
    }

    /// Times a power of two, or minus one of them.
    fn scaled(self, scale: f64) -> Self {
        Self {
            high: self.high * scale,
            low: self.low * scale,
        }
    }
}

/// A matrix of twofold numbers, row by row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wide<const D: usize>([[Twofold; D]; D]);

impl<const D: usize> Wide<D> {
    fn from_fn(entry: impl Fn(usize, usize) -> Twofold) -> Self {
        Self(array::from_fn(|row| {
            array::from_fn(|column| entry(row, column))
        }))
    }

    /// `scale - matrix`.
    pub(super) fn less(scale: f64, matrix: &SMatrix<f64, D, D>) -> Self {
        Self::from_fn(|row, column| {
            let diagonal = if row == column { scale } else { 0.0 };
            Twofold::sum(diagonal, -matrix[(row, column)])
        })
    }

    pub(super) fn zero() -> Self {
        Self::from_fn(|_, _| Twofold::ZERO)
    }

    pub(super) fn one() -> Self {
        Self::from_fn(|row, column| Twofold::new(if row == column { 1.0 } else { 0.0 }))
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self::from_fn(|row, column| self.0[row][column].plus(other.0[row][column]))
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(-1.0))
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self::from_fn(|row, column| {
            (0..D).fold(Twofold::ZERO, |sum, k| {
                sum.plus(self.0[row][k].times(other.0[k][column]))
            })
        })
    }

    /// Times a number.
    pub(super) fn by(&self, number: Twofold) -> Self {
        Self::from_fn(|row, column| self.0[row][column].times(number))
    }

    /// Times a power of two, or minus one of them.
    pub(super) fn scaled(&self, scale: f64) -> Self {
        Self::from_fn(|row, column| self.0[row][column].scaled(scale))
    }

    /// Rounded.
    pub(super) fn high(&self) -> SMatrix<f64, D, D> {
        SMatrix::from_fn(|row, column| self.0[row][column].high)
    }

    /// What rounding leaves out.
    pub(super) fn low(&self) -> SMatrix<f64, D, D> {
        SMatrix::from_fn(|row, column| self.0[row][column].low)
    }

    /// From one that has no more digits than usual.
    pub(super) fn from_high(matrix: &SMatrix<f64, D, D>) -> Self {
        Self::from_fn(|row, column| Twofold::new(matrix[(row, column)]))
    }
}
