//! Surfaces for round bodies: the points at a distance from a surface.

use core::ops::ControlFlow;

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::super::path_arc::PathArc;
use super::nearest::TouchingBall;
use super::triangle::{halves, longest_side_first, middle};
use super::{FlatPart, Hit, Nearest, Ray, Surface};
use crate::numbers::{decimals, from_f64};

/// The offset surface: all points at a distance r from a surface. The centre of a round body of radius r is on it while the
/// body touches the surface.
///
/// Around the edges and corners of a box it is round. It is a shell on both sides of the surface, so a body that starts
/// closer than r meets it on the way out. The normal points from the surface to the centre, on both sides.
///
/// | surface | its offset surface |
/// |---|---|
/// | [`Plane`], [`AlignedBox`](super::super::AlignedBox), [`Sphere`](super::super::Sphere), [`Chain`](super::Chain), [`Heightfield`](super::Heightfield), collections of them | exact, never passed through |
/// | shapes of parry (feature `parry`) | to rounding of `f32`, never passed through |
/// | [`Terrain`](super::Terrain) [with a curvature](super::Terrain::with_curvature) | never passed through, if that is right |
/// | all that implement [`nearest`](Surface::nearest) | as exact as that |
/// | [`Rays`](super::Rays), [`Terrain`](super::Terrain) without a curvature | none, [`OffsetError::Unknown`]: rays tell no distances, and a slope bounds the distance but does not give it |
///
/// ```
/// use kinstep::ballistics::{AlignedBox, Ballistics, Offset, Trajectory};
/// use kinstep::nalgebra::Vector2;
///
/// // a ball of radius 0.1 m rolls off a table and hits a crate
/// let crate_ = AlignedBox { min: Vector2::new(1.0, 0.0), max: Vector2::new(2.0, 0.5) };
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 0.8], [4.0, 0.0]);
/// let landing =
///     flight.landing(&Offset::new(&crate_, 0.1)?, 0.0..1.0)?.expect("the crate is in the way");
/// // at the edge, with its centre 0.1 m away
/// let arm: Vector2<f64> = landing.position - Vector2::new(1.0, 0.5);
/// assert!((arm.norm() - 0.1).abs() < 1e-14);
/// assert!((landing.normal - arm / 0.1).norm() < 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[doc(alias("sphere cast", "shape cast", "ball"))]
pub struct Offset<S, T> {
    surface: S,
    radius: T,
}

/// Why a surface has no offset surface.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OffsetError<T> {
    /// The radius is negative, NaN or infinite.
    #[error("a radius of {radius:.a$} m", a = decimals(radius))]
    Radius {
        /// The radius \[m\].
        radius: T,
    },
    /// The surface cannot tell how far a point is from it: see [`Surface::nearest`].
    #[error(
        "the surface cannot tell how far a point is from it; a `Terrain` can if it is given `with_curvature`"
    )]
    Unknown,
    /// The radius is too large for how the surface curves: see [`Surface::largest_radius`].
    #[error(
        "a radius of {radius:.a$} m; as the surface curves it must be less than {limit:.b$} m",
        a = decimals(radius), b = decimals(limit)
    )]
    TooLarge {
        /// The radius \[m\].
        radius: T,
        /// What it must be less than \[m\].
        limit: T,
    },
}

impl<S, T: RealField + Copy> Offset<S, T> {
    /// The points at a distance of `radius` \[m\] from a surface; the surface itself if that is zero.
    ///
    /// # Errors
    /// If the radius is negative or not finite; if it is not zero, and not less than the
    /// [`largest_radius`](Surface::largest_radius) of the surface, or the surface answers [`Nearest::Unknown`] at the origin. Such
    /// an answer elsewhere becomes a [`LandingError`](super::super::LandingError).
    pub fn new<const D: usize>(surface: S, radius: T) -> Result<Self, OffsetError<T>>
    where
        S: Surface<T, D>,
    {
        if !(radius.is_finite() && radius >= T::zero()) {
            return Err(OffsetError::Radius { radius });
        }
        if radius == T::zero() {
            return Ok(Self { surface, radius });
        }
        if surface.nearest(&SVector::zeros(), radius) == Nearest::Unknown {
            return Err(OffsetError::Unknown);
        }
        let limit = surface.largest_radius();
        let is_less = radius < limit;
        if !is_less {
            return Err(OffsetError::TooLarge { radius, limit });
        }
        Ok(Self { surface, radius })
    }

    /// The distance between surface and offset surface \[m\].
    #[must_use]
    pub fn radius(&self) -> T {
        self.radius
    }
}

/// Most steps of a cast before they grow beyond what is proven.
const MAX_STEPS: usize = 1024;

/// How often a triangle is halved before it counts as not clear.
const MAX_HALVINGS: usize = 10;

impl<T, const D: usize, S> Surface<T, D> for Offset<S, T>
where
    T: RealField + Copy,
    S: Surface<T, D>,
{
    /// Sphere tracing: the distance from the surface changes at most as fast as the ray is long. Along the open part of a
    /// ball a step goes as far as the plane at a distance r from the tangent plane, which on a flat surface is the hit.
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        if self.radius == T::zero() {
            return self.surface.cast(ray);
        }
        let mut walk = Walk {
            distance: T::zero(),
            side: None,
            least: T::zero(),
        };
        // 64 doublings take any step beyond the end
        for steps in 0..2 * MAX_STEPS {
            if steps >= MAX_STEPS && steps % 16 == 0 {
                let rounding = ray.length * T::default_epsilon();
                walk.least = walk.least.max(rounding) * from_f64(2.0);
            }
            match self.advance(ray, &mut walk) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(hit) => return hit,
            }
        }
        None
    }

    /// Clear if the surface itself is clear of the region widened by r; else the triangle is divided until each piece is
    /// proven clear by the distance of one point of it.
    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        if self.radius == T::zero() {
            return self.surface.is_clear(arc);
        }
        let slack = self.slack(arc.scale());
        let wide = PathArc {
            margin: arc.margin + self.radius + slack,
            ..*arc
        };
        // within the chord error chords decide, which have no width
        if wide.margin > self.surface.chord_error() && self.surface.is_clear(&wide) {
            return true;
        }
        let corners = [arc.start, arc.corner, arc.end];
        misses(
            &self.surface,
            self.radius,
            &corners,
            arc.margin + slack,
            MAX_HALVINGS,
        )
    }

    fn chord_error(&self) -> T {
        self.surface.chord_error()
    }

    fn rounding(&self, scale: T) -> T {
        self.surface.rounding(scale + self.radius)
    }

    /// Of a surface of radius zero only: any other has a side on either side of the surface.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        if self.radius == T::zero() {
            return self.surface.nearest(point, reach);
        }
        Nearest::Unknown
    }

    /// None unless the radius is zero: there is one on either side.
    fn plane(&self) -> Option<Plane<T, D>> {
        (self.surface.plane()).filter(|_| self.radius == T::zero())
    }

    /// That of the surface, shifted by r to the side of the normal.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        if self.radius == T::zero() {
            return self.surface.flat_part(point, normal);
        }
        let foot = point - normal.try_normalize(T::zero())? * self.radius;
        let mut part = self.surface.flat_part(&foot, normal)?;
        part.plane.distance += self.radius * part.plane.normal.norm();
        Some(part)
    }
}

/// The state of a cast.
struct Walk<T> {
    /// The distance from the start of the ray up to which nothing is hit \[m\].
    distance: T,
    /// Whether the ray started farther away than r (1) or closer (-1); none before the first step.
    side: Option<T>,
    /// The least step \[m\].
    least: T,
}

impl<S, T: RealField + Copy> Offset<S, T> {
    /// One step of a cast: the hit or the end of the ray, or a step on.
    fn advance<const D: usize>(
        &self,
        ray: &Ray<T, D>,
        walk: &mut Walk<T>,
    ) -> ControlFlow<Option<Hit<T, D>>>
    where
        S: Surface<T, D>,
    {
        let rest = ray.length - walk.distance;
        let (point, radius) = (ray.at(walk.distance), self.radius);
        let slack = self.rounding(point.amax() + walk.distance);
        let step = match self.surface.nearest(&point, radius + rest) {
            Nearest::Beyond(distance) if distance >= radius => distance - radius,
            // not even a bound, or none that is as far as the reach
            Nearest::Unknown | Nearest::Beyond(_) => return ControlFlow::Break(Some(invalid())),
            Nearest::At {
                distance,
                normal,
                open,
                curvature,
            } => {
                let gap = distance - radius;
                let start = if gap >= -slack { T::one() } else { -T::one() };
                let side = *walk.side.get_or_insert(start);
                let rate = normal.dot(&ray.direction);
                if !(gap.is_finite() && rate.is_finite()) {
                    return ControlFlow::Break(Some(invalid()));
                }
                // a ray that stays within rounding to its end hits, too
                if gap * side <= slack && rate * side * rest <= slack {
                    let distance = walk.distance;
                    return ControlFlow::Break(Some(Hit { distance, normal }));
                }
                let free = TouchingBall {
                    distance,
                    normal,
                    curvature,
                };
                let within = free.way_within(&ray.direction, radius);
                let along = within.min(open - radius);
                if side > T::zero() {
                    gap.max(along)
                } else {
                    gap.abs()
                }
            }
        };
        walk.least = walk.least.max(slack);
        let next = walk.distance + step.max(walk.least);
        if walk.distance >= ray.length || !next.is_finite() {
            return ControlFlow::Break(None);
        }
        // the end of the ray is tested, too
        walk.distance = next.min(ray.length);
        ControlFlow::Continue(())
    }

    /// The rounding error of distances where coordinates are of the size of `scale` \[m\].
    fn slack<const D: usize>(&self, scale: T) -> T
    where
        S: Surface<T, D>,
    {
        self.surface.rounding(scale + self.radius) * from_f64(4.0)
    }
}

/// Whether a surface is clear of an arc, by its distance from points of the arc's triangle.
pub(super) fn is_clear_by_distance<S, T, const D: usize>(surface: &S, arc: &PathArc<T, D>) -> bool
where
    T: RealField + Copy,
    S: Surface<T, D>,
{
    let slack = surface.rounding(arc.scale()) * from_f64(4.0);
    let corners = [arc.start, arc.corner, arc.end];
    misses(
        surface,
        T::zero(),
        &corners,
        arc.margin + slack,
        MAX_HALVINGS,
    )
}

/// Whether no point within `reach` of a triangle is at a distance `radius` from a surface; `false` if `halvings` do not suffice to
/// prove it.
fn misses<S, T, const D: usize>(
    surface: &S,
    radius: T,
    triangle: &[SVector<T, D>; 3],
    reach: T,
    halvings: usize,
) -> bool
where
    T: RealField + Copy,
    S: Surface<T, D>,
{
    let [a, b, _] = longest_side_first(triangle);
    let center = middle(&a, &b);
    let to_corners = triangle.map(|corner| corner - center);
    let extent = (to_corners.iter()).fold(reach, |most, way| most.max(way.norm() + reach));
    let whole = radius + extent;
    match surface.nearest(&center, whole) {
        Nearest::Unknown => return false,
        Nearest::Beyond(distance) if distance > whole => return true,
        Nearest::Beyond(_) => {}
        Nearest::At {
            distance,
            normal,
            open,
            curvature,
        } => {
            let gap = distance - radius;
            let free = TouchingBall {
                distance,
                normal,
                curvature,
            };
            // the ball is convex: what holds at the corners holds between them
            let lowest = (to_corners.iter()).fold(gap, |low, way| low.min(gap + free.gain(way)));
            if gap.abs() > extent || (open > whole && lowest > reach) {
                return true;
            }
            // the centre is too close, and NaN is never clear; along a curve the path is divided, whose bends shrink faster
            if !(gap.abs() > reach && lowest.is_finite()) || curvature > T::zero() {
                return false;
            }
        }
    }
    let mut halves = halves(triangle).into_iter();
    halvings > 0 && halves.all(|half| misses(surface, radius, &half, reach, halvings - 1))
}

/// A hit that no ray has, for an answer that is none: the caller reports it.
pub(super) fn invalid<T: RealField + Copy, const D: usize>() -> Hit<T, D> {
    Hit {
        distance: T::zero() / T::zero(),
        normal: SVector::zeros(),
    }
}
