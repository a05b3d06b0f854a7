//! The plane and space: how rotations and inertias of each are written in Python.

use kinstep_core::nalgebra::{Quaternion, SVector, UnitQuaternion, Vector3};
use kinstep_core::{Body, Inertia, Real};
use pyo3::prelude::*;

use crate::arrays::vector;
use crate::errors::invalid;

pub(crate) trait Space<const D: usize>: Real<D> {
    /// An angular velocity, a torque or a magnetic field: a number in the plane, three in space.
    fn axial(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Self::Axial>;

    /// An angle \[rad\] in the plane; x, y, z, w of a unit quaternion in space.
    fn orientation(given: &Bound<'_, PyAny>) -> PyResult<Self::Orientation>;

    /// A moment of inertia \[kg m²\] in the plane; the moments about the axes of the body in space.
    fn inertia(given: &Bound<'_, PyAny>) -> PyResult<Self::Inertia>;

    fn axial_numbers(axial: Self::Axial) -> Vec<f64>;

    fn orientation_numbers(orientation: Self::Orientation) -> Vec<f64>;

    fn inertia_numbers(inertia: Self::Inertia) -> Vec<f64>;

    fn set_spin(body: &mut Body<f64, D>, angular_velocity: Self::Axial)
    where
        f64: Real<D>;
}

fn number(given: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    given.extract().map_err(|_| {
        invalid(format_args!(
            "the {name} is {given}; in the plane it must be a number"
        ))
    })
}

impl Space<2> for f64 {
    fn axial(given: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
        number(given, name)
    }

    fn orientation(given: &Bound<'_, PyAny>) -> PyResult<f64> {
        number(given, "orientation")
    }

    fn inertia(given: &Bound<'_, PyAny>) -> PyResult<f64> {
        number(given, "inertia")
    }

    fn axial_numbers(axial: f64) -> Vec<f64> {
        vec![axial]
    }

    fn orientation_numbers(orientation: f64) -> Vec<f64> {
        vec![orientation]
    }

    fn inertia_numbers(inertia: f64) -> Vec<f64> {
        vec![inertia]
    }

    fn set_spin(body: &mut Body<f64, 2>, angular_velocity: f64) {
        body.set_angular_velocity(angular_velocity);
    }
}

impl Space<3> for f64 {
    fn axial(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vector3<f64>> {
        vector(given, name)
    }

    fn orientation(given: &Bound<'_, PyAny>) -> PyResult<UnitQuaternion<f64>> {
        let components: SVector<f64, 4> = vector(given, "orientation")?;
        let length = components.norm();
        if (length - 1.0).abs() < 1e-4 {
            // its bits stay as they are
            return Ok(UnitQuaternion::new_unchecked(Quaternion::from(components)));
        }
        Err(invalid(format_args!(
            "the orientation has length {length}; it must be a unit quaternion"
        )))
    }

    fn inertia(given: &Bound<'_, PyAny>) -> PyResult<Inertia<f64>> {
        let moments: Vector3<f64> = vector(given, "inertia")?;
        Ok(Inertia::principal(moments))
    }

    fn axial_numbers(axial: Vector3<f64>) -> Vec<f64> {
        axial.as_slice().to_vec()
    }

    fn orientation_numbers(orientation: UnitQuaternion<f64>) -> Vec<f64> {
        orientation.coords.as_slice().to_vec()
    }

    fn inertia_numbers(inertia: Inertia<f64>) -> Vec<f64> {
        inertia.moments().as_slice().to_vec()
    }

    fn set_spin(body: &mut Body<f64, 3>, angular_velocity: Vector3<f64>) {
        body.set_angular_velocity(angular_velocity);
    }
}
