//! What an engine is told about its step.

use nalgebra::{RealField, SVector};

use super::error::EngineError;
use super::flight::EngineFlight;
use super::map::StepMap;
use super::rule::Engine;
use crate::space::{direction, first_not_finite, narrow, widen};

/// One step of a game engine, or of a textbook rule: step size, substeps, damping, gravity.
///
/// What it does to a body that nothing touches is known in closed form, so a game can show where the engine *will*
/// put the body, instead of where physics would.
///
/// ```
/// use kinstep::ballistics::{Crossing, EngineStep, Plane, Trajectory};
///
/// let host = EngineStep::rapier(1.0 / 60.0).substeps(4).damping(0.1).gravity([0.0, -9.81, 0.0]);
/// host.check()?;
/// let grenade = host.launch([0.0, 1.5, 0.0], [12.0, 9.0, 0.0]);
/// // where the engine has it after 60 steps, as if it had been stepped
/// let after = grenade.after_steps(60);
/// assert!((after.position - grenade.position(1.0)).norm() < 1e-13);
/// // it falls below this height between two steps; the game sees it at the second of them
/// let ground = grenade.crossing(&Plane::new([0.0, 1.0, 0.0], 0.0), Crossing::Descending).unwrap();
/// let seen = grenade.after_steps(grenade.first_step_after(ground.time));
/// assert!(seen.position.y <= 0.0 && seen.time - ground.time < 1.0 / 60.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Rules
///
/// With gravity a, damping d, step dt; h is a substep, or the step where there are none.
///
/// | preset | what one step does | substeps | speed cap |
/// |---|---|---|---|
/// | [`rapier`](Self::rapier) | as often as there are substeps: `v += a h; x += v h`; then once `v /= 1 + d dt` | 4 | 400 m/s |
/// | [`avian`](Self::avian) | as often as there are substeps: `v = v/(1 + d h) + a h; x += v h` | 6 | |
/// | [`box2d`](Self::box2d) | the same | 4 | 400 m/s |
/// | [`unity`](Self::unity), [`physx`](Self::physx) | `v = (v + a h) max(0, 1 - d h); x += v h` | | |
/// | [`jolt`](Self::jolt) | the same | | 500 m/s |
/// | [`godot`](Self::godot) | `v = v max(0, 1 - d h) + a h; x += v h` | | |
/// | [`bullet`](Self::bullet) | `v = v (1 - d)^h + a h; x += v h` | | |
/// | [`symplectic_euler`](Self::symplectic_euler) | `v += (a - d v) h; x += v h` | | |
/// | [`explicit_euler`](Self::explicit_euler) | `x += v h; v += (a - d v) h` | | |
///
/// Bodies that turn about a fixed axis: [`spin_after_steps`](Self::spin_after_steps).
///
/// Every one of them loses some of a throw: none is `a = g - d v`, and their curves depend on the step.
///
/// Not in the rules: the speed cap above, where an engine has one; sleeping; additional damping of slow bodies
/// (Bullet); and the rounding of the engine's own additions, which a closed form has no part in.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct EngineStep<T, const D: usize> {
    engine: Engine,
    dt: T,
    substeps: u32,
    damping: T,
    gravity: SVector<T, D>,
}

/// Presets take the step \[s\] and the engine's own number of substeps; damping and gravity are zero until they are
/// given, whatever an engine or its project settings put there.
impl<T: RealField + Copy, const D: usize> EngineStep<T, D> {
    /// Rapier 0.36, `rigid_body_components.rs` and the island solver: damping acts once, after the last
    /// substep. Substeps are `num_solver_iterations`, 4 unless told; damping is `linear_damping`, 0 unless told.
    #[must_use]
    pub fn rapier(dt: T) -> Self {
        Self::new(Engine::Rapier, dt)
    }

    /// Avian 0.7 and 0.8, `dynamics/integrator/mod.rs`. Substeps are `SubstepCount`, 6 unless told; damping is
    /// `LinearDamping`, 0 unless told.
    #[must_use]
    pub fn avian(dt: T) -> Self {
        Self::new(Engine::Avian, dt)
    }

    /// `Box2D` 3, `solver.c`. Substeps are the `subStepCount` of `b2World_Step`, for which its manual proposes 4; damping
    /// is `linearDamping`, 0 unless told. Lengths in its own units make the speed cap 400 of them by default.
    #[must_use]
    pub fn box2d(dt: T) -> Self {
        Self::new(Engine::Box2d, dt)
    }

    /// Unity with its built-in 3D physics (`PhysX`). The step is `Time.fixedDeltaTime`, 0.02 s unless told; damping is
    /// `Rigidbody.linearDamping` (formerly `drag`), 0 unless told.
    #[must_use]
    pub fn unity(dt: T) -> Self {
        Self::new(Engine::Unity, dt)
    }

    /// `PhysX` 4 and 5, `DyBodyCoreIntegrator.h`. Damping is `setLinearDamping`, 0 unless told.
    #[must_use]
    pub fn physx(dt: T) -> Self {
        Self::new(Engine::PhysX, dt)
    }

    /// Jolt 5, `MotionProperties.inl`. The step is the `inDeltaTime` of `PhysicsSystem::Update`, divided by its
    /// collision steps; damping is `mLinearDamping`, which is 0.05 unless told.
    #[must_use]
    pub fn jolt(dt: T) -> Self {
        Self::new(Engine::Jolt, dt)
    }

    /// Godot 4 with its own physics, `godot_body_3d.cpp` and `godot_body_2d.cpp`. Damping is the total of body and
    /// areas: 0.1 from the project settings unless told.
    #[must_use]
    pub fn godot(dt: T) -> Self {
        Self::new(Engine::Godot, dt)
    }

    /// Bullet 3, `btRigidBody.cpp`. The step is `fixedTimeStep`, 1/60 s unless told; damping is the share of the
    /// velocity that is lost in a second, 0 unless told.
    #[must_use]
    pub fn bullet(dt: T) -> Self {
        Self::new(Engine::Bullet, dt)
    }

    /// Symplectic Euler of the textbooks, the velocity first; so does [`Scheme::SymplecticEuler`](crate::Scheme).
    #[must_use]
    pub fn symplectic_euler(dt: T) -> Self {
        Self::new(Engine::SymplecticEuler, dt)
    }

    /// Explicit Euler of the textbooks, the position first; so does [`Scheme::ExplicitEuler`](crate::Scheme).
    #[must_use]
    pub fn explicit_euler(dt: T) -> Self {
        Self::new(Engine::ExplicitEuler, dt)
    }

    fn new(engine: Engine, dt: T) -> Self {
        Self {
            engine,
            dt,
            substeps: engine.default_substeps().unwrap_or(1),
            damping: T::zero(),
            gravity: SVector::zeros(),
        }
    }
}

impl<T: RealField + Copy, const D: usize> EngineStep<T, D> {
    /// The same with another number of substeps.
    #[must_use]
    pub fn substeps(mut self, substeps: u32) -> Self {
        self.substeps = substeps;
        self
    }

    /// The same with damping \[1/s\]; for Bullet the share lost in a second, from 0 to 1.
    #[must_use]
    pub fn damping(mut self, damping: T) -> Self {
        self.damping = damping;
        self
    }

    /// The same with gravity \[m/s²\], and whatever else accelerates the body for good.
    #[must_use]
    pub fn gravity(mut self, gravity: impl Into<SVector<T, D>>) -> Self {
        self.gravity = gravity.into();
        self
    }

    /// Whether steps like this make sense. Launching does not fail, but a body launched in a step that is
    /// refused has positions that are no numbers, and no events.
    ///
    /// # Errors
    /// The first number that makes no sense. [`EngineError::Oscillates`] alone leaves something:
    /// [`after_steps`](EngineFlight::after_steps) is right even then.
    pub fn check(&self) -> Result<(), EngineError<T>> {
        self.check_steps()?;
        let (dt, damping) = (self.dt, self.damping);
        match self.map().curve(0.5 * widen(T::default_epsilon())) {
            Some(_) => Ok(()),
            None => Err(EngineError::Oscillates { damping, dt }),
        }
    }

    /// Whether whole steps make sense.
    fn check_steps(&self) -> Result<(), EngineError<T>> {
        let Self {
            engine,
            dt,
            substeps,
            damping,
            ref gravity,
        } = *self;
        let name = engine.name();
        if !(dt.is_finite() && dt > T::zero()) {
            return Err(EngineError::TimeStep { dt });
        }
        if engine.default_substeps().is_none() && substeps != 1 {
            return Err(EngineError::Substeps {
                engine: name,
                substeps,
            });
        }
        if substeps == 0 {
            return Err(EngineError::NoSubsteps { engine: name });
        }
        if engine == Engine::Bullet {
            if !(damping >= T::zero() && damping <= T::one()) {
                return Err(EngineError::DampingShare { damping });
            }
        } else if !(damping.is_finite() && damping >= T::zero()) {
            return Err(EngineError::Damping { damping });
        }
        match first_not_finite(gravity) {
            Some((axis, value)) => Err(EngineError::Gravity { axis, value }),
            None => Ok(()),
        }
    }

    /// The flight of a body from a position \[m\] with a velocity \[m/s\], stepped like this.
    #[must_use]
    pub fn launch(
        &self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> EngineFlight<T, D> {
        EngineFlight::new(*self, self.known_map(), position.into(), velocity.into())
    }

    /// What a step does; none if it makes no sense.
    pub(super) fn known_map(&self) -> Option<StepMap> {
        self.check_steps().is_ok().then(|| self.map())
    }

    /// The engine, its step \[s\], substeps and damping.
    pub(super) fn told(&self) -> (Engine, f64, u32, f64) {
        let (dt, damping) = (widen(self.dt), widen(self.damping));
        (self.engine, dt, self.substeps, damping)
    }

    fn map(&self) -> StepMap {
        (self.engine).map(widen(self.dt), self.substeps, widen(self.damping))
    }

    /// The greatest speed \[m/s\] that the engine lets a body have unless it is told otherwise; none if there is no
    /// such limit. Flights know nothing of it: it is for the caller to compare.
    #[must_use]
    pub fn speed_cap(&self) -> Option<T> {
        self.engine.speed_cap().map(narrow)
    }

    /// The step \[s\].
    #[must_use]
    pub fn time_step(&self) -> T {
        self.dt
    }

    /// Against gravity, of length 1; zero without gravity.
    #[must_use]
    pub fn up(&self) -> SVector<T, D> {
        direction(&-self.gravity)
    }

    /// Gravity \[m/s²\], as it was given.
    pub(super) fn acceleration(&self) -> &SVector<T, D> {
        &self.gravity
    }
}
