//! Many throws at once, beside a loop of single ones; with `--features rayon` on all threads.
//!
//! A batch in pieces too short for that stays on one thread with that feature, too: the two beside each other are what it gains.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kinstep::aim::{AimError, Grid, Launch, Order, Plan};
use kinstep::ballistics::{AlignedBox, Ballistics};
use kinstep::nalgebra::Vector3;

const PLAN: Plan<f64, 3> = Plan::Speed(30.0);
const EARLIEST: Plan<f64, 3> = Plan::EarliestAtSpeed(30.0);
const SLOW: Plan<f64, 3> = Plan::Speed(8.0);
const SLOW_EARLIEST: Plan<f64, 3> = Plan::EarliestAtSpeed(8.0);
const PIECE: usize = 256;

type Answer = Result<Launch<f64, 3>, AimError<f64>>;

fn air() -> Ballistics<f64, 3> {
    Ballistics::new([0.0, -9.81, 0.0])
        .with_drag_rate(0.1)
        .with_wind([3.0, 0.0, -1.0])
}

/// Targets from 10 m to 50 m away, all around.
fn orders(count: usize) -> Vec<Order<f64, 3>> {
    let around = |number: usize| {
        let (sin, cos) = (number as f64 * 2.399_963).sin_cos();
        let distance = 10.0 + (number * 7919 % 4001) as f64 * 0.01;
        Vector3::new(cos * distance, (number % 7) as f64 - 3.0, sin * distance)
    };
    let from = [1.0, 2.0, -3.0];
    (0..count)
        .map(|number| Order::new(from, around(number)))
        .collect()
}

fn batches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("aim_batch");
    for count in [100, 1000, 10_000, 100_000] {
        let (orders, air) = (orders(count), air());
        let mut answers = vec![Err(AimError::NeverMet); count];
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("loop of single aims", count), |bencher| {
            bencher.iter(|| {
                for (order, answer) in black_box(&orders).iter().zip(&mut answers) {
                    let arcs = air.aim(order.from, order.target).at_speed(black_box(30.0));
                    *answer = arcs.map(|arcs| arcs.direct);
                }
                black_box(&answers);
            });
        });
        group.bench_function(BenchmarkId::new("batch on one thread", count), |bencher| {
            bencher.iter(|| {
                let answers = answers.chunks_mut(PIECE);
                for (orders, answers) in black_box(&orders).chunks(PIECE).zip(answers) {
                    air.aim_all(orders, &PLAN, answers).unwrap();
                }
            });
        });
        group.bench_function(BenchmarkId::new("batch", count), |bencher| {
            bencher.iter(|| {
                air.aim_all(black_box(&orders), &PLAN, &mut answers)
                    .unwrap();
                black_box(&answers);
            });
        });
    }
    group.finish();
}

/// A planner of all orders.
type AimAll<'a> = dyn Fn(&[Order<f64, 3>], &mut [Answer]) + 'a;

/// Targets that move: a search, not a closed form.
fn moving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("aim_batch, moving targets");
    for count in [10, 100, 1000] {
        let air = air();
        let orders: Vec<_> = (orders(count).into_iter())
            .map(|order| order.moving([2.0, 0.0, 1.0]))
            .collect();
        let mut answers = vec![Err(AimError::NeverMet); count];
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("batches of 8", count), |bencher| {
            bencher.iter(|| {
                for (orders, answers) in black_box(&orders).chunks(8).zip(answers.chunks_mut(8)) {
                    air.aim_all(orders, &PLAN, answers).unwrap();
                }
            });
        });
        group.bench_function(BenchmarkId::new("batch", count), |bencher| {
            bencher.iter(|| {
                air.aim_all(black_box(&orders), &PLAN, &mut answers)
                    .unwrap();
                black_box(&answers);
            });
        });
    }
    group.finish();
}

/// A frame of a game: 500 targets that stay beside 500 that move, in three airs.
fn frame(criterion: &mut Criterion) {
    const TARGETS: usize = 500;
    let stay = orders(TARGETS);
    let around = |number: usize| {
        let (sin, cos) = (number as f64 * 1.7).sin_cos();
        [2.0 * cos, 0.3 * sin, 2.0 * sin]
    };
    let movers = || (stay.iter().enumerate()).map(|(number, order)| order.moving(around(number)));
    let move_on: Vec<_> = movers().collect();
    let speed_up: Vec<_> = movers()
        .map(|order| order.accelerating([0.0, 0.0, -1.0]))
        .collect();
    let parabola = Ballistics::new([0.0, -9.81, 0.0]);
    let rational = air().rational();
    let straight = Plan::StraightLineSpeed(30.0);
    let mut answers = vec![Err(AimError::NeverMet); TARGETS];
    let mut group = criterion.benchmark_group("500 targets");
    let batches = [
        ("stay", &stay, &PLAN),
        ("move, all hits", &move_on, &PLAN),
        ("move, earliest hit", &move_on, &EARLIEST),
        ("stay, out of range", &stay, &SLOW),
        ("move, all hits, out of range", &move_on, &SLOW),
        ("move, earliest hit, out of range", &move_on, &SLOW_EARLIEST),
        ("stay, straight-line speed", &stay, &straight),
        ("move, straight-line speed", &move_on, &straight),
        ("speed up, straight-line speed", &speed_up, &straight),
        ("speed up, all hits", &speed_up, &PLAN),
        ("speed up, earliest hit", &speed_up, &EARLIEST),
    ];
    for (name, orders, plan) in batches {
        let mut over = |name: String, aim_all: &AimAll| {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    aim_all(black_box(orders), &mut answers);
                    black_box(&answers);
                });
            });
        };
        over(format!("{name}, no drag"), &|orders, answers| {
            parabola.aim_all(orders, plan, answers).unwrap();
        });
        over(format!("{name}, rational"), &|orders, answers| {
            rational.aim_all(orders, plan, answers).unwrap();
        });
        over(format!("{name}, exact"), &|orders, answers| {
            air().aim_all(orders, plan, answers).unwrap();
        });
    }
    group.finish();
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("firing table");
    let region = AlignedBox::around([0.0; 3], [50.0, 0.0, 50.0]);
    let grid = Grid::new(region, [100, 1, 100]).unwrap();
    let firing = air().firing([0.0, 2.0, 0.0], &PLAN, &grid).unwrap();
    group.bench_function("one look", |bencher| {
        bencher.iter(|| firing.at(black_box([12.2, 0.0, 3.9])));
    });
    group.bench_function("one look between the cells", |bencher| {
        bencher.iter(|| firing.between(black_box([12.2, 0.0, 3.9])));
    });
    group.throughput(Throughput::Elements(grid.len() as u64));
    for (name, plan) in [("by speed", PLAN), ("by least speed", Plan::LeastSpeed)] {
        group.bench_function(BenchmarkId::new("made", name), |bencher| {
            bencher.iter(|| air().firing([0.0, 2.0, 0.0], black_box(&plan), &grid));
        });
    }
    group.finish();
}

criterion_group!(benches, batches, moving, frame, tables);
criterion_main!(benches);
