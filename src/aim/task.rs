//! What planners work on.

use nalgebra::{RealField, SVector};

use super::air::Air;
use super::course::Chase;
use super::launch::Launch;

/// A target, and the air on the way to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<const D: usize> {
    pub(super) air: Air<D>,
    pub(super) chase: Chase<D>,
    /// Where the launch is \[m\].
    pub(super) from: SVector<f64, D>,
}

impl<const D: usize> Task<D> {
    /// The velocity of the launch that hits at a time \[m/s\].
    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.launch::<f64>(time).velocity
    }

    /// The launch that hits at a time.
    pub(super) fn launch<T: RealField + Copy>(&self, time: f64) -> Launch<T, D> {
        self.air.launch(&self.chase.at(time), time)
    }
}
