//! Launches hit, do what was asked for, and none is missed: at targets that stay.

use kinstep::aim::Plan;
use kinstep::ballistics::{Ballistics, Trajectory};
use truths::Cases;
use truths::aims::{MODELS, Model, still};
use truths::plans::{Tally, all};
use truths::scan::grid;
use truths::throws::Throw;

/// The least speed, and when it hits, by looking at every time.
fn least<const D: usize>(throw: &Throw<D>, grid: &[f64]) -> (f64, f64) {
    let speed = |time: f64| (throw.at(time).launched - throw.shooter).norm();
    let at = (0..grid.len())
        .min_by(|&a, &b| speed(grid[a]).total_cmp(&speed(grid[b])))
        .unwrap_or(0);
    let (low, high) = (at.saturating_sub(1), (at + 1).min(grid.len() - 1));
    let (time, speed) = truths::scan::extreme(&speed, grid[low], grid[high], 1.0);
    (time, speed)
}

/// Times from far before to far beyond those of a throw.
fn times<const D: usize>(throw: &Throw<D>, per_decade: f64) -> Vec<f64> {
    let pace = pace(throw);
    let last = if throw.rate * pace > 1e-5 {
        1.0 / throw.rate
    } else {
        pace
    };
    grid(pace.min(last) * 1e-4, pace.max(last) * 1e4, per_decade)
}

fn pace<const D: usize>(throw: &Throw<D>) -> f64 {
    let (size, pull) = ((throw.target - throw.from).norm(), throw.gravity.norm());
    if pull > 0.0 {
        (2.0 * size / pull).sqrt()
    } else {
        1.0
    }
}

/// The least speed, but 0 where it is all but that of a drop.
fn least_speed<const D: usize>(throw: &Throw<D>) -> f64 {
    throw.aim().with_least_speed().map_or(0.0, |launch| {
        let terms = throw.at(launch.time_of_flight).speed;
        let least = launch.velocity.norm();
        if least > 1e-3 * terms { least } else { 0.0 }
    })
}

/// All planners on random throws; every so many of them against all times.
fn run<const D: usize>(model: Model, seed: u128, count: usize, scans: usize) {
    let mut cases = Cases::new(seed);
    let mut tally = Tally::default();
    for i in 0..count {
        let throw = still::<D>(&mut cases, model);
        let pace = pace(&throw);
        let least_speed = least_speed(&throw);
        let plans = all(&mut cases, &throw, least_speed, pace);
        let scanned = (i % scans == 0).then(|| times(&throw, 12.0));
        for plan in &plans {
            let hits = throw.hits(plan);
            tally.check(&throw, plan, &hits);
            if let Some(grid) = &scanned {
                tally.scan(&throw, plan, &hits, grid);
                if matches!(plan, Plan::LeastSpeed) && throw.constant().norm() > 0.0 {
                    let (time, speed) = least(&throw, grid);
                    let found = hits.map_or(f64::INFINITY, |hits| hits[0].velocity.norm());
                    let ends = time <= grid[1] || time >= grid[grid.len() - 2];
                    let rounding = 1e-14 * throw.at(time).speed;
                    let is_least = found <= speed * (1.0 + 1e-12) + rounding;
                    if !(ends || is_least) {
                        tally
                            .of(plan)
                            .failures
                            .push(format!("least {speed} at {time}, not {found}: {throw:?}"));
                    }
                }
            }
        }
    }
    tally.report(&format!("{model:?} {D}-D"));
}

/// The same with a look at every time in each case.
#[test]
#[ignore = "takes a minute"]
fn every_plan_against_all_times() {
    for (model, seed) in MODELS.into_iter().zip(70..) {
        run::<3>(model, seed, 34_000, 1);
    }
}

#[test]
fn plans_in_a_vacuum() {
    run::<3>(Model::Vacuum, 60, 34_000, 100);
}

#[test]
fn plans_in_linear_drag() {
    run::<3>(Model::Linear, 61, 34_000, 100);
}

#[test]
fn plans_by_the_rational_model() {
    run::<3>(Model::Rational, 62, 34_000, 100);
}

#[test]
fn plans_in_the_plane() {
    for model in MODELS {
        run::<2>(model, 63, 2000, 25);
    }
}

/// Where the least speed is next to nothing, those just above it are met as well as any.
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

/// Numbers that an `f32` holds, within its rounding.
#[test]
fn plans_in_single_precision() {
    let mut cases = Cases::new(65);
    let (mut worst_miss, mut worst_off, mut hits) = (0.0_f64, 0.0_f64, 0);
    for i in 0..9000 {
        let mut throw = still::<3>(&mut cases, MODELS[i % 3]);
        for vector in [
            &mut throw.gravity,
            &mut throw.wind,
            &mut throw.from,
            &mut throw.target,
        ] {
            *vector = vector.cast::<f32>().cast();
        }
        throw.rate = f64::from(throw.rate as f32);
        let air = Ballistics::<f32, 3>::new(throw.gravity.cast::<f32>())
            .with_drag_rate(throw.rate as f32)
            .with_wind(throw.wind.cast::<f32>());
        let (from, target) = (throw.from.cast::<f32>(), throw.target.cast::<f32>());
        let aim = if throw.model == Model::Rational {
            air.rational().aim(from, target)
        } else {
            air.aim(from, target)
        };
        let (height, slope) = (
            cases.uniform(0.5..9.0) as f32,
            cases.uniform(-3.0..3.0) as f32,
        );
        let speed = least_speed(&throw) as f32 * 1.5;
        let plans = [
            (Plan::Curviness(height), Plan::Curviness(f64::from(height))),
            (Plan::Slope(slope), Plan::Slope(f64::from(slope))),
            (
                Plan::ArrivalSlope(slope),
                Plan::ArrivalSlope(f64::from(slope)),
            ),
            (Plan::Speed(speed), Plan::Speed(f64::from(speed))),
            (Plan::Lob(height), Plan::Lob(f64::from(height))),
        ];
        for (narrow, wide) in plans {
            for launch in aim.hits(&narrow).iter().flat_map(|hits| hits.iter()) {
                let (velocity, time) = (launch.velocity, launch.time_of_flight);
                let there = if throw.model == Model::Rational {
                    air.rational().launch(from, velocity).position(time)
                } else {
                    air.launch(from, velocity).position(time)
                };
                let at = throw.with_launch(velocity.cast(), f64::from(time));
                let scale = at.speed * at.carry.0 + throw.from.norm();
                worst_miss = worst_miss.max(f64::from((there - target).norm()) / scale);
                worst_off = worst_off.max(throw.off(&wide, &at).abs());
                hits += 1;
            }
        }
    }
    println!("{hits} hits, miss {worst_miss:.1e}, off {worst_off:.1e}");
    assert!(hits > 20_000);
    assert!(worst_miss < 1e-6); // measured: 2.3e-7
    assert!(worst_off < 1e-6); // measured: 1.8e-7
}
