//! Steps that stop where something happens.

use super::super::event::{Event, SpanError, root_between};
use super::cubic::Cubic;
use super::until::Until;
use crate::scheme::Scheme;
use crate::space::{Real, narrow, widen};
use crate::world::{NoSuchBody, StepError, World};

/// Why [`World::step_until`] left the world as it was.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepUntilError<T> {
    /// The step is negative: the first event is one of the future.
    #[error("the step is {dt} s; looking for events needs one that is not negative")]
    Backwards {
        /// The length given \[s\].
        dt: T,
    },
    /// The body that is watched is not in the world.
    #[error(transparent)]
    NoSuchBody(#[from] NoSuchBody),
    /// What is waited for has a number that is NaN or infinite.
    #[error("what is waited for has a number that is NaN or infinite")]
    NotFinite,
    /// The search for the event did not end.
    #[error(transparent)]
    Search(SpanError<T>),
    /// The step itself cannot be made.
    #[error(transparent)]
    Step(#[from] StepError<T>),
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Moves the world by `dt` seconds, or only to the moment at which something happens to a body, if that
    /// is sooner. The event's time is how far the world was moved; what is left of the step is for the
    /// caller to take.
    ///
    /// Where the forces on the body are linear, under [`Scheme::FlowKick`] or [`Scheme::FlowKick4`], the event is the
    /// first there is, proven, and the world then stands on it to rounding. Elsewhere the event is looked for on the
    /// cubic through both ends of the step, and the length of the step is then solved for, so that the world stands
    /// on the event as well; but what happens and is undone within one step may be missed, and a split step
    /// is another one. A body that starts on a plane does not cross it there, so that a step can be continued.
    ///
    /// ```
    /// use kinstep::ballistics::{Crossing, Plane, Until};
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let ball = world.add_body(Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]))?;
    /// let ground = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    ///
    /// let mut left = 0.5; // seconds
    /// while let Some(event) = world.step_until(left, &ground)? {
    ///     assert!(world[ball].position.y.abs() < 1e-15);
    ///     world[ball].velocity.y *= -0.8; // a bounce
    ///     left -= event.time;
    /// }
    /// assert_eq!(world.time(), 0.5);
    /// assert!(world[ball].velocity.y > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `dt` is negative or not finite, the body is not in this world, what is waited for is not finite, or the
    /// step cannot be made. The world is then as it was.
    pub fn step_until(
        &mut self,
        dt: T,
        until: &Until<T, D>,
    ) -> Result<Option<Event<T, D>>, StepUntilError<T>> {
        if dt < T::zero() {
            return Err(StepUntilError::Backwards { dt });
        }
        if !until.is_finite() {
            return Err(StepUntilError::NotFinite);
        }
        let body = until.body;
        let place = self.place(body)?;
        if !dt.is_finite() || dt == T::zero() {
            self.step(dt)?;
            return Ok(None);
        }
        let flight = match self.scheme() {
            Scheme::FlowKick | Scheme::FlowKick4 => self.trajectory(body).ok(),
            _ => None,
        };
        let Some(mut flight) = flight else {
            return self.step_until_by_trial(dt, until, place);
        };
        flight.push(&self.push_on(place));
        let time = until.first(&flight, dt).map_err(StepUntilError::Search)?;
        self.step(time.unwrap_or(dt))?;
        Ok(time.map(|time| self.event(time, until)))
    }

    /// Where there is no closed form.
    fn step_until_by_trial(
        &mut self,
        dt: T,
        until: &Until<T, D>,
        place: usize,
    ) -> Result<Option<Event<T, D>>, StepUntilError<T>> {
        let before = self.moment();
        let start = self.bodies()[place];
        self.step(dt)?;
        let end = self.bodies()[place];
        let cubic = Cubic::new(
            (start.position, start.velocity),
            (end.position, end.velocity),
            dt,
        );
        let guess = match until.first(&cubic, dt) {
            Ok(Some(guess)) => guess,
            Ok(None) => return Ok(None),
            Err(error) => {
                self.return_to(&before);
                return Err(StepUntilError::Search(error));
            }
        };
        let acceleration = (end.velocity - start.velocity) / dt;
        let mut failure = None;
        let mut trial = |time: f64| {
            self.return_to(&before);
            match self.step(narrow(time)) {
                Ok(()) => until.sign_and_rate(&self.bodies()[place], &acceleration),
                Err(error) => {
                    failure = Some(error);
                    // found, as far as the search goes
                    (0.0, 0.0)
                }
            }
        };
        let (guess, all) = (widen(guess), widen(dt));
        // the cubic is off by a part of the step: a wider and wider stretch around its event
        let mut found = None;
        for share in [1.0 / 64.0, 1.0 / 16.0, 1.0 / 4.0, 1.0] {
            let from = guess - (share * all).min(0.5 * guess);
            let to = (guess + share * all).min(all);
            let (one, other) = (trial(from).0, trial(to).0);
            if one * other < 0.0 {
                let time = root_between(&mut trial, (from, to), other > 0.0, Some(guess));
                found = Some(narrow(time));
                break;
            }
        }
        self.return_to(&before);
        if let Some(error) = failure {
            return Err(error.into());
        }
        self.step(found.unwrap_or(dt))?;
        Ok(found.map(|time| self.event(time, until)))
    }

    /// What happened to the body, now.
    fn event(&mut self, time: T, until: &Until<T, D>) -> Event<T, D> {
        let body = &mut self[until.body];
        until.settle(body);
        Event {
            time,
            position: body.position,
            velocity: body.velocity,
        }
    }
}
