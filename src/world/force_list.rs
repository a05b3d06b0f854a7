//! All forces of a world, in the order in which they act, and which of them act on which body.

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::arena::{Arena, Key, Keys};
use crate::body::Body;
use crate::force::{Force, ParameterError};
use crate::scheme::{Arms, Attachment, EntryId, ForceClass, ForceIndex, ForceTarget, relative};
use crate::space::Real;

/// All forces of a world.
#[derive(Clone)]
pub(super) struct ForceList<T: Real<D>, const D: usize> {
    arena: Arena<Attachment<T, D>>,
    index: ForceIndex,
}

/// What a force acts on.
pub(super) struct Scope<T, const D: usize> {
    pub(super) target: ForceTarget,
    /// The places of the bodies of a group.
    pub(super) group: Vec<usize>,
    /// Whether each new body joins the group.
    pub(super) grows: bool,
    /// Where a link acts on its bodies; none between the centres of mass.
    pub(super) arms: Option<Arms<T, D>>,
}

impl<T, const D: usize> Scope<T, D> {
    pub(super) fn group(group: Vec<usize>, grows: bool) -> Self {
        Self {
            group,
            grows,
            ..ForceTarget::Group.into()
        }
    }
}

impl<T, const D: usize> From<ForceTarget> for Scope<T, D> {
    fn from(target: ForceTarget) -> Self {
        Self {
            target,
            group: Vec::new(),
            grows: false,
            arms: None,
        }
    }
}

/// A force with what it acts on, checked, to be added or to replace another one.
pub(super) struct NewForce<T: Real<D>, const D: usize> {
    force: Arc<dyn Force<T, D>>,
    target: ForceTarget,
    /// The bodies, and the class of the force on each; none if it acts on every body.
    members: Vec<(usize, ForceClass)>,
    /// Whether each new body joins the group.
    grows: bool,
    /// Where a link acts on its bodies; none between the centres of mass.
    arms: Option<Arms<T, D>>,
}

impl<T: Real<D>, const D: usize> NewForce<T, D> {
    /// A force on what it acts on. `body` gives a body.
    ///
    /// # Errors
    /// If a parameter of the force is not valid, in general or for one of the bodies, or a link acts on no point of a body.
    /// Bodies of a group that grows are not asked, as those of a force on every body.
    pub(super) fn new(
        force: Arc<dyn Force<T, D>>,
        scope: Scope<T, D>,
        mut body: impl FnMut(usize) -> Body<T, D>,
        time: T,
    ) -> Result<Self, ParameterError<T>> {
        let Scope {
            target,
            group,
            grows,
            arms,
        } = scope;
        force.check()?;
        let is_centre = |arm: &SVector<T, D>| arm.iter().all(T::is_zero);
        let arms = arms.filter(|arms| !arms.iter().all(is_centre));
        for (place, arm) in target.bodies(0).zip(arms.iter().flatten()) {
            ParameterError::unless_all_finite("the mounting", arm)?;
            ParameterError::unless_it_can_turn(&body(place), arm)?;
        }
        let class = match (target, arms) {
            (ForceTarget::Pair(..), None) => ForceClass::of_link,
            (ForceTarget::Pair(..), Some(_)) => ForceClass::of_mounted_link,
            _ => ForceClass::new,
        };
        let places = target.bodies(0).chain(group);
        let members = places.map(|place| {
            let subject = match target {
                ForceTarget::Pair(first, second) => {
                    relative([&body(first), &body(second)], arms.as_ref())
                }
                _ => body(place),
            };
            if !grows {
                force.check_on(&subject)?;
            }
            Ok((place, class(force.as_ref(), &subject, time)))
        });
        Ok(Self {
            members: members.collect::<Result<_, _>>()?,
            force,
            target,
            grows,
            arms,
        })
    }

    pub(super) fn is_on_every_body(&self) -> bool {
        self.target == ForceTarget::Every
    }

    /// The places of its bodies; none if it acts on every body.
    pub(super) fn bodies(&self) -> impl Iterator<Item = usize> + '_ {
        self.members.iter().map(|(body, _)| *body)
    }
}

impl<T: Real<D>, const D: usize> ForceList<T, D> {
    pub(super) fn new() -> Self {
        Self {
            arena: Arena::new(),
            index: ForceIndex::default(),
        }
    }

    /// These forces with their keys, one for each.
    pub(super) fn of(forces: Vec<NewForce<T, D>>, keys: Keys) -> Self {
        let mut index = ForceIndex::default();
        let attachments = (forces.into_iter().enumerate())
            .map(|(place, force)| attach(&mut index, place, force))
            .collect();
        Self {
            arena: Arena::of(attachments, keys),
            index,
        }
    }

    /// All forces; their order is that in which they act.
    pub(super) fn values(&self) -> &[Attachment<T, D>] {
        self.arena.values()
    }

    /// The keys of all forces, in the order of [`values`](Self::values).
    pub(super) fn keys(&self) -> &Keys {
        self.arena.keys()
    }

    pub(super) fn index(&self) -> &ForceIndex {
        &self.index
    }

    /// Adds a force at the end. Returns its key; none if no slot is left.
    pub(super) fn push(&mut self, force: NewForce<T, D>) -> Option<Key> {
        let place = self.arena.values().len();
        let index = &mut self.index;
        self.arena.push_with(|| attach(index, place, force))
    }

    /// Replaces the force at a place; it acts on the same bodies.
    pub(super) fn replace(&mut self, place: usize, new: NewForce<T, D>) {
        let attachment = &mut self.arena.values_mut()[place];
        attachment.force = new.force;
        let classes = new.members.into_iter().map(|(_, class)| class);
        self.index.reclass(attachment.entry, classes);
    }

    /// Removes the force at this place; the last one moves there.
    pub(super) fn swap_remove(&mut self, place: usize) {
        let removed = self.arena.swap_remove(place);
        match removed.target {
            ForceTarget::Every => self.index.remove_every(place),
            _ => self.index.remove(removed.entry),
        }
        let last = self.arena.values().len();
        if let Some(moved) = self.arena.values().get(place) {
            self.index.move_force(moved.entry, last, place);
        }
    }

    /// Makes a new body join the groups that grow.
    pub(super) fn add_body(&mut self, place: usize, body: &Body<T, D>, time: T) {
        for growing in 0..self.index.growing().len() {
            let entry = self.index.growing()[growing];
            let force = &self.arena.values()[self.index.place(entry)].force;
            let class = ForceClass::new(force.as_ref(), body, time);
            self.index.join(entry, place, class);
        }
    }

    /// Removes a body, on which only forces on groups act; the body at `last` takes its place.
    pub(super) fn swap_remove_body(&mut self, body: usize, last: usize) {
        let Self { arena, index } = self;
        for entry in index.swap_remove_body(body, last) {
            let target = &mut arena.values_mut()[index.place(entry)].target;
            let moved = |place| Some(if place == last { body } else { place });
            *target = target.map(moved).unwrap_or(*target);
        }
    }
}

/// Adds a force to the index.
fn attach<T: Real<D>, const D: usize>(
    index: &mut ForceIndex,
    place: usize,
    new: NewForce<T, D>,
) -> Attachment<T, D> {
    let entry = match new.target {
        ForceTarget::Every => {
            index.add_every(place);
            EntryId::EVERY
        }
        _ => index.add(place, new.grows),
    };
    for (body, class) in new.members {
        index.join(entry, body, class);
    }
    Attachment {
        force: new.force,
        target: new.target,
        arms: new.arms,
        entry,
    }
}
