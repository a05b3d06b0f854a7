//! Times of a rollback: a world of a thousand bodies is reset by eight frames and stepped again.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, ForceField, Inertia, LinearDrag, Spring, UniformGravity, World3};

const DT: f64 = 1.0 / 60.0;

/// Bodies under gravity, drag and springs.
fn world(body: impl Fn(f64) -> Body3) -> World3 {
    let mut world = World3::new();
    let gravity = UniformGravity::new([0.0, -9.81, 0.0]);
    world.add_force(gravity).unwrap();
    world.add_force(LinearDrag::coefficient(0.1)).unwrap();
    world.add_force(Spring::stiffness(2.0)).unwrap();
    for i in (0..1000).map(f64::from) {
        let body = body(1.0 + i % 3.0).at([i, 0.5 * i, -i]);
        let body = body.moving([1.0, i.sin(), i.cos()]);
        world.add_body(body).unwrap();
    }
    world
}

/// Eight frames, in which all bodies are read, as in a game.
fn step(world: &mut World3) {
    for _ in 0..8 {
        world.step(DT).unwrap();
        black_box(world.body_slice());
    }
}

fn rollback(criterion: &mut Criterion) {
    let mut kicked = world(Body3::point);
    let force = |body: &Body3, _: f64| -> Vector3<f64> { body.velocity * -0.01 };
    kicked.add_force(force).unwrap();
    let mut field = world(Body3::point);
    let pull = |x: &Vector3<f64>, _: f64| -> Vector3<f64> { x * -1e-3 };
    field.add_force(ForceField::new(pull)).unwrap();
    let brick = Inertia::cuboid(1.0, [0.1, 0.2, 0.3]);
    let solids = world(|mass| Body3::solid(mass, brick).spinning([0.1, 3.0, 0.2]));

    let mut group = criterion.benchmark_group("rollback of 1000");
    for (what, mut world) in [
        ("points", world(Body3::point)),
        ("points, closure", kicked),
        ("points, field", field),
        ("solids", solids),
    ] {
        step(&mut world);
        group.bench_function(BenchmarkId::new("clone", what), |bencher| {
            bencher.iter_with_large_drop(|| black_box(&world).clone());
        });
        // both the saved world and the played one are overwritten, so that they keep their memory
        group.bench_function(BenchmarkId::new("clone_from", what), |bencher| {
            let mut kept = world.clone();
            bencher.iter(|| kept.clone_from(black_box(&world)));
        });
        group.bench_function(BenchmarkId::new("back by 8 frames", what), |bencher| {
            let mut played = world.clone();
            bencher.iter(|| {
                played.clone_from(black_box(&world));
                step(&mut played);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rollback);
criterion_main!(benches);
