//! The search for the bodies that ties join.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::super::fixed_bodies::FixedBodies;
use super::super::force_class::{EffectKind, ForceClass};
use super::super::force_index::OwnForce;
use super::super::orbit_table::OrbitTable;
use super::super::{ForceTarget, System};
use super::{Component, Components, Solution, Tie};
use crate::space::Real;

/// What decides which forces tie which bodies.
pub(in crate::scheme) struct TieSearch<'a, T: Real<D>, const D: usize> {
    pub(in crate::scheme) system: &'a System<'a, T, D>,
    pub(in crate::scheme) fixed: &'a FixedBodies,
    pub(in crate::scheme) orbits: &'a OrbitTable,
    /// Places of forces that have a law for some bodies only.
    pub(in crate::scheme) not_linear: &'a [usize],
    /// Rods on every body.
    pub(in crate::scheme) common_rods: &'a [usize],
}

impl<T: Real<D>, const D: usize> TieSearch<'_, T, D> {
    /// The ties of a body. A fixed body has none of its own, and one on an orbit has none.
    fn on(&self, place: usize) -> impl Iterator<Item = Tie> {
        let is_free = !(self.fixed.contains(place) || self.orbits.contains(place));
        let own = (self.system.index.unordered_on(place))
            .filter(|OwnForce { place, class }| class.is_tie && !self.not_linear.contains(place))
            .filter_map(move |OwnForce { place: at, class }| self.tie(place, at, &class));
        let common = (self.common_rods.iter()).map(move |&attachment| Tie {
            attachment,
            target: ForceTarget::One(place),
            is_rod: true,
        });
        own.chain(common).filter(move |_| is_free)
    }

    fn tie(&self, body: usize, attachment: usize, class: &ForceClass) -> Option<Tie> {
        let target = match self.system.attachments[attachment].target {
            link @ ForceTarget::Pair(..) => link,
            _ => ForceTarget::One(body),
        };
        let tie = Tie {
            attachment,
            target,
            is_rod: class.kind == EffectKind::Rod,
        };
        let touches_orbit = target.bodies(0).any(|body| self.orbits.contains(body));
        (!touches_orbit).then_some(tie)
    }

    /// The places of the bodies that are not fixed and that a tie acts on off their centres.
    fn turned_by(&self, tie: &Tie) -> impl Iterator<Item = usize> {
        let arms = self.system.attachments[tie.attachment].arms;
        let is_off = |arm: &SVector<T, D>| !arm.iter().all(T::is_zero);
        (tie.target.bodies(0).zip(arms.into_iter().flatten()))
            .filter(move |(body, arm)| is_off(arm) && !self.fixed.contains(*body))
            .map(|(body, _)| body)
    }

    /// All bodies that ties join to a body, and these ties; none if there are no ties.
    fn component_of(&self, start: usize) -> Option<Component> {
        // most bodies of a large world have no ties: nothing is allocated for them
        self.on(start).next()?;
        let (mut places, mut ties) = (vec![start], Vec::new());
        let mut next = 0;
        let mut seen = alloc::collections::BTreeSet::from([start]);
        while let Some(&place) = places.get(next) {
            next += 1;
            for tie in self.on(place) {
                ties.push(tie);
                for other in tie.target.bodies(0) {
                    if !self.fixed.contains(other) && seen.insert(other) {
                        places.push(other);
                    }
                }
            }
        }
        places.sort_unstable();
        // both bodies of a link have found it
        let order = |tie: &Tie| (tie.attachment, tie.target.one());
        ties.sort_unstable_by_key(order);
        ties.dedup_by_key(|tie| order(tie));
        let has_rods = ties.iter().any(|tie| tie.is_rod);
        let mut turning: Vec<usize> = ties.iter().flat_map(|tie| self.turned_by(tie)).collect();
        turning.sort_unstable();
        turning.dedup();
        Some(Component {
            places,
            members: Vec::new(),
            ties,
            turning,
            solution: if has_rods {
                Solution::Rods
            } else {
                Solution::Network
            },
            is_kicked: false,
        })
    }
}

impl Components {
    /// Finds the component of a body that is in none. Returns its slot, if ties join the body to anything.
    pub(in crate::scheme) fn find<T: Real<D>, const D: usize>(
        &mut self,
        body: usize,
        search: &TieSearch<'_, T, D>,
    ) -> Option<usize> {
        if self.slot_of(body).is_some() {
            return None;
        }
        search
            .component_of(body)
            .map(|component| self.add(component))
    }
}
