//! Scenes: a world at one time, with its forces.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::super::World;
use super::versioned::Versioned;
use super::world_state::WorldState;
use super::{RestoreError, check_version};
use crate::body::Body;
use crate::force::SceneForce;
use crate::space::Real;

/// A world at one time, with its forces, all of which this crate defines. Use it for a saved game
/// or a level.
///
/// A world made from a scene continues exactly as the original, to the bit. With the feature `serde` a scene can be written in
/// any format. Data that was read is checked when a world is made from the scene, as for a [`Snapshot`](crate::Snapshot).
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
///
/// In a format with names of fields, a scene that is written by hand may leave out fields of bodies
/// and forces that have a default value:
///
/// | field | if it is left out |
/// |---|---|
/// | of a body: `position`, `velocity` | the origin, at rest |
/// | `orientation`, `spin`, `inertia`, `radius` | upright, zero, the inertia of a point, zero |
/// | of an inertia in space: `axes` | the axes of the body |
/// | of a force: `anchor`, `centre`, `point` | the origin |
/// | `damping`, `wind`, `electric_field`, `arm` of a [`Thruster`](crate::Thruster) | zero |
/// | `length`, `pulls_only` of a [`Spring`](crate::Spring) | none, `false` |
/// | `rate` of a [`ConstantForce`](crate::ConstantForce) | zero |
/// | `linear`, `quadratic`, `surface` of [`DryFriction`](crate::DryFriction) | zero |
/// | `throttle`, `charge` | 1 |
/// | `rest` of a [`TorsionSpring`](crate::TorsionSpring) | upright |
/// | `tags` of the bodies | zero |
/// | of a force for the next step: `torque`, `left` | zero, the next step |
///
/// Fields that define a body or a force are required, such as a mass, a stiffness or a strength. An
/// unknown field is an error. An example in the format of the crate `ron`:
///
/// ```text
#[doc = include_str!("written.ron")]
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(transparent, bound = "T: crate::space::SavedReal<D>")
)]
#[doc(alias("save", "savegame", "level"))]
pub struct Scene<T: Real<D>, const D: usize>(Versioned<SceneContent<T, D>>);

/// The content of a scene: the state of a world, and its forces.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        rename = "Whole",
        deny_unknown_fields,
        bound = "T: crate::space::SavedReal<D>"
    )
)]
struct SceneContent<T: Real<D>, const D: usize> {
    state: WorldState<T, D>,
    /// Forces, in the order of their targets.
    forces: Vec<SceneForce<T, D>>,
}

/// An empty world at time zero.
impl<T: Real<D>, const D: usize> Default for SceneContent<T, D> {
    fn default() -> Self {
        Self {
            state: WorldState::default(),
            forces: Vec::new(),
        }
    }
}

impl<T: Real<D>, const D: usize> Scene<T, D> {
    /// Returns the version of the format in which the scene was written. If this crate does not
    /// read that version, all other content is that of an empty world.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.0.version
    }

    /// Returns the simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> T {
        self.0.content.state.clock.time()
    }

    /// Returns all bodies.
    #[must_use]
    pub fn body_slice(&self) -> &[Body<T, D>] {
        &self.0.content.state.bodies
    }

    /// Returns all forces, in the order in which they act.
    #[must_use]
    pub fn forces(&self) -> &[SceneForce<T, D>] {
        &self.0.content.forces
    }

    /// Returns the world of this scene, with the same ids.
    ///
    /// # Errors
    /// If the content is not valid. The error states the first cause.
    #[doc(alias("load"))]
    pub fn world(&self) -> Result<World<T, D>, RestoreError<T>> {
        check_version(self.0.version)?;
        let SceneContent { state, forces } = &self.0.content;
        if forces.len() != state.targets.len() {
            return Err(RestoreError::Forces {
                forces: forces.len(),
                targets: state.targets.len(),
            });
        }
        // `state.world` requests the forces in the order of this list
        let mut next = forces.iter();
        state.world(&mut |_| Some(Arc::new(*next.next()?)))
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns a scene of this world: the present state, with the forces.
    ///
    /// # Errors
    /// If a force cannot be written, for example because it is code.
    #[doc(alias("save"))]
    pub fn scene(&self) -> Result<Scene<T, D>, RestoreError<T>> {
        let forces = (self.forces.values().zip(self.force_ids()))
            .map(|(attachment, force)| {
                let kind = attachment.force.name();
                (attachment.force.in_scene()).ok_or(RestoreError::Code { force, kind })
            })
            .collect::<Result<_, _>>()?;
        let content = SceneContent {
            state: WorldState::of(self),
            forces,
        };
        Ok(Scene(Versioned::now(content)))
    }
}
