//! Stretches of time inside of which all states are known.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::advance_memory::AdvanceMemory;
use super::{BodyId, StepError, World};
use crate::adaptive::{Advanced, Task, Track};
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// No track.
const NONE: usize = usize::MAX;

/// A stretch of time inside of which the states of all bodies are known, from [`World::advance_with`].
#[doc(alias("dense output", "interpolation"))]
pub struct Stretch<'a, 'b, T: Real<D>, const D: usize> {
    /// From the start to the end \[s\].
    span: [f64; 2],
    world: &'a World<T, D>,
    tracks: &'a mut Tracks<'b, T, D>,
    is_last: bool,
}

impl<T: Real<D>, const D: usize> Stretch<'_, '_, T, D> {
    /// The time at which it starts \[s\]: the end of the stretch before.
    #[must_use]
    pub fn start(&self) -> T {
        from_f64(self.span[0])
    }

    /// The time at which it ends \[s\]; before its start if the duration is negative.
    #[must_use]
    pub fn end(&self) -> T {
        from_f64(self.span[1])
    }

    /// Makes this stretch the last: the call fails with [`StepError::Stopped`], and the world is unchanged.
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
    /// let stopped = world.advance_with(1e6, 1e-9, |stretch| {
    ///     count += 1;
    ///     if count == patience {
    ///         stretch.stop();
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

    /// The state of a body at a time of this stretch \[s\]; none if the body is not in this world, or the time not in this stretch.
    ///
    /// It costs no evaluation of a force, but three for each step of DOP853 of which a state is asked for.
    pub fn body(&mut self, body: BodyId, time: T) -> Option<Body<T, D>> {
        let place = self.world.place(body).ok()?;
        let (start, end) = (self.start(), self.end());
        if !(start.min(end) <= time && time <= start.max(end)) {
            return None;
        }
        // start and end may have been rounded
        let [low, high] = [
            self.span[0].min(self.span[1]),
            self.span[0].max(self.span[1]),
        ];
        self.tracks.body_at(place, to_f64(time).clamp(low, high))
    }
}

/// All bodies of a world on their way: components in steps of their own, and bodies that move exactly.
pub(super) struct Tracks<'a, T: Real<D>, const D: usize> {
    task: Task<'a, T, D>,
    memory: &'a mut AdvanceMemory<T, D>,
    tracks: Vec<Track<D>>,
    /// The track of each body.
    track_of: Vec<usize>,
    exact: Option<ExactBodies<T, D>>,
}

impl<'a, T: Real<D>, const D: usize> Tracks<'a, T, D> {
    /// Starts all bodies.
    pub(super) fn new(
        world: &World<T, D>,
        task: Task<'a, T, D>,
        memory: &'a mut AdvanceMemory<T, D>,
    ) -> Self {
        let components = memory.prepare(world, &task);
        let mut tracks = Vec::with_capacity(components.len());
        let mut track_of = vec![NONE; task.bodies.len()];
        for &component in &components {
            for &place in memory.adaptive.free_places(component) {
                track_of[place] = tracks.len();
            }
            tracks.push(memory.adaptive.track(component, &task));
        }
        let exact = (memory.have_exact(&task)).then(|| ExactBodies::new(memory.exact_world(world)));
        Self {
            task,
            memory,
            tracks,
            track_of,
            exact,
        }
    }

    /// Moves all bodies to the end, and passes each stretch of time to `each`. Returns the bodies at the end.
    pub(super) fn run(
        &mut self,
        world: &World<T, D>,
        each: &mut dyn FnMut(&mut Stretch<'_, 'a, T, D>),
    ) -> Result<Vec<Body<T, D>>, StepError<T>> {
        let (start, end) = (self.task.start(), self.task.end());
        if let Some(exact) = &mut self.exact {
            exact.after(self.task.system.h)?;
        }
        // components by the ends of their last steps; distances from the start are ordered as their bits
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
            let mut stretch = Stretch {
                span: [reached, next],
                world,
                tracks: self,
                is_last: false,
            };
            each(&mut stretch);
            if stretch.is_last {
                return Err(StepError::Stopped {
                    time: from_f64(next),
                });
            }
            reached = next;
        }
        self.finish()
    }

    /// Makes the next step of a component.
    fn step(&mut self, world: &World<T, D>, track: usize, end: f64) -> Result<(), StepError<T>> {
        let track = &mut self.tracks[track];
        let step = self.memory.adaptive.step(track, &self.task, end);
        step.map_err(|unsolved| world.unsolved(&unsolved))
    }

    /// The bodies at the end, where all components are.
    fn finish(&mut self) -> Result<Vec<Body<T, D>>, StepError<T>> {
        let mut bodies = match &mut self.exact {
            Some(exact) => exact.after(self.task.system.h)?.body_slice().to_vec(),
            None => self.task.bodies.to_vec(),
        };
        for track in &mut self.tracks {
            let put = |place: usize, body: &Body<T, D>| bodies[place] = *body;
            self.memory.adaptive.finish(track, &self.task, put);
        }
        Ok(bodies)
    }

    /// A body at a time \[s\] within the last step of its component.
    fn body_at(&mut self, place: usize, time: f64) -> Option<Body<T, D>> {
        if let Some(track) = self.tracks.get_mut(self.track_of[place]) {
            return (self.memory.adaptive).body_at(track, &self.task, time, place);
        }
        let Some(exact) = &mut self.exact else {
            // it is fixed and at rest
            return self.task.bodies.get(place).copied();
        };
        let elapsed = from_f64(time - self.task.start());
        exact.after(elapsed).ok()?.body_slice().get(place).copied()
    }

    /// What was done, with the bodies at the end.
    pub(super) fn report(&self, next: &[Body<T, D>]) -> Advanced<T> {
        let mut done = self.memory.report(&self.task, next);
        for track in &self.tracks {
            done.count(track.counts());
        }
        done
    }
}

/// The world of the bodies that move exactly.
struct ExactBodies<T: Real<D>, const D: usize> {
    start: World<T, D>,
    /// Some time later.
    now: World<T, D>,
    /// That time \[s\].
    elapsed: T,
}

impl<T: Real<D>, const D: usize> ExactBodies<T, D> {
    fn new(start: World<T, D>) -> Self {
        Self {
            now: start.clone(),
            start,
            elapsed: T::zero(),
        }
    }

    /// The world a time after the start \[s\].
    fn after(&mut self, elapsed: T) -> Result<&World<T, D>, StepError<T>> {
        if elapsed != self.elapsed {
            self.now.clone_from(&self.start);
            self.elapsed = T::zero();
            if elapsed != T::zero() {
                self.now.step_freely(elapsed)?;
                self.elapsed = elapsed;
            }
        }
        Ok(&self.now)
    }
}
