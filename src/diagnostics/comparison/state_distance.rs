//! The distance between two states of a world.

use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::to_f64;
use crate::space::Real;

/// The distance between two states of a world: the maxima over all bodies, separately for positions and orientations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StateDistance {
    /// Distance of the centres of mass \[m\].
    pub(super) position: f64,
    /// The angle of the rotation from one orientation to the other \[rad\]; zero for points.
    pub(super) orientation: f64,
}

impl StateDistance {
    pub(super) fn zero() -> Self {
        Self {
            position: 0.0,
            orientation: 0.0,
        }
    }

    /// The distance between two states of the same bodies.
    pub(super) fn between<T: Real<D>, const D: usize>(
        some: &[Body<T, D>],
        others: &[Body<T, D>],
    ) -> Self {
        some.iter()
            .zip(others)
            .fold(Self::zero(), |largest, (one, other)| {
                let orientation = if one.is_point() {
                    0.0
                } else {
                    rotation::angle_between(one, other)
                };
                largest.max(Self {
                    position: to_f64((one.position - other.position).norm()),
                    orientation,
                })
            })
    }

    /// Returns the larger position distance and the larger orientation distance.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            position: self.position.max(other.position),
            orientation: self.orientation.max(other.orientation),
        }
    }
}
