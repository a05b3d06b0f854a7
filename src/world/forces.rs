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
    /// Adds a force on every body. It acts until it is removed.
    ///
    /// # Errors
    /// If a parameter of the force is not valid, or the world has no id left.
    pub fn add_force(
        &mut self,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, AddForceError<T>> {
        force.check()?;
        self.attach(Arc::new(force), ForceTarget::Every)
            .ok_or(AddForceError::Full)
    }

    /// Adds a force on one body. It acts until it or the body is removed.
    ///
    /// # Errors
    /// If the body is not in this world, if a parameter of the force is not valid, in general or for this
    /// body, or if the world has no id left.
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

    /// Adds a force between two bodies, a link. It acts until it or one of them is removed.
    ///
    /// The force is evaluated for the motion of the first body relative to the second, as a body with the
    /// reduced mass. It acts on the first body, and with the opposite sign on the second. It acts on the
    /// centres of mass and has no torque.
    ///
    /// Every link conserves the momentum of the two bodies together. It conserves their angular momentum
    /// only if the force is along the line between them: [`PointGravity`](crate::PointGravity),
    /// [`Tether`](crate::Tether), and a [`Spring`](crate::Spring) without damping whose anchor is zero; not
    /// drag, and not [`Spring::damping`](crate::Spring::damping), which acts against the whole relative
    /// velocity.
    ///
    /// # Errors
    /// If a body is not in this world, if both are the same, if a parameter of the force is not valid, or
    /// if the world has no id left.
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

    /// Replaces a force by another one, which acts on the same bodies and has the same id.
    ///
    /// # Errors
    /// If the force is not in this world, or a parameter of the new one is not valid.
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
        let attachment = &mut Arc::make_mut(&mut self.forces).values_mut()[place];
        attachment.force = Arc::new(with);
        self.stepper.forces_changed(attachment.target);
        Ok(())
    }

    /// Removes a force.
    ///
    /// # Errors
    /// If the force is not in this world.
    #[inline(never)]
    pub fn remove_force(&mut self, force: ForceId) -> Result<(), NoSuchForce> {
        let place = self.force_place(force)?;
        let removed = self.detach(place);
        self.stepper.forces_changed(removed.target);
        Ok(())
    }

    /// Removes the force at a place. The last force moves there, so the forces on its bodies add up in
    /// another order.
    pub(super) fn detach(&mut self, place: usize) -> Attachment<T, D> {
        let removed = Arc::make_mut(&mut self.forces).swap_remove(place);
        if let Some(moved) = self.forces.values().get(place) {
            self.stepper.forces_changed(moved.target);
        }
        removed
    }

    /// Adds a force. Returns its id; none if no id is left.
    #[inline(never)]
    fn attach(&mut self, force: Arc<dyn Force<T, D>>, target: ForceTarget) -> Option<ForceId> {
        let key = Arc::make_mut(&mut self.forces).push(Attachment { force, target })?;
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
