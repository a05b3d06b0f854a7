//! Interface between a world and its contacts, implemented by the module `contact`.

use super::{BodyId, NoSuch, StepError, World};
use crate::body::Body;
use crate::space::Real;
use crate::step::Ground;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use nalgebra::SVector;

/// The contacts of the bodies of a world.
pub(crate) trait ContactPart<T: Real<D>, const D: usize>: Ground<T, D> {
    /// Prepares a step of `dt` \[s\]. Returns whether bodies may touch anything in that step.
    ///
    /// # Errors
    /// If a body cannot make contact with a surface.
    fn begin(&mut self, world: &World<T, D>, dt: T) -> Result<bool, StepError<T>>;

    /// Keeps the contacts of the step if `is_done` is true, else discards them. Returns the error
    /// if a contact response was invalid.
    fn end(&mut self, world: &World<T, D>, is_done: bool) -> Option<StepError<T>>;

    /// Returns the state of the contacts of all bodies as a list of numbers, for snapshots.
    fn memory(&self) -> Vec<f64>;

    /// Restores the state that [`memory`](Self::memory) returned.
    fn remember(&mut self, memory: &[f64]);

    /// Removes the body at `index`; the body at `last` moves to that index.
    fn swap_remove(&mut self, index: usize, last: usize);

    /// Adapts to a world that was restored, in which bodies have new indices and states. `index`
    /// maps an old index to the new one.
    fn restored(&mut self, index: &dyn Fn(usize) -> Option<usize>);

    /// Returns a copy whose further steps are equal to the bit.
    fn copied(&self) -> Box<dyn ContactPart<T, D>>;

    fn as_any(&self) -> &dyn Any;

    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the contact part of this world, if there is one.
    pub(crate) fn contact_part<P: 'static>(&self) -> Option<&P> {
        self.contacts.as_ref()?.as_any().downcast_ref()
    }

    /// Returns the contact part of this world. Creates a contact part if there was none.
    pub(crate) fn contact_part_mut<P>(&mut self) -> Option<&mut P>
    where
        P: ContactPart<T, D> + Default,
    {
        let part = (self.contacts).get_or_insert_with(|| Box::new(P::default()));
        part.as_any_mut().downcast_mut()
    }

    /// Takes over `part` from `before`, the world before the restoration, and adapts it to this
    /// world.
    pub(super) fn keep_contacts(
        &mut self,
        before: &Self,
        part: Option<Box<dyn ContactPart<T, D>>>,
    ) {
        self.contacts = part;
        let keys = &self.body_keys;
        if let Some(part) = &mut self.contacts {
            part.restored(&|index| {
                let is_there = index < before.body_keys.len();
                let key = is_there.then(|| before.body_keys.key(index))?;
                keys.index_of(key.of_any_origin())
            });
        }
    }

    /// Makes a step with contacts; returns `None` if the world has no contact part.
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

/// A world without its contact part during a step. The part returns to the world even if a function
/// of the user panics.
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

// The event at which `step_until` last stopped a world, stored so that the next step does not report it again.

/// The numbers that identify an awaited event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AwaitedEvent<T, const D: usize> {
    pub(crate) body: BodyId,
    /// The number of the kind of event.
    pub(crate) kind: u8,
    /// Vector and number that define the boundary: of a plane, sphere or apex.
    pub(crate) boundary: (SVector<T, D>, T),
}

/// The event that the last step stopped at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastEvent<T, const D: usize> {
    pub(crate) awaited: AwaitedEvent<T, D>,
    /// Number of steps of the world at the event, increased by each later step of zero length.
    pub(crate) steps: u64,
    /// Position of the body at the event \[m\].
    pub(crate) position: SVector<T, D>,
    /// Velocity of the body at the event \[m/s\].
    pub(crate) velocity: SVector<T, D>,
    /// Whether the body rests on the boundary, and its acceleration points through the boundary.
    pub(crate) rests: bool,
}

impl<T: Real<D>, const D: usize> LastEvent<T, D> {
    /// Whether the last event was `awaited`, and no time has passed since that event.
    pub(crate) fn matches(&self, awaited: &AwaitedEvent<T, D>, steps: u64) -> bool {
        self.awaited == *awaited && self.steps == steps
    }

    /// Whether the body still has the state that it had at the event.
    pub(crate) fn is_unchanged(&self, body: &Body<T, D>) -> bool {
        self.position == body.position && self.velocity == body.velocity
    }
}

// User-defined numbers of bodies.

/// Tags of all bodies, by body index.
#[derive(Debug, Clone, Default)]
pub(super) struct Tags {
    /// Tag of each body. Bodies beyond the last entry have the tag zero, so a world without tags stores nothing.
    values: alloc::vec::Vec<u64>,
}

impl Tags {
    pub(super) fn from_slice(values: &[u64]) -> Self {
        let values = values.into();
        Self { values }
    }

    /// Returns the tags up to the last one that is not zero.
    pub(super) fn as_slice(&self) -> &[u64] {
        let zeros = self.values.iter().rev().take_while(|&&tag| tag == 0);
        &self.values[..self.values.len() - zeros.count()]
    }

    pub(super) fn clone_from_tags(&mut self, source: &Self) {
        self.values.clone_from(&source.values);
    }

    fn get(&self, index: usize) -> u64 {
        self.values.get(index).copied().unwrap_or(0)
    }

    fn set(&mut self, index: usize, tag: u64) {
        if index >= self.values.len() {
            if tag == 0 {
                return;
            }
            self.values.resize(index + 1, 0);
        }
        self.values[index] = tag;
    }

    /// Removes the tag of the body at `index`, to which the body at `last` moves.
    pub(super) fn swap_remove(&mut self, index: usize, last: usize) {
        self.set(index, self.get(last));
        self.values.truncate(last);
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the tag of a body, if the body is in this world: a user-defined number, zero unless it was [set](Self::set_tag).
    #[must_use]
    pub fn tag(&self, body: BodyId) -> Option<u64> {
        Some(self.tags.get(self.index_of(body).ok()?))
    }

    /// Sets the tag of a body: any number, such as the number of the entity of your game that the
    /// body represents.
    ///
    /// The crate never reads the tag, and a tag has no cost in a step. Clones, snapshots and scenes
    /// contain the tags of their bodies.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// let mut world = World2::new();
    /// let ball = world.add_body(Body2::point(0.145))?;
    /// world.set_tag(ball, 7)?;
    ///
    /// let mut loaded = World2::new();
    /// loaded.restore(&world.snapshot())?;
    /// let tagged: Vec<_> = loaded.ids().map(|id| loaded.tag(id)).collect();
    /// assert_eq!(tagged, [Some(7)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world.
    #[doc(alias("user data", "user_data", "entity", "label"))]
    pub fn set_tag(&mut self, body: BodyId, tag: u64) -> Result<(), NoSuch> {
        let index = self.index_of(body)?;
        self.tags.set(index, tag);
        Ok(())
    }
}
