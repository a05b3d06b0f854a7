//! What moves a thrown body: an air, or the step of a game engine.

use kinstep_core::trajectory::Flight as LinearFlight;
use kinstep_flight::{Ballistics, EngineFlight, EngineStep, QuadraticAir, QuadraticFlight, RationalFlight};
use kinstep_core::nalgebra::SVector;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arrays::{few, vector};
use crate::errors::invalid;

/// A model of the crate, which was checked.
#[derive(Clone, Copy)]
pub(crate) enum AnyModel<const D: usize> {
    Linear(Ballistics<D>),
    /// The rational model of this air.
    Rational(Ballistics<D>),
    Quadratic(QuadraticAir<D>),
    Engine(EngineStep<D>),
}

/// A flight of the crate.
pub(crate) enum AnyFlight<const D: usize> {
    Linear(LinearFlight<D>),
    Rational(RationalFlight<D>),
    Quadratic(Box<QuadraticFlight<D>>),
    Engine(EngineFlight<D>),
}

/// Does the same with a flight of each kind.
macro_rules! each {
    ($flight:expr, $name:ident => $work:expr) => {
        match $flight {
            $crate::model::AnyFlight::Linear($name) => $work,
            $crate::model::AnyFlight::Rational($name) => $work,
            $crate::model::AnyFlight::Quadratic($name) => {
                let $name = &**$name;
                $work
            }
            $crate::model::AnyFlight::Engine($name) => $work,
        }
    };
}
pub(crate) use each;

/// A value in the plane or in space.
pub(crate) enum Dimension<A, B> {
    Plane(A),
    Space(B),
}

/// Works on a value, in the plane or in space.
macro_rules! in_dimension {
    ($value:expr, $name:ident => $work:expr) => {
        match $value {
            $crate::model::Dimension::Plane($name) => $work,
            $crate::model::Dimension::Space($name) => $work,
        }
    };
}
pub(crate) use in_dimension;

/// What moves a thrown body. Use Ballistics, RationalAir, QuadraticAir or EngineStep.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct Model {
    pub(crate) model: Dimension<AnyModel<2>, AnyModel<3>>,
}

/// A model as Python gave it.
struct Given<'a, 'py> {
    kind: &'a str,
    gravity: &'a Bound<'py, PyAny>,
    wind: Option<&'a Bound<'py, PyAny>>,
    /// A drag rate, a coefficient or a damping.
    drag: Option<f64>,
    terminal_speed: Option<f64>,
    tolerance: Option<f64>,
    dt: Option<f64>,
    substeps: Option<u32>,
}

impl Given<'_, '_> {
    fn model<const D: usize>(&self) -> PyResult<AnyModel<D>> {
        let gravity: SVector<f64, D> = vector(self.gravity, "gravity")?;
        let wind = (self.wind).map_or(Ok(SVector::zeros()), |wind| vector(wind, "wind"))?;
        if self.drag.is_some() && self.terminal_speed.is_some() {
            return Err(invalid(
                "give a terminal speed or another measure of drag; both were given",
            ));
        }
        match self.kind {
            "linear" => Ok(AnyModel::Linear(self.air(gravity, wind)?)),
            "rational" => Ok(AnyModel::Rational(self.air(gravity, wind)?)),
            "quadratic" => {
                let air = match self.drag {
                    Some(coefficient) => QuadraticAir::new(gravity, coefficient).with_wind(wind),
                    None => self.air(gravity, wind)?.quadratic(),
                };
                let air = (self.tolerance).map_or(air, |tolerance| air.within(tolerance));
                air.check().map_err(invalid)?;
                Ok(AnyModel::Quadratic(air))
            }
            engine => {
                let dt = self.dt.unwrap_or(f64::NAN);
                let step = preset(engine, dt)?.gravity(gravity);
                let step = step.damping(self.drag.unwrap_or(0.0));
                let step = (self.substeps).map_or(step, |substeps| step.substeps(substeps));
                step.check().map_err(invalid)?;
                Ok(AnyModel::Engine(step))
            }
        }
    }

    fn air<const D: usize>(
        &self,
        gravity: SVector<f64, D>,
        wind: SVector<f64, D>,
    ) -> PyResult<Ballistics<D>> {
        let air = Ballistics::new(gravity).with_wind(wind);
        let air = match (self.drag, self.terminal_speed) {
            (Some(rate), _) => air.with_drag_rate(rate),
            (None, Some(speed)) => air.with_terminal_speed(speed),
            (None, None) => air,
        };
        air.check().map_err(invalid)?;
        Ok(air)
    }
}

const ENGINES: [&str; 10] = [
    "rapier",
    "avian",
    "box2d",
    "unity",
    "physx",
    "jolt",
    "godot",
    "bullet",
    "symplectic_euler",
    "explicit_euler",
];

fn preset<const D: usize>(engine: &str, dt: f64) -> PyResult<EngineStep<D>> {
    let preset = match engine {
        "rapier" => EngineStep::rapier,
        "avian" => EngineStep::avian,
        "box2d" => EngineStep::box2d,
        "unity" => EngineStep::unity,
        "physx" => EngineStep::physx,
        "jolt" => EngineStep::jolt,
        "godot" => EngineStep::godot,
        "bullet" => EngineStep::bullet,
        "symplectic_euler" => EngineStep::symplectic_euler,
        "explicit_euler" => EngineStep::explicit_euler,
        _ => {
            return Err(invalid(format_args!(
                "the engine is {engine:?}; it must be one of {ENGINES:?}"
            )));
        }
    };
    Ok(preset(dt))
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (kind, gravity, *, wind=None, drag=None, terminal_speed=None, tolerance=None, dt=None, substeps=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        kind: &str,
        gravity: &Bound<'_, PyAny>,
        wind: Option<&Bound<'_, PyAny>>,
        drag: Option<f64>,
        terminal_speed: Option<f64>,
        tolerance: Option<f64>,
        dt: Option<f64>,
        substeps: Option<u32>,
    ) -> PyResult<Self> {
        let given = Given {
            kind,
            gravity,
            wind,
            drag,
            terminal_speed,
            tolerance,
            dt,
            substeps,
        };
        let model = match few(gravity, "gravity")?.len() {
            2 => Dimension::Plane(given.model()?),
            3 => Dimension::Space(given.model()?),
            count => {
                return Err(invalid(format_args!(
                    "gravity has {count} components; it must have 2 or 3"
                )));
            }
        };
        Ok(Self { model })
    }

    #[getter]
    pub(crate) fn dimensions(&self) -> usize {
        match &self.model {
            Dimension::Plane(_) => 2,
            Dimension::Space(_) => 3,
        }
    }

    /// Against gravity, of length 1; zero without gravity.
    #[getter]
    fn up<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        in_dimension!(&self.model, model => PyArray1::from_slice(py, model.up().as_slice()))
    }

    /// The engine's limit on the speed of a body \[m/s\].
    #[getter]
    fn speed_cap(&self) -> Option<f64> {
        in_dimension!(&self.model, model => match model {
            AnyModel::Engine(step) => step.speed_cap(),
            _ => None,
        })
    }
}

impl<const D: usize> AnyModel<D> {
    fn up(&self) -> SVector<f64, D> {
        match self {
            Self::Linear(air) | Self::Rational(air) => air.up(),
            Self::Quadratic(air) => air.up(),
            Self::Engine(step) => step.up(),
        }
    }

    pub(crate) fn launch(
        &self,
        position: SVector<f64, D>,
        velocity: SVector<f64, D>,
    ) -> AnyFlight<D> {
        match self {
            Self::Linear(air) => AnyFlight::Linear(air.launch(position, velocity)),
            Self::Rational(air) => AnyFlight::Rational(air.rational().launch(position, velocity)),
            Self::Quadratic(air) => AnyFlight::Quadratic(Box::new(air.launch(position, velocity))),
            Self::Engine(step) => AnyFlight::Engine(step.launch(position, velocity)),
        }
    }

    /// The same in another wind \[m/s\]; an engine has none.
    pub(crate) fn in_wind(self, wind: SVector<f64, D>) -> Option<Self> {
        Some(match self {
            Self::Linear(air) => Self::Linear(air.with_wind(wind)),
            Self::Rational(air) => Self::Rational(air.with_wind(wind)),
            Self::Quadratic(air) => Self::Quadratic(air.with_wind(wind)),
            Self::Engine(_) => return None,
        })
    }
}
