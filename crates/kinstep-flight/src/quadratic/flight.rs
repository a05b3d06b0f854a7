//! A flight under quadratic drag.

use nalgebra::SVector;

use super::QuadraticAir;
use super::height::QuadraticHeight;
use super::path::{Path, PathPiece};
use super::series::QuadraticDragLaw;
use super::solve::solve;
use crate::trajectory::Trajectory;
use crate::trajectory::{Event, Plane};

/// A flight under quadratic drag, `v' = g - κ |u| u` with `u = v - wind`, for all times after launch.
///
/// It consists of polynomials in time, usually some twenty and at most 4096, and of a closed form for the tail, where the
/// velocity is near the terminal velocity. An evaluation costs a binary search and one polynomial of degree 18.
///
/// Backward in time the speed becomes infinite within a finite time, so [`beginning`](Trajectory::beginning) is zero. At
/// negative times the flight follows the parabola with the position, velocity and acceleration of the launch.
///
/// ```
/// use kinstep_flight::QuadraticAir;
/// use kinstep_flight::trajectory::Trajectory;
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
pub struct QuadraticFlight<const D: usize> {
    path: Path<D>,
    /// The largest excess of an acceleration of the path over that of the equation \[m/s²\].
    slack: f64,
    law: QuadraticDragLaw<D>,
    wind: SVector<f64, D>,
    /// Unit vector, or zero if there is no up direction.
    up: SVector<f64, D>,
}

impl<const D: usize> QuadraticFlight<D> {
    pub(super) fn new(
        air: &QuadraticAir<D>,
        position: &SVector<f64, D>,
        velocity: &SVector<f64, D>,
    ) -> Self {
        let law = QuadraticDragLaw {
            gravity: air.gravity,
            coefficient: air.coefficient,
        };
        let (path, slack) = solve(&law, &air.wind, position, velocity, air.tolerance);
        Self {
            path,
            slack,
            law,
            wind: air.wind,
            up: air.up(),
        }
    }

    /// The highest point after launch, against gravity; `None` if the flight never rises, or there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<D>> {
        self.apex_along(self.up)
    }
}

impl<const D: usize> Trajectory<D> for QuadraticFlight<D> {
    type Height = QuadraticHeight;

    fn position(&self, time: f64) -> SVector<f64, D> {
        self.path.position(time)
    }

    fn at(&self, time: f64) -> Event<D> {
        let (position, velocity) = self.path.at(time);
        Event {
            time,
            position,
            velocity,
        }
    }

    fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.path.velocity(time)
    }

    /// The acceleration that the equation gives for the velocity at this time.
    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        let path = &self.path;
        match path.piece_at(time) {
            PathPiece::Before => path.before.first,
            _ => {
                let relative = path.velocity(time) - self.wind;
                self.law.acceleration(&relative)
            }
        }
    }

    fn height_over(&self, plane: &Plane<f64, D>) -> QuadraticHeight {
        QuadraticHeight::new(self.path.projected(&plane.normal, plane.distance))
    }

    /// The length of the acceleration never grows: `a · a' = -κ (|u| |a|² + (u · a)²/|u|)`.
    fn acceleration_bound(&self, from: f64, _to: f64) -> f64 {
        let start = self.acceleration(from).norm();
        let rounding = 1.0 + f64::EPSILON * 8.0;
        start * rounding + self.slack
    }

    fn beginning(&self) -> f64 {
        0.0
    }
}
