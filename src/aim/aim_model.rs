//! An air as planners use it.

use nalgebra::{RealField, SVector};

use super::drag_model::{DragModel, LaunchCoefficients};
use super::error::AimError;
use super::launch::Launch;
use crate::numbers::{direction, from_f64};

/// A model of flight, the constant acceleration, and which way is up; in `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AimModel<const D: usize> {
    pub(super) model: DragModel,
    /// c \[m/s²\]: gravity, plus the drag rate times the wind.
    pub(super) constant: SVector<f64, D>,
    /// A vector against gravity, of any length; zero without gravity.
    pub(super) against: SVector<f64, D>,
}

impl<const D: usize> AimModel<D> {
    /// The unit vector against gravity.
    pub(super) fn up<T>(&self) -> Result<SVector<f64, D>, AimError<T>> {
        let up: SVector<f64, D> = direction(&self.against);
        if up == SVector::<f64, D>::zeros() {
            return Err(AimError::NoUp);
        }
        Ok(up)
    }

    /// The launch that is at r at this time: `v₀ = r P - c Q`.
    #[inline]
    pub(super) fn launch<T: RealField + Copy>(
        &self,
        target: &SVector<f64, D>,
        time: f64,
    ) -> Launch<T, D> {
        self.launch_by(target, time, &self.model.reach(time))
    }

    /// The same with P and Q given.
    #[inline]
    pub(super) fn launch_by<T: RealField + Copy>(
        &self,
        target: &SVector<f64, D>,
        time: f64,
        reach: &LaunchCoefficients,
    ) -> Launch<T, D> {
        let velocity = target * reach.per_metre - self.constant * reach.against;
        Launch {
            velocity: velocity.map(from_f64),
            time_of_flight: from_f64(time),
        }
    }
}
