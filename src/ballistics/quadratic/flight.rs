//! A flight under quadratic drag.

use nalgebra::{RealField, SVector};

use super::super::event::{Event, Plane};
use super::super::trajectory::Trajectory;
use super::QuadraticAir;
use super::height::QuadraticHeight;
use super::path::{Path, PathPiece};
use super::series::QuadraticDragLaw;
use super::solve::solve;
use crate::numbers::{from_f64, to_f64};

/// A flight under quadratic drag, `v' = g - κ |u| u` with `u = v - wind`, for all times after launch.
///
/// It consists of polynomials in time, usually some twenty and never more than 4096, and of a closed form for the tail, where
/// the velocity is near the terminal velocity. An evaluation costs a binary search and one polynomial of degree 18.
///
/// Backward in time the speed becomes infinite within a finite time, so [`beginning`](Trajectory::beginning) is zero. At
/// negative times the flight follows the parabola with the position, velocity and acceleration of the launch.
///
/// ```
/// use kinstep::ballistics::{QuadraticAir, Trajectory};
///
/// // a golf ball: the air slows it, and takes a part of its way
/// let (from, velocity) = ([0.0, 0.0], [60.0, 20.0]);
/// let flight = QuadraticAir::new([0.0, -9.81], 0.005).launch(from, velocity);
/// let vacuum = QuadraticAir::new([0.0, -9.81], 0.0).launch(from, velocity);
/// let (top, without_air) = (flight.apex().expect("it rises"), vacuum.apex().expect("it rises"));
/// assert!(top.position.x < 0.8 * without_air.position.x && top.velocity.x < 45.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct QuadraticFlight<T, const D: usize> {
    path: Path<D>,
    /// How much an acceleration of the path may exceed that of the equation \[m/s²\].
    slack: f64,
    law: QuadraticDragLaw<D>,
    wind: SVector<f64, D>,
    /// Unit vector, or zero if there is no up direction.
    up: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> QuadraticFlight<T, D> {
    pub(super) fn new(
        air: &QuadraticAir<T, D>,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
    ) -> Self {
        let law = QuadraticDragLaw {
            gravity: air.gravity.map(to_f64),
            coefficient: to_f64(air.coefficient),
        };
        let wind = air.wind.map(to_f64);
        let (position, velocity) = (position.map(to_f64), velocity.map(to_f64));
        let (path, slack) = solve(&law, &wind, &position, &velocity, to_f64(air.tolerance));
        Self {
            path,
            slack,
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
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for QuadraticFlight<T, D> {
    type Height = QuadraticHeight;

    fn position(&self, time: T) -> SVector<T, D> {
        self.path.position(to_f64(time)).map(from_f64)
    }

    fn at(&self, time: T) -> Event<T, D> {
        let (position, velocity) = self.path.at(to_f64(time));
        Event {
            time,
            position: position.map(from_f64),
            velocity: velocity.map(from_f64),
        }
    }

    fn velocity(&self, time: T) -> SVector<T, D> {
        self.path.velocity(to_f64(time)).map(from_f64)
    }

    /// The acceleration that the equation gives at the velocity of that time.
    fn acceleration(&self, time: T) -> SVector<T, D> {
        let path = &self.path;
        match path.piece_at(to_f64(time)) {
            PathPiece::Before => path.before.first.map(from_f64),
            _ => {
                let relative = path.velocity(to_f64(time)) - self.wind;
                self.law.acceleration(&relative).map(from_f64)
            }
        }
    }

    fn height_over(&self, plane: &Plane<T, D>) -> QuadraticHeight {
        let normal = plane.normal.map(to_f64);
        let path = &self.path;
        QuadraticHeight::new(path.projected(&normal, to_f64(plane.distance)))
    }

    /// The length of the acceleration never grows: `a · a' = -κ (|u| |a|² + (u · a)²/|u|)`.
    fn acceleration_bound(&self, from: T, _to: T) -> T {
        let start = self.acceleration(from).norm();
        let rounding = T::one() + T::default_epsilon() * nalgebra::convert(8.0);
        start * rounding + from_f64(self.slack)
    }

    fn beginning(&self) -> T {
        T::zero()
    }
}
