//! The program as it is used: arguments, files, help.

use clap::{CommandFactory, Parser};
use kinstep::Scheme;
use kinstep::diagnostics::Method;

use crate::arguments::{Arguments, SCENE_FILES};
use crate::tests::{end_of, path, program, scene};

#[test]
fn the_trajectory_is_written() {
    let file = std::env::temp_dir().join(format!("kinstep-scene-{}.csv", std::process::id()));
    let (tug, name) = (path("tug.ron"), file.display().to_string());
    let schemes = ["--scheme", "flowkick", "--scheme", "Rk4"];
    let written = [tug.as_str(), "--csv", &name, "--every", "100"];
    program(&[&written[..], &schemes].concat()).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "scheme,time,body,x,y,vx,vy,energy");
    // the start, steps 100 and 200, and the end, step 240; two bodies, two schemes
    assert_eq!(lines.len(), 1 + 4 * 2 * 2);
    assert!(lines[1].starts_with("FlowKick,0.0,tug,0.0,0.0,0.0,2.0,"));
    assert!(lines[8].starts_with("FlowKick,60.0,barge,"));
    assert!(lines[16].starts_with("Rk4,60.0,barge,"));
}

#[test]
fn other_failures_are_sentences_too() {
    let file = path("tug.ron");
    let missing = format!("{:#}", program(&["no/such/file.ron"]).unwrap_err());
    assert!(
        missing.starts_with("no/such/file.ron cannot be read: "),
        "{missing}"
    );
    let unwritable = program(&[&file, "--csv", "/dev/null/place.csv"]).unwrap_err();
    assert!(format!("{unwritable:#}").starts_with("/dev/null/place.csv cannot be written: "));
    let long = program(&[&file, "--dt", "1e-9"]).unwrap_err();
    assert!(long.to_string().contains("at most 1e9"));
}

#[test]
fn the_scene_in_the_help_runs() {
    let (start, end) = (SCENE_FILES.find("\n  (\n"), SCENE_FILES.find("\n  )\n"));
    let text = &SCENE_FILES[start.unwrap()..end.unwrap() + 4];
    let scene = scene::<2>(text).unwrap_or_else(|error| panic!("{error}"));
    let methods = [
        Scheme::SymplecticEuler.into(),
        Scheme::FlowKick.into(),
        Method::to(1e-6),
    ];
    assert_eq!(scene.methods, methods);
    assert_eq!(end_of(&scene, Scheme::FlowKick, scene.dt).len(), 2);
}

#[test]
fn the_command_line_is_checked() {
    Arguments::command().debug_assert();
    let refuses = |arguments: &[&str]| {
        let all = [&["scene", "file.ron"], arguments].concat();
        assert!(Arguments::try_parse_from(&all).is_err(), "{all:?}");
    };
    for wrong in ["0", "-1", "nan", "inf", "soon", ""] {
        refuses(&["--dt", wrong]);
        refuses(&["--duration", wrong]);
    }
    for wrong in ["0", "-1e-6", "nan", "inf", "small"] {
        refuses(&["--tolerance", wrong]);
    }
    refuses(&["--scheme", "Rk5"]);
    refuses(&["--every", "10"]);
    refuses(&["--every", "0", "--csv", "file.csv"]);
    let help = Arguments::command().render_long_help().to_string();
    for scheme in Scheme::ALL {
        assert!(
            help.contains(&scheme.to_string()),
            "{scheme} is not in the help"
        );
    }
}

#[test]
fn a_tolerance_stands_beside_the_schemes() {
    let file = path("pendulum.ron");
    let arguments = [file.as_str(), "--scheme", "Rk4", "--tolerance", "1e-9"];
    let report = program(&arguments).unwrap();
    assert!(report.contains("\n| Rk4 "), "{report}");
    assert!(report.contains("\n| to 1e-9 m "), "{report}");
    assert!(!report.contains("stopped"), "{report}");
}
