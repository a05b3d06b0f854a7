//! The size of an error, in tolerances.

use super::Columns;

/// What errors are measured by: `max(|e_x|, |h| |e_v|) / (m + r |x|)`, the largest over all coordinates.
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
