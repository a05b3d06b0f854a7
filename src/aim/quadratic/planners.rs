//! The planners: one method each.

use nalgebra::{ComplexField, RealField};

use super::QuadraticAim;
use super::attempt::closest;
use super::evaluation::Evaluator;
use super::least::LeastSpeed;
use super::plane_flight::Precision;
use crate::aim::{AimError, Arcs, Attempt, Hits, Launch};
use crate::numbers::{from_f64, to_f64};

impl<T: RealField + Copy, const D: usize> QuadraticAim<T, D> {
    /// Hits after a time \[s\].
    ///
    /// # Errors
    /// [`AimError::Time`]; [`AimError::NeverMet`] or [`AimError::Extreme`] if the speed overflows; or the error of an invalid
    /// input.
    #[inline(never)]
    pub fn in_time(&self, time: T) -> Result<Launch<T, D>, AimError<T>> {
        let mut evaluator = self.evaluator()?;
        if !(time.is_finite() && time > T::zero()) {
            return Err(AimError::Time { time });
        }
        evaluator.precision = Precision::Full;
        let evaluation = evaluator.at(ComplexField::ln(to_f64(time)));
        let launch = evaluation
            .ok_or(AimError::NeverMet)?
            .launch(&evaluator.pursuit);
        let exact = Launch {
            time_of_flight: time,
            ..launch
        };
        exact.checked()
    }

    /// All hits at a speed relative to the shooter \[m/s\], the earliest first.
    ///
    /// # Errors
    /// [`AimError::Speed`], [`AimError::OutOfRange`], [`AimError::NeverMet`]; [`AimError::Unfinished`] if no launch was
    /// found for a time at which one may hit; or the error of an invalid input.
    #[inline(never)]
    pub fn hits_at_speed(&self, speed: T) -> Result<Hits<T, D>, AimError<T>> {
        let mut evaluator = self.evaluator()?;
        if !(speed.is_finite() && speed > T::zero()) {
            return Err(AimError::Speed { speed });
        }
        // a speed may fall short of the least one by rounding, here and in `T`
        let tolerance = 64.0 * f64::EPSILON + 2.0 * to_f64(T::default_epsilon());
        let found = evaluator.hits(to_f64(speed), tolerance);
        if evaluator.lost {
            return Err(unfinished(&evaluator));
        }
        if !found.is_empty() {
            return found.checked();
        }
        let given = to_f64(speed);
        match self.least(&mut evaluator)? {
            // hits between the least speed and this one were lost
            LeastSpeed::At(evaluation) if evaluation.speed() <= given => {
                Err(unfinished(&evaluator))
            }
            LeastSpeed::Late(evaluation) if evaluation.speed() <= given * (1.0 - tolerance) => {
                Err(unfinished(&evaluator))
            }
            LeastSpeed::At(evaluation) | LeastSpeed::Late(evaluation) => {
                Err(AimError::OutOfRange {
                    speed,
                    least_speed: from_f64(evaluation.speed()),
                })
            }
            LeastSpeed::Limit(limit) => Err(AimError::OutOfRange {
                speed,
                least_speed: from_f64(limit),
            }),
        }
    }

    /// The first and the last hit at a speed relative to the shooter \[m/s\].
    ///
    /// # Errors
    /// Those of [`hits_at_speed`](Self::hits_at_speed).
    #[inline(never)]
    pub fn at_speed(&self, speed: T) -> Result<Arcs<T, D>, AimError<T>> {
        Arcs::of(&self.hits_at_speed(speed)?)
    }

    /// The hit at the least speed relative to the shooter.
    ///
    /// # Errors
    /// [`AimError::NoLeastSpeed`] if the speed keeps falling with the time of flight, [`AimError::NeverMet`], or the error of
    /// an invalid input.
    #[inline(never)]
    pub fn with_least_speed(&self) -> Result<Launch<T, D>, AimError<T>> {
        let mut evaluator = self.evaluator()?;
        match self.least(&mut evaluator)? {
            LeastSpeed::At(evaluation) => evaluation.launch(&evaluator.pursuit).checked(),
            LeastSpeed::Late(evaluation) => Err(AimError::NoLeastSpeed {
                limit: from_f64(evaluation.speed()),
            }),
            LeastSpeed::Limit(limit) => Err(AimError::NoLeastSpeed {
                limit: from_f64(limit),
            }),
        }
    }

    /// The first hit at a speed relative to the shooter \[m/s\]; if none exists, a launch at that speed that comes closest.
    ///
    /// The closest launch is found from the hit with the least speed: the target is moved nearer until the speed suffices.
    /// This takes about ten searches for a least speed, and 320 at most. If it fails, the direction of a throw is changed as
    /// long as the miss shrinks. The result is a local minimum: no launch with nearly the same velocity passes the target
    /// closer, but a very different one may. A time of flight of zero means that the target only moves away.
    ///
    /// # Errors
    /// Those of [`with_least_speed`](Self::with_least_speed); [`AimError::Speed`]; [`AimError::OutOfRange`] if no launch
    /// was found that comes closest.
    #[inline(never)]
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
        let pursuit = self.evaluator()?.pursuit;
        let (evaluation, miss) =
            closest(&pursuit, to_f64(speed), to_f64(slowest)).ok_or(out_of_range)?;
        let attempt = Attempt {
            launch: evaluation.launch(&pursuit),
            miss: from_f64(miss),
        };
        attempt.checked()
    }

    fn least(&self, evaluator: &mut Evaluator<D>) -> Result<LeastSpeed<D>, AimError<T>> {
        let least = evaluator.least();
        if evaluator.lost {
            return Err(unfinished(evaluator));
        }
        least.ok_or(AimError::NeverMet)
    }
}

/// The error of a search that did not cover all times of possible hits.
fn unfinished<T, const D: usize>(evaluator: &Evaluator<D>) -> AimError<T> {
    AimError::Unfinished {
        steps: evaluator.flights,
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;
    use crate::ballistics::Ballistics;

    /// Number of flights that planning a typical throw takes.
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
                let mut evaluator = aim.evaluator().unwrap();
                let found: Hits<f64, 3> = evaluator.hits(speed, 0.0);
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
