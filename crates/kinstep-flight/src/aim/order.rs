//! Launch and target, and how both move.

use nalgebra::SVector;

use super::error::{AimError, Given};
use crate::numbers::first_not_finite;
use crate::trajectory::IntoVector;

/// Launch and target of one throw, and the motion of both. [`Ballistics::aim_all`](crate::Ballistics::aim_all) takes a slice
/// of orders.
///
/// ```
/// use kinstep_flight::aim::{AimError, Order, Plan};
/// use kinstep_flight::Ballistics;
///
/// // from a cart that drives, at one that brakes, and at one that waits
/// let towards = Order::new([0.0, 1.0], [40.0, 1.0]).moving([-8.0, 0.0]).accelerating([2.0, 0.0]);
/// let orders = [towards.shooter_moving([3.0, 0.0]), Order::new([0.0, 1.0], [25.0, 0.0])];
/// let mut answers = [Err(AimError::NeverMet); 2];
/// Ballistics::new([0.0, -9.81]).aim_all(&orders, &Plan::Speed(25.0), &mut answers)?;
/// assert!(answers.iter().all(Result::is_ok));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Order<const D: usize> {
    /// The point of launch \[m\].
    pub from: SVector<f64, D>,
    /// The position of the target at launch \[m\].
    pub target: SVector<f64, D>,
    /// The velocity of the target at launch \[m/s\].
    pub target_velocity: SVector<f64, D>,
    /// The constant acceleration of the target \[m/s²\].
    pub target_acceleration: SVector<f64, D>,
    /// The velocity of the shooter \[m/s\]: launch speeds are relative to the shooter.
    pub shooter_velocity: SVector<f64, D>,
    /// The largest ε of the number types of the given vectors.
    #[cfg_attr(feature = "serde", serde(default = "of_f64"))]
    pub(super) epsilon: f64,
}

#[cfg(feature = "serde")]
fn of_f64() -> f64 {
    f64::EPSILON
}

impl<const D: usize> Order<D> {
    /// A throw from a point \[m\] at a target at rest \[m\].
    #[must_use]
    #[inline]
    pub fn new<F: IntoVector<D>, T: IntoVector<D>>(from: F, target: T) -> Self {
        let [target_velocity, target_acceleration, shooter_velocity] = [SVector::zeros(); 3];
        Self {
            from: from.into_vector(),
            target: target.into_vector(),
            target_velocity,
            target_acceleration,
            shooter_velocity,
            epsilon: F::EPSILON.max(T::EPSILON),
        }
    }

    /// Sets the velocity of the target \[m/s\].
    #[must_use]
    pub fn moving<V: IntoVector<D>>(mut self, velocity: V) -> Self {
        self.target_velocity = velocity.into_vector();
        self.epsilon = self.epsilon.max(V::EPSILON);
        self
    }

    /// Sets the constant acceleration of the target \[m/s²\].
    #[must_use]
    pub fn accelerating<V: IntoVector<D>>(mut self, acceleration: V) -> Self {
        self.target_acceleration = acceleration.into_vector();
        self.epsilon = self.epsilon.max(V::EPSILON);
        self
    }

    /// Sets the velocity of the shooter \[m/s\].
    #[must_use]
    pub fn shooter_moving<V: IntoVector<D>>(mut self, velocity: V) -> Self {
        self.shooter_velocity = velocity.into_vector();
        self.epsilon = self.epsilon.max(V::EPSILON);
        self
    }

    /// # Errors
    /// A number that is not finite, or a target that coincides with the point of launch.
    pub(super) fn check(&self) -> Result<(), AimError> {
        let given = [
            (Given::Launch, &self.from),
            (Given::Target, &self.target),
            (Given::TargetVelocity, &self.target_velocity),
            (Given::TargetAcceleration, &self.target_acceleration),
            (Given::ShooterVelocity, &self.shooter_velocity),
        ];
        for (given, vector) in given {
            if let Some((axis, value)) = first_not_finite(vector) {
                return Err(AimError::NotFinite { given, axis, value });
            }
        }
        if self.from == self.target {
            return Err(AimError::Coincides);
        }
        Ok(())
    }
}
