//! Time that does not drift.

use nalgebra::RealField;

use crate::sum::Sum;

/// Simulated time, and the number of steps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Clock<T> {
    time: Sum<T>,
    steps: u64,
}

impl<T: RealField + Copy> Clock<T> {
    pub(crate) fn new() -> Self {
        Self {
            time: Sum::zero(),
            steps: 0,
        }
    }

    /// Seconds since the start, rounded once.
    pub(crate) fn time(&self) -> T {
        self.time.value()
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the time is finite.
    #[cfg(feature = "serde")]
    pub(crate) fn is_finite(&self) -> bool {
        self.time.is_finite()
    }

    /// One step later; `dt` may be negative.
    pub(crate) fn advance(&mut self, dt: T) {
        self.time += dt;
        self.steps += 1;
    }
}
