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
use pyo3::pycell::PyBorrowMutError;
use pythonize::PythonizeError;

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

/// An exception, from an exception or a failure.
pub(crate) struct Raised(PyErr);

/// What a call returns.
pub(crate) type Done<A = ()> = Result<A, Raised>;

impl From<Failure> for Raised {
    fn from(Failure { kind, message }: Failure) -> Self {
        Self(match kind {
            Kind::Invalid | Kind::NoAnswer => PyValueError::new_err(message),
            Kind::NoSuchBody | Kind::NoSuchForce | Kind::NoSuchSurface => {
                PyLookupError::new_err(message)
            }
            Kind::Step => StepError::new_err(message),
            Kind::Restore => RestoreError::new_err(message),
            Kind::Stopped => PyKeyboardInterrupt::new_err(message),
        })
    }
}

macro_rules! becomes_raised {
    ($($error:ty),*) => {$(
        impl From<$error> for Raised {
            fn from(error: $error) -> Self {
                Self(error.into())
            }
        }
    )*};
}
becomes_raised!(PyErr, PyBorrowMutError, PythonizeError);

impl From<Raised> for PyErr {
    fn from(raised: Raised) -> Self {
        raised.0
    }
}

pub(crate) fn invalid<A>(message: impl Display) -> Done<A> {
    Err(Failure::invalid(message).into())
}

pub(crate) fn wrong_type<A>(message: impl Display) -> PyResult<A> {
    Err(PyTypeError::new_err(message.to_string()))
}

/// What a method of the shared half returns, with a failure or without.
pub(crate) trait Given<A> {
    fn given(self) -> Outcome<A>;
}

impl<A> Given<A> for Outcome<A> {
    fn given(self) -> Self {
        self
    }
}

macro_rules! never_fails {
    ($($kind:ty),*) => {$(
        impl Given<$kind> for $kind {
            fn given(self) -> Outcome<$kind> {
                Ok(self)
            }
        }
    )*};
}
never_fails!((), bool, u64, usize, f64, [f64; 2], [f64; 3]);
never_fails!(Option<[f64; 3]>, Option<u64>, Vec<u64>);

/// Does work, and raises the first exception of the functions that it called, if there is one.
pub(crate) fn attempt<A>(work: impl FnOnce() -> Outcome<A>) -> Done<A> {
    // a function may make a call of its own
    let outer = RAISED.take();
    let done = work();
    match RAISED.replace(outer) {
        Some(error) => Err(Raised(error)),
        None => Ok(done?),
    }
}

/// Does long work while other threads of Python can work.
pub(crate) fn detached<A: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Outcome<A> + Send,
) -> Done<A> {
    // exceptions can go from thread to thread, and wait in this one
    Ok(py.detach(|| attempt(work).map_err(PyErr::from))?)
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
