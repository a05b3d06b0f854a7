//! Which forces are part of the flow, and which kick which bodies.

mod coupled;
mod kinds;
mod own;

use alloc::vec::Vec;

use super::components::{Components, TieSearch};
use super::fixed_bodies::FixedBodies;
use super::force_class::{EffectKind, ForceClass};
use super::force_index::OwnForce;
use super::orbit_table::OrbitTable;
use super::rotation::thrusts_are_exact;
use super::{ForceTarget, System};
use crate::body::Body;
use crate::space::Real;
pub(super) use coupled::CoupledBodies;
pub(super) use kinds::{BodyRole, Kick};
pub(super) use own::OwnKicks;

/// The forces of a system, sorted into linear forces, orbits and kicks: those on every body, and how those on one are sorted.
#[derive(Debug, Clone, Default)]
pub(super) struct KickPlan {
    /// The forces on every body, in their order.
    every: Vec<OwnForce>,
    /// Places of those whose laws are summed into the flow.
    common_laws: Vec<usize>,
    /// Kicks on every body that is in no component. With orbits there are none: then each body has kicks of its own.
    common: Vec<Kick>,
    /// Places of forces that have a law for some bodies only: they kick.
    not_linear: Vec<usize>,
    /// Whether the motion under thrusts is known exactly.
    thrusts_are_exact: bool,
    /// Bodies that follow orbits instead of laws.
    pub(super) orbits: OrbitTable,
    /// Bodies that move in one flow with others.
    pub(super) components: Components,
    /// Places of the rods on every body.
    common_rods: Vec<usize>,
    pub(super) coupled: CoupledBodies,
}

impl KickPlan {
    /// Sorts all forces anew. Then the laws and roles of all bodies must be found anew, too.
    pub(super) fn rebuild<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        fixed: &FixedBodies,
    ) {
        self.not_linear.clear();
        self.sort_forces(system, bodies, fixed);
    }

    /// Turns a linear force that has no law for some body into a kick.
    pub(super) fn make_kick<T: Real<D>, const D: usize>(
        &mut self,
        attachment: usize,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        fixed: &FixedBodies,
    ) {
        self.not_linear.push(attachment);
        self.sort_forces(system, bodies, fixed);
    }

    fn sort_forces<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        fixed: &FixedBodies,
    ) {
        self.class_common(system, bodies.first());
        let mut orbits = core::mem::take(&mut self.orbits);
        orbits.rebuild(system, &self.every, bodies.len(), fixed);
        self.orbits = orbits;
        self.components.clear();
        self.sort_common();
    }

    /// Whether any force ties bodies into components.
    pub(super) fn has_ties<T: Real<D>, const D: usize>(&self, system: &System<'_, T, D>) -> bool {
        system.index.has_ties() || !self.common_rods.is_empty()
    }

    /// Finds the component of a body that is in none. Returns its slot.
    pub(super) fn find_component<T: Real<D>, const D: usize>(
        &mut self,
        place: usize,
        system: &System<'_, T, D>,
        fixed: &FixedBodies,
    ) -> Option<usize> {
        let search = TieSearch {
            system,
            fixed,
            orbits: &self.orbits,
            not_linear: &self.not_linear,
            common_rods: &self.common_rods,
        };
        self.components.find(place, &search)
    }

    /// Sorts the forces on every body anew after their places have changed, or the first body. Returns whether nothing else has
    /// changed; otherwise the plan must be rebuilt.
    #[must_use]
    pub(super) fn update_common<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        first: Option<&Body<T, D>>,
    ) -> bool {
        let (before, were_exact) = (core::mem::take(&mut self.every), self.thrusts_are_exact);
        // components name rods by their places
        let had_rods = !self.common_rods.is_empty();
        self.class_common(system, first);
        self.sort_common();
        let classes = before.iter().map(|force| force.class);
        self.allows_moves()
            && !had_rods
            && were_exact == self.thrusts_are_exact
            && classes.eq(self.every.iter().map(|force| force.class))
    }

    /// Whether bodies and forces can get other places, and the plan stays: orbits name both by their places, and a force on
    /// every body may bind a new one.
    pub(super) fn allows_moves(&self) -> bool {
        let binds_new = self.every.iter().any(|force| force.class.is_orbit());
        self.orbits.is_empty() && !binds_new && self.allows_changes()
    }

    /// Whether a force may bind bodies to orbits.
    pub(super) fn may_bind<T: Real<D>, const D: usize>(&self, system: &System<'_, T, D>) -> bool {
        system.index.has_orbits() || self.every.iter().any(|force| force.class.is_orbit())
    }

    /// Whether the plan stays if forces on single bodies change: a force that has a law for some bodies only may have one for all
    /// afterwards.
    pub(super) fn allows_changes(&self) -> bool {
        self.not_linear.is_empty()
    }

    /// Classes the forces on every body.
    fn class_common<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        first: Option<&Body<T, D>>,
    ) {
        self.thrusts_are_exact = thrusts_are_exact(system, first);
        self.every.clear();
        let Some(body) = first else {
            return;
        };
        for &place in system.index.every() {
            let force = system.attachments[place].force.as_ref();
            let class = ForceClass::new(force, body, system.time);
            self.every.push(OwnForce { place, class });
        }
    }

    /// Sorts the forces on every body into laws and kicks.
    fn sort_common(&mut self) {
        let (mut laws, mut kicks) = (
            core::mem::take(&mut self.common_laws),
            core::mem::take(&mut self.common),
        );
        laws.clear();
        laws.extend((self.every.iter()).filter_map(|force| self.has_law(force)));
        let mut rods = core::mem::take(&mut self.common_rods);
        rods.clear();
        let ties = (self.every.iter()).filter(|force| self.is_tie(force));
        rods.extend(ties.map(|force| force.place));
        self.common_rods = rods;
        kicks.clear();
        if self.orbits.is_empty() {
            let all = self.every.iter();
            kicks.extend(all.flat_map(|&force| self.kicks_by(force, ForceTarget::Every)));
        }
        (self.common_laws, self.common) = (laws, kicks);
    }

    /// The place of a force whose law is part of the flow.
    fn has_law(&self, force: &OwnForce) -> Option<usize> {
        (force.class.has_law() && !self.not_linear.contains(&force.place)).then_some(force.place)
    }

    /// Whether the force of an attachment could tie bodies into components.
    pub(super) fn is_tie_at<T: Real<D>, const D: usize>(
        &self,
        place: usize,
        system: &System<'_, T, D>,
    ) -> bool {
        let entry = system.attachments[place].entry;
        let mut own = system.index.members(entry).map(|(_, class)| class);
        own.any(|class| class.is_tie) || self.common_rods.contains(&place)
    }

    /// Whether a force ties bodies into components.
    fn is_tie(&self, force: &OwnForce) -> bool {
        force.class.is_tie && !self.not_linear.contains(&force.place)
    }

    /// Whether the link at a place kicks its bodies, and is not all that moves them.
    pub(super) fn is_kicking_link<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
        place: usize,
    ) -> bool {
        let attachment = &system.attachments[place];
        let mut members = system.index.members(attachment.entry);
        let is_alone = |kick: &Kick| kick.attachment == place;
        !self.coupled.single_links.iter().any(is_alone)
            && members.next().is_some_and(|(_, class)| {
                let mut kicks = self.kicks_by(OwnForce { place, class }, attachment.target);
                kicks.any(|kick| kick.changes_velocity)
            })
    }

    /// The kicks by a force on a target, at most two: by exact motion, and by acceleration and torque.
    fn kicks_by(&self, force: OwnForce, target: ForceTarget) -> impl Iterator<Item = Kick> + use<> {
        let OwnForce {
            place: attachment,
            mut class,
        } = force;
        if self.not_linear.contains(&attachment) {
            class = class.not_linear();
        }
        let is_link = target.is_link();
        let bodies = || target.bodies(0);
        let is_bound = bodies().any(|body| self.orbits.is_bound_by(body, attachment));
        let touches_orbit = bodies().any(|body| self.orbits.contains(body));
        let touches_component = bodies().any(|body| self.components.solve(body));
        let is_tied = class.is_tie && touches_component && !touches_orbit;
        let changes_velocity = match class.kind {
            // it is part of the flow of a component
            EffectKind::Law | EffectKind::Rod if is_tied => false,
            // the law of one body is part of the flow, unless it is on an orbit
            EffectKind::Law => is_link || touches_orbit && !class.is_free,
            EffectKind::Torque => false,
            // gravity that binds no bodies to an orbit links bodies on other orbits
            EffectKind::Orbit => !is_bound,
            EffectKind::Thrust => {
                is_link || touches_orbit || touches_component || !self.thrusts_are_exact
            }
            EffectKind::Motion | EffectKind::Acceleration | EffectKind::Rod => true,
        };
        // an exact kick is the exact motion relative to coasting, and bound bodies do not coast
        let is_exact = matches!(class.kind, EffectKind::Law | EffectKind::Motion)
            && !(touches_orbit || touches_component);
        let kick = Kick {
            is_exact: false,
            depends_on_velocity: class.depends_on_velocity,
            attachment,
            target,
            changes_velocity: changes_velocity && !is_exact,
            // the rotation that a component gives a body has no law of its own
            changes_rotation: (class.turns_by_kicks
                || class.has_angular_law && bodies().any(|body| self.components.turn(body)))
                && !(is_bound || is_tied),
        };
        let exact = Kick {
            is_exact: true,
            changes_velocity: changes_velocity && is_exact,
            changes_rotation: false,
            ..kick
        };
        [exact, kick]
            .into_iter()
            .filter(|kick| kick.changes_velocity || kick.changes_rotation)
    }
}
