//! Bodies and forces of all kinds.

use std::error::Error;

use kinstep::nalgebra::Vector3;
use kinstep::{Body3, BodyId, LinearDrag, UniformGravity, World3};

use super::numbers;
use crate::contender::{Built, Contender};
use crate::physics::quadratic_drag;
use crate::scene::{DRAG_RATE, DT, gravity, starts};

struct Bodies {
    world: World3,
    first: Option<BodyId>,
}

/// Under gravity and drag.
pub(super) fn build(count: usize) -> Built {
    Ok(Box::new(bodies(count)?))
}

/// The same with a force besides that is no linear law, from a closure.
pub(super) fn with_closure(count: usize) -> Built {
    let mut bodies = bodies(count)?;
    let force = |body: &Body3, _time: f64| -> Vector3<f64> { quadratic_drag(&body.velocity) };
    bodies.world.add_force(force)?;
    Ok(Box::new(bodies))
}

fn bodies(count: usize) -> Result<Bodies, Box<dyn Error>> {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(gravity::<f64, 3>()))?;
    world.add_force(LinearDrag::rate(DRAG_RATE))?;
    let mut first = None;
    for start in starts::<f64, 3>(count) {
        let body = Body3::point(1.0).at(start.position).moving(start.velocity);
        let id = world.add_body(body)?;
        first = first.or(Some(id));
    }
    Ok(Bodies { world, first })
}

impl Contender for Bodies {
    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        Ok(self.world.step(DT)?)
    }

    fn first(&mut self) -> Vec<f64> {
        let body = self.first.and_then(|first| self.world.body(first));
        body.map_or(Vec::new(), |body| numbers(&body.position))
    }
}
