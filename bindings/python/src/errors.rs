//! Exceptions: failures of the shared half, and what functions of Python raise on the way.
//!
//! A function of Python is called in the middle of a step, which cannot pass an exception on. So the exception waits beside
//! the thread, the function answers NaN, and the call that made the step raises the exception.

use std::cell::RefCell;
use std::fmt::Display;

use kinstep_common::{Failure, Kind, Outcome};
use pyo3::exceptions::{
    PyArithmeticError, PyKeyboardInterrupt, PyLookupError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;

pyo3::create_exception!(
    kinstep,
    StepError,
    PyArithmeticError,
    "A step cannot be made. The world is as it was."
);
pyo3::create_exception!(
    kinstep,
    RestoreError,
    PyValueError,
    "Bytes are no state that fits. The world is as it was."
);

thread_local! {
    /// The first exception of the functions that the present call has called.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns the exception for a failure.
pub(crate) fn raised(failure: Failure) -> PyErr {
    let message = failure.message;
    match failure.kind {
        Kind::Invalid | Kind::NoAnswer => PyValueError::new_err(message),
        Kind::NoSuchBody | Kind::NoSuchForce | Kind::NoSuchSurface => {
            PyLookupError::new_err(message)
        }
        Kind::Step => StepError::new_err(message),
        Kind::Restore => RestoreError::new_err(message),
        Kind::Stopped => PyKeyboardInterrupt::new_err(message),
    }
}

pub(crate) fn invalid(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub(crate) fn wrong_type(message: impl Display) -> PyErr {
    PyTypeError::new_err(message.to_string())
}

/// Does work, and raises the first exception of the functions that it called, if there is one.
pub(crate) fn attempt<A>(work: impl FnOnce() -> Outcome<A>) -> PyResult<A> {
    // a function may make a call of its own
    let outer = RAISED.take();
    let done = work();
    match RAISED.replace(outer) {
        Some(error) => Err(error),
        None => done.map_err(raised),
    }
}

/// Calls a function of Python in the middle of work. It answers `failed` if it raises, and is not called again then.
pub(crate) fn called<A>(work: impl FnOnce(Python<'_>) -> PyResult<A>, failed: A) -> A {
    if RAISED.with_borrow(Option::is_some) {
        return failed;
    }
    Python::attach(work).unwrap_or_else(|error| {
        RAISED.set(Some(error));
        failed
    })
}

/// Whether long work goes on: not after Ctrl-C.
pub(crate) fn keep_going() -> bool {
    called(|py| py.check_signals().map(|()| true), false)
}
