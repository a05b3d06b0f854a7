//! Forces in a world.

use super::arena::{Key, Keys, SlotKeys};
use super::{BodyId, ForceError, ForceId, NoSuch, World, all_but};
use crate::force::{ConstantTorque, Force, ParameterError};
use crate::plan::{Attachment, Scope, Target, Topology};
use crate::space::Real;
use crate::step::{AppliedForce, AppliedTorque};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A world whose forces include the torques for the next step. Dropping this value removes these
/// torques, even if a function of the user panics.
struct Turned<'a, T: Real<D>, const D: usize>(&'a mut World<T, D>);

impl<T: Real<D>, const D: usize> Drop for Turned<'_, T, D> {
    fn drop(&mut self) {
        self.0.take_out_torques();
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Adds a force on every body. The force acts until it is removed.
    ///
    /// # Errors
    /// If a parameter of the force is not valid, or the world has no id left.
    pub fn add_force(
        &mut self,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, ForceError<T>> {
        self.add(Arc::new(force), Target::Every)
    }

    /// Adds a force on one body. The force acts until the force or the body is removed.
    ///
    /// # Errors
    /// If the body is not in this world, if a parameter of the force is not valid, in general or for this
    /// body, or if the world has no id left.
    pub fn add_force_on(
        &mut self,
        body: BodyId,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, ForceError<T>> {
        let index = self.index_of(body)?;
        self.add(Arc::new(force), Target::One(index))
    }

    /// Adds a force on each body of a group. The force acts until it is removed. A body that is removed leaves the group; a body
    /// that is added later does not join the group.
    ///
    /// The result is one force with one id: it is replaced or removed for the whole group. A body
    /// that is given twice counts once. The group may be empty. The cost of a step depends only on
    /// the number of bodies in the group.
    ///
    /// ```
    /// use kinstep::{Body2, ConstantForce, World2};
    ///
    /// let mut world = World2::new();
    /// let mut leaves = Vec::new();
    /// for i in 0..3 {
    ///     leaves.push(world.add_body(Body2::point(0.001).at([f64::from(i), 2.0]))?);
    /// }
    /// let stone = world.add_body(Body2::point(1.0))?;
    /// let gust = world.add_force_on_each(leaves.iter().copied(), ConstantForce::new([0.01, 0.0]))?;
    /// world.step(0.1)?;
    /// assert!(world[leaves[2]].velocity.x > 0.9 && world[stone].velocity.x == 0.0);
    /// world.remove_force(gust)?; // on all leaves
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a body is not in this world, if a parameter of the force is not valid, in general or for one of the
    /// bodies, or if the world has no id left. After an error the world is unchanged.
    pub fn add_force_on_each(
        &mut self,
        bodies: impl IntoIterator<Item = BodyId>,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, ForceError<T>> {
        let group = self.indices_of(bodies)?;
        self.add(Arc::new(force), Scope::group(group, false))
    }

    /// Adds a force on all bodies except the given ones; it also acts on bodies that are added
    /// later. The force acts until it is removed.
    ///
    /// The result is one force with one id. A body that is given twice counts once. If no body is
    /// given, the force acts on all bodies, as by [`add_force`](Self::add_force), which costs less.
    ///
    /// ```
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// let balloon = world.add_body(Body2::point(0.1))?;
    /// world.add_force_except([balloon], UniformGravity::new([0.0, -9.81]))?;
    /// let stone = world.add_body(Body2::point(1.0))?;
    /// world.step(0.1)?;
    /// assert!(world[stone].velocity.y < 0.0 && world[balloon].velocity.y == 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a body is not in this world, if a parameter of the force is not valid, or if the world has no id left. After an error the world
    /// is unchanged.
    pub fn add_force_except(
        &mut self,
        bodies: impl IntoIterator<Item = BodyId>,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, ForceError<T>> {
        let excepted = self.indices_of(bodies)?;
        let group = all_but(excepted.into_iter(), self.body_keys.len());
        self.add(Arc::new(force), Scope::group(group, true))
    }

    /// Returns the indices of the given bodies, ascending, without repetitions.
    fn indices_of(&self, bodies: impl IntoIterator<Item = BodyId>) -> Result<Vec<usize>, NoSuch> {
        let indices = bodies.into_iter().map(|body| self.index_of(body));
        let mut indices = indices.collect::<Result<Vec<_>, _>>()?;
        indices.sort_unstable();
        indices.dedup();
        Ok(indices)
    }

    /// Replaces a force by another force, which acts on the same bodies, at the same points of the bodies, and has the same id.
    ///
    /// # Errors
    /// If the force is not in this world, or a parameter of the new force is not valid.
    pub fn replace_force(
        &mut self,
        force: ForceId,
        with: impl Force<T, D> + 'static,
    ) -> Result<(), ForceError<T>> {
        let slot = self.force_slot(force)?;
        let kind = with.name();
        let Attachment {
            target,
            ref group,
            grows,
            arms,
            ..
        } = self.forces.topology.slots()[slot];
        let scope = Scope {
            target,
            group: group.clone(),
            grows,
            arms,
        };
        let new = (self.checked(Arc::new(with), scope)).map_err(|reason| {
            let replaced = Some(force);
            ForceError::Parameter {
                kind,
                replaced,
                reason,
            }
        })?;
        self.detached(slot);
        self.stepper.force_changed(&new);
        Arc::make_mut(&mut self.forces).topology.replace(slot, new);
        Ok(())
    }

    /// Removes a force.
    ///
    /// # Errors
    /// If the force is not in this world.
    #[inline(never)]
    pub fn remove_force(&mut self, force: ForceId) -> Result<(), NoSuch> {
        let slot = self.force_slot(force)?;
        self.detach(slot);
        Ok(())
    }

    /// Removes the force in a slot.
    pub(super) fn detach(&mut self, slot: usize) {
        self.detached(slot);
        Arc::make_mut(&mut self.forces).remove(slot);
    }

    /// Reports to the stepper that the force in a slot will be removed.
    fn detached(&mut self, slot: usize) {
        self.stepper
            .force_changed(&self.forces.topology.slots()[slot]);
    }

    /// Checks a force for the bodies of its scope. Returns the force with its scope.
    #[inline(never)]
    fn checked(
        &mut self,
        force: Arc<dyn Force<T, D>>,
        scope: impl Into<Scope<T, D>>,
    ) -> Result<Attachment<T, D>, ParameterError<T>> {
        Attachment::new(force, scope.into(), |body| *self.bodies.value(body))
    }

    pub(super) fn add(
        &mut self,
        force: Arc<dyn Force<T, D>>,
        scope: impl Into<Scope<T, D>>,
    ) -> Result<ForceId, ForceError<T>> {
        let kind = force.name();
        let force = (self.checked(force, scope)).map_err(|reason| {
            let replaced = None;
            ForceError::Parameter {
                kind,
                replaced,
                reason,
            }
        })?;
        self.attach(force).ok_or(ForceError::Full)
    }

    /// Adds a force. Returns the id of the force; `None` if no id is left.
    #[inline(never)]
    fn attach(&mut self, force: Attachment<T, D>) -> Option<ForceId> {
        self.stepper.force_changed(&force);
        Arc::make_mut(&mut self.forces).push(force).map(ForceId)
    }

    /// Whether there are torques for the next step that are not among the forces yet.
    pub(crate) fn has_torques(&self) -> bool {
        let turns = |applied: &AppliedForce<T, D>| applied.torque != T::no_turn();
        self.lasting_forces.is_none() && self.applied_forces.iter().any(turns)
    }

    /// Whether the force in a slot is none of the torques for the next step, which are among the
    /// forces during a step.
    pub(crate) fn is_lasting(&self, slot: usize) -> bool {
        (self.lasting_forces.as_ref()).is_none_or(|lasting| lasting.keys().contains(slot))
    }

    /// Calls `step` while the torques for the step are among the forces.
    pub(crate) fn with_torques<R>(&mut self, step: impl FnOnce(&mut Self) -> R) -> R {
        self.lasting_forces = Some(Arc::clone(&self.forces));
        for index in 0..self.applied_forces.len() {
            let AppliedForce { body, torque, .. } = self.applied_forces[index];
            let target = self.bodies.value(body);
            if torque == T::no_turn() || target.is_point() || target.is_fixed() {
                continue;
            }
            let torque = Arc::new(AppliedTorque(ConstantTorque { torque }));
            // this cannot fail: an applied torque is finite, and a world that fits into memory has
            // ids left
            if let Ok(force) = self.checked(torque, Target::One(body)) {
                self.attach(force);
            }
        }
        let turned = Turned(self);
        step(turned.0)
    }

    /// Removes the torques for the next step from the forces.
    fn take_out_torques(&mut self) {
        let Some(lasting) = self.lasting_forces.take() else {
            return;
        };
        let forces = core::mem::replace(&mut self.forces, lasting);
        let lasting = self.forces.keys();
        for slot in forces
            .keys()
            .slots()
            .filter(|&slot| !lasting.contains(slot))
        {
            (self.stepper).force_changed(&forces.topology.slots()[slot]);
        }
    }

    fn force_slot(&self, force: ForceId) -> Result<usize, NoSuch> {
        self.forces.keys().slot(force.0).ok_or(NoSuch::Force(force))
    }
}

/// All forces of a world. Each force keeps its slot; forces act in the order of their slots.
#[derive(Clone)]
pub(super) struct ForceList<T: Real<D>, const D: usize> {
    pub(super) topology: Topology<T, D>,
    keys: SlotKeys,
}

impl<T: Real<D>, const D: usize> ForceList<T, D> {
    pub(super) fn new() -> Self {
        Self {
            topology: Topology::new(),
            keys: SlotKeys::new(),
        }
    }

    /// Makes the list from forces and their keys, one key for each force.
    pub(super) fn of(forces: Vec<Attachment<T, D>>, keys: Keys) -> Self {
        let mut topology = Topology::new();
        let slots: Vec<usize> = keys.slots().collect();
        for (slot, force) in slots.into_iter().zip(forces) {
            topology.insert(slot, force);
        }
        Self {
            topology,
            keys: SlotKeys::of(keys),
        }
    }

    /// Returns all forces, in the order in which they act.
    pub(super) fn values(
        &self,
    ) -> impl ExactSizeIterator<Item = &Attachment<T, D>> + DoubleEndedIterator + Clone {
        self.keys.slots().map(|slot| &self.topology.slots()[slot])
    }

    /// Returns the keys of all forces, in the order of [`values`](Self::values).
    pub(super) fn keys(&self) -> &SlotKeys {
        &self.keys
    }

    /// Adds a force. Returns the key of the force; `None` if no slot is left.
    pub(super) fn push(&mut self, force: Attachment<T, D>) -> Option<Key> {
        let (key, slot) = self.keys.push()?;
        self.topology.insert(slot, force);
        Some(key)
    }

    fn remove(&mut self, slot: usize) {
        self.keys.remove(slot);
        self.topology.remove(slot);
    }
}
