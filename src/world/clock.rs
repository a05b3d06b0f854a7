//! Time that does not drift.

use nalgebra::RealField;

use crate::sum::Sum;

/// Simulated time, and the number of steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Clock<T> {
    time: Sum<T>,
    steps: u64,
}

impl<T: RealField + Copy> Clock<T> {
    pub(super) fn new() -> Self {
        Self {
            time: Sum::zero(),
            steps: 0,
        }
    }

    /// Seconds since the start, rounded once.
    pub(super) fn time(&self) -> T {
        self.time.value()
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// One step later; `dt` may be negative.
    pub(super) fn advance(&mut self, dt: T) {
        self.time += dt;
        self.steps += 1;
    }
}
