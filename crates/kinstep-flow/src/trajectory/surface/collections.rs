//! The trait `Surface` for collections of surfaces, for references and for boxes.

use super::super::event::Plane;
use super::Surface;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use nalgebra::{RealField, SVector};

/// A collection acts as the nearest of its surfaces.
impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Surface<T, D> for [S] {
    fn rounding(&self, scale: T) -> T {
        let roundings = self.iter().map(|surface| surface.rounding(scale));
        roundings.fold(scale * T::default_epsilon(), |worst, one| worst.max(one))
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        Some(self.get(number)?)
    }

    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        let mut extents = self.iter().map(Surface::extent);
        let first = extents.next()?;
        extents.fold(first, |all, one| {
            let ([low, high], [lower, higher]) = (all?, one?);
            Some([low.inf(&lower), high.sup(&higher)])
        })
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let answers = self.iter().map(|surface| surface.nearest(point, reach));
        answers.fold(Nearest::nowhere(), Nearest::or_nearer)
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.iter().any(|surface| surface.is_inside(point))
    }

    fn largest_radius(&self) -> T {
        let radii = self.iter().map(Surface::largest_radius);
        radii.fold(farthest(), |least, one| least.min(one))
    }

    /// Returns a flat part of the surfaces. Of all flat parts that have this normal and that
    /// contain the foot of the point, it is the part nearest to the point.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let off = self.rounding(point.amax()) * nalgebra::convert(16.0);
        let height = |plane: &Plane<T, D>| plane.height(*point) / plane.normal.norm();
        let parts = (self.iter()).filter_map(|surface| surface.flat_part(point, normal));
        let near: T = nalgebra::convert(NEAR);
        let fits = |part: &FlatPart<T, D>| {
            let along = part.plane.normal.dot(normal) / part.plane.normal.norm();
            along > nalgebra::convert(0.999)
                && height(&part.plane).abs() <= off.max(near)
                && part.edges.iter().flatten().all(|edge| height(edge) <= off)
        };
        parts.filter(fits).reduce(|best, part| {
            let is_nearer = height(&part.plane).abs() < height(&best.plane).abs();
            if is_nearer { part } else { best }
        })
    }
}

/// Maximum distance from a plane at which a point may count as on the plane \[m\].
const NEAR: f64 = 1e-9;

/// Implements all methods of [`Surface`] by calls of the inner surface: for references, boxes,
/// vectors and arrays.
macro_rules! passes_on {
    ($self:ident: $what:ty, $surface:expr, $($parameters:tt)*) => {
        impl<T: RealField + Copy, const D: usize, $($parameters)*> Surface<T, D> for $what {

            fn rounding(&$self, scale: T) -> T {
                $surface.rounding(scale)
            }

            fn member(&$self, number: usize) -> Option<&dyn Surface<T, D>> {
                $surface.member(number)
            }

            fn members_near(
                &$self,
                from: &SVector<T, D>,
                to: &SVector<T, D>,
                each: &mut dyn FnMut(usize),
            ) {
                $surface.members_near(from, to, each);
            }

            fn extent(&$self) -> Option<[SVector<T, D>; 2]> {
                $surface.extent()
            }

            fn nearest(&$self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
                $surface.nearest(point, reach)
            }

            fn is_inside(&$self, point: &SVector<T, D>) -> bool {
                $surface.is_inside(point)
            }

            fn largest_radius(&$self) -> T {
                $surface.largest_radius()
            }

            fn plane(&$self) -> Option<Plane<T, D>> {
                $surface.plane()
            }

            fn flat_part(
                &$self,
                point: &SVector<T, D>,
                normal: &SVector<T, D>,
            ) -> Option<FlatPart<T, D>> {
                $surface.flat_part(point, normal)
            }
        }
    };
}

passes_on!(self: &S, (**self), S: Surface<T, D> + ?Sized);
passes_on!(self: Box<S>, (**self), S: Surface<T, D> + ?Sized);
passes_on!(self: Vec<S>, self.as_slice(), S: Surface<T, D>);
passes_on!(self: [S; N], self.as_slice(), S: Surface<T, D>, const N: usize);

// The distance of a point from a surface.

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
    /// The distance is unknown, for example because a height is NaN. A flight or a body at such a
    /// point is rejected.
    Unknown,
    /// Every point of the surface is at least this far away \[m\]. This distance is at least the
    /// reach, or at least the [`largest_radius`](super::Surface::largest_radius) of the surface.
    Beyond(T),
    /// The nearest point of the surface.
    At {
        /// Distance of the nearest point \[m\], zero or positive.
        distance: T,
        /// Unit vector from the nearest point to the query point, also if the query point is inside
        /// the surface. If the distance is zero, any normal of the surface.
        normal: SVector<T, D>,
        /// Radius \[m\] of a ball around the query point. The tangent plane is perpendicular to the
        /// normal and contains the nearest point. The part of the ball on the query point's side of
        /// this plane does not touch the surface. If nothing is known, the radius is equal to the
        /// distance; outside a convex body it is the maximum finite number.
        open: T,
        /// If κ is not zero, a sphere of curvature κ \[1/m\] replaces the tangent plane. The sphere
        /// of radius 1/κ touches the surface at the nearest point, on the query point's side. The
        /// part of the ball `open` inside the sphere does not touch the surface. A distance of 1/κ
        /// or more is [`Beyond`](Self::Beyond).
        curvature: T,
    },
}

impl<T: RealField + Copy, const D: usize> Nearest<T, D> {
    /// Returns the result for a surface without points.
    pub(super) fn nowhere() -> Self {
        Self::Beyond(farthest())
    }

    /// Returns a lower bound of the distance \[m\], if it is known.
    fn at_least(&self) -> Option<T> {
        match *self {
            Self::Unknown => None,
            Self::Beyond(distance) | Self::At { distance, .. } => Some(distance),
        }
    }

    /// Returns the nearer of two results. The other result limits the free region.
    fn or_nearer(self, other: Self) -> Self {
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

/// Returns the maximum finite number.
pub(super) fn farthest<T: RealField + Copy>() -> T {
    T::max_value().unwrap_or(T::one() / T::default_epsilon())
}

// The flat part of a surface near a point.

/// A part of a surface that lies in one plane. A body on it slides and rolls in closed form.
///
/// ```
/// use kinstep_flow::trajectory::{AlignedBox, FlatPart, Surface};
/// use kinstep_flow::nalgebra::Vector2;
///
/// let crate_ = AlignedBox { min: Vector2::new(0.0, 0.0), max: Vector2::new(2.0, 1.0) };
/// let top: FlatPart<f64, 2> =
///     crate_.flat_part(&Vector2::new(0.5, 1.0), &Vector2::y()).expect("it is on the top");
/// assert_eq!(top.plane.height([0.5, 1.0]), 0.0);
/// assert_eq!(top.edges.iter().flatten().count(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlatPart<T, const D: usize> {
    /// Plane of the part. Its normal points to the side of the body.
    pub plane: Plane<T, D>,
    /// Edges: the part ends where the height above one of these planes becomes positive.
    pub edges: [Option<Plane<T, D>>; MOST_EDGES],
}

/// Maximum number of edges of a flat part.
const MOST_EDGES: usize = 4;

impl<T: RealField + Copy, const D: usize> FlatPart<T, D> {
    /// Returns a flat part without edges: a whole plane.
    #[must_use]
    pub fn whole(plane: Plane<T, D>) -> Self {
        Self {
            plane,
            edges: [None; MOST_EDGES],
        }
    }

    /// Returns this part with its normal reversed if the normal points away from a direction.
    pub(crate) fn facing(mut self, normal: &nalgebra::SVector<T, D>) -> Self {
        if self.plane.normal.dot(normal) < T::zero() {
            self.plane = Plane::new(-self.plane.normal, -self.plane.distance);
        }
        self
    }
}
