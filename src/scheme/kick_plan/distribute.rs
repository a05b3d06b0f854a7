//! Which body is kicked by what.

use super::super::orbit_table::BodyOrbit;
use super::super::rigid_bodies::angular_law;
use super::super::{Attachment, ForceTarget, System};
use super::{BodyKick, BodyRole, CoupledBodies, KickForce, KickKind, KickPlan, LinkKick};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

impl KickPlan {
    /// Says which body is kicked by what.
    pub(super) fn distribute<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.common.clear();
        self.own.clear();
        self.roles.clear();
        self.counts.clear();
        self.linked.links.clear();
        if self.is_free() {
            return self.gather_linked();
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
                    self.own.push(BodyKick { body, kick });
                }
                ForceTarget::Pair(first, second) => self.linked.links.push(LinkKick {
                    first,
                    second,
                    kick,
                }),
            }
        }
        let common: u32 = (self.common.iter())
            .map(|kick| u32::from(kick.changes_velocity))
            .sum();
        let is_single = self.common.len() == 1 && self.common.iter().all(KickForce::is_exact);
        for (count, role) in self.counts.iter_mut().zip(&mut self.roles) {
            *count += common;
            if !self.common.is_empty() {
                *role = match role {
                    BodyRole::Unkicked if is_single => BodyRole::OneExactKick,
                    _ => BodyRole::Kicked,
                };
            }
        }
        self.kick_orbits(system, bodies);
        for link in &self.linked.links {
            for body in [link.first, link.second] {
                self.counts[body] += 1;
                self.roles[body] = BodyRole::Coupled;
            }
        }
        self.own
            .sort_unstable_by_key(|own| (own.body, own.kick.attachment));
        self.gather_linked();
    }

    /// Bodies on orbits are kicked by everything but what keeps them there, linear or not, and always by
    /// its acceleration: coasting, from which exact kicks are taken back, is not how they move.
    fn kick_orbits<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        let Self {
            orbits,
            own,
            roles,
            linked,
            ..
        } = self;
        if orbits.is_empty() {
            return;
        }
        own.retain(|own| !orbits.holds(own.body));
        for link in &mut linked.links {
            if orbits.holds(link.first) || orbits.holds(link.second) {
                let force = system.attachments[link.kick.attachment].force.as_ref();
                link.kick.kind = KickKind::by_acceleration(force);
            }
        }
        for (attachment, Attachment { force, target }) in system.attachments.iter().enumerate() {
            let kind = KickKind::by_acceleration(force.as_ref());
            if let ForceTarget::Pair(first, second) = *target
                && force.attractor().is_some()
                && !orbits.is_held_by(first, attachment)
            {
                let kick = KickForce {
                    kind,
                    attachment,
                    changes_velocity: true,
                    changes_spin: false,
                };
                linked.links.push(LinkKick {
                    first,
                    second,
                    kick,
                });
            }
        }
        for body in orbits.list.iter().flat_map(BodyOrbit::bodies) {
            roles[body] = BodyRole::Coupled;
            let state = &bodies[body];
            for (index, attachment) in system.attachments.iter().enumerate() {
                if !attachment.acts_on(body) || orbits.is_held_by(body, index) {
                    continue;
                }
                let force = attachment.force.as_ref();
                let kick = KickForce {
                    kind: KickKind::by_acceleration(force),
                    attachment: index,
                    changes_velocity: force.law(state) != Some(LinearLaw::free()),
                    changes_spin: angular_law(attachment, state).is_none()
                        && force.torque(state, system.time).is_some(),
                };
                if kick.changes_velocity || kick.changes_spin {
                    own.push(BodyKick { body, kick });
                }
            }
        }
    }

    /// Takes the linked bodies out into a list of their own.
    fn gather_linked(&mut self) {
        let Self {
            orbits,
            common,
            own,
            counts,
            roles,
            linked,
            ..
        } = self;
        linked.bodies.clear();
        linked
            .bodies
            .extend((0..roles.len()).filter(|&body| roles[body] == BodyRole::Coupled));
        linked.counts.clear();
        linked
            .counts
            .extend(linked.bodies.iter().map(|&body| counts[body]));
        linked.common.clear();
        if orbits.is_empty() {
            linked.common.extend_from_slice(common);
        } else {
            // what kicks all bodies kicks those on orbits differently
            let others = linked.bodies.iter().filter(|&&body| !orbits.holds(body));
            own.extend(
                others.flat_map(|&body| common.iter().map(move |&kick| BodyKick { body, kick })),
            );
            own.sort_unstable_by_key(|own| (own.body, own.kick.attachment));
        }
        // the list is sorted, and has every body that is asked for
        let place = |body: usize| linked.bodies.partition_point(|&linked| linked < body);
        linked.own.clear();
        linked.own.extend(
            own.iter()
                .filter(|own| roles[own.body] == BodyRole::Coupled)
                .map(|own| BodyKick {
                    body: place(own.body),
                    kick: own.kick,
                }),
        );
        own.retain(|own| roles[own.body] != BodyRole::Coupled);
        for link in &mut linked.links {
            link.first = place(link.first);
            link.second = place(link.second);
        }
        let CoupledBodies {
            common,
            own,
            links,
            single,
            counts,
            ..
        } = linked;
        let is_kicked_once = |body: usize| {
            counts[body] == 1
                && common.is_empty()
                && own.binary_search_by_key(&body, |own| own.body).is_err()
        };
        single.clear();
        single.extend(links.iter().filter(|link| {
            link.kick.is_exact() && is_kicked_once(link.first) && is_kicked_once(link.second)
        }));
        linked.orbits.clear();
        linked.orbits.extend(
            orbits
                .list
                .iter()
                .map(|orbit| BodyOrbit {
                    body: place(orbit.body),
                    other: orbit.other.map(place),
                    attachment: orbit.attachment,
                })
                .map(|orbit| {
                    let own = &linked.own;
                    let is_kicked = orbit.bodies().any(|body| {
                        own.binary_search_by_key(&body, |own| own.body).is_ok()
                            || (linked.links.iter())
                                .any(|link| link.first == body || link.second == body)
                    });
                    (orbit, is_kicked)
                }),
        );
    }
}
