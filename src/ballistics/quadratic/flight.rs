//! A flight under quadratic drag.

use nalgebra::{RealField, SVector};

use super::super::arc::Arc;
use super::super::event::{Event, Plane};
use super::super::trajectory::Trajectory;
use super::QuadraticAir;
use super::height::QuadraticHeight;
use super::path::Place;
use super::series::Law;
use super::solve::{Solution, solve};
use crate::space::{narrow, widen};

/// A flight under quadratic drag, `v' = g - κ |u| u` with `u = v - wind`, known for all times from launch on.
///
/// It is made of polynomials in time, a dozen or two as a rule and never more than 4096, and of a closed form for what
/// follows. To evaluate it costs a search among them and one polynomial of degree 20.
///
/// Before launch it follows the parabola that fits position, velocity and acceleration at launch: backwards this
/// drag drives a body to infinite speed within a finite time, so [`beginning`](Trajectory::beginning) is zero.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct QuadraticFlight<T, const D: usize> {
    solution: Solution<D>,
    law: Law<D>,
    wind: SVector<f64, D>,
    /// Of length 1, or zero where up means nothing.
    up: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> QuadraticFlight<T, D> {
    pub(super) fn new(
        air: &QuadraticAir<T, D>,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
    ) -> Self {
        let law = Law {
            gravity: air.gravity.map(widen),
            coefficient: widen(air.coefficient),
        };
        let wind = air.wind.map(widen);
        let (position, velocity) = (position.map(widen), velocity.map(widen));
        Self {
            solution: solve(&law, &wind, &position, &velocity, widen(air.tolerance)),
            law,
            wind,
            up: air.up(),
        }
    }

    /// The highest point after launch, against gravity; none if it never rises, or there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<T, D>> {
        self.apex_along(self.up)
    }

    /// How far [`position`](Trajectory::position) may be from the exact solution at a time \[m\].
    ///
    /// Two parts are added. What the method loses is proven: the defect of each polynomial is bounded by the terms
    /// that were cut off, quadratic drag lets no difference of velocity grow, and the sum stays below the tolerance
    /// at all times, unless rounding does not allow that. What rounding loses is
    /// estimated, by 4 ε of the terms of each polynomial and by ε of the position itself: it grows with the distance
    /// from the origin. Before launch nothing is known, and the bound infinite.
    #[must_use]
    pub fn error_bound(&self, time: T) -> T {
        let (seconds, Solution { path, bounds, .. }) = (widen(time), &self.solution);
        let index = match path.place(seconds) {
            Place::Before => return narrow(f64::INFINITY),
            Place::Segment(index) => index,
            Place::Rest => bounds.len() - 1,
        };
        let own = T::default_epsilon() * self.position(time).norm();
        narrow::<T>(bounds[index].truncation_at(seconds) + bounds[index].rounding_at(seconds)) + own
    }

    /// Of how many polynomials it is made; none where a closed form holds from launch on.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.solution.path.segments.len()
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for QuadraticFlight<T, D> {
    type Height = QuadraticHeight;

    fn position(&self, time: T) -> SVector<T, D> {
        self.solution.path.position(widen(time)).map(narrow)
    }

    fn at(&self, time: T) -> Event<T, D> {
        let (position, velocity) = self.solution.path.at(widen(time));
        Event {
            time,
            position: position.map(narrow),
            velocity: velocity.map(narrow),
        }
    }

    fn velocity(&self, time: T) -> SVector<T, D> {
        self.solution.path.velocity(widen(time)).map(narrow)
    }

    /// That of the equation, at the velocity then.
    fn acceleration(&self, time: T) -> SVector<T, D> {
        let path = &self.solution.path;
        match path.place(widen(time)) {
            Place::Before => path.before.acceleration.map(narrow),
            _ => {
                let relative = path.velocity(widen(time)) - self.wind;
                self.law.acceleration(&relative).map(narrow)
            }
        }
    }

    fn height_over(&self, plane: &Plane<T, D>) -> QuadraticHeight {
        let normal = plane.normal.map(widen);
        let distance = widen(plane.distance);
        QuadraticHeight::new(
            (self.solution.path)
                .projected(|way| normal.dot(way), |place| normal.dot(place) - distance),
        )
    }

    /// The length of the acceleration never grows: `a · a' = -κ (|u| |a|² + (u · a)²/|u|)`.
    fn acceleration_bound(&self, from: T, _to: T) -> T {
        let start = self.acceleration(from).norm();
        let rounding = T::one() + T::default_epsilon() * nalgebra::convert(8.0);
        start * rounding + narrow(self.solution.slack)
    }

    /// `a' = -κ (|u| a + (u · a) u/|u|)`, with a speed that only falls while it is above the terminal speed.
    fn jerk_bound(&self, from: T, to: T) -> Option<T> {
        if self.law.coefficient == 0.0 {
            return Some(T::zero());
        }
        let speed = (self.velocity(from).map(widen) - self.wind).norm();
        let fastest = speed.max(self.law.terminal_speed());
        let twice = 2.0 * self.law.coefficient * fastest;
        Some(narrow::<T>(twice) * self.acceleration_bound(from, to))
    }

    fn arc(&self, from: T, to: T) -> Arc<T, D> {
        let mut arc = Arc::about_parabola(self, from, to);
        // the polynomials are not quite the equation
        let h = to - from;
        arc.margin += narrow::<T>(self.solution.slack) * h * h;
        arc
    }

    /// Launch.
    fn beginning(&self) -> T {
        T::zero()
    }
}
