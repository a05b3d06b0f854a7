//! Numbers that come from Python and go there.

use kinstep_core::nalgebra::SVector;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::invalid;

/// A few numbers, from a sequence or an array of any type of real numbers.
pub(crate) fn few(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    given.extract().map_err(|_| {
        invalid(format_args!(
            "the {name} is {given}; it must be a sequence of numbers"
        ))
    })
}

/// A vector of `D` components.
pub(crate) fn vector<const D: usize>(
    given: &Bound<'_, PyAny>,
    name: &str,
) -> PyResult<SVector<f64, D>> {
    let numbers = few(given, name)?;
    <[f64; D]>::try_from(numbers)
        .map(SVector::from)
        .map_err(|numbers| {
            let count = numbers.len();
            invalid(format_args!(
                "the {name} has {count} components; it must have {D}"
            ))
        })
}

/// The rows of a float64 array of this shape, contiguous or not.
pub(crate) fn rows<const D: usize>(
    given: &Bound<'_, PyAny>,
    count: usize,
    name: &str,
) -> PyResult<Vec<SVector<f64, D>>> {
    let array: PyReadonlyArrayDyn<'_, f64> = given.extract().map_err(|_| {
        let kind = given.get_type();
        invalid(format_args!(
            "the {name} are a {kind}; they must be an array of float64"
        ))
    })?;
    if array.shape() != [count, D] {
        let shape = array.shape();
        return Err(invalid(format_args!(
            "the {name} have shape {shape:?}; it must be [{count}, {D}]"
        )));
    }
    let view = array.as_array();
    Ok((0..count)
        .map(|row| SVector::from_fn(|column, _| view[[row, column]]))
        .collect())
}

/// An array of this shape, which owns its numbers.
pub(crate) fn array<'py, const N: usize>(
    py: Python<'py>,
    numbers: Vec<f64>,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, numbers)
        .reshape(shape.to_vec())?
        .into_any())
}
