//! Many steps in one call, steps to events, motion to a tolerance, closed forms, and diagnostics. Records become dictionaries.

use kinstep_common::AnyWorld;
use kinstep_common::diagnostics::{self, Method};
use kinstep_common::motion::{Rows, UntilRecord, whole_steps};
use kinstep_common::space::Three;
use kinstep_common::words::named;
use pyo3::prelude::*;
use pythonize::{depythonize, pythonize};

use crate::arrays::{array, numbers};
use crate::errors::{Done, attempt, detached, invalid, keep_going};
use crate::flight::{Event, event, which};
use crate::world::World;

/// Times, positions and velocities.
type Arrays<'py> = [Bound<'py, PyAny>; 3];

/// An event: kind, direction, body, vector and number.
type NativeUntil = (String, String, u64, Three, f64);

/// Lengths and relative numbers.
type Tolerance = [f64; 2];

fn read_until((kind, direction, body, vector, number): NativeUntil) -> Done<UntilRecord> {
    let kind = named(&kind, "kind of the event")?;
    let crossing = which(&direction)?;
    Ok(UntilRecord {
        kind,
        crossing,
        body,
        vector,
        number,
    })
}

fn arrays<'py>(py: Python<'py>, rows: &Rows, row: &[usize]) -> Done<Arrays<'py>> {
    let shape = [&[rows.times.len()], row].concat();
    let (times, positions) = (
        array(py, &rows.times, &shape[..1])?,
        array(py, &rows.positions, &shape)?,
    );
    Ok([times, positions, array(py, &rows.velocities, &shape)?])
}

impl World {
    fn shape(&self) -> [usize; 2] {
        [self.world.len(), self.world.dimensions()]
    }
}

#[pymethods]
impl World {
    fn run<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        dt: f64,
        every: u64,
    ) -> Done<Arrays<'py>> {
        let steps = whole_steps(duration, dt)?;
        let rows = self.change(py, |world| world.run(dt, steps, every, &mut keep_going))?;
        arrays(py, &rows, &self.shape())
    }

    fn step_until(&mut self, py: Python<'_>, dt: f64, until: NativeUntil) -> Done<Option<Event>> {
        let until = read_until(until)?;
        Ok(self
            .change(py, |world| world.step_until(dt, &until))?
            .map(event))
    }

    fn advance<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        to: Tolerance,
    ) -> Done<Bound<'py, PyAny>> {
        let work = |world: &mut AnyWorld| world.advance(duration, to, &mut keep_going);
        Ok(pythonize(py, &self.change(py, work)?)?)
    }

    fn advance_through<'py>(
        &mut self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        to: Tolerance,
    ) -> Done<Arrays<'py>> {
        let times = numbers(times, "times")?;
        let work = |world: &mut AnyWorld| world.advance_through(times, to, &mut keep_going);
        let rows = self.change(py, work)?;
        arrays(py, &rows, &self.shape())
    }

    fn advance_until(
        &mut self,
        py: Python<'_>,
        duration: f64,
        to: Tolerance,
        until: NativeUntil,
    ) -> Done<Option<Event>> {
        let until = read_until(until)?;
        let work =
            |world: &mut AnyWorld| world.advance_until(duration, to, &until, &mut keep_going);
        Ok(self.change(py, work)?.map(event))
    }

    fn trajectory<'py>(
        &self,
        py: Python<'py>,
        body: u64,
        times: &Bound<'py, PyAny>,
    ) -> Done<Arrays<'py>> {
        let times = numbers(times, "times")?;
        let rows = attempt(|| self.world.trajectory(body, times))?;
        arrays(py, &rows, &self.shape()[1..])
    }

    fn compare_schemes<'py>(
        &self,
        py: Python<'py>,
        dt: f64,
        steps: u64,
        methods: Option<Vec<Bound<'py, PyAny>>>,
    ) -> Done<Bound<'py, PyAny>> {
        let read = |method: &Bound<'py, PyAny>| match depythonize(method) {
            Ok(method) => Ok(method),
            Err(error) => invalid(format_args!("the method {method:?}: {error}")),
        };
        let methods: Vec<Method> = match methods {
            None => Method::schemes().collect(),
            Some(methods) => methods.iter().map(read).collect::<Done<_>>()?,
        };
        let work = || {
            self.world
                .compare_schemes(dt, steps, &methods, &mut keep_going)
        };
        Ok(pythonize(py, &detached(py, work)?)?)
    }

    /// Whether the motion is exact, the bodies, and times, positions and velocities.
    fn reference<'py>(
        &self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
    ) -> Done<(bool, Vec<u64>, Arrays<'py>)> {
        let times = numbers(times, "times")?;
        let work = || self.world.reference(times, &mut keep_going);
        let found = detached(py, work)?;
        let rows = Rows {
            times: found.times,
            positions: found.positions,
            velocities: found.velocities,
        };
        Ok((
            found.is_exact,
            found.bodies,
            arrays(py, &rows, &self.shape())?,
        ))
    }
}

#[pyfunction]
#[pyo3(signature = (times, values, scale, steps))]
pub(crate) fn drift<'py>(
    py: Python<'py>,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    scale: Option<f64>,
    steps: u64,
) -> Done<Bound<'py, PyAny>> {
    let (times, values) = (numbers(times, "times")?, numbers(values, "values")?);
    Ok(pythonize(
        py,
        &diagnostics::drift(times, values, scale, steps)?,
    )?)
}

/// The work of each force over a run, and the energy error of the scheme.
#[pyclass(module = "kinstep._kinstep")]
pub(crate) struct Ledger(diagnostics::Ledger);

#[pymethods]
impl Ledger {
    #[new]
    fn new(world: PyRef<'_, World>) -> Done<Self> {
        attempt(|| Ok(Self(diagnostics::Ledger::new(&world.world))))
    }

    fn step(&mut self, py: Python<'_>, world: &Bound<'_, World>, dt: f64, steps: u64) -> Done {
        let (mut world, mut ledger) = (world.try_borrow_mut()?, self.0.clone());
        world.change(py, |world| ledger.step(world, dt, steps, &mut keep_going))?;
        self.0 = ledger;
        Ok(())
    }

    fn balance<'py>(&self, py: Python<'py>) -> Done<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.0.balance())?)
    }
}
