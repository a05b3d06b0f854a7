//! Worlds with surfaces: balls and points that fly, bounce, slide, roll, rest, pile up and hang on each other.
//!
//! A snapshot has no surfaces: halfway it is restored into a new world.

use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{AlignedBox, Chain, Heightfield, Plane, Sphere};
use kinstep::{Body, Body2, BodyId, Inertia, LinearDrag, Spring, UniformGravity, World, World2};

use crate::bits::{Bits, Numbers};
use crate::scenes::Scene;
use crate::snapshots::{Kept, Snapshots};

/// Number of steps of each scene.
const STEPS: u32 = 3_000;

/// Steps a scene to its end and returns the bits of the final state.
fn end<T: Kept<D>, const D: usize>(start: fn() -> Scene<T, D>, snapshots: &mut Snapshots) -> u64 {
    let mut scene = start();
    (0..STEPS / 2).for_each(|step| scene.step(step));
    let state = snapshots.pass(&scene.world.snapshot());
    scene.world = start().world;
    scene.world.restore(&state).unwrap();
    (STEPS / 2..STEPS).for_each(|step| scene.step(step));
    Bits::of_world(&scene.world)
}

/// Points and discs over a level of chains and tiles, some pulled by closures, some over a belt and
/// over a platform that they pass from below.
fn level() -> Scene<f64, 2> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.3, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.05)).unwrap();
    let contact = Contact::new(0.5).with_friction(0.3);
    let hills = Chain::open([[-9.0, 4.0], [-6.0, 0.5], [-2.0, 0.0], [0.0, 0.0]]).unwrap();
    world.add_surface(hills, contact).unwrap();
    for tile in 0..6 {
        let tile = AlignedBox::around([0.5 + f64::from(tile), -0.5], [0.5, 0.5]);
        world.add_surface(tile, contact.with_rolling(0.01)).unwrap();
    }
    let wall = Plane::new([-1.0, 0.25], -6.0);
    world.add_surface(wall, contact).unwrap();
    let shelf = AlignedBox::around([1.0, 1.5], [1.5, 0.05]);
    let shelf = world.add_surface(shelf, Contact::new(0.0)).unwrap();
    (world.set_one_way(shelf, Some(Vector2::new(0.0, 1.0)))).unwrap();
    let mut numbers = Numbers::new(5);
    for i in 0..10 {
        let body = match i % 2 {
            0 => Body2::point(1.0),
            _ => Body2::solid(1.0, 0.02).round(0.2).spinning(numbers.next()),
        };
        let at: Vector2<f64> = numbers.vector();
        let body = body.at(at * 2.0 + Vector2::new(0.0, 3.0));
        let body = world.add_body(body.moving(numbers.vector())).unwrap();
        if i >= 8 {
            let pull = |body: &Body2, _: f64| body.position * -2.0;
            world.add_force_on(body, pull).unwrap();
        }
    }
    let act = |world: &mut World2, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(200) {
            world[ids[(step / 200) as usize % 4]].velocity += Vector2::new(-2.0, 6.0);
        }
    };
    Scene::new(world, act, 1.0 / 60.0)
}

/// Balls on a height field, about a sphere and on a lift.
fn terrain() -> Scene<f32, 3> {
    let mut world = World::<f32, 3>::new();
    let gravity = UniformGravity::new([0.0, -9.81, 0.0]);
    world.add_force(gravity).unwrap();
    let contact = Contact::new(0.4).with_friction(0.5);
    let mut numbers = Numbers::new(9);
    let rows: Vec<Vec<f32>> = (0..9)
        .map(|_| (0..9).map(|_| numbers.next::<f32>() * 0.4).collect())
        .collect();
    let field = Heightfield::new([0.0, 1.0, 0.0], [-4.0, 0.0, -4.0], 1.0, &rows).unwrap();
    world.add_surface(field, contact).unwrap();
    let rock = Sphere::new([0.0, 0.0, 0.0], 1.0);
    world.add_surface(rock, contact).unwrap();
    let lift = AlignedBox::around([2.0, 0.5, 2.0], [1.0, 0.1, 1.0]);
    let lift = world.add_surface(lift, Contact::new(0.0)).unwrap();
    (world.set_surface_velocity(lift, [0.0, 0.05, 0.0])).unwrap();
    for normal in [
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ] {
        let fence = Plane::new(normal, -4.0);
        world.add_surface(fence, contact).unwrap();
    }
    for _ in 0..12 {
        let ball = Body::solid(1.0, Inertia::sphere(1.0, 0.2)).round(0.2);
        let mut at = numbers.vector::<f32, 3>() * 2.5;
        at.y = 3.0 + numbers.next::<f32>();
        let ball = ball.at(at).moving(numbers.vector());
        world.add_body(ball).unwrap();
    }
    let act = |world: &mut World<f32, 3>, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(300) {
            world[ids[(step / 300) as usize % 4]].velocity.y += 5.0;
        }
    };
    Scene::new(world, act, 1.0 / 60.0)
}

/// Discs that meet each other and pile up, and points on rods and springs, over ground.
fn pile() -> Scene<f64, 2> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let contact = Contact::new(0.3).with_friction(0.4);
    for (normal, distance) in [([0.0, 1.0], 0.0), ([1.0, 0.5], -2.0), ([-1.0, 0.5], -2.0)] {
        let plane = Plane::new(normal, distance);
        world.add_surface(plane, contact).unwrap();
    }
    world.set_body_contact(Some(contact)).unwrap();
    let mut numbers = Numbers::new(3);
    for i in 0..6 {
        let disc = Body2::solid(1.0, 0.02).round(0.2);
        let disc = disc.at([numbers.next::<f64>(), 1.0 + 0.5 * f64::from(i)]);
        world.add_body(disc).unwrap();
    }
    let rope: Vec<BodyId> = (0..4)
        .map(|i| {
            let at = [-0.5 + 0.4 * f64::from(i), 4.5];
            world.add_body(Body2::point(0.5).at(at)).unwrap()
        })
        .collect();
    for pair in rope.windows(2) {
        let rod = Spring::stiffness(400.0).length(0.4);
        world.add_link(pair[0], pair[1], rod).unwrap();
    }
    let act = |world: &mut World2, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(500) {
            world[ids[0]].velocity += Vector2::new(1.0, 5.0);
        }
    };
    Scene::new(world, act, 1.0 / 60.0)
}

pub fn a_level(snapshots: &mut Snapshots) -> u64 {
    end(level, snapshots)
}

pub fn a_terrain(snapshots: &mut Snapshots) -> u64 {
    end(terrain, snapshots)
}

pub fn a_pile(snapshots: &mut Snapshots) -> u64 {
    end(pile, snapshots)
}
