//! Advancing to a tolerance until an event.

use core::cell::RefCell;

use super::first_event::FirstEvent;
use super::moving::Mover;
use super::until::Until;
use crate::adaptive::Tolerance;
use crate::body::Body;
use crate::numbers::to_f64;
use crate::solver::{ALWAYS, GoesOn};
use crate::space::Real;
use crate::trajectory::Event;
use crate::world::{StepError, World};

/// Number of terms of a series: a polynomial of degree 24, such as the squared distance along a step of degree 12.
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
        place: usize,
    ) -> Result<Option<T>, StepError<T>> {
        if let Ok(mut flight) = world.trajectory(until.body) {
            // the closed form is known: the found event is provably the first
            flight.push(&world.applied_acceleration(place).map(to_f64));
            let time = until.first_time(&flight, dt)?;
            world.advance_to_tolerance(time.unwrap_or(dt), self.tolerance, self.goes_on)?;
            return Ok(time);
        }
        let mut search = FirstEvent::<_, D, TERMS>::new(until, &world.body_slice()[place]);
        let mut first_in = |span: [f64; 2], body_at: &mut dyn FnMut(f64) -> Body<T, D>| {
            search.first_in(span, body_at)
        };
        let found =
            world.advance_to_event(dt, self.tolerance, self.goes_on, place, &mut first_in)?;
        // close to the end, the last step may have taken the body across within rounding, without a found event
        let is_across = search.ends_across(&world.body_slice()[place]);
        Ok(found.or(is_across.then_some(dt)))
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// [Advances](Self::advance) by `duration` seconds, or to the first event of a body if that is earlier. The event's time is the
    /// duration by which the world was advanced; the caller advances the remainder.
    ///
    /// If the forces on the body are linear, the event comes from the closed form: it is provably the first. Otherwise the search uses
    /// the dense output of each step. In a step of a Runge–Kutta pair this is a polynomial, and no change of sign is missed. In a step
    /// of Gauss–Radau collocation the search uses its Chebyshev series of degree 24. The accuracy of the event is that of the state,
    /// given by the tolerance. Then the last step is repeated up to the event.
    ///
    /// The documentation of [`step_until`](Self::step_until) on bodies that start on the boundary, and on forces for the next step,
    /// applies here, too.
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
    /// Those of [`step_until`](Self::step_until) and [`advance`](Self::advance). The world is then unchanged.
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

    /// Like [`advance_until`](Self::advance_until), but calls `goes_on` before each step, and stops if it returns false: for a stop
    /// button during a long motion, or a time limit.
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
    /// Those of [`advance_until`](Self::advance_until), and [`StepError::Stopped`]. The world is then unchanged.
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
