//! The lift of a spinning ball.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce, unless_axial_finite};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.
///
/// The coefficient k is a mass \[kg\], about the mass of the air that the ball displaces. For a
/// slow smooth ball of radius r in air of density ρ it is `k = π ρ r³` (Rubinow and Keller 1961).
/// For balls used in sports, `k = ½ ρ A C |v| / |ω|` follows from a measured lift coefficient C at
/// the relevant speed.
///
/// ```
/// use kinstep::{Body3, Force, Magnus};
///
/// // a football that spins about the vertical leaves its line to the left
/// let ball = Body3::point(0.43).moving([25.0, 0.0, 0.0]);
/// let lift = Magnus::new(0.005, [0.0, 0.0, 60.0]);
/// let sideways = lift.acceleration(&ball, 0.0).y;
/// assert!((sideways - 0.005 * 60.0 * 25.0 / 0.43).abs() < 1e-13);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("curve ball", "lift", "spin"))]
pub struct Magnus<T: Real<D>, const D: usize> {
    /// Coefficient k \[kg\].
    pub coefficient: T,
    /// Angular velocity ω \[rad/s\].
    pub angular_velocity: T::Axial,
    /// Velocity of the air \[m/s\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub wind: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> Magnus<T, D> {
    /// Returns the lift with coefficient k \[kg\] on a ball that spins with ω \[rad/s\], world frame, in still air.
    #[must_use]
    pub fn new(coefficient: T, angular_velocity: impl Into<T::Axial>) -> Self {
        Self {
            coefficient,
            angular_velocity: angular_velocity.into(),
            wind: SVector::zeros(),
        }
    }

    /// Returns the lift in air that moves at this velocity \[m/s\].
    #[must_use]
    pub fn in_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.wind = wind.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Magnus<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let ratio = self.coefficient / body.mass;
        T::sweep(
            &(self.angular_velocity * ratio),
            &(body.velocity - self.wind),
        )
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let turning = self.angular_velocity * (self.coefficient / body.mass);
        // ω × v = v × -ω
        let gyrating = LinearLaw::gyrating(-turning);
        Effect::Law(gyrating + LinearLaw::gravity(-T::sweep(&turning, &self.wind)))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_finite("the lift coefficient", self.coefficient)?;
        unless_axial_finite::<T, D>("the angular velocity", &self.angular_velocity)?;
        ParameterError::unless_all_finite("the wind", &self.wind)
    }
}
