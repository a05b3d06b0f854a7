//! The flight of a body that an engine steps.

use nalgebra::{RealField, SVector};

use super::map::{Curve, StepMap};
use super::step::EngineStep;
use crate::ballistics::{Arc, Event, Flight, FlightHeight, Plane, Trajectory};
use crate::flow::Decay;
use crate::space::{narrow, widen};

/// Where an engine will have a body that nothing touches.
///
/// [`after_steps`](Self::after_steps) is the engine's loop without the loop: the same answer to the rounding of one
/// evaluation, for ten steps as for a million, at the same price. Between the steps runs the one smooth curve that
/// goes through all of them and is itself a flight under linear drag, so that all questions to a
/// [`Trajectory`] have their answers here: when it lands, how high it gets, how close it comes.
///
/// An engine moves a body by another velocity than the one it reports. [`velocity`](Trajectory::velocity) is what
/// the engine reports, in steps and between them; [`tangent`](Trajectory::tangent) is the direction of the curve.
///
/// # Beside what has been published
///
/// "Precise Trajectories in Games" (Mario Binder, 2023) has the velocity of the rule that is [`EngineStep::unity`]
/// here, its eq. (11), and that is right. Its position, eq. (23), is the integral of that velocity. The engine takes a
/// sum instead, of velocities at the *ends* of steps, and a sum is not an integral: by (23) the body is
/// `(v₀ - v) dt/2` from where the engine has it. With dt = 0.02 s, d = 0.1/s and a launch at 300 m/s upward that is
/// 3.97 m after 60 s; from rest, 0.98 m. Without drag the article changes to eq. (24), the parabola: the limit of (23), and
/// off by as much, `a t dt/2` or 5.89 m. As printed, its code leaves out the launch velocity; and its terms
/// cancel for small drag: in `f32`, with that term put back, a drag of 10⁻⁵ per second is kilometres off, and one of 10⁻⁶
/// gives no number. Here drag may be as small as one likes, or zero, with no case of its own.
///
/// The article sees two drawbacks of closed forms:
///
/// * *Far ahead they lose precision*, as powers with large exponents do. These do not: n enters by `nℓ` with
///   `ℓ = -ln(1 - d dt)` from `ln_1p`, and all terms of the sums are positive. After a million steps the result is still
///   within 4 ε of its terms, where the loop itself has collected the rounding of a million additions.
/// * *A loop is cheaper for a short flight, or for a whole path.* A path is what [`sample`](Trajectory::sample)
///   is for: it takes an exponential for one point in sixteen, and a few products for the others.
///
/// # Precision
///
/// Whole steps: within 4 ε of the sum of the terms, in position and velocity; what is left of the launch
/// velocity, `qⁿ v₀`, within 4 ε max(1, nℓ) of itself. The curve between is a [`Flight`], and agrees with the steps to
/// its own rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct EngineFlight<T, const D: usize> {
    step: EngineStep<T, D>,
    /// None where steps make no sense.
    map: Option<StepMap>,
    /// None where there is no curve between steps.
    curve: Option<Curve>,
    position: SVector<T, D>,
    velocity: SVector<T, D>,
    path: Flight<T, D>,
}

impl<T: RealField + Copy, const D: usize> EngineFlight<T, D> {
    pub(super) fn new(
        step: EngineStep<T, D>,
        map: Option<StepMap>,
        position: SVector<T, D>,
        velocity: SVector<T, D>,
    ) -> Self {
        let gravity = step.acceleration();
        let curve = map.and_then(|map| map.curve(0.5 * widen(T::default_epsilon())));
        let path = match &curve {
            Some(curve) => Flight::new(
                position,
                velocity * narrow::<T>(curve.launch) + gravity * narrow::<T>(curve.lead),
                gravity * narrow::<T>(curve.pull),
                narrow(curve.rate),
            )
            .with_up(step.up()),
            None => Flight::new(position, velocity, *gravity, narrow(f64::NAN)),
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

    /// Where the engine has the body after so many whole steps, and the velocity that it reports then.
    ///
    /// Right also where an Euler rule turns the velocity round in every step, and there is no curve.
    #[must_use]
    pub fn after_steps(&self, steps: u64) -> Event<T, D> {
        let time = self.time_of(steps);
        if steps == 0 {
            return Event {
                time,
                position: self.position,
                velocity: self.velocity,
            };
        }
        let Some(motion) = self.map.as_ref().map(|map| map.after(steps)) else {
            let nowhere = SVector::repeat(narrow(f64::NAN));
            return Event {
                time,
                position: nowhere,
                velocity: nowhere,
            };
        };
        let gravity = self.step.acceleration();
        let along =
            |axis: usize| [self.position[axis], self.velocity[axis], gravity[axis]].map(widen);
        Event {
            time,
            position: SVector::from_fn(|axis, _| {
                let [x, v, a] = along(axis);
                narrow(x + (v * motion.xv + a * motion.xa))
            }),
            velocity: SVector::from_fn(|axis, _| {
                let [_, v, a] = along(axis);
                narrow(v * motion.vv + a * motion.va)
            }),
        }
    }

    /// How many steps the engine takes to reach this time \[s\] or pass it: the first step at which a game sees what
    /// happened then. It is 0 for times before launch.
    #[must_use]
    pub fn first_step_after(&self, time: T) -> u64 {
        // the count by division may be off by rounding; which one is right is told by the times of steps themselves
        let quotient = widen(time) / widen(self.step.time_step());
        let spread = 4.0 * widen(T::default_epsilon());
        let mut first = whole(quotient * (1.0 - spread));
        let mut last = whole(quotient * (1.0 + spread)).saturating_add(2);
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

    /// The highest point after launch, against gravity, of the curve between steps; none if it never rises, or there is
    /// no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<T, D>> {
        self.apex_along(self.step.up())
    }

    /// How it is stepped.
    #[must_use]
    pub fn step(&self) -> &EngineStep<T, D> {
        &self.step
    }

    fn time_of(&self, steps: u64) -> T {
        narrow(steps as f64 * widen(self.step.time_step()))
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for EngineFlight<T, D> {
    type Height = FlightHeight;

    #[inline]
    fn position(&self, time: T) -> SVector<T, D> {
        self.path.position(time)
    }

    /// What the engine reports, which is not the derivative of the position.
    #[inline]
    fn velocity(&self, time: T) -> SVector<T, D> {
        match &self.curve {
            Some(curve) => {
                let decay = Decay::new(curve.rate, widen(time));
                self.velocity * narrow::<T>(decay.left)
                    + *self.step.acceleration() * narrow::<T>(curve.report * decay.velocity)
            }
            None => SVector::repeat(narrow(f64::NAN)),
        }
    }

    fn acceleration(&self, time: T) -> SVector<T, D> {
        self.path.acceleration(time)
    }

    #[inline]
    fn tangent(&self, time: T) -> SVector<T, D> {
        self.path.velocity(time)
    }

    fn height_over(&self, plane: &Plane<T, D>) -> FlightHeight {
        self.path.height_over(plane)
    }

    fn acceleration_bound(&self, from: T, to: T) -> T {
        self.path.acceleration_bound(from, to)
    }

    fn arc(&self, from: T, to: T) -> Arc<T, D> {
        self.path.arc(from, to)
    }

    fn sample(
        &self,
        from: T,
        step: T,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<T, D>> {
        self.path.sample(from, step, count)
    }
}

/// How many whole steps a quotient holds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounds down, as it should; what is below zero or not a number becomes zero, and what is too large the largest"
)]
fn whole(quotient: f64) -> u64 {
    quotient as u64
}
