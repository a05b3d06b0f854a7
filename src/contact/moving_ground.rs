//! Surfaces that move under a law, while they hold a body.

use nalgebra::{RealField, SMatrix, SVector};

use super::obstacle::Obstacle;
use super::path::{BodyPath, Change, LegKind, LegSpin, PathLeg, swing};
use crate::ballistics::{LawFlight, Trajectory, fastest_rate};
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// A surface that moves under a law, from the start of a leg on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MovingGround<T, const D: usize> {
    /// How far it has moved.
    flight: LawFlight<T, D>,
    /// Acceleration \[m/s²\] and jerk \[m/s³\] at the start, along what holds the body.
    pub(super) along: (SVector<T, D>, SVector<T, D>),
    /// The same across.
    pub(super) across: (SVector<T, D>, SVector<T, D>),
}

impl<T: Real<D>, const D: usize> MovingGround<T, D> {
    /// The motion of a surface that holds a body; none if its velocity is constant.
    pub(super) fn of(obstacle: &Obstacle<'_, T, D>, along: &SMatrix<T, D, D>) -> Option<Self> {
        let flight = obstacle.motion?.relaunched();
        let (pull, slope) = flight.acceleration_and_jerk(T::zero());
        let kept = (along * pull, along * slope);
        Some(Self {
            flight,
            along: kept,
            across: (pull - kept.0, slope - kept.1),
        })
    }

    /// A law along the surface with the motion that the surface has across: `x'' = a + j t`.
    pub(super) fn carried(&self, mut law: LinearLaw<T, D>) -> LinearLaw<T, D> {
        law.constant += self.across.0;
        law.ramp += self.across.1 + self.across.0 * law.damping;
        law
    }

    /// The longest leg on which the acceleration and jerk at its start tell the motion of the surface \[s\].
    pub(super) fn longest_leg(&self) -> f64 {
        LEG / self.fastest()
    }

    fn fastest(&self) -> f64 {
        fastest_rate(&self.flight.law().wide())
    }

    /// The flight of a body that keeps its velocity relative to the surface: `x = s + o + b t`.
    fn ride(&self, position: SVector<T, D>, velocity: SVector<T, D>) -> LawFlight<T, D> {
        let (moved, speed) = self.flight.initial();
        let drift = velocity - speed;
        let mut law = self.flight.translated(&(position - moved)).law();
        law.constant += drift * law.damping - law.gyration * drift;
        law.ramp += drift * law.stiffness_per_mass - law.tide * drift;
        law.launch(position, velocity)
    }

    /// A leg at rest relative to the surface, until it ceases to press on the body, or friction of a coefficient μ ceases to hold.
    pub(super) fn resting(
        &self,
        path: &BodyPath<T, D>,
        normal: &SVector<T, D>,
        friction: T,
    ) -> PathLeg<T, D> {
        let flight = self.ride(path.initial.position, path.initial.velocity);
        let (law, along) = (path.law, path.held.along());
        let mut leg = PathLeg::endless(flight, LegKind::Rest, LegSpin::Constant);
        // the acceleration that other forces give the body relative to the surface, and its rate of change
        let pull = |time: f64| {
            let time: T = from_f64(time);
            let at = flight.at(time);
            let (acceleration, jerk) = flight.acceleration_and_jerk(time);
            let free = law.acceleration(&at.position, &at.velocity, time);
            let rate = law.acceleration(&at.velocity, &acceleration, T::zero()) - law.constant;
            (free - acceleration, rate + law.ramp - jerk)
        };
        let pressing = |time: f64| {
            let (pull, slope) = pull(time);
            (to_f64(-normal.dot(&pull)), to_f64(-normal.dot(&slope)))
        };
        let holding = |time: f64| {
            let (reaction, growth) = pressing(time);
            let (pull, slope) = pull(time);
            let (pull, slope) = (along * pull, along * slope);
            let (size, friction) = (pull.norm(), to_f64(friction));
            let rate = if size > T::zero() {
                pull.dot(&slope) / size
            } else {
                slope.norm()
            };
            (
                friction * reaction - to_f64(size),
                friction * growth - to_f64(rate),
            )
        };
        let swing = self.fastest() + swing(&law);
        leg.end_at(from_f64(RIDE / swing), Change::Continues);
        leg.end_at_zero(pressing, swing, Change::Lifts);
        leg.end_at_zero(holding, swing, Change::Continues);
        leg
    }
}

/// The longest leg along a surface that moves under a law \[rad\].
const LEG: f64 = 1.0 / 256.0;
/// The longest leg at rest on one \[rad\].
const RIDE: f64 = 16.0;

/// The part of a motion that a constant acceleration and jerk give: `a t + j t²/2`.
pub(super) fn gained<T: RealField + Copy, const D: usize>(
    rates: &(SVector<T, D>, SVector<T, D>),
    time: T,
) -> SVector<T, D> {
    let half: T = nalgebra::convert(0.5);
    rates.0 * time + rates.1 * (time * time * half)
}

/// The acceleration and jerk of a surface whose velocity is constant.
pub(super) fn no_rates<T: RealField + Copy, const D: usize>() -> (SVector<T, D>, SVector<T, D>) {
    (SVector::zeros(), SVector::zeros())
}
