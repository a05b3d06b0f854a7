//! From a plan to the times of its hits: closed forms for targets that stay, searches for those that move.

mod points;
mod slopes;
mod speeds;
mod tops;

use nalgebra::RealField;

use super::error::AimError;
use super::moving::Condition;
use super::plan::Plan;
use super::problem::AimProblem;
use super::times::Times;
use crate::numbers::{is_positive, to_f64};

/// The times of hits, or why there are none.
type Found<T> = Result<Times, AimError<T>>;

impl<const D: usize> AimProblem<D> {
    /// All times at which a hit fulfils a plan.
    pub(in super::super) fn plan<T: RealField + Copy>(&self, plan: &Plan<T, D>) -> Found<T> {
        match *plan {
            Plan::Time(time) => self.in_time(time),
            Plan::StraightLineSpeed(speed) => self.at_straight_line_speed(speed),
            Plan::Speed(speed) => self.at_speed(speed),
            Plan::EarliestAtSpeed(speed) => {
                (self.earliest_at_speed(speed)).map(|time| Times::sorted([time]))
            }
            Plan::LeastSpeed => self.with_least_speed().map(|time| Times::sorted([time])),
            Plan::Through(point) => self.through(&point),
            Plan::Touching(plane) => self.touching(&plane),
            Plan::Apex(height) => self.with_apex(height),
            Plan::ArcHeight(height) => self.with_arc_height(height),
            Plan::Curviness(curviness) => self.with_curviness(curviness),
            Plan::Slope(slope) => self.at_slope(slope),
            Plan::ArrivalSlope(slope) => self.arriving_at_slope(slope),
            Plan::ClimbSpeed(speed) => self.with_climb_speed(speed),
            Plan::Lob(factor) => self.lob(factor),
        }
    }

    fn in_time<T: RealField + Copy>(&self, time: T) -> Found<T> {
        let given = positive(time).ok_or(AimError::Time { time })?;
        Ok(Times::sorted([given]))
    }

    /// All times at which a hit meets a condition.
    fn all<T>(&self, condition: &Condition<D>) -> Found<T> {
        if self.is_extreme() {
            return Err(AimError::Extreme);
        }
        (self.times(condition)).map_err(|steps| AimError::Unfinished { steps })
    }

    /// Whether squares of squares of its numbers overflow: 1e75⁴ is just finite.
    fn is_extreme(&self) -> bool {
        let (relative_target, c) = (&self.relative_target, &self.air.constant);
        let sizes = [
            relative_target.start,
            relative_target.velocity,
            relative_target.acceleration,
            relative_target.shooter,
            *c,
        ];
        sizes.iter().any(|vector| vector.amax() > 1e75)
    }

    /// The same; none is an error.
    fn met<T>(&self, condition: &Condition<D>) -> Found<T> {
        some(self.all(condition)?).ok_or(AimError::NeverMet)
    }
}

/// The times, if there are any.
fn some(times: Times) -> Option<Times> {
    (times.count() > 0).then_some(times)
}

/// The number in `f64`, if it is positive and finite.
fn positive<T: RealField + Copy>(value: T) -> Option<f64> {
    Some(to_f64(value)).filter(|value| is_positive(*value))
}

/// By how much a given number may differ relatively from the one that was meant.
fn tolerance<T: RealField + Copy>() -> f64 {
    4.0 * to_f64(T::default_epsilon())
}
