//! The distance of a flight from a point: spheres that are crossed, and the closest approach.

use core::ops::Range;

use nalgebra::{ComplexField, RealField, SVector};

use super::super::measure::Closest;
use super::super::trajectory::Trajectory;
use super::{Crossing, SpanError, Sphere};
use crate::numbers::{from_f64, is_finite, to_f64};
use crate::search::{Curve, Look, Since, Unfinished, first_change, least};

/// How far a flight is from a sphere about a point as a function of time, `|p - c| - R` \[m\], negative inside.
struct Gap<'a, F, T, const D: usize> {
    flight: &'a F,
    center: SVector<T, D>,
    radius: f64,
}

/// Intervals this short, relative to the time since the start, hold one extremum at most: flights may turn many times in a span.
const FINE: f64 = 1e-8;

impl<F: Trajectory<T, D>, T: RealField + Copy, const D: usize> Gap<'_, F, T, D> {
    /// Offset from the centre \[m\], and its rate.
    fn offset(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let time = from_f64(time);
        let offset = self.flight.position(time) - self.center;
        (offset.map(to_f64), self.flight.tangent(time).map(to_f64))
    }

    /// Its value and rate.
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

impl<F: Trajectory<T, D>, T: RealField + Copy, const D: usize> Curve for Gap<'_, F, T, D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let (offset, tangent) = self.offset(time);
        self.value_and_rate(&offset, &tangent)
    }

    /// Along the direction of one time the distance changes with the acceleration alone; across it at most by `v²/d` more.
    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let (offset, tangent) = self.offset(time);
        let (value, rate) = self.value_and_rate(&offset, &tangent);
        let far = (to - time).max(time - from);
        let pull = to_f64(self.flight.acceleration_bound(from_f64(from), from_f64(to)));
        let speed = tangent.norm();
        let fastest = speed + pull * far;
        let nearest = offset.norm() - far * (speed + 0.5 * pull * far);
        let across = if nearest > 0.0 {
            fastest * fastest / nearest
        } else {
            f64::INFINITY
        };
        // rounding of the number type of the flight, and of time
        let grain = to_f64(T::default_epsilon()) / f64::EPSILON;
        let size = offset.norm() + to_f64(self.center.norm()) + self.radius;
        Look {
            value,
            rate,
            low: pull,
            high: pull + across,
            steep: fastest,
            terms: grain * (size + speed * ComplexField::abs(time)),
        }
    }

    fn fine(&self) -> f64 {
        FINE
    }
}

/// The square of the distance from the centre: smooth where a flight passes through it.
struct Square<'a, F, T, const D: usize>(Gap<'a, F, T, D>);

impl<F: Trajectory<T, D>, T: RealField + Copy, const D: usize> Curve for Square<'_, F, T, D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let (offset, tangent) = self.0.offset(time);
        (offset.norm_squared(), 2.0 * offset.dot(&tangent))
    }

    /// Its second derivative is `2 (v² + (p - c)·a)`.
    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let gap = &self.0;
        let (offset, tangent) = gap.offset(time);
        let far = (to - time).max(time - from);
        let pull = to_f64(gap.flight.acceleration_bound(from_f64(from), from_f64(to)));
        let (distance, speed) = (offset.norm(), tangent.norm());
        let [slowest, fastest] = [-1.0, 1.0].map(|sign| (speed + sign * pull * far).max(0.0));
        let farthest = distance + fastest * far;
        let bulge = 2.0 * farthest * pull;
        let grain = to_f64(T::default_epsilon()) / f64::EPSILON;
        let size = distance + to_f64(gap.center.norm()) + speed * ComplexField::abs(time);
        Look {
            value: distance * distance,
            rate: 2.0 * offset.dot(&tangent),
            low: (bulge - 2.0 * slowest * slowest).max(0.0),
            high: bulge + 2.0 * fastest * fastest,
            steep: 2.0 * farthest * fastest,
            terms: grain * distance * size,
        }
    }

    fn fine(&self) -> f64 {
        FINE
    }
}

/// The first time in a span at which a flight crosses a sphere in this direction, ascending being outward. A flight that starts on the
/// sphere counts as on the side to which it moves.
pub(crate) fn sphere_crossing<T: RealField + Copy, const D: usize>(
    flight: &impl Trajectory<T, D>,
    sphere: &Sphere<T, D>,
    which: Crossing,
    span: Range<f64>,
) -> Result<Option<f64>, Unfinished> {
    let gap = Gap {
        flight,
        center: sphere.center,
        radius: to_f64(sphere.radius),
    };
    let (from, to) = (span.start, span.end);
    first_change(&gap, [from, to], (to - from) / 64.0, &mut 0.0, |rises| {
        which.includes(rises)
    })
}

/// The closest approach of a flight to a point in a span.
pub(crate) fn closest_approach<T: RealField + Copy, const D: usize>(
    flight: &impl Trajectory<T, D>,
    point: &SVector<T, D>,
    span: Range<T>,
) -> Result<Closest<T, D>, SpanError<T>> {
    if !is_finite(point) {
        return Err(SpanError::NotFinite);
    }
    let gap = Gap {
        flight,
        center: *point,
        radius: 0.0,
    };
    let (square, start) = (Square(gap), to_f64(span.start));
    let since = Since {
        curve: &square,
        start,
    };
    let (time, _) = least(&since, 0.0, to_f64(span.end) - start)
        .map_err(|unfinished| SpanError::unfinished(unfinished, span.start))?;
    let time = from_f64(start + time);
    let position = flight.position(time);
    let distance = (position - point).norm();
    if !distance.is_finite() {
        return Err(SpanError::NotFinite);
    }
    Ok(Closest {
        time,
        position,
        distance,
    })
}
