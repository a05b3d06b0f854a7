//! Inertial forces in a rotating frame.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce, unless_axial_finite};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal:
/// `a = 2 v × Ω - Ω × (Ω × (x - p))`.
///
/// Positions and velocities of bodies are then relative to the frame. The potential energy is that
/// of the centrifugal force, so the energy of the world is the Jacobi energy, which is conserved.
/// On the Earth's surface g already contains the centrifugal acceleration: put the axis through the
/// body with [`about`](Self::about), or accept the small error.
///
/// ```
/// use kinstep::{Body2, RotatingFrame, World2};
///
/// // at rest outside, so that it goes round in a frame that turns once in 2π seconds
/// let mut world = World2::new();
/// world.add_force(RotatingFrame::new(1.0))?;
/// let stone = world.add_body(Body2::point(1.0).at([3.0, 0.0]).moving([0.0, -3.0]))?;
/// world.step(std::f64::consts::PI)?;
/// assert!((world[stone].position.x + 3.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("Coriolis", "centrifugal", "turntable"))]
pub struct RotatingFrame<T: Real<D>, const D: usize> {
    /// Angular velocity Ω \[rad/s\].
    pub angular_velocity: T::Axial,
    /// A point p on the axis \[m\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub point: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> RotatingFrame<T, D> {
    /// Returns a frame that rotates with Ω \[rad/s\] relative to an inertial frame, about an axis through the origin.
    #[must_use]
    pub fn new(angular_velocity: impl Into<T::Axial>) -> Self {
        Self {
            angular_velocity: angular_velocity.into(),
            point: SVector::zeros(),
        }
    }

    /// Returns the frame that rotates about an axis through this point \[m\].
    #[must_use]
    pub fn about(mut self, point: impl Into<SVector<T, D>>) -> Self {
        self.point = point.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for RotatingFrame<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let swept = T::sweep(&self.angular_velocity, &(body.position - self.point));
        -T::sweep(
            &self.angular_velocity,
            &(body.velocity + body.velocity + swept),
        )
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Law(LinearLaw::rotating_frame(self.angular_velocity).anchored_at(self.point))
    }

    /// Returns `-½ m |Ω × (x - p)|²` \[J\].
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let swept = T::sweep(&self.angular_velocity, &(body.position - self.point));
        Some(-swept.norm_squared() * body.mass * nalgebra::convert(0.5))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        unless_axial_finite::<T, D>("the angular velocity of the frame", &self.angular_velocity)?;
        ParameterError::unless_all_finite("the point on the axis", &self.point)
    }
}
