//! The same ball under kinstep, Rapier and Box2D.

use anyhow::{Context, Result};
use boxdd::shapes::{circle, segment};
use boxdd::{
    BodyBuilder, BodyType, Foundation, Position, ShapeDef, SurfaceMaterial, Vec2, WorldBuilder,
};
use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, UniformGravity, World2};
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, RigidBodyBuilder, SharedShape, Vector as Vector3,
};

use super::{GRAVITY, HEIGHT, LONGEST, RADIUS, RESTITUTION, SPEED};

/// Positions \[m\] and velocities \[m/s\] of the centre of the ball, after each step.
pub(super) type Path = Vec<[Vector2<f64>; 2]>;
/// Drops the ball, with so many steps in a second.
pub(super) type Fall = fn(u32) -> Result<Path>;

/// The engines that drop it.
pub(super) const ENGINES: [(&str, Fall); 3] = [
    ("kinstep", kinstep),
    ("Rapier 0.36", rapier),
    ("Box2D 3.2", box2d),
];

/// As many substeps of Box2D as its manual proposes.
const SUBSTEPS: i32 = 4;
/// Half the length of its ground \[m\].
const LONG: f32 = 20.0;

/// What a step leaves, again and again.
fn path(rate: u32, mut step: impl FnMut(f64) -> Result<[Vector2<f64>; 2]>) -> Result<Path> {
    let dt = 1.0 / f64::from(rate);
    (0..LONGEST * rate).map(|_| step(dt)).collect()
}

fn kinstep(rate: u32) -> Result<Path> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(RESTITUTION))?;
    let disc = Body2::solid(1.0, 0.5 * RADIUS * RADIUS).round(RADIUS);
    let ball = world.add_body(disc.at([0.0, HEIGHT + RADIUS]).moving([SPEED, 0.0]))?;
    path(rate, |dt| {
        world.step(dt)?;
        Ok([world[ball].position, world[ball].velocity])
    })
}

/// Rapier follows the ball between steps (CCD), in the plane z = 0.
fn rapier(rate: u32) -> Result<Path> {
    let vector = |x: f64, y: f64| Vector3::new(x as f32, y as f32, 0.0);
    let mut world = PhysicsWorld::new();
    world.gravity = vector(0.0, -GRAVITY);
    let ground = ColliderBuilder::new(SharedShape::halfspace(vector(0.0, 1.0)));
    world.insert_collider(ground.friction(0.0).restitution(RESTITUTION as f32), None);
    let body = RigidBodyBuilder::dynamic()
        .translation(vector(0.0, HEIGHT + RADIUS))
        .linvel(vector(SPEED, 0.0))
        .enabled_translations(true, true, false)
        .ccd_enabled(true)
        .can_sleep(false);
    let shape = ColliderBuilder::ball(RADIUS as f32).mass(1.0);
    let shape = shape.friction(0.0).restitution(RESTITUTION as f32);
    let ball = world.insert(body, shape).0;
    path(rate, |dt| {
        world.integration_parameters.dt = dt as f32;
        world.step();
        let body = world.bodies.get(ball).context("Rapier has lost a ball")?;
        Ok([body.translation(), body.linvel()].map(|it| Vector2::new(it.x.into(), it.y.into())))
    })
}

/// Box2D, compiled from its source, has no least speed of a bounce here, and the ball is a bullet.
fn box2d(rate: u32) -> Result<Path> {
    let foundation = Foundation::initialize_default()?;
    let definition = WorldBuilder::from(foundation.world_def())
        .gravity(Vec2::new(0.0, -GRAVITY as f32))
        .restitution_threshold(0.0)
        .enable_sleep(false);
    let mut world = foundation.create_world(definition.build()?)?;
    let material = SurfaceMaterial::new()
        .with_friction(0.0)?
        .with_restitution(RESTITUTION as f32)?;
    let shape = ShapeDef::builder()
        .material(material)
        .density(1.0)
        .build()?;
    let ground = world.create_body(BodyBuilder::from(foundation.body_def()).build()?)?;
    let line = segment([-LONG, 0.0], [LONG, 0.0])?;
    world.body(ground)?.create_segment(&shape, &line)?;
    let body = BodyBuilder::from(foundation.body_def())
        .body_type(BodyType::Dynamic)
        .position(Position::new(0.0, (HEIGHT + RADIUS) as f32))
        .linear_velocity(Vec2::new(SPEED as f32, 0.0))
        .bullet(true)
        .enable_sleep(false);
    let ball = world.create_body(body.build()?)?;
    let disc = circle([0.0_f32, 0.0], RADIUS as f32)?;
    world.body(ball)?.create_circle(&shape, &disc)?;
    path(rate, |dt| {
        drop(world.step(dt as f32, SUBSTEPS)?);
        let body = world.body(ball)?;
        let (position, velocity) = (body.position()?, body.linear_velocity()?);
        Ok([
            Vector2::new(position.x.into(), position.y.into()),
            Vector2::new(velocity.x.into(), velocity.y.into()),
        ])
    })
}
