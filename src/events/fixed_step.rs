//! Equal steps that stop at events.

use super::until::Until;
use crate::numbers::from_f64;
use crate::space::Real;
use crate::trajectory::Event;
use crate::world::{FixedStep, StepError, World};

impl<T: Real<D>, const D: usize> FixedStep<T, D> {
    /// Makes a step, or only the part of it up to the first event of a body. The next call of this
    /// function or of [`step`](Self::step) then makes the rest of the step.
    ///
    /// At times after the event, [`drawn`](Self::drawn) includes the changes that the caller made
    /// at the event. So a body that is stopped on a plane, or reversed there, is never drawn below
    /// the plane. The time of the event counts from the call.
    ///
    /// ```
    /// use kinstep::Until;
    /// use kinstep::trajectory::{Crossing, Plane};
    /// use kinstep::{Body2, FixedStep, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let ball = world.add_body(Body2::point(1.0).at([0.0, 1.0]))?;
    /// let ground = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    ///
    /// let mut fixed = FixedStep::new(1.0 / 50.0);
    /// for _ in 0..144 {
    ///     fixed.add(1.0 / 144.0)?;
    ///     while fixed.is_due() {
    ///         while fixed.step_until(&mut world, &ground)?.is_some() {
    ///             world[ball].velocity.y *= -0.8; // a bounce
    ///         }
    ///     }
    ///     assert!(fixed.drawn(&world)?[ball].position.y >= 0.0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`World::step_until`]. After an error the world is unchanged, and the rest of the step remains to be made.
    #[inline(never)]
    #[doc(alias("bounce", "collision"))]
    pub fn step_until(
        &mut self,
        world: &mut World<T, D>,
        until: &Until<T, D>,
    ) -> Result<Option<Event<D>>, StepError<T>> {
        let rest = self.begin_part(world);
        let event = world.step_until(rest, until)?;
        self.end_part(world, event.map(|event| from_f64(event.time)));
        Ok(event)
    }
}
