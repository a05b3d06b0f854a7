//! Rapier, with balls that stay in the plane and are followed between steps (CCD).

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector2;
use rapier3d::prelude::*;

use super::{Ball, Peer, Scene};

struct Bodies {
    world: PhysicsWorld,
    balls: Vec<RigidBodyHandle>,
}

pub(super) fn build(scene: &Scene) -> Result<Box<dyn Peer>> {
    let mut world = PhysicsWorld::new();
    world.gravity = in_space(scene.gravity);
    let restitution = scene.restitution as f32;
    for (normal, offset) in &scene.walls {
        let wall = ColliderBuilder::new(SharedShape::halfspace(in_space(*normal)))
            .translation(in_space(normal.map(|n| n * offset)));
        world.insert_collider(wall.friction(0.0).restitution(restitution), None);
    }
    let mut balls = Vec::new();
    for ball in &scene.balls {
        let body = RigidBodyBuilder::dynamic()
            .translation(in_space(ball.position.into()))
            .linvel(in_space(ball.velocity.into()))
            .enabled_translations(true, true, false)
            .ccd_enabled(true)
            .can_sleep(false);
        let shape = ColliderBuilder::ball(scene.radius as f32).mass(1.0);
        let shape = shape.friction(0.0).restitution(restitution);
        balls.push(world.insert(body, shape).0);
    }
    Ok(Box::new(Bodies { world, balls }))
}

fn in_space([x, y]: [f64; 2]) -> Vector {
    Vector::new(x as f32, y as f32, 0.0)
}

impl Peer for Bodies {
    fn step(&mut self, dt: f64) -> Result<()> {
        self.world.integration_parameters.dt = dt as f32;
        self.world.step();
        Ok(())
    }

    fn balls(&mut self) -> Result<Vec<Ball>> {
        let in_plane = |vector: Vector| Vector2::new(vector.x.into(), vector.y.into());
        let ball = |handle: &RigidBodyHandle| {
            let body = self.world.bodies.get(*handle);
            let body = body.context("Rapier has lost a ball")?;
            Ok(Ball {
                position: in_plane(body.translation()),
                velocity: in_plane(body.linvel()),
            })
        };
        self.balls.iter().map(ball).collect()
    }
}
