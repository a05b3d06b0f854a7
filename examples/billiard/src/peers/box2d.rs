//! Box2D 3, compiled from its source, with no least speed of a bounce. The first ball is a bullet; among themselves bullets
//! would not be followed between steps.

use anyhow::Result;
use boxdd::shapes::{circle, segment};
use boxdd::{
    BodyBuilder, BodyId, BodyType, Foundation, Position, ShapeDef, SurfaceMaterial, Vec2, World,
    WorldBuilder,
};
use kinstep::nalgebra::Vector2;

use super::{Ball, Peer, Scene};

/// As many substeps as its manual proposes.
const SUBSTEPS: i32 = 4;
/// Half the length of a wall \[m\].
const LONG: f64 = 20.0;

struct Bodies {
    world: World,
    balls: Vec<BodyId>,
}

pub(super) fn build(scene: &Scene) -> Result<Box<dyn Peer>> {
    let foundation = Foundation::initialize_default()?;
    let definition = WorldBuilder::from(foundation.world_def())
        .gravity(vector(scene.gravity))
        .restitution_threshold(0.0)
        .enable_sleep(false);
    let mut world = foundation.create_world(definition.build()?)?;
    let material = SurfaceMaterial::new()
        .with_friction(0.0)?
        .with_restitution(scene.restitution as f32)?;
    let shape = ShapeDef::builder()
        .material(material)
        .density(1.0)
        .build()?;
    for ([x, y], offset) in &scene.walls {
        let end = |far: f64| vector([x * offset - y * far, y * offset + x * far]);
        let wall = world.create_body(BodyBuilder::from(foundation.body_def()).build()?)?;
        let line = segment(end(-LONG), end(LONG))?;
        world.body(wall)?.create_segment(&shape, &line)?;
    }
    let disc = circle([0.0_f32, 0.0], scene.radius as f32)?;
    let mut balls = Vec::new();
    for ball in &scene.balls {
        let [x, y] = ball.position.into();
        let body = BodyBuilder::from(foundation.body_def())
            .body_type(BodyType::Dynamic)
            .position(Position::new(x as f32, y as f32))
            .linear_velocity(vector(ball.velocity.into()))
            .bullet(balls.is_empty())
            .enable_sleep(false);
        let id = world.create_body(body.build()?)?;
        world.body(id)?.create_circle(&shape, &disc)?;
        balls.push(id);
    }
    Ok(Box::new(Bodies { world, balls }))
}

fn vector([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

impl Peer for Bodies {
    fn step(&mut self, dt: f64) -> Result<()> {
        drop(self.world.step(dt as f32, SUBSTEPS)?);
        Ok(())
    }

    fn balls(&mut self) -> Result<Vec<Ball>> {
        let mut balls = Vec::new();
        for id in &self.balls {
            let body = self.world.body(*id)?;
            let (position, velocity) = (body.position()?, body.linear_velocity()?);
            balls.push(Ball {
                position: Vector2::new(position.x.into(), position.y.into()),
                velocity: Vector2::new(velocity.x.into(), velocity.y.into()),
            });
        }
        Ok(balls)
    }
}
