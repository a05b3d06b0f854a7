//! The distance of a point from a surface.

use core::cmp::Ordering;

use nalgebra::{RealField, SVector};

/// The answer of a surface to how far a point is from it; see [`Surface::nearest`](super::Surface::nearest).
///
/// ```
/// use kinstep::ballistics::{Nearest, Plane, Surface};
/// use kinstep::nalgebra::Vector2;
///
/// let ceiling = Plane::new([0.0, 1.0], 3.0);
/// let Nearest::At { distance, normal, .. } = ceiling.nearest(&Vector2::new(7.0, 1.0), 5.0) else {
///     panic!("a plane knows");
/// };
/// assert_eq!((distance, normal), (2.0, -Vector2::y()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nearest<T, const D: usize> {
    /// The surface cannot tell.
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

/// A ball that touches the surface at the point nearest to a point in it, and is free of the surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct TouchingBall<T, const D: usize> {
    /// The distance d of the point \[m\].
    pub(super) distance: T,
    /// Unit vector n from the nearest point to the point.
    pub(super) normal: SVector<T, D>,
    /// The inverse κ of the radius R of the ball \[1/m\]; zero for a half-space.
    pub(super) curvature: T,
}

impl<T: RealField + Copy, const D: usize> TouchingBall<T, D> {
    /// A lower bound on how much farther from the surface another point is \[m\], at an offset w \[m\]: in the distance from the
    /// sphere, `R - d - |w - (R - d) n| = (2 (1 - κ d) n·w - κ w²) / (1 - κ d + κ |w - (R - d) n|)`.
    pub(super) fn gain(&self, offset: &SVector<T, D>) -> T {
        let k = self.curvature;
        let (along, inward) = (self.normal.dot(offset), T::one() - k * self.distance);
        let risen = (along + along) * inward - k * offset.norm_squared();
        let from_center = (inward * inward - k * risen).max(T::zero()).sqrt();
        risen / (inward + from_center)
    }

    /// How far along a direction the distance from the sphere stays above a radius r \[m\], from a gap `g = d - r`: the larger root
    /// of `κ s² - 2 (1 - κ d) n·e s - g (2 - κ (d + r)) = 0`.
    pub(super) fn way_within(&self, direction: &SVector<T, D>, radius: T) -> T {
        let (d, k, two) = (self.distance, self.curvature, T::one() + T::one());
        let rising = (T::one() - k * d) * self.normal.dot(direction);
        let room = (d - radius) * (two - k * (d + radius));
        let root = (rising * rising + k * room).max(T::zero()).sqrt();
        if rising < T::zero() {
            room / (root - rising)
        } else if k > T::zero() {
            (root + rising) / k
        } else {
            farthest()
        }
    }
}

/// The largest finite number.
pub(super) fn farthest<T: RealField + Copy>() -> T {
    T::max_value().unwrap_or(T::one() / T::default_epsilon())
}
