//! Regions that enclose a piece of a path.

use nalgebra::{RealField, SVector};

use super::event::Event;
use super::nearest::nearest_on_segment;
use super::surface::Ray;
use super::trajectory::Trajectory;
use crate::flow::exponentials;

/// A region in which the path between two times lies: all points within `margin` of the triangle.
///
/// Where the acceleration keeps its direction the tangents at both ends meet in the third corner, and there is no
/// margin.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Trajectory};
///
/// // does a parabola stay clear of a lamp? Its triangle says so without a search
/// let flight = Ballistics::new([0.0_f64, -9.81]).launch([0.0, 0.0], [10.0, 10.0]);
/// let arc = flight.arc(0.0, 1.0);
/// assert_eq!(arc.margin, 0.0);
/// assert!(arc.corner.y < 5.1 && arc.end.y < 5.1); // so is all of the path between
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathArc<T, const D: usize> {
    /// Where the path starts \[m\].
    pub start: SVector<T, D>,
    /// Third corner of the triangle \[m\].
    pub corner: SVector<T, D>,
    /// Where the path ends \[m\].
    pub end: SVector<T, D>,
    /// The largest distance of the path from the triangle \[m\].
    pub margin: T,
}

impl<T: RealField + Copy, const D: usize> PathArc<T, D> {
    /// The largest distance of a point of the region from the chord \[m\].
    #[must_use]
    pub fn bulge(&self) -> T {
        (self.corner - nearest_on_segment(&self.start, &self.end, &self.corner)).norm()
            + self.margin
    }

    /// The ray from start to end; none if they are the same point.
    #[must_use]
    pub fn chord(&self) -> Option<Ray<T, D>> {
        Ray::between(self.start, self.end)
    }

    /// The largest absolute coordinate, or the margin if that is larger: the scale of rounding errors \[m\].
    #[must_use]
    pub fn scale(&self) -> T {
        let one = self.start.amax().max(self.corner.amax());
        one.max(self.end.amax()).max(self.margin)
    }
}

impl<const D: usize> PathArc<f64, D> {
    /// Encloses the path between two times, by the smaller of two margins: `J h³/16` about the triangle of the parabola with
    /// the same ends and mean acceleration, or `A h²/8` about the chord. A and J bound the acceleration and the jerk.
    pub(super) fn about_parabola(flight: &impl Trajectory<D>, from: f64, to: f64) -> Self {
        let (start, end) = (flight.position(from), flight.position(to));
        let h = to - from;
        let middle = (start + end) * 0.5;
        let off_chord = flight.acceleration_bound(from, to) * h * h * 0.125;
        let off_parabola = (flight.jerk_bound(from, to)).map(|jerk| jerk * h * h * h * 0.0625);
        let (corner, margin) = match off_parabola {
            Some(margin) if margin < off_chord => {
                let turn = flight.tangent(from) - flight.tangent(to);
                (middle + turn * (h * 0.25), margin)
            }
            // a corner on the chord makes the triangle a segment
            _ => (middle, off_chord),
        };
        PathArc {
            start,
            corner,
            end,
            margin,
        }
    }

    /// Encloses a path of duration h \[s\] whose acceleration keeps its direction and decays at a rate \[1/s\]: the tangents
    /// meet where `start + v (h - β) = end - v' β` with `β = h φ₂/φ₁` at `-rate h`.
    pub(super) fn between_tangents(start: &Event<D>, end: &Event<D>, rate: f64, h: f64) -> Self {
        let [_, one, two] = exponentials(-rate * h);
        Self {
            start: start.position,
            corner: start.position + start.velocity * (h - h * two / one),
            end: end.position,
            margin: 0.0,
        }
    }
}
