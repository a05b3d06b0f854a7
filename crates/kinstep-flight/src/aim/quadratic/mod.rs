//! Aiming with drag that grows with the square of the speed.

mod attempt;
mod condition;
mod evaluation;
mod planners;
mod pursuit;
mod search;

use nalgebra::SVector;

use self::evaluation::Evaluator;
use self::pursuit::Pursuit;
use super::error::AimError;
use super::throw::Order;
use crate::QuadraticAir;
use crate::numbers::direction;
use crate::trajectory::IntoVector;
use condition::DragLaw;

/// A throw at a target with quadratic drag. Each method plans it in a different way.
///
/// [`QuadraticAir::aim`] creates a `QuadraticAim`. There is no closed form, so Newton's method
/// finds the launch that hits at a given time: the computation of a flight also gives the
/// derivative of its final state by the launch velocity. All planners except
/// [`in_time`](Self::in_time) evaluate such launches at times that cover all possible hits. The
/// ratio of successive times is at most 1.5, or 2 if nothing moves:
///
/// | planner | fixed quantity |
/// |---|---|
/// | [`in_time`](Self::in_time) | the time of flight |
/// | [`at_speed`](Self::at_speed), [`hits_at_speed`](Self::hits_at_speed), [`earliest_at_speed`](Self::earliest_at_speed) | the speed of launch |
/// | [`with_least_speed`](Self::with_least_speed) | the least speed of launch that hits |
/// | [`attempt`](Self::attempt) | a speed that may be too low to hit |
/// | [`at_straight_line_speed`](Self::at_straight_line_speed) | distance divided by time of flight |
/// | [`at_slope`](Self::at_slope), [`arriving_at_slope`](Self::arriving_at_slope) | the slope of launch or arrival |
/// | [`with_climb_speed`](Self::with_climb_speed), [`lob`](Self::lob) | the upward speed |
///
/// An interval between two times is halved if the speed (or the other quantity of the plan) has
/// more than one extremum on a cubic polynomial, which is determined by the launches at both ends
/// and their rates. In tens of thousands of throws no hit was missed and none was wrong, but there
/// is no proof. If all flights to the target are straight, hits at a speed have a closed form:
/// without gravity for targets at rest in the air, without drag for targets in free fall.
///
/// # Precision
/// The precision does not depend on the tolerance of the air. Errors are due to rounding: less than
/// 1e-13 of the length of the flight, typically 2e-15. The relative error of the speed is 1e-14. If
/// the launch is rounded to `f32`, the hit moves by 1e-7 of the distance.
///
/// # Cost
/// A plan for a time needs about three flights. A plan for a speed or for the least speed needs 25
/// to 40 flights, most of them in low precision: 1.8 million instructions for a target at rest, and
/// 2.9 million for a moving target. A plan for a slope or a climb, which does not limit the speed,
/// needs 15 to 20 million. No plan needs more than 2300 flights of 1024 pieces.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::Trajectory;
///
/// let air = Ballistics::<3>::new([0.0, -9.81, 0.0])
///     .with_terminal_speed(35.0)
///     .with_wind([3.0, 0.0, 0.0]);
/// let (from, target) = ([0.0, 2.0, 0.0], [30.0, 0.0, 10.0]);
/// let arcs = air.quadratic().aim(from, target).at_speed(25.0)?;
/// let flight = air.quadratic().launch(from, arcs.direct.velocity);
/// let miss = flight.position(arcs.direct.time_of_flight) - kinstep_flight::nalgebra::Vector3::from(target);
/// assert!(miss.norm() < 1e-6);
/// # Ok::<(), kinstep_flight::aim::AimError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuadraticAim<const D: usize> {
    air: QuadraticAir<D>,
    order: Order<D>,
}

impl<const D: usize> QuadraticAir<D> {
    /// Returns a throw from a point \[m\] at a target \[m\], with quadratic drag.
    #[must_use]
    pub fn aim(&self, from: impl IntoVector<D>, target: impl IntoVector<D>) -> QuadraticAim<D> {
        QuadraticAim {
            air: *self,
            order: Order::new(from, target),
        }
    }
}

impl<const D: usize> QuadraticAim<D> {
    /// Sets the velocity of the target \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl IntoVector<D>) -> Self {
        self.order = self.order.moving(velocity);
        self
    }

    /// Sets the constant acceleration of the target \[m/s²\].
    #[must_use]
    pub fn accelerating(mut self, acceleration: impl IntoVector<D>) -> Self {
        self.order = self.order.accelerating(acceleration);
        self
    }

    /// Sets the velocity of the shooter \[m/s\]. Launch speeds are relative to the shooter, and
    /// [`Launch::velocity`](super::Launch::velocity) includes the velocity of the shooter.
    #[must_use]
    pub fn shooter_moving(mut self, velocity: impl IntoVector<D>) -> Self {
        self.order = self.order.shooter_moving(velocity);
        self
    }

    /// Returns the search for launches, in the frame of the air.
    fn evaluator(&self) -> Result<Evaluator<D>, AimError> {
        self.air.check()?;
        self.order.check()?;
        let order = &self.order;
        let target_velocity = order.target_velocity;
        let zero = SVector::<f64, D>::zeros();
        let moving = [
            order.target_velocity,
            order.target_acceleration,
            order.shooter_velocity,
        ];
        let gravity = self.air.gravitational_acceleration();
        let wind = self.air.wind();
        let law = DragLaw {
            pull: gravity.norm(),
            drag: self.air.coefficient(),
        };
        let down = direction(&gravity);
        // the numbers of a target that is meant to fall freely, to move at a constant velocity, or
        // to drift at the terminal velocity may differ from the exact numbers by rounding; then the
        // exact numbers are used
        let tolerance = 4.0 * f64::EPSILON;
        let meant = |given: SVector<f64, D>, meant: SVector<f64, D>, terms: f64| {
            let is_rounding = (given - meant).norm() <= tolerance * (terms + meant.norm());
            if is_rounding { meant } else { given }
        };
        let mut velocity = target_velocity - wind;
        if law.terminal_speed().is_finite() {
            let terms = target_velocity.norm() + wind.norm();
            velocity = meant(velocity, down * law.terminal_speed(), terms);
        }
        let mut acceleration = order.target_acceleration;
        acceleration = meant(acceleration, down * law.pull, acceleration.norm());
        acceleration = meant(acceleration, SVector::zeros(), law.pull);
        Ok(Evaluator::new(Pursuit {
            law,
            down,
            start: order.target - order.from,
            velocity,
            acceleration,
            shooter: order.shooter_velocity - wind,
            wind,
            still: moving.iter().all(|vector| *vector == zero),
        }))
    }
}
