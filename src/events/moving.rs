//! Moves a world up to an event, by one of several methods.

use super::boundary::{FirstEvent, StartMotion};
use super::until::Until;
use crate::adaptive::Tolerance;
use crate::body::Body;
use crate::numbers::to_f64;
use crate::solver::{ALWAYS, GoesOn};
use crate::space::Real;
use crate::trajectory::Event;
use crate::world::{StepError, World};
use core::cell::RefCell;

/// A method that moves a world up to an event.
pub(super) trait Mover<T: Real<D>, const D: usize> {
    /// Moves the world to the first event of the body at `index`, or by `dt` \[s\]. Returns the time of the event \[s\].
    fn move_to_first(
        &self,
        world: &mut World<T, D>,
        dt: T,
        until: &Until<T, D>,
        index: usize,
    ) -> Result<Option<T>, StepError<T>>;
}

/// Moves the world by one step of its scheme.
pub(super) struct BySteps;

impl<T: Real<D>, const D: usize> Mover<T, D> for BySteps {
    fn move_to_first(
        &self,
        world: &mut World<T, D>,
        dt: T,
        until: &Until<T, D>,
        index: usize,
    ) -> Result<Option<T>, StepError<T>> {
        world.step_to_first(dt, until, index)
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

    /// Like [`move_until`](Self::move_until), for a duration in which applied forces end. Moves the
    /// world in parts, each up to the end of a force.
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

    /// Like [`move_until`](Self::move_until), for a duration in which no applied force ends.
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
        let index = self.index_of(body)?;
        if !dt.is_finite() || dt == T::zero() {
            self.step_freely(dt)?;
            return Ok(None);
        }
        if !self.body_slice()[index].is_valid() {
            return Err(self.step_error(index, dt));
        }
        let start = self.start_motion(until, index, dt);
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
        let before = self.body_slice()[index];
        let found = mover.move_to_first(self, dt, until, index)?;
        let stays = matches!(start, StartMotion::Along { .. });
        let is_at_end = found.is_none() && !stays && self.is_met_at_end(until, &before, index, dt);
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
            // the body passes through, and is still on the boundary within rounding: do not report
            // the event again
            self.report(dt, until, false);
        }
        Ok(None)
    }
}

// Moves a world to a tolerance until an event.

/// Number of terms of a series: a polynomial of degree 24, such as the squared distance during a
/// step of degree 12.
const TERMS: usize = 25;

/// Moves the world to a tolerance.
struct ToTolerance<'a, T> {
    tolerance: Tolerance<T>,
    goes_on: GoesOn<'a>,
}

impl<T: Real<D>, const D: usize> Mover<T, D> for ToTolerance<'_, T> {
    fn move_to_first(
        &self,
        world: &mut World<T, D>,
        dt: T,
        until: &Until<T, D>,
        index: usize,
    ) -> Result<Option<T>, StepError<T>> {
        if let Ok(mut flight) = world.trajectory(until.body) {
            // the motion has a closed form, so the event is provably the first
            flight.push(&world.applied_acceleration(index).map(to_f64));
            let time = until.first_time(&flight, dt)?;
            world.advance_to_tolerance(time.unwrap_or(dt), self.tolerance, self.goes_on)?;
            return Ok(time);
        }
        let mut search = FirstEvent::<_, D, TERMS>::new(until, &world.body_slice()[index]);
        let mut first_in = |span: [f64; 2], body_at: &mut dyn FnMut(f64) -> Body<T, D>| {
            search.first_in(span, body_at)
        };
        let found =
            world.advance_to_event(dt, self.tolerance, self.goes_on, index, &mut first_in)?;
        // near the end of the duration, the last step may have taken the body across within
        // rounding, without an event being found
        let is_across = search.ends_across(&world.body_slice()[index]);
        Ok(found.or(is_across.then_some(dt)))
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// [Advances](Self::advance) by `duration` seconds, or to the first event of a body if that is
    /// earlier. The time of the event is the duration by which the world was advanced; the caller
    /// advances by the remainder.
    ///
    /// If the forces on the body are linear, the event follows from the closed form: it is provably
    /// the first. Otherwise the search uses the dense output of each step. In a step of a
    /// Runge–Kutta pair the dense output is a polynomial, and no change of sign is missed. In a
    /// step of Gauss–Radau collocation the search uses the Chebyshev series of degree 24. The event
    /// is as accurate as the state, that is to the tolerance. Then the last step is repeated up to
    /// the event.
    ///
    /// What [`step_until`](Self::step_until) states about bodies that start on the boundary, and
    /// about forces for the next step, also applies here.
    ///
    /// ```
    /// use kinstep::Until;
    /// use kinstep::trajectory::{Crossing, Plane};
    /// use kinstep::{Body2, QuadraticDrag, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_force(QuadraticDrag::coefficient(1.16e-3))?; // kg/m
    /// let ball = world.add_body(Body2::point(0.145).at([0.0, 1.5]).moving([30.0, 20.0]))?;
    /// let ground = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    /// let landing = world.advance_until(60.0, 1e-9, &ground)?.expect("it comes down");
    /// assert_eq!(landing.position.y, 0.0);
    /// assert!(world.time() == landing.time && landing.time < 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`step_until`](Self::step_until) and [`advance`](Self::advance). After an error the world is unchanged.
    #[inline(never)]
    #[doc(alias("event", "landing", "time of impact"))]
    pub fn advance_until(
        &mut self,
        duration: T,
        tolerance: impl Into<Tolerance<T>>,
        until: &Until<T, D>,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        let (tolerance, goes_on) = (tolerance.into(), ALWAYS);
        self.check_advance(duration, tolerance)?;
        self.move_until(&ToTolerance { tolerance, goes_on }, duration, until)
    }

    /// Like [`advance_until`](Self::advance_until), but calls `goes_on` before each step, and stops
    /// if `goes_on` returns false. Use it for a time limit, or for a stop button during a long
    /// motion.
    ///
    /// ```
    /// use kinstep::Until;
    /// use kinstep::trajectory::{Crossing, Sphere};
    /// use kinstep::nalgebra::Vector2;
    /// use kinstep::{Body2, ForceField, StepError, World2};
    ///
    /// let mut world = World2::new();
    /// let probe = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
    /// world.add_force(ForceField::new(|x: &Vector2<f64>, _| -x * x.norm()))?;
    /// let never = Until::sphere(probe, Sphere::new([0.0, 0.0], 2.0), Crossing::Ascending);
    /// let mut steps = 0;
    /// let stopped = world.advance_until_while(1e6, 1e-9, &never, || {
    ///     steps += 1;
    ///     steps <= 1000
    /// });
    /// assert!(matches!(stopped, Err(StepError::Stopped { .. })));
    /// assert_eq!(world.time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`advance_until`](Self::advance_until), and [`StepError::Stopped`]. After an error the world is unchanged.
    #[inline(never)]
    #[doc(alias("cancel", "abort"))]
    pub fn advance_until_while(
        &mut self,
        duration: T,
        tolerance: impl Into<Tolerance<T>>,
        until: &Until<T, D>,
        goes_on: impl FnMut() -> bool,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        let (tolerance, goes_on) = (tolerance.into(), RefCell::new(goes_on));
        self.check_advance(duration, tolerance)?;
        let mover = ToTolerance {
            tolerance,
            goes_on: &|| goes_on.borrow_mut()(),
        };
        self.move_until(&mover, duration, until)
    }
}
