//! Drift of a series, comparison of schemes, the reference motion, the energy balance. Records become dictionaries.

use kinstep_common::diagnostics::{Ledger as CommonLedger, Method, drift};
use pyo3::prelude::*;
use pythonize::{depythonize, pythonize};

use crate::arrays::{array, numbers};
use crate::errors::{attempt, invalid, keep_going, raised};
use crate::ids::{BodyId, ForceId};
use crate::world::World;

#[pyfunction]
#[pyo3(signature = (times, values, scale, steps))]
pub(crate) fn _drift<'py>(
    py: Python<'py>,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    scale: Option<f64>,
    steps: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let (times, values) = (numbers(times, "times")?, numbers(values, "values")?);
    let found = drift(times, values, scale, steps).map_err(raised)?;
    Ok(pythonize(py, &found)?)
}

#[pymethods]
impl World {
    fn _compare<'py>(
        &self,
        py: Python<'py>,
        dt: f64,
        steps: u64,
        methods: Option<Vec<Bound<'py, PyAny>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let read = |method: &Bound<'py, PyAny>| {
            let text = crate::vectors::shown(method);
            depythonize::<Method>(method)
                .map_err(|error| invalid(format_args!("the method {text}: {error}")))
        };
        let methods: Vec<Method> = match methods {
            None => Method::schemes().collect(),
            Some(methods) => methods.iter().map(read).collect::<PyResult<_>>()?,
        };
        let work = || {
            self.world
                .compare_schemes(dt, steps, &methods, &mut keep_going)
        };
        Ok(pythonize(py, &py.detach(|| attempt(work))?)?)
    }

    /// Whether the motion is exact, the bodies, positions and velocities.
    fn _reference<'py>(
        &self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<(bool, Vec<BodyId>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let times = numbers(times, "times")?;
        let found = py.detach(|| attempt(|| self.world.reference(times, &mut keep_going)))?;
        let shape = [
            found.times.len(),
            found.bodies.len(),
            self.world.dimensions(),
        ];
        let bodies = found.bodies.iter().map(|bits| self.id_of(*bits)).collect();
        let positions = array(py, &found.positions, &shape)?;
        Ok((
            found.is_exact,
            bodies,
            positions,
            array(py, &found.velocities, &shape)?,
        ))
    }
}

/// The work of each force over a run, and the energy error of the scheme. Use the class in `diagnostics`.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct Ledger {
    ledger: CommonLedger,
    family: crate::ids::Family,
}

#[pymethods]
impl Ledger {
    #[new]
    fn new(world: PyRef<'_, World>) -> PyResult<Self> {
        let (ledger, family) = (
            attempt(|| Ok(CommonLedger::new(&world.world)))?,
            world.family.clone(),
        );
        Ok(Self { ledger, family })
    }

    /// Makes some steps of dt [s] with a world, under its own scheme, and enters the changes of energy.
    ///
    /// The exact motion of each step is computed beside it, so a step takes much longer than one of World.step. Ctrl-C stops
    /// it between two steps. If it fails or is stopped, ledger and world are as they were.
    #[pyo3(signature = (world, dt, steps=1))]
    fn step(
        &mut self,
        py: Python<'_>,
        world: &Bound<'_, World>,
        dt: f64,
        steps: u64,
    ) -> PyResult<()> {
        let mut world = world.try_borrow_mut()?;
        let mut ledger = self.ledger.clone();
        world.change(py, |world| ledger.step(world, dt, steps, &mut keep_going))?;
        self.ledger = ledger;
        Ok(())
    }

    /// The balance, and the ids of the forces of its entries.
    fn _balance<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<Option<ForceId>>)> {
        let balance = self.ledger.balance();
        let ids = balance.entries.iter().map(|entry| entry.force);
        let ids = ids
            .map(|force| force.map(|bits| ForceId::of(bits, &self.family)))
            .collect();
        Ok((pythonize(py, &balance)?, ids))
    }
}
