//! Linear equations whose matrix has zeros far from its diagonal.

use kinstep::nalgebra::Matrix2;

/// A square matrix with `a[i][j] = 0` for `|i - j|` above its half-width.
#[derive(Debug, Clone)]
pub struct Banded {
    size: usize,
    half_width: usize,
    /// Rows of `2 half_width + 1` entries, the diagonal in the middle.
    entries: Vec<f64>,
}

impl Banded {
    /// All entries are zero.
    pub fn zeros(size: usize, half_width: usize) -> Self {
        Self {
            size,
            half_width,
            entries: vec![0.0; size * (2 * half_width + 1)],
        }
    }

    /// Makes all entries zero again.
    pub fn clear(&mut self) {
        self.entries.fill(0.0);
    }

    /// The place of an entry, which must lie in the band.
    fn place(&self, row: usize, column: usize) -> usize {
        row * (2 * self.half_width + 1) + column + self.half_width - row
    }

    /// Adds to an entry.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let place = self.place(row, column);
        self.entries[place] += value;
    }

    /// Adds to a block of four entries; blocks are numbered by twos.
    pub fn add_block(&mut self, row: usize, column: usize, block: Matrix2<f64>) {
        for i in 0..2 {
            for j in 0..2 {
                self.add(2 * row + i, 2 * column + j, block[(i, j)]);
            }
        }
    }

    /// Solves `A x = b` by elimination without pivoting, which overwrites A; b becomes x.
    pub fn solve(&mut self, b: &mut [f64]) {
        for pivot in 0..self.size {
            let last = (pivot + self.half_width).min(self.size - 1);
            let start = self.place(pivot, pivot);
            let (above, below) = self.entries.split_at_mut(start + self.half_width + 1);
            let of_pivot = &above[start..];
            let width = 2 * self.half_width;
            for row in pivot + 1..=last {
                // the entry of this row in the column of the pivot, and those on its right
                let first = (row - pivot) * width - self.half_width - 1;
                let entries = &mut below[first..first + 1 + last - pivot];
                let factor = entries[0] / of_pivot[0];
                for (entry, other) in entries.iter_mut().zip(of_pivot).skip(1) {
                    *entry -= factor * other;
                }
                b[row] -= factor * b[pivot];
            }
        }
        for row in (0..self.size).rev() {
            let last = (row + self.half_width).min(self.size - 1);
            let start = self.place(row, row);
            let entries = &self.entries[start..=start + last - row];
            let known: f64 = (entries.iter().zip(&b[row..=last]).skip(1))
                .map(|(entry, x)| entry * x)
                .sum();
            b[row] = (b[row] - known) / entries[0];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five unknowns, two entries on either side of the diagonal.
    #[test]
    fn the_solution_solves() {
        let mut matrix = Banded::zeros(5, 2);
        let entry = |row: usize, column: usize| match row.abs_diff(column) {
            0 => 10.0 + row as f64,
            1 => 1.0 + 0.5 * row as f64,
            2 => 2.0 - column as f64,
            _ => 0.0,
        };
        let mut b = [0.0; 5];
        for (row, right) in b.iter_mut().enumerate() {
            for column in row.saturating_sub(2)..=(row + 2).min(4) {
                matrix.add(row, column, entry(row, column));
                // the solution is 1, 2, 3, 4, 5
                *right += entry(row, column) * (1.0 + column as f64);
            }
        }
        matrix.solve(&mut b);
        for (row, x) in b.iter().enumerate() {
            // measured: 9e-16
            assert!((x - (1.0 + row as f64)).abs() < 1e-14, "{b:?}");
        }
    }
}
