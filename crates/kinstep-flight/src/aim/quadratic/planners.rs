//! The planners for quadratic drag; each is a method.

use nalgebra::ComplexField;

use super::QuadraticAim;
use super::attempt::closest;
use super::condition::Condition;
use super::condition::LeastSpeed;
use super::evaluation::Evaluator;
use super::evaluation::Precision;
use crate::Ballistics;
use crate::aim::problem::{Problem, positive};
use crate::aim::{AimError, Arcs, Attempt, Hits, Launch, Plan};

impl<const D: usize> QuadraticAim<D> {
    /// Returns the launch that hits after a time \[s\].
    ///
    /// # Errors
    /// [`AimError::Time`]; [`AimError::NeverMet`] or [`AimError::Extreme`] if the speed overflows;
    /// or the error of an invalid input.
    #[inline(never)]
    pub fn in_time(&self, time: f64) -> Result<Launch<D>, AimError> {
        let mut evaluator = self.evaluator()?;
        positive(time, AimError::Time { time })?;
        evaluator.precision = Precision::Full;
        let evaluation = evaluator.at(ComplexField::ln(time));
        let launch = evaluation
            .ok_or(AimError::NeverMet)?
            .launch(&evaluator.pursuit);
        let exact = Launch {
            time_of_flight: time,
            ..launch
        };
        exact.checked()
    }

    /// Returns all launches that fulfil a plan, in order of their hits.
    ///
    /// For quadratic drag, there are no planners for apexes, touched planes, arc heights and points
    /// on the path.
    ///
    /// # Errors
    /// Errors of the planner; [`AimError::NoPlanner`] if quadratic drag has no planner for the plan.
    pub fn hits(&self, plan: &Plan<D>) -> Result<Hits<D>, AimError> {
        let one = |launch| Hits::from_launches([launch]);
        let slope = |slope: f64| {
            let is_finite = slope.is_finite();
            is_finite.then_some(slope).ok_or(AimError::Slope { slope })
        };
        match *plan {
            Plan::Time(time) => self.in_time(time).map(one),
            Plan::StraightLineSpeed(speed) => self.at_straight_line_speeds(speed),
            Plan::Speed(speed) => self.hits_at_speed(speed),
            Plan::EarliestAtSpeed(speed) => self.earliest_at_speed(speed).map(one),
            Plan::LeastSpeed => self.with_least_speed().map(one),
            Plan::Slope(given) => self.fulfilling(Condition::Slope(slope(given)?)),
            Plan::ArrivalSlope(given) => self.fulfilling(Condition::ArrivalSlope(slope(given)?)),
            Plan::ClimbSpeed(speed) => {
                positive(speed, AimError::Speed { speed })?;
                self.fulfilling(Condition::Climb(speed))
            }
            Plan::Lob(factor) => {
                positive(factor, AimError::Lob { factor })?;
                let distance = (self.order.target - self.order.from).norm();
                self.fulfilling(Condition::Climb(factor * distance))
            }
            Plan::Through(_)
            | Plan::Touching(_)
            | Plan::Apex(_)
            | Plan::ArcHeight(_)
            | Plan::Curviness(_) => Err(AimError::NoPlanner),
        }
    }

    /// Returns all hits at a speed relative to the shooter \[m/s\], in order of time.
    ///
    /// # Errors
    /// [`AimError::Speed`], [`AimError::OutOfRange`], [`AimError::NeverMet`]; [`AimError::Unfinished`] if no launch was
    /// found for a time at which one may hit; or the error of an invalid input.
    pub fn hits_at_speed(&self, speed: f64) -> Result<Hits<D>, AimError> {
        self.first_at_speed(speed, usize::MAX)
    }

    /// Returns the first hits at a speed. There are at most `most` of them, or one more if the last
    /// two are the pair at one extremum of the speed.
    #[inline(never)]
    fn first_at_speed(&self, speed: f64, most: usize) -> Result<Hits<D>, AimError> {
        let mut evaluator = self.evaluator()?;
        positive(speed, AimError::Speed { speed })?;
        // the speed may be below the least speed due to rounding, here and in the caller
        let tolerance = 66.0 * f64::EPSILON;
        let reach = evaluator.pursuit.reach(speed);
        let found = evaluator.hits(Condition::Speed(speed), reach, tolerance, most);
        if evaluator.lost {
            return Err(unfinished(&evaluator));
        }
        if !found.is_empty() {
            return found.checked();
        }
        let least_speed = match self.least(&mut evaluator)? {
            // there are hits between the least speed and this speed, but the search has missed them
            LeastSpeed::At(least) if least.speed() <= speed => return Err(unfinished(&evaluator)),
            LeastSpeed::Late(least) if least.speed() <= speed * (1.0 - tolerance) => {
                return Err(unfinished(&evaluator));
            }
            LeastSpeed::At(least) | LeastSpeed::Late(least) => least.speed(),
            LeastSpeed::Limit(limit) => limit,
        };
        if !least_speed.is_finite() {
            return Err(AimError::Extreme);
        }
        Err(AimError::OutOfRange { speed, least_speed })
    }

    /// Returns the first and the last hit at a speed relative to the shooter \[m/s\].
    ///
    /// # Errors
    /// Errors of [`hits_at_speed`](Self::hits_at_speed).
    pub fn at_speed(&self, speed: f64) -> Result<Arcs<D>, AimError> {
        Arcs::of(&self.hits_at_speed(speed)?)
    }

    /// Returns the first hit at a speed relative to the shooter \[m/s\]. Does not search for later
    /// hits.
    ///
    /// # Errors
    /// Errors of [`hits_at_speed`](Self::hits_at_speed).
    pub fn earliest_at_speed(&self, speed: f64) -> Result<Launch<D>, AimError> {
        let hits = self.first_at_speed(speed, 1)?;
        hits.first().copied().ok_or(AimError::NeverMet)
    }

    /// Returns the first hit whose duration is that of a straight flight to the hit at this speed
    /// \[m/s\].
    ///
    /// # Errors
    /// [`AimError::Speed`] unless the speed is positive and finite, [`AimError::NeverMet`] if the target is faster.
    pub fn at_straight_line_speed(&self, speed: f64) -> Result<Launch<D>, AimError> {
        let hits = self.at_straight_line_speeds(speed)?;
        hits.first().copied().ok_or(AimError::NeverMet)
    }

    fn at_straight_line_speeds(&self, speed: f64) -> Result<Hits<D>, AimError> {
        let mut evaluator = self.evaluator()?;
        let pursuit = evaluator.pursuit;
        // the times do not depend on the air
        let air = Ballistics::new(self.air.gravitational_acceleration()).for_aims()?;
        let times = Problem::new(air, &self.order)?.at_straight_line_speed(speed)?;
        let launches = times.iter().filter_map(|time| evaluator.exactly(time));
        let hits = Hits::from_launches(launches.map(|it| it.launch(&pursuit)));
        if hits.is_empty() {
            return Err(AimError::NeverMet);
        }
        hits.checked()
    }

    /// Returns the first hit after a launch with a given slope in the world: rise divided by run, 1
    /// at 45 degrees.
    ///
    /// In this planner and the next three, launches faster than 1000 times the speed of a hit are
    /// not searched.
    ///
    /// # Errors
    /// [`AimError::Slope`] unless the slope is finite, [`AimError::NoUp`] without gravity,
    /// [`AimError::NeverMet`] if no launch has this slope.
    pub fn at_slope(&self, slope: f64) -> Result<Launch<D>, AimError> {
        let hits = self.hits(&Plan::Slope(slope))?;
        hits.first().copied().ok_or(AimError::NeverMet)
    }

    /// Returns the first hit with a given slope of the arrival: rise divided by run, negative for a
    /// descent.
    ///
    /// # Errors
    /// Errors of [`at_slope`](Self::at_slope).
    pub fn arriving_at_slope(&self, slope: f64) -> Result<Launch<D>, AimError> {
        let hits = self.hits(&Plan::ArrivalSlope(slope))?;
        hits.first().copied().ok_or(AimError::NeverMet)
    }

    /// Returns the last hit after a launch with this upward speed \[m/s\]. At the hit the body
    /// descends.
    ///
    /// # Errors
    /// [`AimError::Speed`] unless the speed is positive and finite, [`AimError::NoUp`] without gravity,
    /// [`AimError::NeverMet`] if the speed is too low.
    pub fn with_climb_speed(&self, speed: f64) -> Result<Launch<D>, AimError> {
        let hits = self.hits(&Plan::ClimbSpeed(speed))?;
        hits.last().copied().ok_or(AimError::NeverMet)
    }

    /// Like [`with_climb_speed`](Self::with_climb_speed), for an upward speed of `factor` \[1/s\]
    /// times the distance to the target at launch.
    ///
    /// # Errors
    /// Errors of [`with_climb_speed`](Self::with_climb_speed).
    pub fn lob(&self, factor: f64) -> Result<Launch<D>, AimError> {
        let hits = self.hits(&Plan::Lob(factor))?;
        hits.last().copied().ok_or(AimError::NeverMet)
    }

    /// Returns all hits that meet a condition other than a speed.
    #[inline(never)]
    fn fulfilling(&self, condition: Condition) -> Result<Hits<D>, AimError> {
        let mut evaluator = self.evaluator()?;
        let pursuit = evaluator.pursuit;
        if pursuit.law.pull == 0.0 {
            return Err(AimError::NoUp);
        }
        let some = evaluator.somewhere().ok_or(AimError::NeverMet)?;
        let reach = FASTEST * pursuit.reach(some.speed());
        let found = evaluator.hits(condition, reach, 64.0 * f64::EPSILON, usize::MAX);
        if evaluator.lost {
            Err(unfinished(&evaluator))
        } else if found.is_empty() {
            Err(AimError::NeverMet)
        } else {
            found.checked()
        }
    }

    /// Returns the hit with the least speed relative to the shooter.
    ///
    /// # Errors
    /// [`AimError::NoLeastSpeed`] if the speed decreases for all later times of flight,
    /// [`AimError::NeverMet`], or the error of an invalid input.
    #[inline(never)]
    pub fn with_least_speed(&self) -> Result<Launch<D>, AimError> {
        let mut evaluator = self.evaluator()?;
        match self.least(&mut evaluator)? {
            LeastSpeed::At(evaluation) => evaluation.launch(&evaluator.pursuit).checked(),
            LeastSpeed::Late(evaluation) => Err(AimError::NoLeastSpeed {
                limit: evaluation.speed(),
            }),
            LeastSpeed::Limit(limit) => Err(AimError::NoLeastSpeed { limit }),
        }
    }

    /// Returns the first hit at a speed relative to the shooter \[m/s\]. If there is no hit,
    /// returns a launch at that speed that comes closest to the target.
    ///
    /// The search for the closest launch starts from the hit with the least speed, and moves the
    /// target nearer until the speed is sufficient. This needs about ten searches for a least
    /// speed, and at most 320. If this search fails, the direction of a throw is changed as long as
    /// the miss decreases. The result is a local minimum: every launch with a slightly different
    /// velocity has a larger miss, but the miss of a very different launch may be smaller. The time
    /// of flight is zero if the distance to the target only increases.
    ///
    /// # Errors
    /// Errors of [`with_least_speed`](Self::with_least_speed); [`AimError::Speed`]; [`AimError::OutOfRange`] if no closest
    /// launch was found.
    #[inline(never)]
    pub fn attempt(&self, speed: f64) -> Result<Attempt<D>, AimError> {
        let (out_of_range, slowest) = match self.hits_at_speed(speed) {
            Err(error @ AimError::OutOfRange { least_speed, .. }) => (error, least_speed),
            hits => {
                let first = hits?.first().copied().ok_or(AimError::NeverMet)?;
                return Ok(Attempt {
                    launch: first,
                    miss: 0.0,
                });
            }
        };
        let pursuit = self.evaluator()?.pursuit;
        let (evaluation, miss) = closest(&pursuit, speed, slowest).ok_or(out_of_range)?;
        let attempt = Attempt {
            launch: evaluation.launch(&pursuit),
            miss,
        };
        attempt.checked()
    }

    fn least(&self, evaluator: &mut Evaluator<D>) -> Result<LeastSpeed<D>, AimError> {
        let least = evaluator.least();
        if evaluator.lost {
            return Err(unfinished(evaluator));
        }
        least.ok_or(AimError::NeverMet)
    }
}

/// Launches faster than this multiple of the speed of a hit are searched only if their speed is
/// given.
const FASTEST: f64 = 1e3;

/// Returns the error of a search that did not cover all times of possible hits.
fn unfinished<const D: usize>(evaluator: &Evaluator<D>) -> AimError {
    AimError::Unfinished {
        steps: evaluator.flights,
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;
    use crate::Ballistics;

    /// The plan of a typical throw needs only a few flights.
    #[test]
    fn plans_take_few_flights() {
        let air = (Ballistics::<3>::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0))
            .with_wind([3.0, 0.0, 0.0])
            .quadratic();
        // measured: 33 and 39 flights
        for (velocity, most) in [([0.0; 3], 40), ([2.0, 0.0, 1.0], 50)] {
            let aim = air
                .aim([0.0, 2.0, 0.0], Vector3::new(32.0, 0.0, 10.0))
                .moving(velocity);
            for speed in [26.0, 60.0] {
                let mut evaluator = aim.evaluator().unwrap();
                let found: Hits<3> =
                    evaluator.hits(Condition::Speed(speed), speed, 0.0, usize::MAX);
                assert!(
                    !found.is_empty() && evaluator.flights <= most,
                    "{}",
                    evaluator.flights
                );
            }
            let mut evaluator = aim.evaluator().unwrap();
            evaluator.least().unwrap();
            assert!(evaluator.flights <= most, "{}", evaluator.flights);
            let mut evaluator = aim.evaluator().unwrap();
            evaluator.precision = Precision::Full;
            evaluator.at(0.5).unwrap();
            assert!(evaluator.flights <= 4, "{}", evaluator.flights);
        }
    }
}
