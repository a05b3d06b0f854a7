//! Steps of points in arrays of the caller.

use kinstep_core::nalgebra::convert;
use numpy::{PyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::arrays::{Number, RowsMut};
use crate::errors::{invalid, step_failed};
use crate::function::Raised;
use crate::space::Space;
use crate::swarm_force::PointForces;

/// Moves points that are in arrays of the caller by dt [s], in place and exactly: nothing is copied.
///
/// positions [m] and velocities [m/s] are two contiguous, writeable arrays of float64 or float32, shape (n, 2) or (n, 3). mass [kg]
/// is that of each point; time [s] is that before the step, on which only a ConstantForce with a ramp depends. All forces must have
/// linear laws. If it fails nothing has changed. Other threads can work meanwhile, but must leave both arrays alone; one that steps
/// them, too, gets a ValueError.
#[pyfunction]
#[pyo3(signature = (positions, velocities, forces, dt, *, mass=1.0, time=0.0))]
pub(crate) fn step_arrays(
    positions: &Bound<'_, PyAny>,
    velocities: &Bound<'_, PyAny>,
    forces: &Bound<'_, PyAny>,
    dt: f64,
    mass: f64,
    time: f64,
) -> PyResult<()> {
    let shape = (positions.cast::<PyUntypedArray>()).map(|array| array.shape().to_vec());
    let is_32 = positions.cast::<PyArray2<f32>>().is_ok();
    let is_plane = shape.is_ok_and(|shape| shape.get(1) == Some(&2));
    let (arrays, numbers) = ([positions, velocities], [dt, mass, time]);
    match (is_32, is_plane) {
        (false, false) => step_in::<f64, 3>(arrays, forces, numbers),
        (false, true) => step_in::<f64, 2>(arrays, forces, numbers),
        (true, false) => step_in::<f32, 3>(arrays, forces, numbers),
        (true, true) => step_in::<f32, 2>(arrays, forces, numbers),
    }
}

fn step_in<T: Number, const D: usize>(
    [positions, velocities]: [&Bound<'_, PyAny>; 2],
    forces: &Bound<'_, PyAny>,
    [dt, mass, time]: [f64; 3],
) -> PyResult<()>
where
    f64: Space<D>,
{
    if !(mass.is_finite() && mass > 0.0) {
        return Err(invalid(format_args!(
            "the mass is {mass} kg; it must be positive and finite"
        )));
    }
    let forces = PointForces::<D>::of(forces, &Raised::default())?;
    forces.check_linear("step_arrays")?;
    let law = forces.law_of::<T>(mass);
    let py = positions.py();
    let mut positions = RowsMut::<T, D>::of(positions, "positions")?;
    let mut velocities = RowsMut::<T, D>::of(velocities, "velocities")?;
    let (positions, velocities) = (positions.vectors()?, velocities.vectors()?);
    let (time, dt): (T, T) = (convert(time), convert(dt));
    py.detach(|| law.flow(dt).advance_all(positions, velocities, time))
        .map_err(step_failed)
}
