//! States of equations, and their changes and errors, as columns of numbers.

use alloc::vec::Vec;

use super::length::reset_all;
use super::stages::first_not_finite;

/// Coordinates, their velocities, and the numbers of the tail.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Columns {
    /// Coordinates \[m\].
    pub(crate) x: Vec<f64>,
    /// Their velocities \[m/s\].
    pub(crate) v: Vec<f64>,
    /// Numbers that have slopes instead of accelerations.
    pub(crate) z: Vec<f64>,
}

impl Clone for Columns {
    fn clone(&self) -> Self {
        let mut columns = Self::default();
        columns.clone_from(self);
        columns
    }

    /// Uses the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        self.x.clone_from(&source.x);
        self.v.clone_from(&source.v);
        self.z.clone_from(&source.z);
    }
}

impl Columns {
    /// Sets all numbers to zero, for this many coordinates and numbers of the tail.
    pub(crate) fn reset(&mut self, count: usize, tail: usize) {
        reset_all([&mut self.x, &mut self.v], count, 0.0);
        reset_all([&mut self.z], tail, 0.0);
    }

    /// Becomes the same as columns of the same lengths.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        copy(&mut self.x, &other.x);
        copy(&mut self.v, &other.v);
        copy(&mut self.z, &other.z);
    }

    /// Whether all numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        first_not_finite(&self.x)
            .or_else(|| first_not_finite(&self.v))
            .or_else(|| first_not_finite(&self.z))
            .is_none()
    }
}

fn copy(to: &mut [f64], from: &[f64]) {
    if to.len() == from.len() {
        to.copy_from_slice(from);
    }
}
