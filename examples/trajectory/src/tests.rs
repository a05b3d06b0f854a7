//! Throws, and what is told about them.

use clap::Parser;
use support::drawing::well_formed::assert_well_formed;
use support::measuring::engines;

use crate::arguments::Arguments;
use crate::models::Models;
use crate::presets::{self, Run};
use crate::throw::Throw;
use crate::{picture, report};

/// The arguments, if they are any.
fn arguments(texts: &[&str]) -> Result<Arguments, String> {
    Arguments::try_parse_from([&["trajectory"], texts].concat()).map_err(|error| error.to_string())
}

/// A throw with all that is known about it.
fn thrown(texts: &[&str]) -> (Throw, Models, Vec<Run>) {
    let arguments = arguments(texts).unwrap();
    let throw = arguments.throw().unwrap();
    let models = Models::of(&throw).unwrap();
    let runs = presets::runs(&throw, &models, arguments.hz).unwrap();
    (throw, models, runs)
}

/// What the program says to arguments that it cannot follow.
fn refusal(texts: &[&str]) -> String {
    match arguments(texts) {
        Err(refusal) => refusal,
        Ok(arguments) => crate::run(&arguments).unwrap_err().to_string(),
    }
}

#[test]
fn predictions_are_the_loops_to_their_rounding() {
    for hz in ["20", "60", "240"] {
        let (throw, models, runs) = thrown(&["--hz", hz]);
        assert_eq!(runs.len(), 10);
        let substeps = 6.0 * models.linear.landing.time * hz.parse::<f64>().unwrap();
        let size = throw.velocity().norm() * models.linear.landing.time;
        for run in &runs {
            // every substep rounds 1 + c h alike; measured: 0.05
            let rounding = 0.1 * f64::EPSILON * size * substeps;
            let off = run.from_loop;
            assert!(off < rounding, "{hz} {}: {off:e}", run.name);
            // which is nothing beside what the engine does to the throw
            let curve = run.curve.as_ref().unwrap();
            assert!(curve.from_linear > 1e8 * run.from_loop, "{}", run.name);
        }
    }
}

#[test]
fn every_engine_with_a_preset_has_its_rule() {
    let (_, _, runs) = thrown(&[]);
    let names = engines::ALL
        .iter()
        .flat_map(|engine| engine.name.split('/'));
    for name in names.filter(|name| *name != "MuJoCo") {
        assert!(runs.iter().any(|run| run.name == name), "{name}");
    }
}

#[test]
fn without_air_all_models_are_one() {
    let (throw, models, runs) = thrown(&["--terminal-speed", "inf", "--wind", "7"]);
    for course in models.all() {
        // measured: 4e-15 of the way
        let off = course.error_against(&models.no_drag);
        assert!(off < 1e-14, "{}: {off:e}", course.name);
    }
    let text = report::report(&throw, &models, &runs, 60.0);
    assert!(text.contains("terminal speed inf m/s"));
}

#[test]
fn the_picture_has_all_models_and_engines() {
    for texts in [
        &[][..],
        &["--angle", "90", "--wind", "0"],
        &["--speed", "0"],
        &["--terminal-speed", "inf"],
        &["--hz", "0.5"],
    ] {
        let (throw, models, runs) = thrown(texts);
        let svg = picture::svg(&throw, &models, &runs, 60.0);
        assert_well_formed(&svg);
        for course in models.all() {
            assert!(svg.contains(&format!(">{}: ", course.name)), "{texts:?}");
        }
        let drawn = runs.iter().filter(|run| run.curve.is_ok());
        for run in drawn {
            assert!(svg.contains(run.name), "{texts:?}: {}", run.name);
        }
    }
}

#[test]
fn a_rule_that_turns_the_velocity_round_is_looped_all_the_same() {
    // a step of 1 s takes 1.96 velocities
    let texts = ["--terminal-speed", "5", "--hz", "1"];
    let (throw, models, runs) = thrown(&texts);
    let report = report::report(&throw, &models, &runs, 1.0);
    for name in ["symplectic Euler", "explicit Euler"] {
        let run = runs.iter().find(|run| run.name == name).unwrap();
        assert!(run.curve.is_err() && run.from_loop < 1e-13);
        let why = "takes more than the whole velocity in a step of 1 s, and turns it round";
        assert!(report.contains(&format!("{name}: the damping of 1.962")) && report.contains(why));
    }
    // and these take all of the velocity, and stay where they are
    assert!(report.contains("under Unity the throw does not come down to the ground"));
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let refusals = [
        (
            &["--speed", "-1"][..],
            "it must be zero or positive, and finite",
        ),
        (&["--speed", "fast"], "it must be a number"),
        (&["--angle", "91"], "it must be from -90 to 90 degrees"),
        (
            &["--height", "nan"],
            "it must be zero or positive, and finite",
        ),
        (
            &["--terminal-speed", "0"],
            "the terminal speed is 0 m/s; it must be positive",
        ),
        (&["--terminal-speed", "-3"], "the terminal speed is -3 m/s"),
        (
            &["--wind", "inf"],
            "component 0 of the wind is inf m/s; it must be finite",
        ),
        (
            &["--terminal-speed", "1e-200"],
            "the drag coefficient is inf per metre",
        ),
        (&["--hz", "0"], "it must be positive and finite"),
        (&["--hz", "1e9"], "fewer steps per second"),
        (
            &["--hz", "1e-320"],
            "the step is inf s; it must be positive and finite",
        ),
        (
            &["--height", "0", "--angle", "-5"],
            "a ball on the ground does not fly",
        ),
        (&["--speed", "1e300"], "does not come down to the ground"),
        (&["--tables", "--speed", "3"], "cannot be used with"),
        (&["--picture", "/dev/null/picture.svg"], "cannot be written"),
    ];
    for (texts, reason) in refusals {
        let said = refusal(texts);
        assert!(said.contains(reason), "{texts:?}: {said}");
    }
}
