//! Which body is kicked by what.

use super::super::orbits::Orbit;
use super::super::turning::angular_law;
use super::super::{Attachment, System, Target};
use super::{Kick, Kind, Link, Linked, Own, Plan, Role};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

impl Plan {
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
        self.roles.resize(bodies.len(), Role::Free);
        self.counts.resize(bodies.len(), 0);
        for &kick in &self.kicks {
            match system.attachments[kick.attachment].target {
                Target::Every => self.common.push(kick),
                Target::One(body) => {
                    self.counts[body] += u32::from(kick.pushes);
                    self.roles[body] = match self.roles[body] {
                        Role::Free if kick.is_exact() => Role::Single,
                        _ => Role::Alone,
                    };
                    self.own.push(Own { body, kick });
                }
                Target::Pair(first, second) => self.linked.links.push(Link {
                    first,
                    second,
                    kick,
                }),
            }
        }
        let common: u32 = (self.common.iter())
            .map(|kick| u32::from(kick.pushes))
            .sum();
        let is_single = self.common.len() == 1 && self.common.iter().all(Kick::is_exact);
        for (count, role) in self.counts.iter_mut().zip(&mut self.roles) {
            *count += common;
            if !self.common.is_empty() {
                *role = match role {
                    Role::Free if is_single => Role::Single,
                    _ => Role::Alone,
                };
            }
        }
        self.kick_orbits(system, bodies);
        for link in &self.linked.links {
            for body in [link.first, link.second] {
                self.counts[body] += 1;
                self.roles[body] = Role::Linked;
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
                link.kick.kind = Kind::by_acceleration(force);
            }
        }
        for (attachment, Attachment { force, target }) in system.attachments.iter().enumerate() {
            let kind = Kind::by_acceleration(force.as_ref());
            if let Target::Pair(first, second) = *target
                && force.attractor().is_some()
                && !orbits.is_held_by(first, attachment)
            {
                let kick = Kick {
                    kind,
                    attachment,
                    pushes: true,
                    turns: false,
                };
                linked.links.push(Link {
                    first,
                    second,
                    kick,
                });
            }
        }
        for body in orbits.list.iter().flat_map(Orbit::bodies) {
            roles[body] = Role::Linked;
            let state = &bodies[body];
            for (index, attachment) in system.attachments.iter().enumerate() {
                if !attachment.acts_on(body) || orbits.is_held_by(body, index) {
                    continue;
                }
                let force = attachment.force.as_ref();
                let kick = Kick {
                    kind: Kind::by_acceleration(force),
                    attachment: index,
                    pushes: force.law(state) != Some(LinearLaw::free()),
                    turns: angular_law(attachment, state).is_none()
                        && force.torque(state, system.time).is_some(),
                };
                if kick.pushes || kick.turns {
                    own.push(Own { body, kick });
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
            .extend((0..roles.len()).filter(|&body| roles[body] == Role::Linked));
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
            own.extend(others.flat_map(|&body| common.iter().map(move |&kick| Own { body, kick })));
            own.sort_unstable_by_key(|own| (own.body, own.kick.attachment));
        }
        // the list is sorted, and has every body that is asked for
        let place = |body: usize| linked.bodies.partition_point(|&linked| linked < body);
        linked.own.clear();
        linked.own.extend(
            own.iter()
                .filter(|own| roles[own.body] == Role::Linked)
                .map(|own| Own {
                    body: place(own.body),
                    kick: own.kick,
                }),
        );
        own.retain(|own| roles[own.body] != Role::Linked);
        for link in &mut linked.links {
            link.first = place(link.first);
            link.second = place(link.second);
        }
        let Linked {
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
                .map(|orbit| Orbit {
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
