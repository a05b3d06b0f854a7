//! Orbits, and what is told about them.

use clap::Parser;
use kinstep::Scheme;
use kinstep::diagnostics::DriftKind;

use crate::arguments::Arguments;
use crate::well_formed::assert_well_formed;
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
    let run = |scheme| moon::run(scheme, 86_400.0, 20_000, &|_| {}).unwrap();
    let ours = run(Scheme::FlowKick);
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
    assert_eq!(run(Scheme::Rk4).drift.kind, DriftKind::Secular);
    let runs = [ours];
    assert_well_formed(&picture::svg(&runs).unwrap());
    assert!(!report::report(&[], &[], &runs, 86_400.0).contains("NaN"));
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
