//! Time that does not drift.

use nalgebra::RealField;

use crate::numbers::CompensatedSum;

/// Simulated time, and the number of steps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock<T> {
    time: CompensatedSum<T>,
    steps: u64,
}

impl<T: RealField + Copy> Default for Clock<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: RealField + Copy> Clock<T> {
    #[must_use]
    pub fn new() -> Self {
        Self {
            time: CompensatedSum::zero(),
            steps: 0,
        }
    }

    /// Seconds since the start, rounded once.
    pub fn time(&self) -> T {
        self.time.value()
    }

    /// Seconds since the start in `f64`, with what `T` cannot hold.
    pub fn precise_time(&self) -> f64 {
        self.time.wide()
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the time is finite after one step more.
    pub fn reaches(&self, dt: T) -> bool {
        let mut time = self.time;
        time += dt;
        time.is_finite()
    }

    /// Whether the time is finite.
    pub fn is_finite(&self) -> bool {
        self.time.is_finite()
    }

    /// One step later; `dt` may be negative.
    pub fn advance(&mut self, dt: T) {
        self.time += dt;
        // a clock that was read may stand anywhere
        self.steps = self.steps.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any count can be read; the next step must not be the one too many.
    #[test]
    fn the_last_count_is_followed_by_a_step() {
        let mut clock = Clock {
            time: CompensatedSum::zero(),
            steps: u64::MAX,
        };
        clock.advance(0.5);
        assert_eq!((clock.time(), clock.steps()), (0.5, u64::MAX));
    }
}
