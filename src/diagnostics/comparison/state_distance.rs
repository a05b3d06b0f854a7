//! The distance between two states of a world.

use nalgebra::{ComplexField, RealField};

use crate::body::Body;
use crate::numbers::to_f64;
use crate::space::Real;

/// The distance between two states of a world: the maximum over all bodies, of positions and orientations each.
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
                    angle_between(one, other)
                };
                largest.max(Self {
                    position: to_f64((one.position - other.position).norm()),
                    orientation,
                })
            })
    }

    /// The larger number of each.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            position: self.position.max(other.position),
            orientation: self.orientation.max(other.orientation),
        }
    }
}

/// The angle of the rotation between the orientations of two bodies \[rad\]; in the plane with whole turns counted.
///
/// For unit quaternions at an angle φ, `|p - q| = 2 sin(φ/2)` and `|p + q| = 2 cos(φ/2)`; the rotation between them has the
/// angle 2φ, and q and -q are the same orientation.
fn angle_between<T: Real<D>, const D: usize>(one: &Body<T, D>, other: &Body<T, D>) -> f64 {
    let [one, other] =
        [one, other].map(|body| T::orientation_numbers(&body.orientation()).map(to_f64));
    let length = |sign: f64| -> f64 {
        let squares = (one.iter().zip(other)).map(|(a, b)| (a + sign * b) * (a + sign * b));
        ComplexField::sqrt(squares.sum::<f64>())
    };
    let (difference, sum) = (length(-1.0), length(1.0));
    if D == 2 {
        return difference;
    }
    4.0 * RealField::atan2(difference.min(sum), difference.max(sum))
}
