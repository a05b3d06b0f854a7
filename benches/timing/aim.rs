//! Times of plans, alone and in batches. With `--features rayon` batches use all threads.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use kinstep::nalgebra::Vector3;
use kinstep_flight::Ballistics;
use kinstep_flight::aim::{Aim, AimError, Arcs, Launch, Order, Plan};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const FROM: Vector3<f64> = Vector3::new(0.0, 1.5, 0.0);

type Answer = Result<Launch<3>, AimError>;

fn still_air() -> Ballistics<3> {
    Ballistics::new([0.0, -9.81, 0.0])
}

fn windy_air() -> Ballistics<3> {
    still_air().with_drag_rate(0.28).with_wind([3.0, 0.0, -1.0])
}

/// Sum of all numbers of an answer, so that the compiler must compute each of them but stores none.
fn one(answer: Answer) -> f64 {
    answer.map_or(0.0, |launch| launch.velocity.sum() + launch.time_of_flight)
}

fn two(answer: Result<Arcs<3>, AimError>) -> f64 {
    answer.map_or(0.0, |arcs| one(Ok(arcs.direct)) + one(Ok(arcs.lofted)))
}

/// Plans a launch at a speed.
type Planner = fn(&Aim<3>, f64) -> f64;

const STAYING: [(&str, Planner); 8] = [
    ("at a speed, both arcs", |aim, speed| {
        two(aim.at_speed(speed))
    }),
    ("at the least speed", |aim, _| one(aim.with_least_speed())),
    ("in a time", |aim, _| one(aim.in_time(2.5))),
    ("with an arc height", |aim, _| one(aim.with_arc_height(6.0))),
    ("at a slope", |aim, _| one(aim.at_slope(2.5))),
    ("arriving at a slope", |aim, _| {
        one(aim.arriving_at_slope(-2.5))
    }),
    ("lob", |aim, _| one(aim.lob(2.0))),
    ("through a point", |aim, _| {
        one(aim.through([0.0, 30.0, 0.0]))
    }),
];

const MOVING: [(&str, Planner); 4] = [
    (
        "at a speed, all hits",
        |aim, speed| two(aim.at_speed(speed)),
    ),
    ("at a speed, earliest hit", |aim, speed| {
        one(aim.earliest_at_speed(speed))
    }),
    ("at a straight-line speed", |aim, speed| {
        one(aim.at_straight_line_speed(speed))
    }),
    ("at the least speed", |aim, _| one(aim.with_least_speed())),
];

/// Targets at 5 to 80 m in all directions, and speeds of 1.02 to 2.5 times the least speed.
fn throws(aim: &dyn Fn(Vector3<f64>) -> Aim<3>) -> Vec<(Aim<3>, f64)> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let throw = |_| {
        let direction = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
        let aim = aim(FROM + direction * random.random_range(5.0..80.0));
        let least = aim.with_least_speed().expect("gravity").velocity.norm();
        (aim, least * random.random_range(1.02..2.5))
    };
    (0..64).map(throw).collect()
}

/// Times single plans, in three kinds of air.
fn plans(criterion: &mut Criterion) {
    let (still, windy) = (still_air(), windy_air());
    let rational = windy.rational();
    let velocity = [4.0, 0.0, 3.0];
    type Aimed<'a> = (&'a str, &'a dyn Fn(Vector3<f64>) -> Aim<3>);
    let staying: [Aimed<'_>; 3] = [
        ("no drag", &|target| still.aim(FROM, target)),
        ("rational", &|target| rational.aim(FROM, target)),
        ("exact", &|target| windy.aim(FROM, target)),
    ];
    let moving: [Aimed<'_>; 4] = [
        ("no drag", &|target| {
            still.aim(FROM, target).moving(velocity)
        }),
        ("rational", &|target| {
            rational.aim(FROM, target).moving(velocity)
        }),
        ("exact", &|target| windy.aim(FROM, target).moving(velocity)),
        ("exact, accelerating", &|target| {
            let aim = windy.aim(FROM, target).moving(velocity);
            aim.accelerating([0.0, 0.0, -1.0])
        }),
    ];
    let families = [
        ("target stays", &STAYING[..], &staying[..]),
        ("target moves", &MOVING, &moving),
    ];
    for (target, planners, airs) in families {
        for (name, plan) in planners {
            let mut group = criterion.benchmark_group(format!("{target}, {name}"));
            for (air, aim) in airs {
                let throws = throws(aim);
                let mut next = throws.iter().cycle();
                group.bench_function(*air, |bencher| {
                    bencher.iter(|| {
                        let (aim, speed) = black_box(next.next().unwrap());
                        plan(aim, *speed)
                    });
                });
            }
            group.finish();
        }
    }
}

/// Targets at 10 to 50 m in all directions.
fn orders(count: usize) -> Vec<Order<3>> {
    let around = |number: usize| {
        let (sin, cos) = (number as f64 * 2.399_963).sin_cos();
        let distance = 10.0 + (number * 7919 % 4001) as f64 * 0.01;
        Vector3::new(cos * distance, (number % 7) as f64 - 3.0, sin * distance)
    };
    let order = |number| Order::new([1.0, 2.0, -3.0], around(number));
    (0..count).map(order).collect()
}

/// Times batches with exact drag, beside a loop of single aims, and beside batches of pieces that
/// are too short for more than one thread. Times are per throw.
fn batches(criterion: &mut Criterion) {
    let (air, plan) = (windy_air(), Plan::Speed(30.0));
    let stay = |count| (orders(count), 256);
    let moving = |count: usize| {
        let orders = orders(count).into_iter();
        let orders = orders.map(|order| order.moving([2.0, 0.0, 1.0]));
        (orders.collect::<Vec<_>>(), 8)
    };
    for (name, (orders, piece)) in [
        ("stay", stay(100)),
        ("stay", stay(10_000)),
        ("stay", stay(100_000)),
        ("move", moving(10)),
        ("move", moving(1000)),
    ] {
        let count = orders.len();
        let mut answers = vec![Err(AimError::NeverMet); count];
        let mut group = criterion.benchmark_group(format!("batch, targets {name}"));
        group.throughput(Throughput::Elements(count as u64));
        if name == "stay" {
            group.bench_function(BenchmarkId::new("loop of single aims", count), |bencher| {
                bencher.iter(|| {
                    for (order, answer) in black_box(&orders).iter().zip(&mut answers) {
                        let aim = air.aim(order.from, order.target);
                        *answer = aim.at_speed(black_box(30.0)).map(|arcs| arcs.direct);
                    }
                    black_box(&answers);
                });
            });
        }
        for (name, piece) in [("on one thread", piece), ("at once", count)] {
            group.bench_function(BenchmarkId::new(name, count), |bencher| {
                bencher.iter(|| {
                    let answers = answers.chunks_mut(piece);
                    for (orders, answers) in black_box(&orders).chunks(piece).zip(answers) {
                        air.aim_all(orders, &plan, black_box(answers)).unwrap();
                    }
                });
            });
        }
        group.finish();
    }
}

/// Times a frame of a game: 500 targets, in range and out of it, in three kinds of air.
fn frames(criterion: &mut Criterion) {
    let stay = orders(500);
    let around = |number: usize| {
        let (sin, cos) = (number as f64 * 1.7).sin_cos();
        [2.0 * cos, 0.3 * sin, 2.0 * sin]
    };
    let moves = stay.iter().enumerate();
    let moves: Vec<_> = (moves.map(|(number, order)| order.moving(around(number)))).collect();
    let (still, windy, rational) = (still_air(), windy_air(), windy_air().rational());
    let mut answers: Vec<Answer> = vec![Err(AimError::NeverMet); 500];
    let mut group = criterion.benchmark_group("500 targets");
    for (name, orders, plan) in [
        ("stay", &stay, Plan::Speed(30.0)),
        ("stay, out of range", &stay, Plan::Speed(8.0)),
        ("move, all hits", &moves, Plan::Speed(30.0)),
        ("move, all hits, out of range", &moves, Plan::Speed(8.0)),
        ("move, earliest hit", &moves, Plan::EarliestAtSpeed(30.0)),
        (
            "move, straight-line speed",
            &moves,
            Plan::StraightLineSpeed(30.0),
        ),
    ] {
        let orders = || black_box(orders);
        group.bench_function(BenchmarkId::new(name, "no drag"), |bencher| {
            bencher.iter(|| still.aim_all(orders(), &plan, black_box(&mut answers)));
        });
        group.bench_function(BenchmarkId::new(name, "rational"), |bencher| {
            bencher.iter(|| rational.aim_all(orders(), &plan, black_box(&mut answers)));
        });
        group.bench_function(BenchmarkId::new(name, "exact"), |bencher| {
            bencher.iter(|| windy.aim_all(orders(), &plan, black_box(&mut answers)));
        });
    }
    group.finish();
}

criterion_group!(benches, plans, batches, frames);
criterion_main!(benches);
