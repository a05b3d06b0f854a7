//! Reading the forces of a world, and the present acceleration and torque of a body.

use nalgebra::SVector;

use super::{BodyId, ForceId, NoSuch, World};
use crate::force::Force;
use crate::plan::Attachment;
use crate::space::Real;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns all forces with their ids, in the order in which they act. A new force may take the
    /// place of a removed one in this order.
    ///
    /// Each force has a [name](Force::name). [`downcast_ref`](trait.Force.html#method.downcast_ref) returns the force as the
    /// type that was added, whose parameters are public fields.
    ///
    /// ```
    /// use kinstep::{Body2, LinearDrag, Spring, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_force(LinearDrag::rate(0.2))?;
    /// let ball = world.add_body(Body2::point(0.145))?;
    /// let spring = world.add_force_on(ball, Spring::stiffness(3.0))?;
    ///
    /// let names: Vec<_> = world.forces().map(|(_, force)| force.name()).collect();
    /// assert_eq!(names, ["UniformGravity", "LinearDrag", "Spring"]);
    /// for (id, force) in world.forces() {
    ///     if let Some(spring) = force.downcast_ref::<Spring<f64, 2>>() {
    ///         println!("{id} is a spring of {} N/m", spring.stiffness);
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forces(
        &self,
    ) -> impl ExactSizeIterator<Item = (ForceId, &dyn Force<T, D>)> + DoubleEndedIterator + Clone
    {
        let forces = self.forces.values().map(|attachment| &*attachment.force);
        self.force_ids().zip(forces)
    }

    /// Returns a force, if it is in this world.
    ///
    /// ```
    /// use kinstep::{Spring, World2};
    ///
    /// let mut world = World2::new();
    /// let id = world.add_force(Spring::stiffness(3.0))?;
    /// let spring = world.force(id).and_then(|force| force.downcast_ref::<Spring<f64, 2>>());
    /// if let Some(&(mut tired)) = spring {
    ///     tired.stiffness *= 0.9;
    ///     world.replace_force(id, tired)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn force(&self, force: ForceId) -> Option<&dyn Force<T, D>> {
        Some(&*self.attachment(force)?.force)
    }

    /// Returns the present acceleration of a body \[m/s²\], world frame, by all forces and links on it and the
    /// [forces for the next step](Self::apply_force).
    ///
    /// ```
    /// use kinstep::{Body2, LinearDrag, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_force(LinearDrag::rate(0.5))?;
    /// let ball = world.add_body(Body2::point(0.145).moving([4.0, 0.0]))?;
    /// let acceleration = world.acceleration(ball)?;
    /// assert_eq!((acceleration.x, acceleration.y), (-2.0, -9.81));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world.
    #[doc(alias("net force", "g-force"))]
    pub fn acceleration(&self, body: BodyId) -> Result<SVector<T, D>, NoSuch> {
        Ok(self.accelerations_of(self.index_of(body)?).sum())
    }

    /// Returns the present torque on a body about its centre of mass \[N·m\], world frame, by all
    /// forces on it and the [torques for the next step](Self::apply_torque). The torque is zero for
    /// a point and for a fixed body. A link exerts a torque only if it is
    /// [mounted](Self::add_link_at) off the centre of mass.
    ///
    /// ```
    /// use kinstep::{Body2, Thruster, World2};
    ///
    /// let mut world = World2::new();
    /// let lander = world.add_body(Body2::solid(1500.0, 4000.0))?;
    /// world.add_force_on(lander, Thruster::new([0.0, 45_000.0]).mounted_at([0.5, -1.0]))?;
    /// assert_eq!(world.torque(lander)?, 22_500.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world.
    pub fn torque(&self, body: BodyId) -> Result<T::Axial, NoSuch> {
        let index = self.index_of(body)?;
        let (bodies, time) = (self.body_slice(), self.time());
        let torques = (self.system(T::zero()).forces_on(index))
            .filter_map(|(_, attachment)| attachment.torque_on(bodies, index, time));
        let turns = !(bodies[index].is_point() || bodies[index].is_fixed());
        let applied = (self.applied_forces.iter())
            .filter(|applied| turns && applied.body == index)
            .map(|applied| applied.torque);
        Ok((torques.chain(applied)).fold(T::no_turn(), |sum, torque| sum + torque))
    }

    /// Returns the present accelerations of the body at `index`: one for each force, link and applied force \[m/s²\].
    pub(crate) fn accelerations_of(&self, index: usize) -> impl Iterator<Item = SVector<T, D>> {
        let (bodies, time) = (self.body_slice(), self.time());
        let forces = (self.system(T::zero()).forces_on(index))
            .map(move |(_, attachment)| attachment.acceleration_of(bodies, index, time));
        let applied = (self.applied_forces.iter()).filter(move |applied| applied.body == index);
        forces.chain(applied.map(move |applied| applied.force / bodies[index].mass))
    }

    fn attachment(&self, force: ForceId) -> Option<&Attachment<T, D>> {
        let slot = self.forces.keys().slot(force.0)?;
        self.forces.topology.slots().get(slot)
    }
}
