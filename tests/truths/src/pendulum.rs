//! A pendulum, whose angle is the coordinate x.

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, World2};

/// `x'' = -sin x`, at rest at an angle \[rad\], with `-cos x` as its potential energy.
pub fn pendulum(angle: f64) -> World2 {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([angle, 0.0])).unwrap();
    let gravity = ForceField::new(|angle: &Vector2<f64>, _| Vector2::new(-angle.x.sin(), 0.0));
    let gravity = gravity.with_potential(|angle: &Vector2<f64>, _| -angle.x.cos());
    world.add_force(gravity).unwrap();
    world
}
