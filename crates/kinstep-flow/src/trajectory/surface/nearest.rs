//! The distance of a point from a surface.

use core::cmp::Ordering;

use nalgebra::{RealField, SVector};

/// The answer of a surface to how far a point is from it; see [`Surface::nearest`](super::Surface::nearest).
///
/// ```
/// use kinstep_flow::trajectory::{Nearest, Plane, Surface};
/// use kinstep_flow::nalgebra::Vector2;
///
/// let ceiling = Plane::new([0.0, 1.0], 3.0);
/// let Nearest::At { distance, normal, .. } = ceiling.nearest(&Vector2::new(7.0, 1.0), 5.0) else {
///     panic!("a plane knows");
/// };
/// assert_eq!((distance, normal), (2.0, -Vector2::y()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nearest<T, const D: usize> {
    /// There is no answer: a height is not a number, or the like. A flight or a body that gets there is refused.
    Unknown,
    /// All of the surface is at least this far away \[m\], which is no less than the reach, or than the
    /// [`largest_radius`](super::Surface::largest_radius) of the surface.
    Beyond(T),
    /// The nearest point.
    At {
        /// Its distance \[m\], zero or positive.
        distance: T,
        /// Unit vector from the nearest point to the point asked about, also where a surface has an outside; any normal if
        /// the distance is zero.
        normal: SVector<T, D>,
        /// The radius \[m\] of a ball about the point asked about. The part of the ball on the point's side of the tangent
        /// plane, which goes through the nearest point at right angles to the normal, is free of the surface. It is the
        /// distance if nothing is known, and the largest number outside a convex body.
        open: T,
        /// The curvature κ \[1/m\] of a sphere in place of that plane, if it is not zero: of the ball `open`, the part within the
        /// sphere of radius 1/κ that touches the nearest point on the point's side is free of the surface. A distance of 1/κ or
        /// more is [`Beyond`](Self::Beyond).
        curvature: T,
    },
}

impl<T: RealField + Copy, const D: usize> Nearest<T, D> {
    /// No point of the surface at all.
    pub(super) fn nowhere() -> Self {
        Self::Beyond(farthest())
    }

    /// A lower bound on the distance \[m\], if the surface knows one.
    fn at_least(&self) -> Option<T> {
        match *self {
            Self::Unknown => None,
            Self::Beyond(distance) | Self::At { distance, .. } => Some(distance),
        }
    }

    /// The nearer of two: the other one ends the region that is known to be free.
    pub(super) fn or_nearer(self, other: Self) -> Self {
        let (Some(one), Some(two)) = (self.at_least(), other.at_least()) else {
            return Self::Unknown;
        };
        let (near, far) = match one.partial_cmp(&two) {
            Some(Ordering::Greater) => (other, one),
            Some(_) => (self, two),
            None => return Self::Unknown, // NaN
        };
        match near {
            Self::At {
                distance,
                normal,
                open,
                curvature,
            } => Self::At {
                distance,
                normal,
                open: open.min(far),
                curvature,
            },
            bound => bound,
        }
    }
}

/// The largest finite number.
pub(super) fn farthest<T: RealField + Copy>() -> T {
    T::max_value().unwrap_or(T::one() / T::default_epsilon())
}
