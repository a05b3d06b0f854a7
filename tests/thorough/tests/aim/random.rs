//! Launches hit and fulfil their plans, and none is missed: random throws at targets at rest and at
//! targets that move.

use kinstep::nalgebra::SVector;
use kinstep_flight::aim::Plan;
use truths::Cases;
use truths::aims::{MODELS, Model, direction, moving, still};
use truths::plans::{Tally, all};
use truths::throws::Throw;

use super::judge::judge;

/// The least speed, or 0 if it is nearly that of a drop.
fn least_speed<const D: usize>(throw: &Throw<D>) -> f64 {
    throw.aim().with_least_speed().map_or(0.0, |launch| {
        let terms = throw.at(launch.time_of_flight).speed;
        let least = (launch.velocity - throw.shooter).norm();
        if least > 1e-3 * terms { least } else { 0.0 }
    })
}

/// Checks all planners on random throws, and one throw in every `scans` against all times.
fn run<const D: usize>(
    throws: fn(&mut Cases, Model) -> Throw<D>,
    seed: u128,
    count: usize,
    scans: usize,
    known: [usize; 3],
) {
    for (model, known) in MODELS.into_iter().zip(known) {
        let mut cases = Cases::new(seed);
        let mut tally = Tally::default();
        for number in 0..count {
            let throw = throws(&mut cases, model);
            let mut plans = all(&mut cases, &throw, least_speed(&throw));
            // if wind cancels gravity, the rest is rounding and defines no plane of flight
            let is_straight = throw.constant().norm() < 1e-10 * throw.gravity.norm();
            plans.retain(|plan| {
                !is_straight || !matches!(plan, Plan::Through(_)) || throw.target_stays()
            });
            if number % scans == 0 {
                judge(&mut tally, &throw, &plans);
            } else {
                for plan in &plans {
                    tally.check(&throw, plan, &throw.hits(plan));
                }
            }
        }
        tally.report_up_to(&format!("{model:?} {D}-D, seed {seed}"), known);
    }
}

#[test]
fn plans_at_staying_targets() {
    run::<3>(still, 60, 34_000, 100, [0; 3]);
    run::<2>(still, 63, 2000, 25, [0; 3]);
}

#[test]
fn plans_at_moving_targets() {
    run::<3>(moving, 80, 1500, 1, [0; 3]);
    run::<2>(moving, 83, 200, 1, [0; 3]);
}

/// The test above with a scan of all times in each case. Of 1,288,876 plans one fails: a slope of
/// arrival whose two hits are closer together than [the search](kinstep::derivations::aim) can
/// distinguish.
#[test]
#[ignore = "takes a minute"]
fn every_plan_at_staying_targets_against_all_times() {
    run::<3>(still, 70, 34_000, 1, [0, 1, 0]);
}

/// Of 774,720 plans 19 fail: 8 paths through a point that is passed to 1e-11 only, 2 that lack a
/// hit (these are not certified), 8 tops at the height of the launch to rounding, where a hit is
/// reported and the scan finds none, and one more path.
#[test]
#[ignore = "takes a minute"]
fn every_plan_at_moving_targets_against_all_times() {
    run::<3>(moving, 80, 20_000, 1, [8, 6, 5]);
}

/// If the least speed is near zero, launches at speeds just above it hit as well as any.
#[test]
fn drops_at_speeds_just_above_the_least() {
    let mut cases = Cases::new(64);
    let mut tally = Tally::default();
    for i in 0..3000 {
        let throw = still::<3>(&mut cases, MODELS[i % 3]);
        let Ok(least) = throw.aim().with_least_speed() else {
            continue;
        };
        let speed = least.velocity.norm() * (1.0 + cases.decades(1e-15, 1.0));
        let plan = Plan::Speed(speed);
        if speed > 0.0 {
            tally.check(&throw, &plan, &throw.hits(&plan));
        }
    }
    tally.report("drops");
}

/// Without drag, a throw in a train in uniform motion, at a target in the train, is the throw in
/// the station.
#[test]
fn trains_change_nothing_without_drag() {
    let mut cases = Cases::new(84);
    for _ in 0..1000 {
        let throw = still::<3>(&mut cases, Model::Vacuum);
        let train: SVector<f64, 3> = direction(&mut cases) * cases.decades(0.1, 100.0);
        let Ok(here) = throw.aim().with_least_speed() else {
            continue;
        };
        let aim = throw.aim().moving(train).shooter_moving(train);
        let there = aim.with_least_speed().unwrap();
        let scale = throw.at(here.time_of_flight).speed + train.norm();
        let off = (there.velocity - train - here.velocity).norm();
        // at the minimum the speed is flat: a search has the time to rounding, but not its terms
        assert!(off <= 1e-11 * scale, "{off:e} of {scale}");
    }
}

/// The reported least speed hits, although it is rounded.
#[test]
fn the_least_speed_hits() {
    let mut cases = Cases::new(85);
    let mut hits = 0;
    for number in 0..2000 {
        let throw = moving::<3>(&mut cases, MODELS[number % MODELS.len()]);
        let aim = throw.aim();
        let Ok(least) = aim.with_least_speed() else {
            continue;
        };
        let speed = (least.velocity - throw.shooter).norm();
        if throw.target_stays() || speed == 0.0 {
            continue;
        }
        let direct = aim.at_speed(speed).map(|arcs| arcs.direct);
        for answer in [direct, aim.earliest_at_speed(speed)] {
            assert!(answer.is_ok(), "{answer:?}: {speed} {least:?} {throw:?}");
            hits += 1;
        }
    }
    assert!(hits > 1000, "{hits}");
}
