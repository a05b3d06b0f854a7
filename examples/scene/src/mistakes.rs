//! Mistakes in scene files, each reported where it stands.

use crate::error::Problem;
use crate::source::Place;
use crate::tests::{program, scene};

/// A scene with something put in its places.
fn with(bodies: &str, forces: &str, rest: &str) -> String {
    format!(
        "// a comment, with ü\n(\n    title: \"test\", dimension: 2,\n    bodies: [\n        {bodies}\n    ],\n    \
         forces: [\n        /* here */ {forces},\n    ],\n    {rest}\n)\n"
    )
}

const BALL: &str = r#"(name: "ball", mass: 1)"#;
const TWO: &str = r#"(name: "a", mass: 1), (name: "b", mass: 2, velocity: (1, 0))"#;
const GRAVITY: &str = "(force: UniformGravity(acceleration: (0, -9.81)))";
const TIMES: &str = "dt: 0.1, duration: 1,";

/// The error of a scene in which § marks the place where it should be reported.
fn error_at_the_mark(marked: &str) -> Problem {
    let (before, _) = marked.split_once('§').unwrap();
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    let error = scene::<2>(&marked.replace('§', "")).unwrap_err();
    assert_eq!(error.place, Place { line, column }, "{error}\nof {marked}");
    assert!(
        error
            .to_string()
            .starts_with(&format!("test.ron:{line}:{column}: "))
    );
    error.problem
}

#[test]
fn the_scene_without_a_mistake_is_fine() {
    scene::<2>(&with(BALL, GRAVITY, TIMES)).unwrap();
    let link = r#"links: [(between: ("a", "b"), force: LinearDrag(strength: Coefficient(1)))]"#;
    scene::<2>(&with(TWO, GRAVITY, &format!("{TIMES} {link}"))).unwrap();
}

#[test]
fn a_value_of_another_type_is_told_with_its_field() {
    for (marked, says) in [
        (
            with(r#"(name: "ball", mass: §"heavy")"#, GRAVITY, TIMES),
            "mass: Expected float",
        ),
        (
            with(
                BALL,
                "(force: UniformGravity(acceleration: (0, §a)))",
                TIMES,
            ),
            "acceleration: Expected float",
        ),
        (
            with(BALL, GRAVITY, "dt: §fast, duration: 1,"),
            "dt: Expected float",
        ),
        (
            with(BALL, "(force: Spring(stiffness: 3, damping: §true))", TIMES),
            "damping: Expected float",
        ),
    ] {
        assert_eq!(error_at_the_mark(&marked).to_string(), says);
    }
}

#[test]
fn mistakes_in_writing_are_reported_where_they_are() {
    for marked in [
        with(BALL, GRAVITY, &format!("{TIMES} §colour: 3,")),
        with(r#"(name: "ball", mass: 1, §charge: 2)"#, GRAVITY, TIMES),
        with(r#"(name: "ball", mass: 1, §mass: 2)"#, GRAVITY, TIMES),
        with(r#"(name: "ball"§)"#, GRAVITY, TIMES),
        with(r#"(name: "bäll" /* é */ §mass: 1)"#, GRAVITY, TIMES),
        with(r#"(name: "ball", mass: §"heavy")"#, GRAVITY, TIMES),
        with(BALL, "(force: §Wind(acceleration: (0, 1)))", TIMES),
        with(BALL, "(\n          force: Spring(\n  §strength: 3))", TIMES),
        with(BALL, "(force: Spring(stiffness: 3 §damping: 1))", TIMES),
        with(
            BALL,
            "(force: UniformGravity(acceleration: (0, §a)))",
            TIMES,
        ),
        with(BALL, GRAVITY, "dt: §fast, duration: 1,"),
        with(BALL, GRAVITY, "dt: 0.1,\n§)").replace("§)\n)", "§)"),
        with(BALL, GRAVITY, TIMES).replace("dimension: 2", "dimension: 2, §dimension: 2"),
        with(BALL, GRAVITY, TIMES) + "§x",
        "§".to_owned(),
    ] {
        let problem = error_at_the_mark(&marked);
        let is_in_the_writing = matches!(problem, Problem::Ron(_) | Problem::Value { .. });
        assert!(is_in_the_writing, "{problem}");
    }
}

/// Vectors of another length, and forces that lack what defines them.
#[test]
fn what_is_missing_or_too_much_is_told_with_its_field() {
    let length = "the vector has another number of components than the scene has dimensions";
    let forces = [
        ("UniformGravity(acceleration: §(0, -9.81, 0))", length),
        ("UniformGravity(acceleration: §())", length),
        ("Spring(stiffness: 1, anchor: §(1))", length),
        (
            "Spring(stiffness: 1, anchor: §[1, 2])",
            "anchor: Expected opening",
        ),
        (
            "LinearDrag(wind: (1, 2)§)",
            "missing field named `strength`",
        ),
        (
            "LinearDrag(strength: Rate(1), §coefficient: 2)",
            "Unexpected field named `coefficient`",
        ),
        (
            "LinearDrag(strength: §Speed(1))",
            "Unexpected variant named `Speed`",
        ),
        (
            "AtPoint(force: Spring(stiffness: §a), arm: (0, 0))",
            "stiffness: Expected float",
        ),
    ];
    let forces =
        forces.map(|(force, says)| (with(BALL, &format!("(force: {force})"), TIMES), says));
    let body = r#"(name: "bäll", mass: 1, position: §(1, 2, 3))"#;
    let burn = r#"burns: [(on: "ball", from: 0, until: 1, force: §(5))]"#;
    let others = [
        with(body, GRAVITY, TIMES),
        with(BALL, GRAVITY, &format!("{TIMES} {burn}")),
    ];
    for (marked, says) in forces.into_iter().chain(others.map(|text| (text, length))) {
        let problem = error_at_the_mark(&marked).to_string();
        assert!(problem.contains(says), "{problem}");
    }
}

/// Whether a problem is the one that is meant.
type IsRight = fn(&Problem) -> bool;

#[test]
fn mistakes_in_meaning_are_reported_where_they_are() {
    let on_ball = |force: &str| with(BALL, force, TIMES);
    let linked = |link: &str| with(TWO, GRAVITY, &format!("{TIMES} links: [\n{link}\n]"));
    let burning = |burn: &str| with(BALL, GRAVITY, &format!("{TIMES} burns: [{burn}]"));
    let timed = |times: &str| with(BALL, GRAVITY, times);
    let cases: [(String, IsRight); 22] = [
        (
            on_ball(r#"(on: §"bell", force: Spring(stiffness: 1))"#),
            |problem| {
                problem.to_string() == r#"there is no body named "bell"; the bodies are "ball""#
            },
        ),
        (
            linked(r#"(between: ("a", §"c"), force: Spring(stiffness: 1))"#),
            |problem| matches!(problem, Problem::NoSuchBody { name, known } if name == "c" && known == &["a", "b"]),
        ),
        (
            burning(r#"(on: §"", from: 0, until: 1, force: (0, 1))"#),
            is_no_body,
        ),
        (
            linked(r#"(between: ("a", §"a"), force: Spring(stiffness: 1))"#),
            |problem| matches!(problem, Problem::SameBody { name } if name == "a"),
        ),
        (
            linked(r#"(between: ("a", "b"), force: §Spring(stiffness: inf))"#),
            is_refused,
        ),
        (
            on_ball(r#"(on: "ball", except: §["ball"], force: Spring(stiffness: 1))"#),
            |problem| matches!(problem, Problem::OnAndExcept),
        ),
        (
            on_ball(r#"(except: ["ball", §"bell"], force: Spring(stiffness: 1))"#),
            is_no_body,
        ),
        (
            on_ball(r#"(on: "ball", force: §AtPoint(force: Spring(stiffness: 1), arm: (1, 0)))"#),
            is_refused,
        ),
        (
            with("", GRAVITY, TIMES).replace("bodies: [", "bodies: §["),
            |problem| matches!(problem, Problem::NoBodies),
        ),
        (
            with(
                r#"(name: "a", mass: 1), (name: §"a", mass: 2)"#,
                GRAVITY,
                TIMES,
            ),
            |problem| {
                let first = Place {
                    line: 5,
                    column: 16,
                };
                matches!(problem, Problem::SameName { name, first: at } if name == "a" && *at == first)
            },
        ),
        (
            with(r#"§(name: "ball", mass: -1)"#, GRAVITY, TIMES),
            |problem| matches!(problem, Problem::Body(_)),
        ),
        (
            with(
                r#"§(name: "ball", mass: 1, velocity: (0, NaN))"#,
                GRAVITY,
                TIMES,
            ),
            |problem| matches!(problem, Problem::Body(_)),
        ),
        (
            on_ball("(force: §QuadraticDrag(coefficient: -1))"),
            is_refused,
        ),
        (on_ball("(force: §Spring(stiffness: inf))"), is_refused),
        (
            on_ball("(force: §Pendulum(weight: 1, length: 0))"),
            is_number,
        ),
        (
            burning(r#"§(on: "ball", from: 2, until: 1, force: (0, 1))"#),
            is_number,
        ),
        (
            burning(r#"§(on: "ball", from: -1, until: 1, force: (0, 1))"#),
            is_number,
        ),
        (
            burning(r#"(on: "ball", from: 0, until: 1, force: §(0, inf))"#),
            is_number,
        ),
        (timed("dt: §-0.1, duration: 1,"), is_number),
        (timed("dt: 0.1, duration: §0,"), is_number),
        (timed("dt: §1e-12, duration: 1,"), |problem| {
            matches!(problem, Problem::TooManySteps { .. })
        }),
        (timed(&format!("{TIMES} schemes: [Rk4, §Rk5]")), |problem| {
            problem
                .to_string()
                .contains("no scheme Rk5; the schemes are ExplicitEuler, Sym")
        }),
    ];
    for (marked, is_right) in cases {
        let problem = error_at_the_mark(&marked);
        assert!(is_right(&problem), "{problem}");
    }
}

fn is_no_body(problem: &Problem) -> bool {
    matches!(problem, Problem::NoSuchBody { .. })
}

fn is_refused(problem: &Problem) -> bool {
    matches!(problem, Problem::Force(_))
}

fn is_number(problem: &Problem) -> bool {
    matches!(problem, Problem::Number(_))
}

#[test]
fn a_dimension_that_is_neither_is_reported_where_it_is() {
    let file = std::env::temp_dir().join(format!("kinstep-scene-{}.ron", std::process::id()));
    let text = with(BALL, GRAVITY, TIMES).replace("dimension: 2", "dimension: 4");
    std::fs::write(&file, text).unwrap();
    let name = file.display().to_string();
    let error = program(&[&name]).unwrap_err().to_string();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(
        error,
        format!("{name}:3:31: the dimension is 4; it must be 2 or 3")
    );
}
