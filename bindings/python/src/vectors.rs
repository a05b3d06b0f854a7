//! Numbers and vectors of Python: sequences of 2 or 3 numbers, in the order x, y, z.

use kinstep_common::space::{Four, Three};
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyFloat, PyInt};

use crate::arrays::array;
use crate::errors::{invalid, wrong_type};

/// An argument that may be left out.
pub(crate) type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Reads a real number: a float, an int, or a number of NumPy.
pub(crate) fn number(value: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value());
    }
    let is_real = || {
        let kind = value.getattr("dtype")?.getattr("kind")?;
        PyResult::Ok("fiu".contains(&kind.extract::<String>()?))
    };
    let is_complex = value.is_instance_of::<PyComplex>();
    let is_number = value.is_instance_of::<PyInt>() || (!is_complex && is_real().unwrap_or(false));
    let read = is_number.then(|| value.extract::<f64>());
    match read {
        Some(Ok(number)) => Ok(number),
        _ => Err(wrong_type(format_args!(
            "the {name} is {}; it must be a real number",
            shown(value)
        ))),
    }
}

/// How Python shows a value in an error.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    (value.repr()).map_or_else(|_| "of an unknown type".to_owned(), |text| text.to_string())
}

/// Reads `size` numbers, and leaves the rest at zero.
fn components<const N: usize>(
    value: &Bound<'_, PyAny>,
    size: usize,
    name: &str,
) -> PyResult<[f64; N]> {
    let mut numbers = [0.0; N];
    let not_a_vector = |_| {
        wrong_type(format_args!(
            "the {name} is {}; it must be {size} numbers",
            shown(value)
        ))
    };
    let mut count = 0;
    for component in value.try_iter().map_err(not_a_vector)? {
        let component = component?;
        if count < size {
            let number = number(&component, "component");
            numbers[count] = number.map_err(not_a_vector)?;
        }
        count += 1;
    }
    if count == size {
        return Ok(numbers);
    }
    Err(invalid(format_args!(
        "the {name} has {count} components; it must have {size}"
    )))
}

/// Reads a vector.
pub(crate) fn vector(value: &Bound<'_, PyAny>, dimensions: usize, name: &str) -> PyResult<Three> {
    components(value, dimensions, name)
}

/// Reads a vector, or returns zeros without one.
pub(crate) fn vector_or_zero(
    value: Given<'_, '_>,
    dimensions: usize,
    name: &str,
) -> PyResult<Three> {
    value.map_or(Ok([0.0; 3]), |value| vector(value, dimensions, name))
}

/// Reads what is along an axis: a number in the plane, a vector in space.
pub(crate) fn axial(value: &Bound<'_, PyAny>, dimensions: usize, name: &str) -> PyResult<Three> {
    match dimensions {
        2 => Ok([0.0, 0.0, number(value, name)?]),
        _ => vector(value, dimensions, name),
    }
}

/// Reads an orientation: an angle in the plane; x, y, z, w of a unit quaternion in space.
pub(crate) fn orientation(
    value: &Bound<'_, PyAny>,
    dimensions: usize,
    name: &str,
) -> PyResult<Four> {
    if dimensions == 2 {
        return Ok([number(value, name)?, 0.0, 0.0, 0.0]);
    }
    let given = components(value, 4, name)?;
    if given == [0.0; 4] {
        return Err(invalid(format_args!(
            "the {name} has length 0; it must be a unit quaternion"
        )));
    }
    Ok(given)
}

/// Returns a vector as an array.
pub(crate) fn to_vector<'py>(
    py: Python<'py>,
    vector: &Three,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    array(py, &vector[..dimensions], &[dimensions])
}

/// Returns what is along an axis: a number in the plane, an array in space.
pub(crate) fn to_axial<'py>(
    py: Python<'py>,
    axial: &Three,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    match dimensions {
        2 => Ok(PyFloat::new(py, axial[2]).into_any()),
        _ => array(py, axial, &[3]),
    }
}

/// Returns an orientation: an angle in the plane, an array x, y, z, w in space.
pub(crate) fn to_orientation<'py>(
    py: Python<'py>,
    orientation: &Four,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    match dimensions {
        2 => Ok(PyFloat::new(py, orientation[0]).into_any()),
        _ => array(py, orientation, &[4]),
    }
}
