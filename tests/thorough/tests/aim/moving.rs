//! Launches hit, do what was asked for, and none is missed: at targets that move, from who moves.

use kinstep::aim::{AimError, Plan};
use kinstep::ballistics::Ballistics;
use kinstep::nalgebra::SVector;
use truths::Cases;
use truths::aims::{MODELS, Model, direction, still};
use truths::plans::{Tally, all};
use truths::scan::{extreme, grid};
use truths::throws::Throw;

/// A throw at a target that keeps its velocity or its acceleration, by one who stands or moves.
pub(crate) fn moving<const D: usize>(cases: &mut Cases, model: Model) -> (Throw<D>, f64) {
    let mut throw = still::<D>(cases, model);
    // searches do not end where gravity and updraught all but cancel, or drag has no pull against it
    while throw.constant().norm() < 1e-3 * throw.gravity.norm().max(throw.wind.norm() * throw.rate)
        || throw.constant() == SVector::<f64, D>::zeros()
    {
        throw = still::<D>(cases, model);
    }
    let (size, pull) = ((throw.target - throw.from).norm(), throw.gravity.norm());
    let pace = if pull > 0.0 {
        (2.0 * size / pull).sqrt()
    } else {
        1.0
    };
    let mut vector = |scale: f64| direction::<D>(cases) * (scale * cases.decades(1e-2, 3.0));
    let (velocity, acceleration) = (vector(size / pace), vector(size / pace / pace));
    let shooter = vector(size / pace);
    match cases.uniform(0.0..5.0) as u32 {
        0 | 1 => throw.velocity = velocity,
        2 => (throw.velocity, throw.acceleration) = (velocity, acceleration),
        3 => throw.shooter = shooter,
        _ => {
            (throw.velocity, throw.acceleration) = (velocity, acceleration);
            throw.shooter = shooter;
        }
    }
    (throw, pace)
}

fn run<const D: usize>(model: Model, seed: u128, count: usize) {
    let mut cases = Cases::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (throw, pace) = moving::<D>(&mut cases, model);
        let (aim, last) = (
            throw.aim(),
            if throw.rate * pace > 1e-3 {
                1.0 / throw.rate
            } else {
                pace
            },
        );
        let times = grid(pace.min(last) * 1e-3, pace.max(last) * 1e3, 16.0);
        let speed = |time: f64| (throw.at(time).launched - throw.shooter).norm();
        let least = (times.windows(3))
            .map(|near| extreme(&speed, near[0], near[2], 1.0))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or_default();
        let terms = throw.at(least.0).speed;
        let known = if least.1 > 1e-3 * terms { least.1 } else { 0.0 };
        for plan in all(&mut cases, &throw, known, pace) {
            // what is left where wind cancels gravity is rounding, and no plane of flight
            let is_straight = throw.constant().norm() < 1e-10 * throw.gravity.norm();
            if is_straight && matches!(plan, Plan::Through(_)) {
                continue;
            }
            let hits = throw.hits(&plan);
            tally.check(&throw, &plan, &hits);
            tally.scan(&throw, &plan, &hits, &times);
            if let (Plan::Speed(given), Ok(hits)) = (plan, &hits) {
                let arcs = aim.at_speed(given).unwrap();
                let ends = [hits[0], hits[hits.len() - 1]];
                assert_eq!(
                    [arcs.direct, arcs.lofted],
                    ends,
                    "the earliest and the latest"
                );
            }
            if let Plan::LeastSpeed = plan {
                let within = least.0 > times[2] && least.0 < times[times.len() - 3];
                let found = match hits {
                    Ok(hits) => (hits[0].velocity - throw.shooter).norm(),
                    Err(AimError::NoLeastSpeed { limit }) => limit,
                    Err(_) => f64::INFINITY,
                };
                let is_least = found <= least.1 * (1.0 + 1e-12) + 1e-14 * terms;
                if within && !is_least {
                    let failures = &mut tally.of(&plan).failures;
                    failures.push(format!("least {least:?}, not {found}: {throw:?}"));
                }
            }
        }
    }
    tally.report(&format!("moving, {model:?} {D}-D"));
}

#[test]
fn leads_in_a_vacuum() {
    run::<3>(Model::Vacuum, 80, 1500);
}

#[test]
fn leads_in_linear_drag() {
    run::<3>(Model::Linear, 81, 1500);
}

#[test]
fn leads_by_the_rational_model() {
    run::<3>(Model::Rational, 82, 1500);
}

#[test]
fn leads_in_the_plane() {
    for model in MODELS {
        run::<2>(model, 83, 200);
    }
}

/// A throw in a train that moves evenly, at a target in the train, is the throw in the station.
#[test]
fn trains_change_nothing_without_drag() {
    let mut cases = Cases::new(84);
    for _ in 0..1000 {
        let throw = still::<3>(&mut cases, Model::Vacuum);
        let train: SVector<f64, 3> = direction(&mut cases) * cases.decades(0.1, 100.0);
        let Ok(here) = throw.aim().with_least_speed() else {
            continue;
        };
        let there = Throw {
            velocity: train,
            shooter: train,
            ..throw
        };
        let there = there.aim().with_least_speed().unwrap();
        let scale = throw.at(here.time_of_flight).speed + train.norm();
        let off = (there.velocity - train - here.velocity).norm();
        // the least is flat: the time of a search is good to rounding, but not its terms
        assert!(off <= 1e-11 * scale, "{off:e} of {scale}");
    }
}

/// The least speed that is told hits, although it is rounded to `f32`.
#[test]
fn the_least_speed_rounded_to_f32_hits() {
    let mut cases = Cases::new(85);
    let mut hits = 0;
    for number in 0..2000 {
        let (throw, _) = moving::<3>(&mut cases, MODELS[number % MODELS.len()]);
        let narrow = |vector: SVector<f64, 3>| vector.map(|number| number as f32);
        let air = (Ballistics::new(narrow(throw.gravity)).with_drag_rate(throw.rate as f32))
            .with_wind(narrow(throw.wind));
        let (from, target) = (narrow(throw.from), narrow(throw.target));
        let aim = match throw.model {
            Model::Rational => air.rational().aim(from, target),
            _ => air.aim(from, target),
        };
        let aim = (aim.moving(narrow(throw.velocity))).accelerating(narrow(throw.acceleration));
        let Ok(least) = aim.with_least_speed() else {
            continue;
        };
        let speed = least.velocity.norm();
        if throw.target_stays() || speed == 0.0 {
            continue;
        }
        for answer in [
            aim.at_speed(speed).map(|arcs| arcs.direct),
            aim.earliest_at_speed(speed),
        ] {
            assert!(answer.is_ok(), "{answer:?}: {speed} {least:?} {throw:?}");
            hits += 1;
        }
    }
    assert!(hits > 1000, "{hits}");
}
