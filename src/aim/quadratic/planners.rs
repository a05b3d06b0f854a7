//! The ways to hit, one method each.

use nalgebra::{ComplexField, RealField};

use super::QuadraticAim;
use super::attempt::closest;
use super::evaluation::Evaluator;
use super::plane_flight::Precision;
use super::scan::{LeastSpeed, hits, least};
use crate::aim::{AimError, Arcs, Attempt, Hits, Launch};
use crate::numbers::{from_f64, to_f64};

impl<T: RealField + Copy, const D: usize> QuadraticAim<T, D> {
    /// Hits after a time \[s\].
    ///
    /// # Errors
    /// [`AimError::Time`]; [`AimError::NeverMet`] or [`AimError::Extreme`] if it takes more speed than numbers hold; or what
    /// was given makes no sense.
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

    /// All hits at a speed relative to who throws \[m/s\], the earliest first.
    ///
    /// # Errors
    /// [`AimError::Speed`], [`AimError::OutOfRange`], [`AimError::NeverMet`]; [`AimError::Unfinished`] if no launch was
    /// found for a time at which one may hit; or what was given makes no sense.
    pub fn hits_at_speed(&self, speed: T) -> Result<Hits<T, D>, AimError<T>> {
        let mut evaluator = self.evaluator()?;
        if !(speed.is_finite() && speed > T::zero()) {
            return Err(AimError::Speed { speed });
        }
        // what rounding leaves of the least speed, here and in `T`
        let tolerance = 64.0 * f64::EPSILON + 2.0 * to_f64(T::default_epsilon());
        let found = hits(&mut evaluator, to_f64(speed), tolerance);
        if evaluator.lost {
            return Err(unfinished(&evaluator));
        }
        if !found.is_empty() {
            return found.hits(&evaluator.pursuit).checked();
        }
        let told = to_f64(speed);
        match self.least(&mut evaluator)? {
            // what lies between the least and this was lost
            LeastSpeed::At(evaluation) if evaluation.speed() <= told => Err(unfinished(&evaluator)),
            LeastSpeed::Late(evaluation) if evaluation.speed() <= told * (1.0 - tolerance) => {
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

    /// The launch at a speed relative to who throws \[m/s\] that comes as near as any like it where none hits; the first
    /// that hits where some do.
    ///
    /// It is found from the launch with the least speed that hits, by moving the target nearer until the speed is enough,
    /// which takes as much as 320 searches for a least speed at most, and ten or so as a rule; where that fails, by changing
    /// the direction of a throw as long as the miss gets less. No launch with nearly the same velocity passes the target
    /// closer; quite another one may. A time of flight of zero says that the target only moves away.
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
        let least = least(evaluator);
        if evaluator.lost {
            return Err(unfinished(evaluator));
        }
        least.ok_or(AimError::NeverMet)
    }
}

/// Not all that may hit was looked at.
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
                let mut evaluator = aim.evaluator().unwrap();
                let found = hits(&mut evaluator, speed, 0.0);
                assert!(
                    !found.is_empty() && evaluator.flights <= most,
                    "{}",
                    evaluator.flights
                );
            }
            let mut evaluator = aim.evaluator().unwrap();
            least(&mut evaluator).unwrap();
            assert!(evaluator.flights <= most, "{}", evaluator.flights);
            let mut evaluator = aim.evaluator().unwrap();
            evaluator.precision = Precision::Full;
            evaluator.at(0.5).unwrap();
            assert!(evaluator.flights <= 4, "{}", evaluator.flights);
        }
    }
}
