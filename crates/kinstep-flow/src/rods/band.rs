//! Systems of linear equations with a band matrix.

use alloc::vec::Vec;

/// A square matrix whose entries are within `width` of the diagonal, or its factors after elimination.
#[derive(Debug)]
pub(super) struct Band {
    rows: usize,
    width: usize,
    /// Entries by rows, `2 width + 1` per row; the diagonal entry is in the middle.
    entries: Vec<f64>,
}

impl Band {
    pub(super) fn new(rows: usize, width: usize) -> Self {
        Self {
            rows,
            width,
            entries: alloc::vec![0.0; rows * (2 * width + 1)],
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(0.0);
    }

    /// Adds `value` to an entry, which must be within the band.
    #[inline]
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        let index = row * (2 * self.width + 1) + self.width + column - row;
        self.entries[index] += value;
    }

    /// Replaces the right side b by the solution x of `A x = b`, and the matrix by its factors.
    ///
    /// Gaussian elimination without pivoting. A pivot of zero makes the solution infinite or NaN.
    pub(super) fn solve(&mut self, right: &mut [f64]) {
        self.eliminate(right);
        let (stride, width) = (2 * self.width + 1, self.width);
        for row in (0..self.rows).rev() {
            let upper = &self.entries[row * stride + width..(row + 1) * stride];
            let mut rest = right[row];
            for (entry, known) in upper[1..].iter().zip(&right[row + 1..]) {
                rest -= entry * known;
            }
            right[row] = rest / upper[0];
        }
    }

    /// Subtracts multiples of each row from the rows below it, so that only the upper triangle remains.
    fn eliminate(&mut self, right: &mut [f64]) {
        let (stride, width) = (2 * self.width + 1, self.width);
        for pivot in 0..self.rows {
            let (above, below) = self.entries.split_at_mut((pivot + 1) * stride);
            let upper = &above[pivot * stride + width..];
            let known = right[pivot];
            let lower = below.chunks_exact_mut(stride).take(width);
            for (distance, row) in (1..).zip(lower) {
                // the entry below the pivot, and the entries to its right
                let start = width - distance;
                let entry = row[start];
                if entry == 0.0 {
                    continue;
                }
                let factor = entry / upper[0];
                for (value, above) in row[start + 1..].iter_mut().zip(&upper[1..]) {
                    *value -= factor * above;
                }
                right[pivot + distance] -= factor * known;
            }
        }
    }
}

impl Clone for Band {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &Self) {
        (self.rows, self.width) = (from.rows, from.width);
        self.entries.clone_from(&from.entries);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// The product with the matrix equals the right side to rounding.
    #[test]
    fn a_band_is_solved_to_rounding() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        for (rows, width) in [(1, 0), (1, 3), (5, 1), (9, 2), (12, 11), (30, 4)] {
            let mut band = Band::new(rows, width);
            let mut dense = alloc::vec![alloc::vec![0.0; rows]; rows];
            for (row, entries) in dense.iter_mut().enumerate() {
                for (column, entry) in entries.iter_mut().enumerate() {
                    if row.abs_diff(column) <= width {
                        let diagonal = if row == column {
                            2.0 * width as f64 + 1.0
                        } else {
                            0.0
                        };
                        *entry = random.random_range(-1.0..1.0) + diagonal;
                        band.add(row, column, *entry);
                    }
                }
            }
            let truth: Vec<f64> = (0..rows).map(|_| random.random_range(-1.0..1.0)).collect();
            let product = |row: &Vec<f64>| row.iter().zip(&truth).map(|(a, x)| a * x).sum::<f64>();
            let mut right: Vec<f64> = dense.iter().map(product).collect();
            band.solve(&mut right);
            for (found, truth) in right.iter().zip(&truth) {
                assert!((found - truth).abs() < 1e-14, "{rows} {width}");
            }
        }
    }
}
