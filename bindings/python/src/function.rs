//! Forces that are Python functions. An exception in one makes its step fail.

use std::sync::{Arc, Mutex, PoisonError};

use kinstep_core::Body;
use kinstep_core::nalgebra::SVector;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arrays::vector;
use crate::errors::invalid;
use crate::space::Space;

/// The first exception of the functions of a world, until its step ends.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    fn put(&self, error: PyErr) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(error);
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take()
    }
}

/// A function of Python, and where its exceptions go.
pub(crate) struct Function {
    function: Py<PyAny>,
    raised: Raised,
}

impl Function {
    pub(crate) fn new(function: &Bound<'_, PyAny>, name: &str, raised: &Raised) -> PyResult<Self> {
        if !function.is_callable() {
            return Err(invalid(format_args!(
                "the {name} is {function}; it must be a function"
            )));
        }
        Ok(Self {
            function: function.clone().unbind(),
            raised: raised.clone(),
        })
    }

    /// What the function answers; NaN, which fails the step, if it raises.
    pub(crate) fn call<A>(
        &self,
        work: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<A>,
        failed: A,
    ) -> A {
        Python::attach(|py| {
            work(py, self.function.bind(py)).unwrap_or_else(|error| {
                self.raised.put(error);
                failed
            })
        })
    }

    /// The force \[N\] on a body at a time \[s\].
    pub(crate) fn of_body<const D: usize>(&self, body: &Body<f64, D>, time: f64) -> SVector<f64, D>
    where
        f64: Space<D>,
    {
        let work = |py: Python<'_>, function: &Bound<'_, PyAny>| {
            let position = PyArray1::from_slice(py, body.position.as_slice());
            let velocity = PyArray1::from_slice(py, body.velocity.as_slice());
            vector(
                &function.call1((position, velocity, time))?,
                "force of a function",
            )
        };
        self.call(work, SVector::repeat(f64::NAN))
    }

    /// The force \[N\] at a position \[m\] and a time \[s\].
    pub(crate) fn of_position<const D: usize>(
        &self,
        position: &SVector<f64, D>,
        time: f64,
    ) -> SVector<f64, D> {
        let work = |py: Python<'_>, function: &Bound<'_, PyAny>| {
            let position = PyArray1::from_slice(py, position.as_slice());
            vector(&function.call1((position, time))?, "force of a field")
        };
        self.call(work, SVector::repeat(f64::NAN))
    }

    /// The potential \[J\] at a position \[m\] and a time \[s\].
    pub(crate) fn potential<const D: usize>(&self, position: &SVector<f64, D>, time: f64) -> f64 {
        let work = |py: Python<'_>, function: &Bound<'_, PyAny>| {
            let position = PyArray1::from_slice(py, position.as_slice());
            function.call1((position, time))?.extract()
        };
        self.call(work, f64::NAN)
    }
}
