//! Launches and arrivals at a slope.

use nalgebra::{RealField, SVector};

use super::super::drag_model::DragModel;
use super::super::error::AimError;
use super::super::moving::Condition;
use super::super::problem::AimProblem;
use super::super::still::SlopeFan;
use super::super::times::Times;
use super::{Found, some};
use crate::numbers::{from_f64, to_f64};

impl<const D: usize> AimProblem<D> {
    /// A launch has the direction of `r - h c`, with the fall `h = S₁(t)`.
    pub(super) fn at_slope<T: RealField + Copy>(&self, slope: T) -> Found<T> {
        let pull = -self.air.constant;
        self.sloping(slope, &pull, DragModel::fall_time, Condition::Slope)
    }

    /// An arrival has the direction of `r + h c`, with h the fall backward in time.
    pub(super) fn arriving_at_slope<T: RealField + Copy>(&self, slope: T) -> Found<T> {
        let pull = self.air.constant;
        self.sloping(slope, &pull, DragModel::rise_time, Condition::ArrivalSlope)
    }

    /// The times at which `r + h pull` has this slope; `time` is the time that h takes.
    fn sloping<T: RealField + Copy>(
        &self,
        slope: T,
        pull: &SVector<f64, D>,
        time: impl Fn(DragModel, f64) -> f64,
        condition: impl Fn(SVector<f64, D>, f64) -> Condition<D>,
    ) -> Found<T> {
        let (up, given) = (self.air.up()?, to_f64(slope));
        if !given.is_finite() {
            return Err(AimError::Slope { slope });
        }
        if !self.relative_target.target_stays() {
            return self.met(&condition(up, given));
        }
        let fan = SlopeFan::new(&self.relative_target.start, pull, &up);
        let times = fan
            .heights(given)
            .map(|height| time(self.air.model, height));
        some(Times::sorted(times)).ok_or_else(|| {
            let (lowest, highest) = fan.slopes();
            AimError::NoSuchSlope {
                slope,
                lowest: from_f64(lowest),
                highest: from_f64(highest),
            }
        })
    }
}
