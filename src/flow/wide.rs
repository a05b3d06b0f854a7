//! Matrices of twice the digits.

use core::array;

use nalgebra::SMatrix;

use crate::twofold::Twofold;

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
        Self::from_fn(|_, _| Twofold::from(0.0))
    }

    pub(super) fn one() -> Self {
        Self::from_fn(|row, column| Twofold::from(if row == column { 1.0 } else { 0.0 }))
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self::from_fn(|row, column| self.0[row][column] + other.0[row][column])
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(-1.0))
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self::from_fn(|row, column| {
            (0..D).fold(Twofold::from(0.0), |sum, k| {
                sum + self.0[row][k] * other.0[k][column]
            })
        })
    }

    /// Times a number.
    pub(super) fn by(&self, number: Twofold) -> Self {
        Self::from_fn(|row, column| self.0[row][column] * number)
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
        Self::from_fn(|row, column| Twofold::from(matrix[(row, column)]))
    }
}
