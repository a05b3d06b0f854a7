//! One step of a swarm, beside the least that a pass over memory takes and the loop that people write by hand.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use kinstep::nalgebra::{SVector, convert};
use kinstep::{Float, LinearLaw, Swarm, Swarm3};
use multiversion::multiversion;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const DT: f64 = 1.0 / 60.0;
const GRAVITY: f64 = -9.81;
const DRAG_RATE: f64 = 0.1;
/// Along every axis, so that nothing comes to rest, where numbers are slow.
const WIND: f64 = 3.0;
const COUNTS: [usize; 4] = [1000, 10_000, 100_000, 1_000_000];

/// Gravity along the second axis.
fn gravity<T: Float, const D: usize>() -> SVector<T, D> {
    SVector::from_fn(|axis, _| convert(if axis == 1 { GRAVITY } else { 0.0 }))
}

fn fall<T: Float, const D: usize>() -> LinearLaw<T, D> {
    LinearLaw::gravity(gravity())
        + LinearLaw::drag(convert(DRAG_RATE)).in_wind(SVector::repeat(convert(WIND)))
}

fn spring<T: Float, const D: usize>() -> LinearLaw<T, D> {
    fall() + LinearLaw::spring(convert(4.0))
}

/// Velocities that turn in the first two axes: a law of matrices.
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

/// How many numbers are taken together.
const LANES: usize = 48;

/// Numbers from a boundary of the machine's memory lines on.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line<T>([T; LANES]);

/// The least that can be done to two lines of numbers in place: each is read, changed once and written.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn in_place<T: Float>(positions: &mut [Line<T>], velocities: &mut [Line<T>], middle: T) {
    for (positions, velocities) in positions.iter_mut().zip(velocities) {
        for lane in 0..LANES {
            positions.0[lane] = middle - positions.0[lane];
            velocities.0[lane] = middle - velocities.0[lane];
        }
    }
}

/// Each axis by itself, numbers of positions and of velocities.
type Axes<T, const D: usize> = [[Vec<T>; 2]; D];

/// Symplectic Euler as anyone would write it for arrays.
fn by_hand<T: Float, const D: usize>(axes: &mut Axes<T, D>, push: SVector<T, D>, rate: T, dt: T) {
    for ([positions, velocities], push) in axes.iter_mut().zip(push.iter()) {
        for (x, v) in positions.iter_mut().zip(velocities) {
            *v += (*push - *v * rate) * dt;
            *x += *v * dt;
        }
    }
}

/// What a step takes of two loops that know nothing of laws.
fn limits<T: Float, const D: usize>(group: &mut BenchmarkGroup<'_, WallTime>, count: usize) {
    group.bench_function(BenchmarkId::new("in place", count), |bencher| {
        let lines = vec![Line([T::one(); LANES]); (D * count).div_ceil(LANES)];
        let (mut positions, mut velocities) = (lines.clone(), lines);
        bencher.iter(|| {
            let (positions, velocities) = (&mut positions[..], &mut velocities[..]);
            in_place(
                black_box(positions),
                black_box(velocities),
                black_box(convert(3.0)),
            );
        });
    });
    group.bench_function(BenchmarkId::new("by hand", count), |bencher| {
        let states = states::<T, D>(count);
        let mut axes: Axes<T, D> = std::array::from_fn(|axis| {
            [0, 1].map(|which| states.iter().map(|state| state[which][axis]).collect())
        });
        let (rate, dt) = (convert(DRAG_RATE), convert(DT));
        let push = gravity::<T, D>().add_scalar(convert(DRAG_RATE * WIND));
        bencher.iter(|| by_hand(black_box(&mut axes), black_box(push), black_box(rate), dt));
    });
}

/// A step, per body.
fn step<T: Float, const D: usize>(criterion: &mut Criterion, name: &str) {
    let mut group = criterion.benchmark_group(name);
    for count in COUNTS {
        group.throughput(Throughput::Elements(count as u64));
        limits::<T, D>(&mut group, count);
        let laws = [
            ("gravity and drag", fall()),
            ("and a spring", spring()),
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

/// Bodies that come and go, per body that does both.
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

// kicks, crossings, samples and threads have groups of their own here
criterion_group!(benches, steps, churn);
criterion_main!(benches);
