//! The forces of a world, each in a fixed slot, and the bodies on which each force acts.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::attachment::{Attachment, Target};
use super::kind::Kind;
use super::narrow;
use super::ties::Ties;
use crate::body::Body;
use crate::force::{
    Effect, Force, ParameterError, unless_along_the_line, unless_between_bodies, unless_it_can_turn,
};
use crate::space::Real;
use crate::step::{Arms, relative};

/// The forces of a world. The forces act in the order of their slots.
#[derive(Clone)]
pub(crate) struct Topology<T: Real<D>, const D: usize> {
    /// All forces by slot. An empty slot has a force that acts on no body.
    slots: Vec<Attachment<T, D>>,
    /// Slots of the forces on every body, ascending.
    every: Vec<usize>,
    /// Pairs of a body index and the slot of a force on that body. Forces on every body are not
    /// listed. A link has two pairs, one for each end.
    own: BTreeSet<(u32, u32)>,
    /// Slots of the groups that each new body joins.
    growing: Vec<usize>,
}

/// The bodies on which a force acts, before the force has a slot.
pub(crate) struct Scope<T, const D: usize> {
    pub(crate) target: Target,
    /// Indices of the bodies of a group.
    pub(crate) group: Vec<usize>,
    /// Whether each new body joins the group.
    pub(crate) grows: bool,
    /// Points of the bodies at which a link acts; `None` for the centres of mass.
    pub(crate) arms: Option<Arms<T, D>>,
}

impl<T, const D: usize> Scope<T, D> {
    pub(crate) fn group(mut group: Vec<usize>, grows: bool) -> Self {
        group.sort_unstable();
        Self {
            group,
            grows,
            ..Target::Group.into()
        }
    }
}

impl<T, const D: usize> From<Target> for Scope<T, D> {
    fn from(target: Target) -> Self {
        Self {
            target,
            group: Vec::new(),
            grows: false,
            arms: None,
        }
    }
}

impl<T: Real<D>, const D: usize> Attachment<T, D> {
    /// Checks a force for the bodies of its scope. `body` returns the body at an index.
    ///
    /// # Errors
    /// If a parameter of the force is not valid, in general or for one of the bodies, or if a link
    /// cannot act at the given point of a body. The bodies of a growing group, and all bodies for a
    /// force on every body, are not checked.
    pub(crate) fn new(
        force: Arc<dyn Force<T, D>>,
        scope: Scope<T, D>,
        mut body: impl FnMut(usize) -> Body<T, D>,
    ) -> Result<Self, ParameterError<T>> {
        let Scope {
            target,
            group,
            grows,
            arms,
        } = scope;
        force.check()?;
        if target != Target::Every {
            let named = target.bodies(0).count() + group.len();
            unless_between_bodies(force.as_ref(), named)?;
        }
        let is_centre = |arm: &SVector<T, D>| arm.iter().all(T::is_zero);
        let arms = arms.filter(|arms| !arms.iter().all(is_centre));
        for (index, arm) in target.bodies(0).zip(arms.iter().flatten()) {
            ParameterError::unless_all_finite("the mounting", arm)?;
            unless_it_can_turn(&body(index), arm)?;
        }
        match target {
            Target::Every => {}
            Target::Pair(first, second) => {
                let relative = relative([&body(first), &body(second)], arms.as_ref());
                force.check_on(&relative)?;
                if let Effect::Spring { anchor, .. } = force.effect(&relative, T::zero(), T::zero())
                {
                    unless_along_the_line(&anchor)?;
                }
            }
            Target::One(_) | Target::Group => {
                for index in target.bodies(0).chain(group.iter().copied()) {
                    if !grows {
                        force.check_on(&body(index))?;
                    }
                }
            }
        }
        Ok(Self {
            kind: Kind::of(force.as_ref(), target, arms.is_some()),
            force,
            target,
            group,
            grows,
            arms,
        })
    }
}

impl<T: Real<D>, const D: usize> Topology<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            slots: Vec::new(),
            every: Vec::new(),
            own: BTreeSet::new(),
            growing: Vec::new(),
        }
    }

    /// Returns all forces by slot; the force in an empty slot acts on no body.
    pub(crate) fn slots(&self) -> &[Attachment<T, D>] {
        &self.slots
    }

    /// Returns the slots of the forces on every body, ascending.
    pub(crate) fn every(&self) -> &[usize] {
        &self.every
    }

    /// Returns the slots of the forces on a body, without forces on every body, ascending.
    pub(crate) fn own(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let index = narrow(index);
        (self.own.range((index, 0)..=(index, u32::MAX))).map(|&(_, slot)| slot as usize)
    }

    /// Whether a body has forces other than the forces on every body.
    pub(crate) fn has_own(&self, index: usize) -> bool {
        self.own(index).next().is_some()
    }

    /// Whether a force on a body may tie it to other bodies, or to a point.
    pub(crate) fn may_tie(&self, index: usize) -> bool {
        self.on(index).any(|slot| Ties::may_tie(&self.slots[slot]))
    }

    /// Returns the slots of all forces on a body, ascending.
    pub(crate) fn on(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        merged(self.own(index), &self.every)
    }

    /// Stores a force in a slot, which must be empty or the next new slot.
    pub(crate) fn insert(&mut self, slot: usize, new: Attachment<T, D>) {
        for index in new.named_bodies() {
            self.own.insert((narrow(index), narrow(slot)));
        }
        if new.target == Target::Every {
            insert_sorted(&mut self.every, slot);
        }
        if new.grows {
            insert_sorted(&mut self.growing, slot);
        }
        while self.slots.len() <= slot {
            self.slots.push(new.emptied());
        }
        self.slots[slot] = new;
    }

    /// Replaces the force in a slot; the new force acts on the same bodies.
    pub(crate) fn replace(&mut self, slot: usize, new: Attachment<T, D>) {
        self.slots[slot] = new;
    }

    pub(crate) fn remove(&mut self, slot: usize) {
        let removed = &self.slots[slot];
        for index in removed.named_bodies() {
            self.own.remove(&(narrow(index), narrow(slot)));
        }
        self.every.retain(|every| *every != slot);
        self.growing.retain(|growing| *growing != slot);
        self.slots[slot] = removed.emptied();
    }

    /// Adds a new body, which has the last index, to the groups that grow.
    pub(crate) fn add_body(&mut self, index: usize) {
        for &slot in &self.growing {
            self.slots[slot].group.push(index);
            self.own.insert((narrow(index), narrow(slot)));
        }
    }

    /// Whether there is a group that each new body joins.
    pub(crate) fn has_growing(&self) -> bool {
        !self.growing.is_empty()
    }

    /// Removes the body at `index`, on which only forces on groups act; the body at `last`
    /// moves to that index.
    pub(crate) fn swap_remove_body(&mut self, index: usize, last: usize) {
        let [removed, moved] = [index, last].map(|index| self.own(index).collect::<Vec<_>>());
        for slot in removed {
            self.own.remove(&(narrow(index), narrow(slot)));
            let group = &mut self.slots[slot].group;
            if let Ok(found) = group.binary_search(&index) {
                group.remove(found);
            }
        }
        if index == last {
            return;
        }
        for slot in moved {
            self.own.remove(&(narrow(last), narrow(slot)));
            self.own.insert((narrow(index), narrow(slot)));
            let attachment = &mut self.slots[slot];
            attachment.target = (attachment.target)
                .map(|other| Some(if other == last { index } else { other }))
                .unwrap_or(attachment.target);
            // `last` is the largest index, so it is the last one of an ascending group
            if attachment.group.last() == Some(&last) {
                attachment.group.pop();
                insert_sorted(&mut attachment.group, index);
            }
        }
    }
}

/// Merges two ascending lists without common members.
fn merged<'a>(
    one: impl Iterator<Item = usize> + 'a,
    other: &'a [usize],
) -> impl Iterator<Item = usize> + 'a {
    let (mut one, mut other) = (one.peekable(), other.iter().copied().peekable());
    core::iter::from_fn(move || match (one.peek(), other.peek()) {
        (Some(first), Some(second)) if second < first => other.next(),
        (None, _) => other.next(),
        _ => one.next(),
    })
}

fn insert_sorted(list: &mut Vec<usize>, value: usize) {
    let index = list.partition_point(|other| *other < value);
    list.insert(index, value);
}
