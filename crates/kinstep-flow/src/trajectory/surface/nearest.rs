//! The distance of a point from a surface.

use core::cmp::Ordering;

use nalgebra::{RealField, SVector};

/// Distance of a point from a surface; see [`Surface::nearest`](super::Surface::nearest).
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
    /// There is no result, for example because a height is NaN. A flight or a body at such a point is rejected.
    Unknown,
    /// All of the surface is at least this far away \[m\]. This distance is at least the reach or the
    /// [`largest_radius`](super::Surface::largest_radius) of the surface.
    Beyond(T),
    /// Nearest point of the surface.
    At {
        /// Distance of the nearest point \[m\], zero or positive.
        distance: T,
        /// Unit vector from the nearest point to the query point, also if the surface has an outside; any normal if the distance is zero.
        normal: SVector<T, D>,
        /// Radius \[m\] of a ball around the query point. The tangent plane goes through the nearest point, perpendicular to the normal.
        /// The part of the ball on the query point's side of this plane is free of the surface. If nothing is known, the radius is the
        /// distance; outside a convex body it is the largest number.
        open: T,
        /// Curvature κ \[1/m\] of a sphere that replaces this plane, if κ is not zero. The sphere of radius 1/κ touches the nearest point
        /// on the query point's side; the part of the ball `open` inside the sphere is free of the surface. A distance of 1/κ or more is
        /// [`Beyond`](Self::Beyond).
        curvature: T,
    },
}

impl<T: RealField + Copy, const D: usize> Nearest<T, D> {
    /// Result for a surface without any point.
    pub(super) fn nowhere() -> Self {
        Self::Beyond(farthest())
    }

    /// Lower bound on the distance \[m\], if the surface returned one.
    fn at_least(&self) -> Option<T> {
        match *self {
            Self::Unknown => None,
            Self::Beyond(distance) | Self::At { distance, .. } => Some(distance),
        }
    }

    /// The nearer of two results; the other limits the free region.
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

/// Largest finite number.
pub(super) fn farthest<T: RealField + Copy>() -> T {
    T::max_value().unwrap_or(T::one() / T::default_epsilon())
}
