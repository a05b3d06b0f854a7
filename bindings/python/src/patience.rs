//! Signals of Python, such as Ctrl-C, during long work.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Between looks at signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(100);

/// Looks at signals now and then while other threads of Python can work.
pub(crate) struct Patience {
    since: Instant,
    raised: Option<PyErr>,
}

impl Patience {
    pub(crate) fn new() -> Self {
        Self {
            since: Instant::now(),
            raised: None,
        }
    }

    /// Whether no signal ends the work.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.raised.is_none() && self.since.elapsed() >= PATIENCE {
            self.since = Instant::now();
            self.raised = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.is_none()
    }

    /// What came of the work, or what a signal raised.
    pub(crate) fn end<T>(self, done: PyResult<T>) -> PyResult<T> {
        self.raised.map_or(done, Err)
    }
}
