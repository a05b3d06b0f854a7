//! The bodies that links kick and those that are bound, with their kicks.

use alloc::vec::Vec;

use super::super::fixed_bodies::FixedBodies;
use super::super::{ForceTarget, System};
use super::{BodyRole, Kick, KickPlan, OwnKicks};
use crate::space::Real;

/// The bodies that links kick and those that are bound, with their kicks.
#[derive(Debug, Clone, Default)]
pub(in crate::scheme) struct CoupledBodies {
    /// The place of each body in the world, ascending.
    pub(in crate::scheme) bodies: Vec<usize>,
    /// Kicks on all of them, on one, and on two. They name a body by its index in `bodies`.
    pub(super) kicks: Vec<Kick>,
    /// Exact links that are the only kick on both their bodies.
    pub(in crate::scheme) single_links: Vec<Kick>,
    /// How many forces kick the velocity of each body.
    pub(super) counts: Vec<u32>,
    /// Whether all of them are bound, and nothing kicks them.
    pub(in crate::scheme) only_flow: bool,
}

impl KickPlan {
    /// Finds the coupled bodies anew, with their kicks. `role` is that of the body at a place, of `count` bodies in all.
    pub(in crate::scheme) fn gather_coupled<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        count: usize,
        role: impl Fn(usize) -> BodyRole,
        fixed: &FixedBodies,
        buffer: &mut OwnKicks,
    ) {
        let mut coupled = core::mem::take(&mut self.coupled);
        let CoupledBodies {
            bodies,
            kicks,
            single_links,
            counts,
            only_flow,
        } = &mut coupled;
        bodies.clear();
        bodies.extend((0..count).filter(|&place| role(place).is_coupled()));
        buffer.clear();
        bodies
            .iter()
            .for_each(|&place| buffer.add(place, self, system, fixed));
        counts.clone_from(&buffer.counts);
        // both bodies of a link have found it
        let found = &mut buffer.kicks;
        let mut seen = None;
        let links = |kick: &Kick| kick.target.is_link();
        let mut all_links: Vec<Kick> = found.iter().filter(|kick| links(kick)).copied().collect();
        all_links.sort_unstable_by_key(|kick| kick.attachment);
        all_links.retain(|kick| seen.replace(kick.attachment) != Some(kick.attachment));
        found.retain(|kick| !links(kick));
        let among_coupled = |kick: &Kick| {
            let target = kick.target.map(|body| bodies.binary_search(&body).ok())?;
            Some(Kick { target, ..*kick })
        };
        kicks.clear();
        let mut common = self.common.clone();
        let has_none = |body: usize| fixed.contains(body) || self.components.solve(body);
        if bodies.iter().any(|&body| has_none(body)) {
            // what is on every body is on each that is not fixed; bodies of components have found it
            let free = || bodies.iter().filter(|&&body| !has_none(body));
            let on = |kick: Kick, &body: &usize| Kick {
                target: ForceTarget::One(body),
                ..kick
            };
            common = (self.common.iter())
                .flat_map(|&kick| free().map(move |body| on(kick, body)))
                .collect();
        }
        let all = common.iter().chain(&*found).chain(&all_links);
        kicks.extend(all.filter_map(among_coupled));
        *only_flow = bodies.iter().all(|&body| role(body) == BodyRole::Bound);
        single_links.clear();
        let is_single =
            |link: &&Kick| (link.target.bodies(0)).all(|body| role(body) == BodyRole::OneExactLink);
        single_links.extend(all_links.iter().filter(is_single).filter_map(among_coupled));
        for orbit in &mut self.orbits.list {
            let mut roles = orbit.places.bodies(0).map(&role);
            orbit.is_kicked = roles.any(|role| role == BodyRole::KickedBound);
            let among_coupled = (orbit.places).map(|body| bodies.binary_search(&body).ok());
            orbit.target = among_coupled.unwrap_or(orbit.places);
        }
        for component in self.components.solved_mut() {
            let mut roles = component.places.iter().map(|&place| role(place));
            component.is_kicked = roles.any(|role| role == BodyRole::KickedBound);
            let indices = component.places.iter();
            component.members.clear();
            (component.members)
                .extend(indices.filter_map(|place| bodies.binary_search(place).ok()));
        }
        self.coupled = coupled;
    }
}
