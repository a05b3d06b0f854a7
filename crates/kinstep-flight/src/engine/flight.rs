//! The flight of a body that is stepped by an engine.

use nalgebra::SVector;

use super::map::{CurveCoefficients, StepMap};
use super::step::EngineStep;
use crate::flow::Decay;
use crate::trajectory::{Event, Flight, FlightHeight, Plane, Trajectory};

/// The flight of a body without contacts that is stepped by a game engine.
///
/// [`after_steps`](Self::after_steps) returns the result of the engine's loop in closed form, to
/// the rounding of one evaluation; ten steps take as much time as a million. One smooth curve
/// contains all steps. This curve is itself a flight with linear drag, so [`Trajectory`] answers
/// all queries about it: landing, apex, closest approach.
///
/// The velocity that an engine reports is not the derivative of its positions.
/// [`velocity`](Trajectory::velocity) is the reported velocity, at steps and between them;
/// [`tangent`](Trajectory::tangent) is the derivative of the curve.
///
/// # Comparison with the literature
///
/// "Precise Trajectories in Games" (Mario Binder, 2023) gives the right velocity of the rule
/// [`EngineStep::unity`] in the article's eq. (11). The position, eq. (23), is the integral of that
/// velocity. But the engine sums the velocities at the *ends* of steps, so the error of eq. (23) is
/// `(v₀ - v) dt/2`. With dt = 0.02 s, d = 0.1/s and a launch at 300 m/s upward, the error is 3.97 m
/// after 60 s; from rest, 0.98 m. Without drag the article uses eq. (24), the parabola: it is the
/// limit of (23), and its error is `a t dt/2`, here 5.89 m. The printed code omits the launch
/// velocity, and its terms cancel for weak drag. In `f32`, with the launch velocity added, the
/// error at a drag of 10⁻⁵ per second is kilometres, and a drag of 10⁻⁶ gives NaN. Here the drag
/// may be arbitrarily weak or zero, without a special case.
///
/// [The front page](crate) compares the other statements of the article.
///
/// # Precision
///
/// After whole steps, the errors of position and velocity are within 4 ε of the sum of the
/// magnitudes of their terms. The relative error of the remaining launch velocity `qⁿ v₀` is at
/// most 4 ε max(1, nℓ). The curve between steps is a [`Flight`]; it agrees with the steps to the
/// rounding of that flight.
///
/// ```
/// use kinstep_flight::EngineStep;
///
/// let host = EngineStep::rapier(1.0 / 60.0).gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let after_a_second = host.after_steps(60);
/// assert!((after_a_second.position.x - 30.0_f64).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EngineFlight<const D: usize> {
    step: EngineStep<D>,
    /// The map of one substep; `None` if the step is invalid.
    map: Option<StepMap>,
    /// The smooth curve through all steps; `None` if there is no such curve.
    curve: Option<CurveCoefficients>,
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
    path: Flight<D>,
}

impl<const D: usize> EngineFlight<D> {
    pub(super) fn new(
        step: EngineStep<D>,
        map: Option<StepMap>,
        position: SVector<f64, D>,
        velocity: SVector<f64, D>,
    ) -> Self {
        let gravity = &step.gravity;
        let curve = map.and_then(|map| map.curve(0.5 * f64::EPSILON));
        let path = match &curve {
            Some(curve) => Flight::new(
                position,
                velocity * curve.launch + gravity * curve.lead,
                gravity * curve.pull,
                curve.rate,
            )
            .with_up(step.up()),
            None => Flight::new(position, velocity, *gravity, f64::NAN),
        };
        Self {
            step,
            map,
            curve,
            position,
            velocity,
            path,
        }
    }

    /// Returns the position after this many whole steps, and the velocity that the engine then
    /// reports.
    ///
    /// The result is also exact if an Euler rule reverses the velocity in every step, so that there
    /// is no curve.
    #[must_use]
    pub fn after_steps(&self, steps: u64) -> Event<D> {
        let time = self.time_of(steps);
        if steps == 0 {
            return Event {
                time,
                position: self.position,
                velocity: self.velocity,
            };
        }
        let Some(motion) = self.map.as_ref().map(|map| map.after(steps)) else {
            let nan = SVector::repeat(f64::NAN);
            return Event {
                time,
                position: nan,
                velocity: nan,
            };
        };
        let gravity = &self.step.gravity;
        let components = |axis: usize| [self.position[axis], self.velocity[axis], gravity[axis]];
        Event {
            time,
            position: SVector::from_fn(|axis, _| {
                let [x, v, a] = components(axis);
                x + (v * motion.xv + a * motion.xa)
            }),
            velocity: SVector::from_fn(|axis, _| {
                let [_, v, a] = components(axis);
                v * motion.vv + a * motion.va
            }),
        }
    }

    /// Returns the number of steps after which the engine's time is at least `time` \[s\]: the
    /// first step at which a game sees the state at that time. The number is 0 for times before
    /// launch.
    #[must_use]
    pub fn first_step_after(&self, time: f64) -> u64 {
        // the quotient may be wrong by rounding, so bisect among nearby counts and compare the
        // rounded times of steps
        let quotient = time / self.step.time_step();
        let spread = 4.0 * f64::EPSILON;
        let mut first = floor_to_u64(quotient * (1.0 - spread));
        let mut last = floor_to_u64(quotient * (1.0 + spread)).saturating_add(2);
        while first < last {
            let middle = first + (last - first) / 2;
            if self.time_of(middle) < time {
                first = middle + 1;
            } else {
                last = middle;
            }
        }
        first
    }

    /// Returns the highest point after launch, against gravity, of the curve between steps; `None`
    /// if the curve never rises or there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<D>> {
        self.apex_along(self.step.up())
    }

    /// Returns the engine's step.
    #[must_use]
    pub fn step(&self) -> &EngineStep<D> {
        &self.step
    }

    fn time_of(&self, steps: u64) -> f64 {
        steps as f64 * self.step.time_step()
    }
}

impl<const D: usize> Trajectory<D> for EngineFlight<D> {
    type Height = FlightHeight;

    #[inline]
    fn position(&self, time: f64) -> SVector<f64, D> {
        self.path.position(time)
    }

    /// Returns the velocity that the engine reports; it is not the derivative of the position.
    #[inline]
    fn velocity(&self, time: f64) -> SVector<f64, D> {
        match &self.curve {
            Some(curve) => {
                let decay = Decay::new(curve.rate, time);
                self.velocity * decay.left + self.step.gravity * (curve.report * decay.velocity)
            }
            None => SVector::repeat(f64::NAN),
        }
    }

    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        self.path.acceleration(time)
    }

    #[inline]
    fn tangent(&self, time: f64) -> SVector<f64, D> {
        self.path.velocity(time)
    }

    fn height_over(&self, plane: &Plane<f64, D>) -> FlightHeight {
        self.path.height_over(plane)
    }

    fn acceleration_bound(&self, from: f64, to: f64) -> f64 {
        self.path.acceleration_bound(from, to)
    }

    fn sample(
        &self,
        from: f64,
        step: f64,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<f64, D>> {
        self.path.sample(from, step, count)
    }
}

/// Rounds a number down. Negative numbers and NaN become 0; numbers that are too large become
/// `u64::MAX`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, as wanted"
)]
fn floor_to_u64(quotient: f64) -> u64 {
    quotient as u64
}
