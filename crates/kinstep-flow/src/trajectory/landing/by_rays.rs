//! Landings on surfaces of which only ray casts are known.

use core::ops::Range;

use nalgebra::{ComplexField, RealField, SVector};

use super::super::event::{Crossing, CrossingTimes, Plane};
use super::super::trajectory::Trajectory;
use super::{Landing, MOST_QUERIES};
use crate::numbers::is_finite;
use crate::trajectory::FlightError;

/// A line segment with a direction.
///
/// ```
/// use kinstep_flow::trajectory::Ray;
///
/// let ray = Ray::between([0.0, 0.0], [3.0, 4.0]).unwrap();
/// assert_eq!(ray.length, 5.0);
/// assert!((ray.at(2.5) - kinstep_flow::nalgebra::Vector2::new(1.5, 2.0)).norm() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray<T, const D: usize> {
    /// Start point \[m\].
    pub origin: SVector<T, D>,
    /// Unit vector from the start to the end of the ray.
    pub direction: SVector<T, D>,
    /// Length \[m\].
    pub length: T,
}

impl<T: RealField + Copy, const D: usize> Ray<T, D> {
    /// Returns the ray from one point \[m\] to another; `None` if both points are equal.
    #[must_use]
    pub fn between(from: impl Into<SVector<T, D>>, to: impl Into<SVector<T, D>>) -> Option<Self> {
        let origin = from.into();
        let offset = to.into() - origin;
        let length = offset.norm();
        (length > T::zero()).then(|| Self {
            origin,
            direction: offset / length,
            length,
        })
    }

    /// Returns the point at a distance \[m\] from the start.
    #[must_use]
    pub fn at(&self, distance: T) -> SVector<T, D> {
        self.origin + self.direction * distance
    }
}

/// The point where a ray hits a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<T, const D: usize> {
    /// Distance from the start of the ray \[m\], between zero and its length.
    pub distance: T,
    /// Normal of the surface, with any length that is not zero. It points outward if the surface
    /// has an outside, otherwise towards the start of the ray.
    pub normal: SVector<T, D>,
}

/// Returns the first landing of a flight, by rays along chords. The path differs from the chords by
/// at most `depth` \[m\]. Near a hit the chords are made shorter, each time by a factor of eight;
/// then the flight is intersected with the tangent plane.
pub(in super::super) fn first_hit<F, const D: usize>(
    flight: &F,
    mut cast: impl FnMut(&Ray<f64, D>) -> Option<Hit<f64, D>>,
    depth: f64,
    span: Range<f64>,
) -> Result<Option<Landing<D>>, FlightError>
where
    F: Trajectory<D>,
{
    let is_valid = depth > 0.0 && depth.is_finite();
    if !is_valid {
        return Err(FlightError::Depth { depth });
    }
    let end = span.end;
    let mut queries = 0;
    let mut chord = |from: f64, to: f64| {
        if queries == MOST_QUERIES {
            return Err(FlightError::Unfinished {
                steps: queries,
                time: from,
            });
        }
        queries += 1;
        let [from_point, to_point] = [from, to].map(|time| flight.position(time));
        let Some(ray) = Ray::between(from_point, to_point) else {
            return Ok(None);
        };
        let Some(hit) = cast(&ray) else {
            return Ok(None);
        };
        let slack = (ray.origin.amax() + ray.length) * f64::EPSILON * 8.0;
        let is_on_ray = hit.distance >= -slack && hit.distance <= ray.length + slack;
        let normal = hit.normal.try_normalize(0.0).filter(is_finite);
        let Some(normal) = normal.filter(|_| is_on_ray) else {
            let (time, distance, normal) = (from, hit.distance, hit.normal.norm());
            return Err(FlightError::InvalidSurface {
                time,
                distance,
                normal,
            });
        };
        let share = (hit.distance / ray.length).clamp(0.0, 1.0);
        let point = ray.at(hit.distance);
        let faces = normal.dot(&ray.direction) <= 0.0;
        let against = if faces { normal } else { -normal };
        let time = from + share * (to - from);
        Ok(Some((time, normal, Plane::through(point, against))))
    };
    let mut time = span.start;
    while time < end {
        let pull = flight.acceleration_bound(time, end);
        let mut width = ComplexField::sqrt(8.0 * depth / pull).min(end - time);
        let mut found = chord(time, time + width)?;
        let start = time;
        time += width;
        if time <= start {
            break;
        }
        let Some(mut hit) = found else { continue };
        let mut from = start;
        while let Some(nearer) = found {
            hit = nearer;
            if pull * width * width <= 8.0 * NEAR * depth {
                break;
            }
            width *= 0.125;
            // the path differs from the chord, so a shorter chord may miss; then a chord that is
            // three times as long is tried
            for reach in [0.5, 1.5] {
                from = (hit.0 - reach * width).max(start);
                found = chord(from, hit.0 + reach * width)?;
                if found.is_some() {
                    break;
                }
            }
        }
        let (about, normal, plane) = hit;
        let to = (about + 1.5 * width).min(end);
        let height = flight.height_over(&plane);
        let crossing = CrossingTimes::new(height, Crossing::Descending, from, to, 0.0).next();
        let event = flight.at(crossing.unwrap_or(about));
        return Ok(Some(Landing {
            time: event.time,
            position: event.position,
            velocity: event.velocity,
            normal,
        }));
    }
    Ok(None)
}

/// Near a hit, chords are made shorter until the path differs from them by at most this fraction of
/// the depth.
const NEAR: f64 = 1e-6;
