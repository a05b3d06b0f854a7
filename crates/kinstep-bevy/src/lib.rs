//! A plugin for Bevy that steps a kinstep world in `FixedUpdate` and writes `Transform`s.
//!
//! | item | purpose |
//! |---|---|
//! | [`KinstepPlugin`] | steps the world once per fixed step, and moves every entity to the state of its body at the time of the frame |
//! | [`Physics`] | the resource that contains the [`World3`]; add bodies, forces and impulses by its methods |
//! | [`Simulated`] | the component that states which body an entity represents; the body is removed together with it |
//! | [`StepFailed`] | the message that a step was rejected, with the reason |
//! | [`KinstepSystems`] | system sets, to order systems before or after the step and the writing of `Transform`s |
//!
//! ```
//! use bevy_app::App;
//! use bevy_ecs::prelude::*;
//! use bevy_math::DVec3;
//! use bevy_time::TimePlugin;
//! use kinstep::{Body3, LinearDrag, UniformGravity};
//! use kinstep_bevy::{KinstepPlugin, Physics, Simulated};
//!
//! fn throw(mut physics: ResMut<Physics>, mut commands: Commands) -> Result {
//!     physics.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?; // m/s²
//!     physics.add_force(LinearDrag::rate(0.2))?; // 1/s
//!     let from = DVec3::new(0.0, 1.5, 0.0); // m, as an array or as Bevy's vector
//!     let ball = physics.add_body(Body3::point(0.145).at(from).moving([30.0, 8.0, 0.0]))?;
//!     commands.spawn(Simulated(ball)); // and a mesh
//!     Ok(())
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((TimePlugin, KinstepPlugin)).add_systems(bevy_app::Startup, throw);
//! app.update();
//! ```
//!
//! # Between the steps
//!
//! A frame rarely coincides with a step. Interpolation between the last two steps would draw all
//! bodies one step late. So a copy of the world makes one more step, which lasts from the last step
//! to the time of the frame, and this copy is drawn. Where kinstep is exact, the drawn state is
//! exact, at any frame rate; elsewhere it is as accurate as a step. The additional step also
//! evaluates the forces, so a closure that stores data is called more often than there are steps.
//!
//! ```sh
//! cargo run --release -p kinstep-bevy --example throw   # how far from where it is a ball is drawn, at three frame rates
//! ```
//!
//! Gameplay that must not depend on the frame rate should read [`Physics`] in `FixedUpdate`, not
//! `Transform`s.

use bevy_app::{App, FixedUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{DQuat, DVec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use kinstep::{Body3, BodyId, StepError, World3};

/// Steps [`Physics`] in `FixedUpdate` by the fixed time step (64 Hz by default). Writes the
/// `Transform`s of all [`Simulated`] entities once per frame, after the fixed steps and before
/// `Update`.
///
/// Requires `TimePlugin`, one of Bevy's default plugins, because without it no time passes.
#[derive(Debug, Clone, Copy, Default)]
pub struct KinstepPlugin;

impl Plugin for KinstepPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Physics>()
            .init_resource::<Time<Fixed>>()
            .add_message::<StepFailed>()
            .add_systems(
                FixedUpdate,
                step.in_set(KinstepSystems::Step)
                    .run_if(resource_exists::<Physics>),
            )
            .add_systems(
                RunFixedMainLoop,
                write_transforms
                    .in_set(KinstepSystems::Write)
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop)
                    .run_if(resource_exists::<Physics>),
            );
    }
}

/// The system sets of the plugin.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KinstepSystems {
    /// Steps the world, in `FixedUpdate`. Put systems that apply forces in `FixedUpdate`, before
    /// this set.
    Step,
    /// Writes the `Transform`s once per frame, in `RunFixedMainLoop`.
    Write,
}

/// The simulated world, in SI units and in `f64`. The game chooses whether y or z points up.
/// `Transform`s contain its numbers, rounded once.
///
/// A game may insert its own world here at any time, before or after the plugin.
#[derive(Resource, Debug, Clone, Default)]
pub struct Physics(pub World3);

impl core::ops::Deref for Physics {
    type Target = World3;

    fn deref(&self) -> &World3 {
        &self.0
    }
}

impl core::ops::DerefMut for Physics {
    fn deref_mut(&mut self) -> &mut World3 {
        &mut self.0
    }
}

/// The body that this entity represents.
///
/// Use one entity per body. If the component is removed, or replaced by one for another body, or if
/// its entity is despawned, the body is removed from the world, together with the forces that act
/// on it alone. The entity gets the state of its body as soon as it has the component, and then
/// once per frame. A point body has no orientation, so the rotation of its entity stays unchanged.
/// The plugin does not change the scale. `Transform`s are written in the world's frame, so a parent
/// of the entity should not move.
///
/// If the game itself removes the body, by `physics.remove_body(id)`, the entity keeps its last
/// `Transform`.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = appear, on_discard = leave)]
#[require(Transform)]
pub struct Simulated(pub BodyId);

/// A step was rejected, and the world is unchanged. The step is tried again, and probably rejected
/// again, until the game has repaired or removed the body that the error names.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct StepFailed {
    /// The cause of the failure, and the body.
    pub error: StepError<f64>,
}

/// Makes one fixed step.
fn step(
    mut physics: ResMut<Physics>,
    time: Res<Time<Fixed>>,
    mut failures: MessageWriter<StepFailed>,
) {
    if let Err(error) = physics.step(time.delta_secs_f64()) {
        failures.write(StepFailed { error });
    }
}

/// Moves all entities to the states of their bodies at the time of this frame.
fn write_transforms(
    physics: Res<Physics>,
    time: Res<Time<Fixed>>,
    mut entities: Query<(&Simulated, &mut Transform)>,
) {
    let mut now = physics.0.clone();
    // if this step is rejected, the bodies keep the state of the last step; the next fixed step
    // then fails, too, and reports the error
    let _ = now.step(time.overstep().as_secs_f64());
    for (&Simulated(body), mut transform) in &mut entities {
        if let Some(body) = now.body(body) {
            let laid = laid(*transform, body);
            transform.set_if_neq(laid);
        }
    }
}

/// Returns the transform of an entity at the state of its body.
fn laid(transform: Transform, body: &Body3) -> Transform {
    let rotation = if body.is_point() {
        transform.rotation
    } else {
        DQuat::from(body.orientation()).as_quat()
    };
    Transform {
        translation: DVec3::from(body.position).as_vec3(),
        rotation,
        ..transform
    }
}

/// Moves an entity that gets a body immediately, instead of after the next frame.
fn appear(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    let named = world.get::<Simulated>(entity).copied();
    let physics = world.get_resource::<Physics>();
    let body = named
        .zip(physics)
        .and_then(|(Simulated(body), physics)| physics.body(body).copied());
    if let (Some(body), Some(mut transform)) = (body, world.get_mut::<Transform>(entity)) {
        *transform = laid(*transform, &body);
    }
}

/// Removes the body of an entity that no longer has the component for it.
fn leave(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    let Some(&left) = world.get::<Simulated>(entity) else {
        return;
    };
    world.commands().queue(move |world: &mut World| {
        // the entity may have got a component for the same body again
        let named = world.get::<Simulated>(entity);
        if named != Some(&left)
            && let Some(mut physics) = world.get_resource_mut::<Physics>()
        {
            // this fails if the game has already removed the body
            let _ = physics.remove_body(left.0);
        }
    });
}
