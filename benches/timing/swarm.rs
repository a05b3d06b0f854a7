//! Times of one step of a swarm, by law, number type and number of bodies. The package `peers`
//! measures the lower limit by the memory.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kinstep::nalgebra::{SVector, convert};
use kinstep::{Float, LinearLaw};
use kinstep_swarm::{Swarm, Swarm3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const DT: f64 = 1.0 / 60.0;

/// Gravity along the second axis, and drag in a wind along all axes, so that no component comes to
/// rest.
fn fall<T: Float, const D: usize>() -> LinearLaw<T, D> {
    let gravity = SVector::from_fn(|axis, _| convert(if axis == 1 { -9.81 } else { 0.0 }));
    LinearLaw::gravity(gravity)
        + LinearLaw::drag(convert(0.1)).in_wind(SVector::repeat(convert(3.0)))
}

/// A law with matrices: velocities rotate in the plane of the first two axes.
fn gyration<T: Float, const D: usize>() -> LinearLaw<T, D> {
    let mut law = fall();
    (law.gyration[(0, 1)], law.gyration[(1, 0)]) = (convert(2.0), convert(-2.0));
    law
}

fn states<T: Float, const D: usize>(count: usize) -> Vec<[SVector<T, D>; 2]> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut vector = |most: f64| SVector::from_fn(|_, _| convert(random.random_range(-most..most)));
    (0..count).map(|_| [vector(100.0), vector(10.0)]).collect()
}

fn swarm<T: Float, const D: usize>(count: usize, room: usize) -> Swarm<T, D> {
    let mut swarm = Swarm::with_capacity(count + room);
    for [position, velocity] in states::<T, D>(count) {
        swarm.push(position, velocity).unwrap();
    }
    swarm
}

/// Times a step, per body.
fn step<T: Float, const D: usize>(criterion: &mut Criterion, name: &str) {
    let mut group = criterion.benchmark_group(name);
    for count in [1000, 10_000, 100_000, 1_000_000] {
        group.throughput(Throughput::Elements(count as u64));
        let laws = [
            ("gravity and drag", fall()),
            ("and a spring", fall() + LinearLaw::spring(convert(4.0))),
            ("and gyration", gyration()),
        ];
        for (forces, law) in laws {
            group.bench_function(BenchmarkId::new(forces, count), |bencher| {
                let mut swarm = swarm::<T, D>(count, 0);
                let dt = convert(DT);
                bencher.iter(|| black_box(&mut swarm).step(black_box(&law), black_box(dt)));
            });
        }
    }
    group.finish();
}

fn steps(criterion: &mut Criterion) {
    step::<f32, 2>(criterion, "swarm, f32, plane");
    step::<f32, 3>(criterion, "swarm, f32, space");
    step::<f64, 2>(criterion, "swarm, f64, plane");
    step::<f64, 3>(criterion, "swarm, f64, space");
}

/// Times the removal and addition of bodies, per body.
fn churn(criterion: &mut Criterion) {
    const COUNT: usize = 10_000;
    const CHANGED: usize = 1000;
    let mut group = criterion.benchmark_group("swarm, bodies that come and go");
    group.throughput(Throughput::Elements(CHANGED as u64));
    let states = states::<f64, 3>(CHANGED);
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let places: [usize; CHANGED] = std::array::from_fn(|_| random.random_range(0..COUNT));
    group.bench_function(BenchmarkId::new("of", COUNT), |bencher| {
        let swarm = || swarm::<f64, 3>(COUNT, CHANGED);
        let change = |swarm: &mut Swarm3| {
            for [position, velocity] in black_box(&states) {
                let _ = black_box(swarm.push(*position, *velocity));
            }
            for place in black_box(&places) {
                black_box(swarm.remove(*place));
            }
        };
        bencher.iter_batched_ref(swarm, change, BatchSize::LargeInput);
    });
    group.finish();
}

criterion_group!(benches, steps, churn);
criterion_main!(benches);
