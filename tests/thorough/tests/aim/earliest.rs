//! The earliest hit alone is the first of all hits, and fails with the same errors.

use kinstep_flight::aim::{AimError, Plan};
use truths::Cases;
use truths::aims::{MODELS, direction, moving, special};
use truths::throws::Throw;

/// Compares the earliest hit with the first of all hits; returns the relative difference of the
/// times.
fn compare<const D: usize>(throw: &Throw<D>, speed: f64) -> f64 {
    let aim = throw.aim();
    let (earliest, all) = (aim.earliest_at_speed(speed), aim.at_speed(speed));
    let told = || format!("{earliest:?} of {all:?}: {speed} {throw:?}");
    assert_eq!(
        aim.hits(&Plan::EarliestAtSpeed(speed)).map(|hits| hits[0]),
        earliest
    );
    let given = Plan::StraightLineSpeed(speed);
    let straight = (aim.at_straight_line_speed(speed)).map(|launch| launch.time_of_flight);
    match (straight, aim.hits(&given)) {
        (Ok(time), Ok(hits)) => {
            let first = hits[0].time_of_flight;
            let terms = (throw.target - throw.from).norm() + speed * time;
            let off = |time: f64| (throw.at(time).r.norm() - speed * time).abs();
            assert!(off(time) <= 1e-12 * terms, "{}", told());
            let is_same =
                (time - first).abs() <= 1e-9 * first || off(first) + off(time) <= 1e-13 * terms;
            assert!(is_same, "{time} and {first}: {}", told());
        }
        (one, other) => assert_eq!(one.err(), other.err(), "{}", told()),
    }
    match (earliest, all) {
        (Ok(launch), Ok(arcs)) => {
            let [time, first] = [launch, arcs.direct].map(|launch| launch.time_of_flight);
            let terms = throw.at(time).speed + speed;
            let off = ((launch.velocity - throw.shooter).norm() - speed).abs() / terms;
            assert!(off <= 1e-12, "off by {off:e}: {}", told());
            let miss = throw.miss(&launch);
            assert!(miss <= 1e-12, "misses by {miss:e}: {}", told());
            let apart = (time - first).abs() / first;
            // if the speed hardly changes with the time, the time is uncertain
            let there = |time: f64| throw.speed(time) - speed;
            let is_same = apart <= 1e-9 || there(first).abs() + there(time).abs() <= 1e-13 * terms;
            assert!(is_same, "{apart:e} apart: {}", told());
            apart
        }
        (Err(one), Err(other)) => {
            let leasts = [one, other].map(|error| match error {
                AimError::OutOfRange {
                    speed: given,
                    least_speed,
                } if given == speed => least_speed,
                _ => f64::NAN,
            });
            let terms = throw.wind.norm() + throw.velocity.norm() + throw.shooter.norm();
            let room = 1e-12 * leasts[1] + 1e-14 * terms;
            let is_same = one == other || (leasts[0] - leasts[1]).abs() <= room;
            assert!(is_same, "{}", told());
            0.0
        }
        _ => panic!("{}", told()),
    }
}

/// Number of cases in the ordinary run; set `EARLIEST_CASES` for more.
fn count() -> usize {
    let given = std::env::var("EARLIEST_CASES").ok();
    given.and_then(|count| count.parse().ok()).unwrap_or(6000)
}

fn run<const D: usize>(seed: u128, count: usize) {
    let mut cases = Cases::new(seed);
    let mut apart = Vec::new();
    for number in 0..count {
        let model = MODELS[number % MODELS.len()];
        let throw = moving::<D>(&mut cases, model);
        let way = (throw.target - throw.from).norm();
        let speed = match throw.aim().with_least_speed() {
            Ok(least) if !cases.chance(0.2) => {
                let least = (least.velocity - throw.shooter).norm();
                let more = match cases.uniform(0.0..6.0) as u32 {
                    0 => cases.signed_decades(1e-15, 1e-2),
                    1 => -cases.decades(1e-3, 0.9),
                    _ => cases.decades(1e-2, 10.0),
                };
                least * (1.0 + more)
            }
            _ => way / throw.pace() * cases.decades(1e-1, 1e2),
        };
        if speed > 0.0 {
            apart.push(compare(&throw, speed));
        }
    }
    apart.sort_by(f64::total_cmp);
    let at = |share: usize| apart[apart.len() * share / 100];
    println!(
        "{D}-D: {} cases; half within {:.1e}, 99 % within {:.1e}, all within {:.1e}",
        apart.len(),
        at(50),
        at(99),
        apart[apart.len() - 1]
    );
}

#[test]
fn the_earliest_hit_is_the_first_of_all() {
    run::<3>(301, count());
    run::<2>(302, count() / 2);
}

/// For throws of whole numbers, equal vectors and free fall, the earliest hit is the first of all.
#[test]
fn the_earliest_hit_of_special_throws_is_the_first_of_all() {
    let mut cases = Cases::new(303);
    for number in 0..count() {
        let model = MODELS[number % MODELS.len()];
        let throw = special::<3>(&mut cases, model);
        for speed in [0.5, 5.0, 20.0, throw.velocity.norm()] {
            if speed > 0.0 {
                compare(&throw, speed);
            }
        }
    }
}

/// Targets that pass faster than the throw, turn back and return are within reach twice: of up to
/// four hits the earliest is the first.
#[test]
fn of_several_hits_it_is_the_first() {
    let mut cases = Cases::new(304);
    let mut several = [0; 9];
    for number in 0..count() {
        let mut throw = moving::<3>(&mut cases, MODELS[number % MODELS.len()]);
        let way = direction::<3>(&mut cases);
        let size = (throw.target - throw.from).norm();
        let fast = size / throw.pace() * cases.decades(0.3, 10.0);
        throw.target = throw.from + way * size;
        throw.velocity =
            way * -fast + direction::<3>(&mut cases) * (fast * cases.decades(1e-2, 1.0));
        let turns = fast * fast / size * cases.decades(0.1, 2.0);
        throw.acceleration = throw.constant() + way * turns;
        let speed = fast * cases.decades(0.1, 1.5);
        several[throw.hits(&Plan::Speed(speed)).map_or(0, |hits| hits.len())] += 1;
        compare(&throw, speed);
    }
    println!("throws with so many hits: {several:?}");
    assert!(several[3] + several[4] > count() / 100, "{several:?}");
}

#[test]
fn what_makes_no_sense_is_refused_alike() {
    let aim = Throw::<3>::of("linear rate 1 gravity 0 -9.81 0 target 5 6 7 velocity 1 0 0").aim();
    for speed in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        let [one, other] = [
            aim.earliest_at_speed(speed),
            aim.at_speed(speed).map(|arcs| arcs.direct),
        ];
        assert!(matches!(one, Err(AimError::Speed { .. })), "{one:?}");
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}
