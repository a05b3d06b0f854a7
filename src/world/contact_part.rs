//! Interface between a world and its contacts. The module `contact` implements it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use super::{StepError, World};
use crate::space::Real;
use crate::step::Ground;

/// Contacts of the bodies of a world.
pub(crate) trait ContactPart<T: Real<D>, const D: usize>: Ground<T, D> {
    /// Prepares a step of `dt` \[s\]. Returns whether bodies may touch anything in it.
    ///
    /// # Errors
    /// If a body cannot make contact with a surface.
    fn begin(&mut self, world: &World<T, D>, dt: T) -> Result<bool, StepError<T>>;

    /// Keeps the contacts of the step if `is_done`, else discards them. Returns the error of an invalid contact response, if
    /// there was one.
    fn end(&mut self, world: &World<T, D>, is_done: bool) -> Option<StepError<T>>;

    /// State of the contacts of all bodies as a list of numbers, for snapshots.
    fn memory(&self) -> Vec<f64>;

    /// Restores the state that [`memory`](Self::memory) returned.
    fn remember(&mut self, memory: &[f64]);

    /// Removes the body at index `place`; the body at `last` moves there.
    fn swap_remove(&mut self, place: usize, last: usize);

    /// Adapts to a world that was restored: bodies have other indices and states. `place` maps an old index to the new one.
    fn restored(&mut self, place: &dyn Fn(usize) -> Option<usize>);

    /// A copy that continues with the same bits.
    fn copied(&self) -> Box<dyn ContactPart<T, D>>;

    fn as_any(&self) -> &dyn Any;

    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// The contact part of this world, if there is one.
    pub(crate) fn contact_part<P: 'static>(&self) -> Option<&P> {
        self.contacts.as_ref()?.as_any().downcast_ref()
    }

    /// The contact part of this world. Creates a new one if there was none.
    pub(crate) fn contact_part_mut<P>(&mut self) -> Option<&mut P>
    where
        P: ContactPart<T, D> + Default,
    {
        let part = (self.contacts).get_or_insert_with(|| Box::new(P::default()));
        part.as_any_mut().downcast_mut()
    }

    /// Takes over `part` from `before`, the world before it was restored, and adapts it to this world.
    pub(super) fn keep_contacts(
        &mut self,
        before: &Self,
        part: Option<Box<dyn ContactPart<T, D>>>,
    ) {
        self.contacts = part;
        let keys = &self.body_keys;
        if let Some(part) = &mut self.contacts {
            part.restored(&|place| {
                let is_there = place < before.body_keys.len();
                let key = is_there.then(|| before.body_keys.key(place))?;
                keys.place(key.of_any_origin())
            });
        }
    }

    /// Makes a step with contacts; none if the world has no contact part.
    pub(super) fn step_through_contacts(&mut self, dt: T) -> Option<Result<(), StepError<T>>> {
        let part = self.contacts.take();
        let mut lent = Lent {
            world: self,
            part,
            is_done: false,
        };
        let part = lent.part.as_mut()?;
        let meets = match part.begin(lent.world, dt) {
            Ok(meets) => meets,
            Err(error) => return Some(Err(error)),
        };
        let ground = meets.then_some(&mut **part as &mut dyn Ground<T, D>);
        let result = lent.world.step_with(dt, ground);
        lent.is_done = result.is_ok();
        let refused = part.end(lent.world, lent.is_done);
        Some(result.map_err(|error| refused.unwrap_or(error)))
    }
}

/// A world and its contact part, which goes back to the world even if a function of the user panics.
struct Lent<'a, T: Real<D>, const D: usize> {
    world: &'a mut World<T, D>,
    part: Option<Box<dyn ContactPart<T, D>>>,
    is_done: bool,
}

impl<T: Real<D>, const D: usize> Drop for Lent<'_, T, D> {
    fn drop(&mut self) {
        if let (Some(part), false) = (&mut self.part, self.is_done) {
            part.end(self.world, false);
        }
        self.world.contacts = self.part.take();
    }
}
