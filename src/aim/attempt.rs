//! The best throw where none hits.

use nalgebra::RealField;

use super::error::AimError;
use super::launch::Attempt;
use super::throw::Aim;
use crate::numbers::to_f64;

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
