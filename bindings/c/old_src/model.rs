//! What moves a thrown body: an air, or the step of a game engine.

use kinstep::trajectory::Flight as LinearFlight;
use kinstep_flight::{Ballistics, EngineFlight, EngineStep, QuadraticAir, QuadraticFlight};

use crate::flight::Flight;
use crate::kinds::Kind;
use crate::status::{Failure, OrStatus, Outcome, Status};
use crate::vector::Vector;

/// The kinds of models, and what `drag` is in each.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelKind {
    /// Gravity alone; drag is zero.
    Vacuum = 1,
    /// Linear drag, exact: its rate [1/s].
    DragRate = 2,
    /// Linear drag, exact: the terminal speed [m/s].
    TerminalSpeed = 3,
    /// Quadratic drag to 1e-6 m: its coefficient [1/m].
    QuadraticDrag = 4,
    /// The step of an engine, in closed form: its linear damping, as the engine counts it.
    Rapier = 16,
    Avian = 17,
    Box2d = 18,
    Unity = 19,
    PhysX = 20,
    Jolt = 21,
    Godot = 22,
    Bullet = 23,
    SymplecticEuler = 24,
    ExplicitEuler = 25,
}

/// What moves a thrown body. Plain data: copy it as you like.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// A `KinstepModelKind`.
    pub kind: u32,
    /// Of an engine: substeps; zero for the engine's own number.
    pub substeps: u32,
    /// Of an engine: its step [s].
    pub time_step: f64,
    /// By kind.
    pub drag: f64,
    /// [m/s^2]
    pub gravity: Vector,
    /// Velocity of the air [m/s]; zero for an engine.
    pub wind: Vector,
}

/// A model of the crate, which was checked.
pub(crate) enum KnownModel {
    Linear(Ballistics<3>),
    Quadratic(QuadraticAir<3>),
    Engine(EngineStep<3>),
}

/// A flight of the crate.
pub(crate) enum KnownFlight {
    Linear(LinearFlight<3>),
    Quadratic(QuadraticFlight<3>),
    Engine(EngineFlight<3>),
}

impl Model {
    pub(crate) fn known(&self) -> Outcome<KnownModel> {
        let preset = match ModelKind::numbered(self.kind)? {
            ModelKind::Vacuum => {
                self.unless_zero("drag", self.drag)?;
                return self.linear(Ballistics::new(self.gravity));
            }
            ModelKind::DragRate => {
                return self.linear(Ballistics::new(self.gravity).with_drag_rate(self.drag));
            }
            ModelKind::TerminalSpeed => {
                return self.linear(Ballistics::new(self.gravity).with_terminal_speed(self.drag));
            }
            ModelKind::QuadraticDrag => return self.quadratic(),
            ModelKind::Rapier => EngineStep::rapier,
            ModelKind::Avian => EngineStep::avian,
            ModelKind::Box2d => EngineStep::box2d,
            ModelKind::Unity => EngineStep::unity,
            ModelKind::PhysX => EngineStep::physx,
            ModelKind::Jolt => EngineStep::jolt,
            ModelKind::Godot => EngineStep::godot,
            ModelKind::Bullet => EngineStep::bullet,
            ModelKind::SymplecticEuler => EngineStep::symplectic_euler,
            ModelKind::ExplicitEuler => EngineStep::explicit_euler,
        };
        self.engine(preset(self.time_step))
    }

    fn linear(&self, air: Ballistics<3>) -> Outcome<KnownModel> {
        self.unless_an_engine()?;
        let air = air.with_wind(self.wind);
        air.check().or_status(Status::InvalidArgument)?;
        Ok(KnownModel::Linear(air))
    }

    fn quadratic(&self) -> Outcome<KnownModel> {
        self.unless_an_engine()?;
        let air = QuadraticAir::new(self.gravity, self.drag).with_wind(self.wind);
        air.check().or_status(Status::InvalidArgument)?;
        Ok(KnownModel::Quadratic(air))
    }

    /// Fails if an air is given numbers of an engine.
    fn unless_an_engine(&self) -> Outcome {
        self.unless_zero("substeps", f64::from(self.substeps))?;
        self.unless_zero("time_step", self.time_step)
    }

    fn engine(&self, step: EngineStep<3>) -> Outcome<KnownModel> {
        for value in self.wind.numbers() {
            self.unless_zero("wind", value)?;
        }
        let step = step.damping(self.drag).gravity(self.gravity);
        let step = match self.substeps {
            0 => step,
            substeps => step.substeps(substeps),
        };
        step.check().or_status(Status::InvalidArgument)?;
        Ok(KnownModel::Engine(step))
    }

    /// Fails if a number that this kind of model does not have is given.
    fn unless_zero(&self, name: &str, value: f64) -> Outcome {
        if value == 0.0 {
            return Ok(());
        }
        let kind = self.kind;
        Err(Failure::invalid(format_args!(
            "`{name}` is {value}; it must be zero in a model of kind {kind}"
        )))
    }
}

impl Flight {
    pub(crate) fn known(&self) -> Outcome<KnownFlight> {
        finite(self.position, "position")?;
        finite(self.velocity, "velocity")?;
        let (position, velocity) = (self.position, self.velocity);
        Ok(match self.model.known()? {
            KnownModel::Linear(air) => KnownFlight::Linear(air.launch(position, velocity)),
            KnownModel::Quadratic(air) => KnownFlight::Quadratic(air.launch(position, velocity)),
            KnownModel::Engine(step) => KnownFlight::Engine(step.launch(position, velocity)),
        })
    }
}

fn finite(vector: Vector, name: &str) -> Outcome {
    match vector.numbers().iter().find(|number| !number.is_finite()) {
        None => Ok(()),
        Some(number) => Err(Failure::invalid(format_args!(
            "a component of the {name} is {number}; it must be finite"
        ))),
    }
}
