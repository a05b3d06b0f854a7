//! kinstep.

use anyhow::Result;
use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::{Body2, BodyId, UniformGravity, World2};

use super::{Ball, Peer, Scene};

struct Bodies {
    world: World2,
    balls: Vec<BodyId>,
}

pub(super) fn build(scene: &Scene) -> Result<Box<dyn Peer>> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new(scene.gravity))?;
    let contact = Contact::new(scene.restitution);
    world.set_body_contact(Some(contact))?;
    for (normal, offset) in &scene.walls {
        world.add_surface(Plane::new(*normal, *offset), contact)?;
    }
    let disc = Body2::solid(1.0, 0.5 * scene.radius * scene.radius).round(scene.radius);
    let mut balls = Vec::new();
    for ball in &scene.balls {
        balls.push(world.add_body(disc.at(ball.position).moving(ball.velocity))?);
    }
    Ok(Box::new(Bodies { world, balls }))
}

impl Peer for Bodies {
    fn step(&mut self, dt: f64) -> Result<()> {
        Ok(self.world.step(dt)?)
    }

    fn balls(&mut self) -> Result<Vec<Ball>> {
        let balls = self.balls.iter().map(|id| Ball {
            position: self.world[*id].position,
            velocity: self.world[*id].velocity,
        });
        Ok(balls.collect())
    }
}
