//! The settings of an engine's step.

use super::flight::EngineFlight;
use super::map::{CurveCoefficients, EngineRule, StepMap};
use crate::ParameterError;
use crate::numbers::direction;
use crate::trajectory::IntoVector;
use nalgebra::SVector;

/// The parameter that an error names if an Euler rule reverses the velocity in every step.
const OSCILLATES: &str = "the damping in a step";

/// One step of a game engine, or of a textbook rule: step size, substeps, damping, gravity.
///
/// The effect of a step on a body without contacts has a closed form, so a game can show where the engine *will* put the
/// body, instead of where physics would.
///
/// ```
/// use kinstep_flight::EngineStep;
/// use kinstep_flight::trajectory::{Crossing, Plane, Trajectory};
///
/// let host = EngineStep::rapier(1.0 / 60.0).substeps(4).damping(0.1).gravity([0.0, -9.81, 0.0]);
/// host.check()?;
/// let grenade = host.launch([0.0, 1.5, 0.0], [12.0, 9.0, 0.0]);
/// // where the engine has it after 60 steps
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
/// The rules use gravity a, damping d and step dt; h is a substep, or the whole step if there are no substeps.
///
/// | preset | what one step does | substeps | speed cap |
/// |---|---|---|---|
/// | [`rapier`](Self::rapier) | in each substep: `v += a h; x += v h`; then once `v /= 1 + d dt` | 4 | 400 m/s |
/// | [`avian`](Self::avian) | in each substep: `v = v/(1 + d h) + a h; x += v h` | 6 | |
/// | [`box2d`](Self::box2d) | the rule of `avian` | 4 | 400 m/s |
/// | [`unity`](Self::unity), [`physx`](Self::physx) | `v = (v + a h) max(0, 1 - d h); x += v h` | | |
/// | [`jolt`](Self::jolt) | the rule of `unity` | | 500 m/s |
/// | [`godot`](Self::godot) | `v = v max(0, 1 - d h) + a h; x += v h` | | |
/// | [`bullet`](Self::bullet) | `v = v (1 - d)^h + a h; x += v h` | | |
/// | [`symplectic_euler`](Self::symplectic_euler) | `v += (a - d v) h; x += v h` | | |
/// | [`explicit_euler`](Self::explicit_euler) | `x += v h; v += (a - d v) h` | | |
///
/// [`aim`](Self::aim) plans throws that hit under these rules.
///
/// None of these rules solves `a = g - d v`: the curves depend on the step dt, and all throws fall short of the exact throw.
///
/// A step does not model the speed cap of the table, sleeping, additional damping of slow bodies (Bullet), and the rounding of the
/// engine's own additions.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias(
    "trajectory prediction",
    "semi-implicit Euler",
    "rapier",
    "unity",
    "godot",
    "bullet"
))]
pub struct EngineStep<const D: usize> {
    engine: EngineRule,
    dt: f64,
    substeps: u32,
    damping: f64,
    pub(crate) gravity: SVector<f64, D>,
}

/// Presets take the step \[s\] and set the engine's default number of substeps. Damping and gravity start at zero,
/// whatever the engine or its project settings use.
impl<const D: usize> EngineStep<D> {
    /// Steps as Rapier 0.36 (`rigid_body_components.rs` and the island solver): damping acts once, after the last substep. Substeps are
    /// `num_solver_iterations`, default 4; damping is `linear_damping`, default 0.
    #[must_use]
    pub fn rapier(dt: f64) -> Self {
        Self::new(EngineRule::Rapier, dt)
    }

    /// Steps as Avian 0.7 and 0.8 (`dynamics/integrator/mod.rs`). Substeps are `SubstepCount`, default 6; damping is `LinearDamping`,
    /// default 0.
    #[must_use]
    pub fn avian(dt: f64) -> Self {
        Self::new(EngineRule::Avian, dt)
    }

    /// Steps as `Box2D` 3 (`solver.c`). Substeps are the `subStepCount` of `b2World_Step`, for which the manual of `Box2D` proposes 4;
    /// damping is `linearDamping`, default 0. The speed cap is 400 of the length units that `Box2D` is set to, per second.
    #[must_use]
    pub fn box2d(dt: f64) -> Self {
        Self::new(EngineRule::Box2d, dt)
    }

    /// Steps as Unity with its built-in 3D physics (`PhysX`). The step is `Time.fixedDeltaTime`, default 0.02 s; damping is
    /// `Rigidbody.linearDamping` (formerly `drag`), default 0.
    #[must_use]
    pub fn unity(dt: f64) -> Self {
        Self::new(EngineRule::Unity, dt)
    }

    /// Steps as `PhysX` 4 and 5 (`DyBodyCoreIntegrator.h`). Damping is `setLinearDamping`, default 0.
    #[must_use]
    pub fn physx(dt: f64) -> Self {
        Self::new(EngineRule::PhysX, dt)
    }

    /// Steps as Jolt 5 (`MotionProperties.inl`). The step is the `inDeltaTime` of `PhysicsSystem::Update`, divided by the number of
    /// collision steps; damping is `mLinearDamping`, default 0.05.
    #[must_use]
    pub fn jolt(dt: f64) -> Self {
        Self::new(EngineRule::Jolt, dt)
    }

    /// Steps as Godot 4 with its own physics (`godot_body_3d.cpp` and `godot_body_2d.cpp`). Damping is the sum over body and areas; 0.1
    /// by default in the project settings.
    #[must_use]
    pub fn godot(dt: f64) -> Self {
        Self::new(EngineRule::Godot, dt)
    }

    /// Steps as Bullet 3 (`btRigidBody.cpp`). The step is `fixedTimeStep`, default 1/60 s; damping is the fraction of the velocity that
    /// is lost in a second, default 0.
    #[must_use]
    pub fn bullet(dt: f64) -> Self {
        Self::new(EngineRule::Bullet, dt)
    }

    /// Steps as symplectic Euler, which updates the velocity first, as `Scheme::SymplecticEuler` does.
    #[must_use]
    pub fn symplectic_euler(dt: f64) -> Self {
        Self::new(EngineRule::SymplecticEuler, dt)
    }

    /// Steps as explicit Euler, which updates the position first, as `Scheme::ExplicitEuler` does.
    #[must_use]
    pub fn explicit_euler(dt: f64) -> Self {
        Self::new(EngineRule::ExplicitEuler, dt)
    }

    fn new(engine: EngineRule, dt: f64) -> Self {
        Self {
            engine,
            dt,
            substeps: engine.default_substeps().unwrap_or(1),
            damping: 0.0,
            gravity: SVector::zeros(),
        }
    }
}

impl<const D: usize> EngineStep<D> {
    /// Sets the number of substeps.
    #[must_use]
    pub fn substeps(mut self, substeps: u32) -> Self {
        self.substeps = substeps;
        self
    }

    /// Sets the damping \[1/s\]; for Bullet the fraction of the velocity lost in a second, from 0 to 1.
    #[must_use]
    pub fn damping(mut self, damping: f64) -> Self {
        self.damping = damping;
        self
    }

    /// Sets gravity \[m/s²\], plus any other constant acceleration.
    #[must_use]
    pub fn gravity(mut self, gravity: impl IntoVector<D>) -> Self {
        self.gravity = gravity.into_vector();
        self
    }

    /// Whether the step is valid. Launching does not fail, but a flight under an invalid step has NaN positions and no
    /// events.
    ///
    /// # Errors
    /// Names the first invalid number. If a damping is rejected because an Euler rule reverses the velocity in every step,
    /// [`after_steps`](EngineFlight::after_steps) is still exact.
    pub fn check(&self) -> Result<(), ParameterError<f64>> {
        self.curve().map(|_| ())
    }

    /// The curve through all steps.
    pub(crate) fn curve(&self) -> Result<CurveCoefficients, ParameterError<f64>> {
        self.check_steps()?;
        let curve = self.map().curve(0.5 * f64::EPSILON);
        curve.ok_or(ParameterError {
            parameter: OSCILLATES,
            value: self.damping * self.dt,
            requirement: "less than turns the velocity round: whole steps are right, but no smooth curve joins them",
        })
    }

    /// Whether whole steps are valid.
    pub(crate) fn check_steps(&self) -> Result<(), ParameterError<f64>> {
        let Self {
            engine,
            dt,
            substeps,
            damping,
            ref gravity,
        } = *self;
        let refused = |parameter, value, requirement| {
            Err(ParameterError {
                parameter,
                value,
                requirement,
            })
        };
        ParameterError::unless_positive("the step [s]", dt)?;
        let count = f64::from(substeps);
        if engine.default_substeps().is_none() && substeps != 1 {
            return refused(
                "the number of substeps",
                count,
                "one, for this engine takes its step as a whole",
            );
        }
        if substeps == 0 {
            return refused("the number of substeps", count, "at least one");
        }
        if engine != EngineRule::Bullet {
            ParameterError::unless_not_negative("the damping [1/s]", damping)?;
        } else if !(0.0..=1.0).contains(&damping) {
            let requirement = "from 0 to 1, for in Bullet it is the share of the velocity that is lost in a second";
            return refused("the damping", damping, requirement);
        }
        ParameterError::unless_all_finite("a component of gravity [m/s²]", gravity)
    }

    /// The flight of a body from a position \[m\] with a velocity \[m/s\] under this step.
    #[must_use]
    pub fn launch(
        &self,
        position: impl IntoVector<D>,
        velocity: impl IntoVector<D>,
    ) -> EngineFlight<D> {
        EngineFlight::new(
            *self,
            self.valid_map(),
            position.into_vector(),
            velocity.into_vector(),
        )
    }

    /// The affine map of a step; `None` if the step is invalid.
    pub(crate) fn valid_map(&self) -> Option<StepMap> {
        self.check_steps().is_ok().then(|| self.map())
    }

    fn map(&self) -> StepMap {
        (self.engine).map(self.dt, self.substeps, self.damping)
    }

    /// The engine's default limit on the speed of a body \[m/s\]; `None` if the engine has no limit. Flights ignore the limit: the caller
    /// has to compare speeds with it.
    #[must_use]
    pub fn speed_cap(&self) -> Option<f64> {
        self.engine.speed_cap()
    }

    /// The step \[s\].
    #[must_use]
    pub fn time_step(&self) -> f64 {
        self.dt
    }

    /// The direction against gravity, of length 1; zero without gravity.
    #[must_use]
    pub fn up(&self) -> SVector<f64, D> {
        direction(&-self.gravity)
    }
}
