//! A constant torque.

use nalgebra::SVector;

use super::super::{Effect, Force, ParameterError, SceneForce, unless_axial_finite};
use super::per_inertia;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// A constant torque in the world frame, independent of the body's motion.
///
/// The motion is exact in the plane, also together with drag and torsion springs. In space the
/// torque acts by kicks of second order, but the change of the angular momentum is exact.
///
/// ```
/// use kinstep::{Body2, ConstantTorque, World2};
///
/// let mut world = World2::new();
/// let wheel = world.add_body(Body2::solid(10.0, 0.5))?;
/// world.add_force_on(wheel, ConstantTorque::new(2.0))?; // N·m
/// world.step(3.0)?;
/// assert_eq!(world[wheel].angular_velocity(), 2.0 / 0.5 * 3.0);
/// assert_eq!(world[wheel].orientation(), 0.5 * 4.0 * 3.0 * 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct ConstantTorque<T: Real<D>, const D: usize> {
    /// Torque τ \[N·m\], world frame.
    pub torque: T::Axial,
}

impl<T: Real<D>, const D: usize> ConstantTorque<T, D> {
    /// Returns a torque \[N·m\], world frame: a number in the plane (counter-clockwise), a vector in space.
    #[must_use]
    pub fn new(torque: impl Into<T::Axial>) -> Self {
        Self {
            torque: torque.into(),
        }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for ConstantTorque<T, D> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn torque(&self, _body: &Body<T, D>, _time: T) -> Option<T::Axial> {
        Some(self.torque)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        if D != 2 {
            return Effect::Torque {
                depends_on_velocity: false,
            };
        }
        let [torque, ..] = T::axial_numbers(&self.torque);
        Effect::AngularLaw(LinearLaw::gravity([per_inertia(body, torque)]))
    }

    /// Returns `-τ θ` \[J\] in the plane, zero at angle zero; `None` in space, where the torque is not conservative.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let [angle, ..] = T::orientation_numbers(&body.orientation());
        let [torque, ..] = T::axial_numbers(&self.torque);
        (D == 2 && !body.is_point()).then(|| -torque * angle)
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        unless_axial_finite::<T, D>("the torque", &self.torque)
    }
}
