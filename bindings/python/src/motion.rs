//! Many steps in one call, steps to events, motion to a tolerance, and closed forms.

use kinstep_common::motion::{EventRecord, Rows, UntilRecord, whole_steps};
use kinstep_common::words::named;
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::arrays::{array, numbers};
use crate::errors::{attempt, invalid, keep_going, raised};
use crate::flight::which;
use crate::ids::body_bits;
use crate::vectors::{number, to_vector, vector};
use crate::world::World;

/// Times, positions and velocities.
type Arrays<'py> = [Bound<'py, PyAny>; 3];

/// Time, position and velocity.
pub(crate) type Event<'py> = (f64, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// An event as `kinstep.until` tells it: kind, direction, body, vector and number.
type Told<'py> = (
    String,
    String,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

pub(crate) fn event<'py>(
    py: Python<'py>,
    event: &EventRecord,
    dimensions: usize,
) -> PyResult<Event<'py>> {
    let position = to_vector(py, &event.position, dimensions)?;
    Ok((
        event.time,
        position,
        to_vector(py, &event.velocity, dimensions)?,
    ))
}

impl World {
    pub(crate) fn rows<'py>(&self, py: Python<'py>, rows: &Rows) -> PyResult<Arrays<'py>> {
        let (count, dimensions) = (rows.times.len(), self.world.dimensions());
        let shape = [count, self.world.len(), dimensions];
        Ok([
            array(py, &rows.times, &[count])?,
            array(py, &rows.positions, &shape)?,
            array(py, &rows.velocities, &shape)?,
        ])
    }

    fn until(&self, (kind, direction, body, place, size): Told<'_>) -> PyResult<UntilRecord> {
        let kind_of_event = named(&kind, "kind of the event").map_err(raised)?;
        let name = match kind.as_str() {
            "crossing" => "normal",
            "apex" => "direction",
            _ => "center",
        };
        Ok(UntilRecord {
            kind: kind_of_event,
            crossing: which(&direction)?.1,
            body: body_bits(&body, &self.family)?,
            vector: vector(&place, self.world.dimensions(), name)?,
            number: number(&size, "distance or radius")?,
        })
    }
}

#[pymethods]
impl World {
    fn _run<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        dt: f64,
        every: i64,
    ) -> PyResult<Arrays<'py>> {
        let steps = whole_steps(duration, dt).map_err(raised)?;
        let every = u64::try_from(every)
            .map_err(|_| invalid(format_args!("every is {every}; it must be at least 1")))?;
        let rows = self.change(py, |world| world.run(dt, steps, every, &mut keep_going))?;
        self.rows(py, &rows)
    }

    fn _step_until<'py>(
        &mut self,
        py: Python<'py>,
        dt: f64,
        until: Told<'py>,
    ) -> PyResult<Option<Event<'py>>> {
        let until = self.until(until)?;
        let found = self.change(py, |world| world.step_until(dt, &until))?;
        let dimensions = self.world.dimensions();
        found.map(|found| event(py, &found, dimensions)).transpose()
    }

    fn _advance<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        tolerance: [f64; 2],
    ) -> PyResult<Bound<'py, PyAny>> {
        let work = |world: &mut kinstep_common::AnyWorld| {
            world.advance(duration, tolerance, &mut keep_going)
        };
        Ok(pythonize(py, &self.change(py, work)?)?)
    }

    fn _advance_through<'py>(
        &mut self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        tolerance: [f64; 2],
    ) -> PyResult<Arrays<'py>> {
        let times = numbers(times, "times")?;
        let work = |world: &mut kinstep_common::AnyWorld| {
            world.advance_through(times, tolerance, &mut keep_going)
        };
        let rows = self.change(py, work)?;
        self.rows(py, &rows)
    }

    fn _advance_until<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        tolerance: [f64; 2],
        until: Told<'py>,
    ) -> PyResult<Option<Event<'py>>> {
        let until = self.until(until)?;
        let work = |world: &mut kinstep_common::AnyWorld| {
            world.advance_until(duration, tolerance, &until, &mut keep_going)
        };
        let (found, dimensions) = (self.change(py, work)?, self.world.dimensions());
        found.map(|found| event(py, &found, dimensions)).transpose()
    }

    fn _trajectory<'py>(
        &self,
        py: Python<'py>,
        body: &Bound<'py, PyAny>,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<Arrays<'py>> {
        let (body, times) = (body_bits(body, &self.family)?, numbers(times, "times")?);
        let rows = attempt(|| self.world.trajectory(body, times))?;
        let shape = [rows.times.len(), self.world.dimensions()];
        Ok([
            array(py, &rows.times, &shape[..1])?,
            array(py, &rows.positions, &shape)?,
            array(py, &rows.velocities, &shape)?,
        ])
    }
}
