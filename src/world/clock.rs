//! Time that does not drift.

use crate::space::Real;

/// Simulated time as a compensated sum, and the number of steps.
///
/// A plain sum of a million steps of 1/60 s is off by thousands of its last places; here the part
/// that did not fit is carried along.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Clock<T> {
    sum: T,
    carried: T,
    steps: u64,
}

impl<T: Copy> Clock<T> {
    pub(super) fn new<const D: usize>() -> Self
    where
        T: Real<D>,
    {
        Self {
            sum: T::zero(),
            carried: T::zero(),
            steps: 0,
        }
    }

    /// Seconds since the start, rounded once.
    pub(super) fn time<const D: usize>(&self) -> T
    where
        T: Real<D>,
    {
        self.sum + self.carried
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// One step later; `dt` may be negative.
    pub(super) fn advance<const D: usize>(&mut self, dt: T)
    where
        T: Real<D>,
    {
        // the sum, and exactly what did not fit, whichever of the two is larger
        let sum = self.sum + dt;
        let part = sum - self.sum;
        let rest = (self.sum - (sum - part)) + (dt - part) + self.carried;
        self.sum = sum + rest;
        self.carried = rest - (self.sum - sum);
        self.steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_steps_end_on_time() {
        let mut clock = Clock::<f64>::new::<2>();
        let dt = 1.0 / 60.0;
        let mut plain = 0.0;
        for _ in 0..1_000_000 {
            clock.advance::<2>(dt);
            plain += dt;
        }
        assert_eq!(clock.time::<2>(), dt * 1e6);
        assert_ne!(
            plain,
            dt * 1e6,
            "the plain sum drifts, or this test shows nothing"
        );
        for _ in 0..1_000_000 {
            clock.advance::<2>(-dt);
        }
        assert_eq!((clock.time::<2>(), clock.steps()), (0.0, 2_000_000));
    }
}
