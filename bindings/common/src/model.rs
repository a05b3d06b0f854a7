//! What moves a thrown body: an air, or the step of a game engine.
//!
//! A [`ModelRecord`] crosses the border. [`AnyModel`] is the checked model, in the plane or in space.

use core::fmt::{self, Display};

use kinstep::nalgebra::SVector;
use kinstep::trajectory::Flight as LinearFlight;
use kinstep_flight::{Ballistics, EngineFlight, EngineStep, RationalFlight};
#[cfg(feature = "aims")]
use kinstep_flight::{QuadraticAir, QuadraticFlight};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, OrFailure, Outcome};
use crate::space::{Three, finite_vector, given, vector};
use crate::words::numbered;

/// The kinds of models. Their numbers never change.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelKind {
    /// Linear drag, exact. Without drag it is a vacuum.
    Linear = 0,
    /// The rational model of linear drag, which is faster and less accurate.
    Rational = 1,
    /// Quadratic drag, to a tolerance.
    Quadratic = 2,
    /// The step of Rapier.
    Rapier = 3,
    /// The step of Avian.
    Avian = 4,
    /// The step of Box2D 3.
    Box2d = 5,
    /// The step of Unity with its built-in physics in space.
    Unity = 6,
    /// The step of `PhysX`.
    Physx = 7,
    /// The step of Jolt.
    Jolt = 8,
    /// The step of Godot with its own physics.
    Godot = 9,
    /// The step of Bullet.
    Bullet = 10,
    /// The step that changes the velocity first.
    SymplecticEuler = 11,
    /// The step that changes the position first.
    ExplicitEuler = 12,
}

/// Writes the name that is read.
impl Display for ModelKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}

/// A model as numbers. A number that its kind does not have is zero.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ModelRecord {
    /// The number of a [`ModelKind`].
    pub kind: u32,
    /// Of an engine with substeps: their number, zero for that of the engine.
    pub substeps: u32,
    /// Gravity \[m/s²\].
    pub gravity: Three,
    /// The velocity of the air \[m/s\]; an engine has none.
    pub wind: Three,
    /// The drag rate \[1/s\] of linear and rational air, the coefficient \[1/m\] of quadratic air, or the damping of an
    /// engine, as it counts it.
    pub drag: f64,
    /// Instead of the drag of an air: the terminal speed \[m/s\]; zero for none.
    pub terminal_speed: f64,
    /// Of quadratic air: about the largest error of a position \[m\], zero for the default.
    pub tolerance: f64,
    /// Of an engine: its step \[s\].
    pub time_step: f64,
}

/// A model of the crate, which was checked.
#[derive(Debug, Clone, Copy)]
pub enum AnyModel<const D: usize> {
    /// Linear drag.
    Linear(Ballistics<D>),
    /// The rational model of this air.
    Rational(Ballistics<D>),
    /// Quadratic drag.
    #[cfg(feature = "aims")]
    Quadratic(QuadraticAir<D>),
    /// The step of an engine.
    Engine(EngineStep<D>),
}

/// A flight of the crate.
#[derive(Debug, Clone)]
pub enum AnyFlight<const D: usize> {
    /// With linear drag.
    Linear(LinearFlight<D>),
    /// In the rational model.
    Rational(RationalFlight<D>),
    /// With quadratic drag.
    #[cfg(feature = "aims")]
    Quadratic(Box<QuadraticFlight<D>>),
    /// By the steps of an engine.
    Engine(EngineFlight<D>),
}

/// Runs an expression on the flight inside an [`AnyFlight`](crate::model::AnyFlight).
#[macro_export]
macro_rules! each_flight {
    ($any:expr, $flight:ident => $body:expr) => {
        match $any {
            $crate::model::AnyFlight::Linear($flight) => $body,
            $crate::model::AnyFlight::Rational($flight) => $body,
            #[cfg(feature = "aims")]
            $crate::model::AnyFlight::Quadratic($flight) => {
                let $flight = &**$flight;
                $body
            }
            $crate::model::AnyFlight::Engine($flight) => $body,
        }
    };
}

impl ModelRecord {
    /// Fails if a number that models of a kind do not have is given.
    fn unless_zero(kind: ModelKind, numbers: &[(&str, f64)]) -> Outcome {
        match numbers.iter().find(|(_, value)| *value != 0.0) {
            None => Ok(()),
            Some((name, value)) => Err(Failure::invalid(format_args!(
                "the {name} is {value}; a model of kind `{kind}` has none, so it must be zero"
            ))),
        }
    }

    fn air<const D: usize>(&self) -> Outcome<Ballistics<D>> {
        let gravity: SVector<f64, D> = vector(self.gravity, "gravity")?;
        let wind: SVector<f64, D> = vector(self.wind, "wind")?;
        let air = Ballistics::new(gravity).with_wind(wind);
        let air = if self.terminal_speed != 0.0 {
            air.with_terminal_speed(self.terminal_speed)
        } else if self.drag != 0.0 {
            air.with_drag_rate(self.drag)
        } else {
            air
        };
        air.check().or_invalid()?;
        Ok(air)
    }

    #[cfg(feature = "aims")]
    fn quadratic<const D: usize>(&self) -> Outcome<QuadraticAir<D>> {
        // the coefficient is no rate
        let air = Self { drag: 0.0, ..*self }.air()?;
        let air = if self.drag == 0.0 {
            air.quadratic()
        } else {
            QuadraticAir::new(air.gravitational_acceleration(), self.drag).with_wind(air.wind())
        };
        let air = if self.tolerance == 0.0 {
            air
        } else {
            air.within(self.tolerance)
        };
        air.check().or_invalid()?;
        Ok(air)
    }

    fn engine<const D: usize>(&self, preset: fn(f64) -> EngineStep<D>) -> Outcome<EngineStep<D>> {
        let gravity: SVector<f64, D> = vector(self.gravity, "gravity")?;
        let step = preset(self.time_step).damping(self.drag).gravity(gravity);
        let step = match self.substeps {
            0 => step,
            substeps => step.substeps(substeps),
        };
        step.check().or_invalid()?;
        Ok(step)
    }
}

impl<const D: usize> AnyModel<D> {
    /// Returns the model of a record.
    ///
    /// # Errors
    /// Fails for an unknown kind, a number that the kind does not have, both a drag and a terminal speed, or a number that
    /// the crate refuses.
    pub fn new(record: &ModelRecord) -> Outcome<Self> {
        let kind = numbered(record.kind, "kind of the model")?;
        let preset = match kind {
            ModelKind::Linear | ModelKind::Rational | ModelKind::Quadratic => {
                return Self::air(kind, record);
            }
            ModelKind::Rapier => EngineStep::rapier,
            ModelKind::Avian => EngineStep::avian,
            ModelKind::Box2d => EngineStep::box2d,
            ModelKind::Unity => EngineStep::unity,
            ModelKind::Physx => EngineStep::physx,
            ModelKind::Jolt => EngineStep::jolt,
            ModelKind::Godot => EngineStep::godot,
            ModelKind::Bullet => EngineStep::bullet,
            ModelKind::SymplecticEuler => EngineStep::symplectic_euler,
            ModelKind::ExplicitEuler => EngineStep::explicit_euler,
        };
        let (speed, tolerance) = (record.terminal_speed, record.tolerance);
        let [x, y, z] = record.wind.map(|component| ("wind", component));
        let absent = [x, y, z, ("terminal speed", speed), ("tolerance", tolerance)];
        ModelRecord::unless_zero(kind, &absent)?;
        Ok(Self::Engine(record.engine(preset)?))
    }

    fn air(kind: ModelKind, record: &ModelRecord) -> Outcome<Self> {
        let absent = [
            ("number of substeps", f64::from(record.substeps)),
            ("time step", record.time_step),
        ];
        ModelRecord::unless_zero(kind, &absent)?;
        let (drag, speed) = (record.drag, record.terminal_speed);
        if drag != 0.0 && speed != 0.0 {
            return Err(Failure::invalid(format_args!(
                "the drag is {drag} and the terminal speed is {speed} m/s; only one of them may be given"
            )));
        }
        if kind == ModelKind::Quadratic {
            #[cfg(feature = "aims")]
            return Ok(Self::Quadratic(record.quadratic()?));
            #[cfg(not(feature = "aims"))]
            return Err(Failure::invalid("this library has no quadratic air"));
        }
        ModelRecord::unless_zero(kind, &[("tolerance", record.tolerance)])?;
        let air = record.air()?;
        Ok(if kind == ModelKind::Linear {
            Self::Linear(air)
        } else {
            Self::Rational(air)
        })
    }

    /// Returns the flight from a position \[m\] with a velocity \[m/s\].
    ///
    /// # Errors
    /// Fails unless both are finite and of the space.
    pub fn launch(&self, position: Three, velocity: Three) -> Outcome<AnyFlight<D>> {
        Ok(self.launched(
            finite_vector(position, "position")?,
            finite_vector(velocity, "velocity")?,
        ))
    }

    /// [`launch`](Self::launch) without checks: a flight that is not finite has no events.
    #[must_use]
    pub fn launched(&self, position: SVector<f64, D>, velocity: SVector<f64, D>) -> AnyFlight<D> {
        match self {
            Self::Linear(air) => AnyFlight::Linear(air.launch(position, velocity)),
            Self::Rational(air) => AnyFlight::Rational(air.rational().launch(position, velocity)),
            #[cfg(feature = "aims")]
            Self::Quadratic(air) => AnyFlight::Quadratic(Box::new(air.launch(position, velocity))),
            Self::Engine(step) => AnyFlight::Engine(step.launch(position, velocity)),
        }
    }

    /// Returns the unit vector against gravity; zero without gravity.
    #[must_use]
    pub fn up(&self) -> Three {
        given(&match self {
            Self::Linear(air) | Self::Rational(air) => air.up(),
            #[cfg(feature = "aims")]
            Self::Quadratic(air) => air.up(),
            Self::Engine(step) => step.up(),
        })
    }

    /// Returns the same model in another wind \[m/s\]; `None` for an engine, which has no wind.
    #[must_use]
    pub fn in_wind(&self, wind: SVector<f64, D>) -> Option<Self> {
        Some(match self {
            Self::Linear(air) => Self::Linear(air.with_wind(wind)),
            Self::Rational(air) => Self::Rational(air.with_wind(wind)),
            #[cfg(feature = "aims")]
            Self::Quadratic(air) => Self::Quadratic(air.with_wind(wind)),
            Self::Engine(_) => return None,
        })
    }

    /// Returns the limit that an engine sets to the speed of a body \[m/s\]. Flights ignore it.
    #[must_use]
    pub fn speed_cap(&self) -> Option<f64> {
        match self {
            Self::Engine(step) => step.speed_cap(),
            _ => None,
        }
    }

    /// Returns the step of an engine \[s\].
    #[must_use]
    pub fn time_step(&self) -> Option<f64> {
        match self {
            Self::Engine(step) => Some(step.time_step()),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::words::named;
    use kinstep::trajectory::Trajectory;

    /// Returns a record of a kind with gravity.
    pub(crate) fn record(kind: ModelKind) -> ModelRecord {
        ModelRecord {
            kind: kind as u32,
            gravity: [0.0, -9.81, 0.0],
            ..ModelRecord::default()
        }
    }

    /// A record of each kind, with all numbers that it may have.
    pub(crate) fn records() -> Vec<ModelRecord> {
        (0..13)
            .map(|kind| {
                let record = record(numbered(kind, "kind").unwrap());
                let mut record = ModelRecord {
                    drag: 0.1,
                    ..record
                };
                if kind < 3 {
                    record.wind = [3.0, 1.0, 0.0];
                } else {
                    record.time_step = 0.02;
                }
                record
            })
            .collect()
    }

    fn message<const D: usize>(record: ModelRecord) -> String {
        AnyModel::<D>::new(&record).unwrap_err().message
    }

    #[test]
    fn kinds_have_names_and_numbers() {
        for (number, name) in [
            (0, "linear"),
            (5, "box2d"),
            (7, "physx"),
            (12, "explicit_euler"),
        ] {
            let kind: ModelKind = named(name, "kind").unwrap();
            assert_eq!((kind as u32, kind.to_string().as_str()), (number, name));
            assert_eq!(numbered(number, "kind"), Ok(kind));
        }
        assert!(named::<ModelKind>("bullett", "kind").is_err());
    }

    #[test]
    fn models_are_those_of_the_crate() {
        fn compare<const D: usize>() {
            let pull = SVector::<f64, D>::from_fn(|axis, _| if axis == 1 { -9.81 } else { 0.0 });
            let start = SVector::<f64, D>::from_fn(|axis, _| 1.0 + axis as f64);
            let wind = start * 0.25;
            let at = |flight: &AnyFlight<D>| each_flight!(flight, flight => flight.position(1.3));

            let mut given = record(ModelKind::Linear);
            (given.wind, given.terminal_speed) = (crate::space::given(&wind), 35.0);
            let air = Ballistics::new(pull)
                .with_wind(wind)
                .with_terminal_speed(35.0);
            let model = AnyModel::<D>::new(&given).unwrap();
            assert_eq!(
                at(&model.launched(start, start)),
                air.launch(start, start).position(1.3)
            );
            given.kind = ModelKind::Quadratic as u32;
            let model = AnyModel::<D>::new(&given).unwrap();
            let expected = air.quadratic().launch(start, start).position(1.3);
            assert_eq!(at(&model.launched(start, start)), expected);
            given.kind = ModelKind::Rational as u32;
            let model = AnyModel::<D>::new(&given).unwrap();
            let expected = air.rational().launch(start, start).position(1.3);
            assert_eq!(at(&model.launched(start, start)), expected);

            let mut given = record(ModelKind::Box2d);
            (given.time_step, given.drag, given.substeps) = (0.02, 0.5, 7);
            let step = EngineStep::box2d(0.02)
                .substeps(7)
                .damping(0.5)
                .gravity(pull);
            let model = AnyModel::<D>::new(&given).unwrap();
            assert_eq!(
                at(&model.launched(start, start)),
                step.launch(start, start).position(1.3)
            );
            assert_eq!(
                (model.speed_cap(), model.time_step()),
                (Some(400.0), Some(0.02))
            );
            assert_eq!(model.up(), [0.0, 1.0, 0.0]);
        }
        compare::<2>();
        compare::<3>();
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        let mut both = record(ModelKind::Quadratic);
        (both.drag, both.terminal_speed) = (0.1, 30.0);
        assert_eq!(
            message::<2>(both),
            "the drag is 0.1 and the terminal speed is 30 m/s; only one of them may be given"
        );
        let mut windy = record(ModelKind::Jolt);
        (windy.wind, windy.time_step) = ([0.0, 0.0, 2.0], 0.02);
        assert_eq!(
            message::<3>(windy),
            "the wind is 2; a model of kind `jolt` has none, so it must be zero"
        );
        let mut stepped = record(ModelKind::Linear);
        stepped.time_step = 0.02;
        assert!(
            message::<3>(stepped).starts_with("the time step is 0.02; a model of kind `linear`")
        );
        let mut high = record(ModelKind::Linear);
        high.gravity = [0.0, 0.0, -9.81];
        assert!(message::<2>(high).contains("z of the gravity is -9.81"));
        assert!(message::<2>(record(ModelKind::Rapier)).contains("the step [s] is 0"));
        let mut backwards = record(ModelKind::Quadratic);
        backwards.drag = -1.0;
        assert!(message::<2>(backwards).contains("-1"));
        let unknown = ModelRecord { kind: 13, ..high };
        assert!(message::<3>(unknown).contains("the kind of the model"));
        let model = AnyModel::<2>::new(&record(ModelKind::Linear)).unwrap();
        assert_eq!(
            model
                .launch([0.0; 3], [f64::NAN, 0.0, 0.0])
                .unwrap_err()
                .message,
            "a component of the velocity is NaN; it must be finite"
        );
    }
}
