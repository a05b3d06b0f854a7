//! Bounds for ground that is nowhere steeper than a known slope.

use nalgebra::{RealField, SVector};

use super::super::nearest::nearest_on_segment;
use super::super::path_arc::PathArc;

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

    /// The largest rate at which the clearance can shrink along a direction, on the side 1 (above) or -1 (below).
    pub(super) fn rate(&self, direction: &SVector<T, D>, side: T) -> T {
        let climb = self.up.dot(direction);
        self.steepest * self.horizontal(direction).norm() - climb * side
    }

    /// The point of the chord vertically below or above the corner; the nearest point if the chord is vertical.
    pub(super) fn chord_point_at_corner(&self, arc: &PathArc<T, D>) -> SVector<T, D> {
        let chord = arc.end - arc.start;
        let level = self.horizontal(&chord);
        let to_corner = self.horizontal(&(arc.corner - arc.start));
        let length_squared = level.norm_squared();
        if length_squared > T::zero() {
            let fraction = (to_corner.dot(&level) / length_squared).clamp(T::zero(), T::one());
            arc.start + chord * fraction
        } else {
            nearest_on_segment(&arc.start, &arc.end, &arc.corner)
        }
    }
}
