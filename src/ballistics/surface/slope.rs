//! What is known of ground that is nowhere steeper than a slope.

use nalgebra::{RealField, SVector};

use super::super::arc::Arc;
use super::super::nearest::nearest_on_segment;

/// Which way is up, and how much a height can change over a horizontal distance \[m/m\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slope<T, const D: usize> {
    /// Of length 1.
    pub(super) up: SVector<T, D>,
    pub(super) steepest: T,
}

impl<T: RealField + Copy, const D: usize> Slope<T, D> {
    pub(super) fn new(up: SVector<T, D>, steepest: T) -> Self {
        Self {
            up: up.normalize(),
            steepest: steepest.abs(),
        }
    }

    /// The part of a vector that is not along `up`.
    pub(super) fn horizontal(&self, vector: &SVector<T, D>) -> SVector<T, D> {
        vector - self.up * self.up.dot(vector)
    }

    /// How fast the clearance on a side, 1 above and -1 below, can shrink along a direction.
    pub(super) fn rate(&self, direction: &SVector<T, D>, side: T) -> T {
        let climb = self.up.dot(direction);
        self.steepest * self.horizontal(direction).norm() - climb * side
    }

    /// The point of the chord that is over or under the corner, if there is one.
    pub(super) fn below_corner(&self, arc: &Arc<T, D>) -> SVector<T, D> {
        let chord = arc.end - arc.start;
        let (level, way) = (
            self.horizontal(&chord),
            self.horizontal(&(arc.corner - arc.start)),
        );
        let length = level.norm_squared();
        if length > T::zero() {
            let share = (way.dot(&level) / length).clamp(T::zero(), T::one());
            arc.start + chord * share
        } else {
            nearest_on_segment(&arc.start, &arc.end, &arc.corner)
        }
    }
}
