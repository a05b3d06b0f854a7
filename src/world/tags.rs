//! A user-defined number for each body.

use super::{BodyId, NoSuch, World};
use crate::space::Real;

/// Tags of all bodies, by body index.
#[derive(Debug, Clone, Default)]
pub(super) struct Tags {
    /// Bodies beyond the last entry have the tag zero, so a world without tags stores nothing.
    values: alloc::vec::Vec<u64>,
}

impl Tags {
    pub(super) fn from_slice(values: &[u64]) -> Self {
        let values = values.into();
        Self { values }
    }

    /// The tags up to the last one that is not zero.
    pub(super) fn as_slice(&self) -> &[u64] {
        let zeros = self.values.iter().rev().take_while(|&&tag| tag == 0);
        &self.values[..self.values.len() - zeros.count()]
    }

    pub(super) fn clone_from_tags(&mut self, source: &Self) {
        self.values.clone_from(&source.values);
    }

    fn get(&self, place: usize) -> u64 {
        self.values.get(place).copied().unwrap_or(0)
    }

    fn set(&mut self, place: usize, tag: u64) {
        if place >= self.values.len() {
            if tag == 0 {
                return;
            }
            self.values.resize(place + 1, 0);
        }
        self.values[place] = tag;
    }

    /// Removes the tag of the body at index `place`, to which the body at index `last` moves.
    pub(super) fn swap_remove(&mut self, place: usize, last: usize) {
        self.set(place, self.get(last));
        self.values.truncate(last);
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Tag of a body, if the body is in this world: a user-defined number, zero unless it was [set](Self::set_tag).
    #[must_use]
    pub fn tag(&self, body: BodyId) -> Option<u64> {
        Some(self.tags.get(self.place(body).ok()?))
    }

    /// Sets the tag of a body: any number, such as that of the entity in your game that the body represents.
    ///
    /// The crate never reads the tag, and it costs nothing in a step. Clones, snapshots and scenes contain the tags of their
    /// bodies.
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
        let place = self.place(body)?;
        self.tags.set(place, tag);
        Ok(())
    }
}
