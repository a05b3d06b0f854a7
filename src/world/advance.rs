//! Moving a world to a tolerance.

use alloc::boxed::Box;

use super::dense_output::{DenseOutput, Tracks};
use super::{BodyId, StepError, World};
use crate::adaptive::{Adaptive, Advanced, Task, Tolerance, Unsolved};
use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::{from_f64, larger, to_f64};
use crate::solver::{ALWAYS, Failure, GoesOn, Norm};
use crate::space::Real;
use crate::step::{Scheme, System};

/// Returns the time of an event within a step of a body \[s\]. Its arguments are the start and the
/// end of the step \[s\], and a function that returns the state of the body at a time within the
/// step.
pub(crate) type EventSearch<'a, T, const D: usize> =
    &'a mut dyn FnMut(
        [f64; 2],
        &mut dyn FnMut(f64) -> Body<T, D>,
    ) -> Result<Option<f64>, StepError<T>>;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Moves the world by `duration` seconds, which may be negative, in steps as long as the tolerance allows. The
    /// [scheme](Self::scheme) of the world has no effect. The call counts as one step of the clock.
    ///
    /// Use this method where accuracy matters more than the time per frame: for experiments,
    /// predictions, orbits, and smooth forces that are not linear. Use [`step`](Self::step) in the
    /// loop of a game, and for contacts and friction at rest: under `advance` bodies pass through
    /// [surfaces](Self::add_surface) and each other.
    ///
    /// Bodies that links tie together are an [*island*](crate::Dynamics::islands); the steps of different islands have different lengths.
    ///
    /// | what acts on an island | its motion |
    /// |---|---|
    /// | motions that [`Scheme::FlowKick`] solves exactly: laws, networks of springs, one orbit, one force with an exact motion, free rotation | exact, in one step |
    /// | only forces that do not depend on velocity | a Runge–Kutta–Nyström pair of orders 12 and 10, 17 evaluations a step |
    /// | other forces | Dormand and Prince's pair DOP853, 12 evaluations a step, in steps for which it is stable |
    /// | other forces, and a law that is stiff against these forces: strong drag, a stiff spring, a magnetic field | Gauss–Radau collocation of order 15 in the frame of the exact flow of the laws, if it is found to need fewer evaluations |
    ///
    /// A closure counts as dependent on velocity; a [`ForceField`](crate::ForceField) does not. In
    /// space DOP853 solves a body with a torque. All numbers are computed in `f64`, and rounded
    /// once at the end. The choice of the method depends on numbers of evaluations, never on
    /// measured time, so results have the same bits on all machines that use `libm`. A call stores
    /// no data for the next call.
    ///
    /// If a force jumps, the time of the jump must be searched for, which costs evaluations;
    /// [`Switching`](crate::Switching) announces such times.
    /// [Forces for the next step](Self::apply_force) act for the whole duration. For frames within
    /// one long call, see [`advance_with`](Self::advance_with).
    ///
    /// ```
    /// use kinstep::{Body2, QuadraticDrag, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_force(QuadraticDrag::coefficient(1.16e-3))?; // kg/m
    /// let ball = world.add_body(Body2::point(0.145).moving([30.0, 20.0]))?;
    ///
    /// let mut finer = world.clone();
    /// let done = world.advance(5.0, 1e-6)?; // s, m
    /// finer.advance(5.0, 1e-12)?;
    /// assert!((world[ball].position - finer[ball].position).norm() < 1e-6);
    /// assert!(done.evaluations < 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the duration or the tolerance is not valid, a body has an invalid state, a force is not
    /// finite, or the motion cannot be computed; the error then names time and body. After an error
    /// the world is unchanged.
    #[inline(never)]
    pub fn advance(
        &mut self,
        duration: T,
        tolerance: impl Into<Tolerance<T>>,
    ) -> Result<Advanced<T>, StepError<T>> {
        self.advance_to_tolerance(duration, tolerance.into(), ALWAYS)
    }

    /// Runs [`advance`](Self::advance) twice from the same start: to the tolerance, and to a hundredth of the tolerance. The
    /// world ends in the state of the second run. Returns the error of the *first* run \[m\], and the work of both runs.
    ///
    /// A tolerance bounds the error of each step, not the error at the end. Use this method to
    /// state an error together with a result. The error is the maximum difference of a body between
    /// the final states of the two runs: the distance of its positions, or the difference of its
    /// orientations, as an arc at the radius of gyration. The final state of the world is about a
    /// hundred times more accurate than the error. If a hundredth of the tolerance is below the
    /// rounding error, both runs have rounding errors, and so has the returned error. If the motion
    /// is chaotic, the error is as large as the motion.
    ///
    /// | 15 problems at tolerances of 1e-3 to 1e-9 m | |
    /// |---|---|
    /// | returned error / true error of the first run, in the 49 cases with a true error above 2e-11 m | 0.83 to 1.09 |
    /// | evaluations / evaluations of the first run alone | 1.9 to 3.7, once 8.6; median 2.4 |
    ///
    /// ```
    /// use kinstep::nalgebra::Vector2;
    /// use kinstep::{Body2, World2};
    ///
    /// // a planet on an ellipse, for 3 turns
    /// let mut world = World2::new();
    /// world.add_force(|body: &Body2, _: f64| body.position * -body.position.norm().powi(-3))?;
    /// let planet = world.add_body(Body2::point(1.0).at([0.5, 0.0]).moving([0.0, 3_f64.sqrt()]))?;
    /// let (error, _) = world.advance_checked(3.0 * std::f64::consts::TAU, 1e-6)?;
    /// // it is back where it started, but for some hundredth of the error
    /// assert!(error < 1e-4);
    /// assert!((world[planet].position - Vector2::new(0.5, 0.0)).norm() < 0.1 * error);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`advance`](Self::advance).
    #[doc(alias("global error", "error estimate", "uncertainty"))]
    pub fn advance_checked(
        &mut self,
        duration: T,
        tolerance: impl Into<Tolerance<T>>,
    ) -> Result<(T, Advanced<T>), StepError<T>> {
        let Tolerance { length, relative } = tolerance.into();
        let hundredth: T = from_f64(0.01);
        let finer = Tolerance {
            length: length * hundredth,
            relative: relative * hundredth,
        };
        let start = self.checkpoint();
        let mut done = self.advance(duration, Tolerance { length, relative })?;
        let coarse = self.body_slice().to_vec();
        self.roll_back(&start);
        done.add(&self.advance(duration, finer)?);
        let pairs = coarse.iter().zip(self.body_slice());
        let error = pairs
            .map(|(one, other)| distance(one, other))
            .fold(T::zero(), larger);
        Ok((error, done))
    }

    /// Runs [`advance`](Self::advance) as long as `goes_on` returns true.
    #[inline(never)]
    pub(crate) fn advance_to_tolerance(
        &mut self,
        duration: T,
        tolerance: Tolerance<T>,
        goes_on: GoesOn<'_>,
    ) -> Result<Advanced<T>, StepError<T>> {
        let norm = self.check_advance(duration, tolerance)?;
        let mut done = Advanced::nothing();
        if duration == T::zero() {
            self.step_of_zero(duration)?;
            return Ok(done);
        }
        if self.applied_end(duration).is_some() {
            self.in_parts(duration, |world, part| {
                let more = world.advance_to_tolerance(part, tolerance, goes_on)?;
                done.add(&more);
                Ok::<(), StepError<T>>(())
            })?;
            return Ok(done);
        }
        if self.has_torques() {
            return self
                .with_torques(|world| world.advance_to_tolerance(duration, tolerance, goes_on));
        }
        self.advance_islands(duration, norm, goes_on)
    }

    /// Moves the world by a duration in which no applied force ends.
    fn advance_islands(
        &mut self,
        duration: T,
        norm: Norm,
        goes_on: GoesOn<'_>,
    ) -> Result<Advanced<T>, StepError<T>> {
        self.with_adaptive(duration, |world, adaptive| {
            let system = world.system(duration);
            let task = world.task(&system, norm, goes_on);
            adaptive.begin(&task, None);
            if adaptive.count() == 0 {
                let done = adaptive.report(&task, false);
                world.step_exactly(duration)?;
                return Ok(done);
            }
            let mut work = Advanced::nothing();
            for island in 0..adaptive.count() {
                let solved = adaptive.solve(island, &task);
                work.count(&solved.map_err(|unsolved| world.unsolved(&unsolved))?);
            }
            let mut done = adaptive.report(&task, true);
            done.add(&work);
            world.take_solved(adaptive, duration)?;
            Ok(done)
        })
    }

    /// Calls `solve` with the memory of [`advance`](Self::advance) and a plan that is up to date.
    fn with_adaptive<R>(
        &mut self,
        duration: T,
        solve: impl FnOnce(&mut Self, &mut Adaptive<T, D>) -> Result<R, StepError<T>>,
    ) -> Result<R, StepError<T>> {
        let refreshed = (self.stepper).refresh(&self.forces.topology, &mut self.bodies);
        refreshed.map_err(|failed| self.step_failure(failed.into(), duration))?;
        let memory = self.stepper.adaptive.take();
        let mut memory = memory.unwrap_or_else(|| Box::new(Adaptive::new()));
        let solved = solve(self, &mut memory);
        self.stepper.adaptive = Some(memory);
        solved
    }

    /// Returns the task to solve. The plan must be up to date.
    fn task<'a>(
        &'a self,
        system: &'a System<'a, T, D>,
        norm: Norm,
        goes_on: GoesOn<'a>,
    ) -> Task<'a, T, D> {
        Task {
            system,
            plan: self.stepper.known_plan(),
            bodies: self.body_slice(),
            norm,
            goes_on,
        }
    }

    /// Moves the world by a duration: assigns the computed final states to the bodies of solved
    /// islands, and moves all other bodies exactly.
    fn take_solved(
        &mut self,
        adaptive: &mut Adaptive<T, D>,
        duration: T,
    ) -> Result<(), StepError<T>> {
        if adaptive.have_exact(self.body_slice()) {
            let system = System {
                time: self.clock.time(),
                h: duration,
                topology: &self.forces.topology,
                applied_forces: &self.applied_forces,
            };
            let Adaptive { exact, next, .. } = &mut *adaptive;
            let moved = (self.stepper).exact_states(&system, &mut self.bodies, exact, next);
            moved.map_err(|failure| self.step_failure(failure, duration))?;
        }
        self.take_bodies(&adaptive.next, duration)
    }

    /// Moves the world as [`advance`](Self::advance) does, and passes each interval of time to
    /// `each`. The state of every body is known at any time inside an interval: use this method for
    /// frames, pictures, and searches along the motion. Longer steps need fewer evaluations per
    /// frame.
    ///
    /// With several islands, an interval ends where the first of their current steps ends. The current steps of all islands are
    /// in memory at once. If the call fails, `each` was called for all intervals before the failure, and the world is
    /// unchanged.
    ///
    /// ```
    /// use kinstep::nalgebra::Vector2;
    /// use kinstep::{Body2, ForceField, World2};
    ///
    /// // a pendulum, drawn at 60 Hz
    /// let mut world = World2::new();
    /// let bob = world.add_body(Body2::point(1.0).at([3.0, 0.0]))?;
    /// world.add_force(ForceField::new(|angle: &Vector2<f64>, _| {
    ///     Vector2::new(-9.81 * angle.x.sin(), 0.0)
    /// }))?;
    ///
    /// let mut frames = Vec::new();
    /// let done = world.advance_with(10.0, 1e-6, |output| {
    ///     while frames.len() as f64 / 60.0 <= output.end() {
    ///         let time = frames.len() as f64 / 60.0;
    ///         frames.extend(output.body(bob, time).map(|body| body.position.x));
    ///     }
    /// })?;
    /// assert_eq!(frames.len(), 601);
    /// assert!(done.evaluations < 601);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`advance`](Self::advance).
    #[inline(never)]
    #[doc(alias("dense output", "interpolate", "frames"))]
    pub fn advance_with(
        &mut self,
        duration: T,
        tolerance: impl Into<Tolerance<T>>,
        mut each: impl FnMut(&mut DenseOutput<'_, '_, T, D>),
    ) -> Result<Advanced<T>, StepError<T>> {
        self.advance_by_stretches(duration, tolerance.into(), &mut each)
    }

    #[inline(never)]
    fn advance_by_stretches(
        &mut self,
        duration: T,
        tolerance: Tolerance<T>,
        each: &mut dyn FnMut(&mut DenseOutput<'_, '_, T, D>),
    ) -> Result<Advanced<T>, StepError<T>> {
        let norm = self.check_advance(duration, tolerance)?;
        let mut done = Advanced::nothing();
        if self.applied_end(duration).is_some() {
            self.in_parts(duration, |world, part| {
                let more = world.advance_by_stretches(part, tolerance, each)?;
                done.add(&more);
                Ok::<(), StepError<T>>(())
            })?;
            return Ok(done);
        }
        if self.has_torques() {
            return self
                .with_torques(|world| world.advance_by_stretches(duration, tolerance, each));
        }
        self.with_adaptive(duration, |world, adaptive| {
            let system = world.system(duration);
            let mut tracks = Tracks::new(world, world.task(&system, norm, ALWAYS), adaptive);
            tracks.run(world, each)?;
            let done = tracks.report();
            world.take_bodies(&adaptive.next, duration)?;
            Ok(done)
        })
    }

    /// Moves the island of the body at `index` until `search` finds an event in a step of the
    /// island, but at most by a duration. Then moves all other bodies to the same time. Returns the
    /// time from the start to the event \[s\]; `None` without an event.
    pub(crate) fn advance_to_event(
        &mut self,
        duration: T,
        tolerance: Tolerance<T>,
        goes_on: GoesOn<'_>,
        index: usize,
        search: EventSearch<'_, T, D>,
    ) -> Result<Option<T>, StepError<T>> {
        let norm = self.check_advance(duration, tolerance)?;
        self.with_adaptive(duration, |world, adaptive| {
            let task = (duration, norm, goes_on);
            world.find_event(adaptive, task, index, search)
        })
    }

    fn find_event(
        &mut self,
        adaptive: &mut Adaptive<T, D>,
        (duration, norm, goes_on): (T, Norm, GoesOn<'_>),
        index: usize,
        search: EventSearch<'_, T, D>,
    ) -> Result<Option<T>, StepError<T>> {
        let system = self.system(duration);
        let task = self.task(&system, norm, goes_on);
        // `Some(index)`: this island moves in steps even if its motion is exact
        adaptive.begin(&task, Some(index));
        let Some(followed) = adaptive.island_of(index) else {
            // no force moves a fixed body
            self.advance_islands(duration, norm, goes_on)?;
            return Ok(None);
        };
        let mut track = adaptive.track(followed, &task);
        let mut found = None;
        while found.is_none() && track.last_step()[1] != task.end() {
            let step = adaptive.step(&mut track, &task, task.end());
            step.map_err(|unsolved| self.unsolved(&unsolved))?;
            let span = track.last_step();
            let mut body_at = |time: f64| {
                let body = adaptive.body_at(&mut track, &task, time, index);
                body.unwrap_or(task.bodies[index])
            };
            found = search(span, &mut body_at)?;
        }
        let event = found.map(|time| from_f64(time - task.start()));
        let reached = event.unwrap_or(duration);
        let system = self.system(reached);
        let task = Task {
            system: &system,
            ..task
        };
        if event.is_some() {
            let shortened = adaptive.shorten(&mut track, &task, task.end());
            shortened.map_err(|unsolved| self.unsolved(&unsolved))?;
        }
        adaptive.finish(&mut track, &task);
        for island in (0..adaptive.count()).filter(|island| *island != followed) {
            let solved = adaptive.solve(island, &task);
            solved.map_err(|unsolved| self.unsolved(&unsolved))?;
        }
        self.take_solved(adaptive, reached)?;
        Ok(event)
    }

    /// Moves the world by a duration to the states `next`; fails if a state is not finite.
    fn take_bodies(&mut self, next: &[Body<T, D>], duration: T) -> Result<(), StepError<T>> {
        if let Some(index) = next.iter().position(|body| !body.is_finite()) {
            return Err(self.step_error(index, duration));
        }
        self.advance_to(next, duration);
        Ok(())
    }

    /// Checks the arguments of [`advance`](Self::advance), and all bodies.
    pub(crate) fn check_advance(
        &self,
        duration: T,
        tolerance: Tolerance<T>,
    ) -> Result<Norm, StepError<T>> {
        if !self.clock.reaches(duration) {
            return Err(StepError::Duration { dt: duration });
        }
        let Tolerance { length, relative } = tolerance;
        let are_valid = length.is_finite()
            && relative.is_finite()
            && length >= T::zero()
            && relative >= T::zero()
            && length + relative > T::zero();
        if !are_valid {
            return Err(StepError::Tolerance { length, relative });
        }
        let bodies = self.body_slice();
        if let Some(index) = bodies.iter().position(|body| !body.is_valid()) {
            return Err(self.step_error(index, duration));
        }
        Ok(Norm {
            length: to_f64(length),
            relative: to_f64(relative),
            epsilon: to_f64(T::default_epsilon()),
        })
    }

    /// Makes a step without contacts under [`Scheme::FlowKick`].
    fn step_exactly(&mut self, duration: T) -> Result<(), StepError<T>> {
        let scheme = core::mem::replace(&mut self.scheme, Scheme::FlowKick);
        let stepped = self.step_freely(duration);
        self.scheme = scheme;
        stepped
    }

    /// Returns the error of an island that could not be solved.
    pub(super) fn unsolved(&self, unsolved: &Unsolved) -> StepError<T> {
        let body = BodyId(self.body_keys.key(unsolved.index));
        match unsolved.failure {
            Failure::NotFinite { time, .. } => StepError::AccelerationNotFinite {
                body,
                time: from_f64(time),
                force: unsolved.force.map(|force| self.force_id(force)),
                kind: (unsolved.force)
                    .map(|force| self.forces.topology.slots()[force].force.name()),
            },
            Failure::TooShort { time, error, .. } => StepError::Unsettled {
                body,
                time: from_f64(time),
                error: from_f64(error),
            },
            Failure::Stopped { time } => StepError::Stopped {
                time: from_f64(time),
            },
            Failure::TooMany { time, error, .. } => StepError::TooManyEvaluations {
                body,
                time: from_f64(time),
                error: from_f64(error),
            },
        }
    }
}

/// Returns the difference of two states of a body \[m\]: the distance of the positions, or the
/// difference of the orientations, as an arc at the radius of gyration, if that is larger.
fn distance<T: Real<D>, const D: usize>(one: &Body<T, D>, other: &Body<T, D>) -> T {
    let apart = (one.position - other.position).norm();
    if one.is_point() {
        return apart;
    }
    let arc = rotation::radius_of_gyration(one) * rotation::angle_between(one, other);
    larger(apart, from_f64(arc))
}
