//! Worlds and swarms that touch something, or might.

use std::hint::black_box;

use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{Body2, Body3, Inertia, Swarm, UniformGravity, World2, World3};

use crate::paths::{DT, GRAVITY, Repetition, bodies, fall, random, vector};

/// Bodies over a plane, which keeps its energy for ever if they are points that bounce.
fn over_a_plane(bodies: impl Iterator<Item = Body3>, contact: Contact<f64>) -> World3 {
    let mut world = World3::new();
    (world.add_force(UniformGravity::new(GRAVITY))).expect("gravity");
    (world.add_surface(Plane::new([0.0, 1.0, 0.0], 0.0), contact)).expect("a plane");
    for body in bodies {
        world.add_body(body).expect("a body");
    }
    world
}

fn step(mut world: World3) -> Repetition {
    Box::new(move || {
        black_box(&mut world).step(black_box(DT)).expect("a step");
    })
}

/// A step of points that bounce for ever, one in eight or so in each step.
pub fn bouncing(count: u32) -> Repetition {
    let mut random = random();
    let points = (0..count).map(|_| Body3::point(1.0).at(vector(&mut random).add_scalar(1.01)));
    step(over_a_plane(points, Contact::new(1.0)))
}

/// A step of balls that rest on the ground.
pub fn resting(count: u32) -> Repetition {
    let ball = Body3::solid(1.0, Inertia::sphere(1.0, 0.1)).round(0.1);
    let balls = (0..count).map(|i| ball.at([f64::from(i), 0.1, 0.0]));
    let contact = Contact::new(0.5).with_friction(0.5).with_rolling(0.01);
    step(over_a_plane(balls, contact))
}

/// A step of elastic balls in a box, of which they fill a fifth.
pub fn balls(count: u32) -> Repetition {
    let mut random = random();
    let mut world = World2::new();
    let side = f64::from(count).sqrt().ceil();
    (world.set_body_contact(Some(Contact::new(1.0)))).expect("a contact");
    let walls = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let walls = walls.map(|normal| Plane::new(normal, -0.5 * side));
    (world.add_surface(walls, Contact::new(1.0))).expect("walls");
    for number in (0..count).map(f64::from) {
        let place = Vector2::new(number % side, (number / side).floor());
        let velocity: Vector3<f64> = vector(&mut random) * 3.0;
        let ball = Body2::point(1.0).round(0.25);
        let ball = ball.at(place.add_scalar(0.5 - 0.5 * side));
        (world.add_body(ball.moving(velocity.xy()))).expect("a ball");
    }
    Box::new(move || {
        black_box(&mut world).step(black_box(DT)).expect("a step");
    })
}

/// A step of a swarm over a plane that nobody comes near.
pub fn high_above(count: u32) -> Repetition {
    let (mut swarm, law): (Swarm<f64, 3>, _) = (bodies(count), fall::<f64>());
    let planes = [Plane::new([0.0, 1.0, 0.0], -1e6)];
    Box::new(move || {
        let contact = Contact::new(0.5);
        (swarm.step_bouncing(black_box(&law), DT, &planes, contact)).expect("finite states");
        black_box(swarm.positions());
    })
}
