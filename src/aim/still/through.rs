//! Arcs through a point on the way.

use nalgebra::{ComplexField, SVector};

use super::super::drag_model::DragModel;
use super::super::problem::AimProblem;
use crate::ballistics::root_between;
use crate::numbers::split;

/// A point on the way to a target: `q = α r - β c` in the plane of flights.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Waypoint {
    /// α: the share of the way to the target; infinite beside a way along c, NaN on it.
    pub(in super::super) along: f64,
    /// β \[s²\]: the height above the straight line, over |c|.
    pub(in super::super) above: f64,
    /// The height of the target against c, over |c| \[s²\].
    way: f64,
    /// The rounding of α.
    tolerance: f64,
    /// The rounding of β \[s²\].
    above_tolerance: f64,
}

impl Waypoint {
    pub(in super::super) fn new<const D: usize>(
        problem: &AimProblem<D>,
        point: &SVector<f64, D>,
    ) -> Self {
        let (r, c) = (&problem.relative_target.start, &problem.air.constant);
        let length = c.norm();
        let unit = c / -length;
        let (y, r_across) = split(r, &unit);
        let (q, q_across) = split(point, &unit);
        let x = r_across.norm();
        let (noise, way) = (64.0 * f64::EPSILON, y / length);
        let places = problem.from.norm() + r.norm() + point.norm();
        let tolerance = noise * places / x;
        let above_tolerance = tolerance * (x + ComplexField::abs(y)) / length;
        let (along, above) = if x > noise * r.norm() {
            let along = q_across.dot(&r_across) / (x * x);
            (along, (q - along * y) / length)
        } else if q_across.norm() > noise * places {
            (f64::INFINITY, 0.0)
        } else {
            // the way is along c: a flight passes a point on it by rising to it or higher
            (f64::NAN, q.min(q - y) / length)
        };
        Self {
            along,
            above,
            way,
            tolerance,
            above_tolerance,
        }
    }

    /// Whether it is between launch and target.
    pub(in super::super) fn is_on_the_way(&self) -> bool {
        self.along.is_nan() || (self.along > self.tolerance && self.along < 1.0 - self.tolerance)
    }

    /// Whether it is above the straight line to a target that is not straight over the launch.
    pub(in super::super) fn is_in_the_way(&self) -> bool {
        self.along.is_finite() && self.is_on_the_way() && self.above > self.above_tolerance
    }

    /// The time of the flight through it, if there is one \[s\].
    ///
    /// The flight is at α at the time τ with `S(τ) = α S(t)`, and above the straight line by `α S₁(t) - S₁(τ) = β`.
    pub(in super::super) fn time(&self, model: DragModel) -> Option<f64> {
        let Self {
            along, above, way, ..
        } = *self;
        if along.is_nan() {
            // up to the point, its highest, and back to the target
            let (up, down) = if way > 0.0 {
                (above + way, above)
            } else {
                (above, above - way)
            };
            return (above >= 0.0).then(|| model.time_over(up, down));
        }
        // β/(α (1 - α)) is S₁ of the hit in the rational model with k (1 - α), and without drag
        let rest = 1.0 - along;
        let height = above / (along * rest);
        if !(along > 0.0 && rest != 0.0 && height > 0.0) {
            return None;
        }
        let (DragModel::Linear(rate) | DragModel::Rational(rate)) = model;
        match model {
            DragModel::Rational(_) => Some(DragModel::Rational(rate * rest).fall_time(height)),
            DragModel::Linear(_) => Some(self.linear_time(rate, height)),
        }
    }

    /// Newton's method: on the time of the hit for a point before the target, on the time at the point for one beyond it.
    fn linear_time(&self, rate: f64, height: f64) -> f64 {
        let Self { along, .. } = *self;
        let quick = DragModel::Rational(0.5 * rate);
        let guess = DragModel::Rational(0.5 * rate * (1.0 - along)).fall_time(height);
        if along < 1.0 {
            return self.time_before(rate, guess);
        }
        self.time_beyond(rate, quick.time_of(along * quick.carry(guess).0))
    }

    /// The derivative is `α S(t) (1 - α e^-γ(t-τ))`.
    fn time_before(&self, rate: f64, guess: f64) -> f64 {
        let Self { along, above, .. } = *self;
        let model = DragModel::Linear(rate);
        root_between(
            |time| {
                let (glide, fall) = model.carry(time);
                let start = along * glide;
                let left = 1.0 - along * (1.0 - rate * glide) / (1.0 - rate * start);
                let value = along * fall - model.fall_over(start) - above;
                (value, start * left)
            },
            (0.0, f64::INFINITY),
            true,
            Some(guess),
        )
    }

    /// S(t) fixes τ badly when drag has nearly stopped the flight, so τ is the unknown here. The derivative of
    /// `S₁(τ) - α S₁(t) + β` is `S(τ) (1 - e^-γ(τ-t)/α)`.
    fn time_beyond(&self, rate: f64, guess: f64) -> f64 {
        let Self { along, above, .. } = *self;
        let model = DragModel::Linear(rate);
        let passing = root_between(
            |time| {
                let (glide, fall) = model.carry(time);
                let hit = glide / along;
                let left = ComplexField::exp(-rate * time) / (along * (1.0 - rate * hit));
                let value = fall - along * model.fall_over(hit) + above;
                (value, glide * (1.0 - left))
            },
            (0.0, f64::INFINITY),
            true,
            Some(guess),
        );
        model.time_of(model.carry(passing).0 / along)
    }
}
