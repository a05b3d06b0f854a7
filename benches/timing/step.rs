//! Times of one step of a world: with many bodies, beside a loop written by hand; and with balls
//! that collide with each other.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kinstep::contact::Contact;
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::trajectory::Plane;
use kinstep::{Body2, Body3, ForceField, LinearDrag, UniformGravity, World2, World3};

const DT: f64 = 1.0 / 60.0;
const GRAVITY: Vector3<f64> = Vector3::new(0.0, -9.81, 0.0);
const DRAG_RATE: f64 = 0.1;

fn bodies(count: usize) -> impl Iterator<Item = Body3> {
    (0..count).map(|i| i as f64).map(|i| {
        let body = Body3::point(1.0 + i % 3.0).at([i, 0.5 * i, -i]);
        body.moving([1.0, i.sin(), i.cos()])
    })
}

/// Points under gravity and drag.
fn world(count: usize) -> World3 {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    world.add_force(LinearDrag::rate(DRAG_RATE)).unwrap();
    for body in bodies(count) {
        world.add_body(body).unwrap();
    }
    world
}

/// Points under gravity, drag and a closure.
fn with_closure(count: usize) -> World3 {
    let mut world = world(count);
    let force = |body: &Body3, _: f64| -> Vector3<f64> { body.position * -1e-3 };
    world.add_force(force).unwrap();
    world
}

/// Points under gravity, drag and a force field.
fn with_field(count: usize) -> World3 {
    let mut world = world(count);
    let field = |x: &Vector3<f64>, _: f64| -> Vector3<f64> { x * -1e-3 };
    world.add_force(ForceField::new(field)).unwrap();
    world
}

/// Symplectic Euler for positions and velocities, as most people write it.
fn by_hand(bodies: &mut [[Vector3<f64>; 2]]) {
    for [position, velocity] in bodies {
        let acceleration = GRAVITY - *velocity * DRAG_RATE;
        *velocity += acceleration * DT;
        *position += *velocity * DT;
    }
}

type Make = fn(usize) -> World3;

fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for count in [1, 100, 10_000, 100_000] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("by hand", count), |bencher| {
            let states = bodies(count).map(|body| [body.position, body.velocity]);
            let mut states: Vec<_> = states.collect();
            bencher.iter(|| by_hand(black_box(&mut states)));
        });
        let worlds: [(&str, Make); 3] = [
            ("world", world),
            ("world, closure", with_closure),
            ("world, field", with_field),
        ];
        for (name, world) in worlds {
            group.bench_function(BenchmarkId::new(name, count), |bencher| {
                let mut world = world(count);
                bencher.iter(|| black_box(&mut world).step(black_box(DT)));
            });
        }
        group.bench_function(BenchmarkId::new("world, all read", count), |bencher| {
            let mut world = world(count);
            bencher.iter(|| {
                black_box(&mut world).step(black_box(DT)).unwrap();
                let states = world.body_slice().iter();
                let states = states.map(|body| body.position + body.velocity);
                states.sum::<Vector3<f64>>()
            });
        });
    }
    // the cost of a change of forces: the first step after it sums the laws of all bodies
    group.bench_function(BenchmarkId::new("world, first step", 10_000), |bencher| {
        let world = world(10_000);
        let step = |world: &mut World3| world.step(DT);
        bencher.iter_batched_ref(|| world.clone(), step, BatchSize::LargeInput);
    });
    group.finish();
}

/// Elastic balls that fill a fifth of their box and move in many directions.
fn gas(count: u16) -> World2 {
    let mut world = World2::new();
    let side = f64::from(count).sqrt().ceil();
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    let walls = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let walls = walls.map(|normal| Plane::new(normal, -0.5 * side));
    world.add_surface(walls, Contact::new(1.0)).unwrap();
    for number in (0..count).map(f64::from) {
        let place = Vector2::new(number % side, (number / side).floor());
        let (sin, cos) = (number * 2.399_963).sin_cos();
        let ball = Body2::point(1.0).round(0.25).moving([3.0 * cos, 3.0 * sin]);
        let place = place.add_scalar(0.5 - 0.5 * side);
        world.add_body(ball.at(place)).unwrap();
    }
    world
}

fn balls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("balls in a box");
    group.sample_size(10);
    for count in [16, 300, 2000] {
        let steps = |mut world: World2, steps: u32| {
            (0..steps).for_each(|_| black_box(&mut world).step(black_box(DT)).unwrap());
            world
        };
        // after these steps the initial grid has no influence
        let start = steps(gas(count), 30);
        group.throughput(Throughput::Elements(u64::from(count) * 10));
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter_batched(
                || start.clone(),
                |world| steps(world, 10),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, step, balls);
criterion_main!(benches);
