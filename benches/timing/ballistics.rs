//! Times of flights in closed form, beside the loop that they replace.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing, Trajectory};
use kinstep_flight::Ballistics;

const GRAVITY: Vector3<f64> = Vector3::new(0.0, -9.81, 0.0);
const DRAG_RATE: f64 = 0.1;
const START: Vector3<f64> = Vector3::new(0.0, 1.5, 0.0);
const VELOCITY: Vector3<f64> = Vector3::new(30.0, 80.0, 5.0);

fn air() -> Ballistics<3> {
    Ballistics::new(GRAVITY)
        .with_drag_rate(DRAG_RATE)
        .with_wind([3.0, 0.0, -1.0])
}

/// The loop of an engine: 3000 steps of 1/50 s for a flight of one minute.
fn by_hand(mut position: Vector3<f64>, mut velocity: Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let dt = 0.02;
    for _ in 0..3000 {
        velocity += GRAVITY * dt;
        velocity *= 1.0 - DRAG_RATE * dt;
        position += velocity * dt;
    }
    (position, velocity)
}

/// Times position and velocity after 60 s, the landing, and a path of a thousand points.
fn one(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("flight");
    group.bench_function("loop of 3000 steps", |bencher| {
        bencher.iter(|| by_hand(black_box(START), black_box(VELOCITY)));
    });
    let air = air();
    let flight = air.launch(START, VELOCITY);
    let rational = air.rational().launch(START, VELOCITY);
    group.bench_function("position", |bencher| {
        bencher.iter(|| black_box(&flight).position(black_box(60.0)));
    });
    group.bench_function("position and velocity", |bencher| {
        bencher.iter(|| black_box(&flight).at(black_box(60.0)));
    });
    group.bench_function("position and velocity, rational", |bencher| {
        bencher.iter(|| black_box(&rational).at(black_box(60.0)));
    });
    let ground = air.level(0.0);
    group.bench_function("landing", |bencher| {
        bencher.iter(|| black_box(&flight).crossing(black_box(&ground), Crossing::Descending));
    });
    group.bench_function("landing, rational", |bencher| {
        bencher.iter(|| black_box(&rational).crossing(black_box(&ground), Crossing::Descending));
    });
    group.bench_function("apex", |bencher| bencher.iter(|| black_box(&flight).apex()));
    group.throughput(Throughput::Elements(1000));
    group.bench_function("path of 1000 points", |bencher| {
        bencher.iter(|| {
            let points = black_box(&flight).sample(0.0, black_box(0.02), 1000);
            points.fold(Vector3::zeros(), |sum: Vector3<f64>, point| sum.sup(&point))
        });
    });
    group.finish();
}

/// Times a thousand throws, each with its own start, velocity and time of up to half a minute.
/// Times are per throw.
fn many(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("1000 throws");
    group.throughput(Throughput::Elements(1000));
    let air = air();
    let throws = || (0..1000).map(f64::from);
    let vectors = |first: Vector3<f64>, apart: Vector3<f64>| -> Vec<Vector3<f64>> {
        throws().map(|i| first + apart * i).collect()
    };
    let positions = vectors(START, Vector3::x());
    let velocities = vectors(VELOCITY, Vector3::z() * 0.01);
    let times: Vec<f64> = throws().map(|i| 0.73 * i % 30.0).collect();
    let (mut arrived, mut moving) = (positions.clone(), velocities.clone());
    group.bench_function("positions, together", |bencher| {
        bencher.iter(|| {
            let (air, starts) = (black_box(&air), black_box(&positions));
            air.positions_at(starts, &velocities, &times, black_box(&mut arrived))
        });
    });
    group.bench_function("states, together", |bencher| {
        bencher.iter(|| {
            let (air, starts) = (black_box(&air), black_box(&positions));
            let (arrived, moving) = (black_box(&mut arrived), black_box(&mut moving));
            air.states_at(starts, &velocities, &times, arrived, moving)
        });
    });
    group.bench_function("positions, one by one", |bencher| {
        bencher.iter(|| {
            let (air, starts) = (black_box(&air), positions.iter().zip(&velocities));
            for ((arrived, (x, v)), time) in arrived.iter_mut().zip(starts).zip(&times) {
                *arrived = air.launch(*x, *v).position(*time);
            }
            black_box(&mut arrived);
        });
    });
    group.bench_function("a hundred steps of a loop", |bencher| {
        let (kept, share) = (1.0 - DRAG_RATE * 0.01, 0.01);
        bencher.iter(|| {
            let starts = black_box(&positions).iter().zip(&velocities);
            for ((arrived, (x, v)), time) in arrived.iter_mut().zip(starts).zip(&times) {
                let (mut x, mut v, dt) = (*x, *v, *time * share);
                for _ in 0..100 {
                    v = (v + GRAVITY * dt) * kept;
                    x += v * dt;
                }
                *arrived = x;
            }
            black_box(&mut arrived);
        });
    });
    group.finish();
}

criterion_group!(benches, one, many);
criterion_main!(benches);
