//! Forces, and what each of them knows about its own motion.

use nalgebra::SVector;

use crate::body::Body;
use crate::increment::Increment;
use crate::space::Real;
use parameter::unless_axial_finite;

mod built_in;
mod buoyancy;
mod constant;
mod course;
mod drag;
mod effect;
mod fall;
mod field;
mod frame;
mod friction;
mod magnetic;
mod magnus;
mod parameter;
mod point_gravity;
mod power;
mod slowing;
mod spring;
mod tether;
mod turning;

pub use built_in::{BuiltInForce, SceneForce};
pub use buoyancy::Buoyancy;
pub use constant::{ConstantForce, UniformGravity};
pub use drag::{LinearDrag, QuadraticDrag};
pub use effect::Effect;
pub use fall::QuadraticFall;
pub use field::ForceField;
pub use frame::RotatingFrame;
pub use friction::DryFriction;
pub use magnetic::MagneticField;
pub use magnus::Magnus;
pub use parameter::InvalidParameter;
pub use point_gravity::PointGravity;
pub use power::ConstantPower;
pub use spring::Spring;
pub use tether::Tether;
pub use turning::{AngularDrag, ConstantTorque, Mounted, Thruster, Torque, TorsionSpring};

/// A force generator: what it does to a body, over a step or at an instant.
///
/// A force tells its acceleration, and as much more of its [effect](Self::effect) as it knows:
///
/// | [`Effect`] | alone it is | beside other forces, under [`Scheme::FlowKick`] |
/// |---|---|---|
/// | [`Acceleration`](Effect::Acceleration) | second order (first under [`Scheme::Kinematic`]) | second order |
/// | [`Motion`](Effect::Motion), its own exact motion | exact | second order |
/// | [`Orbit`](Effect::Orbit), a point attractor | exact | second order, and the orbit is the flow between kicks |
/// | [`Law`](Effect::Law), a linear law | exact | exact beside other laws |
/// | [`Thrust`](Effect::Thrust), a force fixed in the body | exact in the plane, else second order | the same beside laws of both kinds |
/// | [`Torque`](Effect::Torque) | second order | second order |
/// | [`AngularLaw`](Effect::AngularLaw), a law of the angle | exact in the plane; in space for drag along the angular momentum | the same beside other such laws |
///
/// A force that turns bodies also tells its [`torque`](Self::torque).
///
/// The forces that come with the crate:
///
/// | force | effect |
/// |---|---|
/// | [`UniformGravity`], [`ConstantForce`], [`LinearDrag`], [`Spring`] | a law |
/// | [`MagneticField`], [`RotatingFrame`], [`Magnus`] | a law, which turns velocities |
/// | [`QuadraticDrag`], [`QuadraticFall`], [`DryFriction`], [`ConstantPower`], [`Buoyancy`] | exact motion |
/// | [`PointGravity`] | an orbit |
/// | [`ForceField`], [`Tether`], closures | an acceleration |
/// | [`Mounted`] | an acceleration, and a torque |
/// | [`ConstantTorque`], [`TorsionSpring`], [`AngularDrag`] | a law of the angle; in space a torque, except for [`AngularDrag::rate`] |
/// | [`Torque`] | a torque |
/// | [`Thruster`] | a thrust |
///
/// Any closure `Fn(&Body<T, D>, T) -> SVector<T, D>` that returns newtons is a force; a [`ForceField`] is
/// one that depends on position and time only, which costs half as much.
///
/// A force is fixed once it acts: it must return the same for the same arguments, an effect of the same
/// kind always, and a law that depends on nothing but the body's mass. To change a force, replace it.
///
/// [`Scheme::FlowKick`]: crate::Scheme::FlowKick
/// [`Scheme::Kinematic`]: crate::Scheme::Kinematic
///
/// ```
/// use kinstep::{Body2, Force, LinearDrag};
///
/// let body = Body2::point(2.0).moving([3.0, -4.0]);
/// let half_life = 2.0_f64.ln() / 0.7;
/// let increment = LinearDrag::rate(0.7).increment(&body, 0.0, half_life);
/// assert!((body.velocity + increment.velocity - body.velocity * 0.5).norm() < 1e-15);
/// ```
pub trait Force<T: Real<D>, const D: usize>: Send + Sync {
    /// The acceleration this force gives the body at `time` \[m/s²\], world frame.
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D>;

    /// Adds the acceleration \[m/s²\] of each of these bodies, world frame, to those that are there; there are as
    /// many of the one as of the other.
    ///
    /// A step asks for many bodies at once, for a call through the boxed force costs more than a simple force.
    /// It need not be implemented: what it does for each body is [`acceleration`](Self::acceleration).
    fn accelerate(&self, bodies: &[Body<T, D>], time: T, accelerations: &mut [SVector<T, D>]) {
        for (body, acceleration) in bodies.iter().zip(accelerations) {
            *acceleration += self.acceleration(body, time);
        }
    }

    /// What this force does to the body in a step of `dt` \[s\] that starts at `time`, as far as it is known. The
    /// step may be negative.
    fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
        let _ = (body, time, dt);
        Effect::Acceleration {
            depends_on_velocity: true,
        }
    }

    /// The torque of this force about the body's centre of mass \[N·m\], world frame; none if it never
    /// turns a body.
    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        let _ = (body, time);
        None
    }

    /// The increment of this force alone over `dt` \[s\]: exact where the force knows it, else the
    /// Euler fallback `Δv = a₀ dt`, `Δx = a₀ dt²`.
    fn increment(&self, body: &Body<T, D>, time: T, dt: T) -> Increment<T, D> {
        let effect = self.effect(body, time, dt);
        if let Some(law) = effect.law() {
            law.increment(&body.position, &body.velocity, time, dt)
        } else if let Some(motion) = effect.motion(body, dt) {
            motion.increment
        } else {
            Increment::euler(&self.acceleration(body, time), dt)
        }
    }

    /// The potential energy of the body under this force \[J\], if the force has one.
    fn potential_energy(&self, body: &Body<T, D>, time: T) -> Option<T> {
        let _ = (body, time);
        None
    }

    /// How a [`Scene`](crate::Scene) writes this force; none if it is code, or not one of the crate.
    ///
    /// A force of your own that is made of one of the crate may say that one, if it does the same.
    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        None
    }

    /// Whether the force's own numbers make sense; asked before it is taken into a world.
    ///
    /// # Errors
    /// The first parameter that does not.
    fn check(&self) -> Result<(), InvalidParameter<T>> {
        Ok(())
    }

    /// Whether the force can act on this body; asked before it is attached to that one.
    ///
    /// # Errors
    /// The first parameter that makes no sense there.
    fn check_on(&self, body: &Body<T, D>) -> Result<(), InvalidParameter<T>> {
        let _ = body;
        Ok(())
    }
}

impl<T, const D: usize, F> Force<T, D> for F
where
    T: Real<D>,
    F: Fn(&Body<T, D>, T) -> SVector<T, D> + Send + Sync,
{
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D> {
        self(body, time) / body.mass
    }
}
