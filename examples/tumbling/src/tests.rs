//! Throws, and what is told about them.

use clap::Parser;
use kinstep::nalgebra::Vector3;
use support::drawing::well_formed::assert_well_formed;
use support::measuring::gyroscopes::Spinning;

use crate::arguments::Arguments;
use crate::methods::METHODS;
use crate::runs::{Run, true_flips};
use crate::throw::Throw;
use crate::{picture, report};

/// The arguments, if they are any.
fn arguments(texts: &[&str]) -> Result<Arguments, String> {
    Arguments::try_parse_from([&["tumbling"], texts].concat()).map_err(|error| error.to_string())
}

fn throw(texts: &[&str]) -> Throw {
    arguments(texts).unwrap().throw().unwrap()
}

fn runs(throw: &Throw) -> Vec<Run> {
    (METHODS.iter())
        .map(|method| Run::new(method, throw).unwrap())
        .collect()
}

/// What the program says to arguments that it cannot follow.
fn refusal(texts: &[&str]) -> String {
    match arguments(texts) {
        Err(refusal) => refusal,
        Ok(arguments) => crate::run(&arguments).unwrap_err().to_string(),
    }
}

fn named<'a>(runs: &'a [Run], name: &str) -> &'a Run {
    runs.iter().find(|run| run.method.name == name).unwrap()
}

#[test]
fn the_book_turns_over_as_often_as_it_should() {
    let throw = throw(&[]);
    let runs = runs(&throw);
    let flips = true_flips(&throw);
    assert!((20..40).contains(&flips), "{flips}");
    let ours = &runs[0];
    assert_eq!(ours.flips, flips);
    // each step rounds the orientation; measured: energy 1e-14, momentum 4e-15
    let rounding = f64::EPSILON * throw.steps as f64;
    assert!(ours.energy.abs() < rounding, "{:e}", ours.energy);
    assert!(ours.momentum < rounding, "{:e}", ours.momentum);
    // what a rounding at one flip does to the next grows with the time squared; measured: 2e-8 degrees
    assert!(*ours.errors.last().unwrap() < 1e-6, "{:?}", ours.errors);
    assert!(ours.blew_up.is_none());
}

#[test]
fn the_formulas_do_what_is_known_of_them() {
    let throw = throw(&[]);
    let runs = runs(&throw);
    let flips = true_flips(&throw);
    assert!(named(&runs, "explicit term").blew_up.is_some());
    assert_eq!(named(&runs, "no gyroscopic term").flips, 0);
    // energy is lost to the last spin that is stable
    assert!(named(&runs, "one Newton step (Bullet)").energy < -0.4);
    let once = named(&runs, "clamped momentum (Avian)");
    let often = named(&runs, "clamped, 4 substeps (Rapier)");
    // a clamp that keeps |L| lets it turn over too rarely; measured: 18 and 26 of 32
    for run in [once, often] {
        assert!(run.flips + 3 < flips, "{}: {}", run.method.name, run.flips);
    }
    // its slope of first order
    let ratio = once.errors[0] / often.errors[0];
    assert!((3.0..5.0).contains(&ratio), "{ratio}");
    // all are worse than ours by far
    let last = |run: &Run| *run.errors.last().unwrap();
    for run in runs[1..].iter().filter(|run| run.blew_up.is_none()) {
        assert!(last(run) > 1e3 * last(&runs[0]), "{}", run.method.name);
    }
}

/// A formula is as good as its order: errors after a second, for half the step.
#[test]
fn formulas_converge_to_the_jump() {
    let orders = [(1, 4.0), (2, 1.0), (3, 1.0), (4, 1.0), (5, 1.0)];
    let after = |rate: &str| runs(&throw(&["--rate", rate, "--seconds", "1"]));
    let (coarse, fine) = (after("200"), after("400"));
    for (index, order) in orders {
        let ratio = coarse[index].errors[0] / fine[index].errors[0];
        let found = ratio.log2();
        let name = METHODS[index].name;
        assert!((found - order).abs() < 0.2, "{name}: order {found}");
    }
}

#[test]
fn formulas_agree_about_steady_turning() {
    // about a principal axis there is nothing for a gyroscopic term to do
    let throw = throw(&["--spin", "0,0,5", "--seconds", "3"]);
    for run in runs(&throw) {
        let name = run.method.name;
        assert_eq!(run.flips, 0, "{name}");
        assert!(run.energy.abs() < 1e-12 && run.momentum < 1e-12, "{name}");
    }
}

#[test]
fn a_state_is_the_same_in_both_frames() {
    let throw = throw(&[]);
    let state = Spinning {
        orientation: throw.jump(40),
        ..throw.start()
    };
    let back = state.orientation * state.in_body();
    assert!((back - state.angular_velocity).norm() < 1e-14);
    let momentum = throw.start().spin_angular_momentum();
    assert!((momentum - throw.body.spin_angular_momentum()).norm() < 1e-16);
    assert_eq!(throw.axis, Vector3::new(0.06, 6.0, 0.0).iamax());
}

#[test]
fn bad_arguments_are_sentences() {
    for (texts, sentence) in [
        (
            &["--inertia", "1,2"][..],
            "it must be three numbers with commas, not 2",
        ),
        (
            &["--inertia", "1,2,4"],
            "must not exceed the sum of the others",
        ),
        (&["--inertia", "0,1,1"], "it must be positive"),
        (&["--inertia", "-1,2,2"], "it must be positive"),
        (&["--inertia", "0,0,0"], "point"),
        (&["--inertia", "1,2,x"], "it must be a number"),
        (&["--spin", "0,0,0"], "that stands still"),
        (&["--spin", "0,inf,0"], "an angular velocity must be"),
        (&["--rate", "0"], "it must be positive and finite"),
        (&["--rate", "1e9"], "at most 1000000 are made"),
        (&["--seconds", "1e-9"], "ask for more time"),
        (
            &["--picture", "/proc/none/picture.svg", "--seconds", "1"],
            "cannot be written",
        ),
    ] {
        let refusal = refusal(texts);
        assert!(refusal.contains(sentence), "{texts:?}: {refusal}");
    }
}

#[test]
fn any_body_has_a_picture_and_a_report() {
    for texts in [
        &["--seconds", "10"][..],
        &["--inertia", "2,2,2", "--seconds", "2"],
        &[
            "--inertia",
            "1,1,2",
            "--spin",
            "-3,0.1,2",
            "--rate",
            "7",
            "--seconds",
            "4",
        ],
        &["--inertia", "1e-9,1,1", "--spin", "1,1,0", "--seconds", "4"],
        &["--rate", "1", "--seconds", "1"],
    ] {
        let throw = throw(texts);
        let runs = runs(&throw);
        assert_well_formed(&picture::svg(&throw, &runs));
        let report = report::report(&throw, &runs, &[1e-7; METHODS.len()]);
        assert!(
            report.contains("World::step") && !report.contains("NaN"),
            "{report}"
        );
    }
}
