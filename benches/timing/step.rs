//! One step of a world of many bodies, beside the loop that people write by hand.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, ForceField, LinearDrag, UniformGravity, World3};

const DT: f64 = 1.0 / 60.0;
const GRAVITY: Vector3<f64> = Vector3::new(0.0, -9.81, 0.0);
const DRAG_RATE: f64 = 0.1;

fn bodies(count: usize) -> Vec<Body3> {
    (0..count)
        .map(|i| {
            let i = i as f64;
            Body3::point(1.0 + i % 3.0)
                .at([i, 0.5 * i, -i])
                .moving([1.0, i.sin(), i.cos()])
        })
        .collect()
}

fn world(count: usize) -> World3 {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    world.add_force(LinearDrag::rate(DRAG_RATE)).unwrap();
    for body in bodies(count) {
        world.add_body(body).unwrap();
    }
    world
}

/// Symplectic Euler as anyone would write it.
fn by_hand(bodies: &mut [Body3]) {
    for body in bodies {
        let acceleration = GRAVITY - body.velocity * DRAG_RATE;
        body.velocity += acceleration * DT;
        body.position += body.velocity * DT;
    }
}

/// A body that cannot turn, as small as one can be.
#[derive(Clone, Copy)]
struct Bare {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
}

/// The same loop over such bodies.
fn bare_by_hand(bodies: &mut [Bare]) {
    for body in bodies {
        let acceleration = GRAVITY - body.velocity * DRAG_RATE;
        body.velocity += acceleration * DT;
        body.position += body.velocity * DT;
    }
}

fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for count in [1, 100, 10_000, 100_000] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("by hand", count), |bencher| {
            let mut bodies = bodies(count);
            bencher.iter(|| by_hand(black_box(&mut bodies)));
        });
        group.bench_function(BenchmarkId::new("by hand, bare", count), |bencher| {
            let mut bodies: Vec<Bare> = (bodies(count).iter())
                .map(|body| Bare {
                    position: body.position,
                    velocity: body.velocity,
                })
                .collect();
            bencher.iter(|| bare_by_hand(black_box(&mut bodies)));
        });
        group.bench_function(BenchmarkId::new("world", count), |bencher| {
            let mut world = world(count);
            bencher.iter(|| black_box(&mut world).step(black_box(DT)));
        });
        group.bench_function(BenchmarkId::new("world, all read", count), |bencher| {
            let mut world = world(count);
            bencher.iter(|| {
                black_box(&mut world).step(black_box(DT)).unwrap();
                let bodies = world.body_slice().iter();
                bodies.fold(Vector3::zeros(), |sum, body| {
                    sum + body.position + body.velocity
                })
            });
        });
        group.bench_function(BenchmarkId::new("world, closure", count), |bencher| {
            let mut world = world(count);
            world
                .add_force(|body: &Body3, _: f64| body.position.map(|x| -1e-3 * x))
                .unwrap();
            bencher.iter(|| black_box(&mut world).step(black_box(DT)));
        });
        group.bench_function(BenchmarkId::new("world, field", count), |bencher| {
            let mut world = world(count);
            world
                .add_force(ForceField::new(|x: &Vector3<f64>, _| x * -1e-3))
                .unwrap();
            bencher.iter(|| black_box(&mut world).step(black_box(DT)));
        });
    }
    // what a change of forces costs, once: the sums of laws of all bodies
    group.bench_function(BenchmarkId::new("world, first step", 10_000), |bencher| {
        let world = world(10_000);
        bencher.iter_batched_ref(
            || world.clone(),
            |world| world.step(DT),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, step);
criterion_main!(benches);
