//! A world at an instant, to go on from.

mod error;
mod scene;
mod versioned;
mod world_state;

use alloc::sync::Arc;

pub use error::RestoreError;
pub use scene::{Scene, SceneError};
use versioned::{VERSION, Versioned};
use world_state::WorldState;

use super::{BodyId, ForceId, World};
use crate::body::Body;
use crate::force::Force;
use crate::scheme::Scheme;
use crate::space::Real;

/// A world at an instant: bodies and their ids, the clock, the scheme, forces for the next step, and what each force
/// acts on. Not the forces themselves, which may be any code: a [`Scene`] holds them too, where all come with the crate.
///
/// | to go back, or on | use |
/// |---|---|
/// | in the same world, with the forces it has | [`World::restore`] |
/// | in another one, whose forces are code | [`World::restore_with`] |
/// | in another one, with forces of the crate | [`Scene::world`] |
/// | in memory, whatever was added and removed since | a clone of the world |
///
/// What goes on from a snapshot is what would have been without it, to the bit: states, times, and the ids of all
/// that is added later.
///
/// With feature `serde` it can be written in any format. What was read is only checked when a world is made of it,
/// for some formats keep no words for what is wrong; until then its numbers may be any. In text a format must keep all
/// digits: `serde_json` does so with its feature `float_roundtrip`, and loses the last place of one number in some without.
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
    serde(
        transparent,
        bound(
            serialize = "T: serde::Serialize, T::Orientation: serde::Serialize, \
                         T::Axial: serde::Serialize, T::Inertia: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>, T::Orientation: serde::Deserialize<'de>, \
                           T::Axial: serde::Deserialize<'de>, T::Inertia: serde::Deserialize<'de>"
        )
    )
)]
pub struct Snapshot<T: Real<D>, const D: usize>(Versioned<WorldState<T, D>>);

impl<T: Real<D>, const D: usize> Snapshot<T, D> {
    /// Version of the format it was written in; of another than this crate's no more is known, and all else is as in
    /// an empty world.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.0.version
    }

    /// Simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> T {
        self.0.content.clock.time()
    }

    /// How many steps were taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.0.content.clock.steps()
    }

    /// How the world is stepped.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.0.content.scheme
    }

    /// All bodies.
    #[must_use]
    pub fn bodies(&self) -> &[Body<T, D>] {
        &self.0.content.bodies
    }

    /// The ids of all bodies, in the order of [`bodies`](Self::bodies).
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.0.content.body_names.iter().map(BodyId)
    }

    /// The ids of all forces, in the order in which they act.
    pub fn force_ids(&self) -> impl Iterator<Item = ForceId> + '_ {
        self.0.content.force_names.iter().map(ForceId)
    }

    fn world(
        &self,
        forces: &mut dyn FnMut(ForceId) -> Option<Arc<dyn Force<T, D>>>,
    ) -> Result<World<T, D>, RestoreError<T>> {
        known(self.0.version)?;
        self.0.content.world(forces)
    }
}

/// Refuses another version of the format.
fn known<T>(version: u32) -> Result<(), RestoreError<T>> {
    if version == VERSION {
        return Ok(());
    }
    Err(RestoreError::Version {
        found: version,
        known: VERSION,
    })
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// This world at this instant, but for its forces.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<T, D> {
        Snapshot(Versioned::now(WorldState::of(self)))
    }

    /// Goes back to a snapshot of this world, with its own forces: those that were added since are taken out, and those
    /// that were replaced stay so. Ids that were given since mean nothing any more, and are given again.
    ///
    /// To go back beyond the removal of a force, keep a clone of the world instead, or give the force by
    /// [`restore_with`](Self::restore_with).
    ///
    /// # Errors
    /// If a force that acted then was removed since, or the snapshot can be none of this world: the first thing that is wrong with
    /// it. Nothing has changed then. A body that was given numbers it cannot be stepped with is refused here too.
    pub fn restore(&mut self, snapshot: &Snapshot<T, D>) -> Result<(), RestoreError<T>> {
        let forces = &self.forces;
        let restored = snapshot.world(&mut |force| {
            let place = forces.keys().place(force.0)?;
            let attachment = forces.values().get(place)?;
            Some(Arc::clone(&attachment.force))
        })?;
        *self = restored;
        Ok(())
    }

    /// Becomes the world of a snapshot, with the forces that are given by their ids; its own go.
    ///
    /// Each force is checked as when it is added, and asked for once, in the order of
    /// [`Snapshot::force_ids`].
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
    /// If a force is not given, or makes no sense there, or the snapshot can be none of any world: the first thing that is wrong with
    /// it. Nothing has changed then.
    pub fn restore_with(
        &mut self,
        snapshot: &Snapshot<T, D>,
        mut forces: impl FnMut(ForceId) -> Option<Arc<dyn Force<T, D>>>,
    ) -> Result<(), RestoreError<T>> {
        *self = snapshot.world(&mut forces)?;
        Ok(())
    }
}
