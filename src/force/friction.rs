//! Friction that brings a body to rest.

use nalgebra::SVector;

use super::course::motion;
use super::slowing::Slowing;
use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::numbers::{from_f64, length, to_f64};
use crate::space::Real;

/// Dry friction: a force of constant size against the motion, which stops the body and never reverses it.
///
/// With r the velocity relative to the surface, `F = -(A + B |r| + C |r|²) r/|r|`. B and C are zero by default. With them the force is
/// the road load of a vehicle, as a coast-down test measures it.
///
/// | friction | constructor |
/// |---|---|
/// | known force A \[N\] | [`force`](Self::force) |
/// | sliding, `A = μ N` | [`sliding`](Self::sliding) |
/// | rolling resistance, `A = c N` | [`rolling`](Self::rolling) |
/// | on level ground, `A/m = μ g` for any mass | [`deceleration`](Self::deceleration) |
///
/// Exact alone in the plane and in space, for any step: the body stops inside the step and stays at rest. At rest on the surface the
/// force is zero. A negative step moves a moving body back exactly; a body at rest stays at rest, because its state does not contain
/// the time at which it stopped. With C the speed becomes infinite at a finite time back; for longer backward steps the increment is
/// infinite.
///
/// Beside other forces it acts by kicks, of second order while the body moves. It does not keep a body at rest against another force
/// smaller than A: such a body creeps with a speed of the order of force / mass × dt.
///
/// ```
/// use kinstep::{Body2, DryFriction, World2};
///
/// // 5 m/s against 2 m/s²: at rest after 2.5 s and 6.25 m, and the step is longer than that
/// let mut world = World2::new();
/// world.add_force(DryFriction::sliding(0.2, 30.0))?; // μ, N
/// let sledge = world.add_body(Body2::point(3.0).moving([3.0, 4.0]))?;
/// world.step(10.0)?;
/// assert_eq!(world[sledge].velocity.norm(), 0.0);
/// assert!((world[sledge].position.norm() - 6.25).abs() < 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("Coulomb friction", "sliding", "brake"))]
pub struct DryFriction<T, const D: usize> {
    /// The constant part A of the friction.
    pub strength: FrictionStrength<T>,
    /// B \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub linear: T,
    /// C \[kg/m\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub quadratic: T,
    /// Velocity of the surface \[m/s\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub surface: SVector<T, D>,
}

/// The parameter that defines the constant part of a [`DryFriction`].
///
/// ```
/// use kinstep::{DryFriction, FrictionStrength};
///
/// let brake = DryFriction::<f64, 2>::deceleration(3.0);
/// assert_eq!(brake.strength, FrictionStrength::Deceleration(3.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FrictionStrength<T> {
    /// A \[N\].
    Force(T),
    /// The coefficient of friction, and the normal load \[N\].
    Load(T, T),
    /// A/m \[m/s²\].
    Deceleration(T),
}

impl<T: Real<D>, const D: usize> DryFriction<T, D> {
    /// Returns friction of this size \[N\] on a surface at rest.
    #[must_use]
    pub fn force(force: T) -> Self {
        Self::new(FrictionStrength::Force(force))
    }

    /// Returns friction that decelerates every body by this much \[m/s²\]: `μ g` on level ground.
    #[must_use]
    pub fn deceleration(deceleration: T) -> Self {
        Self::new(FrictionStrength::Deceleration(deceleration))
    }

    /// Returns sliding friction of coefficient μ under a normal load \[N\], on a surface at rest.
    #[must_use]
    pub fn sliding(coefficient: T, load: T) -> Self {
        Self::new(FrictionStrength::Load(coefficient, load))
    }

    /// Returns rolling resistance of coefficient c under a normal load \[N\], on ground at rest. The law equals that of
    /// [`sliding`](Self::sliding), with a coefficient a hundred times smaller.
    #[must_use]
    pub fn rolling(coefficient: T, load: T) -> Self {
        Self::sliding(coefficient, load)
    }

    /// Returns the friction with an additional part proportional to speed, `B |r|`, of coefficient B \[kg/s\].
    #[must_use]
    pub fn with_linear_drag(mut self, coefficient: T) -> Self {
        self.linear = coefficient;
        self
    }

    /// Returns the friction with an additional part proportional to the square of the speed, `C |r|²`, of coefficient C \[kg/m\]. The
    /// medium moves along with the surface.
    #[must_use]
    pub fn with_quadratic_drag(mut self, coefficient: T) -> Self {
        self.quadratic = coefficient;
        self
    }

    /// Returns the friction on a surface that moves at this velocity \[m/s\], such as a conveyor belt, which carries the body along.
    #[must_use]
    pub fn on_surface_moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.surface = velocity.into();
        self
    }

    fn new(strength: FrictionStrength<T>) -> Self {
        Self {
            strength,
            linear: T::zero(),
            quadratic: T::zero(),
            surface: SVector::zeros(),
        }
    }

    /// The deceleration law of this body's speed relative to the surface.
    fn slowing(&self, body: &Body<T, D>) -> Slowing {
        let mass = to_f64(body.mass);
        Slowing {
            constant: match self.strength {
                FrictionStrength::Force(force) => to_f64(force) / mass,
                FrictionStrength::Load(coefficient, load) => {
                    to_f64(coefficient) * to_f64(load) / mass
                }
                FrictionStrength::Deceleration(deceleration) => to_f64(deceleration),
            },
            linear: to_f64(self.linear) / mass,
            quadratic: to_f64(self.quadratic) / mass,
        }
    }

    /// The velocity relative to the surface, and its magnitude.
    fn relative(&self, body: &Body<T, D>) -> (SVector<f64, D>, f64) {
        let relative = body.velocity.map(to_f64) - self.surface.map(to_f64);
        (relative, length(&relative))
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for DryFriction<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let (relative, speed) = self.relative(body);
        if speed == 0.0 {
            return SVector::zeros();
        }
        let deceleration = self.slowing(body).deceleration(speed);
        (relative * (-deceleration / speed)).map(from_f64)
    }

    /// Along r: `|r|' = -(a + b |r| + c |r|²)` until `|r|` is zero.
    fn effect(&self, body: &Body<T, D>, _time: T, dt: T) -> Effect<T, D> {
        let (relative, speed) = self.relative(body);
        if speed == 0.0 {
            let nothing = Increment::zero();
            return Effect::Motion(Motion::from_increment(nothing, &body.velocity, dt));
        }
        let dt = to_f64(dt);
        let course = self.slowing(body).course_to_rest(speed, dt) / speed;
        let surface = self.surface.map(to_f64);
        Effect::Motion(motion(body, &surface, &relative, &course, dt))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        let not_negative = ParameterError::unless_not_negative;
        match self.strength {
            FrictionStrength::Force(force) => not_negative("the force of friction", force)?,
            FrictionStrength::Load(coefficient, load) => {
                not_negative("the coefficient of friction", coefficient)?;
                not_negative("the load", load)?;
            }
            FrictionStrength::Deceleration(deceleration) => {
                not_negative("the deceleration by friction", deceleration)?;
            }
        }
        not_negative("the coefficient of linear drag", self.linear)?;
        not_negative("the coefficient of quadratic drag", self.quadratic)?;
        ParameterError::unless_all_finite("the velocity of the surface", &self.surface)
    }
}
