//! Drift of a series, comparison of schemes, and the reference motion.

use kinstep_core::diagnostics::{DiagnosticsError, Comparison, Drift, DriftReport, Method, Reference, SchemeRun, compare_methods_while};
use kinstep_core::{BodyId, Scheme};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::few;
use crate::errors::{invalid, step_failed};
use crate::patience::Patience;
use crate::world::{World, either};
use crate::world_run::Rows;
use crate::world_steps::scheme_named;

/// Whether the reference is exact, ids of the bodies, positions and velocities.
type ReferenceParts<'py> = (
    bool,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

fn told_drift<'py>(py: Python<'py>, report: &DriftReport<f64>) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("kind", report.kind.to_string())?;
    told.set_item("rate", report.rate)?;
    told.set_item("rate_error", report.rate_error)?;
    told.set_item("amplitude", report.amplitude)?;
    told.set_item("worst", report.worst)?;
    told.set_item("last", report.last)?;
    told.set_item("jump", report.jump)?;
    told.set_item("envelope_exponent", report.envelope_exponent)?;
    told.set_item("scale", report.scale)?;
    told.set_item("samples", report.samples)?;
    Ok(told)
}

fn told_run<'py>(py: Python<'py>, run: &SchemeRun<f64>) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    let drift = |report: &Option<DriftReport<f64>>| {
        (report.as_ref().map(|report| told_drift(py, report))).transpose()
    };
    told.set_item("method", run.method.to_string())?;
    told.set_item("position_error", run.position_error)?;
    told.set_item("worst_position_error", run.worst_position_error)?;
    told.set_item("orientation_error", run.orientation_error)?;
    told.set_item("worst_orientation_error", run.worst_orientation_error)?;
    told.set_item("energy_error", run.energy_error)?;
    told.set_item("energy", drift(&run.energy)?)?;
    told.set_item("phase_error", run.phase_error)?;
    told.set_item("phase", drift(&run.phase)?)?;
    told.set_item("stopped_after", run.stop.map(|stop| stop.steps))?;
    told.set_item("error", run.stop.map(|stop| stop.error.to_string()))?;
    Ok(told)
}

fn told_comparison<'py>(
    py: Python<'py>,
    comparison: &Comparison<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("is_exact", comparison.is_exact)?;
    told.set_item("uncertainty", comparison.uncertainty)?;
    told.set_item(
        "orientation_uncertainty",
        comparison.orientation_uncertainty,
    )?;
    told.set_item("energy_scale", comparison.energy_scale)?;
    let runs: PyResult<Vec<_>> = (comparison.runs.iter())
        .map(|run| told_run(py, run))
        .collect();
    told.set_item("runs", runs?)?;
    Ok(told)
}

/// The name of a scheme, or a tolerance \[m\].
fn method(given: &Bound<'_, PyAny>) -> PyResult<Method<f64>> {
    if let Ok(name) = given.extract::<String>() {
        return scheme_named(&name).map(Method::from);
    }
    let tolerance: f64 = given.extract().map_err(|_| {
        invalid(format_args!(
            "a method is {given}; it must be the name of a scheme, or a tolerance"
        ))
    })?;
    Ok(Method::to(tolerance))
}

/// The verdict on a series of times \[s\] and values.
#[pyfunction]
pub(crate) fn _drift<'py>(
    py: Python<'py>,
    times: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    scale: Option<f64>,
    steps: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let (times, values) = (few(times, "times")?, few(values, "values")?);
    if times.len() != values.len() {
        return Err(invalid(format_args!(
            "there are {} times and {} values; each value must have a time",
            times.len(),
            values.len()
        )));
    }
    let mut drift = Drift::new().sampled_every(steps);
    if let Some(scale) = scale {
        drift = drift.relative_to(scale);
    }
    drift.extend(times.into_iter().zip(values));
    told_drift(py, &drift.report().map_err(invalid)?)
}

#[pymethods]
impl World {
    /// Errors of some methods on copies of this world; of all schemes if none is given.
    fn _compare<'py>(
        &mut self,
        py: Python<'py>,
        dt: f64,
        steps: u64,
        methods: Option<Vec<Bound<'py, PyAny>>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let methods: Vec<Method<f64>> = match methods {
            Some(given) => given.iter().map(method).collect::<PyResult<_>>()?,
            None => Scheme::ALL.into_iter().map(Method::from).collect(),
        };
        let comparison = self.unless_function_raised(py, |this| {
            let mut patience = Patience::new();
            let compared = either!(&this.world, world => py.detach(|| {
                compare_methods_while(world, dt, steps, &methods, || patience.goes_on())
            }));
            patience.end(compared.map_err(|error| match error {
                DiagnosticsError::NoSteps => invalid(error),
                _ => step_failed(error),
            }))
        })?;
        told_comparison(py, &comparison)
    }

    /// The reference motion at some times \[s\] of the clock of the world.
    fn _reference<'py>(
        &mut self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
    ) -> PyResult<ReferenceParts<'py>> {
        let times = few(times, "times")?;
        let [bodies, dimensions] = self.shape();
        let mut rows = Rows::with_room(times.len(), bodies * dimensions)?;
        let is_exact = self.unless_function_raised(py, |this| {
            either!(&this.world, world => {
                let mut reference = Reference::new(world);
                let mut patience = Patience::new();
                let done = py.detach(|| {
                    for time in &times {
                        // a motion in closed form does not ask
                        if !patience.goes_on() {
                            break;
                        }
                        let dt = time - reference.world().time();
                        reference.advance_while(dt, || patience.goes_on())?;
                        rows.push(*time, reference.world().body_slice());
                    }
                    Ok::<(), DiagnosticsError<f64>>(())
                });
                patience.end(done.map_err(step_failed))?;
                Ok(reference.is_exact())
            })
        })?;
        let ids = either!(&self.world, world => world.ids().map(BodyId::to_bits).collect());
        let [_, positions, velocities] = rows.arrays(py, [times.len(), bodies, dimensions])?;
        Ok((is_exact, PyArray1::from_vec(py, ids), positions, velocities))
    }
}
