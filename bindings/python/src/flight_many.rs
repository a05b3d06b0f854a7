//! Many throws in one call.

use kinstep_core::trajectory::{Crossing, Plane, Trajectory};
use kinstep_core::nalgebra::SVector;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arrays::array;
use crate::columns::{Column, in_blocks, with_room};
use crate::errors::invalid;
use crate::flight::plane_normal;
use crate::model::{AnyFlight, AnyModel, Model, each, in_dimension};
use crate::swarm_steps::crossing;

/// Number of throws computed between two readings of the clock.
const BLOCK: usize = 64;

/// Start, velocity and wind of each of many throws.
struct Throws<const D: usize> {
    model: AnyModel<D>,
    positions: Column<D>,
    velocities: Column<D>,
    winds: Option<Column<D>>,
}

/// What comes of many throws: whether it happens, when, where and how fast; NaN where it does not happen.
struct Arrivals {
    happens: Vec<bool>,
    times: Vec<f64>,
    positions: Vec<f64>,
    velocities: Vec<f64>,
}

impl<const D: usize> Throws<D> {
    fn of(
        model: &AnyModel<D>,
        count: usize,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
        winds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let winds = winds
            .map(|winds| Column::of(winds, count, "winds")?.finite("winds"))
            .transpose()?;
        if winds.is_some() && model.in_wind(SVector::zeros()).is_none() {
            return Err(invalid("an EngineStep has no wind"));
        }
        Ok(Self {
            model: *model,
            positions: Column::of(positions, count, "positions")?.finite("positions")?,
            velocities: Column::of(velocities, count, "velocities")?.finite("velocities")?,
            winds,
        })
    }

    fn dimensions(&self) -> usize {
        D
    }

    fn launch(&self, throw: usize) -> AnyFlight<D> {
        let windy = (self.winds.as_ref()).and_then(|winds| self.model.in_wind(winds.at(throw)));
        let model = windy.as_ref().unwrap_or(&self.model);
        model.launch(self.positions.at(throw), self.velocities.at(throw))
    }

    /// The state of each throw at a time that `when` finds \[s\].
    fn arrivals(
        &self,
        py: Python<'_>,
        count: usize,
        when: impl Fn(usize, &AnyFlight<D>) -> Option<State<D>> + Sync,
    ) -> PyResult<Arrivals> {
        let room = count.saturating_mul(D);
        let mut made = Arrivals {
            happens: with_room(count)?,
            times: with_room(count)?,
            positions: with_room(room)?,
            velocities: with_room(room)?,
        };
        let nothing = State {
            time: f64::NAN,
            position: SVector::repeat(f64::NAN),
            velocity: SVector::repeat(f64::NAN),
        };
        in_blocks(py, count, BLOCK, |block| {
            for throw in block {
                let found = when(throw, &self.launch(throw));
                made.happens.push(found.is_some());
                let state = found.unwrap_or(nothing);
                made.times.push(state.time);
                made.positions.extend_from_slice(state.position.as_slice());
                made.velocities.extend_from_slice(state.velocity.as_slice());
            }
        })?;
        Ok(made)
    }

    fn crossings(
        &self,
        py: Python<'_>,
        count: usize,
        plane: &Plane<f64, D>,
        which: Crossing,
    ) -> PyResult<Arrivals> {
        self.arrivals(py, count, |_, flight| {
            let event = each!(flight, flight => flight.crossing(plane, which))?;
            Some(State {
                time: event.time,
                position: event.position,
                velocity: event.velocity,
            })
        })
    }

    fn states(&self, py: Python<'_>, count: usize, times: &Column<1>) -> PyResult<Arrivals> {
        self.arrivals(py, count, |throw, flight| {
            let time = times.at(throw).x;
            let state = each!(flight, flight => flight.at(time));
            let (position, velocity) = (state.position, state.velocity);
            let is_finite = (position.iter().chain(&velocity)).all(|number| number.is_finite());
            is_finite.then_some(State {
                time,
                position,
                velocity,
            })
        })
    }
}

#[derive(Clone, Copy)]
struct State<const D: usize> {
    time: f64,
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
}

/// Masks, times, positions and velocities.
type Parts<'py> = (
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

impl Arrivals {
    fn parts(self, py: Python<'_>, count: usize, dimensions: usize) -> PyResult<Parts<'_>> {
        Ok((
            PyArray1::from_vec(py, self.happens),
            PyArray1::from_vec(py, self.times),
            array(py, self.positions, [count, dimensions])?,
            array(py, self.velocities, [count, dimensions])?,
        ))
    }
}

#[pymethods]
impl Model {
    #[pyo3(signature = (count, positions, velocities, winds, normal, distance, direction))]
    #[expect(clippy::too_many_arguments, reason = "Python collects them")]
    fn _first_crossings<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        positions: &Bound<'py, PyAny>,
        velocities: &Bound<'py, PyAny>,
        winds: Option<&Bound<'py, PyAny>>,
        normal: &Bound<'py, PyAny>,
        distance: f64,
        direction: &str,
    ) -> PyResult<Parts<'py>> {
        let which = crossing(direction)?;
        in_dimension!(&self.model, model => {
            let throws = Throws::of(model, count, positions, velocities, winds)?;
            let plane = Plane::new(plane_normal(normal, distance)?, distance);
            throws.crossings(py, count, &plane, which)?.parts(py, count, throws.dimensions())
        })
    }

    #[pyo3(signature = (count, positions, velocities, winds, times))]
    fn _states_at<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        positions: &Bound<'py, PyAny>,
        velocities: &Bound<'py, PyAny>,
        winds: Option<&Bound<'py, PyAny>>,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<Parts<'py>> {
        in_dimension!(&self.model, model => {
            let throws = Throws::of(model, count, positions, velocities, winds)?;
            let times = Column::of(times, count, "times")?.finite("times")?;
            throws.states(py, count, &times)?.parts(py, count, throws.dimensions())
        })
    }
}
