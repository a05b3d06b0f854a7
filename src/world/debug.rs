//! `{world:?}`: the contents of a world, without cached data.

use core::fmt::{Debug, Formatter, Result};

use super::{BodyId, World};
use crate::plan::{Attachment, Target};
use crate::space::Real;
use crate::step::AppliedForce;

/// Time, scheme, bodies and forces with their ids; also tags that are not zero, and forces for the next step, if there are any.
impl<T: Real<D>, const D: usize> Debug for World<T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut world = formatter.debug_struct("World");
        (world.field("time", &self.time()))
            .field("steps", &self.steps())
            .field("scheme", &self.scheme)
            .field("bodies", &Bodies(self))
            .field("forces", &Forces(self));
        if !self.tags.as_slice().is_empty() {
            world.field("tags", &TagsOf(self));
        }
        if !self.applied_forces.is_empty() {
            world.field("applied_forces", &AppliedForces(self));
        }
        world.finish()
    }
}

struct TagsOf<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for TagsOf<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let tags = self.0.ids().zip(self.0.tags.as_slice());
        let tags = tags.filter(|(_, tag)| **tag != 0);
        (formatter.debug_map()).entries(tags).finish()
    }
}

struct AppliedForces<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for AppliedForces<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let id = |place| BodyId(self.0.body_keys.key(place));
        let applied = self.0.applied_forces.iter();
        (formatter.debug_map())
            .entries(applied.map(|applied| (id(applied.body), Applied(applied))))
            .finish()
    }
}

/// An applied force; its torque is left out if it is zero.
struct Applied<'a, T: Real<D>, const D: usize>(&'a AppliedForce<T, D>);

impl<T: Real<D>, const D: usize> Debug for Applied<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let AppliedForce { force, torque, .. } = self.0;
        if *torque == T::no_turn() {
            return force.fmt(formatter);
        }
        (formatter.debug_struct("Applied"))
            .field("force", force)
            .field("torque", torque)
            .finish()
    }
}

struct Bodies<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for Bodies<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut map = formatter.debug_map();
        for (id, body) in self.0.bodies() {
            map.entry(&format_args!("{id}"), body);
        }
        map.finish()
    }
}

struct Forces<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for Forces<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut map = formatter.debug_map();
        for (id, attachment) in self.0.force_ids().zip(self.0.forces.values()) {
            map.entry(&format_args!("{id}"), &ForceOn(self.0, attachment));
        }
        map.finish()
    }
}

/// A force and the bodies it acts on.
struct ForceOn<'a, T: Real<D>, const D: usize>(&'a World<T, D>, &'a Attachment<T, D>);

impl<T: Real<D>, const D: usize> Debug for ForceOn<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let Self(world, attachment) = self;
        attachment.force.fmt(formatter)?;
        if attachment.target == Target::Every {
            return formatter.write_str(" on every body");
        }
        let places = attachment.bodies(world.len());
        for (index, place) in places.enumerate() {
            let id = BodyId(world.body_keys.key(place));
            write!(formatter, "{} {id}", if index == 0 { " on" } else { "," })?;
        }
        Ok(())
    }
}
