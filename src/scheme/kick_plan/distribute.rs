//! Assigns kicks to bodies.

use super::super::orbit_table::BodyOrbit;
use super::super::{ForceTarget, System, link};
use super::{
    BodyKick, BodyRole, CoupledBodies, CoupledOrbit, KickForce, KickKind, KickPlan, LinkKick,
    turns_by_kicks,
};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::space::Real;

impl KickPlan {
    /// Assigns all kicks to their bodies, and finds the role of each body.
    pub(super) fn distribute<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.common.clear();
        self.body_kicks.clear();
        self.roles.clear();
        self.counts.clear();
        self.coupled.links.clear();
        if self.has_no_kicks() {
            return self.gather_coupled();
        }
        self.roles.resize(bodies.len(), BodyRole::Unkicked);
        self.counts.resize(bodies.len(), 0);
        for &kick in &self.kicks {
            match system.attachments[kick.attachment].target {
                ForceTarget::Every => self.common.push(kick),
                ForceTarget::One(body) => {
                    self.counts[body] += u32::from(kick.changes_velocity);
                    self.roles[body] = match self.roles[body] {
                        BodyRole::Unkicked if kick.is_exact() => BodyRole::OneExactKick,
                        _ => BodyRole::Kicked,
                    };
                    self.body_kicks.push(BodyKick { body, kick });
                }
                ForceTarget::Pair(first, second) => self.coupled.links.push(LinkKick {
                    first,
                    second,
                    kick,
                }),
            }
        }
        let common: u32 = (self.common.iter())
            .map(|kick| u32::from(kick.changes_velocity))
            .sum();
        let is_one_exact = self.common.len() == 1 && self.common.iter().all(KickForce::is_exact);
        for (count, role) in self.counts.iter_mut().zip(&mut self.roles) {
            *count += common;
            if !self.common.is_empty() {
                *role = match role {
                    BodyRole::Unkicked if is_one_exact => BodyRole::OneExactKick,
                    _ => BodyRole::Kicked,
                };
            }
        }
        self.kick_orbits(system, bodies);
        for link in &self.coupled.links {
            for body in [link.first, link.second] {
                self.counts[body] += 1;
                if self.roles[body] != BodyRole::OnOrbit {
                    self.roles[body] = BodyRole::Linked;
                }
            }
        }
        self.body_kicks
            .sort_unstable_by_key(|body_kick| (body_kick.body, body_kick.kick.attachment));
        self.gather_coupled();
    }

    /// Kicks bodies on orbits by every force, linear or not, except the one that binds them.
    ///
    /// These kicks are by acceleration: an exact kick is the exact motion relative to coasting, and
    /// bodies on orbits do not coast.
    fn kick_orbits<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        let Self {
            orbits,
            body_kicks,
            roles,
            coupled,
            ..
        } = self;
        if orbits.is_empty() {
            return;
        }
        body_kicks.retain(|body_kick| !orbits.contains(body_kick.body));
        for link in &mut coupled.links {
            if orbits.contains(link.first) || orbits.contains(link.second) {
                let attachment = &system.attachments[link.kick.attachment];
                let relative = link::relative(bodies, [link.first, link.second]);
                link.kick.kind = KickKind::by_acceleration(&attachment.effect(&relative));
            }
        }
        for (index, attachment) in system.attachments.iter().enumerate() {
            if let ForceTarget::Pair(first, second) = attachment.target
                && !orbits.is_bound_by(first, index)
                && let effect = attachment.effect(&link::relative(bodies, [first, second]))
                && matches!(effect, Effect::Orbit(_))
            {
                let kick = KickForce::of_velocity(KickKind::by_acceleration(&effect), index);
                coupled.links.push(LinkKick {
                    first,
                    second,
                    kick,
                });
            }
        }
        for body in orbits.list.iter().flat_map(BodyOrbit::bodies) {
            roles[body] = BodyRole::OnOrbit;
            let state = &bodies[body];
            for (index, attachment) in system.attachments.iter().enumerate() {
                if !attachment.acts_on(body) || orbits.is_bound_by(body, index) {
                    continue;
                }
                let effect = attachment.effect(state);
                let kick = KickForce {
                    kind: KickKind::by_acceleration(&effect),
                    attachment: index,
                    changes_velocity: effect.law() != Some(LinearLaw::free()),
                    changes_rotation: turns_by_kicks(attachment, state, system.time),
                };
                if kick.changes_velocity || kick.changes_rotation {
                    body_kicks.push(BodyKick { body, kick });
                }
            }
        }
    }

    /// Moves the coupled bodies, with their kicks and orbits, to [`CoupledBodies`].
    fn gather_coupled(&mut self) {
        let Self {
            orbits,
            common,
            body_kicks,
            counts,
            roles,
            coupled,
            ..
        } = self;
        let is_coupled = |body: usize| roles[body].is_coupled();
        coupled.bodies.clear();
        (coupled.bodies).extend((0..roles.len()).filter(|&body| is_coupled(body)));
        coupled.counts.clear();
        (coupled.counts).extend(coupled.bodies.iter().map(|&body| counts[body]));
        coupled.common.clear();
        if orbits.is_empty() {
            coupled.common.extend_from_slice(common);
        } else {
            // a kick on all bodies is a kick on each coupled body that is on no orbit; `kick_orbits`
            // has already listed the kicks on bodies on orbits
            let others = coupled
                .bodies
                .iter()
                .filter(|&&body| !orbits.contains(body));
            body_kicks.extend(
                others.flat_map(|&body| common.iter().map(move |&kick| BodyKick { body, kick })),
            );
            body_kicks
                .sort_unstable_by_key(|body_kick| (body_kick.body, body_kick.kick.attachment));
        }
        // `bodies` is sorted and contains every body passed here
        let index_of = |body: usize| coupled.bodies.partition_point(|&coupled| coupled < body);
        coupled.body_kicks.clear();
        let on_coupled = body_kicks.iter().filter(|kick| is_coupled(kick.body));
        (coupled.body_kicks).extend(on_coupled.map(|&BodyKick { body, kick }| BodyKick {
            body: index_of(body),
            kick,
        }));
        body_kicks.retain(|kick| !is_coupled(kick.body));
        for link in &mut coupled.links {
            link.first = index_of(link.first);
            link.second = index_of(link.second);
        }
        let CoupledBodies {
            common,
            body_kicks,
            links,
            single_links,
            counts,
            orbits: coupled_orbits,
            ..
        } = coupled;
        let has_body_kick = |body: usize| {
            (body_kicks.binary_search_by_key(&body, |body_kick| body_kick.body)).is_ok()
        };
        let is_kicked_once =
            |body: usize| counts[body] == 1 && common.is_empty() && !has_body_kick(body);
        single_links.clear();
        single_links.extend(links.iter().filter(|link| {
            link.kick.is_exact() && is_kicked_once(link.first) && is_kicked_once(link.second)
        }));
        coupled_orbits.clear();
        coupled_orbits.extend(orbits.list.iter().map(|orbit| {
            let orbit = BodyOrbit {
                body: index_of(orbit.body),
                other: orbit.other.map(index_of),
                attachment: orbit.attachment,
            };
            let is_kicked = orbit.bodies().any(|body| {
                let mut links = links.iter();
                has_body_kick(body) || links.any(|link| link.first == body || link.second == body)
            });
            CoupledOrbit { orbit, is_kicked }
        }));
    }
}
