//! Makes equal steps for frames of any length.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{StepError, World};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// Fraction of its length by which a step is due early, because sums of frame lengths have rounding
/// errors.
const EARLY: f64 = 1e-6;

/// Moves a world in equal steps, whatever the lengths of the frames that are drawn.
///
/// Each frame adds its length to the time that is due. Whole steps use up this time; the rest is
/// kept for the next frame. The picture shows a time between the last two steps, later than the
/// first of them by the rest. [`drawn`](Self::drawn) makes a shorter step from the state before the
/// last step, or after an event in the last step. The picture is exact where steps are exact.
/// ```
/// use kinstep::{Body2, FixedStep, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(1.0).at([0.0, 20.0]).moving([3.0, 0.0]))?;
///
/// let mut fixed = FixedStep::new(1.0 / 50.0);
/// for frame_length in [0.0166, 0.0168, 0.0171, 0.0300, 0.0166] {
///     fixed.add(frame_length)?;
///     while fixed.is_due() {
///         // controls go here
///         fixed.step(&mut world)?;
///         // and here what the game does to bodies: bounces, damage
///     }
///     let picture = fixed.drawn(&world)?;
///     assert!((picture[ball].position.x - 3.0 * picture.time()).abs() < 1e-15);
/// }
/// assert_eq!(world.steps(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[doc(alias(
    "game loop",
    "fixed timestep",
    "accumulator",
    "interpolation",
    "spiral of death"
))]
pub struct FixedStep<T: Real<D>, const D: usize> {
    step: T,
    most: u32,
    /// Time that is due \[s\]: it has passed, and completed steps do not cover it. It includes the
    /// time of a step that has begun.
    due: f64,
    /// Length of the completed part of the current step, up to an event \[s\].
    begun: f64,
    /// One entry for the start of the last step, and one for each event in it: the time since that
    /// start \[s\], and the world at that time. Entries from index `parts_used` on are only spare
    /// memory.
    parts: Vec<(f64, World<T, D>)>,
    parts_used: usize,
    /// The world's number of steps after the last step; `u64::MAX` if no step can be drawn.
    steps: u64,
    drawn: World<T, D>,
}

impl<T: Real<D>, const D: usize> FixedStep<T, D> {
    /// Creates a fixed step of this length \[s\], with at most 8 steps per frame.
    #[must_use]
    pub fn new(step: T) -> Self {
        Self {
            step,
            most: 8,
            due: 0.0,
            begun: 0.0,
            parts: Vec::new(),
            parts_used: 0,
            steps: u64::MAX,
            drawn: World::new(),
        }
    }

    /// Limits the number of steps per frame to this number, 1 or more.
    ///
    /// If a step takes longer to compute than its length, each frame would need more steps than the
    /// frame before, and the game would stop responding. With this limit the game runs slower than
    /// real time instead.
    #[must_use]
    pub fn at_most(mut self, steps: u32) -> Self {
        self.most = steps.max(1);
        self
    }

    /// Returns the length of a step \[s\].
    #[must_use]
    pub fn length(&self) -> T {
        self.step
    }

    /// Adds the length of a frame \[s\]. Returns the time that is dropped \[s\]; it is zero unless
    /// more steps are due than the limit allows.
    ///
    /// # Errors
    /// If the length of the frame is negative or not finite, or the length of a step is not positive and finite.
    pub fn add(&mut self, elapsed: T) -> Result<T, StepError<T>> {
        let step = to_f64(self.step);
        if !(step.is_finite() && step > 0.0) {
            return Err(StepError::FixedLength { step: self.step });
        }
        if !(elapsed.is_finite() && elapsed >= T::zero()) {
            return Err(StepError::Frame { elapsed });
        }
        let due = self.due + to_f64(elapsed);
        if due / step + EARLY < f64::from(self.most) + 1.0 {
            self.due = due;
            return Ok(T::zero());
        }
        // keeps the rest, so that pictures advance evenly
        self.due = f64::from(self.most) * step + due % step;
        Ok(from_f64(due - self.due))
    }

    /// Whether a step is due; false if the length of a step is not a positive number.
    #[must_use]
    pub fn is_due(&self) -> bool {
        let step = to_f64(self.step);
        step > 0.0 && self.due >= step * (1.0 - EARLY)
    }

    /// Makes a step, or the rest of a step that [`step_until`](Self::step_until) has begun.
    ///
    /// A step is made even if it is not due; its time is then taken from the next frames.
    ///
    /// # Errors
    /// Those of [`World::step`]. After an error the world is unchanged, and the step is still due.
    #[inline(never)]
    pub fn step(&mut self, world: &mut World<T, D>) -> Result<(), StepError<T>> {
        let rest = self.begin_part(world);
        world.step(rest)?;
        self.end_part(world, None);
        Ok(())
    }

    /// Stores the state before a part of a step, so that pictures can start from it. Returns the
    /// remaining length of the step \[s\].
    pub(crate) fn begin_part(&mut self, world: &World<T, D>) -> T {
        self.steps = u64::MAX;
        if self.begun == 0.0 {
            self.parts_used = 0;
        }
        if self.is_last() {
            let (used, begun) = (self.parts_used, self.begun);
            // no time has passed since the event: replace the stored state, because the caller may have changed the world
            let is_same_time = used > 0 && self.parts[used - 1].0 == begun;
            let index = if is_same_time { used - 1 } else { used };
            if index == self.parts.len() {
                self.parts.push((begun, World::new()));
            }
            let (time, before) = &mut self.parts[index];
            *time = begun;
            before.clone_from(world);
            self.parts_used = index + 1;
        }
        from_f64((to_f64(self.step) - self.begun).max(0.0))
    }

    /// Counts a part of a step. The part ends at `event`, a time since the start of the part \[s\];
    /// `None` stands for the end of the step.
    pub(crate) fn end_part(&mut self, world: &World<T, D>, event: Option<T>) {
        if let Some(time) = event {
            self.begun += to_f64(time);
            return;
        }
        if self.is_last() {
            self.steps = world.steps();
        }
        self.begun = 0.0;
        self.due -= to_f64(self.step);
    }

    /// Whether this step is the last one that is due. Pictures are drawn only from such a step.
    fn is_last(&self) -> bool {
        let step = to_f64(self.step);
        self.due - step < step * (1.0 - EARLY)
    }

    /// Returns where the picture lies between the last step but one (0) and the last step (1).
    #[must_use]
    pub fn fraction(&self) -> T {
        let fraction = self.due / to_f64(self.step);
        // if the length of a step is not valid, `fraction` is not positive
        from_f64(if fraction > 0.0 {
            fraction.min(1.0)
        } else {
            0.0
        })
    }

    /// Returns the world to be drawn: the state at [`fraction`](Self::fraction) of the last step, with the ids of `world`.
    ///
    /// Bodies that were added after the step have their state in `world`, and removed bodies are not drawn. If the last step of
    /// `world` was not made by this `FixedStep`, or more steps are due, the result is a copy of `world`.
    ///
    /// # Errors
    /// Those of [`World::step`].
    #[inline(never)]
    pub fn drawn(&mut self, world: &World<T, D>) -> Result<&World<T, D>, StepError<T>> {
        let drawn = &mut self.drawn;
        let time = self.due.min(to_f64(self.step)).max(0.0);
        let mut parts = self.parts[..self.parts_used].iter().rev();
        let part = parts.find(|(start, _)| self.steps == world.steps() && *start <= time);
        let Some((start, before)) = part else {
            drawn.clone_from(world);
            return Ok(drawn);
        };
        drawn.clone_from(before);
        drawn.step(from_f64(time - start))?;
        if !Arc::ptr_eq(&drawn.body_keys, &world.body_keys) {
            let stepped = core::mem::take(drawn);
            drawn.clone_from(world);
            drawn.clock = stepped.clock;
            let (keys, stepped_bodies) = (&world.body_keys, stepped.bodies.values());
            drawn.stepper.bodies_written(&mut drawn.bodies);
            drawn.bodies.change_all(|bodies| {
                for (body, key) in bodies.iter_mut().zip(keys.iter()) {
                    if let Some(index) = stepped.body_keys.index_of(key) {
                        *body = stepped_bodies[index];
                    }
                }
            });
        }
        Ok(drawn)
    }
}
