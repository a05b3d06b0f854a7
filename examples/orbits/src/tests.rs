//! Orbits, and what is told about them.

use clap::Parser;
use kinstep::Scheme;
use kinstep::diagnostics::DriftKind;
use support::drawing::well_formed::assert_well_formed;

use crate::arguments::Arguments;
use crate::{moon, picture, report, satellite};

/// What the program says to arguments that it cannot follow.
fn refusal(texts: &[&str]) -> String {
    match Arguments::try_parse_from([&["orbits"], texts].concat()) {
        Err(refusal) => refusal.to_string(),
        Ok(arguments) => crate::run(&arguments).unwrap_err().to_string(),
    }
}

#[test]
fn ours_comes_back_where_others_do_not() {
    for run in satellite::satellites().unwrap() {
        let name = format!("{} e = {}", run.scheme, run.eccentricity);
        if run.scheme == Scheme::FlowKick {
            assert!(run.energy.abs() < 1e-11, "{name}: {:e}", run.energy);
            assert!(run.distance < 1e-2, "{name}: {:e}", run.distance);
        } else {
            assert!(run.distance > 1e3, "{name}: {:e}", run.distance);
        }
    }
}

#[test]
fn time_warp_costs_ours_nothing() {
    for run in satellite::warps(1.0).unwrap() {
        let name = format!("{} at {} s", run.scheme, run.dt);
        if run.scheme == Scheme::FlowKick {
            assert!(run.distance < 1e-1, "{name}: {:e}", run.distance);
        } else if run.dt > 100.0 {
            assert!(run.distance > 1e2, "{name}: {:e}", run.distance);
        }
    }
}

#[test]
fn the_moon_stays_where_its_energy_is_bounded() {
    let run = |scheme, steps| moon::run(scheme, 86_400.0, steps, &|_| {}).unwrap();
    let ours = run(Scheme::FlowKick, 20_000);
    assert_ne!(ours.drift.kind, DriftKind::Secular);
    let width = |[low, high]: [f64; 2]| high - low;
    let [first, last] = ours.bands.map(width);
    assert!(last < 1.5 * first, "{first:e} {last:e}");
    assert!(ours.momentum < 1e-9 && ours.angular_momentum < 1e-10);
    assert!(
        ours.moon[0] > 3e8 && ours.moon[1] < 4.5e8,
        "{:?}",
        ours.moon
    );
    assert!(ours.has_moon());
    let early = run(Scheme::Rk4, 20_000);
    assert_eq!(early.drift.kind, DriftKind::Secular);
    assert!(early.has_moon());
    // after some 100 years the moon is gone, and with it what it held of the energy; after that nothing goes wrong
    let late = run(Scheme::Rk4, 50_000);
    assert_eq!(late.drift.kind, DriftKind::Jumped, "{}", late.drift);
    assert!(!late.has_moon(), "{:?}", late.moon);
    let runs = [ours, late];
    assert_well_formed(&picture::svg(&runs).unwrap());
    let report = report::report(&[], &[], &runs, 86_400.0);
    assert!(!report.contains("NaN"));
    assert!(
        report.contains("Rk4: energy jumped once, by +6.1e-4"),
        "{report}"
    );
    assert!(report.ends_with("the moon is lost"), "{report}");
}

#[test]
fn bad_arguments_are_sentences() {
    for (texts, sentence) in [
        (&["--steps", "3"][..], "3 is not in 1000"),
        (&["--days", "0"], "it must be from 0.001 to 100 days"),
        (&["--days", "x"], "it must be a number"),
    ] {
        let refusal = refusal(texts);
        assert!(refusal.contains(sentence), "{texts:?}: {refusal}");
    }
}
