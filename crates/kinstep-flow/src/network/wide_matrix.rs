//! Square matrices of double-double numbers, of any size.

use alloc::vec;
use alloc::vec::Vec;

use multiversion::multiversion;

use crate::numbers::DoubleDouble;

/// A square matrix of double-double numbers, row by row.
///
/// `flow::gyration::Wide` is for small matrices of a fixed size; they are copied by value and fit
/// into registers. The matrices of networks are too large for registers, and their size is known
/// only at run time.
#[derive(Debug, Clone)]
pub(super) struct WideMatrix {
    size: usize,
    high: Vec<f64>,
    low: Vec<f64>,
}

pub(super) const ZERO: DoubleDouble = DoubleDouble {
    high: 0.0,
    low: 0.0,
};

pub(super) const ONE: DoubleDouble = DoubleDouble {
    high: 1.0,
    low: 0.0,
};

impl WideMatrix {
    pub(super) fn zero(size: usize) -> Self {
        Self {
            size,
            high: vec![0.0; size * size],
            low: vec![0.0; size * size],
        }
    }

    pub(super) fn from_fn(size: usize, entry: impl Fn(usize, usize) -> DoubleDouble) -> Self {
        let mut matrix = Self::zero(size);
        matrix.fill(entry);
        matrix
    }

    /// Sets every entry.
    pub(super) fn fill(&mut self, entry: impl Fn(usize, usize) -> DoubleDouble) {
        for row in 0..self.size {
            for column in 0..self.size {
                self.set(row, column, entry(row, column));
            }
        }
    }

    pub(super) fn one(size: usize) -> Self {
        Self::from_fn(size, |row, column| if row == column { ONE } else { ZERO })
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    #[inline(always)]
    pub(super) fn at(&self, row: usize, column: usize) -> DoubleDouble {
        let place = row * self.size + column;
        DoubleDouble {
            high: self.high[place],
            low: self.low[place],
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, row: usize, column: usize, entry: DoubleDouble) {
        let place = row * self.size + column;
        self.high[place] = entry.high;
        self.low[place] = entry.low;
    }

    /// Returns this matrix, rounded to `f64`, row by row.
    pub(super) fn high(&self) -> &[f64] {
        &self.high
    }

    /// Returns the maximum magnitude of an entry.
    pub(super) fn most(&self) -> f64 {
        (self.high.iter()).fold(0.0, |most, entry| f64::max(most, entry.abs()))
    }

    pub(super) fn is_finite(&self) -> bool {
        let mut entries = self.high.iter().chain(&self.low);
        entries.all(|entry| entry.is_finite())
    }

    pub(super) fn is_zero(&self) -> bool {
        self.high.iter().all(|entry| *entry == 0.0)
    }

    /// Returns `self + scale · other`. The scale is a power of two with any sign.
    pub(super) fn plus_scaled(&self, other: &Self, scale: f64) -> Self {
        Self::from_fn(self.size, |row, column| {
            self.at(row, column) + other.at(row, column).scaled(scale)
        })
    }

    /// Returns the product of this matrix and a power of two with any sign.
    pub(super) fn scaled(mut self, scale: f64) -> Self {
        for entry in self.high.iter_mut().chain(&mut self.low) {
            *entry *= scale;
        }
        self
    }

    pub(super) fn transposed(&self) -> Self {
        Self::from_fn(self.size, |row, column| self.at(column, row))
    }

    /// Adds `scale · other` to this matrix. The scale is a power of two with any sign.
    pub(super) fn add_scaled(&mut self, other: &Self, scale: f64) {
        for row in 0..self.size {
            for column in 0..self.size {
                let sum = self.at(row, column) + other.at(row, column).scaled(scale);
                self.set(row, column, sum);
            }
        }
    }

    /// Adds `factor · other` to this matrix.
    pub(super) fn add_times(&mut self, other: &Self, factor: DoubleDouble) {
        for row in 0..self.size {
            for column in 0..self.size {
                let sum = self.at(row, column) + other.at(row, column) * factor;
                self.set(row, column, sum);
            }
        }
    }

    /// Returns `self · other`.
    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        product.set_product(self, other);
        product
    }

    /// Sets this matrix to `one · other`.
    pub(super) fn set_product(&mut self, one: &Self, other: &Self) {
        self.high.fill(0.0);
        self.low.fill(0.0);
        multiply(
            one.size,
            [&one.high, &one.low],
            [&other.high, &other.low],
            [&mut self.high, &mut self.low],
        );
    }

    /// Replaces rows p < q by `c p - s q` and `s p + c q`.
    pub(super) fn rotate_rows(&mut self, [p, q]: [usize; 2], turn: [DoubleDouble; 2]) {
        let n = self.size;
        let (before, after) = self.high.split_at_mut(q * n);
        let highs = [&mut before[p * n..][..n], &mut after[..n]];
        let (before, after) = self.low.split_at_mut(q * n);
        let lows = [&mut before[p * n..][..n], &mut after[..n]];
        rotate(highs, lows, turn);
    }

    /// Copies a row to the column with the same index.
    pub(super) fn mirror(&mut self, row: usize) {
        for column in 0..self.size {
            self.set(column, row, self.at(row, column));
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn rotate(
    [high_p, high_q]: [&mut [f64]; 2],
    [low_p, low_q]: [&mut [f64]; 2],
    [cosine, sine]: [DoubleDouble; 2],
) {
    let highs = high_p.iter_mut().zip(high_q);
    for ((high_p, high_q), (low_p, low_q)) in highs.zip(low_p.iter_mut().zip(low_q)) {
        let p = DoubleDouble {
            high: *high_p,
            low: *low_p,
        };
        let q = DoubleDouble {
            high: *high_q,
            low: *low_q,
        };
        let (new_p, new_q) = (cosine * p - sine * q, sine * p + cosine * q);
        (*high_p, *low_p) = (new_p.high, new_p.low);
        (*high_q, *low_q) = (new_q.high, new_q.low);
    }
}

/// Adds the product of `a` and `b` to the sums, as multiples of the rows of `b`.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn multiply(
    size: usize,
    [a_high, a_low]: [&[f64]; 2],
    [b_high, b_low]: [&[f64]; 2],
    [sum_high, sum_low]: [&mut [f64]; 2],
) {
    for row in 0..size {
        let highs = &mut sum_high[row * size..][..size];
        let lows = &mut sum_low[row * size..][..size];
        for inner in 0..size {
            let factor = DoubleDouble {
                high: a_high[row * size + inner],
                low: a_low[row * size + inner],
            };
            let entries = (b_high[inner * size..][..size].iter()).zip(&b_low[inner * size..]);
            for ((high, low), (&b_high, &b_low)) in highs.iter_mut().zip(&mut *lows).zip(entries) {
                let entry = DoubleDouble {
                    high: b_high,
                    low: b_low,
                };
                let sum = DoubleDouble {
                    high: *high,
                    low: *low,
                } + factor * entry;
                (*high, *low) = (sum.high, sum.low);
            }
        }
    }
}
