//! The best throw where no throw hits.

use super::error::AimError;
use super::launch::Attempt;
use super::throw::Aim;

impl<const D: usize> Aim<D> {
    /// The launch at a speed \[m/s\] that comes closest to the target: the direct arc if the speed hits. If the
    /// distance decreases for ever, the time of flight is one after which the distance changes by less than rounding.
    ///
    /// ```
    /// use kinstep_flight::Ballistics;
    /// use kinstep_flight::trajectory::Trajectory;
    ///
    /// let air = Ballistics::<2>::new([0.0, -9.81]);
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
    /// [`AimError::Speed`] unless the speed is positive and finite.
    pub fn attempt(&self, speed: f64) -> Result<Attempt<D>, AimError> {
        match self.at_speed(speed) {
            Ok(arcs) => Ok(Attempt {
                launch: arcs.direct,
                miss: 0.0,
            }),
            Err(AimError::OutOfRange { .. } | AimError::NeverMet) => self.problem()?.closest(speed),
            Err(other) => Err(other),
        }
    }
}
