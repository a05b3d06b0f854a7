//! Bodies in a world.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use nalgebra::SVector;

use super::{BodyId, ForceError, NoSuch, World};
use crate::body::{Body, BodyError};
use crate::numbers::first_not_finite;
use crate::plan::Target;
use crate::space::Real;
use crate::step::AppliedForce;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Adds a body. A world has ids for 4 294 967 295 bodies.
    ///
    /// # Errors
    /// If its mass is not positive, if its position, velocity or angular velocity is not finite,
    /// if its orientation or inertia is not valid, if it is a point with an angular velocity, or if the
    /// world has no id left.
    #[inline(never)]
    pub fn add_body(&mut self, body: Body<T, D>) -> Result<BodyId, BodyError<T>> {
        body.check()?;
        let key = (Arc::make_mut(&mut self.body_keys).push()).ok_or(BodyError::Full)?;
        let index = self.body_keys.len() - 1;
        self.bodies.push(body);
        if self.forces.topology.has_growing() {
            Arc::make_mut(&mut self.forces).topology.add_body(index);
        }
        self.stepper.body_added(&self.forces.topology);
        Ok(BodyId(key))
    }

    /// Removes a body with its own forces and links, and returns it. Forces on groups continue to act on the other bodies.
    ///
    /// # Errors
    /// If the body is not in this world.
    #[inline(never)]
    pub fn remove_body(&mut self, body: BodyId) -> Result<Body<T, D>, NoSuch> {
        let index = self.index_of(body)?;
        let last = self.body_keys.len() - 1;
        let topology = &self.forces.topology;
        self.stepper.body_removed(index, topology);
        let own: Vec<usize> = (topology.own(index))
            .filter(|&slot| topology.slots()[slot].target != Target::Group)
            .collect();
        own.into_iter().for_each(|slot| self.detach(slot));
        let topology = &self.forces.topology;
        if topology.has_own(index) || topology.has_own(last) {
            Arc::make_mut(&mut self.forces)
                .topology
                .swap_remove_body(index, last);
        }
        self.applied_forces.retain(|applied| applied.body != index);
        for applied in &mut self.applied_forces {
            if applied.body == last {
                applied.body = index;
            }
        }
        Arc::make_mut(&mut self.body_keys).swap_remove(index);
        self.tags.swap_remove(index, last);
        if let Some(part) = &mut self.contacts {
            part.swap_remove(index, last);
        }
        Ok(self.bodies.swap_remove(index))
    }

    /// Returns a body, if it is in this world. `world[id]` also returns the body, but panics if the body is not in this world.
    #[must_use]
    #[inline(never)]
    pub fn body(&self, body: BodyId) -> Option<&Body<T, D>> {
        let index = self.body_keys.index_of(body.0)?;
        self.bodies.values().get(index)
    }

    /// Returns mutable access to a body, if it is in this world.
    ///
    /// The next step checks the new values.
    #[must_use]
    #[inline(never)]
    pub fn body_mut(&mut self, body: BodyId) -> Option<&mut Body<T, D>> {
        let index = self.body_keys.index_of(body.0)?;
        self.stepper.body_written(index, &mut self.bodies);
        Some(self.bodies.value_mut(index))
    }

    /// Whether this body is in this world.
    #[must_use]
    pub fn contains(&self, body: BodyId) -> bool {
        self.index_of(body).is_ok()
    }

    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.body_keys.len()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all bodies with their ids. Removing a body may change the order of the others.
    ///
    /// A step moves positions and velocities in separate arrays. The first read of a body after a
    /// step, by this method or by the body's id, copies these arrays to all bodies, at the cost of
    /// about one pass through the bodies. [Writing to](Self::body_mut) a body copies only that
    /// body.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_body(Body2::point(0.145).at([0.0, -3.0]))?;
    /// let high = world.add_body(Body2::point(0.145).at([0.0, 2.0]))?;
    /// for (id, body) in world.bodies() {
    ///     println!("{id} is at {:.3?} m", body.position.as_slice());
    /// }
    ///
    /// // those that fell out of the level
    /// let lost: Vec<_> = world.bodies().filter(|(_, body)| body.position.y < 0.0).collect();
    /// let lost: Vec<_> = lost.into_iter().map(|(id, _)| id).collect();
    /// for id in lost {
    ///     world.remove_body(id)?;
    /// }
    /// assert!(world.ids().eq([high]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("iter", "body_ids"))]
    pub fn bodies(
        &self,
    ) -> impl ExactSizeIterator<Item = (BodyId, &Body<T, D>)> + DoubleEndedIterator + Clone {
        self.ids().zip(self.body_slice())
    }

    /// Returns mutable access to all bodies with their ids, in the order of [`bodies`](Self::bodies).
    ///
    /// The next step checks the new values, and repeats its preparations for all bodies. To write
    /// to a few bodies, use [`body_mut`](Self::body_mut) instead.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// let mut world = World2::new();
    /// let ball = world.add_body(Body2::point(0.145).moving([3.0, 4.0]))?;
    /// for (_id, body) in world.bodies_mut() {
    ///     body.velocity *= 0.5;
    /// }
    /// assert_eq!(world[ball].velocity.norm(), 2.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("iter_mut"))]
    pub fn bodies_mut(
        &mut self,
    ) -> impl ExactSizeIterator<Item = (BodyId, &mut Body<T, D>)> + DoubleEndedIterator {
        self.stepper.bodies_written(&mut self.bodies);
        let ids = self.body_keys.iter().map(BodyId);
        ids.zip(self.bodies.values_mut())
    }

    /// Returns all bodies without their ids as one slice, in the order of [`bodies`](Self::bodies),
    /// for drawing or for threads that read.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_body(Body2::point(0.145).moving([3.0, 4.0]))?;
    /// let speeds = world.body_slice().iter().map(|body| body.velocity.norm());
    /// assert_eq!(speeds.fold(0.0, f64::max), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline(never)]
    #[doc(alias("as_slice"))]
    pub fn body_slice(&self) -> &[Body<T, D>] {
        self.bodies.values()
    }

    /// Returns the ids of all bodies, in the order of [`bodies`](Self::bodies).
    #[doc(alias("body_ids", "handles"))]
    pub fn ids(&self) -> impl ExactSizeIterator<Item = BodyId> + DoubleEndedIterator + Clone {
        self.body_keys.iter().map(BodyId)
    }

    /// Removes all bodies, and the forces and links that act on particular bodies. Keeps the forces
    /// on every body, the time and the scheme. The ids of the bodies become invalid.
    ///
    /// ```
    /// use kinstep::{Body2, Spring, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// let gravity = world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let ball = world.add_body(Body2::point(0.145))?;
    /// let spring = world.add_force_on(ball, Spring::stiffness(3.0))?;
    /// world.clear();
    /// assert!(world.is_empty() && !world.contains(ball));
    /// assert!(world.remove_force(spring).is_err() && world.remove_force(gravity).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("reset"))]
    pub fn clear(&mut self) {
        let slots = self.forces.keys().slots().rev();
        let topology = &self.forces.topology;
        let of_bodies = slots.filter(|&slot| topology.slots()[slot].target != Target::Every);
        let of_bodies: Vec<usize> = of_bodies.collect();
        of_bodies.into_iter().for_each(|slot| self.detach(slot));
        for index in (0..self.len()).rev() {
            self.stepper.body_removed(index, &self.forces.topology);
            Arc::make_mut(&mut self.body_keys).swap_remove(index);
            self.bodies.swap_remove(index);
            self.tags.swap_remove(index, index);
            if let Some(part) = &mut self.contacts {
                part.swap_remove(index, index);
            }
        }
        self.applied_forces.clear();
    }

    /// Changes the momentum of a body at once by an impulse J \[N·s\] through its centre of mass:
    /// `v' = v + J/m`.
    ///
    /// # Errors
    /// If the body is not in this world, or the impulse is not finite.
    #[doc(alias("jump", "kick", "bounce", "explosion", "knockback"))]
    pub fn apply_impulse(
        &mut self,
        body: BodyId,
        impulse: impl Into<SVector<T, D>>,
    ) -> Result<(), ForceError<T>> {
        let (index, impulse) = self.applicable(body, impulse.into())?;
        self.stepper.body_written(index, &mut self.bodies);
        let body = self.bodies.value_mut(index);
        body.velocity += impulse / body.mass;
        Ok(())
    }

    /// Changes momentum and angular momentum of a body at once by an impulse J \[N·s\] at a point \[m\] in
    /// the world frame: `v' = v + J/m`, `L' = L + r × J`, with r from the centre of mass to the point. A
    /// body without inertia has no L.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// // a stick of 2 m and 3 kg, hit at its end: the other end recoils at once
    /// let mut world = World2::new();
    /// let stick = world.add_body(Body2::solid(3.0, 1.0))?;
    /// world.apply_impulse_at(stick, [0.0, 6.0], [1.0, 0.0])?;
    /// assert_eq!(world[stick].velocity_at(&[1.0, 0.0].into()).y, 2.0 + 6.0);
    /// assert_eq!(world[stick].velocity_at(&[-1.0, 0.0].into()).y, 2.0 - 6.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world, or the impulse or the point is not finite.
    pub fn apply_impulse_at(
        &mut self,
        body: BodyId,
        impulse: impl Into<SVector<T, D>>,
        point: impl Into<SVector<T, D>>,
    ) -> Result<(), ForceError<T>> {
        let (index, impulse) = self.applicable(body, impulse.into())?;
        let point = point.into();
        if let Some((axis, value)) = first_not_finite(&point) {
            return Err(ForceError::NotFinite { axis, value });
        }
        self.stepper.body_written(index, &mut self.bodies);
        let body = self.bodies.value_mut(index);
        body.apply_impulse_at(&impulse, &point);
        Ok(())
    }

    /// Applies a constant force \[N\] to a body during the next step only.
    ///
    /// Several such forces add. If the step fails, the forces act in the next attempt. If
    /// [`step_until`](Self::step_until) stops at an event, the forces also act for the rest of the
    /// requested step.
    ///
    /// # Errors
    /// If the body is not in this world, or the force is not finite.
    #[doc(alias("push", "AddForce"))]
    pub fn apply_force(
        &mut self,
        body: BodyId,
        force: impl Into<SVector<T, D>>,
    ) -> Result<(), ForceError<T>> {
        let (index, force) = self.applicable(body, force.into())?;
        self.push_applied(index, force, T::no_turn());
        Ok(())
    }

    /// Applies a constant force \[N\] to a body at a point \[m\] during the next step only, both in
    /// the world frame. The force and its torque about the centre of mass act: `τ = r × F`, with r
    /// from the centre of mass to the point at the start of the step. The torque is constant during
    /// the step. A point or a fixed body does not rotate.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// // a tug pushes the bow of a ship for 20 s
    /// let mut world = World2::new();
    /// let ship = world.add_body(Body2::solid(1e6, 3e8))?;
    /// world.apply_force_at(ship, [0.0, 3e4], [50.0, 0.0])?;
    /// world.step(20.0)?;
    /// assert_eq!(world[ship].velocity.y, 0.6);
    /// assert_eq!(world[ship].angular_velocity(), 0.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world, or the force, the point or the torque is not finite.
    #[doc(alias("AddForceAtPosition", "add_force_at_point"))]
    pub fn apply_force_at(
        &mut self,
        body: BodyId,
        force: impl Into<SVector<T, D>>,
        point: impl Into<SVector<T, D>>,
    ) -> Result<(), ForceError<T>> {
        let (index, force) = self.applicable(body, force.into())?;
        let point = point.into();
        if let Some((axis, value)) = first_not_finite(&point) {
            return Err(ForceError::NotFinite { axis, value });
        }
        let torque = T::cross(&(point - self.bodies.value(index).position), &force);
        unless_axial_finite::<T, D>(&torque)?;
        self.push_applied(index, force, torque);
        Ok(())
    }

    /// Applies a constant torque \[N·m\] to a body about its centre of mass during the next step
    /// only. In the plane it is a number, positive for counter-clockwise; in space a vector in the
    /// world frame. The torque is added to forces and torques that were applied before, and acts as
    /// long as a force by [`apply_force`](Self::apply_force). A point or a fixed body does not
    /// rotate.
    ///
    /// The torque acts as a [`ConstantTorque`](crate::ConstantTorque): in the plane the motion is
    /// exact; in space the torque is a kick, whose change of the angular momentum is exact. A step
    /// under such a torque also copies the list of forces, and repeats its preparations for the
    /// body.
    ///
    /// ```
    /// use kinstep::{Body2, World2};
    ///
    /// let mut world = World2::new();
    /// let wheel = world.add_body(Body2::solid(10.0, 0.5))?;
    /// world.apply_torque(wheel, 2.0)?;
    /// world.step(3.0)?;
    /// assert_eq!(world[wheel].angular_velocity(), 2.0 / 0.5 * 3.0);
    /// world.step(1.0)?; // without torque
    /// assert_eq!(world[wheel].angular_velocity(), 12.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world, or the torque is not finite.
    #[doc(alias("AddTorque", "moment"))]
    pub fn apply_torque(
        &mut self,
        body: BodyId,
        torque: impl Into<T::Axial>,
    ) -> Result<(), ForceError<T>> {
        let (index, none) = self.applicable(body, SVector::zeros())?;
        let torque = torque.into();
        unless_axial_finite::<T, D>(&torque)?;
        self.push_applied(index, none, torque);
        Ok(())
    }

    fn push_applied(&mut self, body: usize, force: SVector<T, D>, torque: T::Axial) {
        self.applied_forces.push(AppliedForce {
            body,
            force,
            torque,
            left: None,
        });
    }

    /// Checks an impulse or force on a body. Returns the index of the body and the vector.
    #[inline(never)]
    fn applicable(
        &mut self,
        body: BodyId,
        vector: SVector<T, D>,
    ) -> Result<(usize, SVector<T, D>), ForceError<T>> {
        let index = self.index_of(body)?;
        if let Some((axis, value)) = first_not_finite(&vector) {
            return Err(ForceError::NotFinite { axis, value });
        }
        let target = self.bodies.value(index);
        if !target.has_mass() {
            let mass = target.mass;
            return Err(ForceError::Mass { body, mass });
        }
        Ok((index, vector))
    }

    /// Returns the index of a body.
    pub(crate) fn index_of(&self, body: BodyId) -> Result<usize, NoSuch> {
        self.body_keys.index_of(body.0).ok_or(NoSuch::Body(body))
    }
}

/// Returns an error if a component of a torque is not finite; a torque in the plane is component 0.
fn unless_axial_finite<T: Real<D>, const D: usize>(torque: &T::Axial) -> Result<(), ForceError<T>> {
    let numbers = T::axial_numbers(torque);
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(axis) => Err(ForceError::NotFinite {
            axis,
            value: numbers[axis],
        }),
        None => Ok(()),
    }
}

/// # Panics
/// If the body is not in this world; [`World::body`] returns `None` instead.
impl<T: Real<D>, const D: usize> Index<BodyId> for World<T, D> {
    type Output = Body<T, D>;

    #[expect(clippy::panic, reason = "indexing panics, as it does everywhere")]
    #[inline(never)]
    fn index(&self, body: BodyId) -> &Body<T, D> {
        match self.index_of(body) {
            Ok(index) => &self.bodies.values()[index],
            Err(error) => panic!("{error}"),
        }
    }
}

/// # Panics
/// If the body is not in this world; [`World::body_mut`] returns `None` instead.
impl<T: Real<D>, const D: usize> IndexMut<BodyId> for World<T, D> {
    #[expect(clippy::panic, reason = "indexing panics, as it does everywhere")]
    #[inline(never)]
    fn index_mut(&mut self, body: BodyId) -> &mut Body<T, D> {
        match self.index_of(body) {
            Ok(index) => {
                self.stepper.body_written(index, &mut self.bodies);
                self.bodies.value_mut(index)
            }
            Err(error) => panic!("{error}"),
        }
    }
}
