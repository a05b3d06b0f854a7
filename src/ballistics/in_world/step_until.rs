//! Steps that stop where something happens.

use super::super::event::{Event, SpanError, root_between};
use super::cubic::Cubic;
use super::start::Start;
use super::until::Until;
use crate::scheme::Scheme;
use crate::space::{Real, narrow, widen};
use crate::world::{BodyId, NoSuchBody, StepError, World};

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
    /// The body rests on what it waits for. It was told so at time 0, and nothing was done about it.
    #[error(
        "body {body} rests, and {acceleration} m/s² pull it through: that was told at time 0, and nothing holds it; \
         carry it, move it off, or go on by `World::step`"
    )]
    NotHeld {
        /// The body.
        body: BodyId,
        /// What pulls it through \[m/s²\].
        acceleration: T,
    },
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
    /// is another one.
    ///
    /// # Bodies that start on the plane
    ///
    /// As far as the rounding of its coordinates tells (some 4 ε of their size), a body may start on the plane, or on the
    /// sphere that it is to leave:
    ///
    /// | it | event |
    /// |---|---|
    /// | was stopped there by this call and still moves as it did | none: it goes on through |
    /// | moves off, to the side that is not asked for | none, until it is back |
    /// | moves into the plane ([`Crossing::Any`](crate::ballistics::Crossing::Any) has no such side) | at time 0; nothing is moved |
    /// | is pulled into it, and too slow to get off by more than rounding | at time 0, too: it rests |
    /// | is held there, to rounding, by forces that cancel | none: it stays on the plane |
    ///
    /// A clone knows what was told, and a world that was restored from a snapshot does not.
    ///
    /// A body at rest needs an answer: carry it by [`apply_force`](World::apply_force), or step on and put it back. If
    /// it has none, the next call is refused. A ball that bounces, and comes to rest:
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
    /// let frame = 1.0 / 60.0; // seconds
    /// let slow = 9.81 * frame; // what gravity makes of rest within a frame
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
    /// If `dt` is negative or not finite, the body is not in this world, what is waited for is not finite, or the
    /// step cannot be made; if the body rests, was told to at time 0, and nothing holds it. The world is then as it was.
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
        let start = self.start(until, place, dt);
        let mut passes = false;
        if let Start::Into {
            moves,
            is_slow,
            pull,
        } = start
        {
            let told = self.told().filter(|told| told.is_of(until, self.steps()));
            if is_slow && told.is_some_and(|told| told.rests) {
                let acceleration = pull;
                return Err(StepUntilError::NotHeld { body, acceleration });
            }
            passes = moves && told.is_some_and(|told| told.is_unanswered(&self[body]));
            if !passes {
                return Ok(Some(self.tell(T::zero(), until, !moves)));
            }
        }
        let event = self.step_to_first(dt, until, place)?;
        if let Some(time) = event {
            until.settle(&mut self[body]);
            return Ok(Some(self.tell(time, until, false)));
        }
        if let Start::Along { room } = start
            && until
                .height(&self[body])
                .is_some_and(|off| off.abs() <= room)
        {
            until.settle(&mut self[body]);
        }
        self.set_told(None);
        if passes && until.touch(&self[body]).is_some() {
            // through, but not yet away
            self.tell(dt, until, false);
        }
        Ok(None)
    }

    /// Moves the world by `dt`, or to the time of the first event \[s\].
    fn step_to_first(
        &mut self,
        dt: T,
        until: &Until<T, D>,
        place: usize,
    ) -> Result<Option<T>, StepUntilError<T>> {
        let flight = match self.scheme() {
            Scheme::FlowKick | Scheme::FlowKick4 => self.trajectory(until.body).ok(),
            _ => None,
        };
        let Some(mut flight) = flight else {
            return self.step_by_trial(dt, until, place);
        };
        flight.push(&self.push_on(place));
        let time = until.first(&flight, dt).map_err(StepUntilError::Search)?;
        self.step(time.unwrap_or(dt))?;
        Ok(time)
    }

    /// Where there is no closed form.
    fn step_by_trial(
        &mut self,
        dt: T,
        until: &Until<T, D>,
        place: usize,
    ) -> Result<Option<T>, StepUntilError<T>> {
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
        Ok(found)
    }
}
