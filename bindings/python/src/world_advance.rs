//! Steps to events, motion to a tolerance, and closed forms.

use kinstep_core::Until;
use kinstep_core::trajectory::{Event, Plane, Sphere, Trajectory};
use kinstep_core::{Advanced, BodyId, DenseOutput, Tolerance};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{array, few, vector};
use crate::errors::{invalid, step_failed};
use crate::patience::Patience;
use crate::space::Space;
use crate::swarm_steps::crossing;
use crate::world::{World, either};
use crate::world_run::Rows;

/// Time \[s\] since the call, position \[m\] and velocity \[m/s\].
pub(crate) type EventParts = Option<(f64, Vec<f64>, Vec<f64>)>;

/// The event that Python waits for: a dataclass of `until.py`.
fn until<const D: usize>(given: &Bound<'_, PyAny>, body: BodyId) -> PyResult<Until<f64, D>>
where
    f64: Space<D>,
{
    let kind = given.get_type().name()?.to_string();
    let vector_of = |name: &str| vector::<D>(&given.getattr(name)?, name);
    let number = |name: &str| -> PyResult<f64> {
        let value = given.getattr(name)?;
        value.extract().map_err(|_| {
            invalid(format_args!(
                "{name} of {kind} is {value}; it must be a number"
            ))
        })
    };
    match kind.as_str() {
        "UntilCrossing" => {
            let plane = Plane::new(vector_of("normal")?, number("distance")?);
            let direction = given.getattr("direction")?.to_string();
            Ok(Until::crossing(body, plane, crossing(&direction)?))
        }
        "UntilApex" => Ok(Until::apex(body, vector_of("direction")?)),
        "UntilSphere" => {
            let sphere = Sphere::new(vector_of("center")?, number("radius")?);
            let direction = given.getattr("direction")?.to_string();
            Ok(Until::sphere(body, sphere, crossing(&direction)?))
        }
        _ => Err(invalid(format_args!("{kind} is no event to wait for"))),
    }
}

pub(crate) fn parts<const D: usize>(event: Option<Event<D>>) -> EventParts {
    event.map(|event| {
        let (position, velocity) = (event.position.as_slice(), event.velocity.as_slice());
        (event.time, position.to_vec(), velocity.to_vec())
    })
}

/// Advances to a tolerance, and passes each stretch of time to `each`.
fn advance<const D: usize>(
    py: Python<'_>,
    world: &mut kinstep_core::World<f64, D>,
    duration: f64,
    [length, relative]: [f64; 2],
    each: &mut (dyn FnMut(&mut DenseOutput<'_, '_, f64, D>) + Send),
) -> PyResult<Advanced<f64>>
where
    f64: Space<D>,
{
    let mut patience = Patience::new();
    let done = py.detach(|| {
        world.advance_with(duration, Tolerance { length, relative }, |stretch| {
            each(stretch);
            if !patience.goes_on() {
                stretch.stop();
            }
        })
    });
    patience.end(done.map_err(step_failed))
}

fn told_done<'py>(py: Python<'py>, done: &Advanced<f64>) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("exact_bodies", done.exact_bodies)?;
    told.set_item("islands", done.islands)?;
    told.set_item("nystrom_steps", done.nystrom_steps)?;
    told.set_item("dormand_prince_steps", done.dormand_prince_steps)?;
    told.set_item("radau_steps", done.radau_steps)?;
    told.set_item("rejected", done.rejected)?;
    told.set_item("evaluations", done.evaluations)?;
    told.set_item("raised", done.raised)?;
    Ok(told)
}

impl World {
    /// The body that an event is about.
    fn waited_for(&self, event: &Bound<'_, PyAny>) -> PyResult<BodyId> {
        let kind = event.get_type();
        let body = event.getattr("body").and_then(|body| body.extract());
        self.known(body.map_err(|_| invalid(format_args!("{kind} is no event of a body")))?)
    }
}

/// Fails unless times go on in one direction from a start \[s\].
fn check_times(start: f64, times: &[f64]) -> PyResult<()> {
    let sign = times.last().map_or(0.0, |last| last - start).signum();
    let mut before = start;
    for (index, &time) in times.iter().enumerate() {
        if !time.is_finite() || (time - before) * sign < 0.0 {
            return Err(invalid(format_args!(
                "time {index} is {time} s, after {before} s; times must be finite, and go on in one direction from the world's time"
            )));
        }
        before = time;
    }
    Ok(())
}

#[pymethods]
impl World {
    fn _step_until(
        &mut self,
        py: Python<'_>,
        dt: f64,
        event: &Bound<'_, PyAny>,
    ) -> PyResult<EventParts> {
        let body = self.waited_for(event)?;
        self.unless_function_raised(py, |this| {
            either!(&mut this.world, world => {
                let until = until(event, body)?;
                py.detach(|| world.step_until(dt, &until)).map(parts).map_err(step_failed)
            })
        })
    }

    fn _advance_until(
        &mut self,
        py: Python<'_>,
        duration: f64,
        tolerance: [f64; 2],
        event: &Bound<'_, PyAny>,
    ) -> PyResult<EventParts> {
        let body = self.waited_for(event)?;
        let [length, relative] = tolerance;
        let tolerance = Tolerance { length, relative };
        self.unless_function_raised(py, |this| {
            either!(&mut this.world, world => {
                let until = until(event, body)?;
                let mut patience = Patience::new();
                let event = py.detach(|| {
                    world.advance_until_while(duration, tolerance, &until, || patience.goes_on())
                });
                patience.end(event.map(parts).map_err(step_failed))
            })
        })
    }

    fn _advance<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        tolerance: [f64; 2],
    ) -> PyResult<Bound<'py, PyDict>> {
        let done = self.unless_function_raised(py, |this| {
            either!(&mut this.world, world => {
                advance(py, world, duration, tolerance, &mut |_| ())
            })
        })?;
        told_done(py, &done)
    }

    fn _advance_through<'py>(
        &mut self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        tolerance: [f64; 2],
    ) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let times = few(times, "times")?;
        check_times(either!(&self.world, world => world.time()), &times)?;
        let [bodies, dimensions] = self.shape();
        let mut rows = Rows::with_room(times.len(), bodies * dimensions)?;
        self.unless_function_raised(py, |this| {
            either!(&mut this.world, world => {
                let (start, ids) = (world.time(), world.ids().collect::<Vec<_>>());
                while times.get(rows.len()).is_some_and(|time| *time == start) {
                    rows.push(start, world.body_slice());
                }
                let duration = times.last().map_or(0.0, |last| last - start);
                advance(py, world, duration, tolerance, &mut |stretch| {
                    let (from, to) = (stretch.start(), stretch.end());
                    let is_inside = |time: &&f64| from.min(to) <= **time && **time <= from.max(to);
                    while let Some(time) = times.get(rows.len()).filter(is_inside) {
                        let states = ids.iter().filter_map(|id| stretch.body(*id, *time));
                        let states: Vec<_> = states.collect();
                        rows.push(*time, &states);
                    }
                })?;
                // the end may differ from the last time by rounding
                while let Some(time) = times.get(rows.len()) {
                    rows.push(*time, world.body_slice());
                }
                Ok(())
            })
        })?;
        let [_, positions, velocities] = rows.arrays(py, [times.len(), bodies, dimensions])?;
        Ok([positions, velocities])
    }

    fn _trajectory<'py>(
        &self,
        py: Python<'py>,
        body: u64,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<[Bound<'py, PyAny>; 2]> {
        let (id, times) = (self.known(body)?, few(times, "times")?);
        either!(&self.world, world => {
            let flight = world.trajectory(id).map_err(invalid)?;
            let (start, mut columns) = (world.time(), [Vec::new(), Vec::new()]);
            for (index, &time) in times.iter().enumerate() {
                let state = [flight.position(time - start), flight.velocity(time - start)];
                if !state.iter().flat_map(|vector| vector.iter()).all(|number| number.is_finite()) {
                    return Err(invalid(format_args!(
                        "time {index} is {time} s; time and state of the body must be finite"
                    )));
                }
                for (column, vector) in columns.iter_mut().zip(state) {
                    column.extend_from_slice(vector.as_slice());
                }
            }
            let shape = [times.len(), self.shape()[1]];
            let [positions, velocities] = columns;
            Ok([array(py, positions, shape)?, array(py, velocities, shape)?])
        })
    }
}
