//! States of all bodies at any time inside an interval.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::{BodyId, StepError, World};
use crate::adaptive::{Adaptive, Advanced, Task, Track};
use crate::body::{Body, BodyStore};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::{Stepper, System};

/// An interval of time, from [`World::advance_with`]. The states of all bodies are known at any
/// time inside the interval.
#[doc(alias("dense output", "interpolation"))]
pub struct DenseOutput<'a, 'b, T: Real<D>, const D: usize> {
    /// Start and end of the interval \[s\].
    span: [f64; 2],
    world: &'a World<T, D>,
    tracks: &'a mut Tracks<'b, T, D>,
    is_last: bool,
}

impl<T: Real<D>, const D: usize> DenseOutput<'_, '_, T, D> {
    /// Returns the start of the interval \[s\]: the end of the previous interval.
    #[must_use]
    pub fn start(&self) -> T {
        from_f64(self.span[0])
    }

    /// Returns the end of the interval \[s\]; it is before the start if the duration is negative.
    #[must_use]
    pub fn end(&self) -> T {
        from_f64(self.span[1])
    }

    /// Makes this interval the last one: [`World::advance_with`] fails with [`StepError::Stopped`], and the world is unchanged.
    ///
    /// ```
    /// use kinstep::nalgebra::Vector2;
    /// use kinstep::{Body2, ForceField, StepError, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
    /// world.add_force(ForceField::new(|x: &Vector2<f64>, _| -x * x.norm()))?;
    /// let patience = 1000; // stretches
    /// let mut count = 0;
    /// let stopped = world.advance_with(1e6, 1e-9, |output| {
    ///     count += 1;
    ///     if count == patience {
    ///         output.stop();
    ///     }
    /// });
    /// assert!(matches!(stopped, Err(StepError::Stopped { .. })));
    /// assert_eq!((count, world.time()), (patience, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("cancel", "abort"))]
    pub fn stop(&mut self) {
        self.is_last = true;
    }

    /// Returns the state of a body at a time \[s\] in this interval; `None` if the body is not in
    /// this world, or the time is outside the interval.
    ///
    /// The call evaluates no force, with one exception: the first call within a step of DOP853
    /// needs three evaluations.
    pub fn body(&mut self, body: BodyId, time: T) -> Option<Body<T, D>> {
        let index = self.world.index_of(body).ok()?;
        let (start, end) = (self.start(), self.end());
        if !(start.min(end) <= time && time <= start.max(end)) {
            return None;
        }
        // the rounding of start and end to `T` may have put the time outside the interval
        let [low, high] = [
            self.span[0].min(self.span[1]),
            self.span[0].max(self.span[1]),
        ];
        self.tracks
            .body_at(self.world, index, to_f64(time).clamp(low, high))
    }
}

/// All bodies of a world in motion: islands, each with its own steps, and bodies that move exactly.
pub(super) struct Tracks<'a, T: Real<D>, const D: usize> {
    task: Task<'a, T, D>,
    adaptive: &'a mut Adaptive<T, D>,
    /// Tracks of the islands, by island index.
    tracks: Vec<Track<D>>,
    exact: Option<ExactBodies<T, D>>,
}

impl<'a, T: Real<D>, const D: usize> Tracks<'a, T, D> {
    /// Begins the motion of all bodies.
    pub(super) fn new(
        world: &World<T, D>,
        task: Task<'a, T, D>,
        adaptive: &'a mut Adaptive<T, D>,
    ) -> Self {
        adaptive.begin(&task, None);
        let tracks = (0..adaptive.count()).map(|island| adaptive.track(island, &task));
        let tracks = tracks.collect();
        let have_exact = adaptive.have_exact(task.bodies);
        Self {
            task,
            tracks,
            exact: have_exact.then(|| ExactBodies::new(world, &adaptive.exact)),
            adaptive,
        }
    }

    /// Moves all bodies to the end of the duration, and passes each interval of time to `each`.
    /// Stores the final states in the field `next` of `adaptive`.
    pub(super) fn run(
        &mut self,
        world: &World<T, D>,
        each: &mut dyn FnMut(&mut DenseOutput<'_, 'a, T, D>),
    ) -> Result<(), StepError<T>> {
        let (start, end) = (self.task.start(), self.task.end());
        if let Some(exact) = &mut self.exact {
            exact.after(world, self.task.system, self.task.system.h)?;
        }
        // islands sorted by the ends of their last steps. The bits of non-negative numbers are in
        // the order of the numbers
        let key = |time: f64| Reverse((time - start).abs().to_bits());
        let mut ends: BinaryHeap<_> = (0..self.tracks.len())
            .map(|track| (key(start), Reverse(track)))
            .collect();
        let mut reached = start;
        while reached != end {
            while let Some(&(first, Reverse(track))) = ends.peek()
                && first == key(reached)
            {
                ends.pop();
                self.step(world, track, end)?;
                ends.push((key(self.tracks[track].last_step()[1]), Reverse(track)));
            }
            let next = match ends.peek() {
                Some(&(_, Reverse(track))) => self.tracks[track].last_step()[1],
                None => end,
            };
            let mut output = DenseOutput {
                span: [reached, next],
                world,
                tracks: self,
                is_last: false,
            };
            each(&mut output);
            if output.is_last {
                return Err(StepError::Stopped {
                    time: from_f64(next),
                });
            }
            reached = next;
        }
        self.finish(world)
    }

    /// Makes the next step of an island.
    fn step(&mut self, world: &World<T, D>, track: usize, end: f64) -> Result<(), StepError<T>> {
        let track = &mut self.tracks[track];
        let step = self.adaptive.step(track, &self.task, end);
        step.map_err(|unsolved| world.unsolved(&unsolved))
    }

    /// Stores the final states of all bodies. All islands must be at the end of the duration.
    fn finish(&mut self, world: &World<T, D>) -> Result<(), StepError<T>> {
        let system = self.task.system;
        if let Some(exact) = &mut self.exact {
            let bodies = exact.after(world, system, system.h)?;
            self.adaptive.next.copy_from_slice(bodies);
        }
        for track in &mut self.tracks {
            self.adaptive.finish(track, &self.task);
        }
        Ok(())
    }

    /// Returns the state of a body at a time \[s\] within the last step of its island.
    fn body_at(&mut self, world: &World<T, D>, index: usize, time: f64) -> Option<Body<T, D>> {
        if let Some(island) = self.adaptive.island_of(index) {
            let track = &mut self.tracks[island];
            return self.adaptive.body_at(track, &self.task, time, index);
        }
        let Some(exact) = &mut self.exact else {
            // the body is fixed and at rest
            return self.task.bodies.get(index).copied();
        };
        let elapsed = from_f64(time - self.task.start());
        let bodies = exact.after(world, self.task.system, elapsed).ok()?;
        bodies.get(index).copied()
    }

    /// Returns the numbers of steps and evaluations of all islands.
    pub(super) fn report(&self) -> Advanced<T> {
        let mut done = self.adaptive.report(&self.task, true);
        for track in &self.tracks {
            done.count(track.counts());
        }
        done
    }
}

/// States of the bodies that move exactly. The entries of all other bodies are copies without
/// meaning.
struct ExactBodies<T: Real<D>, const D: usize> {
    stepper: Stepper<T, D>,
    /// States at the start of the motion.
    start: BodyStore<T, D>,
    /// Whether each body moves exactly.
    exact: Vec<bool>,
    /// States after the time `elapsed`.
    now: Vec<Body<T, D>>,
    /// Time since the start of the motion \[s\].
    elapsed: T,
}

impl<T: Real<D>, const D: usize> ExactBodies<T, D> {
    fn new(world: &World<T, D>, exact: &[bool]) -> Self {
        let now = world.body_slice().to_vec();
        let mut stepper = Stepper::new();
        stepper.copy_from(&world.stepper);
        Self {
            stepper,
            start: BodyStore::from(now.clone()),
            exact: exact.to_vec(),
            now,
            elapsed: T::zero(),
        }
    }

    /// Returns the states of all bodies at a time since the start of a system \[s\].
    fn after(
        &mut self,
        world: &World<T, D>,
        system: &System<'_, T, D>,
        elapsed: T,
    ) -> Result<&[Body<T, D>], StepError<T>> {
        if elapsed == self.elapsed {
            return Ok(&self.now);
        }
        if elapsed == T::zero() {
            self.now.copy_from_slice(self.start.values());
        } else {
            let system = System {
                h: elapsed,
                ..*system
            };
            let (start, now) = (&mut self.start, &mut self.now);
            let moved = (self.stepper).exact_states(&system, start, &self.exact, now);
            moved.map_err(|failure| world.step_failure(failure, elapsed))?;
        }
        self.elapsed = elapsed;
        Ok(&self.now)
    }
}
