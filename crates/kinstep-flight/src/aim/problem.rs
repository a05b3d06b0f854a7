//! A target together with a model: the problem that the planners solve.

use nalgebra::ComplexField;

use super::error::AimError;
use super::launch::Launch;
use super::launch::Plan;
use super::shape::Shape;
use super::throw::Order;
use super::throw::{Model, V};
use super::tops::Times;
use super::waypoint::Way;
use crate::numbers::is_positive;
use crate::search::{Curve, Unfinished, roots};

/// A target, and the model of the flight to it, in `f64`.
///
/// The motion of the target, `r = r₀ + v t + a t²/2`, is written as that of a body with drag and
/// with the additional acceleration `a + γ r'`. So the launch of a hit obeys
///
/// ```text
/// share v₀ S = r - c S₁ - lead S = r₀ + (v - lead) S + q S₁ + γ a S₂        q = a + γ v - c
/// ```
///
/// The terms that are common to target and flight cancel in q, for all times at once: q = 0 for a
/// target that falls freely, and for a target that drifts with the long-run velocity of flights.
#[derive(Debug, Clone, Copy)]
pub(super) struct Problem<const D: usize> {
    pub(super) model: Model<D>,
    /// Point of launch \[m\].
    pub(super) from: V<D>,
    /// r₀: position of the target relative to the point of launch \[m\].
    pub(super) start: V<D>,
    /// v \[m/s\] and a \[m/s²\]
    pub(super) velocity: V<D>,
    pub(super) acceleration: V<D>,
    /// Velocity of the shooter \[m/s\].
    pub(super) shooter: V<D>,
    /// q \[m/s²\] and γ a \[m/s³\]
    pub(super) pull: V<D>,
    pub(super) growth: V<D>,
    /// Relative error of a given number within which it counts as equal to the intended number.
    pub(super) tolerance: f64,
}

impl<const D: usize> Problem<D> {
    /// # Errors
    /// If a number is not finite, the target is at the point of launch, or the fourth powers of the
    /// numbers overflow.
    pub(super) fn new(model: Model<D>, order: &Order<D>) -> Result<Self, AimError> {
        order.check()?;
        let from = order.from;
        let problem = Self {
            model,
            from,
            start: order.target - from,
            velocity: order.target_velocity,
            acceleration: order.target_acceleration,
            shooter: order.shooter_velocity,
            pull: V::zeros(),
            growth: V::zeros(),
            tolerance: 4.0 * order.epsilon,
        };
        let rate = model.shape.drag_rate();
        // the maximum relevant time matters only for very weak drag
        let is_tiny = rate > 0.0 && rate < 1e-15 && rate * problem.slowest() < 1e-20;
        Ok(problem.as_seen_in(if is_tiny { model.without_drag() } else { model }))
    }

    /// Returns a time far longer than all time scales of the problem without drag \[s\].
    fn slowest(&self) -> f64 {
        let free = Way::new(
            Shape::linear(0.0),
            self.start,
            self.velocity,
            (self.acceleration, V::zeros()),
        );
        self.natural(&free, self.shooter.norm()).1
    }

    /// Returns the problem with the same target in another model.
    pub(super) fn as_seen_in(mut self, model: Model<D>) -> Self {
        let rate = model.shape.drag_rate();
        let (c, a, slowed) = (model.pull, self.acceleration, self.velocity * rate);
        let pull = a + slowed - c;
        // q counts as zero if it is within the rounding errors of its terms: g + γ wind, and γ v
        // for a target that drifts
        let is_rounding = pull.norm() <= self.tolerance * (a.norm() + slowed.norm() + c.norm());
        self.model = model;
        self.pull = if is_rounding { V::zeros() } else { pull };
        self.growth = a * rate;
        self
    }

    pub(super) fn target_stays(&self) -> bool {
        self.velocity == V::<D>::zeros() && self.acceleration == V::<D>::zeros()
    }

    /// Whether flights are straight in the frame of the target.
    pub(super) fn is_straight(&self) -> bool {
        self.pull == V::<D>::zeros() && self.growth == V::<D>::zeros()
    }

    /// Whether fourth powers of the numbers overflow: 1e75⁴ is just finite.
    pub(super) fn is_extreme(&self) -> bool {
        [
            self.start,
            self.velocity,
            self.acceleration,
            self.shooter,
            self.model.pull,
        ]
        .iter()
        .any(|vector| vector.amax() > 1e75)
    }

    /// Returns all times at which a hit fulfils a plan.
    pub(super) fn plan(&self, plan: &Plan<D>) -> Result<Times, AimError> {
        let one = |time: f64| Times::sorted([time]);
        match *plan {
            Plan::Time(time) => positive(time, AimError::Time { time }).map(one),
            Plan::StraightLineSpeed(speed) => self.at_straight_line_speed(speed),
            Plan::Speed(speed) => self.at_speed(speed),
            Plan::EarliestAtSpeed(speed) => self.earliest_at_speed(speed).map(one),
            Plan::LeastSpeed => self.with_least_speed().map(one),
            Plan::Through(point) => self.through(&point),
            Plan::Touching(plane) => self.touching(&plane),
            Plan::Apex(height) => self.with_apex(height),
            Plan::ArcHeight(height) => self.with_arc_height(height),
            Plan::Curviness(curviness) => self.with_curviness(curviness),
            Plan::Slope(slope) => self.at_slope(slope),
            Plan::ArrivalSlope(slope) => self.arriving_at_slope(slope),
            Plan::ClimbSpeed(speed) => self.with_climb_speed(speed),
            Plan::Lob(factor) => self.lob(factor),
        }
    }

    /// Returns the way to the target after a velocity \[m/s\] is subtracted.
    pub(super) fn way(&self, less: V<D>) -> Way<D> {
        Way::new(
            self.model.shape,
            self.start,
            self.velocity - less,
            (self.pull, self.growth),
        )
    }

    /// Returns the way to the target in the frame of the shooter's launch velocity: the velocity of
    /// the shooter and the lead are subtracted.
    pub(super) fn way_from_shooter(&self) -> Way<D> {
        self.way(self.shooter * self.model.share + self.model.lead)
    }

    /// Returns the velocity of the launch that hits at a time \[m/s\].
    pub(super) fn velocity_at(&self, time: f64) -> V<D> {
        let [s, fall, third] = self.model.shape.carry(time).by;
        let mut velocity = self.velocity + self.start / s + self.pull * (fall / s);
        if self.growth != V::<D>::zeros() {
            velocity += self.growth * (third / s);
        }
        if self.model.share == 1.0 && self.model.lead == V::<D>::zeros() {
            velocity
        } else {
            (velocity - self.model.lead) / self.model.share
        }
    }

    /// Returns the speed, relative to the shooter, of the launch that hits at a time \[m/s\].
    pub(super) fn speed_at(&self, time: f64) -> f64 {
        (self.velocity_at(time) - self.shooter).norm()
    }

    /// Returns the launch that hits at a time.
    pub(super) fn launch(&self, time: f64) -> Launch<D> {
        Launch {
            velocity: self.velocity_at(time),
            time_of_flight: time,
        }
    }

    /// Returns the roots of a condition in an interval of times.
    pub(super) fn times(
        &self,
        curve: &impl Curve,
        (from, to): (f64, f64),
    ) -> Result<Times, AimError> {
        if self.is_extreme() {
            return Err(AimError::Extreme);
        }
        let mut times = Times::none();
        roots(curve, from, to, |time| {
            times.push(time);
            times.is_full()
        })
        .map_err(unfinished)?;
        Ok(times)
    }

    /// Returns the roots found by [`times`](Self::times), or an error if there are none.
    pub(super) fn met(&self, curve: &impl Curve, span: (f64, f64)) -> Result<Times, AimError> {
        some(self.times(curve, span)?).ok_or(AimError::NeverMet)
    }

    /// Returns a time before which, and a time after which, `|w| > s S`, so that no launch at the
    /// speed s reaches the target.
    pub(super) fn reached(&self, way: &Way<D>, speed: f64) -> (f64, f64) {
        let (distance, fast) = (way.start.norm(), way.velocity.norm() + speed);
        let growth = if way.growth_size > 0.0 {
            way.growth_size / way.shape.drag_rate()
        } else {
            0.0
        };
        let pull = way.pull.norm() + growth;
        let root = ComplexField::sqrt(fast * fast + 2.0 * pull * distance);
        (
            0.99 * (2.0 * distance / (fast + root)),
            1.01 * last_reached(way, speed),
        )
    }

    /// Returns a time that is far shorter than all time scales of a way, and a time that is far
    /// longer.
    pub(super) fn natural(&self, way: &Way<D>, speed: f64) -> (f64, f64) {
        let (mut shortest, mut longest) = (f64::INFINITY, 0.0_f64);
        let mut note = |time: f64| {
            if time > 0.0 && time < 1e100 {
                (shortest, longest) = (shortest.min(time), longest.max(time));
            }
        };
        let distance = way.start.norm();
        let accelerations = [
            way.pull.norm(),
            self.model.pull.norm(),
            self.acceleration.norm(),
        ];
        for speed in [way.velocity.norm(), speed, self.velocity.norm()] {
            note(distance / speed);
            for acceleration in accelerations {
                note(speed / acceleration);
                note(ComplexField::sqrt(distance / acceleration));
            }
        }
        note(way.shape.longest());
        if longest == 0.0 {
            (shortest, longest) = (1.0, 1.0);
        }
        (shortest * 1e-6, longest * 1e6)
    }

    /// Returns a time before which, and a time after which, `f(w) - s S` is not zero, for a
    /// function f with `f(λ x) = λ f(x)` and `|f(x) - f(y)| ≤ L |x - y|`.
    pub(super) fn span(
        &self,
        way: &Way<D>,
        (speed, lipschitz): (f64, f64),
        f: impl Fn(&V<D>) -> f64,
    ) -> (f64, f64) {
        let first = self.first(way, (speed, lipschitz), &f, [0.0; 2]);
        // for late times, w differs from top t²/2 + middle t by at most rest
        let late = Late::of(way, speed / lipschitz);
        (
            first,
            late.last(&f, (speed, lipschitz))
                .unwrap_or_else(|| self.natural(way, speed).1),
        )
    }

    /// Returns the [`span`](Self::span) for `f(w S' + c S S₁')`, the condition of an arrival with
    /// linear drag.
    pub(super) fn arrival_span(
        &self,
        way: &Way<D>,
        lipschitz: f64,
        f: impl Fn(&V<D>) -> f64,
    ) -> (f64, f64) {
        let c = self.model.pull;
        let rate = way.shape.drag_rate();
        let extra = [way.start.norm() * rate, 2.0 * c.norm()];
        let first = self.first(way, (0.0, lipschitz), &f, extra);
        let late = Late::of(way, 0.0);
        // y is c/γ² plus a part that decays as e^-γt; after this time rounding errors dominate
        let room = (f(&c).abs() / lipschitz).max(64.0 * f64::EPSILON * c.norm());
        let (room, end) = (room / (rate * rate), 700.0 / rate);
        let mut time = 4.0 / rate;
        let left = |time: f64| {
            let rest = late.rest + 2.0 * c.norm() / (rate * rate);
            ComplexField::exp(-rate * time)
                * (rest + (late.middle.norm() + 0.5 * late.top.norm() * time) * time)
        };
        while time < end && left(time) > room {
            time *= 1.5;
        }
        (first, 1.01 * time.min(end))
    }

    /// Returns a time before which f(w) is not zero. `[rate, acceleration]` are added to those of
    /// the way.
    fn first(
        &self,
        way: &Way<D>,
        (speed, lipschitz): (f64, f64),
        f: &impl Fn(&V<D>) -> f64,
        [extra_rate, extra_pull]: [f64; 2],
    ) -> f64 {
        let (distance, at_start) = (way.start.norm(), f(&way.start).abs() / lipschitz);
        let rounding = 256.0 * f64::EPSILON * distance;
        if at_start <= rounding {
            // the way starts at a root; roots nearer to the launch than this time are rounding
            // errors
            return 10.0 * self.natural(way, speed).0;
        }
        let part = at_start / 3.0;
        let by_speed = part / (way.velocity.norm() + speed / lipschitz + extra_rate);
        let by_pull = ComplexField::sqrt(2.0 * part / (way.pull.norm() + extra_pull));
        let by_growth = ComplexField::cbrt(6.0 * part / way.growth_size);
        0.99 * by_speed.min(by_pull).min(by_growth)
    }
}

/// A bound for late times: w differs from `top t²/2 + middle t` by at most `rest`.
struct Late<const D: usize> {
    top: V<D>,
    middle: V<D>,
    rest: f64,
    is_free: bool,
}

impl<const D: usize> Late<D> {
    /// Returns the bound for late times of a way. `speed` is the factor of S in the term that is
    /// subtracted.
    fn of(way: &Way<D>, speed: f64) -> Self {
        let (rate, distance) = (way.shape.drag_rate(), way.start.norm());
        if rate == 0.0 {
            return Self {
                top: way.pull,
                middle: way.velocity,
                rest: distance,
                is_free: true,
            };
        }
        let longest = way.shape.longest();
        let middle = away(way);
        Self {
            top: way.growth / rate,
            middle,
            rest: distance + ((way.velocity - middle).norm() + speed) * longest,
            is_free: false,
        }
    }

    /// Returns a time after which f(w) is not zero; `None` if w does not grow.
    fn last(&self, f: &impl Fn(&V<D>) -> f64, (speed, lipschitz): (f64, f64)) -> Option<f64> {
        let straight = if self.is_free { speed } else { 0.0 };
        let last = if self.top != V::<D>::zeros() {
            let half = 0.5 * f(&self.top).abs() / lipschitz;
            let middle = self.middle.norm() + straight / lipschitz;
            let root = ComplexField::sqrt(middle * middle + 4.0 * half * self.rest);
            (middle + root) / (2.0 * half)
        } else if self.middle != V::<D>::zeros() || straight > 0.0 {
            self.rest * lipschitz / (f(&self.middle).abs() - straight).abs()
        } else {
            f64::INFINITY
        };
        last.is_finite().then_some(1.01 * last)
    }
}

/// Returns `q/γ - g/γ²`: the limit of w' at late times with drag, without its part proportional to
/// `g t`.
fn away<const D: usize>(way: &Way<D>) -> V<D> {
    let rate = way.shape.drag_rate();
    way.pull / rate - way.growth / (rate * rate)
}

/// Returns a time after which `|w| > s S`.
pub(super) fn last_reached<const D: usize>(way: &Way<D>, speed: f64) -> f64 {
    let (distance, rate) = (way.start.norm(), way.shape.drag_rate());
    if rate == 0.0 {
        let (fast, pull) = (way.velocity.norm() + speed, way.pull.norm());
        return (fast + ComplexField::sqrt(fast * fast + 2.0 * pull * distance)) / pull;
    }
    let middle = away(way);
    let rest = distance + ((way.velocity - middle).norm() + speed) * way.shape.longest();
    let (fast, pull) = (middle.norm(), way.growth_size / rate);
    if pull > 0.0 {
        (fast + ComplexField::sqrt(fast * fast + 2.0 * pull * rest)) / pull
    } else {
        rest / fast
    }
}

pub(super) fn unfinished(Unfinished(steps): Unfinished) -> AimError {
    AimError::Unfinished { steps }
}

/// Returns the times, or `None` if there are none.
pub(super) fn some(times: Times) -> Option<Times> {
    (times.count() > 0).then_some(times)
}

/// Returns `value` if it is positive and finite, otherwise the error.
pub(super) fn positive(value: f64, error: AimError) -> Result<f64, AimError> {
    is_positive(value).then_some(value).ok_or(error)
}
