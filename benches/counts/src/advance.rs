//! Worlds that advance to a tolerance, from the same start each time.

use std::hint::black_box;

use kinstep::nalgebra::Vector3;
use kinstep::{Body3, ForceField, MagneticField, QuadraticDrag, UniformGravity, World3};

use crate::paths::Repetition;

const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0];

/// Moves bodies back to where they started, and advances the world.
fn advance(mut world: World3, duration: f64, tolerance: f64) -> Repetition {
    let start = world.body_slice().to_vec();
    Box::new(move || {
        for (body, start) in world.bodies_mut().zip(&start) {
            *body.1 = *start;
        }
        let done = black_box(&mut world).advance(black_box(duration), black_box(tolerance));
        black_box(done.expect("a smooth motion"));
    })
}

/// A pendulum let go at 3 rad, as a force of the place: 10 s.
fn pendulum(duration: f64, tolerance: f64) -> Repetition {
    let mut world = World3::new();
    let pull = |x: &Vector3<f64>, _: f64| Vector3::new(-9.81 * x.x.sin(), 0.0, 0.0);
    (world.add_force(ForceField::new(pull))).expect("a field");
    (world.add_body(Body3::point(1.0).at([3.0, 0.0, 0.0]))).expect("a body");
    advance(world, duration, tolerance)
}

/// Runge–Kutta–Nyström alone: 10 s to 1e-10 m.
pub fn nystrom(_: u32) -> Repetition {
    pendulum(10.0, 1e-10)
}

/// A frame: a call that takes one step.
pub fn frame(_: u32) -> Repetition {
    pendulum(1.0 / 60.0, 1e-6)
}

/// DOP853 alone: a throw of 5 s in air, to 1e-10 m.
pub fn dormand_prince(_: u32) -> Repetition {
    let mut world = World3::new();
    (world.add_force(UniformGravity::new(GRAVITY))).expect("gravity");
    (world.add_force(QuadraticDrag::coefficient(9.81 / (35.0 * 35.0)))).expect("drag");
    (world.add_body(Body3::point(1.0).moving([30.0, 20.0, 0.0]))).expect("a body");
    advance(world, 5.0, 1e-10)
}

/// Gauss–Radau collocation, after the first steps: 1 s to 1e-10 m of a body that circles in a strong magnetic field and is
/// pulled to the origin.
pub fn collocation(_: u32) -> Repetition {
    let mut world = World3::new();
    (world.add_force(MagneticField::new([0.0, 0.0, 1e3]).charge(1.0))).expect("a magnetic field");
    let pull = |x: &Vector3<f64>, _: f64| x * -x.norm_squared();
    (world.add_force(ForceField::new(pull))).expect("a field");
    let body = Body3::point(1.0).at([1.0, 0.0, 0.0]);
    (world.add_body(body.moving([1.0, 0.0, 0.0]))).expect("a body");
    advance(world, 1.0, 1e-10)
}
