//! Which forces are part of the flow, and which kick which bodies.

mod kinds;

use alloc::vec::Vec;
use core::ops::Range;

use super::kick::KickGroup;
use super::orbit_table::{BodyOrbit, OrbitTable};
use super::rotation::thrusts_are_exact;
use super::{Attachment, ForceTarget, System};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::space::Real;
pub(super) use kinds::{BodyRole, Kick, KickKind};

/// The forces of a system, sorted into linear forces, orbits and kicks.
#[derive(Debug, Clone, Default)]
pub(super) struct KickPlan {
    /// Attachments of linear forces to every body: their laws are summed into the flow.
    common_laws: Vec<usize>,
    /// Attachments of linear forces to one body, sorted by that body.
    own_laws: Vec<usize>,
    /// Attachments of forces that have a law for some bodies only: they kick.
    not_linear: Vec<usize>,
    /// Bodies that follow orbits instead of laws.
    pub(super) orbits: OrbitTable,
    /// Kicks on every body.
    common: Vec<Kick>,
    /// Kicks on one body that is not coupled, sorted by body.
    body_kicks: Vec<Kick>,
    links: Vec<Kick>,
    /// How many forces kick each body's velocity.
    counts: Vec<u32>,
    /// The role of each body; empty if nothing kicks any, and none is on an orbit.
    pub(super) roles: Vec<BodyRole>,
    pub(super) coupled: CoupledBodies,
}

/// The bodies that links kick and those on orbits, with their kicks.
#[derive(Debug, Clone, Default)]
pub(super) struct CoupledBodies {
    /// The place of each body in the world, ascending.
    pub(super) bodies: Vec<usize>,
    /// Kicks on all of them, on one, and on two. They name a body by its index in `bodies`.
    kicks: Vec<Kick>,
    /// Exact links that are the only kick on both their bodies.
    pub(super) single_links: Vec<Kick>,
    counts: Vec<u32>,
}

impl KickPlan {
    /// Sorts all forces anew.
    pub(super) fn rebuild<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.not_linear.clear();
        self.sort_forces(system, bodies);
    }

    /// Turns a linear force that has no law for some body into a kick.
    pub(super) fn make_kick<T: Real<D>, const D: usize>(
        &mut self,
        attachment: usize,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.not_linear.push(attachment);
        self.sort_forces(system, bodies);
    }

    fn sort_forces<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.common_laws.clear();
        self.own_laws.clear();
        self.common.clear();
        self.body_kicks.clear();
        self.links.clear();
        self.counts.clear();
        self.roles.clear();
        let mut orbits = core::mem::take(&mut self.orbits);
        orbits.rebuild(system, bodies);
        if !orbits.is_empty() {
            self.counts.resize(bodies.len(), 0);
            self.roles.resize(bodies.len(), BodyRole::Unkicked);
        }
        for body in orbits.list.iter().flat_map(BodyOrbit::bodies) {
            self.roles[body] = BodyRole::OnOrbit;
        }
        let thrusts_are_exact = thrusts_are_exact(system, bodies);
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.first_body(bodies) else {
                continue;
            };
            let effect = if self.not_linear.contains(&index) {
                Effect::Acceleration {
                    depends_on_velocity: true,
                }
            } else {
                attachment.effect(&body)
            };
            let target = attachment.target;
            let is_link = matches!(target, ForceTarget::Pair(..));
            match (effect.law(), target) {
                (Some(_), ForceTarget::Every) => self.common_laws.push(index),
                (Some(_), ForceTarget::One(_)) => self.own_laws.push(index),
                _ => {}
            }
            let changes_velocity = match effect {
                // the law of one body is part of the flow
                Effect::Law(_) => is_link,
                Effect::Torque { .. } | Effect::AngularLaw(_) => false,
                // gravity that binds no bodies to an orbit links bodies on other orbits
                Effect::Orbit(_) => {
                    !(target.bodies(bodies.len())).any(|body| orbits.is_bound_by(body, index))
                }
                Effect::Thrust { .. } => is_link || !thrusts_are_exact,
                Effect::Motion(_) | Effect::Acceleration { .. } => true,
            };
            let kick = Kick {
                kind: KickKind::by_acceleration(&effect),
                attachment: index,
                target,
                changes_velocity,
                changes_rotation: !is_link && turns_by_kicks(attachment, &body, system.time),
            };
            self.distribute(kick, &effect, &orbits, bodies.len());
        }
        self.orbits = orbits;
        (self.body_kicks).sort_unstable_by_key(|kick| (kick.target.one(), kick.attachment));
        let body = |index: usize| system.attachments[index].target.one();
        (self.own_laws).sort_unstable_by_key(|&index| (body(index), index));
        self.gather_coupled();
    }

    /// Adds the kicks by a force with this effect, given as a kick by acceleration and torque. `count` is
    /// the number of all bodies.
    fn distribute<T: Real<D>, const D: usize>(
        &mut self,
        mut kick: Kick,
        effect: &Effect<T, D>,
        orbits: &OrbitTable,
        count: usize,
    ) {
        // on bodies on orbits every force acts by its acceleration, except the one that binds them
        let on_orbit = Kick {
            changes_velocity: effect.law() != Some(LinearLaw::free()),
            ..kick
        };
        let is_link = matches!(kick.target, ForceTarget::Pair(..));
        // an exact kick is the exact motion relative to coasting, and bodies on orbits do not coast
        let touches_orbit =
            is_link && (kick.target.bodies(count)).any(|body| orbits.contains(body));
        let is_exact = matches!(effect, Effect::Law(_) | Effect::Motion(_)) && !touches_orbit;
        let exact = Kick {
            kind: KickKind::Exact,
            changes_velocity: kick.changes_velocity && is_exact,
            changes_rotation: false,
            ..kick
        };
        kick.changes_velocity &= !is_exact;
        if is_link || orbits.is_empty() {
            self.add(exact, count);
            self.add(kick, count);
            return;
        }
        for place in kick.target.bodies(count) {
            let target = ForceTarget::One(place);
            if !orbits.contains(place) {
                self.add(Kick { target, ..exact }, count);
                self.add(Kick { target, ..kick }, count);
            } else if !orbits.is_bound_by(place, kick.attachment) {
                self.add(Kick { target, ..on_orbit }, count);
            }
        }
    }

    /// Adds a kick that changes anything. `count` is the number of all bodies.
    fn add(&mut self, kick: Kick, count: usize) {
        if !(kick.changes_velocity || kick.changes_rotation) {
            return;
        }
        self.counts.resize(count, 0);
        self.roles.resize(count, BodyRole::Unkicked);
        for body in kick.target.bodies(count) {
            self.counts[body] += u32::from(kick.changes_velocity);
            self.roles[body] = self.roles[body].with(&kick);
        }
        match kick.target {
            ForceTarget::Every => self.common.push(kick),
            ForceTarget::One(_) => self.body_kicks.push(kick),
            ForceTarget::Pair(..) => self.links.push(kick),
        }
    }

    /// Moves the coupled bodies, with their kicks, to [`CoupledBodies`].
    fn gather_coupled(&mut self) {
        let Self {
            orbits,
            common,
            body_kicks,
            links,
            counts,
            roles,
            coupled,
            ..
        } = self;
        let CoupledBodies {
            bodies,
            kicks,
            single_links,
            counts: coupled_counts,
        } = coupled;
        bodies.clear();
        bodies.extend((0..roles.len()).filter(|&body| roles[body].is_coupled()));
        coupled_counts.clear();
        coupled_counts.extend(bodies.iter().map(|&body| counts[body]));
        let among_coupled = |kick: &Kick| {
            let target = kick.target.map(|body| bodies.binary_search(&body).ok())?;
            Some(Kick { target, ..*kick })
        };
        kicks.clear();
        let all = common.iter().chain(&*body_kicks).chain(&*links);
        kicks.extend(all.filter_map(among_coupled));
        body_kicks.retain(|kick| among_coupled(kick).is_none());
        single_links.clear();
        let is_single = |link: &&Kick| {
            (link.target.bodies(0)).all(|body| roles[body] == BodyRole::OneExactLink)
        };
        single_links.extend(links.iter().filter(is_single).filter_map(among_coupled));
        for orbit in &mut orbits.list {
            let target = orbit.target;
            let mut roles = target.bodies(0).map(|body| roles[body]);
            orbit.is_kicked = roles.any(|role| role == BodyRole::KickedOnOrbit);
            let among_coupled = target.map(|body| bodies.binary_search(&body).ok());
            orbit.target = among_coupled.unwrap_or(target);
        }
    }

    /// The attachments of linear forces to the body at a place, in their order.
    pub(super) fn linear_on<T: Real<D>, const D: usize>(
        &self,
        place: usize,
        system: &System<'_, T, D>,
    ) -> impl Iterator<Item = usize> {
        let body = |index: &usize| system.attachments[*index].target.one();
        let start = (self.own_laws).partition_point(|index| body(index) < Some(place));
        let end = (self.own_laws).partition_point(|index| body(index) <= Some(place));
        let (mut own, mut common) = (&self.own_laws[start..end], self.common_laws.as_slice());
        core::iter::from_fn(move || {
            let next = match (own, common) {
                ([own_index, ..], [index, ..]) if index < own_index => &mut common,
                ([], _) => &mut common,
                _ => &mut own,
            };
            next.split_off_first().copied()
        })
    }

    /// Whether all bodies follow linear laws, and nothing kicks them.
    pub(super) fn has_no_kicks(&self) -> bool {
        self.roles.is_empty()
    }

    /// The kicks on neighbours in a range of places, none of them coupled.
    pub(super) fn group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
        range: Range<usize>,
    ) -> KickGroup<'a, T, D> {
        let kicks_before =
            |place| (self.body_kicks).partition_point(|kick| kick.target.one() < Some(place));
        let own = kicks_before(range.start)..kicks_before(range.end);
        KickGroup {
            attachments: system.attachments,
            common: &self.common,
            own: &self.body_kicks[own],
            first: range.start,
            counts: self.counts.get(range).unwrap_or_default(),
        }
    }

    /// The kicks on all coupled bodies.
    pub(super) fn coupled_group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
    ) -> KickGroup<'a, T, D> {
        KickGroup {
            attachments: system.attachments,
            common: &[],
            own: &self.coupled.kicks,
            counts: &self.coupled.counts,
            first: 0,
        }
    }
}

/// Whether a force turns this body by kicks: it has a torque, and no law of the angle that can be solved.
fn turns_by_kicks<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
    time: T,
) -> bool {
    attachment.angular_law(body).is_none() && attachment.force.torque(body, time).is_some()
}
