//! Launches under quadratic drag hit when they are flown, and agree with brute-force scans and
//! closed forms.

use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep_flight::aim::{AimError, Launch, Plan, QuadraticAim};
use kinstep_flight::{Ballistics, QuadraticAir};
use truths::Cases;
use truths::aims::Model;
use truths::throws::Throw;

use super::judge::attempt_fault;

const GRAVITY: f64 = 9.81;

fn random(cases: &mut Cases, moving: bool) -> Throw<3> {
    let mut throw = Throw::<3>::new(Model::Quadratic);
    let mut vector = |size: f64| SVector::from_fn(|_, _| cases.uniform(-size..size));
    [throw.gravity, throw.wind, throw.from, throw.target] =
        [8.0, 12.0, 30.0, 60.0].map(&mut vector);
    if moving {
        [throw.velocity, throw.acceleration, throw.shooter] = [8.0, 1.5, 6.0].map(&mut vector);
    }
    throw.rate = (cases.decades(1e-6, 0.1) * throw.gravity.norm()).sqrt();
    throw
}

/// Asserts that a launch hits; it is flown to rounding by code that no planner shares.
fn assert_hits(throw: &Throw<3>, launch: &Launch<3>) {
    let flight = (throw.quadratic_air().within(1e-12)).launch(throw.from, launch.velocity);
    let time = launch.time_of_flight;
    let there = throw.target + (throw.velocity + throw.acceleration * (0.5 * time)) * time;
    let miss = (flight.position(time) - there).norm();
    // the length of the path
    let points = flight.sample(0.0, time / 100.0, 101);
    let points: Vec<_> = points.collect();
    let way: f64 = points
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).norm())
        .sum();
    // relative to the path, beside the error of the flight itself; measured: 2e-15
    let allowed = 1e-13 * (way + throw.from.norm()) + 1e-12;
    assert!(miss <= allowed, "{miss:e} of {way}: {throw:?} {launch:?}");
}

/// Tolerance relative to the speed; measured: 4e-16.
const SPEED: f64 = 1e-14;

#[test]
fn a_launch_for_a_time_is_there_in_time() {
    let mut cases = Cases::new(1);
    for _ in 0..300 {
        let throw = random(&mut cases, true);
        let time = cases.decades(0.2, 12.0);
        let launch = throw.quadratic_aim().in_time(time).unwrap();
        assert_eq!(launch.time_of_flight, time);
        assert_hits(&throw, &launch);
    }
}

/// A target out of range is missed by as little as by any launch nearby, and by as much as is
/// reported.
#[test]
fn what_is_found_hits_at_that_speed_and_no_slower_throw_does() {
    let mut cases = Cases::new(2);
    let mut counts = [0; 5];
    for round in 0..160 {
        let throw = random(&mut cases, round % 2 == 0);
        let (aim, own) = (throw.quadratic_aim(), |launch: &Launch<3>| {
            (launch.velocity - throw.shooter).norm()
        });
        let least = aim.with_least_speed().unwrap();
        assert_hits(&throw, &least);
        let slowest = own(&least);

        let speed = slowest * cases.decades(1.0001, 3.0);
        let hits = aim.hits_at_speed(speed).unwrap();
        let arcs = aim.at_speed(speed).unwrap();
        assert_eq!((arcs.direct, arcs.lofted), (hits[0], hits[hits.len() - 1]));
        for hit in &hits {
            assert_hits(&throw, hit);
            assert!((own(hit) / speed - 1.0).abs() <= SPEED);
        }
        assert!(hits.is_sorted_by(|one, two| one.time_of_flight < two.time_of_flight));
        counts[hits.len()] += 1;

        // launches at times near that of the least speed are not slower, and slightly below it
        // nothing hits
        for factor in [0.7, 0.99, 0.9999, 1.0001, 1.01, 1.4] {
            let other = aim.in_time(least.time_of_flight * factor).unwrap();
            assert!(own(&other) >= slowest * (1.0 - 1e-13));
        }
        let error = aim.at_speed(slowest * (1.0 - 1e-9)).unwrap_err();
        let AimError::OutOfRange { least_speed, .. } = error else {
            panic!("{error}");
        };
        assert!((least_speed / slowest - 1.0).abs() < 1e-13);
        // the reported least speed hits
        let touching = aim.at_speed(least_speed).unwrap();
        assert_hits(&throw, &touching.direct);
        assert_hits(&throw, &touching.lofted);

        if round < 40 {
            assert_eq!(aim.attempt(1.1 * slowest).unwrap().miss, 0.0);
            let fault = attempt_fault(&throw, slowest * cases.uniform(0.3..0.99), &[]);
            assert_eq!(fault, None, "{throw:?}");
        }
    }
    // most targets have two hits; some can be hit more often
    assert!(counts[2] > 140 && counts[0] == 0, "{counts:?}");
}

/// Residual of a plan for a launch that hits; it changes its sign where the plan is fulfilled.
fn excess(throw: &Throw<3>, plan: &Plan<3>, launch: &Launch<3>) -> f64 {
    let up = -throw.gravity.normalize();
    let rise_less_run = |velocity: Vector3<f64>, slope: f64| {
        let rise = up.dot(&velocity);
        (rise - slope * (velocity - up * rise).norm()) / velocity.norm()
    };
    let velocity = launch.velocity;
    match *plan {
        Plan::Speed(speed) => (velocity - throw.shooter).norm() / speed - 1.0,
        Plan::Slope(slope) => rise_less_run(velocity, slope),
        Plan::ArrivalSlope(slope) => {
            let flight = throw.quadratic_air().launch(throw.from, velocity);
            rise_less_run(flight.velocity(launch.time_of_flight), slope)
        }
        Plan::ClimbSpeed(climb) => (up.dot(&velocity) - climb) / (velocity.norm() + climb),
        _ => f64::NAN,
    }
}

/// Hits are found where the residuals of launches at 500 times change their sign, and nowhere else.
#[test]
fn slopes_and_climbs_are_found_at_all_times() {
    let mut cases = Cases::new(8);
    let mut total = 0;
    let rounds = std::env::var("CASES").map_or(40, |count| count.parse().unwrap());
    for round in 0..rounds {
        let throw = random(&mut cases, round % 2 == 0);
        let aim = throw.quadratic_aim();
        let least = aim.with_least_speed().unwrap();
        let speed = least.velocity.norm() * cases.decades(1.01, 3.0);
        let plans = [
            Plan::Speed(speed),
            Plan::Slope(cases.signed_decades(0.1, 5.0)),
            Plan::ArrivalSlope(cases.signed_decades(0.1, 5.0)),
            Plan::ClimbSpeed(speed * cases.decades(0.2, 100.0)),
        ];
        let times = (0..500).map(|step| least.time_of_flight * 1e-2 * 1.014_f64.powi(step));
        let launches: Vec<_> = times.map_while(|time| aim.in_time(time).ok()).collect();
        let launches: Vec<_> = (launches.into_iter())
            .filter(|launch| launch.velocity.norm() < 1e3 * speed)
            .collect();
        let ends = [launches[0], launches[launches.len() - 1]].map(|end| end.time_of_flight);
        for plan in plans {
            let values: Vec<_> = (launches.iter())
                .map(|launch| excess(&throw, &plan, launch))
                .collect();
            let found = match aim.hits(&plan) {
                Ok(hits) => hits.to_vec(),
                Err(AimError::NeverMet | AimError::OutOfRange { .. }) => Vec::new(),
                Err(error) => panic!("{error}"),
            };
            for hit in &found {
                assert_hits(&throw, hit);
                let off = excess(&throw, &plan, hit).abs();
                // measured: 8e-15
                assert!(off < 1e-11, "{off:e}: {plan:?} {throw:?} {hit:?}");
            }
            for (pair, value) in launches.windows(2).zip(values.windows(2)) {
                let [from, to] = [pair[0], pair[1]].map(|launch| launch.time_of_flight);
                let inside =
                    |hit: &&Launch<3>| hit.time_of_flight >= from && hit.time_of_flight <= to;
                let count = found.iter().filter(inside).count();
                let is_odd = (value[0] < 0.0) != (value[1] < 0.0);
                assert_eq!(
                    count % 2 == 1,
                    is_odd,
                    "{from}..{to} {plan:?} {throw:?} {found:?}"
                );
                // two hits between two neighbouring times: the residual is nearly zero there
                let near = value[0].abs().min(value[1].abs());
                assert!(count < 2 || near < 1e-2, "{from}..{to} {plan:?} {throw:?}");
            }
            total += (found.iter())
                .filter(|hit| hit.time_of_flight > ends[0] && hit.time_of_flight < ends[1])
                .count();
            if let Plan::Speed(speed) = plan {
                let earliest = aim.earliest_at_speed(speed).ok();
                assert_eq!(earliest, found.first().copied());
            }
        }
        let quick = aim.at_straight_line_speed(2.0 * speed + 40.0).unwrap();
        let time = quick.time_of_flight;
        let there = throw.target + (throw.velocity + throw.acceleration * (0.5 * time)) * time;
        assert!(((there - throw.from).norm() / time / (2.0 * speed + 40.0) - 1.0).abs() < 1e-13);
        assert_hits(&throw, &quick);
    }
    assert!(total > 3 * rounds, "{total}");
}

/// The heights at which launches at all angles pass over the target change their sign at the hits, and nowhere else.
#[test]
fn no_hit_is_missed_or_invented_among_launches_at_all_angles() {
    let mut cases = Cases::new(3);
    let mut total = 0;
    for _ in 0..20 {
        let terminal = cases.decades(10.0, 200.0);
        let wind = [cases.uniform(-5.0..5.0), 0.0];
        let (speed, target) = (
            cases.uniform(12.0..40.0),
            Vector2::new(cases.uniform(5.0..60.0), cases.uniform(-20.0..20.0)),
        );
        let air = (Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(terminal))
            .with_wind(wind)
            .quadratic();
        let over = |angle: f64| {
            let velocity = Vector2::new(angle.cos(), angle.sin()) * speed;
            let flight = air.launch([0.0, 0.0], velocity);
            // the wind may bring the projectile back over the target
            let wall = Plane::new([1.0, 0.0], target.x);
            let passed = flight.crossings(&wall, Crossing::Any, 0.0..60.0).unwrap();
            let heights: Vec<_> = passed.map(|event| event.position.y - target.y).collect();
            let under = heights.iter().filter(|height| **height < 0.0).count();
            (heights.len() % 2, under % 2)
        };
        // a crossing changes sides at a hit; where two crossings meet they are on the same side
        let sides: Vec<_> = (0..720)
            .map(|step| over((f64::from(step) / 360.0 - 1.0) * core::f64::consts::PI))
            .collect();
        let changes = (sides.windows(2))
            .filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1)
            .count();
        let found = match air.aim([0.0, 0.0], target).hits_at_speed(speed) {
            Ok(hits) => hits.len(),
            Err(AimError::OutOfRange { .. }) => 0,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(found, changes, "{air:?} {target} {speed}");
        total += found;
    }
    assert!(total > 20, "{total}");
}

/// The least speed that reaches a height h straight up is `v² = v_T² (e^(2gh/v_T²) - 1)`.
#[test]
fn straight_up_the_least_speed_is_the_closed_form() {
    for terminal in [5.0, 35.0, 400.0_f64] {
        for height in [0.1, 10.0, 60.0] {
            let air = Ballistics::<3>::new([0.0, -GRAVITY, 0.0])
                .with_terminal_speed(terminal)
                .quadratic()
                .within(1e-12);
            let aim = air.aim([1.0, 2.0, 3.0], [1.0, 2.0 + height, 3.0]);
            let x = 2.0 * GRAVITY * height / (terminal * terminal);
            let exact = terminal * x.exp_m1().sqrt();
            let least = aim.with_least_speed().unwrap();
            assert!((least.velocity.norm() / exact - 1.0).abs() < 1e-13);
            // the rise takes v_T/g arctan(v/v_T), which the speed determines to the root of
            // rounding
            let rise = terminal / GRAVITY * (exact / terminal).atan();
            assert!((least.time_of_flight / rise - 1.0).abs() < 1e-7);

            // a faster throw passes the target on the way up and down; a target below is hit by a
            // throw down, too
            let arcs = aim.at_speed(1.5 * exact).unwrap();
            let apart = (arcs.lofted.velocity - arcs.direct.velocity).norm();
            assert!(arcs.direct.velocity.y > 0.0 && apart < SPEED * exact);
            for launch in [arcs.direct, arcs.lofted] {
                let flight = air.launch([1.0, 2.0, 3.0], launch.velocity);
                let off = flight.position(launch.time_of_flight).y - 2.0 - height;
                assert!(off.abs() < 1e-13 * (height + 30.0 * exact), "{off:e}");
            }
            let down = air
                .aim([0.0; 3], [0.0, -height, 0.0])
                .at_speed(exact)
                .unwrap();
            assert!(down.direct.velocity.y < 0.0 && down.lofted.velocity.y > 0.0);
        }
    }
}

/// Without drag the times of flight are those of the parabola, `t² = 2 (v² - g·… ± √…)/g²`.
#[test]
fn without_drag_it_is_the_parabola() {
    let mut cases = Cases::new(4);
    for _ in 0..100 {
        let (x, y) = (cases.uniform(1.0..50.0), cases.uniform(-30.0..30.0));
        let air = QuadraticAir::new([0.0, -GRAVITY], 0.0).with_wind([7.0, -2.0]);
        let aim = air.aim([0.0, 0.0], [x, y]);
        let distance = x.hypot(y);
        let least = (GRAVITY * (y + distance)).sqrt();
        let launch = aim.with_least_speed().unwrap();
        assert!((launch.velocity.norm() / least - 1.0).abs() < 1e-14);

        let speed = least * cases.decades(1.01, 4.0);
        let mean = speed * speed - GRAVITY * y;
        let root = (mean * mean - (GRAVITY * distance).powi(2)).sqrt();
        let arcs = aim.at_speed(speed).unwrap();
        let late = (2.0 * (mean + root)).sqrt() / GRAVITY;
        let early = 2.0 * distance / (GRAVITY * late);
        for (hit, time) in [(arcs.direct, early), (arcs.lofted, late)] {
            assert!((hit.time_of_flight / time - 1.0).abs() < 1e-12);
            assert!((hit.velocity.x * time / x - 1.0).abs() < 1e-11);
        }
        // with very little drag the launches are nearly the same
        let thin = QuadraticAir::new([0.0, -GRAVITY], 1e-12).aim([0.0, 0.0], [x, y]);
        let near = thin.at_speed(speed).unwrap();
        assert!((near.direct.velocity - arcs.direct.velocity).norm() < 1e-8 * speed);
        assert!((near.lofted.velocity - arcs.lofted.velocity).norm() < 1e-8 * speed);
    }
}

/// Without gravity flights are straight, with `|u₀| t = (e^(κr) - 1)/κ`: any speed reaches the
/// target, and there is no least speed.
#[test]
fn without_gravity_flights_are_straight() {
    let air = QuadraticAir::new([0.0; 3], 0.05).within(1e-12);
    let target = [30.0, -40.0, 0.0];
    let aim = air.aim([0.0; 3], target);
    let hits = aim.hits_at_speed(10.0).unwrap();
    assert_eq!(hits.len(), 1);
    let exact = (0.05 * 50.0_f64).exp_m1() / 0.05 / 10.0;
    assert!((hits[0].time_of_flight / exact - 1.0).abs() < 1e-13);
    assert!((hits[0].velocity - Vector3::new(6.0, -8.0, 0.0)).norm() < 1e-13);
    let error = aim.with_least_speed().unwrap_err();
    assert!(
        matches!(error, AimError::NoLeastSpeed { limit } if limit < 1e-6),
        "{error}"
    );
    // the wind alone carries the projectile to the target
    let carried = air.with_wind([3.0, -4.0, 0.0]).aim([0.0; 3], target);
    let launch = carried.with_least_speed().unwrap();
    assert!(launch.velocity.norm() < 5.0 + 1e-9);
}

/// Degenerate throws hit: targets straight along the wind, updraughts that hold the projectile, and
/// distances of many times `1/κ`.
#[test]
fn degenerate_throws_hit() {
    let mut throw = Throw::<3>::of("quadratic gravity 0 -9.81 0");
    let holding = (GRAVITY / 0.01_f64).sqrt();
    let planar = |x: f64, y: f64| Vector3::new(x, y, 0.0);
    let winds = [
        (0.0, 0.0),
        (8.0, 0.0),
        (-8.0, 0.0),
        (0.0, holding),
        (0.0, -20.0),
    ];
    let targets = [
        (20.0, 0.0),
        (0.0, 15.0),
        (0.0, -15.0),
        (1e-9, 15.0),
        (1e-3, 0.0),
    ];
    let mut planned = 0;
    let pairs = winds
        .iter()
        .flat_map(|&wind| targets.map(|target| (wind, target)));
    for ((u, v), (x, y)) in pairs {
        (throw.wind, throw.target) = (planar(u, v), planar(x, y));
        for coefficient in [0.0, 1e-9, 0.01, 0.2_f64] {
            throw.rate = (coefficient * GRAVITY).sqrt();
            let aim = throw.quadratic_aim();
            for time in [0.1, 1.0, 5.0] {
                assert_hits(&throw, &aim.in_time(time).unwrap());
            }
            for hit in aim.hits_at_speed(40.0).iter().flat_map(|hits| hits.iter()) {
                assert_hits(&throw, hit);
                planned += 1;
            }
        }
    }
    assert!(planned > 150, "{planned}");
    // the launch speed is of the order of e^20
    let mut far = Throw::of("quadratic gravity 0 -9.81 0 target 20 0 0");
    far.rate = GRAVITY.sqrt();
    let launch = far.quadratic_aim().in_time(3.0).unwrap();
    assert_hits(&far, &launch);
    assert!(launch.velocity.norm() > 1e8);
}

#[test]
fn targets_in_single_precision_are_hit() {
    let mut cases = Cases::new(5);
    for _ in 0..60 {
        let target = [cases.uniform(5.0..40.0), cases.uniform(-10.0..10.0)].map(|x| x as f32);
        let air = (Ballistics::<2>::new([0.0, -9.81]).with_terminal_speed(35.0)).quadratic();
        let aim = air.aim([0.0, 1.0], target);
        let least = aim.with_least_speed().unwrap();
        let arcs = aim.at_speed(1.3 * least.velocity.norm()).unwrap();
        for launch in [least, arcs.direct, arcs.lofted] {
            let flight = air.launch([0.0, 1.0], launch.velocity);
            let miss = flight.position(launch.time_of_flight) - Vector2::from(target).cast();
            // the tolerance of the flight
            assert!(miss.norm() < 1e-6, "{miss}");
        }
        // the reported least speed is enough
        let Err(AimError::OutOfRange { least_speed, .. }) = aim.at_speed(1.0) else {
            panic!("in range");
        };
        aim.at_speed(least_speed).unwrap();
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let air = QuadraticAir::<2>::new([0.0, -GRAVITY], 0.01);
    let aim = air.aim([0.0, 0.0], [20.0, 0.0]);
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(aim.at_speed(bad), Err(AimError::Speed { .. })));
        assert!(matches!(
            aim.hits_at_speed(bad),
            Err(AimError::Speed { .. })
        ));
        assert!(matches!(aim.in_time(bad), Err(AimError::Time { .. })));
    }
    let errors = |aim: QuadraticAim<2>| {
        let arcs = aim.at_speed(20.0).map(|arcs| arcs.direct);
        [arcs, aim.in_time(1.0), aim.with_least_speed()].map(Result::unwrap_err)
    };
    assert_eq!(
        errors(air.aim([1.0, 2.0], [1.0, 2.0])),
        [AimError::Coincides; 3]
    );
    let nan = [f64::NAN, 0.0];
    for aim in [
        air.aim(nan, [1.0, 0.0]),
        air.aim([1.0, 0.0], nan),
        aim.moving(nan),
        aim.accelerating(nan),
        aim.shooter_moving(nan),
    ] {
        let is_told = |error| matches!(error, AimError::NotFinite { axis: 0, .. });
        assert!(errors(aim).into_iter().all(is_told), "{aim:?}");
    }
    for air in [
        QuadraticAir::new([0.0, -GRAVITY], -1.0),
        QuadraticAir::new(nan, 0.01),
        air.with_wind(nan),
    ] {
        let is_told = |error| matches!(error, AimError::Parameter(_));
        let errors = errors(air.aim([0.0, 0.0], [1.0, 1.0]));
        assert!(errors.into_iter().all(is_told), "{air:?}");
    }
}

/// For numbers of any size each planner ends, with a finite answer or an error.
#[test]
fn numbers_of_any_size_end_in_an_answer_or_an_error() {
    let mut cases = Cases::new(6);
    let (mut answers, mut errors) = (0, 0);
    for _ in 0..300 {
        let mut vector = || SVector::<f64, 2>::from_fn(|_, _| cases.signed_decades(1e-8, 1e8));
        let [gravity, wind, target, velocity, acceleration, shooter] =
            core::array::from_fn(|_| vector());
        let air = QuadraticAir::new(gravity, cases.decades(1e-12, 1e4)).with_wind(wind);
        let aim = (air.aim([0.0, 0.0], target).moving(velocity))
            .accelerating(acceleration)
            .shooter_moving(shooter);
        let (time, speed) = (cases.decades(1e-6, 1e6), cases.decades(1e-6, 1e6));
        let direct = aim.at_speed(speed).map(|arcs| arcs.direct);
        for launch in [aim.in_time(time), aim.with_least_speed(), direct] {
            errors += usize::from(launch.is_err());
            let Ok(launch) = launch else { continue };
            assert!(launch.velocity.norm().is_finite() && launch.time_of_flight > 0.0);
            answers += 1;
        }
    }
    assert!(answers > 100 && errors > 100, "{answers} {errors}");
}
