//! Gauss–Radau collocation in the frame of the exact flow of laws.

use super::{Columns, Equations, Setup};

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial<'a> {
    /// \[s\]
    pub(super) time: f64,
    /// \[s\], of either sign.
    pub(super) h: f64,
    pub(super) state: &'a Columns,
}

/// What a tried step came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    /// Error in tolerances: accepted if it is below 1; infinite if something is not finite or the sweeps do not converge.
    pub(super) error: f64,
    /// The coordinate with the largest error.
    pub(super) coordinate: usize,
    /// Factor for the length of the next step, or of the same step again.
    pub(super) factor: f64,
    pub(super) evaluations: u64,
}

/// The method, with its tables and what it predicts from the last step.
#[derive(Debug, Clone, Default)]
pub(super) struct Radau<const D: usize> {}

impl<const D: usize> Radau<D> {
    /// Begins with another component; tables of laws known before are kept.
    pub(super) fn begin(&mut self, setup: &Setup<'_, D>) {
        let _ = setup;
    }

    /// Forgets what it knows of the last step, as after a jump.
    pub(super) fn forget(&mut self) {}

    /// The next length down to which steps are rounded, so that tables serve again: `±2^(k/4)`.
    pub(super) fn rung(h: f64) -> f64 {
        h
    }

    /// Tries a step, and sets `change` to the change of the state.
    pub(super) fn attempt(
        &mut self,
        equations: &mut dyn Equations,
        trial: &Trial<'_>,
        change: &mut Columns,
    ) -> Outcome {
        let _ = (equations, trial, change);
        Outcome {
            error: f64::INFINITY,
            coordinate: 0,
            factor: 0.5,
            evaluations: 0,
        }
    }

    /// The step tried last is accepted: what follows starts from its end.
    pub(super) fn accept(&mut self) {}

    /// Sets `at` to the state a share θ, from 0 to 1, into the last accepted step.
    pub(super) fn sample(&self, share: f64, at: &mut Columns) {
        let _ = (share, at);
    }
}
