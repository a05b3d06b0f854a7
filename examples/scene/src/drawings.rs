//! Pictures: what is in them, and that they are pictures.

use std::sync::atomic::{AtomicU32, Ordering};

use kinstep::Scheme;
use support::drawing::numbers::metres;
use support::drawing::well_formed::assert_well_formed;

use crate::curves::{Curves, Run, View};
use crate::plot::fraction;
use crate::reference::Reference;
use crate::tests::{path, program, scenes, shipped};
use crate::text::Written;

/// The picture of a file, with more arguments.
fn picture(scene: &str, arguments: &[&str]) -> String {
    // tests run side by side
    static PICTURES: AtomicU32 = AtomicU32::new(0);
    let number = PICTURES.fetch_add(1, Ordering::Relaxed);
    let file = format!("kinstep-scene-{}-{number}.svg", std::process::id());
    let file = std::env::temp_dir().join(file);
    let written = file.display().to_string();
    program(&[&[scene, "--picture", &written], arguments].concat()).unwrap();
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    svg
}

/// The curves of a scene from `examples/scenes`.
fn curves<const D: usize>(name: &str) -> Curves
where
    f64: Written<D>,
{
    let scene = shipped::<D>(name);
    Curves::of(&scene, &Reference::of(&scene)).unwrap()
}

/// The curves of one scheme.
fn run(curves: &Curves, scheme: Scheme) -> &Run {
    let of_scheme = |run: &&Run| run.method == scheme;
    curves.runs.iter().find(of_scheme).unwrap()
}

/// All numbers in the paths of a picture.
fn coordinates(svg: &str) -> impl Iterator<Item = f64> {
    let paths = svg.split(" d=\"").skip(1);
    paths
        .flat_map(|path| path.split('"').next().unwrap().split([' ', 'M', 'L']))
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().unwrap())
}

#[test]
fn every_scene_has_a_picture() {
    for file in scenes() {
        let svg = picture(&file, &["--duration", "5"]);
        assert_well_formed(&svg);
        for scheme in Scheme::ALL {
            assert!(svg.contains(&format!(">{scheme}: ")), "{scheme} in {file}");
        }
        assert!(svg.starts_with("<svg viewBox=\"0 0 "));
        for label in ["time [s]", "distance [m]"] {
            assert!(svg.contains(&format!(">{label}<")), "{label} in {file}");
        }
        // measured at most 120 kB
        assert!(svg.len() < 150_000, "{} bytes of {file}", svg.len());
    }
}

#[test]
fn what_blows_up_stays_within_the_picture() {
    // five of the schemes get beyond 1e100 m here
    let svg = picture(&path("stiff_spring.ron"), &[]);
    assert_well_formed(&svg);
    assert!(svg.contains(">SymplecticEuler: until 77 s<"));
    let mut numbers = 0;
    for number in coordinates(&svg) {
        assert!((0.0..1100.0).contains(&number), "{number}");
        numbers += 1;
    }
    assert!(numbers > 1000, "{numbers}");
}

#[test]
fn one_step_can_be_drawn() {
    let flow = ["--dt", "4", "--scheme", "FlowKick", "--scheme", "Rk4"];
    let svg = picture(&path("projectile.ron"), &flow);
    assert_well_formed(&svg);
    assert!(svg.contains(" in steps of 4 s<"));
    // measured 2.8 m
    assert!(svg.contains(
        ">A ball thrown through moving air: 1 of 2 schemes exact to rounding, Rk4 2.8 m off<"
    ));
    assert!(svg.contains(">Rk4: 2.8 m<") && svg.contains(">FlowKick: 0 m<"));
    assert!(!svg.contains("Kinematic"));
}

/// A body at rest where nothing happens, under a title that is not to be taken for markup.
#[test]
fn titles_are_text_and_rest_is_a_motion() {
    let text = r#"(
        title: "$x$ & <b> 'c'", dimension: 2, dt: 0.25, duration: 3,
        bodies: [(name: "stone", mass: 1)],
    )"#;
    let file = std::env::temp_dir().join(format!("kinstep-rest-{}.ron", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let svg = picture(&file.display().to_string(), &[]);
    std::fs::remove_file(&file).unwrap();
    assert_well_formed(&svg);
    assert!(
        svg.contains(">$x$ &amp; &lt;b&gt; &apos;c&apos;: 10 of 10 schemes exact to rounding<")
    );
    assert!(coordinates(&svg).all(f64::is_finite));
}

#[test]
fn a_picture_that_cannot_be_written_is_a_sentence() {
    let unwritable = program(&[&path("tug.ron"), "--picture", "/dev/null/place.svg"]).unwrap_err();
    let sentence = format!("{unwritable:#}");
    assert!(
        sentence.starts_with("/dev/null/place.svg cannot be written: "),
        "{sentence}"
    );
}

#[test]
fn curves_tell_who_is_exact() {
    let curves = curves::<3>("projectile.ron");
    let exact = |scheme| run(&curves, scheme).is_within(curves.floor());
    let found = Scheme::ALL.map(exact);
    assert_eq!(
        found,
        [
            false, false, false, false, false, false, true, true, true, true
        ]
    );
    // measured 1.7e-14 m, and 3.1 m as in the table
    assert!(run(&curves, Scheme::FlowKick).end() < 1e-13);
    assert!((run(&curves, Scheme::SymplecticEuler).end() - 3.1).abs() < 0.05);
    // forty steps; the motion has the start too
    assert_eq!(run(&curves, Scheme::Rk4).distances.len(), 40);
    assert_eq!(run(&curves, Scheme::Rk4).motion[0].len(), 41);
    assert_eq!((curves.view, curves.parts), (View::Path, vec![(0.0, 4.0)]));
}

#[test]
fn the_view_suits_the_motion() {
    // to and fro, again and again: the end of it against time
    let pendulum = curves::<2>("pendulum.ron");
    assert_eq!(pendulum.view, View::Time(0));
    assert!(pendulum.parts[0].0 > 30.0 && pendulum.parts[0].1 == 60.0);
    // bodies in a row, of which the plucked one goes up and down the farthest
    let chain = curves::<2>("spring_chain.ron");
    assert_eq!((chain.body.as_str(), chain.view), ("3", View::Time(1)));
    // a motion that dies down: its start
    let mooring = curves::<3>("stiff_spring.ron");
    assert_eq!((mooring.view, mooring.parts[0].0), (View::Path, 0.0));
    assert!(mooring.parts[0].1 < 20.0);
    // a plane that turns: swings from the first to the last, in which the reference has a direction of its own
    let foucault = curves::<2>("foucault.ron");
    assert_eq!((foucault.view, foucault.parts.len()), (View::Path, 7));
    assert_eq!(
        (foucault.parts[0].0, foucault.parts[6].1),
        (0.0, foucault.duration)
    );
    assert!(foucault.reference.iter().all(|swing| swing.len() > 40));
    assert!(
        run(&foucault, Scheme::FlowKick)
            .motion
            .iter()
            .all(|swing| swing.len() > 30)
    );
    let stopped = run(&mooring, Scheme::SymplecticEuler).stopped;
    assert_eq!(stopped, Some(77.0));
}

#[test]
fn numbers_are_written_as_people_do() {
    let steps = [0.5, 1.0 / 60.0, 4.0, 0.1, 1.0 / 3.0, 0.123456789].map(fraction);
    assert_eq!(steps, ["0.5", "1/60", "4", "0.1", "1/3", "0.123457"]);
    let distances = [2e7, 34.2, 0.52, 0.0563, 0.0014, 3.4e-4, 0.0].map(metres);
    assert_eq!(
        distances,
        [
            "2·10⁷ m",
            "34 m",
            "0.5 m",
            "56 mm",
            "1.4 mm",
            "340 µm",
            "0 m"
        ]
    );
}
