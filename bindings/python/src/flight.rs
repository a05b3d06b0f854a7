//! Flights in closed form: states at any time, and events.

use kinstep::trajectory::Crossing;
use kinstep_common::flight::{EventRecord, Ground, PlaneRecord, Quantity};
use kinstep_common::model::AnyFlight;
use kinstep_common::space::Three;
use kinstep_common::words::named;
use pyo3::prelude::*;

use crate::arrays::{Written, numbers};
use crate::errors::{Done, attempt, detached, keep_going};
use crate::surfaces::height;
use crate::throws::{Dimension, Model, in_dimension};

/// Time, position and velocity.
pub(crate) type Event = (f64, Three, Three);

/// The start and the end of a stretch of time.
type Times = [f64; 2];

pub(crate) fn event(event: EventRecord) -> Event {
    (event.time, event.position, event.velocity)
}

/// Reads the direction of a crossing.
pub(crate) fn which(direction: &str) -> Done<Crossing> {
    Ok(named(direction, "direction")?)
}

/// The path of a thrown body.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct Flight(Dimension<AnyFlight<2>, AnyFlight<3>>);

#[pymethods]
impl Flight {
    #[new]
    fn new(model: &Model, position: Three, velocity: Three) -> Done<Self> {
        Ok(Self(match &model.0 {
            Dimension::Plane(model) => Dimension::Plane(model.launch(position, velocity)?),
            Dimension::Space(model) => Dimension::Space(model.launch(position, velocity)?),
        }))
    }

    /// Writes a quantity at each of some times.
    fn at_times(
        &self,
        py: Python<'_>,
        quantity: &str,
        times: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
    ) -> Done {
        let quantity = match quantity {
            "position" => Quantity::Position,
            "velocity" => Quantity::Velocity,
            _ => Quantity::Acceleration,
        };
        let (times, mut out) = (numbers(times, "times")?, Written::of(out, "states")?);
        let out = &mut out;
        in_dimension!(&self.0, flight => detached(py, || flight.at_times(quantity, times, out, &mut keep_going)))
    }

    fn after_steps(&self, steps: u64) -> Done<Event> {
        Ok(event(
            in_dimension!(&self.0, flight => flight.after_steps(steps))?,
        ))
    }

    fn apex(&self) -> Option<Event> {
        in_dimension!(&self.0, flight => flight.apex()).map(event)
    }

    fn apex_along(&self, direction: Three) -> Done<Option<Event>> {
        Ok(in_dimension!(&self.0, flight => flight.apex_along(direction))?.map(event))
    }

    fn crossing(&self, normal: Three, distance: f64, direction: &str) -> Done<Option<Event>> {
        let (plane, which) = (PlaneRecord { normal, distance }, which(direction)?);
        Ok(in_dimension!(&self.0, flight => flight.crossing(&plane, which))?.map(event))
    }

    fn crossings(
        &self,
        normal: Three,
        distance: f64,
        direction: &str,
        times: Times,
    ) -> Done<Vec<Event>> {
        let (plane, which) = (PlaneRecord { normal, distance }, which(direction)?);
        let found = in_dimension!(&self.0, flight => flight.crossings(&plane, which, times))?;
        Ok(found.into_iter().map(event).collect())
    }

    fn sphere(
        &self,
        center: Three,
        radius: f64,
        direction: &str,
        times: Times,
    ) -> Done<Option<Event>> {
        let which = which(direction)?;
        let found = in_dimension!(&self.0, flight => flight.sphere(center, radius, which, times));
        Ok(found?.map(event))
    }

    /// The event, and the normal of the ground.
    fn landing(
        &self,
        up: Three,
        function: Py<PyAny>,
        steepest: f64,
        times: Times,
    ) -> Done<Option<(Event, Three)>> {
        let dimensions = if matches!(self.0, Dimension::Plane(_)) {
            2
        } else {
            3
        };
        let height = &height(function, dimensions);
        let ground = Ground {
            up,
            height,
            steepest,
        };
        let work = || in_dimension!(&self.0, flight => flight.landing(&ground, times));
        Ok(attempt(work)?.map(|found| (event(found.event), found.normal)))
    }

    /// Time, position and distance.
    fn closest_approach(&self, point: Three, times: Times) -> Done<(f64, Three, f64)> {
        let found = in_dimension!(&self.0, flight => flight.closest_approach(point, times))?;
        Ok((found.time, found.position, found.distance))
    }

    fn bounds(&self, times: Times) -> Done<[Three; 2]> {
        Ok(in_dimension!(&self.0, flight => flight.bounds(times))?)
    }
}
