//! Launches and arrivals at a slope.

use nalgebra::RealField;

use super::super::error::AimError;
use super::super::moving::Condition;
use super::super::problem::AimProblem;
use super::super::still::SlopeFan;
use super::super::times::Times;
use super::{Found, finite_slope, some};
use crate::numbers::from_f64;

impl<const D: usize> AimProblem<D> {
    pub(super) fn at_slope<T: RealField + Copy>(&self, slope: T) -> Found<T> {
        let (up, given) = (self.air.up()?, finite_slope(slope)?);
        if !self.relative_target.target_stays() {
            return self.met(&Condition::Slope(up, given));
        }
        let fan = SlopeFan::new(&self.relative_target.start, &-self.air.constant, &up);
        let model = self.air.model;
        sloping(&fan, slope, given, |height| model.fall_time(height))
    }

    pub(super) fn arriving_at_slope<T: RealField + Copy>(&self, slope: T) -> Found<T> {
        let (up, given) = (self.air.up()?, finite_slope(slope)?);
        if !self.relative_target.target_stays() {
            return self.met(&Condition::ArrivalSlope(up, given));
        }
        let fan = SlopeFan::new(&self.relative_target.start, &self.air.constant, &up);
        let model = self.air.model;
        sloping(&fan, slope, given, |height| model.rise_time(height))
    }
}

/// Times at slopes, or why there are none.
fn sloping<T: RealField + Copy, const D: usize>(
    fan: &SlopeFan<D>,
    slope: T,
    given: f64,
    time: impl Fn(f64) -> f64,
) -> Found<T> {
    let times = Times::sorted(fan.heights(given).map(time));
    some(times).ok_or_else(|| {
        let (lowest, highest) = fan.slopes();
        AimError::NoSuchSlope {
            slope,
            lowest: from_f64(lowest),
            highest: from_f64(highest),
        }
    })
}
