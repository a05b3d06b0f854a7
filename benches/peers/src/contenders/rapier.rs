//! Rapier.
//!
//! Its bodies have mass and no colliders: none of them would touch anything, and Rapier would move each collider and its
//! box besides. They do not sleep.

use anyhow::Result;
use rapier3d::prelude::*;

use crate::contender::{Built, Contender};
use crate::scene::{DRAG_RATE, DT, GRAVITY, Start, starts};

struct Bodies {
    world: PhysicsWorld,
    first: Option<RigidBodyHandle>,
}

/// As it comes.
pub(super) fn build(count: usize) -> Built {
    Ok(Box::new(bodies(count)))
}

/// With one solver iteration in a step.
pub(super) fn once(count: usize) -> Built {
    let mut bodies = bodies(count);
    bodies.world.integration_parameters.num_solver_iterations = 1;
    Ok(Box::new(bodies))
}

fn bodies(count: usize) -> Bodies {
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::from(GRAVITY.map(|g| g as f32));
    world.integration_parameters.dt = DT as f32;
    let mut first = None;
    for Start { position, velocity } in starts::<f32, 3>(count) {
        let body = RigidBodyBuilder::dynamic()
            .translation(Vector::from(<[f32; 3]>::from(position)))
            .linvel(Vector::from(<[f32; 3]>::from(velocity)))
            .additional_mass(1.0)
            .linear_damping(DRAG_RATE as f32)
            .can_sleep(false);
        let handle = world.insert_body(body);
        first = first.or(Some(handle));
    }
    Bodies { world, first }
}

impl Contender for Bodies {
    fn step(&mut self) -> Result<()> {
        self.world.step();
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        let body = self.first.and_then(|first| self.world.bodies.get(first));
        body.map_or(Vec::new(), |body| {
            body.translation().to_array().map(f64::from).into()
        })
    }
}
