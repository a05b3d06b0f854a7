//! Battles, and what is told about them.

use clap::Parser;
use kinstep::ballistics::Trajectory;
use kinstep::nalgebra::Vector3;

use crate::arguments::Arguments;
use crate::battle::{self, Battle, fight};
use crate::broken_promise;
use crate::gunner::{Gunner, Sight};
use crate::report;
use crate::scenario::{MUZZLE, START, Scenario};

/// The arguments, if they are any.
fn arguments(texts: &[&str]) -> Result<Arguments, String> {
    Arguments::try_parse_from([&["turret"], texts].concat()).map_err(|error| error.to_string())
}

fn scenario(texts: &[&str]) -> Scenario {
    arguments(texts).unwrap().scenario().unwrap()
}

/// What the program says to arguments that it cannot follow.
fn refusal(texts: &[&str]) -> String {
    match arguments(texts) {
        Err(refusal) => refusal,
        Ok(arguments) => crate::run(&arguments).unwrap_err().to_string(),
    }
}

/// The farthest pass of a target that kept its course, and how many shots that was \[m\].
fn farthest(battle: &Battle) -> (f64, usize) {
    let kept = || battle.shots.iter().filter(|shot| shot.kept);
    let farthest = kept().map(|shot| shot.closest).fold(0.0, f64::max);
    (farthest, kept().count())
}

#[test]
fn every_shell_hits_a_target_that_keeps_its_course() {
    // target and shell are some 150 m away, and each step rounds both; measured: 7.2e-13 m
    let rounding = 64.0 * f64::EPSILON * 150.0;
    for seed in ["1", "2", "3", "4", "5"] {
        for options in [
            &[][..],
            &["--hz", "7"],
            &["--wind", "-30"],
            &["--speed", "50"],
        ] {
            let scenario = scenario(&[&["--seed", seed], options].concat());
            let battle = fight(&scenario, Gunner::Exact).unwrap();
            let (distance, shots) = farthest(&battle);
            assert!(shots > 10, "{seed} {options:?}: {shots}");
            assert!(distance < rounding, "{seed} {options:?}: {distance:e}");
            assert!(broken_promise(&battle).is_none());
        }
    }
}

#[test]
fn a_shell_that_misses_is_found_out() {
    let mut battle = fight(&scenario(&[]), Gunner::Straight).unwrap();
    assert!(broken_promise(&battle).is_none());
    battle.gunner = Gunner::Exact;
    assert!(broken_promise(&battle).is_some_and(|shot| shot.closest > battle::RADIUS));
}

#[test]
fn guessed_times_miss() {
    for gunner in [Gunner::OneRound, Gunner::Straight] {
        let (distance, shots) = farthest(&fight(&scenario(&[]), gunner).unwrap());
        assert!(shots > 20 && distance > 3.0, "{gunner:?}: {distance}");
    }
}

#[test]
fn the_target_flies_where_its_legs_lead() {
    let scenario = scenario(&["--seconds", "20"]);
    assert!(scenario.legs.len() > 3);
    let mut from = 0;
    for leg in &scenario.legs {
        assert!(leg.from == from && leg.to > from);
        assert_eq!(scenario.leg(leg.from), scenario.leg(leg.to - 1));
        from = leg.to;
    }
    let again = Scenario::new(1, 60.0, 1200, 90.0, 8.0);
    assert_eq!(again.legs, scenario.legs);
}

#[test]
fn a_guess_is_right_where_nothing_moves() {
    let scenario = scenario(&[]);
    let sight = Sight {
        position: Vector3::from(START.0),
        velocity: Vector3::zeros(),
        acceleration: Vector3::zeros(),
    };
    let air = scenario.air();
    for gunner in Gunner::ALL {
        let launch = gunner.aim(&air, &sight, 90.0).unwrap();
        let flight = air.launch(MUZZLE, launch.velocity);
        let off = flight.position(launch.time_of_flight) - sight.position;
        // measured: 0 m, at a distance of 106 m
        assert!(off.norm() < 4.0 * f64::EPSILON * 106.0, "{gunner:?}: {off}");
    }
}

#[test]
fn the_report_has_every_leg_and_every_shot() {
    let scenario = scenario(&["--seconds", "10"]);
    let battles = Gunner::ALL.map(|gunner| fight(&scenario, gunner).unwrap());
    let report = report::report(&scenario, &battles);
    assert!(report.contains(&format!("legs of the course: {}\n", scenario.legs.len())));
    for battle in &battles {
        let strip = report
            .lines()
            .rfind(|line| line.starts_with(battle.gunner.name()));
        let signs = strip
            .unwrap()
            .rsplit_once("  |")
            .map_or(strip.unwrap(), |parts| parts.1);
        let shots = signs.matches(['#', 'x', '.']).count();
        assert!(shots >= battle.shots.len() && battle.shots.len() == 20);
    }
    // nothing reaches the target
    let texts = arguments(&["--speed", "5"]).unwrap();
    assert!(crate::run(&texts).unwrap().contains(" 120 |"));
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let refusals = [
        (&["--seconds", "0"][..], "it must be positive and finite"),
        (&["--seconds", "soon"], "it must be a number"),
        (&["--seconds", "1e9"], "ask for less time"),
        (&["--hz", "-60"], "it must be at least 0.01, and finite"),
        (&["--hz", "1e-300"], "it must be at least 0.01, and finite"),
        (&["--hz", "1e300"], "ask for less time"),
        (&["--speed", "nan"], "it must be above 0 and at most 100000"),
        (&["--speed", "0"], "it must be above 0 and at most 100000"),
        (&["--wind", "inf"], "it must be from -100000 to 100000"),
        (&["--seed", "-1"], "invalid digit"),
    ];
    for (texts, reason) in refusals {
        let said = refusal(texts);
        assert!(said.contains(reason), "{texts:?}: {said}");
    }
}
