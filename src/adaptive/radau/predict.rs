//! The polynomial of a step, as the one before predicts it.

use alloc::vec::Vec;

use super::super::length::reset_all;
use super::nodes::{BINOMIALS, COUNT, NEWTON, POWERS, Pushes};

/// Steps longer than so many times the one before are not predicted.
const LONGEST: f64 = 8.0;

/// The polynomial of the last step in powers of τ, and how far its prediction was off.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    /// b of the last step for each coordinate, b₀ unused.
    powers: Vec<[f64; COUNT]>,
    /// The b predicted for the step that is tried.
    predicted: Vec<[f64; COUNT]>,
    /// Difference of b and its prediction in the last step.
    surprise: Vec<[f64; COUNT]>,
    /// Length of the last step \[s\].
    h: f64,
    is_known: bool,
    is_predicted: bool,
}

impl History {
    pub(super) fn reset(&mut self, count: usize) {
        let columns = [&mut self.powers, &mut self.predicted, &mut self.surprise];
        reset_all(columns, count, [0.0; COUNT]);
        self.forget();
    }

    pub(super) fn forget(&mut self) {
        (self.is_known, self.is_predicted) = (false, false);
    }

    /// Sets `g₁` to `g₇` to the prediction for a step of this length, or to zero without one. True if there is one.
    ///
    /// ```text
    /// b_j = q^j Σ_{k ≥ j} C(k, j) b_k,old + (b_j,old - its own prediction)       q = h/h_old
    /// ```
    pub(super) fn predict(&mut self, h: f64, is_wanted: bool, g: &mut [Pushes]) -> bool {
        let q = h / self.h;
        self.is_predicted = is_wanted && self.is_known && q > 0.0 && q <= LONGEST;
        if !self.is_predicted {
            for g in g {
                g[1..=COUNT].fill(0.0);
            }
            return false;
        }
        let columns = self.powers.iter().zip(&self.surprise);
        for ((g, predicted), (powers, surprise)) in
            g.iter_mut().zip(&mut self.predicted).zip(columns)
        {
            let mut factor = 1.0;
            for j in 1..COUNT {
                factor *= q;
                let moved: f64 = (j..COUNT).map(|k| BINOMIALS[k][j] * powers[k]).sum();
                predicted[j] = factor * moved + surprise[j];
            }
            for k in 1..COUNT {
                g[k] = (k..COUNT).map(|m| POWERS[m][k] * predicted[m]).sum();
            }
            g[COUNT] = 0.0;
        }
        true
    }

    /// Keeps the polynomial of an accepted step.
    pub(super) fn keep(&mut self, g: &[Pushes], h: f64) {
        let columns = self.predicted.iter().zip(&mut self.surprise);
        for ((powers, g), (predicted, surprise)) in self.powers.iter_mut().zip(g).zip(columns) {
            for m in 1..COUNT {
                powers[m] = (m..COUNT).map(|k| NEWTON[k][m] * g[k]).sum();
                surprise[m] = if self.is_predicted {
                    powers[m] - predicted[m]
                } else {
                    0.0
                };
            }
        }
        (self.h, self.is_known, self.is_predicted) = (h, true, false);
    }
}
