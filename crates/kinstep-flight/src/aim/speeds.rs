//! Hits at a given launch speed, hits at the least speed, and the nearest miss.

use nalgebra::ComplexField;

use super::conditions::{AtSpeed, SpeedRate};
use super::error::AimError;
use super::launch::{Attempt, Launch};
use super::problem::{Problem, last_reached, positive, unfinished};
use super::slopes::Straight;
use super::throw::V;
use super::tops::Times;
use super::waypoint::Way;
use crate::numbers::{direction, is_positive, split};
use crate::search::{Curve, MOST_LOOKS, TOUCH, Unfinished, first_root, least, root_between};

/// The result for a speed; otherwise the least speed of a hit, or the limit of the speeds of hits
/// \[m/s\].
type Reached<F> = Result<F, f64>;

/// Relative distance from the least speed within which all hits may be missed due to rounding.
const CLOSE: f64 = 1e-6;

impl<const D: usize> Problem<D> {
    /// Returns the times of all hits at a speed.
    pub(super) fn at_speed(&self, speed: f64) -> Result<Times, AimError> {
        positive(speed, AimError::Speed { speed })?;
        out_of_range(self.times_at_speed(speed)?, speed)
    }

    /// Returns the time of the earliest hit at a speed.
    pub(super) fn earliest_at_speed(&self, speed: f64) -> Result<f64, AimError> {
        positive(speed, AimError::Speed { speed })?;
        let way = self.way_from_shooter();
        if !self.is_straight() && !self.is_extreme() && !self.is_still(&way) {
            let curve = AtSpeed {
                way,
                speed: self.model.share * speed,
            };
            let end = 1.01 * last_reached(&way, curve.speed);
            if let Some(time) = first_root(&curve, 0.0, end).map_err(unfinished)? {
                return Ok(time);
            }
            return out_of_range(self.not_reached(speed)?, speed);
        }
        let times = out_of_range(self.times_at_speed(speed)?, speed)?;
        times.iter().next().ok_or(AimError::NeverMet)
    }

    fn times_at_speed(&self, speed: f64) -> Result<Reached<Times>, AimError> {
        if self.is_straight() {
            let straight = self
                .straight()
                .at_speed(self.model.share * speed, self.tolerance);
            return Ok(straight.map_err(|least| least / self.model.share));
        }
        let way = self.way_from_shooter();
        let curve = AtSpeed {
            way,
            speed: self.model.share * speed,
        };
        let hits = if self.is_extreme() {
            return Err(AimError::Extreme);
        } else if self.is_still(&way) {
            self.still_at_speed(&curve)?
        } else {
            self.times(&curve, self.reached(&way, curve.speed))?
        };
        if hits.count() > 0 {
            return Ok(Ok(hits));
        }
        Ok(self.not_reached(speed)?.map(|time| Times::sorted([time])))
    }

    /// Returns the result if no hit was found at a speed: the least speed, or a hit if the speed is
    /// too low only due to rounding.
    fn not_reached(&self, speed: f64) -> Result<Reached<f64>, AimError> {
        let time = self.least_time()?.map_err(|_| AimError::Extreme)?;
        let least = self.speed_at(time);
        let curve = AtSpeed {
            way: self.way_from_shooter(),
            speed: self.model.share * speed,
        };
        let look = curve.look(time, time, time);
        if speed < least * (1.0 - self.tolerance) && look.value > TOUCH * look.terms {
            Ok(Err(least))
        } else if speed <= least * (1.0 + CLOSE) + self.rounding_at(time) {
            Ok(Ok(time))
        } else {
            // there are hits, but the search has missed them
            Err(unfinished(Unfinished(MOST_LOOKS)))
        }
    }

    /// Returns the rounding error of the speed of a launch \[m/s\].
    fn rounding_at(&self, time: f64) -> f64 {
        let way = self.way_from_shooter();
        let carried = way.shape.carry(time);
        64.0 * f64::EPSILON * way.terms(&carried) / (carried.by[0] * self.model.share)
    }

    /// Returns the problem in which flights are straight relative to the target.
    fn straight(&self) -> Straight {
        let way = self.way_from_shooter();
        Straight::new(way.shape, &way.start, &way.velocity)
    }

    /// Whether the target and the shooter are at rest relative to each other, and the flight is not
    /// straight. Then there is one least speed, and two hits for each higher speed.
    fn is_still(&self, way: &Way<D>) -> bool {
        self.target_stays() && way.velocity == V::<D>::zeros() && !self.is_straight()
    }

    /// Returns the times of the direct and the lofted arc to a target at rest.
    fn still_at_speed(&self, curve: &AtSpeed<D>) -> Result<Times, AimError> {
        let AtSpeed { way, speed } = *curve;
        if way.shape.is_free() {
            return Ok(parabolas(&way, speed));
        }
        let Some(bottom) = bottom_of(&way) else {
            return self.times(curve, self.reached(&way, speed));
        };
        let place = way.at(bottom);
        let least_square = place.way.norm_squared() / (place.carried.by[0] * place.carried.by[0]);
        let square = speed * speed;
        if least_square > square * (1.0 + 1e-10) {
            return Ok(Times::none());
        }
        let (from, to) = self.reached(&way, speed);
        if least_square > square * (1.0 - 1e-6) {
            // the speeds of both hits are near the least speed, but their times may differ from the
            // time of the least speed
            return self.times(curve, (from, to));
        }
        // approximates the squared speed by α/t² + β + δ t², which has the same minimum and the
        // same second derivative there
        let (distance, pull) = (way.start.norm(), way.pull.norm());
        let product = distance * pull;
        let curl = (product - way.start.dot(&way.pull)).max(1e-3 * product);
        let share = (curl / (2.0 * least_square)).min(0.99);
        let excess = square / least_square - 1.0;
        let above = 1.0 + excess / (2.0 * (1.0 - share).max(0.02));
        let factor = ComplexField::sqrt(above + ComplexField::sqrt(above * above - 1.0));
        let function = |time| curve.at(time);
        let direct = root_between(function, (from, bottom), false, bottom / factor);
        let lofted = root_between(function, (bottom, to), true, bottom * factor);
        Ok(Times::sorted([direct, lofted]))
    }

    /// Returns the time of the hit at the least speed.
    pub(super) fn with_least_speed(&self) -> Result<f64, AimError> {
        self.least_time()?
            .map_err(|limit| AimError::NoLeastSpeed { limit })
    }

    /// Returns the time of the hit at the least speed. If later hits always have lower speeds,
    /// returns the limit of the speeds \[m/s\].
    fn least_time(&self) -> Result<Reached<f64>, AimError> {
        if self.is_straight() {
            let least = self.straight().least_speed();
            return Ok(least.map_err(|limit| limit / self.model.share));
        }
        if self.is_extreme() {
            return Err(AimError::Extreme);
        }
        const MOST_ROUNDS: usize = 60;
        let way = self.way_from_shooter();
        let speed = |time: f64| {
            let place = way.at(time);
            place.way.norm() / place.carried.by[0]
        };
        let curve = SpeedRate { way };
        // Newton's method for a minimum, and then a proof that no speed is below it
        let guess = natural_bottom(&way);
        let mut time = guess;
        for _ in 0..MOST_ROUNDS {
            let (next, step) = newton_for_minimum(&curve, time, 0.75);
            if !(next > 0.0 && next < 1e150) {
                break;
            }
            time = next;
            if step.is_none_or(|step| step > 1e-9 * time) {
                continue;
            }
            let place = way.at(time);
            let unit = place.way.normalize();
            let slowest = speed(time);
            let along = unit.dot(&way.bend) + slowest * way.shape.drag_rate();
            if along >= 0.0 && unit.dot(&way.growth) >= 0.0 {
                // n·w - s S is convex and is zero at its minimum
                return Ok(Ok(time));
            }
            let below = AtSpeed {
                way,
                speed: slowest * (1.0 - 1e-12),
            };
            let end = 1.01 * last_reached(&way, slowest);
            match first_root(&below, 0.0, end).map_err(unfinished)? {
                None => return Ok(Ok(time)),
                Some(lower) => time = lower,
            }
        }
        // all minima
        let fast = speed(time.clamp(1e-9 * guess, 1e9 * guess));
        let all = self.times(&curve, self.reached(&way, fast))?;
        (all.iter())
            .min_by(|a, b| speed(*a).total_cmp(&speed(*b)))
            .map(Ok)
            .ok_or(AimError::Extreme)
    }

    /// Returns the attempt at a speed at which no launch hits. At each time the launches are on a
    /// sphere of radius `s S`, and the target is always outside this sphere.
    pub(super) fn closest(&self, speed: f64) -> Result<Attempt<D>, AimError> {
        let way = self.way_from_shooter();
        let own = self.model.share * speed;
        let (time, miss) = if self.is_straight() {
            self.straight().closest(own)
        } else if self.is_extreme() {
            return Err(AimError::Extreme);
        } else {
            let end = 2.0 * last_reached(&way, own);
            least(&AtSpeed { way, speed: own }, 0.0, end).map_err(unfinished)?
        };
        let ahead: V<D> = direction(&way.at(time).way);
        let attempt = Attempt {
            launch: Launch {
                velocity: ahead * speed + self.shooter,
                time_of_flight: time,
            },
            miss: miss.max(0.0),
        };
        attempt.checked()
    }

    /// Returns all times of hits whose duration is that of motion along a straight line to the hit
    /// at a given speed.
    pub(super) fn at_straight_line_speed(&self, speed: f64) -> Result<Times, AimError> {
        positive(speed, AimError::Speed { speed })?;
        if self.target_stays() {
            return Ok(Times::sorted([self.start.norm() / speed]));
        }
        let seen = self.without_air();
        if seen.is_straight() {
            let times = seen.straight().at_speed(speed, self.tolerance);
            return times.map_err(|_| AimError::NeverMet);
        }
        let way = seen.way(V::zeros());
        let curve = AtSpeed { way, speed };
        self.met(&curve, seen.reached(&way, speed))
    }

    /// Returns the earliest of the times of
    /// [`at_straight_line_speed`](Self::at_straight_line_speed).
    pub(super) fn earliest_at_straight_line_speed(&self, speed: f64) -> Result<f64, AimError> {
        let seen = self.without_air();
        if is_positive(speed) && !seen.is_straight() && !self.is_extreme() {
            let way = seen.way(V::zeros());
            let end = 1.01 * last_reached(&way, speed);
            let first = first_root(&AtSpeed { way, speed }, 0.0, end);
            return first.map_err(unfinished)?.ok_or(AimError::NeverMet);
        }
        let all = self.at_straight_line_speed(speed)?;
        all.iter().next().ok_or(AimError::NeverMet)
    }

    /// Returns the problem with the same target, straight flights, and a shooter at rest.
    fn without_air(&self) -> Self {
        let resting = Self {
            shooter: V::zeros(),
            ..*self
        };
        resting.as_seen_in(self.model.without_air())
    }
}

/// Returns the times of hits of a target at rest, without drag: `|r/t - c t/2| = s` is a quadratic
/// equation in t².
fn parabolas<const D: usize>(way: &Way<D>, speed: f64) -> Times {
    // for this way, q = -c
    let (distance, pull) = (way.start.norm(), way.pull.norm());
    let (product, dot) = (distance * pull, way.start.dot(&way.pull));
    // the square of the least speed; for a target below the launch the sum would cancel
    let across = split(&way.start, &(way.pull / pull)).1.norm() * pull;
    let least = if dot < 0.0 {
        across * (across / (product - dot))
    } else {
        product + dot
    };
    let half = speed * speed - dot;
    let above = (speed - ComplexField::sqrt(least)) * (speed + ComplexField::sqrt(least));
    let square = above * (half + product);
    if half <= 0.0 || square < -16.0 * f64::EPSILON * product * product {
        return Times::none();
    }
    let far = half + ComplexField::sqrt(square.max(0.0));
    let direct = ComplexField::sqrt(2.0 / far) * distance;
    let lofted = ComplexField::sqrt(2.0 * far) / pull;
    if lofted > direct {
        Times::sorted([direct, lofted])
    } else {
        Times::sorted([direct])
    }
}

/// Returns an estimate of the time of the hit at the least speed \[s\].
fn natural_bottom<const D: usize>(way: &Way<D>) -> f64 {
    let distance = way.start.norm();
    ComplexField::sqrt(2.0 * distance / way.pull.norm())
        .min(ComplexField::cbrt(6.0 * distance / way.growth_size))
}

/// Makes one step of Newton's method towards a minimum. Returns the next time, and also the length
/// of the step if the rate is consistent with a minimum.
fn newton_for_minimum(curve: &impl Curve, time: f64, most: f64) -> (f64, Option<f64>) {
    let (value, rate) = curve.at(time);
    let step = -value / rate;
    if rate > 0.0 && step.abs() < most * time {
        (time + step, Some(step.abs()))
    } else if value > 0.0 {
        (0.5 * time, None)
    } else {
        (2.0 * time, None)
    }
}

/// Returns an estimate of the time of the least speed to a target at rest.
fn bottom_of<const D: usize>(way: &Way<D>) -> Option<f64> {
    const MOST_ROUNDS: usize = 40;
    let curve = SpeedRate { way: *way };
    let mut time = natural_bottom(way);
    for _ in 0..MOST_ROUNDS {
        let (next, step) = newton_for_minimum(&curve, time, 0.6);
        if !(next > 1e-100 && next < 1e100) {
            return None;
        }
        time = next;
        if step.is_some_and(|step| step <= 1e-5 * time) {
            return Some(time);
        }
    }
    None
}

fn out_of_range<F>(found: Reached<F>, speed: f64) -> Result<F, AimError> {
    found.map_err(|least| AimError::OutOfRange {
        speed,
        least_speed: least,
    })
}
