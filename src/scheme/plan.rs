//! Which forces are fused into the flow, and which kick what.

use alloc::vec::Vec;
use core::ops::Range;

use super::kick::Group;
use super::orbits::{Orbit, Orbits};
use super::turning::{angular_law, thrust, thrusts_are_exact};
use super::{Attachment, System, Target};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Force;
use crate::space::Real;

/// What happens to a body in the middle of its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: it follows its flow over the whole step.
    Free,
    /// Forces kick it that look at no other body.
    Alone,
    /// A link kicks it.
    Linked,
}

/// What a kick knows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its exact increments, as a linear link does.
    Exact,
    /// Its acceleration, which depends on position and time only.
    Field,
    /// Its acceleration, which may depend on velocity.
    General,
}

/// A force that kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kick {
    pub(super) kind: Kind,
    /// Index of the attachment.
    pub(super) attachment: usize,
    /// Whether it changes velocity.
    pub(super) pushes: bool,
    /// Whether it changes angular momentum.
    pub(super) turns: bool,
}

/// A force that kicks one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Own {
    pub(super) body: usize,
    pub(super) kick: Kick,
}

impl Kind {
    /// Of a force that is known by its acceleration and torque only.
    fn by_acceleration<T: Real<D>, const D: usize>(force: &dyn Force<T, D>) -> Self {
        if force.depends_on_velocity() {
            Self::General
        } else {
            Self::Field
        }
    }
}

impl Kick {
    pub(super) fn is_exact(&self) -> bool {
        self.kind == Kind::Exact
    }
}

/// A force that kicks two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) kick: Kick,
}

/// The forces of a system, sorted by what they know.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// Attachments of linear forces to bodies: fused.
    pub(super) linear: Vec<usize>,
    /// Bodies that follow no law, but orbits.
    pub(super) orbits: Orbits,
    /// All forces that kick bodies on no orbit.
    kicks: Vec<Kick>,
    /// Of these, those on every body.
    pub(super) common: Vec<Kick>,
    /// Of these, those on one body that no link kicks, sorted by body.
    own: Vec<Own>,
    /// How many forces kick each body's velocity.
    counts: Vec<usize>,
    /// What happens to each body.
    pub(super) roles: Vec<Role>,
    /// The bodies that links kick, and their kicks; these name bodies by their place here.
    pub(super) linked: Linked,
}

/// The bodies that links tie together, and those on orbits.
#[derive(Debug, Clone)]
pub(super) struct Linked {
    /// Index of each body.
    pub(super) bodies: Vec<usize>,
    /// Kicks on all of them.
    common: Vec<Kick>,
    own: Vec<Own>,
    links: Vec<Link>,
    counts: Vec<usize>,
    /// The orbits, and whether anything kicks their bodies.
    pub(super) orbits: Vec<(Orbit, bool)>,
}

impl Plan {
    pub(super) fn new() -> Self {
        Self {
            linear: Vec::new(),
            orbits: Orbits::new(),
            kicks: Vec::new(),
            common: Vec::new(),
            own: Vec::new(),
            counts: Vec::new(),
            roles: Vec::new(),
            linked: Linked {
                bodies: Vec::new(),
                common: Vec::new(),
                own: Vec::new(),
                links: Vec::new(),
                counts: Vec::new(),
                orbits: Vec::new(),
            },
        }
    }

    /// Sorts all forces anew.
    pub(super) fn make<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.orbits.find(system, bodies.len());
        let thrusts_are_exact = thrusts_are_exact(system, bodies);
        self.linear.clear();
        self.kicks.clear();
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.subject(bodies) else {
                continue;
            };
            let force = attachment.force.as_ref();
            if force.attractor().is_some() {
                // it holds bodies on orbits, or kicks such bodies
                continue;
            }
            let is_link = matches!(attachment.target, Target::Pair(..));
            let has_law = force.law(&body).is_some();
            let is_fused = has_law && !is_link;
            // a thrust that is not exact would be taken as one for a body that does not turn
            let is_thrust = thrust(attachment, &body).is_some();
            let is_exact = has_law
                || !is_thrust && (force.exact_increment(&body, system.time, T::zero())).is_some();
            let turns = !is_link
                && angular_law(attachment, &body).is_none()
                && force.torque(&body, system.time).is_some();
            if is_fused {
                self.linear.push(index);
            } else if is_exact {
                self.kicks.push(Kick {
                    kind: Kind::Exact,
                    attachment: index,
                    pushes: true,
                    turns: false,
                });
            }
            let pushes = !(is_fused || is_exact || is_thrust && thrusts_are_exact);
            if pushes || turns {
                self.kicks.push(Kick {
                    kind: Kind::by_acceleration(force),
                    attachment: index,
                    pushes,
                    turns,
                });
            }
        }
        self.distribute(system, bodies);
    }

    /// Whether all bodies follow linear laws, and nothing kicks them.
    pub(super) fn is_free(&self) -> bool {
        self.kicks.is_empty() && self.orbits.is_empty()
    }

    /// The neighbours in a range of places, none of them linked, as a group.
    pub(super) fn group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
        range: Range<usize>,
    ) -> Group<'a, T, D> {
        let own_before = |place| self.own.partition_point(|own| own.body < place);
        Group {
            attachments: system.attachments,
            common: &self.common,
            own: &self.own[own_before(range.start)..own_before(range.end)],
            links: &[],
            first: range.start,
            counts: &self.counts[range],
        }
    }

    /// The linked bodies, in the order of their list, as a group.
    pub(super) fn linked_group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
    ) -> Group<'a, T, D> {
        Group {
            attachments: system.attachments,
            common: &self.linked.common,
            own: &self.linked.own,
            links: &self.linked.links,
            counts: &self.linked.counts,
            first: 0,
        }
    }

    /// Makes a force that was thought linear, but has no law for some body, a kick.
    pub(super) fn demote<T: Real<D>, const D: usize>(
        &mut self,
        attachment: usize,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.linear.retain(|&index| index != attachment);
        self.kicks.push(Kick {
            kind: Kind::General,
            attachment,
            pushes: true,
            turns: false,
        });
        self.distribute(system, bodies);
    }

    /// Says which body is kicked by what.
    fn distribute<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.common.clear();
        self.own.clear();
        self.roles.clear();
        self.roles.resize(bodies.len(), Role::Free);
        self.counts.clear();
        self.counts.resize(bodies.len(), 0);
        self.linked.links.clear();
        for &kick in &self.kicks {
            match system.attachments[kick.attachment].target {
                Target::Every => self.common.push(kick),
                Target::One(body) => {
                    self.counts[body] += usize::from(kick.pushes);
                    self.roles[body] = Role::Alone;
                    self.own.push(Own { body, kick });
                }
                Target::Pair(first, second) => self.linked.links.push(Link {
                    first,
                    second,
                    kick,
                }),
            }
        }
        let common = self.common.iter().filter(|kick| kick.pushes).count();
        for (count, role) in self.counts.iter_mut().zip(&mut self.roles) {
            *count += common;
            if !self.common.is_empty() {
                *role = Role::Alone;
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
