//! How far two states of a world are apart.

use nalgebra::{ComplexField, RealField};

use crate::body::Body;
use crate::space::{Real, widen};

/// How far two states of a world are apart, each of the body for which it is largest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Apart {
    /// Distance of the centres of mass \[m\].
    pub(super) position: f64,
    /// The angle of the rotation from one orientation to the other \[rad\]; zero for points.
    pub(super) orientation: f64,
}

impl Apart {
    pub(super) fn nowhere() -> Self {
        Self {
            position: 0.0,
            orientation: 0.0,
        }
    }

    /// Of one state from the other.
    pub(super) fn of<T: Real<D>, const D: usize>(
        some: &[Body<T, D>],
        others: &[Body<T, D>],
    ) -> Self {
        some.iter()
            .zip(others)
            .fold(Self::nowhere(), |largest, (one, other)| {
                let orientation = if one.is_point() {
                    0.0
                } else {
                    angle_between(one, other)
                };
                largest.or_more(Self {
                    position: widen((one.position - other.position).norm()),
                    orientation,
                })
            })
    }

    /// The larger of each.
    pub(super) fn or_more(self, other: Self) -> Self {
        Self {
            position: self.position.max(other.position),
            orientation: self.orientation.max(other.orientation),
        }
    }
}

/// The angle \[rad\] by which one body has to be turned to lie as the other does; in the plane with whole
/// turns counted.
///
/// Unit quaternions at an angle φ are `2 sin(φ/2)` apart and their sum is `2 cos(φ/2)` long; the
/// rotation between them is by 2φ, and q is the same orientation as -q.
fn angle_between<T: Real<D>, const D: usize>(one: &Body<T, D>, other: &Body<T, D>) -> f64 {
    let [one, other] =
        [one, other].map(|body| T::orientation_numbers(&body.orientation()).map(widen));
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
