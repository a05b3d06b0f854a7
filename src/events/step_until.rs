//! Steps that end at an event.

use super::boundary::FirstEvent;
use super::moving::BySteps;
use super::until::Until;
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::Scheme;
use crate::trajectory::Event;
use crate::world::{StepError, World};

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Steps the world by `dt` seconds, or to the first event of a body if that is earlier. The
    /// time of the event is the duration of the step that was made; the caller steps by the
    /// remainder. Bodies ignore [surfaces](World::add_surface).
    ///
    /// If the forces on the body are linear, under [`Scheme::FlowKick`], [`Scheme::FlowKick4`] or
    /// [`Scheme::WeakKick`], the event is provably the first, and the world stops at it to
    /// rounding. Otherwise the search uses the cubic polynomial through both ends of the step. The
    /// step length is then found by iteration, so that the world also stops at the event. An event
    /// is always found if the body is on different sides of the boundary at the ends of the step.
    /// The search may miss two opposite crossings within one step. Note that two shorter steps give
    /// a result different from that of one long step.
    ///
    /// An event that is at the end of a step, to rounding, belongs to that step: the time of the
    /// event is `dt`. The next step does not report it again, even after calls of zero length.
    ///
    /// # Bodies that start on the plane
    ///
    /// A body may start on the plane or sphere that it is to cross, to the rounding of its coordinates (about 4 ε times their size):
    ///
    /// | the body | event |
    /// |---|---|
    /// | was stopped on the plane by the last call, and its state is unchanged | no event: the body passes through |
    /// | moves away to the side that is not awaited | no event until the body returns |
    /// | moves through the plane (not with [`Crossing::Any`](crate::trajectory::Crossing::Any), which has no such side) | at time 0; the world is not stepped |
    /// | is accelerated through the plane, and is too slow to rise above rounding | also at time 0: the body rests |
    /// | stays on the plane, to rounding, because its forces cancel | no event |
    ///
    /// A clone of a world remembers the last event; a world restored from a snapshot does not.
    ///
    /// [Forces for the next step](World::apply_force) act for all of `dt`: after an event they act for the remainder.
    ///
    /// The caller has to handle a resting body: balance its forces by
    /// [`apply_force`](World::apply_force), or step on and put the body back. Otherwise the next
    /// call returns an error. As an example, a ball bounces and comes to rest:
    ///
    /// ```
    /// use kinstep::Until;
    /// use kinstep::trajectory::{Crossing, Plane};
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let ball = world.add_body(Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]))?;
    /// let ground = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    ///
    /// let frame = 1.0 / 60.0; // seconds
    /// let slow = 9.81 * frame; // the speed that gravity gives a resting body in a frame
    /// for _ in 0..600 {
    ///     let mut left = frame;
    ///     while let Some(event) = world.step_until(left, &ground)? {
    ///         left -= event.time;
    ///         if event.velocity.y < -slow {
    ///             world[ball].velocity.y *= -0.8; // a bounce
    ///             continue;
    ///         }
    ///         // too slow for one: it lies on the ground for the rest of the frame
    ///         world.step(left)?;
    ///         world[ball].position.y = 0.0;
    ///         world[ball].velocity.y = 0.0;
    ///         break;
    ///     }
    /// }
    /// assert_eq!((world[ball].position.y, world[ball].velocity.y), (0.0, 0.0));
    /// assert!((world[ball].position.x - 20.0).abs() < 1e-12); // it still slides
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `dt` is negative or not finite, the body is not in this world, a number of `until` is not
    /// finite, or the step fails. Also if the last event reported that the body rests, but its
    /// forces do not cancel. After an error the world is unchanged.
    #[inline(never)]
    #[doc(alias(
        "bounce",
        "collision",
        "time of impact",
        "tunneling",
        "continuous collision detection"
    ))]
    pub fn step_until(
        &mut self,
        dt: T,
        until: &Until<T, D>,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        self.move_until(&BySteps, dt, until)
    }

    /// Steps the world by `dt`, or to the first event; returns the event's time \[s\].
    pub(super) fn step_to_first(
        &mut self,
        dt: T,
        until: &Until<T, D>,
        index: usize,
    ) -> Result<Option<T>, StepError<T>> {
        let flight = match self.scheme() {
            Scheme::FlowKick | Scheme::FlowKick4 | Scheme::WeakKick => {
                self.trajectory(until.body).ok()
            }
            _ => None,
        };
        let Some(mut flight) = flight else {
            return self.step_by_root_search(dt, until, index);
        };
        flight.push(&self.applied_acceleration(index).map(to_f64));
        let time = until.first_time(&flight, dt)?;
        self.step_freely(time.unwrap_or(dt))?;
        Ok(time)
    }

    /// Like [`step_to_first`](Self::step_to_first), without a closed form: finds the length of the step by trial steps.
    fn step_by_root_search(
        &mut self,
        dt: T,
        until: &Until<T, D>,
        index: usize,
    ) -> Result<Option<T>, StepError<T>> {
        let before = self.checkpoint();
        let start = self.body_slice()[index];
        self.step_freely(dt)?;
        let end = self.body_slice()[index];
        let mut search = FirstEvent::<_, D, CUBIC_TERMS>::new(until, &start);
        let guess = match search.first_in([0.0, to_f64(dt)], &mut cubic(&start, &end, dt)) {
            Ok(guess) => guess,
            Err(error) => {
                self.roll_back(&before);
                return Err(error);
            }
        };
        let ends_across = until.ends_across(&start, &end);
        if guess.is_none() && !ends_across {
            return Ok(None);
        }
        let mut failure = None;
        let mut trial = |time: f64| {
            self.roll_back(&before);
            match self.step_freely(from_f64(time)) {
                Ok(()) => until.distance(&self.body_slice()[index]).0,
                Err(error) => {
                    failure = Some(error);
                    // the value zero ends the root search
                    0.0
                }
            }
        };
        let whole = to_f64(dt);
        // the event on the cubic is wrong by a fraction of the step: widens the bracket around it
        // until the sign changes
        let around = guess.into_iter().flat_map(|guess| {
            [1.0 / 64.0, 1.0 / 16.0, 1.0 / 4.0, 1.0].map(|fraction| {
                let from = guess - (fraction * whole).min(0.5 * guess);
                (from, (guess + fraction * whole).min(whole))
            })
        });
        let (start_distance, grain) = until.distance(&start);
        let starts_on = start_distance.abs() <= grain;
        let brackets = around.chain(ends_across.then_some((0.0, whole)));
        let mut found = None;
        for (from, to) in brackets {
            let after = trial(to);
            let before = match from {
                // the distance does not show from which side the body comes, so the sign after it
                // is used
                0.0 if starts_on => -after,
                0.0 => start_distance,
                _ => trial(from),
            };
            // a body that starts on the event has to leave it before the next crossing counts
            let has_left = !starts_on || from == 0.0 || before.abs() > 2.0 * grain;
            let changes = before != 0.0 && before.signum() * after < 0.0 && has_left;
            if changes && until.direction().includes(after > 0.0) {
                let epsilon = to_f64(T::default_epsilon());
                let ends = [(from, before), (to, after)];
                found = Some(root_of_steps(&mut trial, ends, epsilon));
                break;
            }
        }
        let found = found.map(from_f64);
        self.roll_back(&before);
        if let Some(error) = failure {
            return Err(error);
        }
        self.step_freely(found.unwrap_or(dt))?;
        Ok(found)
    }
}

/// Returns the body at a time on the cubic polynomial `p + v t + b t² + c t³`, which has the
/// positions and velocities of the body at both ends of a step of `dt` \[s\]. With the mean
/// velocity m: `b = (3 m - 2 v₀ - v₁)/dt`, `c = (v₀ + v₁ - 2 m)/dt²`.
fn cubic<T: Real<D>, const D: usize>(
    start: &Body<T, D>,
    end: &Body<T, D>,
    dt: T,
) -> impl Fn(f64) -> Body<T, D> {
    let [two, three]: [T; 2] = [2.0, 3.0].map(nalgebra::convert);
    let (start, mean) = (*start, (end.position - start.position) / dt);
    let b = (mean * three - start.velocity * two - end.velocity) / dt;
    let c = (start.velocity + end.velocity - mean * two) / dt / dt;
    move |time| {
        let (mut body, time) = (start, from_f64::<T>(time));
        body.position += (start.velocity + (b + c * time) * time) * time;
        body.velocity += (b * two + c * (three * time)) * time;
        body
    }
}

/// Number of terms of the squared distance along the cubic polynomial, which has degree 6.
const CUBIC_TERMS: usize = 7;

/// Returns the time at which the sign of a function changes between two times, given its values at
/// both times.
///
/// The derivative is unknown, because a step of another length is another motion with another final
/// velocity. The method is the Illinois variant of false position, with a bisection for every third
/// value.
fn root_of_steps(
    mut function: impl FnMut(f64) -> f64,
    [mut from, mut to]: [(f64, f64); 2],
    epsilon: f64,
) -> f64 {
    let rises = to.1 > 0.0;
    let mut moved_last = None;
    for count in 0..MOST_TRIALS {
        let grain = epsilon * to.0;
        let width = to.0 - from.0;
        if width <= 2.0 * grain {
            break;
        }
        let secant = to.0 - to.1 * (width / (to.1 - from.1));
        let time = if count % 3 < 2 && secant >= from.0 && secant <= to.0 {
            secant.clamp(from.0 + grain, to.0 - grain)
        } else {
            0.5 * (from.0 + to.0)
        };
        let value = function(time);
        if value == 0.0 {
            return time;
        }
        let is_after = (value > 0.0) == rises;
        let (moved, kept) = if is_after {
            (&mut to, &mut from)
        } else {
            (&mut from, &mut to)
        };
        *moved = (time, value);
        if moved_last == Some(is_after) {
            // halves the value at the end of the bracket that did not move, so that this end moves
            // next
            kept.1 *= 0.5;
        }
        moved_last = Some(is_after);
    }
    to.0
}

/// Maximum number of values for one root. With a bisection for every third value, this suffices for any exponent.
const MOST_TRIALS: usize = 4000;
