//! Rapier and Box2D; Box2D is compiled from its source.
//!
//! Bodies have a mass but no colliders, because none of them would touch another body, and an
//! engine would need time to move each collider and its bounding box. They do not sleep.

use boxdd::{BodyBuilder, BodyType, Foundation, MassData, Position, Vec2, WorldBuilder};
use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, Vector};

use crate::{Built, DRAG_RATE, DT, GRAVITY, built, starts};

/// Rapier with its default of 4 solver iterations per step.
pub(crate) fn rapier(count: usize) -> Built {
    rapier_of(count, 4)
}

pub(crate) fn rapier_once(count: usize) -> Built {
    rapier_of(count, 1)
}

fn rapier_of(count: usize, iterations: usize) -> Built {
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::from(GRAVITY.map(|g| g as f32));
    world.integration_parameters.dt = DT as f32;
    world.integration_parameters.num_solver_iterations = iterations;
    let mut first = None;
    for [position, velocity] in starts::<f32, 3>(count) {
        let body = RigidBodyBuilder::dynamic()
            .translation(Vector::from(<[f32; 3]>::from(position)))
            .linvel(Vector::from(<[f32; 3]>::from(velocity)))
            .additional_mass(1.0)
            .linear_damping(DRAG_RATE as f32)
            .can_sleep(false);
        let handle = world.insert_body(body);
        first = first.or(Some(handle));
    }
    let first = first.expect("a body");
    built(
        world,
        |world| world.step(),
        move |world| {
            let place = world.bodies[first].translation().to_array();
            place.map(f64::from).to_vec()
        },
    )
}

/// Box2D with 4 substeps per step, as its manual proposes.
pub(crate) fn box2d(count: usize) -> Built {
    box2d_of(count, 4)
}

pub(crate) fn box2d_once(count: usize) -> Built {
    box2d_of(count, 1)
}

fn box2d_of(count: usize, substeps: i32) -> Built {
    let foundation = Foundation::initialize_default().expect("Box2D");
    let [x, y, _] = GRAVITY.map(|g| g as f32);
    let definition = WorldBuilder::from(foundation.world_def())
        .gravity(Vec2::new(x, y))
        .enable_sleep(false);
    let definition = definition.build().expect("a definition");
    let mut world = foundation.create_world(definition).expect("a world");
    let mass = MassData::new(1.0, Vec2::new(0.0, 0.0), 1.0).expect("a mass");
    let mut first = None;
    for [position, velocity] in starts::<f32, 2>(count) {
        let definition = BodyBuilder::from(foundation.body_def())
            .body_type(BodyType::Dynamic)
            .position(Position::new(position.x, position.y))
            .linear_velocity(Vec2::new(velocity.x, velocity.y))
            .linear_damping(DRAG_RATE as f32)
            .enable_sleep(false);
        let definition = definition.build().expect("a definition");
        let id = world.create_body(definition).expect("a body");
        let mut body = world.body(id).expect("a body");
        body.set_mass_data(mass).expect("a mass");
        first = first.or(Some(id));
    }
    let first = first.expect("a body");
    built(
        world,
        // no bodies touch, so a step reports no events
        move |world| drop(world.step(DT as f32, substeps).expect("a step")),
        move |world| {
            let body = world.body(first).expect("a body");
            let place = body.position().expect("a position");
            vec![place.x.into(), place.y.into()]
        },
    )
}
