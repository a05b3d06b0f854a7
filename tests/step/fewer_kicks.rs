//! How many kicks `FlowKick4` takes to an error, beside the composition of five steps of `FlowKick` by Suzuki (1990).

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, Scheme, Spring, World2};

/// Steps of second order whose errors cancel to fourth order, as shares of the whole: `4 s³ + (1 - 4 s)³ = 0`.
const SUZUKI: [f64; 5] = {
    const S: f64 = 0.414_490_771_794_375_7;
    [S, S, 1.0 - 4.0 * S, S, S]
};

/// A motion of `duration` seconds.
struct Problem {
    world: World2,
    duration: f64,
}

/// Positions at the end, after equal steps of a scheme, or of the composition.
fn end(problem: &Problem, scheme: Scheme, parts: &[f64], steps: u32) -> Vec<Vector2<f64>> {
    let mut world = problem.world.clone();
    world.set_scheme(scheme);
    let dt = problem.duration / f64::from(steps);
    for _ in 0..steps {
        for part in parts {
            if world.step(part * dt).is_err() {
                return vec![Vector2::repeat(f64::INFINITY)];
            }
        }
    }
    let bodies = world.body_slice().iter();
    bodies.map(|body| body.position).collect()
}

/// The fewest steps, to a hundredth, from which on the error is below `target`.
fn steps_to(problem: &Problem, scheme: Scheme, parts: &[f64], target: f64) -> f64 {
    let truth = {
        let mut world = problem.world.clone();
        world.advance(problem.duration, 1e-13).unwrap();
        let bodies = world.body_slice().iter();
        bodies
            .map(|body| body.position)
            .collect::<Vec<Vector2<f64>>>()
    };
    let error = |steps: f64| {
        let positions = end(problem, scheme, parts, steps as u32);
        let differences = positions.iter().zip(&truth).map(|(x, y)| (x - y).norm());
        differences.fold(0.0, f64::max)
    };
    let mut steps = 16.0;
    // twice in a row, as errors change sign
    while error(steps) > target || error(1.3 * steps) > target {
        steps *= 1.3;
    }
    while error(steps / 1.01) < target {
        steps /= 1.01;
    }
    steps
}

/// A body alone.
fn one(body: Body2) -> World2 {
    let mut world = World2::new();
    world.add_body(body).unwrap();
    world
}

fn pendulum() -> Problem {
    let mut world = one(Body2::point(1.0).at([3.0, 0.0]));
    let pull = |x: &Vector2<f64>, _: f64| Vector2::new(-9.81 * x.x.sin(), 0.0);
    world.add_force(ForceField::new(pull)).unwrap();
    let duration = 10.0;
    Problem { world, duration }
}

fn orbit() -> Problem {
    let speed = 0.229_415_733_870_561_77;
    let mut world = one(Body2::point(1.0).at([1.9, 0.0]).moving([0.0, speed]));
    let pull = |x: &Vector2<f64>, _: f64| -x / (x.norm_squared() + 1e-4).powf(1.5);
    world.add_force(ForceField::new(pull)).unwrap();
    let duration = 20.0;
    Problem { world, duration }
}

fn henon_heiles() -> Problem {
    let mut world = one(Body2::point(1.0).at([0.0, 0.1]).moving([0.5, 0.0]));
    world.add_force(Spring::stiffness(1.0)).unwrap();
    let cubic = |x: &Vector2<f64>, _: f64| Vector2::new(-2.0 * x.x * x.y, x.y * x.y - x.x * x.x);
    world.add_force(ForceField::new(cubic)).unwrap();
    let duration = 50.0;
    Problem { world, duration }
}

/// Twenty bodies between two walls.
fn chain() -> Problem {
    let mut world = World2::new();
    let push = |x: &Vector2<f64>| {
        let s = x.norm() - 1.0;
        x * (-(100.0 * s + 1e4 * s.powi(3)) / x.norm())
    };
    let bodies: Vec<_> = (1..=20_i32)
        .map(|i| {
            let velocity = [3 * (i - 1) % 7 - 3, 7 * (i - 1) % 5 - 2].map(f64::from);
            let body = Body2::point(1.0)
                .at([f64::from(i), 0.0])
                .moving([velocity[0] / 4.0, velocity[1] / 2.0]);
            world.add_body(body).unwrap()
        })
        .collect();
    for pair in bodies.windows(2) {
        let link = ForceField::new(move |x: &Vector2<f64>, _: f64| push(x));
        world.add_link(pair[1], pair[0], link).unwrap();
    }
    for (body, wall) in [(bodies[0], 0.0), (bodies[19], 21.0)] {
        let from = Vector2::new(wall, 0.0);
        let link = ForceField::new(move |x: &Vector2<f64>, _: f64| push(&(x - from)));
        world.add_force_on(body, link).unwrap();
    }
    let duration = 5.0;
    Problem { world, duration }
}

/// A stiff oscillator whose spring is part of the flow.
fn duffing() -> Problem {
    let mut world = one(Body2::point(1.0).at([1.0, 0.0]));
    world.add_force(Spring::stiffness(1e6)).unwrap();
    let cubic = |x: &Vector2<f64>, _: f64| -x * x.norm_squared();
    world.add_force(ForceField::new(cubic)).unwrap();
    let duration = 1.0;
    Problem { world, duration }
}

/// Kicks of the composition for each kick of `FlowKick4`, to the same error.
#[test]
fn kicks_to_an_error_beside_the_composition() {
    for (name, problem, target, expected) in [
        ("pendulum", pendulum(), 1e-6, 2.5),
        ("orbit", orbit(), 1e-5, 1.4),
        ("Hénon and Heiles", henon_heiles(), 1e-6, 1.8),
        ("chain", chain(), 1e-6, 2.0),
        ("Duffing", duffing(), 1e-8, 0.95),
    ] {
        let composed = 5.0 * steps_to(&problem, Scheme::FlowKick, &SUZUKI, target);
        let divided = 7.0 * steps_to(&problem, Scheme::FlowKick4, &[1.0], target);
        let ratio = composed / divided;
        println!("{name}, {target:e} m: {composed:.0} and {divided:.0} kicks, {ratio:.2}");
        assert!((ratio / expected - 1.0).abs() < 0.1, "{name}: {ratio}");
    }
}
