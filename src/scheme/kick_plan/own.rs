//! The laws and kicks of single bodies, found when they are needed.

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::SVector;

use super::super::fixed_bodies::FixedBodies;
use super::super::force_index::{OwnForce, merged};
use super::super::kick::KickGroup;
use super::super::{ForceTarget, System};
use super::{BodyRole, Kick, KickPlan};
use crate::space::Real;

/// The kicks of some bodies, in a buffer that is reused.
#[derive(Debug, Default)]
pub(in crate::scheme) struct OwnKicks {
    forces: Vec<OwnForce>,
    pub(super) kicks: Vec<Kick>,
    /// How many forces kick the velocity of each body.
    pub(super) counts: Vec<u32>,
}

impl OwnKicks {
    pub(super) fn clear(&mut self) {
        self.kicks.clear();
        self.counts.clear();
    }

    /// Adds the kicks of the body at a place, apart from those on every body, in the order of their forces. The count is that
    /// of all its kicks.
    pub(super) fn add<T: Real<D>, const D: usize>(
        &mut self,
        place: usize,
        plan: &KickPlan,
        system: &System<'_, T, D>,
        fixed: &FixedBodies,
    ) {
        plan.find_forces(place, system, &mut self.forces);
        let is_fixed = fixed.contains(place);
        if is_fixed {
            // only links to bodies that move are of interest
            self.forces.retain(|force| {
                let target = system.attachments[force.place].target;
                target.is_link() && target.bodies(0).any(|body| !fixed.contains(body))
            });
        }
        let start = self.kicks.len();
        for &force in &self.forces {
            let target = match system.attachments[force.place].target {
                link @ ForceTarget::Pair(..) => link,
                _ => ForceTarget::One(place),
            };
            self.kicks.extend(plan.kicks_by(force, target));
        }
        let own = velocity_kicks(&self.kicks[start..]);
        let common = if is_fixed || plan.components.solve(place) {
            0
        } else {
            plan.common_count()
        };
        self.counts.push(common + own);
    }
}

/// How many of these kicks change velocities.
fn velocity_kicks(kicks: &[Kick]) -> u32 {
    (kicks.iter())
        .map(|kick| u32::from(kick.changes_velocity))
        .sum()
}

impl KickPlan {
    /// How many forces on every body kick its velocity.
    fn common_count(&self) -> u32 {
        velocity_kicks(&self.common)
    }

    /// Finds the forces on a body in their order, apart from those on every body; with orbits, and for a body that moves with
    /// others, all forces.
    fn find_forces<T: Real<D>, const D: usize>(
        &self,
        place: usize,
        system: &System<'_, T, D>,
        forces: &mut Vec<OwnForce>,
    ) {
        forces.clear();
        system.index.extend_by_own(place, forces);
        if !self.orbits.is_empty() || self.components.solve(place) {
            forces.extend(&self.every);
            forces.sort_unstable_by_key(|force| force.place);
        }
    }

    /// How a body goes through a step.
    pub(in crate::scheme) fn role<T: Real<D>, const D: usize>(
        &self,
        place: usize,
        system: &System<'_, T, D>,
        fixed: &FixedBodies,
        buffer: &mut OwnKicks,
    ) -> BodyRole {
        buffer.clear();
        buffer.add(place, self, system, fixed);
        let start = if self.orbits.contains(place) || self.components.solve(place) {
            BodyRole::Bound
        } else {
            BodyRole::Unkicked
        };
        let common = if fixed.contains(place) || self.components.solve(place) {
            &[]
        } else {
            self.common.as_slice()
        };
        (common.iter().chain(&buffer.kicks)).fold(start, BodyRole::with)
    }

    /// The attachments of linear forces to the body at a place, in their order.
    pub(in crate::scheme) fn linear_on<T: Real<D>, const D: usize>(
        &self,
        place: usize,
        system: &System<'_, T, D>,
        buffer: &mut OwnKicks,
    ) -> impl Iterator<Item = usize> {
        let forces = &mut buffer.forces;
        forces.clear();
        system.index.extend_by_own(place, forces);
        forces.retain(|force| {
            !system.attachments[force.place].target.is_link() && self.has_law(force).is_some()
        });
        merged(forces, &self.common_laws)
    }

    /// The kicks on neighbours in a range of places, none of them coupled.
    pub(in crate::scheme) fn group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
        range: Range<usize>,
        buffer: &'a mut OwnKicks,
    ) -> KickGroup<'a, T, D> {
        buffer.clear();
        // a fixed body is coupled, or nothing kicks it
        let fixed = FixedBodies::default();
        let first = range.start;
        let common = self.common_count();
        if self.orbits.is_empty() && !system.index.have_own(range.clone()) {
            // counts matter to exact kicks only
            if self.common.iter().any(|kick| kick.is_exact) {
                buffer.counts.resize(range.len(), common);
            }
        } else {
            range.for_each(|place| buffer.add(place, self, system, &fixed));
        }
        KickGroup {
            attachments: system.attachments,
            common: &self.common,
            own: &buffer.kicks,
            counts: &buffer.counts,
            first,
            pushes: &[],
        }
    }

    /// The kicks on all coupled bodies, with accelerations by applied forces on some of them.
    pub(in crate::scheme) fn coupled_group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
        pushes: &'a [(usize, SVector<T, D>)],
    ) -> KickGroup<'a, T, D> {
        KickGroup {
            attachments: system.attachments,
            pushes,
            common: &[],
            own: &self.coupled.kicks,
            counts: &self.coupled.counts,
            first: 0,
        }
    }
}
