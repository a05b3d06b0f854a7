//! A whole world at an instant, forces included.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::super::{ForceId, World};
use super::versioned::Versioned;
use super::world_state::WorldState;
use super::{RestoreError, known};
use crate::body::Body;
use crate::force::{Force, SceneForce};
use crate::space::Real;

/// A whole world at an instant, whose forces all come with the crate: a saved game, or a level.
///
/// What is made of it goes on as the world it was taken of would have, to the bit. With feature `serde` it can be written in any
/// format; what was read is checked when a world is made of it, as a [`Snapshot`](crate::Snapshot) is.
///
/// ```
/// use kinstep::{Body2, Spring, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(0.145).at([1.0, 0.0]))?;
/// world.add_force_on(ball, Spring::stiffness(3.0))?;
/// world.step(0.5)?;
///
/// let mut loaded = world.scene()?.world()?;
/// world.step(0.5)?;
/// loaded.step(0.5)?;
/// assert_eq!(loaded[ball], world[ball]);
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
pub struct Scene<T: Real<D>, const D: usize>(Versioned<SceneContent<T, D>>);

/// A world and its forces.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        rename = "Whole",
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize, T::Orientation: serde::Serialize, \
                         T::Axial: serde::Serialize, T::Inertia: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>, T::Orientation: serde::Deserialize<'de>, \
                           T::Axial: serde::Deserialize<'de>, T::Inertia: serde::Deserialize<'de>"
        )
    )
)]
struct SceneContent<T: Real<D>, const D: usize> {
    state: WorldState<T, D>,
    /// In the order of their targets.
    forces: Vec<SceneForce<T, D>>,
}

/// Nothing, at time zero.
impl<T: Real<D>, const D: usize> Default for SceneContent<T, D> {
    fn default() -> Self {
        Self {
            state: WorldState::default(),
            forces: Vec::new(),
        }
    }
}

/// Why [`World::scene`] could not write a world whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// A force that is code, or not one of the crate; a [`Snapshot`](crate::Snapshot) does without.
    #[error("force {force} cannot be written: it is code, mounted twice, or not one of the crate")]
    Code {
        /// The force.
        force: ForceId,
    },
}

impl<T: Real<D>, const D: usize> Scene<T, D> {
    /// Version of the format it was written in; of another than this crate's no more is known, and all else is as in
    /// an empty world.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.0.version
    }

    /// Simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> T {
        self.0.content.state.clock.time()
    }

    /// All bodies.
    #[must_use]
    pub fn bodies(&self) -> &[Body<T, D>] {
        &self.0.content.state.bodies
    }

    /// All forces, in the order in which they act.
    #[must_use]
    pub fn forces(&self) -> &[SceneForce<T, D>] {
        &self.0.content.forces
    }

    /// The world of this scene, with the ids it had.
    ///
    /// # Errors
    /// If it can be no world: the first thing that is wrong with it.
    pub fn world(&self) -> Result<World<T, D>, RestoreError<T>> {
        known(self.0.version)?;
        let SceneContent { state, forces } = &self.0.content;
        if forces.len() != state.targets.len() {
            return Err(RestoreError::Forces {
                forces: forces.len(),
                targets: state.targets.len(),
            });
        }
        // they are asked for in their order
        let mut next = forces.iter();
        state.world(&mut |_| Some(shared(*next.next()?)))
    }
}

/// A force for a world to hold.
fn shared<T: Real<D>, const D: usize>(force: SceneForce<T, D>) -> Arc<dyn Force<T, D>> {
    match force {
        SceneForce::AtCentre(force) => Arc::new(force),
        SceneForce::AtPoint(force) => Arc::new(force),
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// This world at this instant, with its forces.
    ///
    /// # Errors
    /// If a force is code, or for another reason cannot be written.
    pub fn scene(&self) -> Result<Scene<T, D>, SceneError> {
        let forces = (self.forces.values().iter().zip(self.force_ids()))
            .map(|(attachment, force)| {
                (attachment.force.in_scene()).ok_or(SceneError::Code { force })
            })
            .collect::<Result<_, _>>()?;
        Ok(Scene(Versioned::now(SceneContent {
            state: WorldState::of(self),
            forces,
        })))
    }
}
