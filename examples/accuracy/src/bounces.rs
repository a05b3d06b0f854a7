//! A ball that bounces, under three engines that run, and in closed form.
//!
//! It is dropped from 2 m, with 1 m/s sideways and restitution 0.8. kinstep has `f64` and the others `f32`; Rapier and Box2D follow the
//! ball between steps, and none lets it sleep.

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

use crate::names::KINSTEP;
use crate::rows::Rows;

/// Gravity \[m/s²\], downwards.
const GRAVITY: f64 = 9.81;
/// Height of the lowest point of the ball at the start, and its radius \[m\].
const HEIGHT: f64 = 2.0;
const RADIUS: f64 = 0.1;
/// Speed sideways \[m/s\].
const SPEED: f64 = 1.0;
/// Share of the speed after a bounce.
const RESTITUTION: f64 = 0.8;
/// When positions are compared, and until when the ball is watched \[s\].
const WHEN: u32 = 5;
const LONGEST: u32 = 12;
/// Steps in a second, and the rate whose error and time of rest are told.
const RATES: [u32; 4] = [5, 30, 60, 240];
const TOLD: u32 = 60;
/// Slower than this along the vertical, the ball is at rest \[m/s\].
const SLOW: f64 = 0.05;
/// Over the frame rate \[Hz\].
pub(crate) const ERROR: &str = "error after 5 s [m]";
pub(crate) const SPREAD: &str = "frame rates differ by [m]";
pub(crate) const REST: &str = "at rest after [s]";

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for (name, fall) in ENGINES {
        let mut ends = Vec::new();
        for rate in RATES {
            let path = fall(rate)?;
            let [end, _] = path[(WHEN * rate) as usize - 1];
            let error = (end - closed_form(WHEN.into())).norm();
            rows.push(name, rate.into(), ERROR, error);
            ends.push(end);
            if rate == TOLD {
                let moves = |[_, velocity]: &[Vector2<f64>; 2]| velocity.y.abs() > SLOW;
                let last = path.iter().rposition(moves).unwrap_or(0);
                // at rest at the end of the step after the last that ends in motion
                rows.push(name, rate.into(), REST, (last + 2) as f64 / f64::from(rate));
            }
        }
        let pairs = (ends.iter()).flat_map(|a| ends.iter().map(move |b| (a - b).norm()));
        rows.push(name, TOLD.into(), SPREAD, pairs.fold(0.0, f64::max));
    }
    Ok(())
}

/// When all bounces have ended \[s\]: the fall takes `t₀ = √(2h/g)`, and flight n takes `2 eⁿ t₀`.
fn rest() -> f64 {
    first_fall() * (1.0 + RESTITUTION) / (1.0 - RESTITUTION)
}

fn first_fall() -> f64 {
    (2.0 * HEIGHT / GRAVITY).sqrt()
}

/// Where the centre of the ball is at a time \[m\].
fn closed_form(time: f64) -> Vector2<f64> {
    let x = SPEED * time;
    if time >= rest() {
        return Vector2::new(x, RADIUS);
    }
    if time <= first_fall() {
        return Vector2::new(x, RADIUS + HEIGHT - 0.5 * GRAVITY * time * time);
    }
    // flight n starts with the speed eⁿ g t₀
    let (mut since, mut speed) = (time - first_fall(), RESTITUTION * GRAVITY * first_fall());
    while since > 2.0 * speed / GRAVITY {
        since -= 2.0 * speed / GRAVITY;
        speed *= RESTITUTION;
    }
    Vector2::new(x, RADIUS + since * (speed - 0.5 * GRAVITY * since))
}

/// Positions \[m\] and velocities \[m/s\] of the centre of the ball, after each step.
type Path = Vec<[Vector2<f64>; 2]>;
/// Drops the ball, with so many steps in a second.
type Fall = fn(u32) -> Result<Path>;

/// The engines that drop it.
const ENGINES: [(&str, Fall); 3] = [
    (KINSTEP, kinstep),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed form is continuous at its bounces, keeps the law of restitution there, and ends at rest.
    #[test]
    fn bounces_in_closed_form() {
        let height = |time| closed_form(time).y - RADIUS;
        assert_eq!(height(0.0), 2.0);
        // the first apex: e² h
        assert!((height(first_fall() * 1.8) - 2.0 * 0.64).abs() < 1e-14);
        assert!(height(first_fall() * 2.6) < 1e-14 && height(rest() + 1.0) < 1e-16);
    }
}
