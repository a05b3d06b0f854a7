//! Eruptions, and what is told about them.

use clap::Parser;
use support::drawing::well_formed::assert_well_formed;

use crate::arguments::Arguments;
use crate::pieces::{Eruption, Fallout};
use crate::{picture, report};

fn arguments(texts: &[&str]) -> Result<Arguments, String> {
    Arguments::try_parse_from([&["eruption"], texts].concat()).map_err(|error| error.to_string())
}

fn fallout(texts: &[&str]) -> Fallout {
    let eruption = Eruption::new(&arguments(texts).unwrap()).unwrap();
    eruption.fall(|_| {}).unwrap()
}

/// All pieces come down, and how long a frame is changes nothing but rounding.
#[test]
fn frames_do_not_matter() {
    let short = fallout(&["--bodies", "3000", "--frame", "0.1"]);
    let long = fallout(&["--bodies", "3000", "--frame", "1000"]);
    assert!(short.frames > 1000 && long.frames == 1);
    // near ones may come down in another order, so places and times are compared in the order of their size
    let sorted = |landings: &[(f32, f32)], of: fn(&(f32, f32)) -> f32| {
        let mut values: Vec<f32> = landings.iter().map(of).collect();
        values.sort_by(f32::total_cmp);
        values
    };
    let worst = |of: fn(&(f32, f32)) -> f32| {
        let sizes = short.landings.iter().zip(&long.landings);
        let pairs = sizes.flat_map(|(short, long)| {
            assert_eq!(short.len(), long.len());
            sorted(short, of).into_iter().zip(sorted(long, of))
        });
        pairs.fold(0.0_f32, |worst, (a, b)| worst.max((a - b).abs()))
    };
    let (place, time) = (worst(|landing| landing.0), worst(|landing| landing.1));
    // fifteen hundred steps in f32: measured 0.0037 m and 0.0019 s
    assert!(place < 0.02, "{place} m");
    assert!(time < 0.01, "{time} s");
}

#[test]
fn the_picture_and_the_table_are_whole() {
    let texts = ["--bodies", "1000"];
    let eruption = Eruption::new(&arguments(&texts).unwrap()).unwrap();
    let clouds = eruption.clouds().unwrap();
    let fallout = eruption.fall(|_| {}).unwrap();
    assert_well_formed(&picture::svg(&clouds, &fallout));
    let report = report::report(&fallout);
    assert!(
        report.contains("ash") && !report.contains("NaN"),
        "{report}"
    );
}

#[test]
fn bad_arguments_are_sentences() {
    for (texts, sentence) in [
        (["--bodies", "0"], "0 is not in 3"),
        (["--frame", "0"], "it must be from 0.01 to 1000 s"),
        (["--wind", "NaN"], "it must be from -100 to 100 m/s"),
    ] {
        let refusal = arguments(&texts).unwrap_err();
        assert!(refusal.contains(sentence), "{texts:?}: {refusal}");
    }
}
