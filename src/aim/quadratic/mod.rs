//! Aiming where drag grows with the square of the speed.

mod attempt;
mod law;
mod look;
mod pursuit;
mod reach;
mod scan;
mod search;
mod series;
mod throw;

use nalgebra::{ComplexField, RealField, SVector};

use self::law::Law;
use self::look::Scout;
use self::pursuit::Pursuit;
use self::scan::Least;
use self::throw::Precision;
use super::course::Course;
use super::error::AimError;
use super::launch::{Arcs, Attempt, Hits, Launch};
use crate::ballistics::QuadraticAir;
use crate::space::{direction, is_finite, narrow, widen};

/// A throw at a target under quadratic drag, to be planned in one of many ways.
///
/// Made by [`QuadraticAir::aim`]. There is no closed form, so launches are searched for:
///
/// | asked for | how it is found |
/// |---|---|
/// | a time | Newton's method for the launch, by a flight that knows how its end depends on its launch |
/// | a speed | the speed that a hit takes is looked at over all times in which one is possible, each later by a factor of 1.5 at most, or 2 where nothing moves; between two of them it may turn once |
/// | the least speed | the same, for the turn that is lowest |
/// | an attempt with too little speed | the least speed, for targets nearer and nearer |
///
/// For a target that stays the speed falls and then rises with time, in all of thousands of cases, so that no hit is
/// missed; it is not proven. A target that moves may be hit more often. Two of its hits may be passed over if the speed
/// turns twice between two looks, so where it turns three times while the time grows by half.
///
/// # Precision
/// The tolerance of the air has no part in it. What is computed here is off by rounding, less than 1e-13 of the way of
/// the flight where a test measures 2e-15; a flight launched so passes the target within that and its own
/// [`error_bound`](crate::ballistics::QuadraticFlight::error_bound). The speed is right to 1e-14. Rounding the launch to
/// `f32` costs 1e-7 of the way.
///
/// # Cost
/// A time takes about three flights, a speed or the least one 25, at a target that moves 40; most of them rough. A
/// speed costs about as much as ten or fifteen launches of the same air. Whatever is asked for, no plan takes more than
/// 2300 flights of 1024 pieces.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Trajectory};
///
/// let air = Ballistics::<f64, 3>::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0).with_wind([3.0, 0.0, 0.0]);
/// let (from, target) = ([0.0, 2.0, 0.0], [30.0, 0.0, 10.0]);
/// let arcs = air.quadratic().aim(from, target).at_speed(25.0)?;
/// let flight = air.quadratic().launch(from, arcs.direct.velocity);
/// let miss = flight.position(arcs.direct.time_of_flight) - kinstep::nalgebra::Vector3::from(target);
/// assert!(miss.norm() < 1e-6);
/// # Ok::<(), kinstep::aim::AimError<f64>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuadraticAim<T, const D: usize> {
    air: QuadraticAir<T, D>,
    course: Course<T, D>,
}

impl<T: RealField + Copy, const D: usize> QuadraticAir<T, D> {
    /// A throw from a point \[m\] at a target \[m\], under quadratic drag.
    #[must_use]
    pub fn aim(
        &self,
        from: impl Into<SVector<T, D>>,
        target: impl Into<SVector<T, D>>,
    ) -> QuadraticAim<T, D> {
        QuadraticAim {
            air: *self,
            course: Course::new(from.into(), target.into()),
        }
    }
}

impl<T: RealField + Copy, const D: usize> QuadraticAim<T, D> {
    /// The same at a target that moves \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.course.velocity = velocity.into();
        self
    }

    /// The same at a target that accelerates \[m/s²\], constantly.
    #[must_use]
    pub fn accelerating(mut self, acceleration: impl Into<SVector<T, D>>) -> Self {
        self.course.acceleration = acceleration.into();
        self
    }

    /// The same thrown by someone who moves \[m/s\]: speeds of a launch are counted from that velocity on, which
    /// [`Launch::velocity`] contains.
    #[must_use]
    pub fn shooter_moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.course.shooter = velocity.into();
        self
    }

    /// Hits after a time \[s\].
    ///
    /// # Errors
    /// [`AimError::Time`]; [`AimError::NeverMet`] if it takes more speed than numbers hold; or what was given makes no
    /// sense.
    pub fn in_time(&self, time: T) -> Result<Launch<T, D>, AimError<T>> {
        let mut scout = self.scout()?;
        if !(time.is_finite() && time > T::zero()) {
            return Err(AimError::Time { time });
        }
        scout.precision = Precision::Full;
        let look = scout.at(ComplexField::ln(widen(time)));
        let launch = look.ok_or(AimError::NeverMet)?.launch(&scout.pursuit);
        finite(Launch {
            time_of_flight: time,
            ..launch
        })
    }

    /// All hits at a speed relative to who throws \[m/s\], the earliest first.
    ///
    /// # Errors
    /// [`AimError::Speed`], [`AimError::OutOfRange`], [`AimError::NeverMet`]; [`AimError::Unfinished`] if no launch was
    /// found for a time at which one may hit; or what was given makes no sense.
    pub fn hits_at_speed(&self, speed: T) -> Result<Hits<T, D>, AimError<T>> {
        let mut scout = self.scout()?;
        if !(speed.is_finite() && speed > T::zero()) {
            return Err(AimError::Speed { speed });
        }
        // what rounding leaves of the least speed, here and in `T`
        let grain = 64.0 * f64::EPSILON + 2.0 * widen(T::default_epsilon());
        let found = scan::hits(&mut scout, widen(speed), grain);
        if scout.lost {
            return Err(unfinished(&scout));
        }
        if !found.is_empty() {
            return Ok(found.hits(&scout.pursuit));
        }
        match self.least(&mut scout)? {
            // what lies between the least and this was lost
            Least::At(look) if look.speed() > widen(speed) => Err(AimError::OutOfRange {
                speed,
                least_speed: narrow(look.speed()),
            }),
            Least::Limit(limit) if limit > widen(speed) => Err(AimError::OutOfRange {
                speed,
                least_speed: narrow(limit),
            }),
            _ => Err(unfinished(&scout)),
        }
    }

    /// The first hit at a speed relative to who throws \[m/s\], and the last.
    ///
    /// # Errors
    /// Those of [`hits_at_speed`](Self::hits_at_speed).
    pub fn at_speed(&self, speed: T) -> Result<Arcs<T, D>, AimError<T>> {
        let hits = self.hits_at_speed(speed)?;
        let ends = hits.first().zip(hits.last());
        let (direct, lofted) = ends.ok_or(AimError::NeverMet)?;
        Ok(Arcs {
            direct: *direct,
            lofted: *lofted,
        })
    }

    /// At the least speed relative to who throws that hits.
    ///
    /// # Errors
    /// [`AimError::NoLeastSpeed`] if throws get slower for ever with the time of flight, [`AimError::NeverMet`], or what
    /// was given makes no sense.
    pub fn with_least_speed(&self) -> Result<Launch<T, D>, AimError<T>> {
        let mut scout = self.scout()?;
        match self.least(&mut scout)? {
            Least::At(look) => finite(look.launch(&scout.pursuit)),
            Least::Limit(limit) => Err(AimError::NoLeastSpeed {
                limit: narrow(limit),
            }),
        }
    }

    /// The launch at a speed relative to who throws \[m/s\] that comes as near as any like it where none hits; the first
    /// that hits where some do.
    ///
    /// It is found from the launch with the least speed that hits, by moving the target nearer until the
    /// speed is enough, which takes as much as 320 searches for a least speed at most, and ten or so as a rule. No launch with nearly the same
    /// velocity passes the target closer; quite another one may.
    ///
    /// # Errors
    /// Those of [`with_least_speed`](Self::with_least_speed); [`AimError::Speed`]; [`AimError::OutOfRange`] if no launch
    /// was found that comes closest.
    pub fn attempt(&self, speed: T) -> Result<Attempt<T, D>, AimError<T>> {
        let (out_of_range, slowest) = match self.hits_at_speed(speed) {
            Err(error @ AimError::OutOfRange { least_speed, .. }) => (error, least_speed),
            hits => {
                let first = hits?.first().copied().ok_or(AimError::NeverMet)?;
                return Ok(Attempt {
                    launch: first,
                    miss: T::zero(),
                });
            }
        };
        let pursuit = self.scout()?.pursuit;
        let (look, miss) =
            attempt::closest(&pursuit, widen(speed), widen(slowest)).ok_or(out_of_range)?;
        Ok(Attempt {
            launch: finite(look.launch(&pursuit))?,
            miss: narrow(miss.norm()),
        })
    }

    fn least(&self, scout: &mut Scout<D>) -> Result<Least<D>, AimError<T>> {
        let least = scan::least(scout);
        if scout.lost {
            return Err(unfinished(scout));
        }
        least.ok_or(AimError::NeverMet)
    }

    /// All in the frame of the air.
    fn scout(&self) -> Result<Scout<D>, AimError<T>> {
        self.air.check()?;
        let chase = self.course.checked()?;
        let (gravity, wind) = (self.air.gravity().map(widen), self.air.wind().map(widen));
        Ok(Scout::new(Pursuit {
            law: Law {
                pull: gravity.norm(),
                drag: widen(self.air.coefficient()),
            },
            down: direction(&gravity),
            start: chase.start,
            velocity: chase.velocity - wind,
            acceleration: chase.acceleration,
            shooter: chase.shooter - wind,
            wind,
            still: chase.is_still(),
        }))
    }
}

/// Not all that may hit was looked at.
fn unfinished<T, const D: usize>(scout: &Scout<D>) -> AimError<T> {
    AimError::Unfinished {
        steps: scout.flights,
    }
}

/// A launch, unless it takes more speed than `T` holds.
fn finite<T: RealField + Copy, const D: usize>(
    launch: Launch<T, D>,
) -> Result<Launch<T, D>, AimError<T>> {
    let Launch {
        velocity,
        time_of_flight,
    } = launch;
    (is_finite(&velocity) && time_of_flight.is_finite())
        .then_some(launch)
        .ok_or(AimError::NeverMet)
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;
    use crate::ballistics::Ballistics;

    /// What plans of a typical throw cost.
    #[test]
    fn plans_take_few_flights() {
        let air = (Ballistics::<f64, 3>::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0))
            .with_wind([3.0, 0.0, 0.0])
            .quadratic();
        // measured: 26 and 43
        for (velocity, most) in [([0.0; 3], 30), ([2.0, 0.0, 1.0], 50)] {
            let aim = air
                .aim([0.0, 2.0, 0.0], Vector3::new(32.0, 0.0, 10.0))
                .moving(velocity);
            for speed in [26.0, 60.0] {
                let mut scout = aim.scout().unwrap();
                let found = scan::hits(&mut scout, speed, 0.0);
                assert!(
                    !found.is_empty() && scout.flights <= most,
                    "{}",
                    scout.flights
                );
            }
            let mut scout = aim.scout().unwrap();
            scan::least(&mut scout).unwrap();
            assert!(scout.flights <= most, "{}", scout.flights);
            let mut scout = aim.scout().unwrap();
            scout.precision = Precision::Full;
            scout.at(0.5).unwrap();
            assert!(scout.flights <= 4, "{}", scout.flights);
        }
    }
}
