//! Chains of segments, such as the levels of a 2-D game.

use alloc::vec::Vec;

use nalgebra::{RealField, SVector, Vector2};

use super::collections::farthest;
use super::facets::Facet;
use super::facets::{Facets, hair};
use super::{FlatPart, Nearest, Surface};
use crate::ParameterError;
use crate::numbers::from_f64;

/// Segments between successive points in 2-D, solid on the right of the direction of the chain: the
/// ground of a level, a cave, or a block of any outline.
///
/// | points | solid |
/// |---|---|
/// | an open chain, from left to right | the ground below |
/// | an open chain, from right to left | the ceiling above |
/// | a closed chain, clockwise | a block: its inside |
/// | a closed chain, counter-clockwise | a room: everything except its inside |
/// Each segment is a [`member`](Surface::member). Corners, convex or not, have no gaps: adjacent
/// segments share the bisector of their corner, and overlap by 64 rounding errors. The ends of an
/// open chain are free: a body that gets behind the chain past an end can leave through the chain.
/// Flights [land](super::super::Trajectory::landing) on both sides. The chain must not cross or
/// touch itself.
///
/// ```
/// use kinstep_flow::trajectory::Chain;
/// use kinstep::contact::Contact;
/// use kinstep::{Body2, UniformGravity, World2};
///
/// let valley = Chain::open([[-4.0, 2.0], [0.0, 0.0], [3.0, 0.0], [5.0, 4.0]])?;
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// world.add_surface(valley, Contact::new(0.3).with_friction(0.2))?;
/// let stone = world.add_body(Body2::point(1.0).at([-3.0, 3.0]))?;
/// for _ in 0..600 {
///     world.step(1.0 / 60.0)?;
/// }
/// // it came to rest at the bottom
/// assert!(world[stone].position.y.abs() < 1e-12 && world[stone].velocity.norm() == 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::saved::SavedNumber + Copy",
        try_from = "ChainData<T>",
        into = "ChainData<T>"
    )
)]
#[doc(alias("polyline", "edge", "segment", "polygon", "level"))]
pub struct Chain<T> {
    points: Vec<Vector2<T>>,
    is_closed: bool,
    facets: Facets<T, 2>,
}

impl<T: RealField + Copy> Chain<T> {
    /// Returns the chain from the first point \[m\] to the last. Two points give a single segment.
    ///
    /// # Errors
    /// If there are fewer than two points, a coordinate is not finite, a segment is not longer than rounding, or the chain reverses its
    /// direction at a point.
    pub fn open<P: Into<Vector2<T>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ParameterError<T>> {
        Self::through(points.into_iter().map(Into::into).collect(), false)
    }

    /// Returns the chain whose last point \[m\] is joined to its first.
    ///
    /// ```
    /// use kinstep_flow::trajectory::{Chain, Surface};
    ///
    /// // a ramp on the ground, clockwise
    /// let ramp = Chain::closed([[0.0, 0.0], [2.0, 1.0], [2.0, 0.0]])?;
    /// assert!(ramp.is_inside(&[1.0, 0.2].into()) && !ramp.is_inside(&[1.0, 0.6].into()));
    /// # Ok::<(), kinstep_flow::ParameterError<f64>>(())
    /// ```
    ///
    /// # Errors
    /// If there are fewer than three points, a coordinate is not finite, a segment is not longer than rounding, or the chain reverses its
    /// direction at a point.
    pub fn closed<P: Into<Vector2<T>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ParameterError<T>> {
        Self::through(points.into_iter().map(Into::into).collect(), true)
    }

    /// Returns the points of the chain \[m\].
    #[must_use]
    pub fn points(&self) -> &[Vector2<T>] {
        &self.points
    }

    /// Whether the last point is joined to the first.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn through(points: Vec<Vector2<T>>, is_closed: bool) -> Result<Self, ParameterError<T>> {
        let least = if is_closed { 3 } else { 2 };
        if points.len() < least {
            return Err(ParameterError {
                parameter: "the number of points of a chain",
                value: from_f64(points.len() as f64),
                requirement: "at least two, and three in a closed chain",
            });
        }
        for point in &points {
            ParameterError::unless_all_finite("a coordinate of a chain", point)?;
        }
        let least = hair(size_of(&points)) * from_f64(2.0);
        for (start, end) in segments(&points, is_closed) {
            let length = (end - start).norm();
            let is_long = length.is_finite() && length > least;
            if !is_long {
                return Err(ParameterError {
                    parameter: "the length of a segment of a chain",
                    value: length,
                    requirement: "finite, and more than 128 roundings of the largest coordinate",
                });
            }
        }
        let normals = normals(&points, is_closed);
        let next = normals.iter().cycle().skip(1);
        let corners = normals.len() - usize::from(!is_closed);
        for (one, other) in normals.iter().zip(next).take(corners) {
            let size = (one + other).norm();
            let turns_back = size < T::default_epsilon().sqrt();
            if turns_back {
                return Err(ParameterError {
                    parameter: "the sum of the directions of two segments of a chain",
                    value: size,
                    requirement: "more than the root of ε: the chain must not turn back on itself",
                });
            }
        }
        Ok(Self::of(points, is_closed))
    }

    /// Returns the chain through points that are valid.
    fn of(points: Vec<Vector2<T>>, is_closed: bool) -> Self {
        let size = size_of(&points);
        let normals = normals(&points, is_closed);
        let count = normals.len();
        // along the bisector between a segment and the next one; at an end of the chain
        // perpendicular to the segment
        let bisector = |index: usize| {
            let is_last = !is_closed && index + 1 == count;
            let other = if is_last { index } else { (index + 1) % count };
            normals[index] + normals[other]
        };
        let mut list: Vec<_> = segments(&points, is_closed)
            .enumerate()
            .map(|(index, (start, end))| {
                // the wall opposite the start of a segment passes through the end of the segment
                let back = |corner: usize| match (corner, index) {
                    (0, _) => bisector(index),
                    (_, 0) if !is_closed => normals[0],
                    _ => bisector((index + count - 1) % count),
                };
                Facet::new([start, end], normals[index], back, hair(size))
            })
            .collect();
        let depths: Vec<_> = (0..count)
            .map(|index| {
                let others = (list.iter().enumerate()).filter(|(other, _)| {
                    let apart = other.abs_diff(index);
                    apart > 1 && !(is_closed && apart == count - 1)
                });
                let depths = others.filter_map(|(_, other)| depth_of(other, &list[index]));
                // uses half the distance to the segments behind the face
                let half: T = from_f64(0.5);
                depths.fold(farthest(), |least: T, depth| least.min(depth * half))
            })
            .collect();
        for (facet, depth) in list.iter_mut().zip(depths) {
            facet.depth = depth;
        }
        Self {
            facets: Facets::new(list, size),
            points,
            is_closed,
        }
    }
}

/// Returns the maximum absolute coordinate \[m\].
fn size_of<T: RealField + Copy>(points: &[Vector2<T>]) -> T {
    (points.iter()).fold(T::zero(), |size, point| size.max(point.amax()))
}

/// Returns start and end of each segment \[m\].
fn segments<T: RealField + Copy>(
    points: &[Vector2<T>],
    is_closed: bool,
) -> impl Iterator<Item = (Vector2<T>, Vector2<T>)> {
    let ends = points.iter().cycle().skip(1);
    let count = points.len() - usize::from(!is_closed);
    points.iter().copied().zip(ends.copied()).take(count)
}

/// Returns the unit normal of each segment, to the left of its direction.
fn normals<T: RealField + Copy>(points: &[Vector2<T>], is_closed: bool) -> Vec<Vector2<T>> {
    let normal = |(start, end): (Vector2<T>, Vector2<T>)| {
        let way: Vector2<T> = (end - start).normalize();
        Vector2::new(-way.y, way.x)
    };
    segments(points, is_closed).map(normal).collect()
}

/// Returns the minimum depth of a segment behind the face of another one, between the walls of this
/// face; `None` if the segment is elsewhere.
fn depth_of<T: RealField + Copy>(segment: &Facet<T, 2>, face: &Facet<T, 2>) -> Option<T> {
    let [start, end] = segment.corners;
    let (mut first, mut last) = (T::zero(), T::one());
    // clips the segment to the part where a height, given at both ends, is at most zero
    let mut clip = |from: T, to: T| {
        if from > T::zero() && to > T::zero() {
            last = -T::one();
        } else if from > T::zero() {
            first = first.max(from / (from - to));
        } else if to > T::zero() {
            last = last.min(from / (from - to));
        }
    };
    for wall in 0..2 {
        clip(face.beyond_wall(wall, &start), face.beyond_wall(wall, &end));
    }
    let depths = [start, end].map(|end| -face.height(&end));
    clip(-depths[0], -depths[1]);
    let depth_at = |fraction: T| depths[0] + (depths[1] - depths[0]) * fraction;
    (first <= last).then(|| depth_at(first).min(depth_at(last)).max(T::zero()))
}

/// The form of a chain that is serialised.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "T: crate::saved::SavedNumber")]
struct ChainData<T> {
    points: Vec<Vector2<T>>,
    is_closed: bool,
}

#[cfg(feature = "serde")]
impl<T> From<Chain<T>> for ChainData<T> {
    fn from(chain: Chain<T>) -> Self {
        let Chain {
            points, is_closed, ..
        } = chain;
        Self { points, is_closed }
    }
}

#[cfg(feature = "serde")]
impl<T: RealField + Copy> TryFrom<ChainData<T>> for Chain<T> {
    type Error = ParameterError<T>;

    fn try_from(data: ChainData<T>) -> Result<Self, ParameterError<T>> {
        Self::through(data.points, data.is_closed)
    }
}

impl<T: RealField + Copy> Surface<T, 2> for Chain<T> {
    fn rounding(&self, scale: T) -> T {
        self.facets.rounding(scale)
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, 2>> {
        self.facets.member(number)
    }

    fn members_near(&self, from: &SVector<T, 2>, to: &SVector<T, 2>, each: &mut dyn FnMut(usize)) {
        self.facets.near(from, to, each);
    }

    fn nearest(&self, point: &SVector<T, 2>, reach: T) -> Nearest<T, 2> {
        self.facets.nearest(point, reach)
    }

    /// Whether a point is on the solid side of the nearest segment or, at a corner, of the bisector
    /// of the corner. An open chain has no inside beyond its ends.
    fn is_inside(&self, point: &SVector<T, 2>) -> bool {
        let Some((facet, foot)) = self.facets.foot(point, farthest()) else {
            return false;
        };
        if foot.is_on_face {
            return facet.height(point) < T::zero();
        }
        let is_start = foot.point == facet.corners[0];
        let end = if is_start {
            self.points.first()
        } else {
            self.points.last()
        };
        let is_end = !self.is_closed && end == Some(&foot.point);
        let out = facet.along_wall(usize::from(is_start));
        !is_end && foot.normal.dot(&out) < T::zero()
    }

    fn flat_part(&self, point: &SVector<T, 2>, normal: &SVector<T, 2>) -> Option<FlatPart<T, 2>> {
        self.facets.flat_part(point, normal)
    }
}
