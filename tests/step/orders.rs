//! Observed orders of convergence: halve the step, and the error falls by 2 to the order.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, ForceField, LinearDrag, MagneticField, QuadraticDrag, Scheme, Spring, Thruster,
    UniformGravity, World2,
};
use truths::build::Build;

/// Duration of every run [s].
const DURATION: f64 = 4.0;

/// Positions and velocities of all bodies after `steps` equal steps.
fn run(mut world: World2, scheme: Scheme, steps: u32) -> Vec<Vector2<f64>> {
    world.set_scheme(scheme);
    world.run(DURATION / f64::from(steps), steps);
    (world.body_slice().iter())
        .flat_map(|body| [body.position, body.velocity])
        .collect()
}

/// Runge–Kutta runs of 2048 and 4096 steps, extrapolated.
fn truth(world: &World2) -> Vec<Vector2<f64>> {
    let [coarse, fine] = [1 << 11, 1 << 12].map(|steps| run(world.clone(), Scheme::Rk4, steps));
    let pairs = coarse.iter().zip(fine);
    pairs
        .map(|(coarse, fine)| fine + (fine - coarse) / 15.0)
        .collect()
}

/// The observed order of convergence.
fn order(world: &World2, scheme: Scheme) -> f64 {
    let truth = truth(world);
    let error = |steps| {
        let result = run(world.clone(), scheme, steps);
        let differences = result
            .iter()
            .zip(&truth)
            .map(|(got, truth)| (got - truth).norm());
        differences.fold(0.0, f64::max)
    };
    // the longest steps, and the smallest error that counts: schemes of high order reach rounding
    // early, those of first order show their order late
    let (first, least) = match scheme {
        Scheme::FlowKick4 | Scheme::WeakKick => (20, 2e-11),
        Scheme::Rk4 => (320, 0.0),
        Scheme::VelocityVerlet | Scheme::FlowKick => (640, 0.0),
        _ => (8192, 0.0),
    };
    let (mut steps, mut coarse, mut fine) = (first, error(first), error(2 * first));
    while least > 0.0 && steps < 640 {
        let finer = error(4 * steps);
        if finer < least {
            break;
        }
        (steps, coarse, fine) = (2 * steps, fine, finer);
    }
    let order = (coarse / fine).log2();
    println!("{scheme:20} {order:6.3}  (errors {coarse:.1e}, {fine:.1e})");
    order
}

#[track_caller]
fn assert_order(world: &World2, scheme: Scheme, expected: f64) {
    let order = order(world, scheme);
    assert!(
        (order - expected).abs() < 0.05,
        "{scheme}: order {order}, not {expected}"
    );
}

fn one_body() -> World2 {
    let mut world = World2::new();
    world.put(Body2::point(1.5).at([1.0, -0.5]).moving([0.3, 1.2]));
    world
}

/// A body on a spring under a sine force, and another on a link to it: no force depends on
/// velocity.
fn nonlinear() -> World2 {
    let mut world = one_body();
    let first = world.ids().next().unwrap();
    let second = world.put(Body2::point(0.7).at([-1.0, 0.4]));
    world.pull(UniformGravity::new([0.0, -1.0]));
    world.pull_on(first, Spring::stiffness(3.0));
    world.pull(ForceField::new(|x: &Vector2<f64>, time: f64| {
        x.map(|x| -2.0 * (1.3 * x).sin()) + Vector2::new(0.3 * time.cos(), 0.0)
    }));
    world.tie([first, second], Spring::stiffness(2.0));
    world
}

fn assert_high_orders(world: &World2) {
    assert_order(world, Scheme::FlowKick, 2.0);
    assert_order(world, Scheme::FlowKick4, 4.0);
    assert_order(world, Scheme::WeakKick, 4.0);
}

#[test]
fn every_scheme_on_forces_of_position_and_time() {
    let world = nonlinear();
    assert_order(&world, Scheme::ExplicitEuler, 1.0);
    assert_order(&world, Scheme::SymplecticEuler, 1.0);
    assert_order(&world, Scheme::VelocityVerlet, 2.0);
    assert_order(&world, Scheme::Rk4, 4.0);
    assert_high_orders(&world);
}

/// Quadratic drag in wind beside gravity, and a closure that is a magnetic force.
#[test]
fn flow_kick_keeps_its_order_when_forces_depend_on_velocity() {
    let mut world = one_body();
    world.pull(UniformGravity::new([0.0, -9.81]));
    world.pull(QuadraticDrag::coefficient(0.3).in_wind([2.0, 0.0]));
    assert_high_orders(&world);

    let across = |body: &Body2, _time: f64| Vector2::new(body.velocity.y, -body.velocity.x) * 2.0;
    world.pull(across);
    assert_high_orders(&world);

    let mut world = one_body();
    world.pull(UniformGravity::new([0.0, -9.81]));
    world.pull(|body: &Body2, time: f64| {
        body.velocity * (-0.4 * body.velocity.norm() - 0.2 * body.position.x.sin() - 0.1 * time)
    });
    assert_high_orders(&world);
}

/// A single force kicks: one that depends on velocity, on one body or in one link.
#[test]
fn flow_kick_keeps_its_order_where_one_force_alone_kicks() {
    let friction = |body: &Body2, _: f64| {
        body.velocity * (-0.4 * body.velocity.norm() - 0.2 * body.position.x.sin())
    };
    for is_link in [false, true] {
        let mut world = one_body();
        let first = world.ids().next().unwrap();
        let second = world.put(Body2::point(2.0).at([2.0, 2.0]));
        world.pull(UniformGravity::new([0.0, -9.81]));
        if is_link {
            world.tie([first, second], friction);
        } else {
            world.pull_on(first, friction);
            // for the link the error is 3e-12, which is rounding
            assert_order(&world, Scheme::FlowKick4, 4.0);
            assert_order(&world, Scheme::WeakKick, 4.0);
        }
        assert_order(&world, Scheme::FlowKick, 2.0);
    }
}

/// Exact kicks act on the same bodies: two quadratic drags, and two damped links in a row.
#[test]
fn flow_kick_keeps_its_order_where_exact_kicks_meet() {
    let mut world = one_body();
    let first = world.ids().next().unwrap();
    let second = world.put(Body2::point(2.0).at([2.0, 2.0]));
    let third = world.put(Body2::point(0.5).at([3.0, -1.0]));
    world.pull(QuadraticDrag::coefficient(0.3).in_wind([2.0, 0.0]));
    world.pull_on(second, QuadraticDrag::coefficient(0.5).in_wind([0.0, 3.0]));
    world.tie([first, second], Spring::stiffness(3.0).damping(0.4));
    world.tie([second, third], Spring::stiffness(2.0).damping(0.1));
    assert_high_orders(&world);
}

/// If laws rotate velocities, an engine has no exact solution: it kicks.
#[test]
fn flow_kick_keeps_its_order_where_engines_turn_in_a_field() {
    let mut world = World2::new();
    let ship = world.put(Body2::solid(1.5, 0.4).moving([0.3, 1.2]).spinning(0.7));
    world.pull(MagneticField::new(0.8));
    let engine = Thruster::new([0.5, 3.0]).mounted_at([0.05, -0.4]);
    world.pull_on(ship, engine);
    // under WeakKick the error is rounding, at any number of steps
    assert_order(&world, Scheme::FlowKick, 2.0);
    assert_order(&world, Scheme::FlowKick4, 4.0);
}

/// Accumulated exact increments are of second order for two springs.
#[test]
fn accumulated_increments_are_second_order_for_springs() {
    let mut world = one_body();
    world.pull(Spring::stiffness(4.0));
    world.pull(Spring::stiffness(9.0).anchored_at([0.0, 1.0]));
    world.pull(UniformGravity::new([0.0, -9.81]));
    assert_order(&world, Scheme::Kinematic, 2.0);
    assert_order(&world, Scheme::AverageAcceleration, 2.0);
    assert_order(&world, Scheme::SymplecticEuler, 1.0);
}

/// As soon as one force depends on velocity, accumulating is first order: the documented limit of
/// both schemes, and the reason why linear laws are added before they are integrated.
#[test]
fn accumulated_increments_are_first_order_beside_drag() {
    let mut world = one_body();
    world.pull(UniformGravity::new([0.0, -9.81]));
    world.pull(LinearDrag::rate(0.5));
    assert_order(&world, Scheme::Kinematic, 1.0);
    assert_order(&world, Scheme::AverageAcceleration, 1.0);
    assert_order(&world, Scheme::VelocityVerlet, 1.0);

    world.pull(Spring::stiffness(9.0));
    assert_order(&world, Scheme::Kinematic, 1.0);
    assert_order(&world, Scheme::AverageAcceleration, 1.0);
}

/// Averaged increments are of second order only where they are known: those of springs, but not the fallback.
#[test]
fn averaging_is_second_order_for_known_increments_only() {
    let duffing = |body: &Body2, _time: f64| body.position.map(|x| -1.5 * (x + x * x * x));
    let mut alone = one_body();
    alone.pull(duffing);
    assert_order(&alone, Scheme::AverageAcceleration, 1.0);
    alone.pull(Spring::stiffness(4.0));
    assert_order(&alone, Scheme::AverageAcceleration, 1.0);
}

/// Without an exact increment the fallback is symplectic Euler, first order.
#[test]
fn the_fallback_is_first_order() {
    let mut world = one_body();
    let pendulum = |body: &Body2, _time: f64| body.position.map(|x| -3.0 * x.sin());
    world.pull(pendulum);
    assert_order(&world, Scheme::Kinematic, 1.0);

    // alone, it is symplectic Euler to rounding
    let kinematic = run(world.clone(), Scheme::Kinematic, 400);
    let symplectic = run(world, Scheme::SymplecticEuler, 400);
    for (kinematic, symplectic) in kinematic.iter().zip(&symplectic) {
        assert!((kinematic - symplectic).norm() < 1e-13);
    }
}
