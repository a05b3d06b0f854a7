//! What a force acts on, as it is written.

use alloc::vec;
use alloc::vec::Vec;

use crate::scheme::{Attachment, ForceIndex, ForceTarget};
use crate::space::Real;

/// The bodies a force acts on, by their place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "ForceTarget"))]
pub(in crate::world) enum SavedTarget {
    /// Every body.
    Every,
    /// One body.
    One(usize),
    /// The relative motion of two bodies.
    Pair(usize, usize),
    /// Each body of a group.
    Each(Vec<usize>),
    /// Every body but these, ascending, and each one that is added later.
    Except(Vec<usize>),
}

impl SavedTarget {
    /// The target of a force, of `count` bodies in all.
    pub(super) fn of<T: Real<D>, const D: usize>(
        attachment: &Attachment<T, D>,
        index: &ForceIndex,
        count: usize,
    ) -> Self {
        let members = || index.bodies(attachment.entry);
        match attachment.target {
            ForceTarget::Every => Self::Every,
            ForceTarget::One(body) => Self::One(body),
            ForceTarget::Pair(first, second) => Self::Pair(first, second),
            ForceTarget::Group if index.grows(attachment.entry) => {
                Self::Except(all_but(members(), count))
            }
            ForceTarget::Group => Self::Each(members().collect()),
        }
    }

    /// The target in a world of `count` bodies, the places of a group, and whether it grows.
    pub(super) fn restored(&self, count: usize) -> (ForceTarget, Vec<usize>, bool) {
        let (target, group, grows) = match self {
            Self::Every => (ForceTarget::Every, Vec::new(), false),
            Self::One(body) => (ForceTarget::One(*body), Vec::new(), false),
            Self::Pair(first, second) => (ForceTarget::Pair(*first, *second), Vec::new(), false),
            Self::Each(bodies) => (ForceTarget::Group, once_each(bodies, count), false),
            Self::Except(bodies) => (
                ForceTarget::Group,
                all_but(bodies.iter().copied(), count),
                true,
            ),
        };
        (target, group, grows)
    }

    /// The first place that is none of `count` bodies.
    pub(super) fn first_outside(&self, count: usize) -> Option<usize> {
        self.named().find(|place| *place >= count)
    }

    /// The body that is linked to itself.
    pub(super) fn linked_to_itself(&self) -> Option<usize> {
        match self {
            Self::Pair(first, second) if first == second => Some(*first),
            _ => None,
        }
    }

    /// The places that are named.
    fn named(&self) -> impl Iterator<Item = usize> + '_ {
        let (pair, group): ([Option<usize>; 2], &[usize]) = match self {
            Self::Every => ([None, None], &[]),
            Self::One(body) => ([Some(*body), None], &[]),
            Self::Pair(first, second) => ([Some(*first), Some(*second)], &[]),
            Self::Each(bodies) | Self::Except(bodies) => ([None, None], bodies),
        };
        pair.into_iter().flatten().chain(group.iter().copied())
    }
}

/// These places without repetitions, of `count` bodies.
fn once_each(places: &[usize], count: usize) -> Vec<usize> {
    let mut is_new = vec![true; count];
    let mut once = places.to_vec();
    once.retain(|place| core::mem::replace(&mut is_new[*place], false));
    once
}

/// The places of all bodies but these, of `count` bodies, ascending.
pub(in crate::world) fn all_but(places: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let mut is_named = vec![false; count];
    places.for_each(|place| is_named[place] = true);
    (0..count).filter(|&place| !is_named[place]).collect()
}
