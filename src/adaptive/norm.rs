//! The size of an error, in tolerances.

/// What errors are measured by: `max(|e_x|, T |e_v|) / (m + r |x|)`, the largest over all coordinates.
///
/// T is the time over which an error of velocity counts. In the explicit methods it is the longest step accepted so far in the call, a
/// time over which the motion itself changes: steps are short after jumps, in close encounters and at the near ends of orbits, but an
/// error of velocity that is made there lasts. In collocation T is the length of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Norm {
    /// m \[m\].
    pub(crate) length: f64,
    /// r.
    pub(crate) relative: f64,
    /// ε of the numbers that forces read: a tolerance below `8 ε (1 + |x|)` is raised to that.
    pub(crate) epsilon: f64,
}

impl Norm {
    /// The tolerance of a coordinate \[m\].
    pub(crate) fn tolerance(&self, x: f64) -> f64 {
        let size = x.abs();
        (self.length + self.relative * size).max(8.0 * self.epsilon * (1.0 + size))
    }
}

/// The largest of some errors. One that is NaN counts as larger than any other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Largest {
    pub(super) error: f64,
    pub(super) coordinate: usize,
}

impl Largest {
    pub(super) const ZERO: Self = Self {
        error: 0.0,
        coordinate: 0,
    };

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
