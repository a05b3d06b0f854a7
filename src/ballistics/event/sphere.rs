//! Spheres, and circles in two dimensions.

use core::ops::Range;

use nalgebra::{RealField, SVector};

use super::super::trajectory::Trajectory;
use super::{Crossing, SpanError, root_between};
use crate::space::{is_finite, narrow, widen};

/// The points at one distance from a centre; a circle in two dimensions.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct Sphere<T, const D: usize> {
    /// Centre \[m\].
    pub center: SVector<T, D>,
    /// Radius \[m\].
    pub radius: T,
}

impl<T: RealField + Copy, const D: usize> Sphere<T, D> {
    /// The points at a distance \[m\] from a centre \[m\].
    #[must_use]
    pub fn new(center: impl Into<SVector<T, D>>, radius: T) -> Self {
        Self {
            center: center.into(),
            radius,
        }
    }
}

/// A flight seen from the centre of a sphere: `g(t) = |p - c|² - R²`, negative inside.
pub(crate) struct Boundary<'a, F, T, const D: usize> {
    flight: &'a F,
    sphere: &'a Sphere<T, D>,
    from: f64,
    to: f64,
}

/// More steps than a search that ends can need, unless it follows thousands of swings.
const MOST: usize = 200_000;

impl<'a, T: RealField + Copy, const D: usize, F: Trajectory<T, D>> Boundary<'a, F, T, D> {
    pub(crate) fn new(
        flight: &'a F,
        sphere: &'a Sphere<T, D>,
        span: Range<T>,
    ) -> Result<Self, SpanError<T>> {
        if !(is_finite(&sphere.center) && sphere.radius.is_finite() && sphere.radius >= T::zero()) {
            return Err(SpanError::NotFinite);
        }
        Ok(Self {
            flight,
            sphere,
            from: widen(span.start),
            to: widen(span.end),
        })
    }

    /// The first time at which the boundary is crossed in this direction, ascending being outward.
    ///
    /// As long as `|g''| ≤ M` there is no root before `2 |g| / (√(g'² + 2 M |g|) ± g')`; such steps never go too
    /// far, and near a root they square what is left, until the rest of the way is monotone.
    pub(crate) fn next_crossing(&self, which: Crossing) -> Result<Option<T>, SpanError<T>> {
        let mut time = self.from;
        // how far ahead M is asked for: further where steps got far
        let mut ahead = self.to - self.from;
        let (mut value, mut rate) = self.value_and_rate(time);
        // one that starts on the boundary is on the side that it moves to
        if value.abs() <= self.grain() && rate != 0.0 {
            time = (time + 2.0 * self.grain() / rate.abs()).min(self.to);
            (value, rate) = self.value_and_rate(time);
        }
        let mut side = sign(value);
        for _ in 0..MOST {
            if time >= self.to {
                return Ok(None);
            }
            let ahead_end = (time + ahead).min(self.to);
            let bend = self.bend_bound(time, ahead_end);
            if !(value.is_finite() && rate.is_finite()) {
                return Err(SpanError::NotFinite);
            }
            // no bound that far ahead
            if !bend.is_finite() && ahead > self.least_step(time) {
                ahead *= 0.25;
                continue;
            }
            // towards the boundary is positive
            let approach = -rate * sign(value);
            let size = value.abs();
            let room = sqrt(approach * approach + 2.0 * bend * size);
            let certain = if size == 0.0 {
                0.0
            } else {
                2.0 * size / (room + approach)
            };
            // the bound is loose where it looks much further ahead than the step goes
            if certain < 0.25 * (ahead_end - time) && ahead > self.least_step(time) {
                ahead = (2.0 * certain).max(self.least_step(time));
                if certain < 0.01 * (ahead_end - time) && ahead > self.least_step(time) {
                    continue;
                }
            } else {
                ahead *= 2.0;
            }
            let mut next = (time + certain).min(ahead_end);
            // so near that Newton's method has one root to find
            let reach = (time + 2.0 * certain).min(ahead_end);
            if approach > bend * (reach - time) && next > time {
                let beyond = self.value_and_rate(reach).0;
                if sign(beyond) * sign(value) < 0.0 {
                    let outward = beyond > 0.0;
                    if which.includes(outward) {
                        let root = root_between(
                            |t| self.value_and_rate(t),
                            (time, reach),
                            outward,
                            Some(next),
                        );
                        return Ok(Some(narrow(root)));
                    }
                    next = reach;
                }
            }
            next = next.max(time + self.least_step(time)).min(self.to);
            let before = (time, side);
            time = next;
            (value, rate) = self.value_and_rate(time);
            if sign(value) != 0.0 {
                side = sign(value);
            }
            // crossed in a step as small as can be told apart
            if before.1 * side < 0.0 && which.includes(side > 0.0) {
                let root = root_between(
                    |t| self.value_and_rate(t),
                    (before.0, time),
                    side > 0.0,
                    None,
                );
                return Ok(Some(narrow(root)));
            }
        }
        Err(SpanError::Unfinished {
            steps: MOST,
            time: narrow(time),
        })
    }

    /// `g` and `g'`.
    fn value_and_rate(&self, time: f64) -> (f64, f64) {
        let time = narrow(time);
        let way = self.flight.position(time) - self.sphere.center;
        let distance = way.norm();
        // as a product: far less is lost near the boundary than from the difference of squares
        let value = (distance - self.sphere.radius) * (distance + self.sphere.radius);
        let rate = way.dot(&self.flight.tangent(time)) * nalgebra::convert(2.0);
        (widen(value), widen(rate))
    }

    /// What rounding may do to `g` at the start.
    fn grain(&self) -> f64 {
        let place =
            widen(self.flight.position(narrow(self.from)).norm() + self.sphere.center.norm());
        let radius = widen(self.sphere.radius);
        8.0 * widen(T::default_epsilon()) * radius * (radius + place)
    }

    /// A bound on `g'' = 2 (|v|² + (p - c) · a)` between two times.
    fn bend_bound(&self, from: f64, to: f64) -> f64 {
        let start: T = narrow(from);
        let h = to - from;
        let pull = widen(self.flight.acceleration_bound(start, narrow(to)));
        let speed = widen(self.flight.tangent(start).norm()) + pull * h;
        let distance = widen((self.flight.position(start) - self.sphere.center).norm()) + speed * h;
        2.0 * (speed * speed + distance * pull)
    }

    /// What time can tell apart, with some room.
    fn least_step(&self, time: f64) -> f64 {
        let scale = widen(T::default_epsilon());
        8.0 * scale * time.abs().max(self.to - self.from)
    }
}

fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}

fn sqrt(value: f64) -> f64 {
    nalgebra::ComplexField::sqrt(value)
}
