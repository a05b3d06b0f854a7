//! Throws, and what is told about them.

use clap::Parser;
use kinstep::ballistics::{Plane, Trajectory};
use kinstep::nalgebra::Vector2;
use support::drawing::well_formed::assert_well_formed;

use crate::arguments::Arguments;
use crate::planner::{self, APEX, CEILING, HOOP, WALL};
use crate::scene::{Scene, TARGETS, Target};
use crate::throw::{self, Task, Throw};
use crate::{picture, report};

const AIRS: [&[&str]; 4] = [
    &[],
    &["--terminal-speed", "inf"],
    &["--terminal-speed", "20", "--wind", "8"],
    &["--wind", "30"],
];

/// The arguments, if they are any.
fn arguments(texts: &[&str]) -> Result<Arguments, String> {
    Arguments::try_parse_from([&["aim"], texts].concat()).map_err(|error| error.to_string())
}

fn scene(texts: &[&str]) -> Scene {
    arguments(texts).unwrap().scene().unwrap()
}

/// All throws of a planner.
fn throws<'a>(tasks: &'a [Task], caption: &str) -> Vec<(&'static Target, &'a Throw)> {
    let tasks = tasks.iter().filter(|task| task.planner.caption == caption);
    tasks
        .flat_map(|task| {
            task.throws
                .iter()
                .flatten()
                .map(|throw| (task.target, throw))
        })
        .collect()
}

#[test]
fn every_throw_hits_in_flight_and_in_a_world() {
    for texts in AIRS {
        let scene = scene(texts);
        let tasks = throw::tasks(&scene);
        let rows = report::rows(&scene, &tasks).unwrap();
        let mut count = 0;
        for row in &rows {
            let Ok((throw, in_world)) = row.outcome else {
                continue;
            };
            if row.task.planner.caption.starts_with("as close as") {
                continue;
            }
            let (speed, time) = (throw.launch.velocity.norm(), throw.launch.time_of_flight);
            let way = f64::EPSILON * (speed * time).max(100.0);
            // measured: 1.3 and, after a thousand steps, 22
            let (most, most_in_world) = (4.0 * way, 64.0 * way);
            assert!(throw.miss < most, "{texts:?} {throw:?}");
            assert!(in_world < most_in_world, "{texts:?} {throw:?} {in_world:e}");
            count += 1;
        }
        assert!(count > 60, "{texts:?}: {count}");
    }
}

/// What every planner was asked to hold fixed, measured on the flight.
type Measure = fn(&Target, &Throw) -> f64;

const MEASURES: [(&str, f64, Measure); 13] = [
    ("in exactly 7 s", 7.0, |_, throw| {
        throw.launch.time_of_flight
    }),
    ("as fast as 25 m/s straight", 25.0, |target, throw| {
        target.at(0.0, false).norm() / throw.launch.time_of_flight
    }),
    ("at 50 m/s, direct and lofted", 50.0, |_, throw| {
        throw.launch.velocity.norm()
    }),
    ("through a hoop", 0.0, |target, throw| {
        passes(throw, [target.side() * HOOP[0], HOOP[1]])
    }),
    ("just over a wall", 0.0, |target, throw| {
        let [near, far, height] = WALL;
        let corners = [near, far].map(|x| passes(throw, [target.side() * x, height]));
        corners[0].min(corners[1])
    }),
    ("touching a line at the top", 0.0, |_, throw| {
        let line = Plane::through([0.0, CEILING[0]], [-CEILING[1], 1.0]);
        line.height(throw.flight.apex_along(line.normal).unwrap().position)
    }),
    ("apex at 60 m", APEX, |_, throw| {
        throw.flight.apex().unwrap().position.y
    }),
    ("arc 30 m over the straight line", 30.0, arc_height),
    ("curviness 1/4", 0.25, |target, throw| {
        arc_height(target, throw) / target.at(0.0, false).norm()
    }),
    ("slope 3/4 at launch", 0.75, |target, throw| {
        slope(target, throw.launch.velocity)
    }),
    ("slope -3/4 at arrival", -0.75, |target, throw| {
        slope(target, throw.flight.velocity(throw.launch.time_of_flight))
    }),
    ("climbing at 33 m/s first", 33.0, |_, throw| {
        throw.launch.velocity.y
    }),
    ("lob: climb 0.4/s × distance", 0.4, |target, throw| {
        throw.launch.velocity.y / target.at(0.0, false).norm()
    }),
];

#[test]
fn what_is_held_fixed_is_what_the_flight_has() {
    for texts in AIRS {
        let tasks = throw::tasks(&scene(texts));
        let mut count = 0;
        for (caption, asked, measure) in MEASURES {
            for (target, throw) in throws(&tasks, caption) {
                let off = measure(target, throw) - asked;
                // arcs are up to 200 m long or high; measured: 9.9e-14
                let rounding = 4.0 * f64::EPSILON * 200.0;
                assert!(
                    off.abs() < rounding,
                    "{caption} {texts:?} {}: {off:e}",
                    target.name
                );
                count += 1;
            }
        }
        assert!(count > 50, "{texts:?}: {count}");
    }
}

/// How close a throw passes to a point \[m\].
fn passes(throw: &Throw, point: [f64; 2]) -> f64 {
    let span = 0.0..throw.launch.time_of_flight;
    throw.flight.closest_approach(point, span).unwrap().distance
}

/// Rise over run towards a target.
fn slope(target: &Target, velocity: Vector2<f64>) -> f64 {
    velocity.y / (target.side() * velocity.x)
}

/// The height over the straight line, against the constant acceleration \[m\].
///
/// It is the greatest where the flight is farthest from the line: `h = n·p / n·a`, with n across the line.
fn arc_height(target: &Target, throw: &Throw) -> f64 {
    let [x, y] = target.position;
    let across = Vector2::new(-y, x) * target.side();
    let top = throw.flight.apex_along(across).unwrap().position;
    let against = -constant_acceleration(throw).normalize();
    across.dot(&top) / across.dot(&against)
}

/// c of `a = c - γ v` \[m/s²\].
fn constant_acceleration(throw: &Throw) -> Vector2<f64> {
    let flight = &throw.flight;
    let times = [0.0, throw.launch.time_of_flight];
    let [a, later_a] = times.map(|time| flight.acceleration(time));
    let [v, later_v] = times.map(|time| flight.velocity(time));
    let gained = later_v - v;
    let rate = (a - later_a).dot(&gained) / gained.norm_squared();
    a + v * rate
}

#[test]
fn a_throw_as_close_as_can_be_comes_no_closer() {
    let tasks = throw::tasks(&scene(&[]));
    for (target, throw) in throws(&tasks, "as close as 33 m/s can get") {
        let closest = passes(throw, target.position);
        // measured: 3.6e-15 m of 49 m
        assert!((throw.miss - closest).abs() < 4.0 * f64::EPSILON * 50.0);
    }
    // one of the six is in reach
    let misses = throws(&tasks, "as close as 33 m/s can get");
    assert_eq!(misses.iter().filter(|(_, throw)| throw.misses()).count(), 5);
}

#[test]
fn less_than_the_least_speed_is_out_of_reach() {
    let scene = scene(&[]);
    let tasks = throw::tasks(&scene);
    for (target, throw) in throws(&tasks, "at the least speed") {
        let (aim, speed) = (
            target.aim(&scene.air(), false),
            throw.launch.velocity.norm(),
        );
        assert!(aim.at_speed(speed * (1.0 + 1e-12)).is_ok());
        assert!(aim.at_speed(speed * (1.0 - 1e-12)).is_err());
    }
}

#[test]
fn the_picture_has_a_panel_for_each_planner() {
    for texts in AIRS {
        let scene = scene(texts);
        let tasks = throw::tasks(&scene);
        let svg = picture::svg(&scene, &tasks, true);
        assert_well_formed(&svg);
        let few = picture::svg(&scene, &tasks, false);
        assert!(few.contains(">6 of 16 ways to aim"), "{texts:?}");
        for planner in &planner::ALL {
            assert!(svg.contains(&format!(">{}<", planner.caption)), "{texts:?}");
        }
        for target in &TARGETS {
            assert!(svg.contains(&format!(">{}<", target.name)), "{texts:?}");
        }
    }
}

#[test]
fn the_report_says_why_there_is_no_throw() {
    let scene = scene(&[]);
    let tasks = throw::tasks(&scene);
    let rows = report::rows(&scene, &tasks).unwrap();
    let report = report::report(&scene, &rows, true);
    for row in &rows {
        let planner = row.task.planner.caption;
        assert!(report.contains(&format!("| {planner} ")));
        if let Err(why) = &row.outcome {
            assert!(report.contains(&format!("{planner}, {}: {why}", row.task.target.name)));
        }
    }
    assert!(report.contains("slope 3/4 at launch, C: no arc has the slope 0.75"));
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let refusals = [
        (
            &["--terminal-speed", "0"][..],
            "the terminal speed is 0 m/s; it must be positive",
        ),
        (
            &["--terminal-speed", "nan"],
            "the terminal speed is NaN m/s",
        ),
        (
            &["--wind", "inf"],
            "component 0 of the wind is inf m/s; it must be finite",
        ),
        (&["--wind", "breeze"], "invalid float literal"),
        (&["--picture", "/dev/null/picture.svg"], "cannot be written"),
        (
            &["--picture", "/dev/null", "--csv", "/dev/null/throws.csv"],
            "cannot be written",
        ),
    ];
    for (texts, reason) in refusals {
        let said = match arguments(texts) {
            Err(refusal) => refusal,
            Ok(arguments) => crate::run(&arguments).unwrap_err().to_string(),
        };
        assert!(said.contains(reason), "{texts:?}: {said}");
    }
}
