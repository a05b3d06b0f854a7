//! Numbers that come from Python and go there.

use bytemuck::cast_slice;
use kinstep_core::Float;
use kinstep_core::nalgebra::SVector;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyReadwriteArray2, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::errors::invalid;

/// A few numbers, from a sequence or an array of any type of real numbers.
pub(crate) fn few(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<f64>> {
    if let Ok(array) = given.extract::<PyReadonlyArray1<'_, f64>>()
        && array.is_aligned()
    {
        return Ok(array.as_array().to_vec());
    }
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

/// An array of `T` with as many dimensions as wanted, aligned in memory.
fn array_of<'a, 'py, A: pyo3::PyTypeCheck>(
    given: &'a Bound<'py, PyAny>,
    kind: &str,
    name: &str,
) -> PyResult<&'a Bound<'py, A>> {
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        let found = given.get_type();
        return Err(invalid(format_args!(
            "the {name} are a {found}; they must be an array of {kind}"
        )));
    };
    if !array.is_aligned() {
        return Err(invalid(format_args!(
            "the {name} are not aligned in memory; `numpy.require` with \"A\" makes a copy that is"
        )));
    }
    given.cast::<A>().map_err(|_| {
        let (found, shape) = (array.dtype(), array.shape());
        invalid(format_args!(
            "the {name} are an array of {found} of shape {shape:?}; they must be an array of {kind}"
        ))
    })
}

/// Numbers of arrays: float32 or float64.
pub(crate) trait Number: Float + Element {
    /// The name in NumPy.
    const NAME: &'static str;
}

impl Number for f32 {
    const NAME: &'static str = "float32";
}

impl Number for f64 {
    const NAME: &'static str = "float64";
}

/// An array of vectors, one in each row, of any layout: it is only read.
pub(crate) struct Rows<'py, T: Element, const D: usize>(PyReadonlyArray2<'py, T>);

impl<'py, T: Number, const D: usize> Rows<'py, T, D> {
    /// The rows of an array, `count` if that is given; fails unless all numbers are finite.
    pub(crate) fn of(
        given: &Bound<'py, PyAny>,
        count: Option<usize>,
        name: &str,
    ) -> PyResult<Self> {
        let kind = format!("{} of shape (n, {D})", T::NAME);
        let array = array_of::<PyArray2<T>>(given, &kind, name)?;
        let shape = array.shape();
        if shape[1] != D || count.is_some_and(|count| count != shape[0]) {
            let count = count.map_or("n".into(), |count| count.to_string());
            return Err(invalid(format_args!(
                "the {name} have shape {shape:?}; it must be [{count}, {D}]"
            )));
        }
        let rows = Self(
            (array.try_readonly())
                .map_err(|error| invalid(format_args!("the {name} cannot be read: {error}")))?,
        );
        for (row, vector) in rows.iter().enumerate() {
            if let Some(value) = vector.iter().find(|value| !value.is_finite()) {
                return Err(invalid(format_args!(
                    "a component of row {row} of the {name} is {value}; it must be finite"
                )));
            }
        }
        Ok(rows)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.shape()[0]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = SVector<T, D>> + '_ {
        let view = self.0.as_array();
        (0..self.len()).map(move |row| SVector::from_fn(|column, _| view[[row, column]]))
    }
}

/// A contiguous array of the caller, to be written to.
pub(crate) struct RowsMut<'py, T: Element, const D: usize> {
    array: PyReadwriteArray2<'py, T>,
    name: &'static str,
}

impl<'py, T: Number, const D: usize> RowsMut<'py, T, D> {
    pub(crate) fn of(given: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Self> {
        let kind = format!("{} of shape (n, {D})", T::NAME);
        let array = array_of::<PyArray2<T>>(given, &kind, name)?;
        if array.shape()[1] != D || !array.is_c_contiguous() {
            let shape = array.shape();
            return Err(invalid(format_args!(
                "the {name} have shape {shape:?}; they must be contiguous rows of {D} components"
            )));
        }
        let array = array.try_readwrite().map_err(|error| {
            invalid(format_args!(
                "the {name} cannot be written to: {error}; positions and velocities must be two writeable arrays"
            ))
        })?;
        Ok(Self { array, name })
    }

    pub(crate) fn vectors(&mut self) -> PyResult<&mut [[T; D]]> {
        let name = self.name;
        let numbers = self
            .array
            .as_slice_mut()
            .map_err(|error| invalid(format_args!("the {name} cannot be written to: {error}")))?;
        Ok(numbers.as_chunks_mut::<D>().0)
    }
}

/// An array of this shape, which owns its numbers.
pub(crate) fn array<'py, T: Element, const N: usize>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, numbers)
        .reshape(shape.to_vec())?
        .into_any())
}

/// A new array with one vector in each row.
pub(crate) fn rows_of<'py, T: Number, const D: usize>(
    py: Python<'py>,
    vectors: &[SVector<T, D>],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_slice(py, cast_slice::<_, T>(vectors))
        .reshape([vectors.len(), D])?
        .into_any())
}
