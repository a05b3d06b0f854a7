//! The flight of a body that an engine steps.

use nalgebra::SVector;

use super::map::{CurveCoefficients, StepMap};
use super::step::EngineStep;
use crate::flow::Decay;
use crate::trajectory::{Event, Flight, FlightHeight, Plane, Trajectory};

/// The flight of a body without contacts, as a game engine steps it.
///
/// [`after_steps`](Self::after_steps) gives the result of the engine's loop in closed form, to the rounding of one evaluation; ten steps
/// cost as much as a million. One smooth curve passes through all steps. This curve is itself a flight under linear drag, so
/// [`Trajectory`] answers all queries about it: landing, apex, closest approach.
///
/// The engine reports a velocity that is not the derivative of its positions. [`velocity`](Trajectory::velocity) is the
/// reported velocity, at steps and between them; [`tangent`](Trajectory::tangent) is the derivative of the curve.
///
/// # Comparison with the literature
///
/// "Precise Trajectories in Games" (Mario Binder, 2023) gives the velocity of the rule [`EngineStep::unity`] correctly in
/// the article's eq. (11). The position, eq. (23), is the integral of that velocity. The engine sums the velocities at the *ends* of
/// steps instead, so eq. (23) is off by `(v₀ - v) dt/2`. With dt = 0.02 s, d = 0.1/s and a launch at 300 m/s upward that is
/// 3.97 m after 60 s; from rest, 0.98 m. Without drag the article changes to eq. (24), the parabola: the limit of (23), and
/// off by `a t dt/2`, here 5.89 m. The printed code omits the launch velocity, and terms of the code cancel for small drag: in
/// `f32`, with the launch velocity restored, a drag of 10⁻⁵ per second is kilometres off, and a drag of 10⁻⁶ gives NaN. Here
/// the drag may be arbitrarily small or zero, without a special case.
///
/// [The front page](crate) compares the other statements of the article.
///
/// # Precision
///
/// After whole steps position and velocity are within 4 ε of the sum of their terms; the remaining launch velocity `qⁿ v₀` has a
/// relative error of at most 4 ε max(1, nℓ). The curve between steps is a [`Flight`]; it agrees with the steps to the
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
    /// The smooth curve through all steps; `None` if no curve joins the steps.
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

    /// The position after this many whole steps, and the velocity that the engine reports then.
    ///
    /// The result is also exact where an Euler rule reverses the velocity in every step, and no curve exists.
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

    /// The number of steps after which the engine's time is at least `time` \[s\]: the first step at which a game sees the state of that
    /// time. The number is 0 for times before launch.
    #[must_use]
    pub fn first_step_after(&self, time: f64) -> u64 {
        // the quotient may be off by rounding, so bisect among nearby counts, comparing the rounded times of steps
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

    /// The highest point after launch, against gravity, of the curve between steps; `None` if the curve never rises, or
    /// there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<D>> {
        self.apex_along(self.step.up())
    }

    /// The engine's step.
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

    /// The velocity that the engine reports, which is not the derivative of the position.
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

/// Rounds a number down; negative numbers and NaN become 0, numbers that are too large become `u64::MAX`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, as wanted"
)]
fn floor_to_u64(quotient: f64) -> u64 {
    quotient as u64
}
