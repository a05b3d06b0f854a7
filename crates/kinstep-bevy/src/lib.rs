//! A plugin for Bevy that steps a kinstep world in `FixedUpdate` and writes `Transform`s.
//!
//! | what | is |
//! |---|---|
//! | [`KinstepPlugin`] | steps the world once per fixed step, and lays every entity where its body is at the time of the frame |
//! | [`Physics`] | the resource that holds the [`World3`]: bodies, forces, impulses are its own calls |
//! | [`Simulated`] | the component that names the body of an entity; where it goes, the body goes |
//! | [`StepFailed`] | the message that a step was refused, and why |
//! | [`KinstepSystems`] | to put systems before or after the step, and the writing |
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
//! A frame rarely falls on a step. Interpolation between the last two steps would draw all bodies a step late. Here the
//! world says where they are: a copy of it takes one more step, as long as the time since the last, and is drawn. Where
//! kinstep is exact that is exact, at any frame rate; elsewhere it is as good as a step. Forces are asked
//! for it too, so a closure with a memory of its own is asked more often than steps are taken.
//!
//! ```sh
//! cargo run --release -p kinstep-bevy --example throw   # how far from where it is a ball is drawn, at three frame rates
//! ```
//!
//! Gameplay that must be the same at every frame rate reads [`Physics`], in `FixedUpdate`, not `Transform`s.

use bevy_app::{App, FixedUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{DQuat, DVec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use kinstep::{Body3, BodyId, StepError, World3};

/// Steps [`Physics`] in `FixedUpdate` by the fixed time step (64 Hz unless told), and writes the `Transform`s of all
/// [`Simulated`] entities once a frame, after the fixed steps and before `Update`.
///
/// Needs `TimePlugin`, which is one of Bevy's default plugins: without it time stands still.
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

/// When what happens.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KinstepSystems {
    /// The step, in `FixedUpdate`. Systems that apply forces belong there, before this.
    Step,
    /// The writing of `Transform`s, in `RunFixedMainLoop`, once a frame.
    Write,
}

/// The world that is stepped: SI units, y or z up as the game likes, in `f64`; `Transform`s get it rounded once.
///
/// A game may put a world of its own here at any time, before or after the plugin.
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

/// The body that this entity is.
///
/// One body, one entity: when the component is removed, replaced by another name, or its entity is despawned, the body
/// leaves the world, with the forces on it alone. The entity is laid where the body is as soon as it has the component, and
/// then once a frame; a point has no orientation to give, and leaves the rotation alone. The scale is the game's.
/// `Transform`s are written as though in the world's frame, so a parent of the entity should not move.
///
/// If the game takes the body out itself, by `physics.remove_body(id)`, the entity stays where it is.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = appear, on_discard = leave)]
#[require(Transform)]
pub struct Simulated(pub BodyId);

/// A step was refused, and the world is as it was before. It will be tried again, and most likely refused again, until the
/// game has mended or removed the body that the error names.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct StepFailed {
    /// What is wrong, and with which body.
    pub error: StepError<f64>,
}

/// One fixed step.
fn step(
    mut physics: ResMut<Physics>,
    time: Res<Time<Fixed>>,
    mut failures: MessageWriter<StepFailed>,
) {
    if let Err(error) = physics.step(time.delta_secs_f64()) {
        failures.write(StepFailed { error });
    }
}

/// Lays all entities where their bodies are at the time of this frame.
fn write_transforms(
    physics: Res<Physics>,
    time: Res<Time<Fixed>>,
    mut entities: Query<(&Simulated, &mut Transform)>,
) {
    let mut now = physics.0.clone();
    // refused, it leaves the bodies where the last step did; the next step will be refused as well, and says so
    let _ = now.step(time.overstep().as_secs_f64());
    for (&Simulated(body), mut transform) in &mut entities {
        if let Some(body) = now.body(body) {
            let laid = laid(*transform, body);
            transform.set_if_neq(laid);
        }
    }
}

/// The same, where a body is.
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

/// An entity that gets a body is there at once, not after the next frame.
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

/// The body of an entity that names it no longer leaves the world.
fn leave(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    let Some(&left) = world.get::<Simulated>(entity) else {
        return;
    };
    world.commands().queue(move |world: &mut World| {
        // the same name may have been given again
        let named = world.get::<Simulated>(entity);
        if named != Some(&left)
            && let Some(mut physics) = world.get_resource_mut::<Physics>()
        {
            // the game may have taken it out itself
            let _ = physics.remove_body(left.0);
        }
    });
}
