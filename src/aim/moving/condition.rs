//! The functions that are zero at hits of a moving target.

use nalgebra::{ComplexField, SVector};

use super::super::problem::AimProblem;
use super::hit_kinematics::HitKinematics;
use super::interval::Interval;
use super::jet::{Jet, Quantity};
use super::lined_up::{Stage, lined_up};
use super::passing::{beside, passing};
use super::search::Curve;
use super::weighted_sum::{nearby, polished, squared};

/// What a hit has to fulfil.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Condition<const D: usize> {
    /// `|r| = s t`
    StraightLineSpeed(f64),
    /// `|v₀ - shooter| = s`, with s and its relative error.
    Speed(f64, f64),
    /// The same, in a form that does not cancel for speeds near the limit of late hits.
    LateSpeed(f64, f64),
    /// `(v₀ - shooter) · (v(t) - r') = 0`: the speed of launch is stationary in the time of the hit.
    LeastSpeed,
    /// `d/dt (|r - c S₁ - shooter S| - s S) = 0`: a speed s comes closest. It is squared, so roots with plus come along.
    Closest(f64),
    /// `v₀` has this slope against this up.
    Slope(SVector<f64, D>, f64),
    /// `v(t)` has this slope against this up.
    ArrivalSlope(SVector<f64, D>, f64),
    /// `n · v₀ = m`, with n and m.
    Component(SVector<f64, D>, f64),
    /// The height of the arc is this share of `|r|`.
    Curviness(f64),
    /// The flight passes this point.
    Through(SVector<f64, D>),
    /// The same, in a form that does not cancel for points near the straight line to the target and for late flights.
    LinedUp(SVector<f64, D>, Stage),
    /// Seen along c, this point is at this share of the way to the target.
    Beside(SVector<f64, D>, f64),
}

/// A condition on the hits of one problem.
pub(super) struct HitCurve<'a, const D: usize> {
    pub(super) condition: &'a Condition<D>,
    pub(super) problem: &'a AimProblem<D>,
}

impl<const D: usize> Curve for HitCurve<'_, D> {
    fn at<Q: Quantity>(&self, time: Q) -> Q {
        self.condition.at(self.problem, time)
    }

    fn met(&self, root: f64) -> Option<f64> {
        self.condition.met(self.problem, root)
    }
}

impl<const D: usize> Condition<D> {
    /// The value of the function at a time, or its range over an interval of times.
    pub(super) fn at<Q: Quantity>(&self, problem: &AimProblem<D>, time: Q) -> Q {
        let throw = || HitKinematics::new(problem, time);
        match *self {
            Self::Through(point) => passing(problem, &point, time),
            Self::LinedUp(point, stage) => lined_up(problem, &point, stage, time),
            Self::Beside(point, share) => beside(problem, &point, share, time),
            Self::StraightLineSpeed(speed) => squared(&throw().way()) - Q::constant(speed * speed),
            Self::Speed(speed, tolerance) => {
                let throw = throw();
                let given = Q::about(speed, tolerance) * throw.weight();
                squared(&throw.fired()) - given.squared()
            }
            Self::LateSpeed(speed, tolerance) => throw().faster(speed, tolerance),
            Self::LeastSpeed => throw().perpendicular(),
            Self::Closest(speed) => throw().nearing(speed),
            Self::Slope(up, slope) => throw().launched().steeper(&up, slope),
            Self::ArrivalSlope(up, slope) => throw().arriving(&up, slope).steeper(&up, slope),
            Self::Component(normal, speed) => throw().along(&normal, speed),
            Self::Curviness(share) => throw().arched(share),
        }
    }

    /// The time of the hit at a root; none if the condition was squared and holds with the other sign there.
    pub(super) fn met(&self, problem: &AimProblem<D>, root: f64) -> Option<f64> {
        let throw = |time| HitKinematics::new(problem, Jet::time(time));
        match *self {
            Self::Slope(up, slope) => {
                polished(root, |time| throw(time).launched().off_slope(&up, slope))
            }
            Self::ArrivalSlope(up, slope) => polished(root, |time| {
                throw(time).arriving(&up, slope).off_slope(&up, slope)
            }),
            Self::Closest(_) => {
                // S grows, so `d|w|/dt = s dS/dt` needs a growing |w|; with a falling |w| it is a root of `|w| + s S`
                let about = Interval::about(root);
                let falls = HitKinematics::new(problem, Jet::time(about))
                    .ahead()
                    .rate
                    .high
                    < 0.0;
                (!falls).then_some(root)
            }
            Self::LateSpeed(speed, tolerance) => Some(nearby(
                root,
                Self::Speed(speed, tolerance).at(problem, Jet::time(root)),
            )),
            Self::LinedUp(point, _) => {
                let through = Self::Through(point);
                let is_better = through.grain(problem, root) < self.grain(problem, root);
                Some(if is_better {
                    nearby(root, through.at(problem, Jet::time(root)))
                } else {
                    root
                })
            }
            _ => Some(root),
        }
    }

    /// The uncertainty of a root: the rounding of the value over its rate.
    fn grain(&self, problem: &AimProblem<D>, root: f64) -> f64 {
        let value = self.at(problem, Interval::new(root, root));
        let rate = self.at(problem, Jet::time(root)).rate;
        ComplexField::abs((value.high - value.low) / rate)
    }
}
