//! Targets relative to which flights are straight.

use nalgebra::{ComplexField, SVector};

use super::shape::Shape;

use super::times::Times;
use crate::numbers::split;

/// A target relative to which the flight is straight. With its velocity m relative to the shooter, and the launch velocity
/// v₀ relative to the shooter, a hit takes `v₀ S = r₀ + m S`.
///
/// With the components of m along r₀ (`-closing`) and across r₀, and `z = |r₀|/S`:
///
/// ```text
/// |v₀|² = (z - closing)² + across²        z > |r₀|/S(∞)
/// ```
#[derive(Debug, Clone, Copy)]
pub(super) struct Straight {
    pub(super) shape: Shape,
    /// `|r₀|` \[m\].
    pub(super) distance: f64,
    /// Component of m towards the launch \[m/s\].
    pub(super) closing: f64,
    /// Component of m across r₀ \[m/s\].
    pub(super) across: f64,
}

impl Straight {
    pub(super) fn new<const D: usize>(
        shape: Shape,
        start: &SVector<f64, D>,
        velocity: &SVector<f64, D>,
    ) -> Self {
        let distance = start.norm();
        let (away, across) = split(velocity, &(start / distance));
        Self {
            shape,
            distance,
            closing: -away,
            across: across.norm(),
        }
    }

    /// The times of hits at a speed \[m/s\]; if there are none, the least speed that hits or the limit of speeds.
    ///
    /// A speed below the least one by at most the relative `tolerance` counts as the least.
    pub(super) fn at_speed(&self, speed: f64, tolerance: f64) -> Result<Times, f64> {
        let Self {
            closing, across, ..
        } = *self;
        let beyond = (speed - across) * (speed + across);
        let mut times = Times::none();
        if speed >= across * (1.0 - tolerance) {
            // z = closing ± root, and z₁ z₂ = |m|² - s²: the smaller root without cancellation
            let root = ComplexField::sqrt(beyond.max(0.0));
            let far = ComplexField::abs(closing) + root;
            let short = self.speed_excess(speed) / far;
            let [early, late] = if closing > 0.0 {
                [Some(far), Some(short).filter(|_| root > 0.0)]
            } else {
                [Some(-short), None]
            };
            times = Times::sorted(
                [early, late]
                    .into_iter()
                    .flatten()
                    .filter_map(|z| self.time(z)),
            );
        }
        if times.count() > 0 {
            return Ok(times);
        }
        Err(match self.least_speed() {
            Ok(_) => across,
            Err(limit) => limit,
        })
    }

    /// The time of the hit at the least speed; if later hits are always slower, the limit of speeds \[m/s\].
    pub(super) fn least_speed(&self) -> Result<f64, f64> {
        self.time(self.closing)
            .ok_or_else(|| ComplexField::hypot(self.last() - self.closing, self.across))
    }

    /// The time at which a speed \[m/s\] that never hits comes closest, and its miss \[m\]; a late time if the distance
    /// decreases for ever.
    ///
    /// `|r₀ + m S| - s S` is convex in S, and least at `|m|² S = |r₀| (closing + s across/√(|m|² - s²))`.
    pub(super) fn closest(&self, speed: f64) -> (f64, f64) {
        let Self {
            shape,
            distance,
            closing,
            across,
        } = *self;
        let excess = self.speed_excess(speed);
        let fast = ComplexField::hypot(closing, across);
        let turn = if excess > 0.0 {
            let ahead = closing + speed * across / ComplexField::sqrt(excess);
            distance / fast * (ahead / fast)
        } else {
            f64::INFINITY
        };
        // after this S the distance changes by less than rounding
        let last = if shape.is_free() {
            distance / (f64::EPSILON * (speed + fast))
        } else {
            shape.longest() * (1.0 - f64::EPSILON)
        };
        let glide = turn.max(0.0).min(last);
        // |w| - s S = (|w|² - s² S²)/(|w| + s S) for w = r₀ + m S
        let way = ComplexField::hypot(distance - closing * glide, across * glide);
        let square = distance * distance + glide * (excess * glide - 2.0 * distance * closing);
        (shape.time_of(glide), square / (way + speed * glide))
    }

    /// `|m|² - s²`; zero within rounding.
    fn speed_excess(&self, speed: f64) -> f64 {
        let fast = ComplexField::hypot(self.closing, self.across);
        let excess = fast - speed;
        let sum = fast + speed;
        if excess.abs() <= 8.0 * f64::EPSILON * sum {
            0.0
        } else {
            excess * sum
        }
    }

    /// The limit of z for late times: `|r₀|/S(∞)`.
    fn last(&self) -> f64 {
        let (Shape::Linear(rate) | Shape::Rational(rate)) = self.shape;
        self.distance * rate
    }

    /// The time at which z has this value; `None` if z stays above it, within rounding.
    fn time(&self, z: f64) -> Option<f64> {
        let terms = ComplexField::abs(self.closing) + self.across + z;
        let is_reached = z - self.last() > 8.0 * f64::EPSILON * terms;
        let time = self.shape.time_of(self.distance / z);
        (is_reached && time < f64::INFINITY).then_some(time)
    }
}
