//! A force that acts at a point of the body.

use nalgebra::SVector;

use super::super::{
    Effect, Force, ParameterError, SceneForce, unless_between_bodies, unless_it_can_turn,
};
use crate::body::Body;
use crate::numbers::is_finite;
use crate::space::Real;

/// A force that acts at a point of the body instead of its centre of mass, and so rotates the body.
/// Examples are a spring that is hooked to a corner, and drag on a fin.
///
/// The inner force receives a point body at the mounting, with the mass of the body, and with the
/// velocity `v + ω × r` of the body there. A mounted force acts by kicks of second order. For a
/// constant force that rotates with the body, see [`Thruster`](crate::Thruster), which is exact in
/// the plane. For a force between points of two bodies, see
/// [`World::add_link_at`](crate::World::add_link_at).
///
/// ```
/// use kinstep::{Body2, Mounted, Spring, World2};
///
/// // a plate hung by its corner
/// let mut world = World2::new();
/// let plate = world.add_body(Body2::solid(2.0, 0.3))?;
/// let spring = Spring::stiffness(40.0).anchored_at([0.5, 1.0]);
/// world.add_force_on(plate, Mounted::new(spring, [0.5, 0.5]))?; // m, in the body's frame
/// world.step(0.01)?;
/// assert!(world[plate].angular_velocity() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound = "F: crate::saved::Saved, T: crate::saved::SavedNumber"
    )
)]
#[non_exhaustive]
#[doc(alias("AddForceAtPosition"))]
pub struct Mounted<F, T, const D: usize> {
    /// The inner force.
    pub force: F,
    /// Point where the force acts, relative to the centre of mass \[m\], in the body's frame.
    pub arm: SVector<T, D>,
}

impl<F, T: Real<D>, const D: usize> Mounted<F, T, D> {
    /// Mounts a force at a point \[m\] in the body's frame, relative to the centre of mass.
    #[must_use]
    pub fn new(force: F, point: impl Into<SVector<T, D>>) -> Self {
        Self {
            force,
            arm: point.into(),
        }
    }
}

impl<F: Force<T, D>, T: Real<D>, const D: usize> Force<T, D> for Mounted<F, T, D> {
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D> {
        self.force.acceleration(&body.mounting(&self.arm).0, time)
    }

    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        let (mounting, arm) = body.mounting(&self.arm);
        let force = self.force.acceleration(&mounting, time) * body.mass;
        Some(T::cross(&arm, &force))
    }

    fn next_change(&self, from: T, to: T) -> Option<T> {
        self.force.next_change(from, to)
    }

    fn potential_energy(&self, body: &Body<T, D>, time: T) -> Option<T> {
        self.force
            .potential_energy(&body.mounting(&self.arm).0, time)
    }

    fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
        let (mounting, _) = body.mounting(&self.arm);
        Effect::Acceleration {
            depends_on_velocity: self.force.effect(&mounting, time, dt).depends_on_velocity(),
        }
    }

    /// Returns the force that a scene saves; `None` if the inner force cannot be saved, or is
    /// mounted itself.
    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        match self.force.in_scene()? {
            SceneForce::AtCentre(force) => Some(SceneForce::AtPoint(Mounted::new(force, self.arm))),
            SceneForce::AtPoint(_) => None,
        }
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the mounting", &self.arm)?;
        self.force.check()?;
        unless_between_bodies(&self.force, 1)
    }

    fn check_on(&self, body: &Body<T, D>) -> Result<(), ParameterError<T>> {
        unless_it_can_turn(body, &self.arm)?;
        if is_finite(&body.position) {
            return self.force.check_on(&body.mounting(&self.arm).0);
        }
        Ok(())
    }
}
