//! A constant force that rotates with the body.

use nalgebra::SVector;

use super::super::{Effect, Force, ParameterError, SceneForce, unless_it_can_turn};
use crate::body::Body;
use crate::space::Real;

/// An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a
/// point of the body.
///
/// | | in the plane | in space |
/// |---|---|---|
/// | alone, or with other engines | exact | second order |
/// | together with linear forces and laws of the angle | exact | second order |
///
/// A step is rejected if a torque or a torsion spring rotates the body by more than about 4000 rad
/// in the step, because computing the motion under the engine would take too long.
///
/// To change the throttle of an engine, [replace](crate::World::replace_force) it. The mass of a
/// body is constant within a step. To burn fuel, either set the mass once for each burn; then the
/// motion is exact for any length of steps. Or set the mass before each step to its mean in the
/// step; then the motion is of second order:
///
/// ```
/// # use kinstep::{Body2, Thruster, World2};
/// # let mut world = World2::new();
/// # let lander = world.add_body(Body2::solid(1500.0, 4000.0))?;
/// # world.add_force_on(lander, Thruster::new([0.0, 45_000.0]))?;
/// let (dt, burned) = (1.0 / 60.0, 15.0 / 60.0); // s, and kg in that time
/// world[lander].mass -= 0.5 * burned;
/// world.step(dt)?;
/// world[lander].mass -= 0.5 * burned;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In a world with surfaces, the time of a contact under an engine that rotates the body is of
/// second order; [`World::step_until`](crate::World::step_until) stops at the exact time.
///
/// ```
/// use kinstep::{Body2, Thruster, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -1.62]))?;
/// let lander = world.add_body(Body2::solid(1500.0, 4000.0).at([0.0, 900.0]).turned(0.2))?;
/// let engine = Thruster::new([0.0, 45_000.0]).mounted_at([0.5, -1.0]).throttled(0.07);
/// world.add_force_on(lander, engine)?;
///
/// // it climbs, tumbling: one step, or a hundred, come to the same
/// let mut often = world.clone();
/// world.step(5.0)?;
/// for _ in 0..100 {
///     often.step(0.05)?;
/// }
/// assert!((world[lander].position - often[lander].position).norm() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("rocket", "engine", "jet"))]
pub struct Thruster<T, const D: usize> {
    /// Force at full throttle \[N\], in the body's frame.
    pub force: SVector<T, D>,
    /// Point where the force acts, relative to the centre of mass \[m\], in the body's frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub arm: SVector<T, D>,
    /// Fraction of the full force; 1 is full throttle.
    #[cfg_attr(feature = "serde", serde(default = "T::one"))]
    pub throttle: T,
}

impl<T: Real<D>, const D: usize> Thruster<T, D> {
    /// Returns an engine at the centre of mass with this force \[N\] in the body's frame, at full throttle.
    #[must_use]
    pub fn new(force: impl Into<SVector<T, D>>) -> Self {
        Self {
            force: force.into(),
            arm: SVector::zeros(),
            throttle: T::one(),
        }
    }

    /// Returns the engine mounted at a point \[m\] in the body's frame, relative to the centre of mass.
    #[must_use]
    pub fn mounted_at(mut self, point: impl Into<SVector<T, D>>) -> Self {
        self.arm = point.into();
        self
    }

    /// Returns the engine with this throttle, a factor of its force: 0 is off, 1 is full. The
    /// factor may be greater than 1 or negative.
    #[must_use]
    pub fn throttled(mut self, throttle: T) -> Self {
        self.throttle = throttle;
        self
    }

    /// Returns the current force \[N\], in the body's frame.
    fn push(&self) -> SVector<T, D> {
        self.force * self.throttle
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Thruster<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        body.to_world(self.push()) / body.mass
    }

    fn torque(&self, body: &Body<T, D>, _time: T) -> Option<T::Axial> {
        let (arm, push) = (body.to_world(self.arm), body.to_world(self.push()));
        Some(T::cross(&arm, &push))
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Thrust {
            force: self.push(),
            arm: self.arm,
        }
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the force", &self.force)?;
        ParameterError::unless_all_finite("the mounting", &self.arm)?;
        ParameterError::unless_finite("the throttle", self.throttle)
    }

    /// Rejects an engine that is mounted away from the centre of a point body, because a point
    /// cannot rotate.
    fn check_on(&self, body: &Body<T, D>) -> Result<(), ParameterError<T>> {
        unless_it_can_turn(body, &self.arm)
    }
}
