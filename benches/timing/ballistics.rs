//! Flights in closed form, beside the loop that they replace.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kinstep::Float;
use kinstep::ballistics::{Ballistics, Crossing, Flight, Trajectory};
use kinstep::nalgebra::{Vector3, convert};

const GRAVITY: Vector3<f64> = Vector3::new(0.0, -9.81, 0.0);
const DRAG_RATE: f64 = 0.1;
const START: Vector3<f64> = Vector3::new(0.0, 1.5, 0.0);
const VELOCITY: Vector3<f64> = Vector3::new(30.0, 80.0, 5.0);

fn air() -> Ballistics<f64, 3> {
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

fn where_it_is(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("where it is after 60 s");
    group.bench_function("loop of 3000 steps", |bencher| {
        bencher.iter(|| by_hand(black_box(START), black_box(VELOCITY)));
    });
    let flight = air().launch(START, VELOCITY);
    group.bench_function("position and velocity", |bencher| {
        bencher.iter(|| black_box(&flight).at(black_box(60.0)));
    });
    group.bench_function("position and velocity, after 1 s", |bencher| {
        bencher.iter(|| black_box(&flight).at(black_box(1.0)));
    });
    group.bench_function("position", |bencher| {
        bencher.iter(|| black_box(&flight).position(black_box(60.0)));
    });
    let quick = air().rational().launch(START, VELOCITY);
    group.bench_function("position and velocity, rational", |bencher| {
        bencher.iter(|| black_box(&quick).at(black_box(60.0)));
    });
    let single: Flight<f32, 3> = Ballistics::new(GRAVITY.cast())
        .with_drag_rate(0.1)
        .launch(START.cast(), VELOCITY.cast());
    group.bench_function("position and velocity, f32", |bencher| {
        bencher.iter(|| black_box(&single).at(black_box(60.0)));
    });
    group.finish();
}

fn when_it_lands(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("when it lands");
    let air = air();
    let ground = air.level(0.0);
    group.bench_function("launch and landing", |bencher| {
        bencher.iter(|| {
            let flight = black_box(&air).launch(black_box(START), black_box(VELOCITY));
            flight.crossing(&ground, Crossing::Descending)
        });
    });
    let flight = air.launch(START, VELOCITY);
    group.bench_function("landing", |bencher| {
        bencher.iter(|| black_box(&flight).crossing(black_box(&ground), Crossing::Descending));
    });
    group.bench_function("apex", |bencher| bencher.iter(|| black_box(&flight).apex()));
    let quick = air.rational().launch(START, VELOCITY);
    group.bench_function("landing, rational", |bencher| {
        bencher.iter(|| black_box(&quick).crossing(black_box(&ground), Crossing::Descending));
    });
    group.finish();
}

/// A path of a thousand points, per point.
fn a_path_to_draw(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a path of 1000 points");
    group.throughput(Throughput::Elements(1000));
    let flight = air().launch(START, VELOCITY);
    group.bench_function("sampled", |bencher| {
        bencher.iter(|| {
            let points = black_box(&flight).sample(0.0, black_box(0.02), 1000);
            points.fold(Vector3::zeros(), |sum: Vector3<f64>, point| sum.sup(&point))
        });
    });
    group.bench_function("each by itself", |bencher| {
        bencher.iter(|| {
            (0..1000)
                .map(|index| black_box(&flight).position(black_box(0.02) * f64::from(index)))
                .fold(Vector3::zeros(), |sum: Vector3<f64>, point| sum.sup(&point))
        });
    });
    group.finish();
}

/// A thousand throws, each with its own start, velocity and time of up to half a minute, per throw.
fn many_throws<T: Float>(criterion: &mut Criterion, name: &str) {
    let mut group = criterion.benchmark_group(format!("1000 throws, {name}"));
    group.throughput(Throughput::Elements(1000));
    let number = |value: f64| convert::<f64, T>(value);
    let air: Ballistics<T, 3> = Ballistics::new(GRAVITY.map(number))
        .with_drag_rate(number(DRAG_RATE))
        .with_wind([3.0, 0.0, -1.0].map(number));
    let index = |index: i32| f64::from(index);
    let positions: Vec<_> = (0..1000)
        .map(|i| (START + Vector3::x() * index(i)).map(number))
        .collect();
    let velocities: Vec<_> = (0..1000)
        .map(|i| (VELOCITY + Vector3::z() * (0.01 * index(i))).map(number))
        .collect();
    let times: Vec<_> = (0..1000).map(|i| number(0.73 * index(i) % 30.0)).collect();
    let mut arrived = positions.clone();
    let mut moving = velocities.clone();
    group.bench_function("positions, together", |bencher| {
        bencher.iter(|| {
            black_box(&air).positions_at(
                black_box(&positions),
                &velocities,
                &times,
                black_box(&mut arrived),
            )
        });
    });
    group.bench_function("positions, one by one", |bencher| {
        bencher.iter(|| {
            let (air, starts) = (black_box(&air), positions.iter().zip(&velocities));
            for ((arrived, (position, velocity)), time) in
                arrived.iter_mut().zip(starts).zip(&times)
            {
                *arrived = air.launch(*position, *velocity).position(*time);
            }
            black_box(&mut arrived);
        });
    });
    group.bench_function("positions and velocities, together", |bencher| {
        bencher.iter(|| {
            black_box(&air).states_at(
                black_box(&positions),
                &velocities,
                &times,
                black_box(&mut arrived),
                black_box(&mut moving),
            )
        });
    });
    group.bench_function("positions and velocities, one by one", |bencher| {
        bencher.iter(|| {
            let (air, starts) = (black_box(&air), positions.iter().zip(&velocities));
            let arrived = arrived.iter_mut().zip(&mut moving);
            for (((arrived, moving), (position, velocity)), time) in arrived.zip(starts).zip(&times)
            {
                let event = air.launch(*position, *velocity).at(*time);
                (*arrived, *moving) = (event.position, event.velocity);
            }
            black_box(&mut moving);
        });
    });
    group.bench_function("a hundred steps of a loop", |bencher| {
        let gravity: Vector3<T> = GRAVITY.map(number);
        let kept = number(1.0 - DRAG_RATE * 0.01);
        bencher.iter(|| {
            let starts = black_box(&positions).iter().zip(&velocities).zip(&times);
            for (arrived, ((position, velocity), time)) in arrived.iter_mut().zip(starts) {
                let (mut position, mut velocity) = (*position, *velocity);
                let dt = *time * number(0.01);
                for _ in 0..100 {
                    velocity = (velocity + gravity * dt) * kept;
                    position += velocity * dt;
                }
                *arrived = position;
            }
            black_box(&mut arrived);
        });
    });
    group.finish();
}

fn many(criterion: &mut Criterion) {
    many_throws::<f64>(criterion, "f64");
    many_throws::<f32>(criterion, "f32");
}

criterion_group!(benches, where_it_is, when_it_lands, a_path_to_draw, many);
criterion_main!(benches);
