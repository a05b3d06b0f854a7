//! The distance of a flight from a point: the times at which it crosses spheres, and its closest
//! approach.

use core::ops::Range;

use nalgebra::{ComplexField, SVector};

use super::super::measure::Closest;
use super::super::trajectory::Trajectory;
use super::{Crossing, Sphere};
use crate::numbers::is_finite;
use crate::search::{Curve, Look, Since, Unfinished, first_change, least};
use crate::trajectory::FlightError;

/// Distance of a flight from a sphere, `|p - c| - R` \[m\], as a function of time. It is negative
/// inside the sphere.
struct Gap<'a, F, const D: usize> {
    flight: &'a F,
    center: SVector<f64, D>,
    radius: f64,
    /// Rounding error of the states of the flight, in units of ε.
    grain: f64,
}

/// Relative width below which an interval is assumed to contain at most one extremum. The width is
/// small because there may be many extrema.
const FINE: f64 = 1e-8;

impl<F: Trajectory<D>, const D: usize> Gap<'_, F, D> {
    /// Returns the offset from the centre \[m\] and its rate of change \[m/s\].
    fn offset(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let offset = self.flight.position(time) - self.center;
        (offset, self.flight.tangent(time))
    }

    /// Returns the distance from the sphere \[m\] and its rate of change \[m/s\].
    fn value_and_rate(&self, offset: &SVector<f64, D>, tangent: &SVector<f64, D>) -> (f64, f64) {
        let distance = offset.norm();
        let along = if distance > 0.0 {
            offset.dot(tangent) / distance
        } else {
            0.0
        };
        (distance - self.radius, along)
    }
}

impl<F: Trajectory<D>, const D: usize> Curve for Gap<'_, F, D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let (offset, tangent) = self.offset(time);
        self.value_and_rate(&offset, &tangent)
    }

    /// The bounds follow from the acceleration; the motion perpendicular to the line from the
    /// centre adds at most `v²/d`.
    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let (offset, tangent) = self.offset(time);
        let (value, rate) = self.value_and_rate(&offset, &tangent);
        let far = (to - time).max(time - from);
        let pull = self.flight.acceleration_bound(from, to);
        let speed = tangent.norm();
        let fastest = speed + pull * far;
        let nearest = offset.norm() - far * (speed + 0.5 * pull * far);
        let across = if nearest > 0.0 {
            fastest * fastest / nearest
        } else {
            f64::INFINITY
        };
        // the rounding errors of the states of the flight and of the time
        let size = offset.norm() + self.center.norm() + self.radius;
        Look {
            value,
            rate,
            low: pull,
            high: pull + across,
            steep: fastest,
            terms: self.grain * (size + speed * ComplexField::abs(time)),
        }
    }

    fn fine(&self) -> f64 {
        FINE
    }
}

/// The squared distance from the centre. It is smooth even if the flight passes through the centre.
struct Square<'a, F, const D: usize>(Gap<'a, F, D>);

impl<F: Trajectory<D>, const D: usize> Curve for Square<'_, F, D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let (offset, tangent) = self.0.offset(time);
        (offset.norm_squared(), 2.0 * offset.dot(&tangent))
    }

    /// The bounds follow from the second derivative `2 (v² + (p - c)·a)`.
    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let gap = &self.0;
        let (offset, tangent) = gap.offset(time);
        let far = (to - time).max(time - from);
        let pull = gap.flight.acceleration_bound(from, to);
        let (distance, speed) = (offset.norm(), tangent.norm());
        let [slowest, fastest] = [-1.0, 1.0].map(|sign| (speed + sign * pull * far).max(0.0));
        let farthest = distance + fastest * far;
        let bulge = 2.0 * farthest * pull;
        let size = distance + gap.center.norm() + speed * ComplexField::abs(time);
        Look {
            value: distance * distance,
            rate: 2.0 * offset.dot(&tangent),
            low: (bulge - 2.0 * slowest * slowest).max(0.0),
            high: bulge + 2.0 * fastest * fastest,
            steep: 2.0 * farthest * fastest,
            terms: gap.grain * distance * size,
        }
    }

    fn fine(&self) -> f64 {
        FINE
    }
}

/// Returns the first time in an interval at which a flight crosses a sphere in this direction;
/// ascending means outward. A flight that starts on the sphere counts as on the side towards which
/// it moves. `grain` is the rounding error of the states of the flight, in units of ε.
///
/// # Errors
/// If the search was aborted.
pub fn sphere_crossing<const D: usize>(
    flight: &impl Trajectory<D>,
    sphere: &Sphere<f64, D>,
    which: Crossing,
    span: Range<f64>,
    grain: f64,
) -> Result<Option<f64>, Unfinished> {
    let gap = Gap {
        flight,
        center: sphere.center,
        radius: sphere.radius,
        grain,
    };
    let (from, to) = (span.start, span.end);
    first_change(&gap, [from, to], (to - from) / 64.0, &mut 0.0, |rises| {
        which.includes(rises)
    })
}

/// Returns the closest approach of a flight to a point in a time interval.
pub(crate) fn closest_approach<const D: usize>(
    flight: &impl Trajectory<D>,
    point: &SVector<f64, D>,
    span: Range<f64>,
) -> Result<Closest<D>, FlightError> {
    if !is_finite(point) {
        return Err(FlightError::NotFinite);
    }
    let gap = Gap {
        flight,
        center: *point,
        radius: 0.0,
        grain: 1.0,
    };
    let (square, start) = (Square(gap), span.start);
    let since = Since {
        curve: &square,
        start,
    };
    let (time, _) = least(&since, 0.0, span.end - start)
        .map_err(|unfinished| FlightError::unfinished(unfinished, span.start))?;
    let time = start + time;
    let position = flight.position(time);
    let distance = (position - point).norm();
    if !distance.is_finite() {
        return Err(FlightError::NotFinite);
    }
    Ok(Closest {
        time,
        position,
        distance,
    })
}
