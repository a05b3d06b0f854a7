//! Equal steps from frames of any length.

use alloc::sync::Arc;

use super::{StepError, World};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// A step is due this part of its length early: sums of frames are rounded.
const EARLY: f64 = 1e-6;

/// Steps a world in equal steps, whatever the lengths of the frames that are drawn.
///
/// Each frame adds its length to the time that is due. Whole steps are made of it, and the rest waits for the next frame.
/// What is drawn lies between the last two steps, at a distance of that rest from the earlier one:
/// [`drawn`](Self::drawn) makes a shorter step from the state before the last step, which is exact where steps are.
///
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
pub struct FixedStep<T: Real<D>, const D: usize> {
    step: T,
    most: u32,
    /// Time that has passed and that no step has made yet \[s\].
    due: f64,
    /// The world before the last step, and its number of steps after it; `u64::MAX` if that is not to be drawn from.
    before: Option<(World<T, D>, u64)>,
    drawn: World<T, D>,
}

impl<T: Real<D>, const D: usize> FixedStep<T, D> {
    /// Steps of this length \[s\], at most 8 a frame.
    #[must_use]
    pub fn new(step: T) -> Self {
        Self {
            step,
            most: 8,
            due: 0.0,
            before: None,
            drawn: World::new(),
        }
    }

    /// The same with at most this many steps a frame, 1 or more.
    ///
    /// Where a step takes longer to compute than it lasts, each frame would need more steps than the one before, and the
    /// game would come to a standstill. With this bound it runs slower than real time instead.
    #[must_use]
    pub fn at_most(mut self, steps: u32) -> Self {
        self.most = steps.max(1);
        self
    }

    /// The length of a step \[s\].
    #[must_use]
    pub fn length(&self) -> T {
        self.step
    }

    /// Adds the length of a frame \[s\]. Returns the time that is dropped \[s\], because more steps than allowed would be due.
    ///
    /// # Errors
    /// If the length is negative or not finite, or that of a step is not positive and finite.
    pub fn add(&mut self, elapsed: T) -> Result<T, FrameError<T>> {
        let step = to_f64(self.step);
        if !(step.is_finite() && step > 0.0) {
            return Err(FrameError::Step { step: self.step });
        }
        if !(elapsed.is_finite() && elapsed >= T::zero()) {
            return Err(FrameError::Elapsed { elapsed });
        }
        let due = self.due + to_f64(elapsed);
        if due / step + EARLY < f64::from(self.most) + 1.0 {
            self.due = due;
            return Ok(T::zero());
        }
        // the rest is kept, so that the picture moves on evenly
        self.due = f64::from(self.most) * step + due % step;
        Ok(from_f64(due - self.due))
    }

    /// Whether a step is due.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.due >= to_f64(self.step) * (1.0 - EARLY)
    }

    /// Makes a step.
    ///
    /// One that is not due is made all the same. It is taken from the frames to come.
    ///
    /// # Errors
    /// As [`World::step`]. The world is then unchanged, and the step is still due.
    #[inline(never)]
    pub fn step(&mut self, world: &mut World<T, D>) -> Result<(), StepError<T>> {
        let left = self.due - to_f64(self.step);
        let (before, steps) = self.before.get_or_insert_with(|| (World::new(), 0));
        *steps = u64::MAX;
        // only the state before the last step of a frame is drawn from
        let is_last = left < to_f64(self.step) * (1.0 - EARLY);
        if is_last {
            before.clone_from(world);
        }
        world.step(self.step)?;
        if is_last {
            *steps = world.steps();
        }
        self.due = left;
        Ok(())
    }

    /// How far the picture is from the step before the last to the last one: from 0 to 1.
    #[must_use]
    pub fn fraction(&self) -> T {
        from_f64((self.due / to_f64(self.step)).clamp(0.0, 1.0))
    }

    /// The world to be drawn: as it was at [`fraction`](Self::fraction) of the last step, with the ids of `world`.
    ///
    /// Bodies that were added after the step are as they are in `world`, and those that were removed are not drawn. Where
    /// the last step of `world` was not made here, or more steps are due, it is drawn as it is.
    ///
    /// # Errors
    /// As [`World::step`].
    #[inline(never)]
    pub fn drawn(&mut self, world: &World<T, D>) -> Result<&World<T, D>, StepError<T>> {
        let drawn = &mut self.drawn;
        let made_here = (self.before.as_ref()).filter(|(_, steps)| *steps == world.steps());
        let Some((before, _)) = made_here else {
            drawn.clone_from(world);
            return Ok(drawn);
        };
        drawn.clone_from(before);
        let time = (self.due).clamp(0.0, to_f64(self.step));
        drawn.step(from_f64(time))?;
        if !Arc::ptr_eq(&drawn.body_keys, &world.body_keys) {
            let stepped = core::mem::take(drawn);
            drawn.clone_from(world);
            drawn.clock = stepped.clock;
            let (keys, stepped_bodies) = (&world.body_keys, stepped.bodies.values());
            drawn.bodies.change_all(|bodies| {
                for (body, key) in bodies.iter_mut().zip(keys.iter()) {
                    if let Some(place) = stepped.body_keys.place(key) {
                        *body = stepped_bodies[place];
                    }
                }
            });
            (0..keys.len()).for_each(|place| drawn.stepper.body_changed(place));
        }
        Ok(drawn)
    }
}

/// Why the length of a frame was refused.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError<T> {
    /// The length of a frame is negative or not finite.
    #[error("a frame cannot last {elapsed} s")]
    Elapsed {
        /// The length \[s\].
        elapsed: T,
    },
    /// The length of a step is not positive and finite.
    #[error("frames cannot be divided into steps of {step} s")]
    Step {
        /// The length \[s\].
        step: T,
    },
}
