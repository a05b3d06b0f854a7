//! Launches and arrivals with a given slope.

use super::conditions::Sloping;
use super::error::AimError;
use super::problem::{Problem, some};
use super::shape::Shape;
use super::throw::{Model, V};
use super::tops::Times;
use crate::numbers::split;
use crate::search::Curve;
use nalgebra::{ComplexField, SVector};

type Found = Result<Times, AimError>;

impl<const D: usize> Problem<D> {
    pub(super) fn at_slope(&self, slope: f64) -> Found {
        let (up, given) = self.slope(slope)?;
        let way = self.way(self.model.lead);
        let curve = Sloping::new(&way, &up, given, None);
        let span = self.span(&way, (0.0, 1.0 + given.abs()), rise_less_run(&up, given));
        let times = if given.abs() > STEEPEST {
            Times::none()
        } else {
            self.times(&curve, span)?
        };
        self.sloping(times.filter(|time| curve.has_slope(time)), slope, -1.0)
    }

    pub(super) fn arriving_at_slope(&self, slope: f64) -> Found {
        let (up, given) = self.slope(slope)?;
        let pull = self.model.pull;
        let f = rise_less_run(&up, given);
        let lipschitz = 1.0 + given.abs();
        let (way, arrival, span) = match self.model.shape {
            // the direction of an arrival is r + c t²/2
            Shape::Rational(_) => {
                let free = Model {
                    pull: -pull,
                    ..self.model.without_air()
                };
                let way = self.as_seen_in(free).way(V::zeros());
                (way, None, self.span(&way, (0.0, lipschitz), f))
            }
            // without a constant acceleration, arrivals have the directions of their launches
            Shape::Linear(_) if pull == V::<D>::zeros() => {
                let way = self.way(V::zeros());
                (way, None, self.span(&way, (0.0, lipschitz), f))
            }
            Shape::Linear(_) => {
                let way = self.way(V::zeros());
                (way, Some(pull), self.arrival_span(&way, lipschitz, f))
            }
        };
        let curve = Sloping::new(&way, &up, given, arrival);
        let rate = self.model.shape.drag_rate();
        let is_real = |time: f64| {
            // a root for a late arrival at the limit of the slopes is a rounding error
            let look = curve.look(time, time, time);
            arrival.is_none()
                || rate * time < 4.0
                || look.rate.abs() > 256.0 * f64::EPSILON * rate * look.terms
        };
        let times = if given.abs() > STEEPEST {
            Times::none()
        } else {
            self.times(&curve, span)?
        };
        let times = times.filter(|time| is_real(time) && curve.has_slope(time));
        self.sloping(times, slope, 1.0)
    }

    fn slope(&self, slope: f64) -> Result<(V<D>, f64), AimError> {
        let up = self.up()?;
        if slope.is_finite() {
            Ok((up, slope))
        } else {
            Err(AimError::Slope { slope })
        }
    }

    /// Returns the times, or an error with the possible slopes. `side` is -1 for launches, whose
    /// directions are `r - h c`, and 1 for arrivals.
    fn sloping(&self, times: Times, slope: f64, side: f64) -> Found {
        some(times).ok_or_else(|| {
            if !self.target_stays() || self.model.pull == V::<D>::zeros() {
                return AimError::NeverMet;
            }
            let (lowest, highest) = slopes(&self.start, &(self.model.pull * side), &self.model.up);
            AimError::NoSuchSlope {
                slope,
                lowest,
                highest,
            }
        })
    }
}

/// Slopes steeper than this are vertical within rounding and do not count as slopes.
const STEEPEST: f64 = 1.0 / (64.0 * f64::EPSILON);

/// Returns the function `up·w - a |w across up|` of w.
fn rise_less_run<const D: usize>(up: &V<D>, slope: f64) -> impl Fn(&V<D>) -> f64 {
    move |way| {
        let height = up.dot(way);
        height - slope * (way - up * height).norm()
    }
}

/// Returns the infimum and the supremum of the slopes of all directions `r + h p` with h > 0. The
/// lead of an engine, which is a part of one step, is ignored.
fn slopes<const D: usize>(start: &V<D>, pull: &V<D>, up: &V<D>) -> (f64, f64) {
    let ((r, r_level), (p, p_level)) = (split(start, up), split(pull, up));
    let (first, last) = (r / r_level.norm(), p / p_level.norm());
    let (mut lowest, mut highest) = (first.min(last), first.max(last));
    // between `r` and `p` the slope is monotone, unless the steepest direction in the plane of r
    // and p is between them
    let tilt = (p_level * r - r_level * p).norm();
    let length = p_level.norm();
    let area = if length == 0.0 {
        0.0
    } else {
        split(&r_level, &(p_level / length)).1.norm() * length
    };
    for slope in [tilt / area, -tilt / area] {
        let a = (p - slope * length) * (p + slope * length);
        let height = -(r * p - slope * (slope * r_level.dot(&p_level))) / a;
        if height > 0.0 && (r + p * height) * slope > 0.0 {
            lowest = lowest.min(slope);
            highest = highest.max(slope);
        }
    }
    (lowest, highest)
}

// Targets relative to which all flights are straight.

/// A target relative to which all flights are straight. If m is the velocity of the target and v₀
/// the launch velocity, both relative to the shooter, the launch of a hit obeys `v₀ S = r₀ + m S`.
///
/// With the components of m along r₀ (`-closing`) and perpendicular to r₀, and `z = |r₀|/S`:
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
    closing: f64,
    /// Component of m perpendicular to r₀ \[m/s\].
    across: f64,
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

    /// Returns the times of hits at a speed \[m/s\]. If there is no hit, returns the least speed of
    /// a hit, or the limit of the speeds.
    ///
    /// A speed that is below the least speed by at most the relative `tolerance` counts as the
    /// least speed.
    pub(super) fn at_speed(&self, speed: f64, tolerance: f64) -> Result<Times, f64> {
        let Self {
            closing, across, ..
        } = *self;
        let beyond = (speed - across) * (speed + across);
        let mut times = Times::none();
        if speed >= across * (1.0 - tolerance) {
            // z = closing ± root, and z₁ z₂ = |m|² - s² gives the smaller root without cancellation
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

    /// Returns the time of the hit at the least speed. If later hits always have lower speeds,
    /// returns the limit of the speeds \[m/s\].
    pub(super) fn least_speed(&self) -> Result<f64, f64> {
        self.time(self.closing)
            .ok_or_else(|| ComplexField::hypot(self.last() - self.closing, self.across))
    }

    /// Returns the time at which a launch at a speed \[m/s\] that never hits comes closest, and the
    /// miss \[m\]. If the distance decreases for ever, the time is late.
    ///
    /// `|r₀ + m S| - s S` is convex in S, with its minimum at
    /// `|m|² S = |r₀| (closing + s across/√(|m|² - s²))`.
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

    /// Returns `|m|² - s²`, or zero if it is zero within rounding.
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

    /// Returns the limit of z for late times, `|r₀|/S(∞)`.
    fn last(&self) -> f64 {
        let (Shape::Linear(rate) | Shape::Rational(rate)) = self.shape;
        self.distance * rate
    }

    /// Returns the time at which z has this value; `None` if z is always above it, within rounding.
    fn time(&self, z: f64) -> Option<f64> {
        let terms = ComplexField::abs(self.closing) + self.across + z;
        let is_reached = z - self.last() > 8.0 * f64::EPSILON * terms;
        let time = self.shape.time_of(self.distance / z);
        (is_reached && time < f64::INFINITY).then_some(time)
    }
}
