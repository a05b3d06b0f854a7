//! Keeps the list of rigid bodies up to date.

use super::super::force_class::{EffectKind, ForceClass};
use super::super::force_index::OwnForce;
use super::super::{NonFiniteBody, System};
use super::body_thrust::{BodyThrust, thrusts_are_exact};
use super::{NOT_LISTED, RigidBodies, RigidBody};
use crate::body::{Body, BodyStore};
use crate::flow::LinearLaw;
use crate::space::Real;

impl<T: Real<D>, const D: usize> RigidBodies<T, D> {
    /// Brings the list up to date.
    #[inline]
    pub(in crate::scheme) fn refresh(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if self.list_is_current && self.common_is_current && self.changed.is_empty() {
            return Ok(());
        }
        self.update_list(system, bodies)
    }

    #[cold]
    fn update_list(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if !self.common_is_current {
            self.list_is_current &= self.keeps_common(system, bodies.first());
            self.common_is_current = true;
        }
        if self.list_is_current {
            self.changed.sort_unstable();
            self.changed.dedup();
            for changed in 0..self.changed.len() {
                let place = self.changed[changed];
                if place < bodies.len() {
                    self.update(place, bodies.value(place), system)?;
                }
            }
        } else {
            self.rebuild(system, bodies.values())?;
            self.list_is_current = true;
        }
        self.changed.clear();
        Ok(())
    }

    /// Finds the forces on every body anew. Returns whether they are of the same classes as before.
    fn keeps_common(&mut self, system: &System<'_, T, D>, first: Option<&Body<T, D>>) -> bool {
        let before = core::mem::take(&mut self.common);
        for &place in system.index.every() {
            let force = system.attachments[place].force.as_ref();
            let class = first.map(|body| ForceClass::new(force, body, system.time));
            if let Some(class) = class.filter(ForceClass::rotates) {
                self.common.push(OwnForce { place, class });
            }
        }
        let were_exact = self.thrusts_are_exact;
        self.thrusts_are_exact = thrusts_are_exact(system, first);
        let classes = before.iter().map(|force| force.class);
        were_exact == self.thrusts_are_exact
            && classes.eq(self.common.iter().map(|force| force.class))
    }

    /// Lists all bodies with an inertia or a thrust anew.
    fn rebuild(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), NonFiniteBody> {
        self.list.clear();
        self.indices.clear();
        self.laws.clear();
        self.thrusts.clear();
        self.unused_thrusts.clear();
        (bodies.iter().enumerate()).try_for_each(|(place, body)| self.update(place, body, system))
    }

    /// Brings one body up to date: lists it, or takes it out of the list, or finds its law and thrust anew.
    fn update(
        &mut self,
        place: usize,
        body: &Body<T, D>,
        system: &System<'_, T, D>,
    ) -> Result<(), NonFiniteBody> {
        let is_fixed = body.is_fixed();
        if self.fixed.set(place, is_fixed) {
            self.refixed.push(place);
        }
        if body.is_point() && !body.has_valid_rotation() {
            return Err(NonFiniteBody(place));
        }
        if body.is_point() && self.common.is_empty() && !system.index.has_own(place) {
            self.take_out(place);
            return Ok(());
        }
        self.forces.clear();
        system.index.extend_by_own(place, &mut self.forces);
        self.forces.retain(|force| force.class.rotates());
        if !self.common.is_empty() {
            self.forces.extend(&self.common);
            self.forces.sort_unstable_by_key(|force| force.place);
        }
        if is_fixed {
            self.forces.clear();
        }
        let acting = |force: &OwnForce| &system.attachments[force.place];
        let is_thrust = |force: &&OwnForce| force.class.kind == EffectKind::Thrust;
        let thrusts = (self.forces.iter())
            .filter(|force| self.thrusts_are_exact && is_thrust(force))
            .filter_map(|force| acting(force).thrust(body));
        let force = thrusts.reduce(|sum, thrust| sum + thrust);
        if body.is_point() && force.is_none() {
            self.take_out(place);
            return Ok(());
        }
        let law: LinearLaw<T, 1> = (self.forces.iter())
            .filter(|_| !body.is_point())
            .filter_map(|force| acting(force).angular_law(body))
            .sum();
        if !(law.is_finite() && body.is_valid()) {
            return Err(NonFiniteBody(place));
        }
        let index = self.index_of(place).unwrap_or_else(|| {
            self.list.push(RigidBody {
                place,
                rotor: T::rotor(&body.inertia()),
                law: self.laws.retain(law),
                thrust: None,
            });
            self.set_index(place, self.list.len() - 1);
            self.list.len() - 1
        });
        let rigid = &mut self.list[index];
        rigid.rotor = T::rotor(&body.inertia());
        let follows_other = law != *self.laws.law(rigid.law);
        if follows_other {
            self.laws.release(rigid.law);
            rigid.law = self.laws.retain(law);
        }
        match (rigid.thrust, force) {
            // what is cached for a thrust is for the law, and not for its force
            (Some(thrust), Some(force)) if !follows_other => self.thrusts[thrust].force = force,
            (old, force) => {
                self.unused_thrusts.extend(old);
                rigid.thrust = force.map(|force| {
                    let thrust = BodyThrust::new(force);
                    if let Some(unused) = self.unused_thrusts.pop() {
                        self.thrusts[unused] = thrust;
                        return unused;
                    }
                    self.thrusts.push(thrust);
                    self.thrusts.len() - 1
                });
            }
        }
        Ok(())
    }

    /// Takes a body out of the list, if it is there.
    pub(super) fn take_out(&mut self, place: usize) {
        let Some(index) = self.index_of(place) else {
            return;
        };
        self.indices[place] = NOT_LISTED;
        let removed = self.list.swap_remove(index);
        self.laws.release(removed.law);
        self.unused_thrusts.extend(removed.thrust);
        if let Some(moved) = self.list.get(index) {
            self.set_index(moved.place, index);
        }
    }
}
