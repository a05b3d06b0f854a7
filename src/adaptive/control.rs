//! Lengths of steps.

use nalgebra::ComplexField;

/// Gustafsson's predictive control (1994): with the error e of a step, and e₋ and h₋ of the accepted step before, the factor of the
/// next step is `min(0.85 e^-k, 0.85 (h/h₋) (e₋/e²)^k)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Control {
    /// k: one over the order of the error.
    exponent: f64,
    /// \[h₋, e₋\].
    before: Option<[f64; 2]>,
    was_rejected: bool,
}

impl Control {
    pub(super) const fn new(exponent: f64) -> Self {
        Self {
            exponent,
            before: None,
            was_rejected: false,
        }
    }

    /// Forgets the step before.
    pub(super) fn forget(&mut self) {
        self.before = None;
        self.was_rejected = false;
    }

    /// The factor for the step after an accepted one of length h.
    pub(super) fn accepted(&mut self, h: f64, error: f64) -> f64 {
        let error = error.max(1e-10);
        let mut factor = 0.85 * ComplexField::powf(error, -self.exponent);
        if let Some([h_before, error_before]) = self.before {
            let ratio = error_before / (error * error);
            let predicted = 0.85 * (h / h_before) * ComplexField::powf(ratio, self.exponent);
            factor = factor.min(predicted);
        }
        let most = if self.was_rejected { 1.0 } else { 6.0 };
        self.before = Some([h, error.max(0.01)]);
        self.was_rejected = false;
        factor.clamp(0.333, 6.0).min(most)
    }

    /// The factor for the same step again.
    pub(super) fn rejected(&mut self, error: f64) -> f64 {
        self.was_rejected = true;
        if error.is_finite() {
            (0.85 * ComplexField::powf(error, -self.exponent)).clamp(0.1, 0.9)
        } else {
            0.1
        }
    }
}
