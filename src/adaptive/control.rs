//! Lengths of steps.

use nalgebra::ComplexField;

/// Gustafsson's predictive control (1994): with the error e of a step, and e₋ and h₋ of the accepted step before, the factor of the
/// next step is `min(0.85 e^-k, 0.85 (h/h₋) (e₋/e²)^k)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Control {
    /// k: one over the order of the error.
    exponent: f64,
    /// The least `e₋^k` that counts: that of 1e-4 of the tolerance.
    least: f64,
    /// \[h₋, e₋^k\].
    before: Option<[f64; 2]>,
    was_rejected: bool,
}

impl Control {
    pub(super) fn new(exponent: f64) -> Self {
        Self {
            exponent,
            least: ComplexField::powf(1e-4_f64, exponent),
            before: None,
            was_rejected: false,
        }
    }

    /// Forgets the step before.
    pub(super) fn forget(&mut self) {
        self.before = None;
        self.was_rejected = false;
    }

    /// The length of the step accepted last \[s\]; none at the beginning and after a jump or a change of the method.
    pub(super) fn last_length(&self) -> Option<f64> {
        self.before.map(|[h, _]| h)
    }

    /// The factor for the step after an accepted one of length h.
    pub(super) fn accepted(&mut self, h: f64, error: f64) -> f64 {
        // e^-k
        let power = ComplexField::powf(error.max(1e-10), -self.exponent);
        let mut factor = 0.85 * power;
        if let Some([h_before, power_before]) = self.before {
            let predicted = 0.85 * (h / h_before) * (power_before * (power * power));
            factor = factor.min(predicted);
        }
        let most = if self.was_rejected { 1.0 } else { 6.0 };
        self.before = Some([h, (1.0 / power).max(self.least)]);
        self.was_rejected = false;
        factor.clamp(0.333, 6.0).min(most)
    }

    /// The factor for the same step again.
    ///
    /// Far above the tolerance an error grows faster than its order says: in a step over the near end of an orbit, of the order 17
    /// instead of 11.
    pub(super) fn rejected(&mut self, error: f64) -> f64 {
        self.was_rejected = true;
        if error.is_finite() {
            let counted = error.min(2.0 * ComplexField::powf(error, 0.7));
            (0.85 * ComplexField::powf(counted, -self.exponent)).clamp(0.1, 0.9)
        } else {
            0.1
        }
    }
}
