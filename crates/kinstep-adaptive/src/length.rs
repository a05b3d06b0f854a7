//! The size of an error, and lengths of steps.

use nalgebra::ComplexField;

/// The measure of errors: `max(|e_x|, T |e_v|) / (m + r |x|)`, the largest over all coordinates.
///
/// T is the time over which an error of velocity acts: the longest step accepted so far in the call, a time over which the
/// motion itself changes. The length of the present step is unsuitable: steps are short after jumps, in close encounters and
/// at the near ends of orbits, but an error of velocity made there lasts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Norm {
    /// m \[m\].
    pub length: f64,
    /// r.
    pub relative: f64,
    /// ε of the numbers that forces read: the tolerance is at least `8 ε (1 + |x|)`.
    pub epsilon: f64,
}

impl Norm {
    /// The tolerance of a coordinate with the value x \[m\].
    #[must_use]
    pub fn tolerance(&self, x: f64) -> f64 {
        let size = x.abs();
        (self.length + self.relative * size).max(8.0 * self.epsilon * (1.0 + size))
    }
}

/// The largest of some errors, and its coordinate. A NaN error counts as larger than any other.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Largest {
    pub(super) error: f64,
    pub(super) coordinate: usize,
}

impl Largest {
    pub(super) const fn infinite(coordinate: usize) -> Self {
        Self {
            error: f64::INFINITY,
            coordinate,
        }
    }

    #[inline]
    pub(super) fn include(&mut self, error: f64, coordinate: usize) {
        if error > self.error || error.is_nan() {
            self.error = if error.is_nan() { f64::INFINITY } else { error };
            self.coordinate = coordinate;
        }
    }
}

/// Gustafsson's predictive control (1994): with the error e of a step, and e₋ and h₋ of the accepted step before, the factor of the
/// next step is `min(0.85 e^-k, 0.85 (h/h₋) (e₋/e²)^k)`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Control {
    /// k: one over the order of the error.
    exponent: f64,
    /// The least `e₋^k` that counts: that of an error of 1e-4 tolerances.
    least: f64,
    /// \[h₋, e₋^k\]; `None` at the beginning and after a jump or a change of the method.
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

    /// Forgets the last step.
    pub(super) fn forget(&mut self) {
        self.before = None;
        self.was_rejected = false;
    }

    /// The length of the step accepted last \[s\]; `None` if not known.
    pub(super) fn last_length(&self) -> Option<f64> {
        self.before.map(|[h, _]| h)
    }

    /// The factor of the next length after an accepted step of length h.
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

    /// The factor of the length for another attempt at a rejected step.
    ///
    /// Far above the tolerance an error grows faster than its nominal order: in a step over the near end of an orbit, with
    /// order 17 instead of 11.
    pub(super) fn rejected(&mut self, error: f64) -> f64 {
        self.was_rejected = true;
        if error.is_finite() {
            let counted = error.min(2.0 * ComplexField::powf(error, 0.7));
            (0.85 * ComplexField::powf(counted, -self.exponent)).clamp(0.1, 0.9)
        } else {
            0.1
        }
    }

    /// The length of the first step of an explicit method \[s\], after Hairer, Nørsett and Wanner II.4. A motion that changes at the rate
    /// λ \[1/s\] with amplitude A has errors of about `A (λ h)ⁿ`; A is given in tolerances.
    pub(super) fn first_length(&self, rate: f64, amplitude: f64) -> f64 {
        ComplexField::powf(0.01 / amplitude, self.exponent) / rate
    }
}

/// The largest absolute value.
pub(super) fn largest<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    values
        .into_iter()
        .fold(0.0, |most, value| most.max(value.abs()))
}

/// The largest difference between numbers with equal index.
pub(super) fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs.fold(0.0, |most, (one, other)| most.max((one - other).abs()))
}
