//! Which forces are fused into the flow, and which kick what.

mod distribute;
mod kinds;

use alloc::vec::Vec;
use core::ops::Range;

use super::kick::KickGroup;
use super::orbit_table::{BodyOrbit, OrbitTable};
use super::rigid_bodies::{angular_law, thrust, thrusts_are_exact};
use super::{ForceTarget, System};
use crate::body::Body;
use crate::space::Real;
pub(super) use kinds::{BodyKick, BodyRole, KickForce, KickKind, LinkKick};

/// The forces of a system, sorted by what they know.
#[derive(Debug)]
pub(super) struct KickPlan {
    /// Attachments of linear forces to bodies: fused.
    pub(super) linear: Vec<usize>,
    /// Bodies that follow no law, but orbits.
    pub(super) orbits: OrbitTable,
    /// All forces that kick bodies on no orbit.
    kicks: Vec<KickForce>,
    /// Of these, those on every body.
    pub(super) common: Vec<KickForce>,
    /// Of these, those on one body that no link kicks, sorted by body.
    own: Vec<BodyKick>,
    /// How many forces kick each body's velocity.
    counts: Vec<u32>,
    /// What happens to each body; none where nothing happens to any.
    pub(super) roles: Vec<BodyRole>,
    /// The bodies that links kick, and their kicks; these name bodies by their place here.
    pub(super) linked: CoupledBodies,
}

/// The bodies that links tie together, and those on orbits.
#[derive(Debug)]
pub(super) struct CoupledBodies {
    /// Index of each body.
    pub(super) bodies: Vec<usize>,
    /// Kicks on all of them.
    common: Vec<KickForce>,
    own: Vec<BodyKick>,
    links: Vec<LinkKick>,
    /// Links that know their motion, and alone kick their bodies.
    pub(super) single: Vec<LinkKick>,
    counts: Vec<u32>,
    /// The orbits, and whether anything kicks their bodies.
    pub(super) orbits: Vec<(BodyOrbit, bool)>,
}

impl CoupledBodies {
    fn new() -> Self {
        Self {
            bodies: Vec::new(),
            common: Vec::new(),
            own: Vec::new(),
            links: Vec::new(),
            single: Vec::new(),
            counts: Vec::new(),
            orbits: Vec::new(),
        }
    }
}

impl KickPlan {
    pub(super) fn new() -> Self {
        Self {
            linear: Vec::new(),
            orbits: OrbitTable::new(),
            kicks: Vec::new(),
            common: Vec::new(),
            own: Vec::new(),
            counts: Vec::new(),
            roles: Vec::new(),
            linked: CoupledBodies::new(),
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
            let is_link = matches!(attachment.target, ForceTarget::Pair(..));
            let has_law = force.law(&body).is_some();
            let is_fused = has_law && !is_link;
            // a thrust that is not exact would be taken as one for a body that does not turn
            let is_thrust = thrust(attachment, &body).is_some();
            let is_exact = has_law
                || !is_thrust && (force.exact_motion(&body, system.time, T::zero())).is_some();
            let changes_spin = !is_link
                && angular_law(attachment, &body).is_none()
                && force.torque(&body, system.time).is_some();
            if is_fused {
                self.linear.push(index);
            } else if is_exact {
                self.kicks.push(KickForce {
                    kind: KickKind::Exact,
                    attachment: index,
                    changes_velocity: true,
                    changes_spin: false,
                });
            }
            let changes_velocity = !(is_fused || is_exact || is_thrust && thrusts_are_exact);
            if changes_velocity || changes_spin {
                self.kicks.push(KickForce {
                    kind: KickKind::by_acceleration(force),
                    attachment: index,
                    changes_velocity,
                    changes_spin,
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
    ) -> KickGroup<'a, T, D> {
        let own_before = |place| self.own.partition_point(|own| own.body < place);
        KickGroup {
            attachments: system.attachments,
            common: &self.common,
            own: &self.own[own_before(range.start)..own_before(range.end)],
            links: &[],
            first: range.start,
            counts: self.counts.get(range).unwrap_or_default(),
        }
    }

    /// The linked bodies, in the order of their list, as a group.
    pub(super) fn linked_group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
    ) -> KickGroup<'a, T, D> {
        KickGroup {
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
        self.kicks.push(KickForce {
            kind: KickKind::VelocityDependent,
            attachment,
            changes_velocity: true,
            changes_spin: false,
        });
        self.distribute(system, bodies);
    }
}

impl Clone for KickPlan {
    fn clone(&self) -> Self {
        let mut plan = Self::new();
        plan.clone_from(self);
        plan
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            linear,
            orbits,
            kicks,
            common,
            own,
            counts,
            roles,
            linked,
        } = source;
        self.linear.clone_from(linear);
        self.orbits.clone_from(orbits);
        self.kicks.clone_from(kicks);
        self.common.clone_from(common);
        self.own.clone_from(own);
        self.counts.clone_from(counts);
        self.roles.clone_from(roles);
        self.linked.clone_from(linked);
    }
}

impl Clone for CoupledBodies {
    fn clone(&self) -> Self {
        let mut linked = Self::new();
        linked.clone_from(self);
        linked
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            bodies,
            common,
            own,
            links,
            single,
            counts,
            orbits,
        } = source;
        self.bodies.clone_from(bodies);
        self.common.clone_from(common);
        self.own.clone_from(own);
        self.links.clone_from(links);
        self.single.clone_from(single);
        self.counts.clone_from(counts);
        self.orbits.clone_from(orbits);
    }
}
