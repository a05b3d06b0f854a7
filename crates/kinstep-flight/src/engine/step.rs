//! The settings of one step of an engine.

use super::flight::EngineFlight;
use super::map::{CurveCoefficients, EngineRule, StepMap};
use crate::ParameterError;
use crate::numbers::direction;
use crate::trajectory::IntoVector;
use nalgebra::SVector;

/// The parameter in the error if an Euler rule reverses the velocity in every step.
const OSCILLATES: &str = "the damping in a step";

/// One step of a game engine, or of a textbook rule: step length, substeps, damping and gravity.
///
/// For a body without contacts, the effect of a step has a closed form. So a game can show where
/// the engine *will* move the body, instead of where exact physics would.
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
/// In the rules, a is gravity, d the damping and dt the step length; h is the length of a substep,
/// or of the whole step if there are no substeps.
///
/// | preset | the rule of one step | substeps | speed cap |
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
/// [`aim`](Self::aim) plans throws that hit by these rules.
///
/// None of these rules solves `a = g - d v` exactly: the curves depend on the step length dt, and
/// every throw is shorter than the exact throw.
///
/// The following are not modelled: the speed cap in the table, sleeping, the additional damping of
/// slow bodies (Bullet), and the rounding of the engine's own additions.
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

/// The argument of each preset is the step length \[s\]. A preset sets the default number of
/// substeps of the engine. Damping and gravity are zero at first, whatever the defaults of the
/// engine or its project settings are.
impl<const D: usize> EngineStep<D> {
    /// The step of Rapier 0.36 (`rigid_body_components.rs` and the island solver). Damping acts
    /// once, after the last substep. The number of substeps is `num_solver_iterations`, default 4;
    /// the damping is `linear_damping`, default 0.
    #[must_use]
    pub fn rapier(dt: f64) -> Self {
        Self::new(EngineRule::Rapier, dt)
    }

    /// The step of Avian 0.7 and 0.8 (`dynamics/integrator/mod.rs`). The number of substeps is
    /// `SubstepCount`, default 6; the damping is `LinearDamping`, default 0.
    #[must_use]
    pub fn avian(dt: f64) -> Self {
        Self::new(EngineRule::Avian, dt)
    }

    /// The step of `Box2D` 3 (`solver.c`). The number of substeps is the `subStepCount` of
    /// `b2World_Step`, for which the manual of `Box2D` proposes 4; the damping is `linearDamping`,
    /// default 0. The speed cap is 400 of the length units of `Box2D` per second.
    #[must_use]
    pub fn box2d(dt: f64) -> Self {
        Self::new(EngineRule::Box2d, dt)
    }

    /// The step of Unity with its built-in 3D physics (`PhysX`). The step length is
    /// `Time.fixedDeltaTime`, default 0.02 s; the damping is `Rigidbody.linearDamping` (formerly
    /// `drag`), default 0.
    #[must_use]
    pub fn unity(dt: f64) -> Self {
        Self::new(EngineRule::Unity, dt)
    }

    /// The step of `PhysX` 4 and 5 (`DyBodyCoreIntegrator.h`). The damping is `setLinearDamping`,
    /// default 0.
    #[must_use]
    pub fn physx(dt: f64) -> Self {
        Self::new(EngineRule::PhysX, dt)
    }

    /// The step of Jolt 5 (`MotionProperties.inl`). The step length is the `inDeltaTime` of
    /// `PhysicsSystem::Update`, divided by the number of collision steps; the damping is
    /// `mLinearDamping`, default 0.05.
    #[must_use]
    pub fn jolt(dt: f64) -> Self {
        Self::new(EngineRule::Jolt, dt)
    }

    /// The step of Godot 4 with its own physics (`godot_body_3d.cpp` and `godot_body_2d.cpp`). The
    /// damping is the sum of the damping of the body and of the areas; the default in the project
    /// settings is 0.1.
    #[must_use]
    pub fn godot(dt: f64) -> Self {
        Self::new(EngineRule::Godot, dt)
    }

    /// The step of Bullet 3 (`btRigidBody.cpp`). The step length is `fixedTimeStep`, default 1/60
    /// s; the damping is the fraction of the velocity that is lost in a second, default 0.
    #[must_use]
    pub fn bullet(dt: f64) -> Self {
        Self::new(EngineRule::Bullet, dt)
    }

    /// The step of symplectic Euler, which changes the velocity first, like
    /// `Scheme::SymplecticEuler`.
    #[must_use]
    pub fn symplectic_euler(dt: f64) -> Self {
        Self::new(EngineRule::SymplecticEuler, dt)
    }

    /// The step of explicit Euler, which changes the position first, like `Scheme::ExplicitEuler`.
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

    /// Sets the damping \[1/s\]. For Bullet it is the fraction of the velocity that is lost in a
    /// second, from 0 to 1.
    #[must_use]
    pub fn damping(mut self, damping: f64) -> Self {
        self.damping = damping;
        self
    }

    /// Sets the gravity \[m/s²\], including any other constant acceleration.
    #[must_use]
    pub fn gravity(mut self, gravity: impl IntoVector<D>) -> Self {
        self.gravity = gravity.into_vector();
        self
    }

    /// Checks whether the step is valid. `launch` returns no error, but a flight with an invalid
    /// step has NaN positions and no events.
    ///
    /// # Errors
    /// Returns the first invalid number. If the damping is rejected because an Euler rule reverses
    /// the velocity in every step, [`after_steps`](EngineFlight::after_steps) is still exact.
    pub fn check(&self) -> Result<(), ParameterError<f64>> {
        self.curve().map(|_| ())
    }

    /// Returns the curve through all steps.
    pub(crate) fn curve(&self) -> Result<CurveCoefficients, ParameterError<f64>> {
        self.check_steps()?;
        let curve = self.map().curve(0.5 * f64::EPSILON);
        curve.ok_or(ParameterError {
            parameter: OSCILLATES,
            value: self.damping * self.dt,
            requirement: "less than turns the velocity round: whole steps are right, but no smooth curve joins them",
        })
    }

    /// Checks whether whole steps are valid.
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

    /// Returns the flight of a body from a position \[m\] with a velocity \[m/s\] by this step.
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

    /// Returns the affine map of a step; `None` if the step is invalid.
    pub(crate) fn valid_map(&self) -> Option<StepMap> {
        self.check_steps().is_ok().then(|| self.map())
    }

    fn map(&self) -> StepMap {
        (self.engine).map(self.dt, self.substeps, self.damping)
    }

    /// Returns the engine's default limit of the speed of a body \[m/s\]; `None` if the engine has
    /// no limit. Flights ignore the limit: the caller must compare speeds with it.
    #[must_use]
    pub fn speed_cap(&self) -> Option<f64> {
        self.engine.speed_cap()
    }

    /// Returns the step length \[s\].
    #[must_use]
    pub fn time_step(&self) -> f64 {
        self.dt
    }

    /// Returns the unit vector against gravity; zero without gravity.
    #[must_use]
    pub fn up(&self) -> SVector<f64, D> {
        direction(&-self.gravity)
    }
}
