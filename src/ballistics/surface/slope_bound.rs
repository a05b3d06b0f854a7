//! Bounds for ground that is nowhere steeper than a known slope.

use nalgebra::{RealField, SVector};

/// The up direction and the steepest slope of some ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SlopeBound<T, const D: usize> {
    /// Unit vector.
    pub(super) up: SVector<T, D>,
    /// Largest change of height per horizontal distance \[m/m\].
    pub(super) steepest: T,
}

impl<T: RealField + Copy, const D: usize> SlopeBound<T, D> {
    pub(super) fn new(up: SVector<T, D>, steepest: T) -> Self {
        Self {
            up: up.normalize(),
            steepest: steepest.abs(),
        }
    }

    /// The horizontal part of a vector.
    pub(super) fn horizontal(&self, vector: &SVector<T, D>) -> SVector<T, D> {
        vector - self.up * self.up.dot(vector)
    }
}
