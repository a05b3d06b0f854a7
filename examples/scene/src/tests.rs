//! Runs of scenes, and what is true of them.

use anyhow::Result;
use clap::Parser;
use kinstep::Scheme;
use kinstep::nalgebra::{SVector, Vector2};

use crate::arguments::Arguments;
use crate::error::SceneError;
use crate::flight::Flight;
use crate::model::Scene;
use crate::reference::{Kind, Reference, apart};
use crate::source::Source;
use crate::text::{SceneText, Written};

/// The path of a scene in `examples/scenes`.
pub(crate) fn path(name: &str) -> String {
    format!("{}/../scenes/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The paths of all scenes in `examples/scenes`, beside which there is a picture.
pub(crate) fn scenes() -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(path("")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path().display().to_string());
    files.filter(|file| file.ends_with(".ron"))
}

/// A scene from its text.
pub(crate) fn scene<const D: usize>(text: &str) -> Result<Scene<D>, SceneError>
where
    f64: Written<D>,
{
    let source = Source::new("test.ron", text);
    Scene::read(&source, &source.read_all::<SceneText>()?)
}

/// A scene from `examples/scenes`.
pub(crate) fn shipped<const D: usize>(name: &str) -> Scene<D>
where
    f64: Written<D>,
{
    scene(&std::fs::read_to_string(path(name)).unwrap()).unwrap()
}

/// The whole program, without the process.
pub(crate) fn program(arguments: &[&str]) -> Result<String> {
    crate::run(&Arguments::try_parse_from([&["scene"], arguments].concat()).unwrap())
}

/// Where all bodies are at the end.
pub(crate) fn end_of<const D: usize>(
    scene: &Scene<D>,
    scheme: Scheme,
    dt: f64,
) -> Vec<SVector<f64, D>>
where
    f64: Written<D>,
{
    Flight::run(scene, scheme.into(), dt, |_| ())
        .unwrap()
        .positions()
}

#[test]
fn every_scene_runs_under_every_scheme() {
    let mut scenes = 0;
    for file in self::scenes() {
        let report =
            program(&[&file, "--duration", "2.1"]).unwrap_or_else(|error| panic!("{error}"));
        for scheme in Scheme::ALL {
            assert!(report.contains(&format!("\n| {scheme:<19} |")), "{report}");
        }
        assert!(report.contains("\nreference: exact") || report.contains("\nreference: converged"));
        scenes += 1;
    }
    assert!(scenes >= 6);
}

/// The error of the flow against that of the scheme that most engines use.
fn is_exact<const D: usize>(name: &str, dt: Option<f64>)
where
    f64: Written<D>,
{
    let mut scene = shipped::<D>(name);
    scene.dt = dt.unwrap_or(scene.dt);
    let reference = Reference::of(&scene);
    assert!(matches!(reference.kind, Kind::Exact { .. }));
    let error = |scheme: Scheme| {
        let end = Flight::run(&scene, scheme.into(), scene.dt, |_| ()).unwrap();
        reference.error(&end).unwrap()
    };
    let (flow, euler) = (error(Scheme::FlowKick), error(Scheme::SymplecticEuler));
    let size = reference.positions.unwrap()[0]
        .norm()
        .max(scene.world.body_slice()[0].position.norm());
    // 15 steps or 12 000: measured at most 3.8e-15, of two_springs.ron
    assert!(flow < 2e-14 * size, "{name}: {flow:e} of {size}");
    // measured 1e-4 for the stiff spring with its small step, 2e-2 and more for the others
    assert!(euler > 5e-5 * size, "{name}: {euler:e} of {size}");
}

#[test]
fn scenes_of_linear_forces_are_exact() {
    is_exact::<2>("single_spring.ron", None);
    is_exact::<2>("two_springs.ron", None);
    is_exact::<3>("projectile.ron", None);
    is_exact::<2>("lunar_descent.ron", None);
    is_exact::<3>("stiff_spring.ron", Some(0.01));
}

/// A chain between walls has the modes `ω = 2 √(k/m) sin(jπ/22)`, of shape `sin(ijπ/11)`.
#[test]
fn the_reference_of_the_chain_is_the_sum_of_its_modes() {
    let scene = shipped::<2>("spring_chain.ron");
    let reference = Reference::of(&scene);
    assert!(matches!(reference.kind, Kind::Exact { steps: 1 }));
    let shape = |i: usize, j: usize| ((i * j) as f64 * std::f64::consts::PI / 11.0).sin();
    let expected: Vec<_> = (1..=10)
        .map(|i| {
            let height: f64 = (1..=10)
                .map(|j| {
                    let amplitude = 2.0 / 11.0 * 0.4 * shape(3, j);
                    let half_angle = j as f64 * std::f64::consts::PI / 22.0;
                    let rate = 2.0 * 40.0_f64.sqrt() * half_angle.sin();
                    amplitude * shape(i, j) * (rate * 20.0).cos()
                })
                .sum();
            Vector2::new(i as f64, height)
        })
        .collect();
    let positions = reference.positions.as_ref().unwrap();
    let error = apart(positions, &expected);
    let run = Flight::run(&scene, Scheme::FlowKick.into(), scene.dt, |_| ()).unwrap();
    let in_steps = reference.error(&run).unwrap();
    println!("{error:e} {in_steps:e}");
    // measured 6e-15 and 1.5e-14 m; the sum of the modes rounds, too
    assert!(error < 5e-14 && in_steps < 1e-13, "{error:e} {in_steps:e}");
}

/// Rods are stable at any step, keep their energy, and are of second order.
#[test]
fn the_rope_keeps_its_energy() {
    let scene = shipped::<2>("rope.ron");
    let mut energies = Vec::new();
    Flight::run(&scene, Scheme::FlowKick.into(), scene.dt, |flight| {
        energies.push(flight.energy());
    })
    .unwrap();
    // the rope starts at a height of 0, at rest; its fall sets 0.6 kg · 9.81 m/s² · 1.5 m free
    let worst = energies
        .iter()
        .fold(0.0_f64, |worst, energy| worst.max(energy.abs()));
    println!("{worst:e} J");
    // measured 1e-14 J
    assert!(energies.len() >= 90 && worst < 1e-11, "{worst:e}");
    // the comment of the scene: ten short steps are nearer
    let short = distance(&scene, Scheme::VelocityVerlet, 10.0);
    let ours = distance(&scene, Scheme::FlowKick, 1.0);
    println!("{short:e} {ours:e}");
    // measured 7e-4 and 4e-2 m
    assert!(short < 0.1 * ours && ours < 0.1, "{short:e} {ours:e}");
    let orders =
        distance(&scene, Scheme::FlowKick, 32.0) / distance(&scene, Scheme::FlowKick, 64.0);
    println!("{}", orders.log2());
    // measured 2.00
    assert!((orders.log2() - 2.0).abs() < 0.1, "{orders}");
}

/// The dampers take the energy of the truss until it rests where its weight holds it.
#[test]
fn the_truss_comes_to_rest() {
    let mut scene = shipped::<2>("truss.ron");
    assert_eq!(scene.losses, ["damping", "burns"]);
    scene.duration = 60.0;
    let end = Flight::run(&scene, Scheme::FlowKick.into(), scene.dt, |_| ()).unwrap();
    let forces = end.world.bodies().map(|(id, body)| {
        let acceleration = end.world.acceleration(id).unwrap();
        acceleration.norm().max(body.velocity.norm())
    });
    let worst = forces.fold(0.0, f64::max);
    println!("{worst:e}");
    // measured 8e-12
    assert!(worst < 1e-8, "{worst:e}");
}

/// A converged reference is that of another method too.
#[test]
fn converged_references_agree_with_runge_kutta() {
    let pendulum = shipped::<2>("pendulum.ron");
    let skydiver = shipped::<3>("skydiver.ron");
    let apart = (
        distance(&pendulum, Scheme::Rk4, 64.0),
        distance(&skydiver, Scheme::Rk4, 64.0),
    );
    // measured 8.1e-11 and 1.3e-10 m; Runge-Kutta with the step of the scene is 3e-4 and 9e-4 m off
    assert!(apart.0 < 1e-9 && apart.1 < 1e-9, "{apart:?}");
}

/// A quarter period is `π/2 √(m L/W) / agm(1, cos(α/2))` from the amplitude α; then the bob is lowest.
#[test]
fn the_pendulum_is_a_pendulum() {
    let mut scene = shipped::<2>("pendulum.ron");
    let (mut arithmetic, mut geometric) = (1.0_f64, 1.4_f64.cos());
    for _ in 0..8 {
        (arithmetic, geometric) = (
            0.5 * (arithmetic + geometric),
            (arithmetic * geometric).sqrt(),
        );
    }
    scene.duration = 0.5 * std::f64::consts::PI / 9.81_f64.sqrt() / arithmetic;
    let mut energies = Vec::new();
    let end = Flight::run(&scene, Scheme::FlowKick4.into(), 1e-3, |flight| {
        energies.push(flight.energy());
    });
    let body = end.unwrap().world.body_slice()[0];
    // measured 5e-13 m, and 4e-13 of the energy
    assert!(body.position.norm() < 1e-10, "{}", body.position);
    // all of it was potential, W L (1 - cos α), and then is kinetic
    let expected = 9.81 * (1.0 - 2.8_f64.cos());
    for energy in energies {
        assert!((energy - expected).abs() < 1e-10 * expected, "{energy}");
    }
}

/// How far a scheme with a smaller step is from the reference \[m\].
fn distance<const D: usize>(scene: &Scene<D>, scheme: Scheme, refinement: f64) -> f64
where
    f64: Written<D>,
{
    let run = Flight::run(scene, scheme.into(), scene.dt / refinement, |_| ()).unwrap();
    Reference::of(scene).error(&run).unwrap()
}

/// A scene with two overlapping burns that no step of 5 Hz or 240 Hz starts or ends at.
const BURNS: &str = r#"(
    title: "burns", dimension: 2, dt: 0.2, duration: 5,
    bodies: [(name: "rocket", mass: 2, position: (0, 3), velocity: (1, 0))],
    forces: [
        (force: UniformGravity(acceleration: (0, -9.81))),
        (force: LinearDrag(strength: Rate(0.3), wind: (2, 0))),
        (on: "rocket", force: ConstantForce(force: (0, 1), rate: (0.5, 0))),
    ],
    burns: [
        (on: "rocket", from: 0.7301, until: 2.0507, force: (10, 40)),
        (on: "rocket", from: 1.9003, until: 3.3333, force: (-20, 25)),
        (on: "rocket", from: 4.9, until: 9.0, force: (5, 0)),
    ],
)"#;

#[test]
fn burns_cut_steps_where_they_start_and_end() {
    let scene = scene::<2>(BURNS).unwrap();
    let apart = |scheme| {
        let (coarse, fine) = (
            end_of(&scene, scheme, 0.2),
            end_of(&scene, scheme, 1.0 / 240.0),
        );
        (coarse[0] - fine[0]).norm()
    };
    // measured 8e-14 and 0.8 m
    assert!(apart(Scheme::FlowKick) < 1e-12);
    assert!(apart(Scheme::SymplecticEuler) > 0.1);
    // and it is the exact answer, of six pieces
    let reference = Reference::of(&scene);
    assert!(
        matches!(reference.kind, Kind::Exact { steps: 6 }),
        "{}",
        reference.kind
    );
    let end = Flight::run(&scene, Scheme::FlowKick.into(), 0.2, |_| ()).unwrap();
    assert_eq!(end.world.steps(), 25 + 5);
    assert!(reference.error(&end).unwrap() < 1e-12);
}

#[test]
fn the_energy_leaves_burns_out() {
    let mut scene = scene::<2>(BURNS).unwrap();
    scene.duration = 4.95;
    let end = Flight::run(&scene, Scheme::FlowKick.into(), 0.2, |_| ()).unwrap();
    let body = end.world.body_slice()[0];
    let expected = body.kinetic_energy() + 2.0 * 9.81 * body.position.y;
    assert!((end.energy() - expected).abs() < 1e-12 * expected.abs());
    assert_ne!(end.world.energy().total(), end.energy());
    assert_eq!(scene.losses, ["drag", "a ramp", "burns"]);
}

/// Foucault's pendulum: in the frame of the ground its plane turns clockwise by Ω in every second.
#[test]
fn the_plane_of_a_pendulum_turns() {
    let scene = shipped::<2>("foucault.ron");
    let end = end_of(&scene, Scheme::FlowKick, scene.dt)[0];
    // the path from outside is an ellipse: 5 cos ωt along x, with ω² = 9.81/67 - Ω² + Ω²
    let (omega, stiffness) = (5.31e-5_f64, 9.81_f64 / 67.0);
    let rate = (stiffness + omega * omega).sqrt();
    let (sin, cos) = (rate * scene.duration).sin_cos();
    // let go at rest on the ground, which moves: v = Ω × x outside
    let outside = Vector2::new(5.0 * cos, 5.0 * omega * sin / rate);
    let (turn_sin, turn_cos) = (-omega * scene.duration).sin_cos();
    let seen = Vector2::new(
        turn_cos * outside.x - turn_sin * outside.y,
        turn_sin * outside.x + turn_cos * outside.y,
    );
    println!("{:e} m", (end - seen).norm());
    // after 2066 rad in 21,600 steps; against the reference, which takes one step: 1.3e-13
    assert!((end - seen).norm() < 1e-10, "{end} {seen}");
}

/// Lift does work in wind alone.
#[test]
fn lift_changes_the_energy_in_wind() {
    let losses = |wind: &str| {
        let text = format!(
            "(title: \"lift\", dimension: 2, dt: 0.1, duration: 1, bodies: [(name: \"a\", mass: 1)],
            forces: [(force: Magnus(coefficient: 0.1, spin: 3, wind: {wind}))])"
        );
        scene::<2>(&text).unwrap().losses
    };
    assert_eq!(losses("(1, 0)"), ["lift"]);
    assert!(losses("(0, 0)").is_empty());
}

/// In the plane a turn is a number.
#[test]
fn axial_quantities_are_read() {
    let text = |dimension: u8, force: &str| {
        format!(
            "(title: \"turns\", dimension: {dimension}, dt: 0.1, duration: 1,
            bodies: [(name: \"a\", mass: 1)], forces: [(force: {force})])"
        )
    };
    for force in [
        "MagneticField(field: 2)",
        "MagneticField(field: 2, electric_field: (1, 0), charge: -1)",
        "RotatingFrame(omega: 0.1, point: (1, 2))",
        "Magnus(coefficient: 0.1, spin: 3, wind: (1, 0))",
    ] {
        assert!(scene::<2>(&text(2, force)).is_ok(), "{force}");
        assert!(scene::<3>(&text(3, force)).is_err(), "{force}");
    }
    let field = "MagneticField(field: (0, 0, 2))";
    assert!(scene::<3>(&text(3, field)).is_ok() && scene::<2>(&text(2, field)).is_err());
}
