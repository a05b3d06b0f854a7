//! Which forces are part of the flow, and which kick which bodies.

mod distribute;
mod kinds;

use alloc::vec::Vec;
use core::ops::Range;

use super::kick::KickGroup;
use super::link::LinkKick;
use super::orbit_table::{BodyOrbit, OrbitTable};
use super::rotation::thrusts_are_exact;
use super::{Attachment, ForceTarget, System};
use crate::body::Body;
use crate::force::Effect;
use crate::space::Real;
pub(super) use kinds::{BodyKick, BodyRole, KickForce, KickKind};

/// The forces of a system, sorted into linear forces, orbits and kicks.
#[derive(Debug)]
pub(super) struct KickPlan {
    /// Attachments of linear forces to bodies: their laws are summed into the flow.
    pub(super) linear: Vec<usize>,
    /// Bodies that follow orbits instead of laws.
    pub(super) orbits: OrbitTable,
    /// All forces that kick bodies on no orbit.
    kicks: Vec<KickForce>,
    /// Kicks on every body.
    pub(super) common: Vec<KickForce>,
    /// Kicks on one body that is not coupled, sorted by body.
    body_kicks: Vec<BodyKick>,
    /// How many forces kick each body's velocity.
    counts: Vec<u32>,
    /// The role of each body; empty if nothing kicks any.
    pub(super) roles: Vec<BodyRole>,
    pub(super) coupled: CoupledBodies,
}

/// The bodies that links kick and those on orbits, with their kicks.
///
/// Kicks, links and orbits name a body by its index in `bodies`.
#[derive(Debug)]
pub(super) struct CoupledBodies {
    /// The place of each body in the world, ascending.
    pub(super) bodies: Vec<usize>,
    /// Kicks on all of them.
    common: Vec<KickForce>,
    body_kicks: Vec<BodyKick>,
    links: Vec<LinkKick>,
    /// Exact links that are the only kick on both their bodies.
    pub(super) single_links: Vec<LinkKick>,
    counts: Vec<u32>,
    pub(super) orbits: Vec<CoupledOrbit>,
}

/// An orbit of coupled bodies.
#[derive(Debug, Clone, Copy)]
pub(super) struct CoupledOrbit {
    pub(super) orbit: BodyOrbit,
    /// Whether anything kicks its bodies.
    pub(super) is_kicked: bool,
}

impl CoupledBodies {
    fn new() -> Self {
        Self {
            bodies: Vec::new(),
            common: Vec::new(),
            body_kicks: Vec::new(),
            links: Vec::new(),
            single_links: Vec::new(),
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
            body_kicks: Vec::new(),
            counts: Vec::new(),
            roles: Vec::new(),
            coupled: CoupledBodies::new(),
        }
    }

    /// Sorts all forces anew.
    pub(super) fn rebuild<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.orbits.rebuild(system, bodies);
        let thrusts_are_exact = thrusts_are_exact(system, bodies);
        self.linear.clear();
        self.kicks.clear();
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.first_body(bodies) else {
                continue;
            };
            let is_link = matches!(attachment.target, ForceTarget::Pair(..));
            let effect = attachment.effect(&body);
            let mut changes_velocity = false;
            match effect {
                // gravity binds bodies on orbits, or kicks those on other orbits
                Effect::Orbit(_) => continue,
                Effect::Law(_) | Effect::Torque { .. } | Effect::AngularLaw(_) if !is_link => {
                    self.linear.push(index);
                }
                Effect::Law(_) | Effect::Motion(_) => {
                    self.kicks
                        .push(KickForce::of_velocity(KickKind::Exact, index));
                }
                Effect::Torque { .. } | Effect::AngularLaw(_) => {}
                Effect::Thrust { .. } => changes_velocity = is_link || !thrusts_are_exact,
                Effect::Acceleration { .. } => changes_velocity = true,
            }
            let changes_rotation = !is_link && turns_by_kicks(attachment, &body, system.time);
            if changes_velocity || changes_rotation {
                self.kicks.push(KickForce {
                    kind: KickKind::by_acceleration(&effect),
                    attachment: index,
                    changes_velocity,
                    changes_rotation,
                });
            }
        }
        self.distribute(system, bodies);
    }

    /// Whether all bodies follow linear laws, and nothing kicks them.
    pub(super) fn has_no_kicks(&self) -> bool {
        self.kicks.is_empty() && self.orbits.is_empty()
    }

    /// The kicks on neighbours in a range of places, none of them coupled.
    pub(super) fn group<'a, T: Real<D>, const D: usize>(
        &'a self,
        system: &System<'a, T, D>,
        range: Range<usize>,
    ) -> KickGroup<'a, T, D> {
        let kicks_before = |place| (self.body_kicks).partition_point(|kick| kick.body < place);
        let body_kicks = kicks_before(range.start)..kicks_before(range.end);
        KickGroup {
            attachments: system.attachments,
            common: &self.common,
            body_kicks: &self.body_kicks[body_kicks],
            links: &[],
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
            common: &self.coupled.common,
            body_kicks: &self.coupled.body_kicks,
            links: &self.coupled.links,
            counts: &self.coupled.counts,
            first: 0,
        }
    }

    /// Turns a linear force that has no law for some body into a kick.
    pub(super) fn make_kick<T: Real<D>, const D: usize>(
        &mut self,
        attachment: usize,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.linear.retain(|&index| index != attachment);
        let kick = KickForce::of_velocity(KickKind::VelocityDependent, attachment);
        self.kicks.push(kick);
        self.distribute(system, bodies);
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
            body_kicks,
            counts,
            roles,
            coupled,
        } = source;
        self.linear.clone_from(linear);
        self.orbits.clone_from(orbits);
        self.kicks.clone_from(kicks);
        self.common.clone_from(common);
        self.body_kicks.clone_from(body_kicks);
        self.counts.clone_from(counts);
        self.roles.clone_from(roles);
        self.coupled.clone_from(coupled);
    }
}

impl Clone for CoupledBodies {
    fn clone(&self) -> Self {
        let mut coupled = Self::new();
        coupled.clone_from(self);
        coupled
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            bodies,
            common,
            body_kicks,
            links,
            single_links,
            counts,
            orbits,
        } = source;
        self.bodies.clone_from(bodies);
        self.common.clone_from(common);
        self.body_kicks.clone_from(body_kicks);
        self.links.clone_from(links);
        self.single_links.clone_from(single_links);
        self.counts.clone_from(counts);
        self.orbits.clone_from(orbits);
    }
}
