//! Arcs through points, and over them.

use nalgebra::{ComplexField, RealField, SVector};

use super::super::error::{AimError, Given};
use super::super::moving::Condition;
use super::super::problem::AimProblem;
use super::super::still::Waypoint;
use super::super::times::Times;
use super::{Found, some};
use crate::numbers::{first_not_finite, from_f64, split, to_f64};

impl<const D: usize> AimProblem<D> {
    pub(super) fn through<T: RealField + Copy>(&self, point: &SVector<T, D>) -> Found<T> {
        let point = self.seen(point)?;
        if self.relative_target.target_stays() {
            let waypoint = Waypoint::new(self, &point);
            let time = waypoint
                .time(self.air.model)
                .ok_or_else(|| waypoint.fault(self, 0))?;
            return Ok(Times::sorted([time]));
        }
        if self.is_over_the_launch(&point) {
            let (index, along) = (0, T::zero());
            return Err(AimError::Beside { index, along });
        }
        some(self.passing(point)?).ok_or(AimError::NeverMet)
    }

    /// The times of flights through a point between launch and hit, to a target that moves.
    fn passing<T: RealField + Copy>(&self, point: SVector<f64, D>) -> Found<T> {
        let hits = self.all(&Condition::Through(point))?;
        // a flight that passes the point at the hit or at the launch is left out, within rounding
        Ok(hits.filter(|time| {
            [-1.0, 1.0].iter().all(|side| {
                let nearby = time * (1.0 + side * 16.0 * f64::EPSILON);
                self.height_over(nearby, &point).is_some()
            })
        }))
    }

    /// Whether a point is straight over or under the launch, within rounding.
    fn is_over_the_launch(&self, point: &SVector<f64, D>) -> bool {
        let across = split(point, &self.air.constant.normalize()).1;
        across.norm() <= 64.0 * f64::EPSILON * (self.from.norm() + point.norm())
    }

    /// The time of the lowest arc over some points: it passes one of them and is over all others.
    pub(in super::super) fn clearing<T: RealField + Copy>(
        &self,
        points: impl Iterator<Item = SVector<T, D>> + Clone,
    ) -> Result<f64, AimError<T>> {
        if self.air.constant == SVector::<f64, D>::zeros() {
            return Err(AimError::NoTop);
        }
        if self.relative_target.target_stays() {
            return self.clearing_to_a_still_target(points);
        }
        for point in points.clone() {
            self.seen(&point)?;
        }
        self.clearing_to_a_moving_target(points.map(|point| self.offset(&point)))
    }

    /// A later flight is above an earlier one everywhere: of the flights through one point each, the latest is the answer.
    fn clearing_to_a_still_target<T: RealField + Copy>(
        &self,
        points: impl Iterator<Item = SVector<T, D>>,
    ) -> Result<f64, AimError<T>> {
        let mut latest: Option<f64> = None;
        for (index, point) in points.enumerate() {
            let waypoint = Waypoint::new(self, &self.seen(&point)?);
            if !waypoint.is_on_the_way() {
                return Err(waypoint.fault(self, index));
            }
            if let Some(time) = waypoint.time(self.air.model) {
                latest = Some(latest.map_or(time, |latest| latest.max(time)));
            }
        }
        latest.ok_or(AimError::NothingInTheWay)
    }

    /// The earliest of the flights through a point that pass over all other points between launch and hit.
    fn clearing_to_a_moving_target<T: RealField + Copy>(
        &self,
        points: impl Iterator<Item = SVector<f64, D>> + Clone,
    ) -> Result<f64, AimError<T>> {
        let mut earliest = f64::INFINITY;
        for (index, point) in points.clone().enumerate() {
            if self.is_over_the_launch(&point) {
                continue;
            }
            let passing = self.passing(point)?;
            let others = points.clone().enumerate();
            let others = others.filter(|(other, _)| *other != index).map(|(_, q)| q);
            let clear = passing.iter().find(|&t| self.is_over(others.clone(), t));
            earliest = earliest.min(clear.unwrap_or(f64::INFINITY));
        }
        if earliest < f64::INFINITY {
            return Ok(earliest);
        }
        // the limit of early flights is the straight line
        if !(points.clone()).any(|point| Waypoint::new(self, &point).is_in_the_way()) {
            return Err(AimError::NothingInTheWay);
        }
        Err(match self.clear_after(points)? {
            None => AimError::NeverMet,
            Some(time) => AimError::ClearAfter {
                time: from_f64(time),
            },
        })
    }

    /// The time from which flights first pass over all points; none if one of them is always in the way.
    fn clear_after<T: RealField + Copy>(
        &self,
        points: impl Iterator<Item = SVector<f64, D>> + Clone,
    ) -> Result<Option<f64>, AimError<T>> {
        let is_clear = |time: f64| self.is_over(points.clone(), time);
        let (mut clear, mut change) = (f64::INFINITY, 0.0);
        for point in points.clone().filter(|q| !self.is_over_the_launch(q)) {
            // a point is passed, or gets between launch and target, or leaves: only then does a flight become clear or barred
            let [launch, target] = [0.0, 1.0].map(|share| Condition::Beside(point, share));
            for times in [self.passing(point)?, self.all(&launch)?, self.all(&target)?] {
                for (time, side) in (times.iter()).flat_map(|time| [(time, -1.0), (time, 1.0)]) {
                    let beside = time * (1.0 + side * BESIDE);
                    if beside < clear && is_clear(beside) {
                        (clear, change) = (beside, time);
                    }
                }
            }
        }
        if clear == f64::INFINITY {
            return Ok(None);
        }
        // bisection: several changes may be close together, and rounding moves late ones
        let mut barred = clear * (1.0 - 2.0 * BESIDE);
        loop {
            let middle = 0.5 * (barred + clear);
            if middle <= barred || middle >= clear {
                let is_change = ComplexField::abs(clear - change) <= 1e-9 * change;
                return Ok(Some(if is_change { change } else { clear }));
            }
            if is_clear(middle) {
                clear = middle;
            } else {
                barred = middle;
            }
        }
    }

    /// Whether the flight with this time passes over all points between launch and hit, within rounding.
    fn is_over(&self, mut points: impl Iterator<Item = SVector<f64, D>>, time: f64) -> bool {
        points.all(|point| {
            (self.height_over(time, &point)).is_none_or(|(height, terms)| height >= -1e-12 * terms)
        })
    }

    /// The height at which the flight with this time passes over a point \[m\], and the size of its terms; none if the point
    /// is not between launch and hit, within rounding.
    ///
    /// Across c it is at the point q when `v₀ S(τ) = q`, and along c it is at `v₀ S(τ) + c S₁(τ)` then.
    fn height_over(&self, time: f64, point: &SVector<f64, D>) -> Option<(f64, f64)> {
        let (c, model) = (&self.air.constant, self.air.model);
        let (pull, down) = (c.norm(), c.normalize());
        let launched = self.launch::<f64>(time).velocity;
        let (sinking, level) = split(&launched, &down);
        let (depth, ahead) = split(point, &down);
        let slow = level.norm();
        // S(τ), and whether it is between those of launch and hit
        let glide = ahead.dot(&level) / (slow * slow);
        let (away, flown) = (point.norm(), launched.norm() * ComplexField::abs(glide));
        let tolerance = 64.0 * f64::EPSILON * (self.from.norm() + away + flown) / slow;
        let is_between = glide > tolerance && glide < model.carry(time).0 - tolerance;
        let fallen = pull * model.fall_over(glide);
        // rounding of τ shifts the height by the slope of the path
        let (left, falling) = model.rates(model.time_of(glide));
        let steep = ComplexField::abs(sinking * left + pull * falling) / (slow * left);
        let terms = (away + flown) * (1.0 + steep) + fallen;
        is_between.then_some((depth - sinking * glide - fallen, terms))
    }

    /// A point relative to the launch \[m\], if it is finite and paths bend.
    fn seen<T: RealField + Copy>(
        &self,
        point: &SVector<T, D>,
    ) -> Result<SVector<f64, D>, AimError<T>> {
        if self.air.constant == SVector::<f64, D>::zeros() {
            return Err(AimError::NoTop);
        }
        match first_not_finite(point) {
            None => Ok(self.offset(point)),
            Some((axis, value)) => Err(AimError::NotFinite {
                given: Given::Point,
                axis,
                value,
            }),
        }
    }

    /// A point relative to the launch \[m\].
    fn offset<T: RealField + Copy>(&self, point: &SVector<T, D>) -> SVector<f64, D> {
        point.map(to_f64) - self.from
    }
}

/// Relative distance from a change to the flights compared before and after it: more than rounding moves the change.
const BESIDE: f64 = 1e-4;

impl Waypoint {
    /// Why no flight passes the point.
    fn fault<T: RealField + Copy, const D: usize>(
        &self,
        problem: &AimProblem<D>,
        index: usize,
    ) -> AimError<T> {
        if self.is_on_the_way() {
            let height = from_f64(self.above * problem.air.constant.norm());
            AimError::UnderTheLine { index, height }
        } else {
            let along = from_f64(self.along);
            AimError::Beside { index, along }
        }
    }
}
