//! What a plan costs: over 64 targets at 5 to 80 m around the shooter, and speeds of 1.02 to 2.5 times the least.

use std::hint::black_box;

use criterion::{
    BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime,
};
use kinstep::aim::{Aim, AimError, Arcs, Launch};
use kinstep::ballistics::Ballistics;
use kinstep::nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const FROM: Vector3<f64> = Vector3::new(0.0, 1.5, 0.0);

type Planner = fn(&Aim<f64, 3>, f64) -> Result<Launch<f64, 3>, AimError<f64>>;

/// All numbers of an answer in one, so that none is left out and none has to be stored.
fn sum(launch: &Launch<f64, 3>) -> f64 {
    launch.velocity.sum() + launch.time_of_flight
}

fn one(answer: Result<Launch<f64, 3>, AimError<f64>>) -> f64 {
    answer.map_or(0.0, |launch| sum(&launch))
}

fn two(answer: Result<Arcs<f64, 3>, AimError<f64>>) -> f64 {
    answer.map_or(0.0, |arcs| sum(&arcs.direct) + sum(&arcs.lofted))
}

/// A throw, and a speed that reaches.
type Throw = (Aim<f64, 3>, f64);

fn still_air() -> Ballistics<f64, 3> {
    Ballistics::new([0.0, -9.81, 0.0])
}

fn windy_air() -> Ballistics<f64, 3> {
    still_air()
        .with_terminal_speed(35.0)
        .with_wind([3.0, 0.0, -1.0])
}

fn throws(aim: impl Fn(Vector3<f64>) -> Aim<f64, 3>) -> Vec<Throw> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    (0..64)
        .map(|_| {
            let direction = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
            let aim = aim(FROM + direction * random.random_range(5.0..80.0));
            let least = aim.with_least_speed().expect("gravity").velocity.norm();
            (aim, least * random.random_range(1.02..2.5))
        })
        .collect()
}

fn over<R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    throws: &[Throw],
    mut plan: impl FnMut(&Aim<f64, 3>, f64) -> R,
) {
    let mut next = 0;
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let (aim, speed) = black_box(&throws[next & 63]);
            next += 1;
            plan(aim, *speed)
        });
    });
}

fn fixed_targets(criterion: &mut Criterion) {
    let (still, windy) = (still_air(), windy_air());
    let airs = [
        ("no drag", throws(|target| still.aim(FROM, target))),
        (
            "rational",
            throws(|target| windy.rational().aim(FROM, target)),
        ),
        ("exact", throws(|target| windy.aim(FROM, target))),
    ];
    let mut group = criterion.benchmark_group("at a speed, both arcs");
    for (name, throws) in &airs {
        over(&mut group, name, throws, |aim, speed| {
            two(aim.at_speed(speed))
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("at the least speed");
    for (name, throws) in &airs {
        over(&mut group, name, throws, |aim, _| {
            one(aim.with_least_speed())
        });
    }
    group.finish();
    let plans: [(&str, Planner); 6] = [
        ("in a time", |aim, _| aim.in_time(2.5)),
        ("with an arc height", |aim, _| aim.with_arc_height(6.0)),
        ("at a slope", |aim, _| aim.at_slope(2.5)),
        ("arriving at a slope", |aim, _| aim.arriving_at_slope(-2.5)),
        ("lob", |aim, _| aim.lob(2.0)),
        ("through a point", |aim, _| aim.through([0.0, 30.0, 0.0])),
    ];
    for (name, plan) in plans {
        let mut group = criterion.benchmark_group(name);
        for (air, throws) in &airs {
            over(&mut group, air, throws, |aim, speed| one(plan(aim, speed)));
        }
        group.finish();
    }
}

fn moving_targets(criterion: &mut Criterion) {
    let (still, windy) = (still_air(), windy_air());
    let velocity = [4.0, 0.0, 3.0];
    let airs = [
        (
            "no drag",
            throws(|target| still.aim(FROM, target).moving(velocity)),
        ),
        (
            "rational",
            throws(|target| windy.rational().aim(FROM, target).moving(velocity)),
        ),
        (
            "exact",
            throws(|target| windy.aim(FROM, target).moving(velocity)),
        ),
        (
            "exact, accelerating",
            throws(|target| {
                windy
                    .aim(FROM, target)
                    .moving(velocity)
                    .accelerating([0.0, 0.0, -1.0])
            }),
        ),
    ];
    let mut group = criterion.benchmark_group("at a speed, moving target, all hits");
    for (name, throws) in &airs {
        over(&mut group, name, throws, |aim, speed| {
            two(aim.at_speed(speed))
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("at a speed, moving target, earliest hit");
    for (name, throws) in &airs {
        over(&mut group, name, throws, |aim, speed| {
            one(aim.earliest_at_speed(speed))
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("at a straight-line speed, moving target");
    for (name, throws) in &airs {
        over(&mut group, name, throws, |aim, speed| {
            one(aim.at_straight_line_speed(speed))
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("at the least speed, moving target");
    for (name, throws) in &airs {
        over(&mut group, name, throws, |aim, _| {
            one(aim.with_least_speed())
        });
    }
    group.finish();
}

criterion_group!(benches, fixed_targets, moving_targets);
criterion_main!(benches);
