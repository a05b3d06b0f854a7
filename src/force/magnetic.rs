//! Charges in uniform electric and magnetic fields.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce, unless_axial_finite};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.
///
/// The charge q is 1 C by default. Velocities rotate with `Ω = (q/m) B`, exactly, for any number of
/// rotations per step. In the plane B is a number: the component along the z axis, which points at
/// the viewer.
///
/// ```
/// use kinstep::{Body3, MagneticField, World3};
///
/// // a proton in half a tesla, a thousand turns in one step
/// let (charge, mass) = (1.602e-19, 1.673e-27);
/// let mut world = World3::new();
/// world.add_force(MagneticField::new([0.0, 0.0, 0.5]).charge(charge))?;
/// let proton = world.add_body(Body3::point(mass).moving([1e5, 0.0, 10.0]))?;
/// let turn = 2.0 * std::f64::consts::PI * mass / (charge * 0.5);
/// world.step(1000.0 * turn)?;
/// assert!(world[proton].position.xy().norm() < 1e-12);
/// assert!((world[proton].velocity.norm() / 1e5_f64.hypot(10.0) - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("Lorentz force", "cyclotron", "charge"))]
pub struct MagneticField<T: Real<D>, const D: usize> {
    /// Magnetic field B \[T\].
    pub field: T::Axial,
    /// Electric field E \[V/m\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub electric_field: SVector<T, D>,
    /// Charge q \[C\].
    #[cfg_attr(feature = "serde", serde(default = "T::one"))]
    pub charge: T,
}

impl<T: Real<D>, const D: usize> MagneticField<T, D> {
    /// Returns a uniform field B \[T\], world frame, that acts on a charge of 1 C.
    #[must_use]
    pub fn new(field: impl Into<T::Axial>) -> Self {
        Self {
            field: field.into(),
            electric_field: SVector::zeros(),
            charge: T::one(),
        }
    }

    /// Returns the fields with this charge \[C\] of the body.
    #[must_use]
    pub fn charge(mut self, charge: T) -> Self {
        self.charge = charge;
        self
    }

    /// Returns the force with an additional uniform electric field \[V/m\], world frame.
    #[must_use]
    pub fn with_electric_field(mut self, field: impl Into<SVector<T, D>>) -> Self {
        self.electric_field = field.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for MagneticField<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let ratio = self.charge / body.mass;
        // v × Ω = -Ω × v
        self.electric_field * ratio - T::sweep(&(self.field * ratio), &body.velocity)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let ratio = self.charge / body.mass;
        let gyrating = LinearLaw::gyrating(self.field * ratio);
        Effect::Law(gyrating + LinearLaw::gravity(self.electric_field * ratio))
    }

    /// Returns `-q E · x` \[J\]; the magnetic field does no work.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        Some(-self.electric_field.dot(&body.position) * self.charge)
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        unless_axial_finite::<T, D>("the magnetic field", &self.field)?;
        ParameterError::unless_all_finite("the electric field", &self.electric_field)?;
        ParameterError::unless_finite("the charge", self.charge)
    }
}
