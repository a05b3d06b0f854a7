//! Keeps the list of rigid bodies up to date.

use super::super::{NonFiniteBody, System};
use super::body_thrust::{BodyThrust, thrusts_are_exact};
use super::{RigidBodies, RigidBody};
use crate::body::{Body, BodyStore};
use crate::flow::LinearLaw;
use crate::space::Real;

impl<T: Real<D>, const D: usize> RigidBodies<T, D> {
    /// Brings the list up to date.
    pub(in crate::scheme) fn refresh(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if self.list_is_current && self.changed.is_empty() {
            return Ok(());
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let is_updated = self.list_is_current && self.update_inertias(system, bodies)?;
        if !is_updated {
            self.list_is_current = false;
            self.rebuild(system, bodies.values())?;
        }
        self.list_is_current = true;
        self.changed.clear();
        Ok(())
    }

    /// Updates the rotors of bodies that were written to. Returns false if more than their inertia has
    /// changed: then the list must be rebuilt.
    fn update_inertias(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<bool, NonFiniteBody> {
        for &place in &self.changed {
            let body = bodies.value(place);
            match self.index_of(place) {
                Err(_) if body.is_point() => {}
                Ok(index) if !body.is_point() && self.list[index].thrust.is_none() => {
                    let law = sum_of_laws(place, &self.law_attachments, system, body)?;
                    if law != *self.laws.law(self.list[index].law) {
                        return Ok(false);
                    }
                    self.list[index].rotor = T::rotor(&body.inertia());
                }
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Lists all bodies with an inertia or a thrust anew.
    fn rebuild(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), NonFiniteBody> {
        self.law_attachments.clear();
        self.thrust_attachments.clear();
        let thrusts_are_exact = thrusts_are_exact(system, bodies);
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.first_body(bodies) else {
                continue;
            };
            if attachment.angular_law(&body).is_some() {
                self.law_attachments.push(index);
            }
            if thrusts_are_exact && attachment.thrust(&body).is_some() {
                self.thrust_attachments.push(index);
            }
        }
        self.list.clear();
        self.laws.clear();
        self.thrusts.clear();
        for (place, body) in bodies.iter().enumerate() {
            let thrusts = (self.thrust_attachments.iter())
                .map(|&index| &system.attachments[index])
                .filter(|attachment| attachment.acts_on(place))
                .filter_map(|attachment| attachment.thrust(body));
            let force = thrusts.reduce(|sum, thrust| sum + thrust);
            if body.is_point() && force.is_none() {
                continue;
            }
            let law = sum_of_laws(place, &self.law_attachments, system, body)?;
            let thrust = force.map(|force| {
                self.thrusts.push(BodyThrust::new(force));
                self.thrusts.len() - 1
            });
            self.list.push(RigidBody {
                place,
                rotor: T::rotor(&body.inertia()),
                law: self.laws.intern(law),
                thrust,
            });
        }
        Ok(())
    }
}

/// The sum of all laws of the angle of a body, with a check that the body can be stepped.
fn sum_of_laws<T: Real<D>, const D: usize>(
    place: usize,
    law_attachments: &[usize],
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> Result<LinearLaw<T, 1>, NonFiniteBody> {
    let attachments = (law_attachments.iter()).map(|&index| &system.attachments[index]);
    let sum: LinearLaw<T, 1> = attachments
        .filter(|attachment| attachment.acts_on(place) && !body.is_point())
        .filter_map(|attachment| attachment.angular_law(body))
        .sum();
    if sum.is_finite() && body.is_valid() {
        Ok(sum)
    } else {
        Err(NonFiniteBody(place))
    }
}
