//! Tests of flights: they do not depend on the steps, and the fuel is consumed correctly.

use kinstep::Scheme;
use lander::{Burn, Controls, FlightError, Ground, Lander, Start, fly};
use lunar_lander::landscape::Landscape;
use lunar_lander::mission::Mission;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn start(mission: &Mission, seed: u64) -> Start {
    mission.start(seed, &Landscape::new(&mission.relief, seed))
}

fn lander(mission: &Mission, start: Start, throttle: f64, turn: f64) -> Lander {
    let (craft, planet) = (mission.craft, mission.planet);
    let mut lander = Lander::new(craft, planet, start, Scheme::FlowKick).unwrap();
    lander.set_controls(Controls { throttle, turn });
    lander
}

#[test]
fn the_same_burns_touch_down_alike_at_every_frame_rate() {
    let mut random = Pcg64::seed_from_u64(1);
    let mut worst: f64 = 0.0;
    for (seed, mission) in (0..20).zip(Mission::ALL.iter().cycle()) {
        let start = start(mission, seed);
        // random controls, each for two seconds
        let burns = [(); 8].map(|()| Burn {
            ticks: 10,
            controls: Controls {
                throttle: random.random_range(-0.2..1.0),
                turn: random.random_range(-0.3..0.3),
            },
        });
        let ground = Ground::level(start.position[1] - 300.0);
        let touchdown = |steps| {
            let touchdown = fly(lander(mission, start, 0.0, 0.0), &ground, &burns, steps).unwrap();
            touchdown.expect("what burns for 16 s comes down")
        };
        let once = touchdown(1);
        for steps in [4, 12, 48] {
            let often = touchdown(steps);
            let off = [
                often.time - once.time,
                (often.position - once.position).norm(),
                (often.velocity - once.velocity).norm(),
                often.tilt - once.tilt,
            ];
            worst = off.iter().fold(worst, |worst, off| worst.max(off.abs()));
            assert_eq!(often.part, once.part);
        }
    }
    println!("{worst:e}");
    // one bound for seconds, metres, metres per second and radians; measured: 8.9e-11, in Apollo, 8
    // km from the origin
    assert!(worst < 3e-10, "{worst}");
}

#[test]
fn frames_of_any_length_come_to_the_same() {
    let ground = Ground::level(-1e5);
    let mut random = Pcg64::seed_from_u64(2);
    let mut even = lander(&Mission::TITAN, start(&Mission::TITAN, 1), 0.4, 0.05);
    let mut uneven = even.clone();
    even.fly(20.0, &ground).unwrap();
    while uneven.time() < 20.0 {
        let dt: f64 = random.random_range(1e-4..0.4);
        uneven.step(dt.min(20.0 - uneven.time()), &ground).unwrap();
    }
    let off = (even.body().position - uneven.body().position).norm();
    println!("{off:e}");
    // measured: 2.5e-13 m, over 700 m
    assert!(off < 1e-12, "{off}");
    assert!((even.fuel() - uneven.fuel()).abs() < 1e-11);
}

/// Between ticks the mass is constant, equal to that at the last tick: a step function that follows
/// the rocket equation.
#[test]
fn fuel_leaves_the_mass_at_the_ticks_of_the_gauge() {
    let mission = Mission::MOON;
    let upright = Start {
        position: [0.0; 2],
        velocity: [0.0; 2],
        tilt: 0.0,
        spin: 0.0,
    };
    let mut lander = lander(&mission, upright, 1.0, 0.0);
    let (ground, craft) = (Ground::level(-1e5), mission.craft);
    let full = craft.dry_mass + craft.fuel;
    let flow = craft.thrust / craft.exhaust_speed;
    for tick in 0..200 {
        let mass = full - flow * Lander::TICK * f64::from(tick);
        for _ in 0..2 {
            assert!((lander.body().mass - mass).abs() < 1e-9, "tick {tick}");
            lander.step(0.1, &ground).unwrap();
        }
    }
    let time = lander.time();
    let rocket =
        craft.exhaust_speed * (full / (full - flow * time)).ln() - mission.planet.gravity * time;
    // the mass lags by half a tick on average; the velocity lacks half a tick times the growth of
    // the acceleration
    let behind = rocket - lander.body().velocity.y;
    let growth = craft.thrust / (full - flow * time) - craft.thrust / full;
    let off = behind / (0.5 * Lander::TICK * growth) - 1.0;
    assert!(off.abs() < 1e-3, "{off}");
}

#[test]
fn tanks_run_dry_inside_a_step_at_any_frame_rate() {
    let mission = Mission::MOON.with_fuel(10.0);
    let ground = Ground::level(-1e5);
    let flown = |steps: u32| {
        let mut lander = lander(&mission, start(&mission, 5), 0.77, 0.1);
        while lander.ticks() < 50 {
            let dt = Lander::TICK / f64::from(steps);
            lander.step(dt, &ground).unwrap();
        }
        lander.set_controls(Controls {
            throttle: 1.0,
            turn: 0.0,
        });
        assert_eq!((lander.fuel(), lander.controls()), (0.0, Controls::OFF));
        *lander.body()
    };
    let once = flown(1);
    for steps in [2, 12, 77] {
        let off = (flown(steps).position - once.position).norm();
        // measured: 8.4e-11 m, over 800 m
        assert!(off < 3e-10, "{off}");
    }
}

#[test]
fn steps_that_are_none_are_refused_and_controls_beyond_the_engines_are_cut() {
    let ground = Ground::level(-1e5);
    let mut lander = lander(&Mission::MOON, start(&Mission::MOON, 1), 7.0, -3.0);
    let [throttle, turn] = [1.0, -1.0];
    assert_eq!(lander.controls(), Controls { throttle, turn });
    let [throttle, turn] = [f64::NAN, f64::INFINITY];
    lander.set_controls(Controls { throttle, turn });
    assert_eq!(lander.controls(), Controls::OFF);
    let before = *lander.body();
    for dt in [f64::NAN, f64::INFINITY] {
        let error = lander.step(dt, &ground).unwrap_err();
        assert!(matches!(error, FlightError::Step(_)), "{error}");
    }
    let error = lander.step(-0.1, &ground).unwrap_err().to_string();
    assert_eq!(error, "the step is -0.1 s; a lander only flies forward");
    lander.step(0.0, &ground).unwrap();
    assert_eq!((*lander.body(), lander.time()), (before, 0.0));
}
