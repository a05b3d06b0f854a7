//! Motion of a world up to an event, by any method.

use super::boundary::StartMotion;
use super::until::Until;
use crate::numbers::to_f64;
use crate::space::Real;
use crate::trajectory::Event;
use crate::world::{StepError, World};

/// A method that moves a world up to an event.
pub(super) trait Mover<T: Real<D>, const D: usize> {
    /// Moves the world to the first event of the body at index `place`, or by `dt` \[s\]. Returns the time of the event \[s\].
    fn move_to_first(
        &self,
        world: &mut World<T, D>,
        dt: T,
        until: &Until<T, D>,
        place: usize,
    ) -> Result<Option<T>, StepError<T>>;
}

/// The method of one step of the world's scheme.
pub(super) struct BySteps;

impl<T: Real<D>, const D: usize> Mover<T, D> for BySteps {
    fn move_to_first(
        &self,
        world: &mut World<T, D>,
        dt: T,
        until: &Until<T, D>,
        place: usize,
    ) -> Result<Option<T>, StepError<T>> {
        world.step_to_first(dt, until, place)
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Moves the world by `dt` seconds, or to the first event if that is earlier.
    pub(super) fn move_until<M: Mover<T, D>>(
        &mut self,
        mover: &M,
        dt: T,
        until: &Until<T, D>,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        if self.applied_end(dt).is_some() {
            return self.move_until_in_parts(mover, dt, until);
        }
        let (before, steps) = (self.applied_before(), self.steps());
        self.apply_over(dt);
        let result = if self.has_torques() {
            self.with_torques(|world| world.move_to_event(mover, dt, until))
        } else {
            self.move_to_event(mover, dt, until)
        };
        if self.steps() == steps {
            self.apply_over_next_step(before);
        }
        result
    }

    /// [`move_until`](Self::move_until) for a duration in which applied forces end: in parts up to each end.
    fn move_until_in_parts<M: Mover<T, D>>(
        &mut self,
        mover: &M,
        dt: T,
        until: &Until<T, D>,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        let (before, last_event) = (self.checkpoint(), self.last_event().copied());
        self.apply_over(dt);
        let mut made = T::zero();
        loop {
            let end = self.applied_end(dt - made);
            match self.move_until(mover, end.unwrap_or(dt - made), until) {
                Ok(None) => {}
                Ok(Some(event)) => {
                    let time = to_f64(made) + event.time;
                    return Ok(Some(Event { time, ..event }));
                }
                Err(error) => {
                    self.roll_back(&before);
                    self.set_last_event(last_event);
                    return Err(error);
                }
            }
            let Some(end) = end else { return Ok(None) };
            made += end;
        }
    }

    /// [`move_until`](Self::move_until) for a duration over all of which applied forces act.
    fn move_to_event<M: Mover<T, D>>(
        &mut self,
        mover: &M,
        dt: T,
        until: &Until<T, D>,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        if dt < T::zero() {
            return Err(StepError::Backwards { dt });
        }
        if !until.is_valid() {
            return Err(StepError::Event);
        }
        let body = until.body;
        let place = self.place(body)?;
        if !dt.is_finite() || dt == T::zero() {
            self.step_freely(dt)?;
            return Ok(None);
        }
        if !self.body_slice()[place].is_valid() {
            return Err(self.step_error(place, dt));
        }
        let start = self.start_motion(until, place, dt);
        let mut passes = false;
        if let StartMotion::Into {
            moves,
            is_slow,
            pull,
        } = start
        {
            let last =
                (self.last_event()).filter(|last| last.matches(&until.awaited(), self.steps()));
            if is_slow && last.is_some_and(|last| last.rests) {
                let acceleration = pull;
                return Err(StepError::NotHeld { body, acceleration });
            }
            passes = moves && last.is_some_and(|last| last.is_unchanged(&self[body]));
            if !passes {
                return Ok(Some(self.report(T::zero(), until, !moves)));
            }
        }
        let before = self.body_slice()[place];
        let found = mover.move_to_first(self, dt, until, place)?;
        let stays = matches!(start, StartMotion::Along { .. });
        let is_at_end = found.is_none() && !stays && self.is_met_at_end(until, &before, place, dt);
        if let Some(time) = found.or(is_at_end.then_some(dt)) {
            until.snap(&mut self[body]);
            return Ok(Some(self.report(time, until, false)));
        }
        if let StartMotion::Along { tolerance } = start
            && until
                .height(&self[body])
                .is_some_and(|off| off.abs() <= tolerance)
        {
            until.snap(&mut self[body]);
        }
        self.set_last_event(None);
        if passes && until.touch(&self[body]).is_some() {
            // the body passes through and is still within rounding of the boundary: do not report the same event again
            self.report(dt, until, false);
        }
        Ok(None)
    }
}
