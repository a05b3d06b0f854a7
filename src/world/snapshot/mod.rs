//! Snapshots: the state of a world at one time, to continue from.

mod scene;
mod versioned;
mod world_state;

use alloc::sync::Arc;

pub use scene::Scene;
pub use versioned::RestoreError;
use versioned::{VERSION, Versioned};
use world_state::WorldState;
pub(super) use world_state::all_but;

use super::{BodyId, ForceId, World};
use crate::body::Body;
use crate::force::Force;
use crate::space::Real;
use crate::step::Scheme;

/// A world at one time: bodies and their ids, the clock, the scheme, forces for the next step, and
/// the target of each force. A snapshot does not contain the forces themselves, which may be any
/// code. A [`Scene`] contains the forces, if this crate defines all of them.
///
/// | to continue | use |
/// |---|---|
/// | in the same world, with its present forces | [`World::restore`] |
/// | in another world, with forces that are code | [`World::restore_with`] |
/// | in another world, with forces of this crate | [`Scene::world`] |
/// | in memory, whatever was added and removed since then | a clone of the world |
///
/// A restored world continues exactly as the original, to the bit: its states, its times, and the
/// ids of bodies and forces that are added later are equal. Two things are not part of a snapshot:
///
/// | not in a snapshot | so a restored world |
/// |---|---|
/// | surfaces, contacts between bodies, and the layers of both | keeps its own surfaces, contacts and layers; a new world has none |
/// | the event at which `World::step_until` has just stopped | may report that event again, at time 0, in the next call |
///
/// With the feature `serde` a snapshot can be written in any format. Numbers that were read may
/// have any value until a world is made from the snapshot: only then they are checked, because some
/// formats cannot report errors in words. A text format must keep all digits: `serde_json` does so
/// with its feature `float_roundtrip`; without it, the last digit of some numbers is lost.
///
/// ```
/// use kinstep::{Body2, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(0.145).moving([30.0, 8.0]))?;
/// world.step(0.5)?;
///
/// let snapshot = world.snapshot();
/// world.step(1.0)?;
/// let once = world[ball];
///
/// world.restore(&snapshot)?;
/// assert_eq!(world.time(), 0.5);
/// world.step(1.0)?;
/// assert_eq!(world[ball], once);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(transparent, bound = "T: crate::space::SavedReal<D>")
)]
#[doc(alias("save", "rollback", "rewind", "replay", "undo"))]
pub struct Snapshot<T: Real<D>, const D: usize>(Versioned<WorldState<T, D>>);

impl<T: Real<D>, const D: usize> Snapshot<T, D> {
    /// Returns the version of the format in which the snapshot was written. If this crate does not
    /// read that version, all other content is that of an empty world.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.0.version
    }

    /// Returns the simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> T {
        self.0.content.clock.time()
    }

    /// Returns the number of steps made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.0.content.clock.steps()
    }

    /// Returns the scheme by which the world is stepped.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.0.content.scheme
    }

    /// Returns all bodies.
    #[must_use]
    pub fn body_slice(&self) -> &[Body<T, D>] {
        &self.0.content.bodies
    }

    /// Returns the ids of all bodies, in the order of [`body_slice`](Self::body_slice).
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.0.content.body_names.iter().map(BodyId)
    }

    /// Returns the ids of all forces, in the order in which they act.
    pub fn force_ids(&self) -> impl Iterator<Item = ForceId> + '_ {
        self.0.content.force_names.iter().map(ForceId)
    }

    fn world(
        &self,
        forces: &mut dyn FnMut(ForceId) -> Option<Arc<dyn Force<T, D>>>,
    ) -> Result<World<T, D>, RestoreError<T>> {
        check_version(self.0.version)?;
        self.0.content.world(forces)
    }
}

/// Returns an error if this crate does not read this version of the format.
fn check_version<T>(version: u32) -> Result<(), RestoreError<T>> {
    if version == VERSION {
        return Ok(());
    }
    Err(RestoreError::Version {
        found: version,
        known: VERSION,
    })
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns a snapshot of this world: the present state, without the forces.
    #[must_use]
    #[doc(alias("save", "quicksave"))]
    pub fn snapshot(&self) -> Snapshot<T, D> {
        Snapshot(Versioned::now(WorldState::of(self)))
    }

    /// Restores a snapshot of this world, with the present forces of the world: forces that were
    /// added after the snapshot are removed; forces that were replaced stay replaced. Ids that were
    /// given after the snapshot become invalid, and may be given again.
    ///
    /// To go back to a time before a force was removed, keep a clone of the world instead, or supply the force through
    /// [`restore_with`](Self::restore_with).
    ///
    /// # Errors
    /// If a force of the snapshot was removed after the snapshot, or if the content is not valid
    /// for this world, for example because a body cannot be stepped. The error states the first
    /// such cause. After an error the world is unchanged.
    #[doc(alias("load", "rewind", "rollback", "undo", "replay"))]
    pub fn restore(&mut self, snapshot: &Snapshot<T, D>) -> Result<(), RestoreError<T>> {
        let forces = &self.forces;
        let restored = snapshot.world(&mut |force| {
            // also accepts forces of another world that was built in the same way
            let slot = forces.keys().slot(force.0.of_any_origin())?;
            let attachment = forces.topology.slots().get(slot)?;
            Some(Arc::clone(&attachment.force))
        })?;
        self.become_restored(restored, &snapshot.0.content.contacts);
        Ok(())
    }

    /// Restores a snapshot. `forces` returns the force for each id; the present forces of the world
    /// are removed.
    ///
    /// `forces` is called once for each force, in the order of [`Snapshot::force_ids`]. Each force is checked
    /// as by [`add_force`](Self::add_force).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use kinstep::{Body2, Spring, World2};
    ///
    /// let pull = |body: &Body2, _time: f64| -body.position * body.position.norm(); // N
    /// let mut world = World2::new();
    /// let spring = world.add_force(Spring::stiffness(3.0))?;
    /// let code = world.add_force(pull)?;
    /// let body = world.add_body(Body2::point(1.0).at([1.0, 0.5]))?;
    /// world.step(0.1)?;
    ///
    /// let mut loaded = World2::new();
    /// loaded.restore_with(&world.snapshot(), |force| match force {
    ///     _ if force == spring => Some(Arc::new(Spring::stiffness(3.0))),
    ///     _ if force == code => Some(Arc::new(pull)),
    ///     _ => None,
    /// })?;
    /// world.step(0.1)?;
    /// loaded.step(0.1)?;
    /// assert_eq!(loaded[body], world[body]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `forces` returns no force or a force that is not valid, or if the content of the snapshot
    /// is not valid. The error states the first such cause. After an error the world is unchanged.
    pub fn restore_with(
        &mut self,
        snapshot: &Snapshot<T, D>,
        mut forces: impl FnMut(ForceId) -> Option<Arc<dyn Force<T, D>>>,
    ) -> Result<(), RestoreError<T>> {
        let restored = snapshot.world(&mut forces)?;
        self.become_restored(restored, &snapshot.0.content.contacts);
        Ok(())
    }

    /// Replaces this world by `restored`, but keeps the surfaces of this world.
    fn become_restored(&mut self, restored: Self, memory: &[f64]) {
        let contacts = self.contacts.take();
        let before = core::mem::replace(self, restored);
        self.keep_contacts(&before, contacts);
        if let Some(part) = &mut self.contacts {
            part.remember(memory);
        }
        drop(before);
    }
}
