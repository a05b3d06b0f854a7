//! The target as the point of launch sees it.

use nalgebra::SVector;

/// A target on a parabola in time, as it is seen from the point of launch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RelativeTarget<const D: usize> {
    /// Where it is at launch \[m\].
    pub(super) start: SVector<f64, D>,
    /// \[m/s\]
    pub(super) velocity: SVector<f64, D>,
    /// \[m/s²\]
    pub(super) acceleration: SVector<f64, D>,
    /// The velocity of the shooter \[m/s\].
    pub(super) shooter: SVector<f64, D>,
}

impl<const D: usize> RelativeTarget<D> {
    /// Whether neither target nor shooter moves.
    pub(super) fn is_still(&self) -> bool {
        self.target_stays() && self.shooter == SVector::<f64, D>::zeros()
    }

    /// Whether the target does not move.
    pub(super) fn target_stays(&self) -> bool {
        let zero = SVector::<f64, D>::zeros();
        self.velocity == zero && self.acceleration == zero
    }
}
