//! A time that accumulates no rounding errors.

use nalgebra::RealField;

use crate::numbers::CompensatedSum;

/// Simulated time and the number of steps.
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

    /// Returns the simulated time \[s\], rounded once.
    pub fn time(&self) -> T {
        self.time.value()
    }

    /// Returns the simulated time \[s\] in `f64`, including the digits that do not fit into `T`.
    pub fn precise_time(&self) -> f64 {
        self.time.wide()
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the time is still finite after another step of `dt`.
    pub fn reaches(&self, dt: T) -> bool {
        let mut time = self.time;
        time += dt;
        time.is_finite()
    }

    /// Whether the time is finite.
    pub fn is_finite(&self) -> bool {
        self.time.is_finite()
    }

    /// Advances the clock by one step of `dt` \[s\], which may be negative.
    pub fn advance(&mut self, dt: T) {
        self.time += dt;
        // the step count of a deserialised clock may be any number
        self.steps = self.steps.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The step count does not overflow, also if a deserialised clock has the maximum step count.
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
