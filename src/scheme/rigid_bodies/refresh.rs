//! The list of the bodies that turn, kept up to date.

use super::super::{NonFiniteBody, System};
use super::body_thrust::{BodyThrust, thrust, thrusts_are_exact};
use super::{RigidBodies, RigidBody, angular_law};
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
        if self.listed && self.changed.is_empty() {
            return Ok(());
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let is_listed = self.listed && self.renew(system, bodies)?;
        if !is_listed {
            self.listed = false;
            self.list(system, bodies.values())?;
        }
        self.listed = true;
        self.changed.clear();
        Ok(())
    }

    /// Takes up what changed of bodies that were written to, if that is no more than their inertia. Returns
    /// whether it was.
    fn renew(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<bool, NonFiniteBody> {
        for &place in &self.changed {
            let body = bodies.value(place);
            match self.find(place) {
                Err(_) if body.is_point() => {}
                Ok(index) if !body.is_point() && self.list[index].body_thrust.is_none() => {
                    let law = sum_of_laws(place, &self.angular, system, body)?;
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

    /// Makes the list anew.
    fn list(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), NonFiniteBody> {
        self.angular.clear();
        self.thrusting.clear();
        let thrusts_are_exact = thrusts_are_exact(system, bodies);
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.subject(bodies) else {
                continue;
            };
            if angular_law(attachment, &body).is_some() {
                self.angular.push(index);
            }
            if thrusts_are_exact && thrust(attachment, &body).is_some() {
                self.thrusting.push(index);
            }
        }
        self.list.clear();
        self.laws.clear();
        self.body_thrusts.clear();
        for (place, body) in bodies.iter().enumerate() {
            let thrusts = (self.thrusting.iter())
                .map(|&index| &system.attachments[index])
                .filter(|attachment| attachment.acts_on(place))
                .filter_map(|attachment| thrust(attachment, body));
            let thrust = thrusts.reduce(|sum, thrust| sum + thrust);
            if body.is_point() && thrust.is_none() {
                continue;
            }
            let law = sum_of_laws(place, &self.angular, system, body)?;
            let body_thrust = thrust.map(|thrust| {
                self.body_thrusts.push(BodyThrust::new(thrust));
                self.body_thrusts.len() - 1
            });
            self.list.push(RigidBody {
                place,
                rotor: T::rotor(&body.inertia()),
                law: self.laws.note(law),
                body_thrust,
            });
        }
        Ok(())
    }
}

/// The sum of all laws of the angle of a body that can be stepped.
fn sum_of_laws<T: Real<D>, const D: usize>(
    place: usize,
    angular: &[usize],
    system: &System<'_, T, D>,
    body: &Body<T, D>,
) -> Result<LinearLaw<T, 1>, NonFiniteBody> {
    let laws = angular.iter().map(|&index| &system.attachments[index]);
    let sum: LinearLaw<T, 1> = laws
        .filter(|attachment| attachment.acts_on(place) && !body.is_point())
        .filter_map(|attachment| angular_law(attachment, body))
        .sum();
    if sum.is_finite() && body.is_sound() {
        Ok(sum)
    } else {
        Err(NonFiniteBody(place))
    }
}
