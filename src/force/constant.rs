//! Forces that do not depend on the motion of the body.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// The same acceleration for every body: `a = g`.
///
/// ```
/// use kinstep::{Body3, Force, UniformGravity};
///
/// let fall = UniformGravity::new([0.0, -9.81, 0.0]).increment(&Body3::point(1.0), 0.0, 2.0);
/// assert_eq!(fall.position.y, -0.5 * 9.81 * 4.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("weight", "gravity"))]
pub struct UniformGravity<T, const D: usize> {
    /// g \[m/s²\], world frame.
    pub acceleration: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> UniformGravity<T, D> {
    /// Returns gravity with this acceleration \[m/s²\], world frame.
    #[must_use]
    pub fn new(acceleration: impl Into<SVector<T, D>>) -> Self {
        Self {
            acceleration: acceleration.into(),
        }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for UniformGravity<T, D> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        self.acceleration
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Law(LinearLaw::gravity(self.acceleration))
    }

    /// Returns `-m g·x` \[J\], zero at the origin.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        Some(-self.acceleration.dot(&body.position) * body.mass)
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the acceleration of gravity", &self.acceleration)
    }
}

/// A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.
///
/// Both cases are exact. `t` is the time of the world.
///
/// ```
/// use kinstep::{Body2, ConstantForce, World2};
///
/// // 3 N at first, 2 N more every second: v = (3 t + t²)/m
/// let mut world = World2::new();
/// let cart = world.add_body(Body2::point(2.0))?;
/// world.add_force_on(cart, ConstantForce::new([3.0, 0.0]).ramping([2.0, 0.0]))?;
/// world.step(4.0)?;
/// assert!((world[cart].velocity.x - 14.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("push"))]
pub struct ConstantForce<T, const D: usize> {
    /// The force at time zero \[N\], world frame.
    pub force: SVector<T, D>,
    /// Rate of change of the force \[N/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub rate: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> ConstantForce<T, D> {
    /// Returns a constant force \[N\] in the world frame.
    #[must_use]
    pub fn new(force: impl Into<SVector<T, D>>) -> Self {
        Self {
            force: force.into(),
            rate: SVector::zeros(),
        }
    }

    /// Returns the force with a rate of change \[N/s\]; `force` is its value at time zero.
    #[must_use]
    pub fn ramping(mut self, rate: impl Into<SVector<T, D>>) -> Self {
        self.rate = rate.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for ConstantForce<T, D> {
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D> {
        (self.force + self.rate * time) / body.mass
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let law = LinearLaw::gravity(self.force / body.mass);
        Effect::Law(law.ramping(self.rate / body.mass))
    }

    /// Returns `-F₀·x` \[J\], zero at the origin; `None` for a ramping force, which is not conservative.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        (self.rate == SVector::<T, D>::zeros()).then(|| -self.force.dot(&body.position))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the force", &self.force)?;
        ParameterError::unless_all_finite("the rate of the force", &self.rate)
    }
}
