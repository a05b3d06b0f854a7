//! Arcs whose top is given, and climbs.

use nalgebra::{ComplexField, RealField, SVector};

use super::super::error::AimError;
use super::super::moving::Condition;
use super::super::problem::AimProblem;
use super::super::times::Times;
use super::{Found, positive, some};
use crate::ballistics::{Plane, root_between};
use crate::numbers::{from_f64, to_f64};

impl<const D: usize> AimProblem<D> {
    pub(super) fn touching<T: RealField + Copy>(&self, plane: &Plane<T, D>) -> Found<T> {
        let normal = plane.normal.map(to_f64);
        let distance = to_f64(plane.distance);
        let length = normal.norm();
        if !(length > 0.0 && length < f64::INFINITY && distance.is_finite()) {
            return Err(AimError::Plane);
        }
        // a path touches the plane from the side that c points to: turn the normal against c
        let bend = normal.dot(&self.air.constant);
        let side = if bend > 0.0 { -1.0 } else { 1.0 };
        let (normal, distance) = (normal * (side / length), distance * (side / length));
        self.touching_below(&normal, distance, bend.abs() / length)
    }

    /// Of a plane with a unit normal against c; `pull` is the part of c along the normal.
    fn touching_below<T: RealField + Copy>(
        &self,
        normal: &SVector<f64, D>,
        distance: f64,
        pull: f64,
    ) -> Found<T> {
        if pull <= 8.0 * f64::EPSILON * self.air.constant.norm() {
            return Err(AimError::NoTop);
        }
        let model = self.air.model;
        let launch = normal.dot(&self.from);
        let target = launch + normal.dot(&self.relative_target.start);
        // how far a point on the plane may be off by rounding: the terms of the sums below
        let terms = |point: &SVector<f64, D>| normal.abs().dot(&point.abs());
        let places: f64 = 2.0 * terms(&self.from)
            + terms(&self.relative_target.start)
            + ComplexField::abs(distance);
        let tolerance = 4.0 * to_f64(T::default_epsilon()) * places;
        let above = |height: f64| {
            if height.abs() <= tolerance {
                0.0
            } else {
                height / pull
            }
        };
        let up = above(distance - launch);
        if self.relative_target.target_stays() {
            let down = above(distance - target);
            if up < 0.0 || down < 0.0 || up + down == 0.0 {
                return Err(AimError::TooLow {
                    height: from_f64(distance),
                    least: from_f64(launch.max(target)),
                });
            }
            return Ok(Times::sorted([model.time_over(up, down)]));
        }
        if up < 0.0 {
            return Err(AimError::TooLow {
                height: from_f64(distance),
                least: from_f64(launch),
            });
        }
        // n·v₀ is that of a rise to the plane; a hit before the top would not touch it
        let top = model.rise_time(up);
        let hits = self.all(&Condition::Component(*normal, pull * model.climb_to(up)))?;
        some(hits.filter(|time| time >= top * (1.0 - 1e-12))).ok_or(AimError::NeverMet)
    }

    pub(super) fn with_apex<T: RealField + Copy>(&self, height: T) -> Found<T> {
        let up = self.air.up()?;
        if !height.is_finite() {
            return Err(AimError::Apex { height });
        }
        let pull = -up.dot(&self.air.constant);
        self.touching_below(&up, to_f64(height), pull)
    }

    pub(super) fn with_arc_height<T: RealField + Copy>(&self, height: T) -> Found<T> {
        let given = positive(height).ok_or(AimError::ArcHeight { height })?;
        self.arc(given)
    }

    /// The height of an arc over the straight line depends only on its time: rise and fall through `c h`.
    fn arc<T: RealField + Copy>(&self, height: f64) -> Found<T> {
        let pull = self.air.constant.norm();
        if pull == 0.0 {
            return Err(AimError::NoTop);
        }
        let part = height / pull;
        Ok(Times::sorted([self.air.model.time_over(part, part)]))
    }

    pub(super) fn with_curviness<T: RealField + Copy>(&self, curviness: T) -> Found<T> {
        let given = positive(curviness).ok_or(AimError::Curviness { curviness })?;
        if self.relative_target.target_stays() {
            return self.arc(given * self.relative_target.start.norm());
        }
        if self.air.constant.norm() == 0.0 {
            return Err(AimError::NoTop);
        }
        self.met(&Condition::Curviness(given))
    }

    pub(super) fn with_climb_speed<T: RealField + Copy>(&self, speed: T) -> Found<T> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        self.climbing(given, speed)
    }

    pub(super) fn lob<T: RealField + Copy>(&self, factor: T) -> Found<T> {
        let given = positive(factor).ok_or(AimError::Lob { factor })?;
        let climb = given * self.relative_target.start.norm();
        self.climbing(climb, from_f64(climb))
    }

    fn climbing<T: RealField + Copy>(&self, climb: f64, climb_speed: T) -> Found<T> {
        let (up, model) = (self.air.up()?, self.air.model);
        let pull = -up.dot(&self.air.constant);
        if !self.relative_target.target_stays() || pull <= 0.0 {
            return self.met(&Condition::Component(up, climb));
        }
        // heights and climbs in units of the pull: [s²] and [s]
        let height = up.dot(&self.relative_target.start) / pull;
        let rise = model.rise_of(climb / pull);
        // the fall from the top to the target; within rounding of zero the target is at the top
        let left = rise - height;
        let tolerance = 4.0 * to_f64(T::default_epsilon()) * (rise + height.abs());
        if left < -tolerance {
            let least = from_f64(pull * model.climb_to(height));
            return Err(AimError::TooSlowAClimb { climb_speed, least });
        }
        // a target above the launch is also hit on the way up
        let down = model.time_over(rise, left.max(0.0));
        let first = (height > 0.0 && left > 0.0)
            .then(|| self.rising(climb / pull, height, down))
            .filter(|first| *first < down);
        Ok(Times::sorted(first.into_iter().chain([down])))
    }

    /// The time at which a climb passes a height on the way up; `down` is the time on the way down.
    ///
    /// `climb S - S₁ = height`. Without drag the product of both times is `2 height`, which is the guess.
    fn rising(&self, climb: f64, height: f64, down: f64) -> f64 {
        let model = self.air.model;
        root_between(
            |time| {
                let ((glide, fall), (left, sinking)) = (model.carry(time), model.rates(time));
                (climb * glide - fall - height, climb * left - sinking)
            },
            (0.0, model.time_to_top(climb)),
            true,
            Some(2.0 * height / down),
        )
    }
}
