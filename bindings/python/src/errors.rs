//! Exceptions, with the words of the crate's errors.

use std::fmt::Display;

use pyo3::exceptions::{PyArithmeticError, PyLookupError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    kinstep,
    StepError,
    PyArithmeticError,
    "A step failed. The world is as it was."
);
pyo3::create_exception!(
    kinstep,
    RestoreError,
    PyValueError,
    "Bytes are no state of this world. The world is as it was."
);

pub(crate) fn invalid(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub(crate) fn unknown(message: impl Display) -> PyErr {
    PyLookupError::new_err(message.to_string())
}

pub(crate) fn step_failed(message: impl Display) -> PyErr {
    StepError::new_err(message.to_string())
}

pub(crate) fn no_state(message: impl Display) -> PyErr {
    RestoreError::new_err(message.to_string())
}
