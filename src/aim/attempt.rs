//! The best throw where none hits.

use nalgebra::{RealField, SVector};

use super::error::AimError;
use super::launch::{Attempt, Launch};
use super::problem::AimProblem;
use super::throw::Aim;
use crate::numbers::{from_f64, to_f64};

impl<T: RealField + Copy, const D: usize> Aim<T, D> {
    /// The launch at a speed \[m/s\] that comes closest to the target: the direct arc if the speed hits. If a flight comes
    /// nearer for ever, the time of flight is one after which the distance changes by less than rounding.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, Trajectory};
    ///
    /// let air = Ballistics::<f64, 2>::new([0.0, -9.81]);
    /// let aim = air.aim([0.0, 0.0], [100.0, 0.0]);
    /// assert!(aim.at_speed(20.0).is_err());
    /// let attempt = aim.attempt(20.0)?;
    /// let flight = air.launch([0.0, 0.0], attempt.launch.velocity);
    /// let closest = flight.closest_approach([100.0, 0.0], 0.0..10.0)?;
    /// assert!((closest.distance - attempt.miss).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AimError::Speed`] unless it is positive and finite.
    #[inline(never)]
    pub fn attempt(&self, speed: T) -> Result<Attempt<T, D>, AimError<T>> {
        match self.at_speed(speed) {
            Ok(arcs) => Ok(Attempt {
                launch: arcs.direct,
                miss: T::zero(),
            }),
            Err(AimError::OutOfRange { .. } | AimError::NeverMet) => {
                self.problem()?.closest(to_f64(speed))
            }
            Err(other) => Err(other),
        }
    }
}

impl<const D: usize> AimProblem<D> {
    /// After a time, launches at speed s are on a sphere around `c S₁ + shooter S` of radius `s S`. The target is outside of
    /// it at all times: finds the time at which it is nearest.
    pub(super) fn closest<T: RealField + Copy>(
        &self,
        speed: f64,
    ) -> Result<Attempt<T, D>, AimError<T>> {
        let (time, miss) = if self.is_straight() {
            self.straight().closest(speed)
        } else {
            let miss = |time: f64| self.ahead(time).norm() - speed * self.air.model.carry(time).0;
            let turns = self.closest_times(speed, miss);
            // the distance may be least at the launch, where its rate is not zero
            (turns.iter().chain([0.0]))
                // times that overflow `T` count as never
                .filter(|time| from_f64::<T>(*time).is_finite())
                .map(|time| (time, miss(time)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .ok_or(AimError::NeverMet)?
        };
        let direction: SVector<f64, D> = crate::numbers::direction(&self.ahead(time));
        let attempt = Attempt {
            launch: Launch {
                velocity: (direction * speed + self.relative_target.shooter).map(from_f64),
                time_of_flight: from_f64(time),
            },
            miss: from_f64(miss.max(0.0)),
        };
        attempt.checked()
    }

    /// The target relative to a throw with own speed 0 \[m\]: `(v₀ - shooter) S` for the launch v₀ that hits.
    fn ahead(&self, time: f64) -> SVector<f64, D> {
        if time == 0.0 {
            return self.relative_target.start;
        }
        self.fired(time) * self.air.model.carry(time).0
    }
}
