//! The number of kicks that `FlowKick4` takes for an error, compared with the composition of five
//! steps of `FlowKick` by Suzuki (1990).

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, Scheme, Spring, World2};
use truths::build::Build;

/// Steps of second order whose errors cancel to fourth order, as fractions of the whole:
/// `4 s³ + (1 - 4 s)³ = 0`.
const SUZUKI: [f64; 5] = {
    const S: f64 = 0.414_490_771_794_375_7;
    [S, S, 1.0 - 4.0 * S, S, S]
};

/// A world, and the duration of its motion \[s\].
type Problem = (World2, f64);

fn positions(world: &World2) -> Vec<Vector2<f64>> {
    let bodies = world.body_slice().iter();
    bodies.map(|body| body.position).collect()
}

/// The smallest number of steps, to a hundredth, from which on the error is below `target`.
fn steps_to((world, duration): &Problem, scheme: Scheme, parts: &[f64], target: f64) -> f64 {
    let mut exact = world.clone();
    exact.advance(*duration, 1e-13).unwrap();
    let truth = positions(&exact);
    let error = |steps: f64| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        let dt = duration / steps.floor();
        for part in (0..steps as u32).flat_map(|_| parts) {
            if world.step(part * dt).is_err() {
                return f64::INFINITY;
            }
        }
        let positions = positions(&world);
        let differences = positions.iter().zip(&truth).map(|(x, y)| (x - y).norm());
        differences.fold(0.0, f64::max)
    };
    let mut steps = 16.0;
    // twice in a row, because errors change sign
    while error(steps) > target || error(1.3 * steps) > target {
        steps *= 1.3;
    }
    while error(steps / 1.01) < target {
        steps /= 1.01;
    }
    steps
}

/// A world with a single body.
fn one(body: Body2) -> World2 {
    let mut world = World2::new();
    world.put(body);
    world
}

fn pendulum() -> Problem {
    let mut world = one(Body2::point(1.0).at([3.0, 0.0]));
    let pull = |x: &Vector2<f64>, _: f64| Vector2::new(-9.81 * x.x.sin(), 0.0);
    world.pull(ForceField::new(pull));
    (world, 10.0)
}

fn orbit() -> Problem {
    let speed = 0.229_415_733_870_561_77;
    let mut world = one(Body2::point(1.0).at([1.9, 0.0]).moving([0.0, speed]));
    let pull = |x: &Vector2<f64>, _: f64| -x / (x.norm_squared() + 1e-4).powf(1.5);
    world.pull(ForceField::new(pull));
    (world, 20.0)
}

fn henon_heiles() -> Problem {
    let mut world = one(Body2::point(1.0).at([0.0, 0.1]).moving([0.5, 0.0]));
    world.pull(Spring::stiffness(1.0));
    let cubic = |x: &Vector2<f64>, _: f64| Vector2::new(-2.0 * x.x * x.y, x.y * x.y - x.x * x.x);
    world.pull(ForceField::new(cubic));
    (world, 50.0)
}

/// A stiff oscillator whose spring is part of the flow.
fn duffing() -> Problem {
    let mut world = one(Body2::point(1.0).at([1.0, 0.0]));
    world.pull(Spring::stiffness(1e6));
    let cubic = |x: &Vector2<f64>, _: f64| -x * x.norm_squared();
    world.pull(ForceField::new(cubic));
    (world, 1.0)
}

/// The number of kicks of the composition divided by that of `FlowKick4`, for the same error.
#[test]
fn kicks_to_an_error_beside_the_composition() {
    for (name, problem, target, expected) in [
        ("pendulum", pendulum(), 1e-6, 2.5),
        ("orbit", orbit(), 1e-5, 1.4),
        ("Hénon and Heiles", henon_heiles(), 1e-6, 1.8),
        ("Duffing", duffing(), 1e-8, 0.95),
    ] {
        let composed = 5.0 * steps_to(&problem, Scheme::FlowKick, &SUZUKI, target);
        let divided = 7.0 * steps_to(&problem, Scheme::FlowKick4, &[1.0], target);
        let ratio = composed / divided;
        println!("{name}, {target:e} m: {composed:.0} and {divided:.0} kicks, {ratio:.2}");
        assert!((ratio / expected - 1.0).abs() < 0.1, "{name}: {ratio}");
    }
}
