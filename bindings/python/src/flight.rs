//! Flights in closed form: states at any time, and events.

use kinstep::trajectory::Crossing;
use kinstep_common::flight::{EventRecord, Ground, PlaneRecord, Quantity};
use kinstep_common::model::AnyFlight;
use kinstep_common::motion::Which;
use kinstep_common::space::Three;
use kinstep_common::words::named;
use pyo3::prelude::*;

use crate::arrays::{Written, numbers};
use crate::errors::{attempt, called, invalid, keep_going, raised};
use crate::forces::function;
use crate::model::{Dimension, Model, in_dimension};
use crate::motion::{Event, event};
use crate::vectors::{Given, number, to_vector, vector};

/// Reads the direction of a crossing.
pub(crate) fn which(direction: &str) -> PyResult<(Crossing, Which)> {
    let crossing = named(direction, "direction").map_err(raised)?;
    Ok(match crossing {
        Crossing::Ascending => (crossing, Which::Ascending),
        Crossing::Descending => (crossing, Which::Descending),
        Crossing::Any => (crossing, Which::Any),
    })
}

/// The path of a thrown body. Use `launch` of a model.
#[pyclass(subclass, frozen, module = "kinstep._kinstep")]
pub(crate) struct Flight {
    flight: Dimension<AnyFlight<2>, AnyFlight<3>>,
}

impl Flight {
    fn dimensions(&self) -> usize {
        match self.flight {
            Dimension::Plane(_) => 2,
            Dimension::Space(_) => 3,
        }
    }

    fn vector(&self, value: &Bound<'_, PyAny>, name: &str) -> PyResult<Three> {
        vector(value, self.dimensions(), name)
    }

    fn event<'py>(
        &self,
        py: Python<'py>,
        found: Option<EventRecord>,
    ) -> PyResult<Option<Event<'py>>> {
        let tell = |found| event(py, &found, self.dimensions());
        found.map(tell).transpose()
    }

    fn plane(&self, normal: &Bound<'_, PyAny>, distance: f64) -> PyResult<PlaneRecord> {
        let normal = self.vector(normal, "normal")?;
        Ok(PlaneRecord { normal, distance })
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
        let position = vector(position, model.dimensions(), "position")?;
        let velocity = vector(velocity, model.dimensions(), "velocity")?;
        let flight = match &model.model {
            Dimension::Plane(model) => {
                Dimension::Plane(model.launch(position, velocity).map_err(raised)?)
            }
            Dimension::Space(model) => {
                Dimension::Space(model.launch(position, velocity).map_err(raised)?)
            }
        };
        Ok(Self { flight })
    }

    #[getter]
    fn _dimensions(&self) -> usize {
        self.dimensions()
    }

    /// Writes a quantity at each of some times.
    fn _at_times(
        &self,
        py: Python<'_>,
        quantity: &str,
        times: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let quantity = match quantity {
            "position" => Quantity::Position,
            "velocity" => Quantity::Velocity,
            "acceleration" => Quantity::Acceleration,
            _ => return Err(invalid(format_args!("a flight has no {quantity}"))),
        };
        let (times, mut out) = (numbers(times, "times")?, Written::of(out, "states")?);
        in_dimension!(&self.flight, flight => py.detach(|| attempt(|| {
            flight.at_times(quantity, times, &mut out, &mut keep_going)
        })))
    }

    /// Positions and velocities after each of some numbers of steps.
    fn _after_steps(&self, steps: Vec<u64>) -> PyResult<(Vec<Three>, Vec<Three>)> {
        let states = steps.into_iter().map(|steps| {
            let state = in_dimension!(&self.flight, flight => flight.after_steps(steps));
            state
                .map(|state| (state.position, state.velocity))
                .map_err(raised)
        });
        states.collect()
    }

    #[pyo3(signature = (direction))]
    fn _apex<'py>(
        &self,
        py: Python<'py>,
        direction: Given<'_, 'py>,
    ) -> PyResult<Option<Event<'py>>> {
        let found = match direction {
            None => in_dimension!(&self.flight, flight => flight.apex()),
            Some(direction) => {
                let direction = self.vector(direction, "direction")?;
                in_dimension!(&self.flight, flight => flight.apex_along(direction))
                    .map_err(raised)?
            }
        };
        self.event(py, found)
    }

    fn _crossing<'py>(
        &self,
        py: Python<'py>,
        normal: &Bound<'py, PyAny>,
        distance: f64,
        direction: &str,
    ) -> PyResult<Option<Event<'py>>> {
        let (plane, which) = (self.plane(normal, distance)?, which(direction)?.0);
        let found = in_dimension!(&self.flight, flight => flight.crossing(&plane, which));
        self.event(py, found.map_err(raised)?)
    }

    fn _crossings<'py>(
        &self,
        py: Python<'py>,
        normal: &Bound<'py, PyAny>,
        distance: f64,
        direction: &str,
        times: [f64; 2],
    ) -> PyResult<Vec<Event<'py>>> {
        let (plane, which) = (self.plane(normal, distance)?, which(direction)?.0);
        let found = in_dimension!(&self.flight, flight => flight.crossings(&plane, which, times));
        let found = found.map_err(raised)?.into_iter();
        found
            .map(|found| event(py, &found, self.dimensions()))
            .collect()
    }

    fn _sphere<'py>(
        &self,
        py: Python<'py>,
        center: &Bound<'py, PyAny>,
        radius: f64,
        direction: &str,
        times: [f64; 2],
    ) -> PyResult<Option<Event<'py>>> {
        let (center, which) = (self.vector(center, "center")?, which(direction)?.0);
        let found =
            in_dimension!(&self.flight, flight => flight.sphere(center, radius, which, times));
        self.event(py, found.map_err(raised)?)
    }

    /// The event and the normal of the ground.
    fn _landing<'py>(
        &self,
        py: Python<'py>,
        up: &Bound<'py, PyAny>,
        height: &Bound<'py, PyAny>,
        steepest: f64,
        times: [f64; 2],
    ) -> PyResult<Option<(Event<'py>, Bound<'py, PyAny>)>> {
        let (dimensions, height) = (self.dimensions(), function(height, "height of the ground")?);
        let height = |position: Three| {
            let work = |py: Python<'_>| {
                let position = to_vector(py, &position, dimensions)?;
                number(&height.bind(py).call1((position,))?, "height of the ground")
            };
            called(work, f64::NAN)
        };
        let (up, height) = (self.vector(up, "up direction")?, &height);
        let ground = Ground {
            up,
            height,
            steepest,
        };
        let found =
            attempt(|| in_dimension!(&self.flight, flight => flight.landing(&ground, times)))?;
        let tell = |found: kinstep_common::flight::LandingRecord| {
            Ok((
                event(py, &found.event, dimensions)?,
                to_vector(py, &found.normal, dimensions)?,
            ))
        };
        found.map(tell).transpose()
    }

    /// Time, position and distance.
    fn _closest_approach<'py>(
        &self,
        py: Python<'py>,
        point: &Bound<'py, PyAny>,
        times: [f64; 2],
    ) -> PyResult<(f64, Bound<'py, PyAny>, f64)> {
        let point = self.vector(point, "point")?;
        let found = in_dimension!(&self.flight, flight => flight.closest_approach(point, times));
        let found = found.map_err(raised)?;
        Ok((
            found.time,
            to_vector(py, &found.position, self.dimensions())?,
            found.distance,
        ))
    }

    fn _bounds<'py>(&self, py: Python<'py>, times: [f64; 2]) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let found = in_dimension!(&self.flight, flight => flight.bounds(times));
        let [low, high] = found.map_err(raised)?;
        let dimensions = self.dimensions();
        Ok([
            to_vector(py, &low, dimensions)?,
            to_vector(py, &high, dimensions)?,
        ])
    }
}
