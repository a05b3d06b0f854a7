//! Eruptions, and what is told about them.

use clap::Parser;
use support::drawing::well_formed::assert_well_formed;

use crate::arguments::Arguments;
use crate::pieces::{Eruption, Fallout, Landing};
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
    let sorted = |landings: &[Landing], of: fn(&Landing) -> f32| {
        let mut values: Vec<f32> = landings.iter().map(of).collect();
        values.sort_by(f32::total_cmp);
        values
    };
    let worst = |of: fn(&Landing) -> f32| {
        let sizes = short.landings.iter().zip(&long.landings);
        let pairs = sizes.flat_map(|(short, long)| {
            assert_eq!(short.len(), long.len());
            sorted(short, of).into_iter().zip(sorted(long, of))
        });
        pairs.fold(0.0_f32, |worst, (a, b)| worst.max((a - b).abs()))
    };
    let (place, time) = (
        worst(|landing| landing.place[0]),
        worst(|landing| landing.time),
    );
    // a thousand steps in f32: measured 0.024 m and 0.0012 s
    assert!(place < 0.1, "{place} m");
    assert!(time < 0.01, "{time} s");
}

/// What is drawn in the air at a time has not come down by then, and all that has not is drawn, but for what is about to fall on
/// the mountain.
#[test]
fn clouds_are_what_has_not_landed() {
    let texts = ["--bodies", "3000"];
    let clouds = Eruption::new(&arguments(&texts).unwrap())
        .unwrap()
        .clouds()
        .unwrap();
    let fallout = fallout(&texts);
    for (cloud, time) in clouds.iter().zip(crate::pieces::TIMES) {
        for (size, landings) in fallout.landings.iter().enumerate() {
            let flying = cloud.iter().filter(|(of, _)| *of == size).count();
            let later = landings.iter().filter(|landing| landing.time > time);
            let (hits, misses): (Vec<&Landing>, Vec<&Landing>) =
                later.partition(|landing| landing.is_on_the_mountain());
            let bounds = misses.len()..=misses.len() + hits.len();
            assert!(
                bounds.contains(&flying),
                "{flying} of size {size} after {time} s, {bounds:?}"
            );
        }
    }
}

#[test]
fn the_picture_and_the_table_are_whole() {
    let arguments = arguments(&["--bodies", "1000"]).unwrap();
    let draw = || {
        let eruption = Eruption::new(&arguments).unwrap();
        let clouds = eruption.clouds().unwrap();
        let fallout = eruption.fall(|_| {}).unwrap();
        let svg = picture::svg(&arguments, &clouds, &fallout).unwrap();
        (svg, report::report(&fallout))
    };
    let ((svg, report), (again, _)) = (draw(), draw());
    assert_well_formed(&svg);
    assert_eq!(svg, again);
    assert!(svg.contains(">1000 pieces of a volcano: half of the blocks land within "));
    assert!(
        report.contains("ash") && !report.contains("NaN"),
        "{report}"
    );
}

/// Fewer pieces than groups.
#[test]
fn few_pieces_are_an_eruption() {
    let arguments = arguments(&["--bodies", "3", "--wind", "-100"]).unwrap();
    let eruption = Eruption::new(&arguments).unwrap();
    let clouds = eruption.clouds().unwrap();
    let fallout = eruption.fall(|_| {}).unwrap();
    assert_eq!(fallout.landings.iter().map(Vec::len).sum::<usize>(), 3);
    assert_well_formed(&picture::svg(&arguments, &clouds, &fallout).unwrap());
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
