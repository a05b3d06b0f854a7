//! Flights in closed form: states at any time, and events.

use std::cell::RefCell;
use std::ops::Range;

use kinstep_core::trajectory::{Closest, Landing, Plane, Sphere, Terrain, Trajectory};
use kinstep_core::nalgebra::SVector;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arrays::{array, vector};
use crate::columns::{Column, in_blocks, with_room};
use crate::errors::invalid;
use crate::model::{AnyFlight, AnyModel, Dimension, Model, each, in_dimension};
use crate::swarm_steps::crossing;
use crate::world_advance::{EventParts, parts};

/// Times between two looks at the clock.
const BLOCK: usize = 256;

/// The path of a thrown body. Use `launch` of a model.
#[pyclass(frozen, subclass, module = "kinstep._kinstep")]
pub(crate) struct Flight {
    flight: Dimension<AnyFlight<2>, AnyFlight<3>>,
}

/// Time \[s\], position \[m\], velocity \[m/s\] and normal.
type LandingParts = (f64, Vec<f64>, Vec<f64>, Vec<f64>);

fn finite<const D: usize>(given: &Bound<'_, PyAny>, name: &str) -> PyResult<SVector<f64, D>> {
    let vector: SVector<f64, D> = vector(given, name)?;
    match vector.iter().find(|value| !value.is_finite()) {
        None => Ok(vector),
        Some(value) => Err(invalid(format_args!(
            "a component of the {name} is {value}; it must be finite"
        ))),
    }
}

fn launch<const D: usize>(
    model: &AnyModel<D>,
    position: &Bound<'_, PyAny>,
    velocity: &Bound<'_, PyAny>,
) -> PyResult<AnyFlight<D>> {
    Ok(model.launch(finite(position, "position")?, finite(velocity, "velocity")?))
}

/// A vector of the flight at each of some times \[s\], one after the other; fails if one is not finite.
fn at_times<const D: usize>(
    py: Python<'_>,
    count: usize,
    times: &Column<1>,
    evaluate: impl Fn(f64) -> SVector<f64, D> + Sync,
) -> PyResult<Vec<f64>> {
    let mut numbers = with_room(count.saturating_mul(D))?;
    let mut failed = None;
    in_blocks(py, count, BLOCK, |block| {
        for index in block {
            let time = times.at(index).x;
            let vector = evaluate(time);
            if !vector.iter().all(|number| number.is_finite()) {
                failed.get_or_insert((index, time));
            }
            numbers.extend_from_slice(vector.as_slice());
        }
    })?;
    match failed {
        None => Ok(numbers),
        Some((index, time)) => Err(invalid(format_args!(
            "time {index} is {time} s; time and state of the flight must be finite"
        ))),
    }
}

/// A method that evaluates the flight at an array of times.
macro_rules! at_times {
    ($flight:expr, $py:expr, $count:expr, $times:expr, $quantity:ident) => {{
        let times = Column::of($times, $count, "times")?;
        in_dimension!(&$flight.flight, flight => each!(flight, flight => {
            let numbers = at_times($py, $count, &times, |time| flight.$quantity(time))?;
            array($py, numbers, [$count, flight.position(0.0).len()])
        }))
    }};
}

/// Lands a flight on ground that is a function of Python.
fn land<const D: usize>(
    py: Python<'_>,
    flight: &AnyFlight<D>,
    up: &Bound<'_, PyAny>,
    height: &Bound<'_, PyAny>,
    steepest: f64,
    span: Range<f64>,
) -> PyResult<Option<Landing<D>>> {
    let up: SVector<f64, D> = finite(up, "up direction")?;
    if up.norm() == 0.0 {
        return Err(invalid("the up direction is zero; it must have a length"));
    }
    if !(steepest.is_finite() && steepest >= 0.0) {
        return Err(invalid(format_args!(
            "the steepest slope is {steepest}; it must be zero or positive, and finite"
        )));
    }
    let raised = RefCell::new(None);
    let ask = |position: &SVector<f64, D>| -> PyResult<f64> {
        py.check_signals()?;
        let position = PyArray1::from_slice(py, position.as_slice());
        let answer = height.call1((&position,))?;
        match answer.extract() {
            Ok(height) if f64::is_finite(height) => Ok(height),
            _ => Err(invalid(format_args!(
                "the height of the ground at {position} is {answer}; it must be a finite number"
            ))),
        }
    };
    let heights = |position: &SVector<f64, D>| {
        if raised.borrow().is_some() {
            return f64::NAN;
        }
        ask(position).unwrap_or_else(|error| {
            raised.replace(Some(error));
            f64::NAN
        })
    };
    let terrain = Terrain::new(up, heights, steepest);
    let landing = each!(flight, flight => flight.landing(&terrain, span));
    match raised.take() {
        Some(error) => Err(error),
        None => landing.map_err(invalid),
    }
}

#[pymethods]
impl Flight {
    #[new]
    fn new(
        model: &Model,
        position: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let flight = match &model.model {
            Dimension::Plane(model) => Dimension::Plane(launch(model, position, velocity)?),
            Dimension::Space(model) => Dimension::Space(launch(model, position, velocity)?),
        };
        Ok(Self { flight })
    }

    fn _position<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        at_times!(self, py, count, times, position)
    }

    fn _velocity<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        at_times!(self, py, count, times, velocity)
    }

    fn _acceleration<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        at_times!(self, py, count, times, acceleration)
    }

    /// Positions and velocities after whole steps of an engine.
    fn _after_steps<'py>(
        &self,
        py: Python<'py>,
        steps: Vec<u64>,
    ) -> PyResult<[Bound<'py, PyAny>; 2]> {
        in_dimension!(&self.flight, flight => {
            let AnyFlight::Engine(flight) = flight else {
                return Err(invalid("only flights of an EngineStep have steps"));
            };
            let shape = [steps.len(), flight.position(0.0).len()];
            let mut columns = [with_room(steps.len() * shape[1])?, with_room(steps.len() * shape[1])?];
            in_blocks(py, steps.len(), BLOCK, |block| {
                for &steps in &steps[block] {
                    let state = flight.after_steps(steps);
                    for (column, vector) in columns.iter_mut().zip([state.position, state.velocity]) {
                        column.extend_from_slice(vector.as_slice());
                    }
                }
            })?;
            let [positions, velocities] = columns;
            Ok([array(py, positions, shape)?, array(py, velocities, shape)?])
        })
    }

    #[pyo3(signature = (direction=None))]
    fn _apex(&self, direction: Option<&Bound<'_, PyAny>>) -> PyResult<EventParts> {
        in_dimension!(&self.flight, flight => each!(flight, flight => Ok(parts(match direction {
            None => flight.apex(),
            Some(direction) => flight.apex_along(finite(direction, "direction")?),
        }))))
    }

    fn _crossing(
        &self,
        normal: &Bound<'_, PyAny>,
        distance: f64,
        direction: &str,
    ) -> PyResult<EventParts> {
        let which = crossing(direction)?;
        in_dimension!(&self.flight, flight => each!(flight, flight => {
            let plane = Plane::new(plane_normal(normal, distance)?, distance);
            Ok(parts(flight.crossing(&plane, which)))
        }))
    }

    fn _crossings(
        &self,
        normal: &Bound<'_, PyAny>,
        distance: f64,
        direction: &str,
        start: f64,
        end: f64,
    ) -> PyResult<Vec<EventParts>> {
        let which = crossing(direction)?;
        in_dimension!(&self.flight, flight => each!(flight, flight => {
            let plane = Plane::new(plane_normal(normal, distance)?, distance);
            let found = flight.crossings(&plane, which, start..end).map_err(invalid)?;
            Ok(found.map(|event| parts(Some(event))).collect())
        }))
    }

    fn _sphere(
        &self,
        center: &Bound<'_, PyAny>,
        radius: f64,
        direction: &str,
        start: f64,
        end: f64,
    ) -> PyResult<EventParts> {
        let which = crossing(direction)?;
        in_dimension!(&self.flight, flight => each!(flight, flight => {
            let sphere = Sphere::new(finite(center, "center")?, radius);
            let found = flight.sphere_crossing(&sphere, which, start..end);
            Ok(parts(found.map_err(invalid)?))
        }))
    }

    fn _landing(
        &self,
        py: Python<'_>,
        up: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        steepest: f64,
        start: f64,
        end: f64,
    ) -> PyResult<Option<LandingParts>> {
        in_dimension!(&self.flight, flight => {
            let found = land(py, flight, up, height, steepest, start..end)?;
            Ok(found.map(|landing| {
                let [position, velocity, normal] =
                    [landing.position, landing.velocity, landing.normal]
                        .map(|vector| vector.as_slice().to_vec());
                (landing.time, position, velocity, normal)
            }))
        })
    }

    fn _closest_approach(
        &self,
        point: &Bound<'_, PyAny>,
        start: f64,
        end: f64,
    ) -> PyResult<(f64, Vec<f64>, f64)> {
        in_dimension!(&self.flight, flight => each!(flight, flight => {
            let point = finite(point, "point")?;
            let Closest { time, position, distance, .. } =
                flight.closest_approach(point, start..end).map_err(invalid)?;
            Ok((time, position.as_slice().to_vec(), distance))
        }))
    }

    fn _bounds(&self, start: f64, end: f64) -> PyResult<[Vec<f64>; 2]> {
        in_dimension!(&self.flight, flight => each!(flight, flight => {
            let found = flight.bounds(start..end).map_err(invalid)?;
            Ok([found.min, found.max].map(|corner| corner.as_slice().to_vec()))
        }))
    }
}

/// The normal of a plane that a flight may cross.
pub(crate) fn plane_normal<const D: usize>(
    normal: &Bound<'_, PyAny>,
    distance: f64,
) -> PyResult<SVector<f64, D>> {
    let normal: SVector<f64, D> = finite(normal, "normal")?;
    if normal.norm() == 0.0 {
        return Err(invalid(
            "the normal of the plane is zero; it must have a length",
        ));
    }
    if !distance.is_finite() {
        return Err(invalid(format_args!(
            "the distance of the plane is {distance} m; it must be finite"
        )));
    }
    Ok(normal)
}
