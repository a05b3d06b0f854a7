//! Where contacts of bodies hang on to a world. What they are is defined by the module `contact`.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use super::{StepError, World};
use crate::space::Real;
use crate::step::Ground;

/// What makes the bodies of a world bounce.
pub(crate) trait ContactPart<T: Real<D>, const D: usize>: Ground<T, D> {
    /// Prepares a step of `dt` \[s\]. Returns whether bodies may touch anything in it.
    ///
    /// # Errors
    /// If a body cannot meet a surface.
    fn begin(&mut self, world: &World<T, D>, dt: T) -> Result<bool, StepError<T>>;

    /// Keeps what the step has found, or takes it back. Returns why an answer was refused, if one was.
    fn end(&mut self, world: &World<T, D>, is_done: bool) -> Option<StepError<T>>;

    /// What bodies remember of contacts, by their places, for snapshots; as many as there are numbers.
    fn memory(&self) -> Vec<f64>;

    /// Takes back what [`memory`](Self::memory) gave.
    fn remember(&mut self, memory: &[f64]);

    /// The body at a place is removed; the one at the place `last` moves there.
    fn swap_remove(&mut self, place: usize, last: usize);

    /// The world was restored: bodies have other indices and states. `place` maps an index before to the present one.
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

    /// The contact part of this world; a new one if there was none.
    pub(crate) fn contact_part_mut<P>(&mut self) -> Option<&mut P>
    where
        P: ContactPart<T, D> + Default,
    {
        let part = (self.contacts).get_or_insert_with(|| Box::new(P::default()));
        part.as_any_mut().downcast_mut()
    }

    /// Takes over the contact part of the world as it was before it was restored.
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

    /// Moves the world through contacts, if it has any.
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
