//! Tests of the claims on the page, with bounds and measured values, and of the program with its
//! files.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use indicatif::ProgressBar;

use crate::names::{ADDED, AVERAGED, EULER, KINSTEP, RK4, VERLET};
use crate::rows::Rows;
use crate::{
    Arguments, claims, coupled, exact, experiments, frames, lander, orbit, order, rotation, work,
};

/// The rows of an experiment.
fn rows(experiment: &'static str) -> Rows {
    let mut rows = Rows::new(ProgressBar::hidden());
    rows.begin(experiment);
    let found = experiments::ALL.iter().find(|it| it.name == experiment);
    (found.unwrap().run)(&mut rows).unwrap();
    rows
}

#[test]
fn burns_touch_down_alike_at_every_frame_rate() {
    let rows = rows("lander");
    let apart = |method| claims::touchdowns(&rows, lander::PLACE, method);
    // measured: 6e-10 m and 18.2 m
    assert!(apart(KINSTEP) < 1e-8, "{:e}", apart(KINSTEP));
    assert!((15.0..22.0).contains(&apart(EULER)), "{}", apart(EULER));
    // measured: 0.73 m/s and 5.2 m/s
    assert!(rows.worst("lander", lander::SPEED, KINSTEP) < 0.8);
    assert!(rows.worst("lander", lander::SPEED, EULER) > 4.5);
    // the other schemes converge to the same position. Measured: 7e-6 m and 7e-10 m at 240 Hz
    for (method, bound) in [(VERLET, 1e-5), (RK4, 2e-9)] {
        let off = rows.at("lander", lander::APART, method, 240.0);
        assert!(off < bound, "{method}: {off:e}");
    }
}

#[test]
fn throws_land_alike_under_kinstep_only() {
    let (ours, others) = claims::landings(&rows("frames"));
    // measured: 6e-6 m under kinstep, and at least 0.3 m under the others
    assert!(ours < 1e-5, "{ours:e}");
    assert!(others.iter().all(|apart| *apart > 0.2), "{others:?}");
    let rows = rows("frames");
    let digits = |bits| rows.at("frames", frames::DIGITS, KINSTEP, bits);
    // measured: 9e-5 m and 5e-13 m
    assert!(digits(32.0) < 3e-4 && digits(64.0) < 2e-12);
}

#[test]
fn what_is_exact_differs_by_rounding() {
    let rows = rows("exact");
    for (what, ..) in exact::CASES {
        // measured: 6e-10 rad for the rigid body, 3e-12 for the orbit, 7e-15 for the others
        let bound = match what {
            "a free rigid body of any inertia" => 3e-9,
            "an orbit about a point mass, e = 0.7" => 2e-11,
            _ => 3e-14,
        };
        let differs = rows.worst("exact", what, KINSTEP);
        assert!(differs < bound, "{what}: {differs:e}");
    }
    // many springs. Measured: 5e-15 m, 10 mm, 5 mm
    let many = |method| rows.at("exact", exact::MANY, method, 32.0);
    assert!(many(KINSTEP) < 3e-14 && many(ADDED) > 5e-3 && many(AVERAGED) > 2e-3);
}

#[test]
fn orders_are_those_of_the_schemes() {
    let rows = rows("order");
    for (method, expected) in [(EULER, 1.0), (KINSTEP, 2.0), (VERLET, 2.0), (RK4, 4.0)] {
        let error = |steps: f64| rows.at("order", order::PENDULUM, method, 10.0 / steps);
        let order = (error(4096.0) / error(8192.0)).log2();
        // measured: 1.00, 2.00, 2.00, 3.90
        assert!((order - expected).abs() < 0.15, "{method}: {order}");
    }
    // measured: 2e-13 m in 65,536 steps
    let worst = rows.worst("order", order::LINEAR, KINSTEP);
    assert!(worst < 2e-12, "{worst:e}");
}

#[test]
fn turning_bodies_and_orbits_are_exact() {
    let turning = rows("rotation");
    // measured: 1e-7 degrees, and 126 under Runge–Kutta 4
    let book = |method| turning.last("rotation", rotation::BOOK, method);
    assert!(
        book(KINSTEP) < 1e-6 && book(RK4) > 1.0,
        "{:e} {}",
        book(KINSTEP),
        book(RK4)
    );
    // measured: 8e-13 m
    let engine = turning.worst("rotation", rotation::ENGINE, KINSTEP);
    assert!(engine < 5e-12, "{engine:e}");
    let orbits = rows("orbit");
    // measured: 0.2 m after 100 orbits of 70,000 km
    let kepler = orbits.worst("orbit", orbit::KEPLER, KINSTEP);
    assert!(kepler < 2.0, "{kepler}");
    // measured: 7e-6 and 7e-4
    let bulge = |method| orbits.at("orbit", orbit::BULGE, method, 32.0);
    assert!(
        20.0 * bulge(KINSTEP) < bulge(VERLET),
        "{:e}",
        bulge(KINSTEP)
    );
}

#[test]
fn chains_are_exact_at_any_stiffness() {
    let rows = rows("coupled");
    for method in [KINSTEP, coupled::ONE_STEP] {
        // measured: 6e-11 m, from the rounding of phases in the sum of modes
        let worst = rows.worst("coupled", coupled::CHAIN, method);
        assert!(worst < 1e-9, "{method}: {worst:e}");
    }
}

#[test]
#[cfg(feature = "engines")]
fn only_kinstep_bounces_to_rounding() {
    let rows = rows("bounces");
    for quantity in [crate::bounces::ERROR, crate::bounces::SPREAD] {
        for (name, points) in rows.series("bounces", quantity) {
            // measured at 60 Hz: 5e-16 m and 9e-16 m, and 3 cm to 0.5 m under the others
            let is_exact = points.iter().all(|point| point.1 < 1e-12);
            assert_eq!(is_exact, name == KINSTEP, "{name}: {points:?}");
        }
    }
}

#[test]
#[cfg(feature = "engines")]
fn kinstep_gains_nothing_in_scenes_with_bounces() {
    use crate::ground::{BREAK, EDGE, ENERGY, ERROR, RISE, ROPE, quantity};
    let rows = rows("ground");
    let worst = |scene, what| rows.worst("ground", &quantity(scene, what), KINSTEP);
    for scene in [EDGE, BREAK, ROPE] {
        // measured: 2e-15 in the rope
        let rise = worst(scene, RISE);
        assert!(rise < 2e-14, "{scene}: {rise:e}");
    }
    // measured: 9e-6 m and 1.5e-14 m, 7e-8 and 4e-16 of the energy
    for (scene, bounds) in [(EDGE, [3e-5, 3e-7]), (BREAK, [1e-12, 1e-14])] {
        for (what, bound) in [ERROR, ENERGY].into_iter().zip(bounds) {
            let off = worst(scene, what);
            assert!(off < bound, "{scene}, {what}: {off:e}");
        }
    }
}

#[test]
fn an_error_that_passes_through_zero_does_not_count() {
    let errors = [1e-2, 1e-9, 1e-4, 1e-7, 1e-8];
    let points: Vec<(f64, f64)> = (1..).map(f64::from).zip(errors).collect();
    assert_eq!(work::reach(&points, 1e-3), Some(2.0));
    assert_eq!(work::reach(&points, 1e-6), Some(4.0));
    assert_eq!(work::reach(&points, 1e-12), None);
}

/// Path for the files of a test.
fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("kinstep-accuracy-{}-{name}", std::process::id()))
}

/// Runs the whole program, with two quick experiments, inside this process.
fn program(arguments: &[&str]) -> Result<String> {
    let start = [
        "accuracy",
        "--experiment",
        "frames",
        "--experiment",
        "lander",
    ];
    crate::run(&Arguments::try_parse_from([&start, arguments].concat()).unwrap())
}

#[test]
fn the_page_needs_nothing_but_itself_and_rows_are_tidy() {
    let directory = place("page");
    let (page, csv) = (directory.join("deeper/index.html"), directory.join("csv"));
    let [out, data] = [&page, &csv].map(|path| path.display().to_string());
    program(&["--out", &out, "--csv", &data]).unwrap();
    let page = std::fs::read_to_string(&page).unwrap();
    let rows = std::fs::read_to_string(csv.join("lander.csv")).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    for asking in [
        "src=",
        "url(http",
        "@import",
        "fetch(",
        "href=\"http",
        "<script",
        "NaN",
    ] {
        assert!(!page.contains(asking), "{asking}");
    }
    assert!(page.matches("<figure>").count() == 2 && page.contains("<h2>Frame rates</h2>"));
    assert!(
        rows.starts_with(
            "experiment,method,x,quantity,value\nlander,\"kinstep (FlowKick), 5 Hz\","
        )
    );
}

#[test]
fn what_cannot_be_written_is_a_sentence() {
    let failures = [
        program(&["--out", "/dev/null/index.html"]),
        program(&["--out", "/dev/null", "--csv", "/dev/null/rows"]),
    ];
    for failure in failures {
        let sentence = format!("{:#}", failure.unwrap_err());
        assert!(sentence.contains(" cannot be written: "), "{sentence}");
    }
}
