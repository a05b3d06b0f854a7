//! Rollback: a world of a thousand bodies is put back by eight frames and stepped again.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use kinstep::{
    Body3, ForceField, Inertia, LinearDrag, Spring, UniformGravity, World3, nalgebra::Vector3,
};

const DT: f64 = 1.0 / 60.0;
const BODIES: u32 = 1000;
const FRAMES: usize = 8;

/// Bodies under gravity, drag and springs, made by what is given; after a few steps, with all of them looked at, as a game
/// does.
fn world(body: impl Fn(f64) -> Body3) -> World3 {
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new([0.0, -9.81, 0.0]))
        .unwrap();
    world.add_force(LinearDrag::coefficient(0.1)).unwrap();
    world.add_force(Spring::stiffness(2.0)).unwrap();
    for i in 0..BODIES {
        let i = f64::from(i);
        let body = body(1.0 + i % 3.0).at([i, 0.5 * i, -i]);
        world
            .add_body(body.moving([1.0, i.sin(), i.cos()]))
            .unwrap();
    }
    step(&mut world);
    world
}

fn step(world: &mut World3) {
    for _ in 0..FRAMES {
        world.step(DT).unwrap();
        black_box(world.body_slice());
    }
}

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, what: &str, world: &World3) {
    group.bench_function(BenchmarkId::new("clone", what), |bencher| {
        bencher.iter_with_large_drop(|| black_box(world).clone());
    });
    // what is kept of the world is written over, and what is played is put back: both keep their memory
    group.bench_function(BenchmarkId::new("clone_from", what), |bencher| {
        let mut kept = world.clone();
        bencher.iter(|| kept.clone_from(black_box(world)));
    });
    group.bench_function(
        BenchmarkId::new("back by 8 frames, by clone", what),
        |bencher| {
            bencher.iter(|| {
                let mut played = black_box(world).clone();
                step(&mut played);
                played
            });
        },
    );
    group.bench_function(BenchmarkId::new("back by 8 frames", what), |bencher| {
        let mut played = world.clone();
        bencher.iter(|| {
            played.clone_from(black_box(world));
            step(&mut played);
        });
    });
}

fn rollback(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rollback of 1000");
    let points = world(Body3::point);
    measure(&mut group, "points", &points);

    let mut kicked = world(Body3::point);
    kicked
        .add_force(|body: &Body3, _: f64| body.velocity * -0.01)
        .unwrap();
    step(&mut kicked);
    measure(&mut group, "points, closure", &kicked);

    let mut field = world(Body3::point);
    field
        .add_force(ForceField::new(|x: &Vector3<f64>, _| x * -1e-3))
        .unwrap();
    step(&mut field);
    measure(&mut group, "points, field", &field);

    let brick = Inertia::cuboid(1.0, [0.1, 0.2, 0.3]);
    let solids = world(|mass| Body3::solid(mass, brick).spinning([0.1, 3.0, 0.2]));
    measure(&mut group, "solids", &solids);
    group.finish();
}

criterion_group!(benches, rollback);
criterion_main!(benches);
