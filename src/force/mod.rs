//! Forces, and what each of them knows about its own motion.

use nalgebra::SVector;

use crate::body::Body;
use crate::flow::LinearLaw;
use crate::increment::{Increment, Motion};
use crate::space::Real;
use parameter::unless_axial_finite;

mod built_in;
mod buoyancy;
mod constant;
mod course;
mod drag;
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
/// A force says as much as it knows, on a ladder of three rungs; whatever it does not say is filled in
/// from below.
///
/// | it knows | implement | alone it is | beside other forces, under [`Scheme::FlowKick`] |
/// |---|---|---|---|
/// | only the acceleration | [`acceleration`](Self::acceleration) | second order (first under [`Scheme::Kinematic`]) | second order |
/// | its own exact motion | and [`exact_motion`](Self::exact_motion) | exact | second order |
/// | a linear law | and [`law`](Self::law) | exact | exact beside other laws |
///
/// What turns a body has a ladder of its own:
///
/// | it knows | implement | in the plane | in space |
/// |---|---|---|---|
/// | only the torque | [`torque`](Self::torque) | second order | second order |
/// | a law of the angle | and [`angular_law`](Self::angular_law) | exact beside other such laws | exact for drag along the angular momentum |
/// | a force fixed in the body | and [`thrust`](Self::thrust) | exact beside laws of both kinds | second order |
///
/// The forces that come with the crate:
///
/// | force | knows |
/// |---|---|
/// | [`UniformGravity`], [`ConstantForce`], [`LinearDrag`], [`Spring`] | a law |
/// | [`MagneticField`], [`RotatingFrame`], [`Magnus`] | a law, which turns velocities |
/// | [`QuadraticDrag`], [`QuadraticFall`], [`DryFriction`], [`ConstantPower`], [`Buoyancy`] | exact motion |
/// | [`PointGravity`] | exact orbits, the flow of what it acts on ([`attractor`](Self::attractor)) |
/// | [`ForceField`], [`Tether`], closures | an acceleration |
/// | [`ConstantTorque`], [`TorsionSpring`], [`AngularDrag`] | a torque, and a law of the angle |
/// | [`Thruster`] | a thrust, a torque, and a law of the angle |
/// | [`Mounted`], [`Torque`] | a torque |
///
/// Any closure `Fn(&Body<T, D>, T) -> SVector<T, D>` that returns newtons is a force on the first rung;
/// a [`ForceField`] is one that depends on position and time only, which costs half as much.
///
/// A force is fixed once it acts: it must return the same for the same arguments, always or never
/// `Some`, and a law that depends on nothing but the body's mass. To change a force, replace it.
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

    /// The motion of the body under this force alone in a step of `dt` \[s\] that starts at `time`, if it
    /// has been integrated without approximation. The step may be negative.
    fn exact_motion(&self, body: &Body<T, D>, time: T, dt: T) -> Option<Motion<T, D>> {
        let _ = (body, time, dt);
        None
    }

    /// The coefficients of this force on this body, if it is linear in position and velocity.
    fn law(&self, body: &Body<T, D>) -> Option<LinearLaw<T, D>> {
        let _ = body;
        None
    }

    /// The torque of this force about the body's centre of mass \[N·m\], world frame; none if it never
    /// turns a body.
    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        let _ = (body, time);
        None
    }

    /// The law of the body's angle, `α = c + j t - γ ω - κ θ` \[rad/s²\], if the torque is linear in angle
    /// and angular velocity.
    ///
    /// In the plane such laws add and are solved together, as those of position are. In space rotations do
    /// not add: only drag parallel to the angular momentum, `τ = -γ L`, has a law there, with nothing
    /// but its damping.
    fn angular_law(&self, body: &Body<T, D>) -> Option<LinearLaw<T, 1>> {
        let _ = body;
        None
    }

    /// The force in the frame of the body \[N\], if it is constant there: a thruster. In the plane it then
    /// is exact beside linear forces, while the angle follows a law.
    fn thrust(&self, body: &Body<T, D>) -> Option<SVector<T, D>> {
        let _ = body;
        None
    }

    /// The point gravity that this force is, if it is one: what it acts on then follows Kepler orbits
    /// between the kicks of all other forces.
    fn attractor(&self) -> Option<PointGravity<T, D>> {
        None
    }

    /// The increment of this force alone over `dt` \[s\]: exact where the force knows it, else the
    /// Euler fallback `Δv = a₀ dt`, `Δx = a₀ dt²`.
    fn increment(&self, body: &Body<T, D>, time: T, dt: T) -> Increment<T, D> {
        if let Some(law) = self.law(body) {
            law.increment(&body.position, &body.velocity, time, dt)
        } else if let Some(motion) = self.exact_motion(body, time, dt) {
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

    /// Whether acceleration or torque depend on the body's velocity or angular velocity. A force that
    /// says no is evaluated once per step where others are evaluated twice.
    fn depends_on_velocity(&self) -> bool {
        true
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
