//! Drag that slows the rotation of a body.

use nalgebra::SVector;

use super::super::{DragStrength, Effect, Force, ParameterError, SceneForce};
use super::per_inertia;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// Drag that slows the rotation of a body.
///
/// | given by | torque | in the plane | in space |
/// |---|---|---|---|
/// | [`rate`](Self::rate) | `-γ L` | exact | exact, for any inertia |
/// | [`coefficient`](Self::coefficient) | `-c ω` | exact | second order |
///
/// In space, drag along the angular momentum does not change the direction of the angular momentum,
/// and only slows the rotation. After a time t the orientation is that of free rotation without
/// drag after the time `(1 - e^(-γt)) / γ`.
///
/// ```
/// use kinstep::{AngularDrag, Body3, Inertia, World3};
///
/// let mut world = World3::new();
/// world.add_force(AngularDrag::rate(0.1))?; // 1/s
/// let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22])).spinning([0.01, 6.0, 0.02]);
/// let id = world.add_body(book)?;
/// world.step(20.0)?;
/// let left = world[id].spin_angular_momentum().norm() / book.spin_angular_momentum().norm();
/// assert!((left - (-2.0_f64).exp()).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct AngularDrag<T> {
    /// Rate γ \[1/s\], or the coefficient \[N·m·s/rad\].
    pub strength: DragStrength<T>,
}

impl<T> AngularDrag<T> {
    /// Returns drag of rate γ \[1/s\] along the angular momentum, independent of the inertia: `τ = -γ L`.
    #[must_use]
    pub fn rate(rate: T) -> Self {
        Self {
            strength: DragStrength::Rate(rate),
        }
    }

    /// Returns drag with a coefficient \[N·m·s/rad\] against the angular velocity: `τ = -c ω`.
    #[must_use]
    pub fn coefficient(coefficient: T) -> Self {
        Self {
            strength: DragStrength::Coefficient(coefficient),
        }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for AngularDrag<T> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn torque(&self, body: &Body<T, D>, _time: T) -> Option<T::Axial> {
        Some(match self.strength {
            DragStrength::Rate(rate) => body.spin_angular_momentum() * -rate,
            DragStrength::Coefficient(coefficient) => body.angular_velocity() * -coefficient,
        })
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        match self.strength {
            DragStrength::Rate(rate) => Effect::AngularLaw(LinearLaw::drag(rate)),
            DragStrength::Coefficient(coefficient) if D == 2 => {
                Effect::AngularLaw(LinearLaw::drag(per_inertia(body, coefficient)))
            }
            DragStrength::Coefficient(_) => Effect::Torque {
                depends_on_velocity: true,
            },
        }
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        match self.strength {
            DragStrength::Rate(rate) => {
                ParameterError::unless_finite("the angular drag rate", rate)
            }
            DragStrength::Coefficient(coefficient) => {
                ParameterError::unless_finite("the angular drag coefficient", coefficient)
            }
        }
    }
}
