//! The state of a world without its forces, and the restoration of a world from it.

use super::super::arena::{Keys, Names};
use super::super::forces::ForceList;
use super::super::{BodyId, ForceId, Tags, World};
use super::RestoreError;
use crate::body::{Body, BodyStore};
use crate::force::Force;
use crate::numbers::first_not_finite;
use crate::plan::{Attachment, Scope, Target};
use crate::space::Real;
use crate::step::{AppliedForce, Arms, Scheme, Stepper};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use kinstep_flow::clock::Clock;

/// The state of a world without its forces. A state that was deserialised is not checked yet.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        rename = "Written",
        deny_unknown_fields,
        bound = "T: crate::space::SavedReal<D>"
    )
)]
pub(in crate::world) struct WorldState<T: Real<D>, const D: usize> {
    pub(super) scheme: Scheme,
    pub(super) clock: Clock<T>,
    pub(super) bodies: Vec<Body<T, D>>,
    pub(super) body_names: Names,
    pub(super) targets: Vec<SavedTarget<T, D>>,
    pub(super) force_names: Names,
    #[cfg_attr(feature = "serde", serde(rename = "pushes"))]
    pub(super) applied_forces: Vec<AppliedForce<T, D>>,
    /// Tags of the bodies, up to the last tag that is not zero.
    #[cfg_attr(feature = "serde", serde(default))]
    tags: Vec<u64>,
    /// State of the contacts of all bodies.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) contacts: Vec<f64>,
}

/// An empty world at time zero.
impl<T: Real<D>, const D: usize> Default for WorldState<T, D> {
    fn default() -> Self {
        Self::of(&World::new())
    }
}

/// A function that returns the force for each id.
type ForceSource<'a, T, const D: usize> =
    &'a mut dyn FnMut(ForceId) -> Option<Arc<dyn Force<T, D>>>;

impl<T: Real<D>, const D: usize> WorldState<T, D> {
    pub(super) fn of(world: &World<T, D>) -> Self {
        let targets = world.forces.values();
        Self {
            scheme: world.scheme,
            clock: world.clock,
            bodies: world.bodies.values().to_vec(),
            body_names: world.body_keys.names(),
            targets: (targets.map(|attachment| SavedTarget::of(attachment, world.body_keys.len())))
                .collect(),
            force_names: world.forces.keys().names(),
            applied_forces: world.applied_forces.clone(),
            tags: world.tags.as_slice().into(),
            contacts: (world.contacts.as_ref()).map_or_else(Vec::new, |part| part.memory()),
        }
    }

    /// Checks the state, and makes a world from it.
    pub(super) fn world(
        &self,
        forces: ForceSource<'_, T, D>,
    ) -> Result<World<T, D>, RestoreError<T>> {
        if !self.clock.is_finite() {
            let time = self.clock.time();
            return Err(RestoreError::Time { time });
        }
        let body_keys = self.body_names.keys("bodies", self.bodies.len())?;
        for (body, key) in self.bodies.iter().zip(body_keys.iter()) {
            let body_id = BodyId(key);
            (body.check()).map_err(|reason| RestoreError::Body {
                body: body_id,
                reason,
            })?;
        }
        let force_keys = self.force_names.keys("forces", self.targets.len())?;
        let mut attachments = Vec::with_capacity(self.targets.len());
        for (target, key) in self.targets.iter().zip(force_keys.iter()) {
            attachments.push(self.attachment(target, ForceId(key), &body_keys, forces)?);
        }
        self.check_applied_forces(&body_keys)?;
        if self.tags.len() > self.bodies.len() {
            return Err(RestoreError::Tags {
                tags: self.tags.len(),
                bodies: self.bodies.len(),
            });
        }

        let forces = ForceList::of(attachments, force_keys);
        let mut stepper = Stepper::new();
        stepper.reserve(self.bodies.len());
        (self.bodies.iter()).for_each(|_| stepper.body_added(&forces.topology));
        (forces.values()).for_each(|force| stepper.force_changed(force));
        Ok(World {
            bodies: BodyStore::from(self.bodies.clone()),
            body_keys: Arc::new(body_keys),
            tags: Tags::from_slice(&self.tags),
            forces: Arc::new(forces),
            applied_forces: self.applied_forces.clone(),
            lasting_forces: None,
            clock: self.clock,
            scheme: self.scheme,
            stepper,
            last_event: None,
            contacts: None,
        })
    }

    /// Returns a force with its target, after the same checks as when a force is added.
    fn attachment(
        &self,
        target: &SavedTarget<T, D>,
        force_id: ForceId,
        body_keys: &Keys,
        forces: ForceSource<'_, T, D>,
    ) -> Result<Attachment<T, D>, RestoreError<T>> {
        let bodies = self.bodies.len();
        if let Some(index) = target.first_outside(bodies) {
            return Err(RestoreError::NoTarget {
                force: force_id,
                index,
                bodies,
            });
        }
        if let Some(index) = target.linked_to_itself() {
            return Err(RestoreError::SameBody {
                force: force_id,
                body: BodyId(body_keys.key(index)),
            });
        }
        let force = forces(force_id).ok_or(RestoreError::ForceGone { force: force_id })?;
        let kind = force.name();
        let scope = target.restored(bodies);
        let body = |index: usize| self.bodies[index];
        Attachment::new(force, scope, body).map_err(|reason| RestoreError::Parameter {
            force: force_id,
            kind,
            reason,
        })
    }

    fn check_applied_forces(&self, body_keys: &Keys) -> Result<(), RestoreError<T>> {
        let bodies = self.bodies.len();
        for applied in &self.applied_forces {
            let index = applied.body;
            if index >= bodies {
                return Err(RestoreError::PushOnNothing { index, bodies });
            }
            let body = BodyId(body_keys.key(index));
            if let Some((axis, value)) = first_not_finite(&applied.force) {
                return Err(RestoreError::Push { body, axis, value });
            }
            let torque = T::axial_numbers(&applied.torque);
            if let Some(axis) = torque.iter().position(|number| !number.is_finite()) {
                let value = torque[axis];
                return Err(RestoreError::PushTorque { body, axis, value });
            }
            if let Some(left) = applied.left
                && !(left > T::zero() && left.is_finite())
            {
                return Err(RestoreError::PushTime { body, left });
            }
        }
        Ok(())
    }
}

// The target of a force, in the form stored in snapshots.

/// The bodies that a force acts on, as indices.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename = "ForceTarget", bound = "T: crate::saved::SavedNumber")
)]
pub(in crate::world) enum SavedTarget<T, const D: usize> {
    /// Every body.
    Every,
    /// One body.
    One(usize),
    /// The relative motion of two bodies.
    Pair(usize, usize),
    /// Each body of a group.
    Each(Vec<usize>),
    /// Every body except these, with their indices ascending, and each body that is added later.
    Except(Vec<usize>),
    /// The relative motion of points of two bodies. Each point is given from the centre of mass
    /// \[m\] in the frame of its body.
    PairAt(usize, usize, Arms<T, D>),
}

impl<T: Real<D>, const D: usize> SavedTarget<T, D> {
    /// Converts the target of a force for a snapshot, in a world of `count` bodies.
    fn of(attachment: &Attachment<T, D>, count: usize) -> Self {
        let members = || attachment.group.iter().copied();
        match attachment.target {
            Target::Every => Self::Every,
            Target::One(body) => Self::One(body),
            Target::Pair(first, second) => match attachment.arms {
                None => Self::Pair(first, second),
                Some(arms) => Self::PairAt(first, second, arms),
            },
            Target::Group if attachment.grows => Self::Except(all_but(members(), count)),
            Target::Group => Self::Each(members().collect()),
        }
    }

    /// Returns the scope of the force in a world of `count` bodies.
    fn restored(&self, count: usize) -> Scope<T, D> {
        match self {
            Self::Every => Target::Every.into(),
            Self::One(body) => Target::One(*body).into(),
            Self::Pair(first, second) => Target::Pair(*first, *second).into(),
            Self::Each(bodies) => Scope::group(once_each(bodies, count), false),
            Self::Except(bodies) => Scope::group(all_but(bodies.iter().copied(), count), true),
            Self::PairAt(first, second, arms) => Scope {
                arms: Some(*arms),
                ..Target::Pair(*first, *second).into()
            },
        }
    }

    /// Returns the first body index of the target that is `count` or larger; `None` if all are
    /// smaller.
    fn first_outside(&self, count: usize) -> Option<usize> {
        self.named().find(|index| *index >= count)
    }

    /// Returns the index of the body that is linked to itself, if there is one.
    fn linked_to_itself(&self) -> Option<usize> {
        match self {
            Self::Pair(first, second) | Self::PairAt(first, second, _) if first == second => {
                Some(*first)
            }
            _ => None,
        }
    }

    /// Returns the body indices that the target contains.
    fn named(&self) -> impl Iterator<Item = usize> + '_ {
        let (pair, group): ([Option<usize>; 2], &[usize]) = match self {
            Self::Every => ([None, None], &[]),
            Self::One(body) => ([Some(*body), None], &[]),
            Self::Pair(first, second) | Self::PairAt(first, second, _) => {
                ([Some(*first), Some(*second)], &[])
            }
            Self::Each(bodies) | Self::Except(bodies) => ([None, None], bodies),
        };
        pair.into_iter().flatten().chain(group.iter().copied())
    }
}

/// Returns these body indices without repetitions; all are below `count`.
fn once_each(indices: &[usize], count: usize) -> Vec<usize> {
    let mut is_new = vec![true; count];
    let mut once = indices.to_vec();
    once.retain(|index| core::mem::replace(&mut is_new[*index], false));
    once
}

/// Returns the body indices below `count` that are not among `indices`, ascending.
pub(in crate::world) fn all_but(indices: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let mut is_named = vec![false; count];
    indices.for_each(|index| is_named[index] = true);
    (0..count).filter(|&index| !is_named[index]).collect()
}
