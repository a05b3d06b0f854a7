//! The target of a force, in the form stored in snapshots.

use alloc::vec;
use alloc::vec::Vec;

use crate::plan::{Attachment, Scope, Target};
use crate::space::Real;
use crate::step::Arms;

/// The bodies that a force acts on, by body index.
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
    /// Every body except these, ascending, and each body that is added later.
    Except(Vec<usize>),
    /// The relative motion of points of two bodies, each given from the centre of mass \[m\], in the body's frame.
    PairAt(usize, usize, Arms<T, D>),
}

impl<T: Real<D>, const D: usize> SavedTarget<T, D> {
    /// Target of a force in a world of `count` bodies.
    pub(super) fn of(attachment: &Attachment<T, D>, count: usize) -> Self {
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

    /// Scope of the force in a world of `count` bodies.
    pub(super) fn restored(&self, count: usize) -> Scope<T, D> {
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

    /// First body index of the target that is not below `count`.
    pub(super) fn first_outside(&self, count: usize) -> Option<usize> {
        self.named().find(|place| *place >= count)
    }

    /// Index of the body that is linked to itself, if there is one.
    pub(super) fn linked_to_itself(&self) -> Option<usize> {
        match self {
            Self::Pair(first, second) | Self::PairAt(first, second, _) if first == second => {
                Some(*first)
            }
            _ => None,
        }
    }

    /// Body indices that the target contains.
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

/// These body indices without repetitions; all are below `count`.
fn once_each(places: &[usize], count: usize) -> Vec<usize> {
    let mut is_new = vec![true; count];
    let mut once = places.to_vec();
    once.retain(|place| core::mem::replace(&mut is_new[*place], false));
    once
}

/// Body indices below `count` that are not among `places`, ascending.
pub(in crate::world) fn all_but(places: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let mut is_named = vec![false; count];
    places.for_each(|place| is_named[place] = true);
    (0..count).filter(|&place| !is_named[place]).collect()
}
