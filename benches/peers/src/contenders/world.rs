//! Bodies and forces of all kinds.

use anyhow::Result;
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, BodyId, ForceField, LinearDrag, UniformGravity, World3};

use super::numbers;
use crate::contender::{Built, Contender};
use crate::scene::{DRAG_RATE, DT, gravity, starts};

struct Bodies {
    world: World3,
    first: Option<BodyId>,
}

/// `F = -c |v| v` \[N\].
pub(super) fn quadratic_drag(velocity: &Vector3<f64>) -> Vector3<f64> {
    /// \[kg/m\]
    const DRAG: f64 = 1e-3;
    velocity * (-DRAG * velocity.norm())
}

/// `F = -k x/(1 + x²/l²)` \[N\]: a spring that gives way.
pub(super) fn well(position: &Vector3<f64>) -> Vector3<f64> {
    /// \[N/m\]
    const STIFFNESS: f64 = 0.01;
    /// \[m\]
    const WIDTH: f64 = 100.0;
    position * (-STIFFNESS / (1.0 + position.norm_squared() / (WIDTH * WIDTH)))
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

/// The same with a field besides that is no linear law.
pub(super) fn with_field(count: usize) -> Built {
    let mut bodies = bodies(count)?;
    let field = |position: &Vector3<f64>, _time: f64| -> Vector3<f64> { well(position) };
    bodies.world.add_force(ForceField::new(field))?;
    Ok(Box::new(bodies))
}

fn bodies(count: usize) -> Result<Bodies> {
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
    fn step(&mut self) -> Result<()> {
        Ok(self.world.step(DT)?)
    }

    fn first(&mut self) -> Vec<f64> {
        let body = self.first.and_then(|first| self.world.body(first));
        body.map_or(Vec::new(), |body| numbers(&body.position))
    }
}
