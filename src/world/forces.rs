//! Forces in a world.

use alloc::sync::Arc;

use super::{
    AddForceError, AddForceOnError, AddLinkError, BodyId, ForceId, NoSuchForce, ReplaceForceError,
    World,
};
use crate::force::Force;
use crate::scheme::{Attachment, ForceTarget};
use crate::space::Real;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Lets a force act on every body, until it is removed.
    ///
    /// # Errors
    /// If a parameter of the force makes no sense, or the world has no name left for it.
    pub fn add_force(
        &mut self,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, AddForceError<T>> {
        force.check()?;
        self.attach(Arc::new(force), ForceTarget::Every)
            .ok_or(AddForceError::Full)
    }

    /// Lets a force act on one body, until it or the body is removed.
    ///
    /// # Errors
    /// If the body is not in this world, or a parameter of the force makes no sense, at all or for this
    /// body.
    pub fn add_force_on(
        &mut self,
        body: BodyId,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, AddForceOnError<T>> {
        let place = self.place(body)?;
        force.check()?;
        force.check_on(self.bodies.value(place))?;
        self.attach(Arc::new(force), ForceTarget::One(place))
            .ok_or(AddForceOnError::Full)
    }

    /// Lets a force act between two bodies, until it or one of them is removed.
    ///
    /// The force sees the motion of the first body relative to the second, as a body of their
    /// reduced mass; what it does to the first, it does to the second with the opposite sign. It acts between
    /// the centres of mass, and turns neither.
    ///
    /// Together the two keep their momentum under any link. They keep their angular momentum only under a force along the
    /// line between them: under [`PointGravity`](crate::PointGravity), [`Tether`](crate::Tether), a
    /// [`Spring`](crate::Spring) without damping whose anchor is zero, but not under drag, nor under
    /// [`Spring::damping`](crate::Spring::damping), which acts against the whole relative velocity.
    ///
    /// # Errors
    /// If a body is not in this world, both are the same, or a parameter of the force makes no
    /// sense.
    pub fn add_link(
        &mut self,
        first: BodyId,
        second: BodyId,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, AddLinkError<T>> {
        let places = (self.place(first)?, self.place(second)?);
        if first == second {
            return Err(AddLinkError::SameBody { body: first });
        }
        force.check()?;
        let bodies = self.bodies.values();
        force.check_on(&bodies[places.0].relative_to(&bodies[places.1]))?;
        self.attach(Arc::new(force), ForceTarget::Pair(places.0, places.1))
            .ok_or(AddLinkError::Full)
    }

    /// Puts another force in the place of one; it acts on the same bodies under the same id.
    ///
    /// # Errors
    /// If the force is not in this world, or a parameter of the new one makes no sense.
    pub fn replace_force(
        &mut self,
        force: ForceId,
        with: impl Force<T, D> + 'static,
    ) -> Result<(), ReplaceForceError<T>> {
        let place = self.force_place(force)?;
        with.check()?;
        let bodies = self.bodies.values();
        match self.forces.values()[place].target {
            ForceTarget::Every => {}
            ForceTarget::One(body) => with.check_on(&bodies[body])?,
            ForceTarget::Pair(first, second) => {
                with.check_on(&bodies[first].relative_to(&bodies[second]))?;
            }
        }
        let attachment = &mut self.forces.values_mut()[place];
        attachment.force = Arc::new(with);
        self.stepper.forces_changed(attachment.target);
        Ok(())
    }

    /// Takes a force out.
    ///
    /// # Errors
    /// If the force is not in this world.
    pub fn remove_force(&mut self, force: ForceId) -> Result<(), NoSuchForce> {
        let place = self.force_place(force)?;
        let removed = self.detach(place);
        self.stepper.forces_changed(removed.target);
        Ok(())
    }

    /// Takes out the force at a place. The last one comes there: on its bodies the forces now add up in another order.
    pub(super) fn detach(&mut self, place: usize) -> Attachment<T, D> {
        let removed = self.forces.swap_remove(place);
        if let Some(moved) = self.forces.values().get(place) {
            self.stepper.forces_changed(moved.target);
        }
        removed
    }

    /// None where all names are used up.
    fn attach(&mut self, force: Arc<dyn Force<T, D>>, target: ForceTarget) -> Option<ForceId> {
        let key = self.forces.push(Attachment { force, target })?;
        self.stepper.forces_changed(target);
        Some(ForceId(key))
    }

    fn force_place(&self, force: ForceId) -> Result<usize, NoSuchForce> {
        self.forces
            .keys()
            .place(force.0)
            .ok_or(NoSuchForce { force })
    }
}
