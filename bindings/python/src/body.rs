//! Bodies: made of what Python gave, and told to Python.

use kinstep_core::Body;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::vector;
use crate::errors::invalid;
use crate::space::Space;

/// Sets up a body from what Python gave; None is left as it is.
pub(crate) fn body<const D: usize>(
    mass: f64,
    radius: f64,
    [position, velocity, orientation, spin, inertia]: [Option<&Bound<'_, PyAny>>; 5],
) -> PyResult<Body<f64, D>>
where
    f64: Space<D>,
{
    let mut body = match inertia {
        Some(inertia) => Body::solid(mass, f64::inertia(inertia)?),
        None => Body::point(mass),
    };
    body = body.round(radius);
    if let Some(position) = position {
        body.position = vector(position, "position")?;
    }
    if let Some(velocity) = velocity {
        body.velocity = vector(velocity, "velocity")?;
    }
    if let Some(orientation) = orientation {
        body.set_orientation(f64::orientation(orientation)?);
    }
    if let Some(spin) = spin {
        if body.is_point() {
            return Err(invalid("a point cannot spin: give the body an inertia"));
        }
        f64::set_spin(&mut body, f64::axial(spin, "angular velocity")?);
    }
    Ok(body)
}

/// Writes the state of a body to a dict.
pub(crate) fn tell<const D: usize>(state: &Bound<'_, PyDict>, body: &Body<f64, D>) -> PyResult<()>
where
    f64: Space<D>,
{
    let py = state.py();
    let turning = |numbers: Vec<f64>| -> PyResult<Py<PyAny>> {
        match numbers[..] {
            [number] => Ok(number.into_pyobject(py)?.into_any().unbind()),
            _ => Ok(PyArray1::from_vec(py, numbers).into_any().unbind()),
        }
    };
    state.set_item("mass", body.mass)?;
    state.set_item("radius", body.radius())?;
    state.set_item(
        "position",
        PyArray1::from_slice(py, body.position.as_slice()),
    )?;
    state.set_item(
        "velocity",
        PyArray1::from_slice(py, body.velocity.as_slice()),
    )?;
    state.set_item(
        "orientation",
        turning(f64::orientation_numbers(body.orientation()))?,
    )?;
    state.set_item(
        "angular_velocity",
        turning(f64::axial_numbers(body.angular_velocity()))?,
    )?;
    state.set_item(
        "spin_angular_momentum",
        turning(f64::axial_numbers(body.spin_angular_momentum()))?,
    )?;
    state.set_item("inertia", turning(f64::inertia_numbers(body.inertia()))?)
}
