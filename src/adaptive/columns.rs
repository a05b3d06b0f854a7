//! States of equations, and their changes and errors, as columns of numbers.

use alloc::vec::Vec;

/// Coordinates, their velocities, and the numbers of the tail.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Columns {
    /// Coordinates \[m\].
    pub(crate) x: Vec<f64>,
    /// Their velocities \[m/s\].
    pub(crate) v: Vec<f64>,
    /// Numbers that have slopes instead of accelerations.
    pub(crate) z: Vec<f64>,
}

impl Columns {
    /// Sets all numbers to zero, for this many coordinates and numbers of the tail.
    pub(crate) fn reset(&mut self, count: usize, tail: usize) {
        for (column, length) in [
            (&mut self.x, count),
            (&mut self.v, count),
            (&mut self.z, tail),
        ] {
            column.clear();
            column.resize(length, 0.0);
        }
    }
}
