//! Hits at speeds.

use nalgebra::{RealField, SVector};

use super::super::aim_model::AimModel;
use super::super::drag_model::DragModel;
use super::super::error::AimError;
use super::super::launch::{Arcs, Launch};
use super::super::moving::{Condition, Earliest};
use super::super::problem::AimProblem;
use super::super::relative_target::RelativeTarget;
use super::super::still::{FastProfile, Hit, Profile, parabolas};
use super::super::straight::Straight;
use super::super::times::Times;
use super::{Found, positive, tolerance};
use crate::numbers::from_f64;

impl<const D: usize> AimModel<D> {
    /// The direct and the lofted arc to a target that stays.
    #[inline]
    pub(in super::super) fn still_at_speed<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
        speed: T,
    ) -> Result<Arcs<T, D>, AimError<T>> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        if !self.model.is_free() {
            let quick =
                FastProfile::new(self, start).and_then(|gram| gram.at_speed(self.model, given));
            return self.arcs(start, quick, speed, given);
        }
        let Some(arcs) = parabolas(start, &self.constant, given) else {
            return self.arcs(start, None, speed, given);
        };
        let [direct, lofted] = arcs.map(|arc| Launch {
            velocity: (start * arc.inverse - self.constant * (0.5 * arc.time)).map(from_f64),
            time_of_flight: from_f64(arc.time),
        });
        let arcs = Arcs { direct, lofted };
        // these arcs are in order and finite in `f64`, but may overflow a shorter number type
        if size_of::<T>() < size_of::<f64>() {
            arcs.checked()
        } else {
            Ok(arcs)
        }
    }

    /// The arcs of the hits found quickly, or of those found with more care.
    #[inline]
    fn arcs<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
        quick: Option<[Hit; 2]>,
        speed: T,
        given: f64,
    ) -> Result<Arcs<T, D>, AimError<T>> {
        let hits = match quick {
            Some(hits) => hits,
            None => self.still_hits(start, speed, given)?,
        };
        let [direct, lofted] = hits.map(|(time, reach)| self.launch_by(start, time, &reach));
        Arcs::in_order(direct, lofted).checked()
    }

    #[cold]
    fn still_hits<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
        speed: T,
        given: f64,
    ) -> Result<[Hit; 2], AimError<T>> {
        (Profile::new(self, start).at_speed(given, tolerance::<T>())).map_err(|least| {
            let least_speed = from_f64(least);
            AimError::OutOfRange { speed, least_speed }
        })
    }

    /// The launch at the least speed to a target that stays.
    #[inline]
    pub(in super::super) fn still_least<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
    ) -> Result<Hit, AimError<T>> {
        if !self.model.is_free()
            && let Some(hit) = FastProfile::new(self, start).and_then(|gram| gram.least(self.model))
        {
            return Ok(hit);
        }
        (Profile::new(self, start).least_speed()).map_err(|limit| AimError::NoLeastSpeed {
            limit: from_f64(limit),
        })
    }
}

impl<const D: usize> AimProblem<D> {
    pub(in super::super) fn at_straight_line_speed<T: RealField + Copy>(
        &self,
        speed: T,
    ) -> Found<T> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        if self.relative_target.target_stays() {
            return Ok(Times::sorted([self.relative_target.start.norm() / given]));
        }
        if self.relative_target.acceleration == SVector::<f64, D>::zeros() {
            // |r| = s t: a straight flight at constant speed, without drag
            let beam = Straight::new(
                DragModel::linear(0.0),
                &self.relative_target.start,
                &self.relative_target.velocity,
            );
            return (beam.at_speed(given, tolerance::<T>())).map_err(|_| AimError::NeverMet);
        }
        self.met(&Condition::StraightLineSpeed(given))
    }

    /// The earliest of them.
    pub(in super::super) fn earliest_at_straight_line_speed<T: RealField + Copy>(
        &self,
        speed: T,
    ) -> Result<f64, AimError<T>> {
        if self.relative_target.acceleration != SVector::<f64, D>::zeros()
            && let Some(given) = positive(speed)
            && !self.is_extreme()
            && let Earliest::At(time) = self.as_seen().earliest(given)
        {
            return Ok(time);
        }
        let all = self.at_straight_line_speed(speed)?;
        all.iter().next().ok_or(AimError::NeverMet)
    }

    /// The target as it is seen from a shooter who stays, by straight flights without drag.
    fn as_seen(&self) -> Self {
        let zero = SVector::zeros();
        let air = AimModel {
            model: DragModel::linear(0.0),
            constant: zero,
            against: zero,
        };
        let relative_target = RelativeTarget {
            shooter: zero,
            ..self.relative_target
        };
        Self::new::<f64>(air, relative_target, self.from)
    }

    pub(in super::super) fn at_speed<T: RealField + Copy>(&self, speed: T) -> Found<T> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        out_of_range(self.times_at::<T>(given)?, speed)
    }

    /// The earliest of the hits at a speed.
    pub(in super::super) fn earliest_at_speed<T: RealField + Copy>(
        &self,
        speed: T,
    ) -> Result<f64, AimError<T>> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        out_of_range(self.earliest_at::<T>(given)?, speed)
    }

    /// The times of hits at a positive speed \[m/s\], or the least speed that hits. Speeds within rounding to `T` of the least
    /// one hit.
    pub(in super::super) fn times_at<T: RealField + Copy>(
        &self,
        speed: f64,
    ) -> Result<Reached<Times>, AimError<T>> {
        if self.is_straight() {
            return Ok(self.straight().at_speed(speed, tolerance::<T>()));
        }
        let hits = self.all(&Condition::Speed(speed, tolerance::<T>()))?;
        if hits.count() > 0 {
            return Ok(Ok(hits));
        }
        let time = self.with_least_speed::<T>()?;
        let least = self.fired(time).norm();
        let is_rounding = speed >= least * (1.0 - tolerance::<T>());
        Ok(if is_rounding {
            Ok(Times::sorted([time]))
        } else {
            Err(least)
        })
    }

    /// The earliest of these times.
    pub(in super::super) fn earliest_at<T: RealField + Copy>(
        &self,
        speed: f64,
    ) -> Result<Reached<f64>, AimError<T>> {
        if !self.is_straight() && !self.is_extreme() {
            match self.earliest(speed) {
                Earliest::At(time) => return Ok(Ok(time)),
                Earliest::Never => {
                    let least = self.quick_least().map(|time| self.fired(time).norm());
                    // a speed that is too low by rounding hits
                    if let Some(least) = least.filter(|least| speed < least * (1.0 - BELOW)) {
                        return Ok(Err(least));
                    }
                }
                Earliest::Unclear => {}
            }
        }
        match self.times_at(speed)? {
            Ok(times) => Ok(Ok(times.iter().next().ok_or(AimError::NeverMet)?)),
            Err(least) => Ok(Err(least)),
        }
    }

    pub(in super::super) fn with_least_speed<T: RealField + Copy>(
        &self,
    ) -> Result<f64, AimError<T>> {
        if self.is_straight() {
            let limit = |limit| AimError::NoLeastSpeed {
                limit: from_f64(limit),
            };
            return self.straight().least_speed().map_err(limit);
        }
        // the pull never ends, so the speed grows in the end, and it is infinite at first: a least one exists
        let turns = self.all(&Condition::LeastSpeed)?;
        (turns.iter().map(|time| (time, self.fired(time).norm())))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|least| least.0)
            .ok_or(AimError::Extreme)
    }

    /// The same, found quickly where that can be.
    pub(in super::super) fn least_time<T: RealField + Copy>(&self) -> Result<f64, AimError<T>> {
        let is_plain = !self.is_straight() && !self.is_extreme();
        match is_plain.then(|| self.quick_least()).flatten() {
            Some(time) => Ok(time),
            None => self.with_least_speed(),
        }
    }

    /// Where flights are straight relative to the target: the motion of the target relative to the shooter.
    pub(in super::super) fn straight(&self) -> Straight {
        let velocity = self.relative_target.velocity - self.relative_target.shooter;
        Straight::new(self.air.model, &self.relative_target.start, &velocity)
    }
}

/// Relative distance from the least speed below which no rounding, also to `f32`, makes a speed hit.
const BELOW: f64 = 1e-6;

/// What is found at a speed, or the least speed that hits \[m/s\].
type Reached<F> = Result<F, f64>;

fn out_of_range<F, T: RealField + Copy>(found: Reached<F>, speed: T) -> Result<F, AimError<T>> {
    found.map_err(|least| AimError::OutOfRange {
        speed,
        least_speed: from_f64(least),
    })
}
