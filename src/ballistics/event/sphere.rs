//! Spheres, and circles in two dimensions.

use core::ops::Range;

use nalgebra::{ComplexField, RealField, SVector};

use super::super::trajectory::Trajectory;
use super::{Crossing, Event, SpanError, root_between, sign, step_without_root};
use crate::numbers::{from_f64, is_finite, to_f64};

/// The surface of a sphere; a circle in two dimensions.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Sphere, Trajectory};
///
/// // when a stone is farther than 30 m from the thrower
/// let flight = Ballistics::<f64, 2>::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let reach = Sphere::new([0.0, 1.5], 30.0);
/// let gone = flight.leaving(&reach, 0.0..10.0)?.expect("it flies on");
/// assert!(((gone.position - reach.center).norm() - 30.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Sphere<T, const D: usize> {
    /// Centre \[m\].
    pub center: SVector<T, D>,
    /// Radius \[m\].
    pub radius: T,
}

impl<T: RealField + Copy, const D: usize> Sphere<T, D> {
    /// The sphere about a centre \[m\] with a radius \[m\].
    #[must_use]
    pub fn new(center: impl Into<SVector<T, D>>, radius: T) -> Self {
        Self {
            center: center.into(),
            radius,
        }
    }

    /// `g = |p - c|² - R²` of a moving point, negative inside, and `g'`.
    pub(crate) fn value_and_rate(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
    ) -> (f64, f64) {
        let offset = position - self.center;
        let distance = offset.norm();
        // the product loses far less near the sphere than the difference of squares
        let value = (distance - self.radius) * (distance + self.radius);
        let rate = offset.dot(velocity) * nalgebra::convert(2.0);
        (to_f64(value), to_f64(rate))
    }

    /// The nearest point of the sphere; `point` itself if that is the centre.
    pub(crate) fn foot(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let offset = point - self.center;
        let distance = offset.norm();
        if distance == T::zero() {
            return *point;
        }
        self.center + offset * (self.radius / distance)
    }

    /// The rounding error of a point's distance: within it the point counts as on the sphere \[m\].
    pub(crate) fn tolerance(&self, point: &SVector<T, D>) -> f64 {
        let sizes = self.radius + point.norm() + self.center.norm();
        4.0 * to_f64(T::default_epsilon()) * to_f64(sizes)
    }
}

/// The distance of a flight from a sphere as a function of time, `g(t) = |p - c|² - R²`, negative inside.
pub(crate) struct SphereDistance<'a, F, T, const D: usize> {
    flight: &'a F,
    sphere: &'a Sphere<T, D>,
    from: f64,
    to: f64,
    /// Rounding error of `g` at the start.
    tolerance: f64,
}

/// `g` and `g'` at a time.
#[derive(Debug, Clone, Copy)]
struct DistanceSample {
    time: f64,
    value: f64,
    rate: f64,
    /// Distance from the centre \[m\].
    distance: f64,
    /// \[m/s\]
    speed: f64,
}

impl DistanceSample {
    /// The rate at which `|g|` shrinks.
    fn approach(&self) -> f64 {
        -self.rate * sign(self.value)
    }
}

impl<'a, T: RealField + Copy, const D: usize, F: Trajectory<T, D>> SphereDistance<'a, F, T, D> {
    pub(crate) fn new(
        flight: &'a F,
        sphere: &'a Sphere<T, D>,
        span: Range<T>,
    ) -> Result<Self, SpanError<T>> {
        if !(is_finite(&sphere.center) && sphere.radius.is_finite() && sphere.radius >= T::zero()) {
            return Err(SpanError::NotFinite);
        }
        let scale = to_f64(flight.position(span.start).norm() + sphere.center.norm());
        let radius = to_f64(sphere.radius);
        Ok(Self {
            flight,
            sphere,
            from: to_f64(span.start),
            to: to_f64(span.end),
            tolerance: 8.0 * to_f64(T::default_epsilon()) * radius * (radius + scale),
        })
    }

    /// The first crossing of a sphere in this direction within a span, ascending being outward.
    pub(crate) fn event(
        flight: &F,
        sphere: &Sphere<T, D>,
        which: Crossing,
        span: Range<T>,
    ) -> Result<Option<Event<T, D>>, SpanError<T>> {
        let time = SphereDistance::new(flight, sphere, span)?.next_crossing(which)?;
        Ok(time.and_then(|time| flight.at(time).if_finite()))
    }

    /// The first time at which the sphere is crossed in this direction, ascending being outward.
    ///
    /// As long as `|g''| ≤ M` there is no root before `2 |g| / (√(g'² + 2 M |g|) ± g')`. Steps of this length never pass a
    /// root and converge quadratically to it, until `g` is proven monotone on the rest and Newton's method finishes.
    pub(crate) fn next_crossing(&self, which: Crossing) -> Result<Option<T>, SpanError<T>> {
        let mut now = self.start();
        let mut side = sign(now.value);
        // the interval for which M is computed; it adapts to the length of the steps
        let mut ahead = self.to - self.from;
        let most = (self.flight).most_pieces(from_f64(self.from), from_f64(self.to));
        for _ in 0..most {
            if now.time >= self.to {
                return Ok(None);
            }
            if !(now.value.is_finite() && now.rate.is_finite()) {
                return Err(SpanError::NotFinite);
            }
            let least = self.least_step(&now);
            let certain = self.certain_step(&now, ahead);
            // a step much shorter than the interval, or no bound at all: M is loose, so compute it for a shorter interval
            if certain < 0.01 * ahead && ahead > least {
                ahead = (2.0 * certain).max(0.1 * ahead).max(least);
                if certain < least {
                    continue;
                }
            } else {
                // without a bound the interval stays about the least step
                let is_loose = certain > 0.0 && certain < 0.25 * ahead;
                ahead *= if is_loose { 0.5 } else { 2.0 };
            }
            if let Some(root) = self.root_within(&now, 2.0 * certain) {
                if which.includes(now.value < 0.0) {
                    return Ok(Some(from_f64(root)));
                }
                side = -side;
                now = self.at((root + least).min(self.to));
                continue;
            }
            let before = now;
            now = self.at((now.time + certain.max(least)).min(self.to));
            let crossed = sign(now.value) * side < 0.0;
            if now.value != 0.0 {
                side = sign(now.value);
            }
            // g changed its sign within the smallest possible step
            if crossed && which.includes(side > 0.0) {
                let function = |time| self.value_and_rate(time);
                let root = root_between(function, (before.time, now.time), side > 0.0, None);
                return Ok(Some(from_f64(root)));
            }
        }
        Err(SpanError::Unfinished {
            steps: most,
            time: from_f64(now.time),
        })
    }

    /// The sample at which the search starts. A flight that starts on the sphere counts as on the side to which it moves.
    fn start(&self) -> DistanceSample {
        let now = self.at(self.from);
        if now.value.abs() <= self.tolerance {
            self.at((now.time + self.least_step(&now)).min(self.to))
        } else {
            now
        }
    }

    /// A time, at most `ahead`, for which the sphere is certainly not reached; zero if `g''` has no bound on that interval.
    fn certain_step(&self, now: &DistanceSample, ahead: f64) -> f64 {
        let end = (now.time + ahead).min(self.to);
        let bend = self.bend_bound(now, end);
        step_without_root(now.value, now.approach(), bend).min(end - now.time)
    }

    /// The root within `reach`, if `g` is proven monotone there and changes its sign.
    fn root_within(&self, now: &DistanceSample, reach: f64) -> Option<f64> {
        let end = (now.time + reach).min(self.to);
        // g' keeps its sign that long
        let is_monotone = now.approach() > self.bend_bound(now, end) * (end - now.time);
        if !is_monotone || end <= now.time {
            return None;
        }
        let beyond = self.value_and_rate(end).0;
        (sign(beyond) * sign(now.value) < 0.0).then(|| {
            let function = |time| self.value_and_rate(time);
            let guess = now.time + now.value.abs() / now.approach();
            root_between(function, (now.time, end), beyond > 0.0, Some(guess))
        })
    }

    fn at(&self, time: f64) -> DistanceSample {
        let at: T = from_f64(time);
        let (position, tangent) = (self.flight.position(at), self.flight.tangent(at));
        let (value, rate) = self.sphere.value_and_rate(&position, &tangent);
        DistanceSample {
            time,
            value,
            rate,
            distance: to_f64((position - self.sphere.center).norm()),
            speed: to_f64(tangent.norm()),
        }
    }

    /// `g` and `g'`.
    fn value_and_rate(&self, time: f64) -> (f64, f64) {
        let time = from_f64(time);
        let (position, tangent) = (self.flight.position(time), self.flight.tangent(time));
        self.sphere.value_and_rate(&position, &tangent)
    }

    /// A bound on `|g''| = 2 ||v|² + (p - c) · a|` from now until `to`.
    fn bend_bound(&self, now: &DistanceSample, to: f64) -> f64 {
        let h = to - now.time;
        let pull = to_f64((self.flight).acceleration_bound(from_f64(now.time), from_f64(to)));
        let speed = now.speed + pull * h;
        let distance = now.distance + speed * h;
        2.0 * (speed * speed + distance * pull)
    }

    /// The least step: the rounding of time, with some margin; on the sphere the time until the flight has left it.
    fn least_step(&self, now: &DistanceSample) -> f64 {
        let scale = now.time.abs().max(self.to - self.from);
        let least = 8.0 * to_f64(T::default_epsilon()) * scale;
        let tolerance = self.tolerance;
        if now.value.abs() > tolerance {
            return least;
        }
        let bend = self.bend_bound(now, (now.time + least).min(self.to));
        // by its rate, or by its second derivative where it only touches
        let leave =
            (2.0 * tolerance / now.rate.abs()).min(ComplexField::sqrt(4.0 * tolerance / bend));
        least.max(leave)
    }
}
