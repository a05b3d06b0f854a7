//! A spring for rotation.

use nalgebra::SVector;

use super::super::{Effect, Force, ParameterError, SceneForce};
use super::per_inertia;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::{Real, unless_orientation};

/// A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that
/// orientation to the orientation of the body.
///
/// In the plane φ is the difference of the angles, including full rotations, and the motion is
/// exact in every regime. In space φ is the shortest rotation; the torque jumps at half a rotation.
/// In space the spring acts by kicks of second order, and is stable only for steps h with `Ωh < 2`
/// and `bh/I < 2`, where `Ω² = k/I`. Longer steps return no error, but a wrong result.
///
/// ```
/// use kinstep::{Body2, TorsionSpring, World2};
///
/// // a balance wheel of 3 rad/s: after half a period it is on the other side, however long the step
/// let mut world = World2::new();
/// let wheel = world.add_body(Body2::solid(1.0, 0.5).turned(4.0))?;
/// world.add_force_on(wheel, TorsionSpring::stiffness(4.5).toward(1.0))?; // N·m/rad, rad
/// world.step(std::f64::consts::PI / 3.0)?;
/// assert!((world[wheel].orientation() + 2.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("PD controller"))]
pub struct TorsionSpring<T: Real<D>, const D: usize> {
    /// Stiffness k \[N·m/rad\].
    pub stiffness: T,
    /// Damping coefficient b \[N·m·s/rad\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub damping: T,
    /// Orientation at which the torque of the spring is zero: an angle \[rad\] in the plane, a unit
    /// quaternion in space.
    #[cfg_attr(feature = "serde", serde(default = "T::upright"))]
    pub rest: T::Orientation,
}

impl<T: Real<D>, const D: usize> TorsionSpring<T, D> {
    /// Returns an undamped spring of stiffness k \[N·m/rad\] toward the axes of the world.
    #[must_use]
    pub fn stiffness(stiffness: T) -> Self {
        Self {
            stiffness,
            damping: T::zero(),
            rest: T::upright(),
        }
    }

    /// Returns the spring with a damping coefficient b \[N·m·s/rad\].
    #[must_use]
    pub fn damping(mut self, damping: T) -> Self {
        self.damping = damping;
        self
    }

    /// Returns the spring toward this orientation: an angle \[rad\] in the plane, a unit quaternion in space.
    #[must_use]
    pub fn toward(mut self, orientation: T::Orientation) -> Self {
        self.rest = orientation;
        self
    }

    /// Returns the rotation φ from the rest orientation to the body's orientation \[rad\].
    fn twist(&self, body: &Body<T, D>) -> T::Axial {
        T::turn_between(&self.rest, &body.orientation())
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for TorsionSpring<T, D> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn torque(&self, body: &Body<T, D>, _time: T) -> Option<T::Axial> {
        Some(self.twist(body) * -self.stiffness - body.angular_velocity() * self.damping)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        if D != 2 {
            return Effect::Torque {
                depends_on_velocity: self.damping != T::zero(),
            };
        }
        let [rest, ..] = T::orientation_numbers(&self.rest);
        let spring = LinearLaw::spring(per_inertia(body, self.stiffness)).anchored_at([rest]);
        Effect::AngularLaw(spring + LinearLaw::drag(per_inertia(body, self.damping)))
    }

    /// Returns `½ k φ²` \[J\].
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        if body.is_point() {
            return None;
        }
        let twist = self.twist(body);
        Some(T::axial_dot(&twist, &twist) * self.stiffness * nalgebra::convert(0.5))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_finite("the stiffness", self.stiffness)?;
        ParameterError::unless_finite("the damping", self.damping)?;
        unless_orientation::<T, D>("the length of the orientation at rest", &self.rest)
    }
}
