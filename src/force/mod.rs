//! Forces, and the exact motions that they provide.

use core::any::Any;
use core::hint::black_box;

use nalgebra::SVector;

use crate::body::Body;
use crate::increment::Increment;
use crate::space::Real;
use parameter::unless_axial_finite;
pub(crate) use parameter::{unless_along_the_line, unless_between_bodies, unless_it_can_turn};

mod built_in;
mod constant;
mod critical_spring;
mod drag;
mod effect;
mod fall;
mod field;
mod frame;
mod friction;
mod magnetic;
mod magnus;
mod mutual_gravity;
mod parameter;
mod point_gravity;
mod spring;
mod switching;
mod turning;
mod wrapped;

pub use built_in::{BuiltInForce, SceneForce};
pub use constant::{ConstantForce, UniformGravity};
pub use critical_spring::CriticalSpring;
pub use drag::{DragStrength, LinearDrag, QuadraticDrag};
pub use effect::Effect;
pub use fall::{FallDrag, QuadraticFall};
pub use field::ForceField;
pub use frame::RotatingFrame;
pub use friction::{DryFriction, FrictionStrength};
pub use magnetic::MagneticField;
pub use magnus::Magnus;
pub use mutual_gravity::MutualGravity;
pub(crate) use parameter::ParameterError;
pub use point_gravity::PointGravity;
pub use spring::Spring;
pub use switching::Switching;
pub use turning::{AngularDrag, ConstantTorque, Mounted, Thruster, Torque, TorsionSpring};

/// A force on bodies. It returns the acceleration of a body by the force at an instant, and the
/// effect of the force on the body in a step.
///
/// Each force returns its acceleration. Its [effect](Self::effect) describes the motion as far as
/// it is known:
///
/// | [`Effect`] | accuracy if it acts alone | accuracy together with other forces, under [`Scheme::FlowKick`] |
/// |---|---|---|
/// | [`Acceleration`](Effect::Acceleration) | second order (first under [`Scheme::Kinematic`]) | second order |
/// | [`Motion`](Effect::Motion), its own exact motion | exact | second order |
/// | [`Orbit`](Effect::Orbit), a point attractor | exact | second order; the flow between kicks is the orbit |
/// | [`Law`](Effect::Law), a linear law | exact | exact together with other laws |
/// | [`Spring`](Effect::Spring), a spring with a rest length | second order, energy conserved | the same together with laws and other such springs |
/// | [`Thrust`](Effect::Thrust), a force fixed in the body | exact in the plane, else second order | the same together with laws of both kinds |
/// | [`Torque`](Effect::Torque) | second order | second order |
/// | [`AngularLaw`](Effect::AngularLaw), a law of the angle | exact in the plane; in space for drag along the angular momentum | the same together with other such laws |
///
/// A force that rotates bodies also returns its [`torque`](Self::torque).
///
/// The forces that come with the crate:
///
/// | force | effect |
/// |---|---|
/// | [`UniformGravity`], [`ConstantForce`], [`LinearDrag`], [`CriticalSpring`] | a law |
/// | [`Spring`] | a law; with a rest length, a spring |
/// | [`MagneticField`], [`RotatingFrame`], [`Magnus`] | a law that rotates velocities |
/// | [`QuadraticDrag`], [`QuadraticFall`], [`DryFriction`] | exact motion |
/// | [`PointGravity`] | an orbit |
/// | [`ForceField`], closures | an acceleration |
/// | [`MutualGravity`] | the accelerations of all bodies at once |
/// | [`Mounted`] | an acceleration, and a torque |
/// | [`Switching`] | the effect of the inner force, with announced switches |
/// | [`ConstantTorque`], [`TorsionSpring`], [`AngularDrag`] | a law of the angle; in space a torque, except for [`AngularDrag::rate`] |
/// | [`Torque`] | a torque |
/// | [`Thruster`] | a thrust |
///
/// Any closure `Fn(&Body<T, D>, T) -> SVector<T, D>` that returns newtons is a force. If a force depends only on position and time, use
/// a [`ForceField`], which costs half as much. A force of your own with a known exact Δv and Δx returns them
/// from [`effect`](Self::effect):
///
/// ```
/// use kinstep::nalgebra::Vector2;
/// use kinstep::{Body2, Effect, Force, Increment, Motion, World2};
///
/// /// Drag that grows with the square of the speed, `a = -k |v| v` with k in 1/m: `v(t) = v/(1 + k |v| t)`.
/// struct AirBrake(f64);
///
/// impl Force<f64, 2> for AirBrake {
///     fn acceleration(&self, body: &Body2, _time: f64) -> Vector2<f64> {
///         body.velocity * (-self.0 * body.velocity.norm())
///     }
///
///     fn effect(&self, body: &Body2, _time: f64, dt: f64) -> Effect<f64, 2> {
///         let (v, speed) = (body.velocity, body.velocity.norm());
///         let slowed = self.0 * speed * dt;
///         let path = if slowed == 0.0 { dt } else { dt * slowed.ln_1p() / slowed };
///         Effect::Motion(Motion {
///             displacement: v * path,
///             velocity: v / (1.0 + slowed),
///             increment: Increment {
///                 velocity: v * (-slowed / (1.0 + slowed)),
///                 position: v * (path - dt),
///             },
///         })
///     }
/// }
///
/// let mut world = World2::new();
/// world.add_force(AirBrake(0.1))?;
/// let body = world.add_body(Body2::point(2.0).moving([30.0, 0.0]))?;
/// world.step(10.0)?; // exact, at any length of the step
/// assert!((world[body].velocity.x - 30.0 / 31.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In the repository, `examples/own_force.rs` implements one force in three ways, and measures
/// each, alone and together with other forces.
///
/// A force must not change after it is added: for equal arguments it returns equal values, its
/// effect is always of the same kind, and its law depends on no property of the body except the
/// mass. To change a force, replace it. When a force is added, the world queries its effect and its
/// torque once, for a test body of 1 kg and 1 kg m² at rest at the origin. If the force returns a
/// law for this body, but none for some other body, it acts on that other body by kicks.
///
/// `Box<dyn Force<T, D>>` and `Arc<dyn Force<T, D>>` are forces, too, and act as the inner force.
/// The parameters of the crate's forces are public fields; a world checks them when the force is
/// added.
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
#[doc(alias("force generator", "acceleration"))]
pub trait Force<T: Real<D>, const D: usize>: Any + Send + Sync {
    /// Returns the acceleration \[m/s²\] that this force gives the body at `time`, world frame.
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D>;

    /// Adds the acceleration of each body by this force \[m/s²\], world frame, to the entry of
    /// `accelerations` with the same index. Both slices have the same length.
    ///
    /// A step evaluates many bodies in one call, because a call through the boxed force costs more
    /// than a simple force. The default calls [`acceleration`](Self::acceleration) for each body; a
    /// force rarely needs its own implementation.
    fn accelerate(&self, bodies: &[Body<T, D>], time: T, accelerations: &mut [SVector<T, D>]) {
        add_each(bodies, accelerations, |body| self.acceleration(body, time));
    }

    /// Whether this force acts between all bodies of a world, as [`MutualGravity`] does. The effect
    /// of such a force on a body depends on the other bodies.
    ///
    /// Such a force implements [`accelerate`](Self::accelerate) for all bodies at once, and
    /// [`potential_energy_between`](Self::potential_energy_between) if it has a potential. The
    /// slice contains all bodies that are not fixed, in any order, and any number of the fixed
    /// bodies. A fixed body must neither act nor be accelerated. As the
    /// [`acceleration`](Self::acceleration) of a single body the force returns zero, and its effect
    /// is an [acceleration](Effect::Acceleration). It must be added for all bodies of a world.
    fn acts_between_bodies(&self) -> bool {
        false
    }

    /// Returns the effect of this force on the body in a step of `dt` \[s\] that starts at `time`,
    /// as far as it is known. The step may be negative.
    fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
        let _ = (body, time, dt);
        Effect::Acceleration {
            depends_on_velocity: true,
        }
    }

    /// Returns the torque of this force about the body's centre of mass \[N·m\], world frame;
    /// `None` if the force never rotates a body.
    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        let _ = (body, time);
        None
    }

    /// Returns the first time \[s\] between `from` and `to` at which the force jumps, as when an
    /// engine is cut off. At that time the value after the jump applies. Forward in time
    /// (`from < to`) the returned time is later than `from` and at most `to`; backward in time
    /// (`from > to`) it is at most `from` and later than `to`.
    ///
    /// [`World::advance`](crate::World::advance) ends a step at each such time. If a jump is not
    /// announced, `advance` has to search for it; this takes longer, but also finds the time to
    /// rounding. [`Switching`](crate::Switching) announces times for any force.
    fn next_change(&self, from: T, to: T) -> Option<T> {
        let _ = (from, to);
        None
    }

    /// Returns the increment of this force alone over `dt` \[s\]: exact if the force provides it, else the Euler fallback `Δv = a₀ dt`,
    /// `Δx = a₀ dt²`.
    ///
    /// If your force has an exact Δv and Δx, return them as an [`Effect::Motion`] from [`effect`](Self::effect). Do not override
    /// `increment`:
    /// [`Scheme::FlowKick`](crate::Scheme::FlowKick) does not call it.
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

    /// Returns the potential energy of the body under this force \[J\], if the force has one.
    fn potential_energy(&self, body: &Body<T, D>, time: T) -> Option<T> {
        let _ = (body, time);
        None
    }

    /// Returns the total potential energy of these bodies \[J\] under a force that acts
    /// [between them](Self::acts_between_bodies), if the force has one. Fixed bodies are left out.
    fn potential_energy_between(&self, bodies: &[Body<T, D>], time: T) -> Option<T> {
        let _ = (bodies, time);
        None
    }

    /// Returns the force that a [`Scene`](crate::Scene) saves in place of this one; `None` for closures and forces of your own.
    ///
    /// If your force acts exactly as one of the crate's forces, it may return that force instead.
    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        None
    }

    /// Returns the name of this kind of force for errors and debug output; by default the name of its type.
    fn name(&self) -> &'static str {
        wrapped::short_name(core::any::type_name::<Self>())
    }

    /// Returns the inner force, if this force forwards all calls to one;
    /// [`downcast_ref`](#method.downcast_ref) then also tries the type of the inner force.
    fn inside(&self) -> Option<&dyn Force<T, D>> {
        None
    }

    /// Checks the force's own parameters; a world calls this function before it accepts the force.
    ///
    /// # Errors
    /// Returns the first invalid parameter.
    fn check(&self) -> Result<(), ParameterError<T>> {
        Ok(())
    }

    /// Checks that the force can act on this body; a world calls this function before it attaches the force to that body.
    ///
    /// # Errors
    /// Returns the first parameter that is invalid for that body.
    fn check_on(&self, body: &Body<T, D>) -> Result<(), ParameterError<T>> {
        let _ = body;
        Ok(())
    }
}

impl<T, const D: usize, F> Force<T, D> for F
where
    T: Real<D>,
    F: Fn(&Body<T, D>, T) -> SVector<T, D> + Send + Sync + 'static,
{
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D> {
        per_mass_of_one(self(body, time), body.mass)
    }

    fn accelerate(&self, bodies: &[Body<T, D>], time: T, accelerations: &mut [SVector<T, D>]) {
        add_each(bodies, accelerations, |body| {
            per_mass(self(body, time), body.mass)
        });
    }
}

/// Adds the acceleration of each body.
///
/// The crate that defines the force compiles this loop and [`per_mass`], perhaps without
/// optimisation. Iterators and vector operators would then take three times as long.
fn add_each<T: Real<D>, const D: usize>(
    bodies: &[Body<T, D>],
    accelerations: &mut [SVector<T, D>],
    acceleration: impl Fn(&Body<T, D>) -> SVector<T, D>,
) {
    let count = bodies.len().min(accelerations.len());
    let (bodies, accelerations) = (&bodies[..count], &mut accelerations[..count]);
    let mut index = 0;
    while index < count {
        let [more] = acceleration(&bodies[index]).data.0;
        let [sum] = &mut accelerations[index].data.0;
        let mut axis = 0;
        while axis < D {
            sum[axis] += more[axis];
            axis += 1;
        }
        index += 1;
    }
}

/// Returns `F / m` \[m/s²\]; see [`add_each`].
#[inline]
fn per_mass<T: Real<D>, const D: usize>(force: SVector<T, D>, mass: T) -> SVector<T, D> {
    // a copy stays in registers during the loop
    let mut acceleration = force;
    let [components] = &mut acceleration.data.0;
    let mut axis = 0;
    while axis < D {
        components[axis] /= mass;
        axis += 1;
    }
    acceleration
}

/// Like [`per_mass`], but skips the division by a mass of one, which reduces the latency for a
/// single body: [`advance`](crate::World::advance) takes 5 to 15 % less time. In the loop over many
/// bodies the branch would cost 5 %.
#[inline]
fn per_mass_of_one<T: Real<D>, const D: usize>(force: SVector<T, D>, mass: T) -> SVector<T, D> {
    if mass == T::one() {
        force
    } else {
        // `black_box` hides the mass from the compiler, which would otherwise divide before it
        // compares
        per_mass(force, black_box(mass))
    }
}
