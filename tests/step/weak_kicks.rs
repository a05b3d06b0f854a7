//! `Scheme::WeakKick`: its order in the step and in the size of the kick, and the number of kicks
//! for an error on orbits.

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, PointGravity, Scheme, Spring, World2};
use truths::build::{Build, thrown};

/// A body on a spring of 1 rad/s, with kicks by a field of position and time of the size ε.
fn on_a_spring(size: f64) -> World2 {
    let mut world = World2::new();
    world.put(Body2::point(1.0).at([1.0, 0.3]).moving([0.1, 0.7]));
    world.pull(Spring::stiffness(1.0));
    let field = move |x: &Vector2<f64>, time: f64| {
        Vector2::new(x.x * x.y + time.cos(), x.x * x.x - x.y.powi(3)) * size
    };
    world.pull(ForceField::new(field));
    world
}

/// An orbit of eccentricity 0.5, with kicks by a field of position and time of the size ε.
fn on_an_orbit(size: f64) -> World2 {
    let mut world = World2::new();
    world.put(thrown(1.0, [0.5, 0.0], [0.0, 3.0_f64.sqrt()]));
    world.pull(PointGravity::new(1.0));
    let field =
        move |x: &Vector2<f64>, time: f64| Vector2::new((0.3 * time).cos(), x.x.sin()) * size;
    world.pull(ForceField::new(field));
    world
}

/// The position of the body after equal steps.
fn end(world: &World2, scheme: Scheme, duration: f64, steps: u32) -> Vector2<f64> {
    let mut world = world.clone();
    world.set_scheme(scheme);
    world.run(duration / f64::from(steps), steps);
    world.body_slice()[0].position
}

/// The position of the body after a time \[s\], to rounding.
fn truth(world: &World2, duration: f64) -> Vector2<f64> {
    let mut exact = world.clone();
    exact.advance(duration, 1e-14).unwrap();
    exact.body_slice()[0].position
}

/// The error is of order `ε h¹⁰ + ε² h⁶ + ε³ h⁴`: each term where it is the largest.
#[test]
fn orders_in_the_step_and_in_the_size_of_the_kick() {
    let error = |size: f64, steps: u32| {
        let world = on_a_spring(size);
        (end(&world, Scheme::WeakKick, 8.0, steps) - truth(&world, 8.0)).norm()
    };
    // measured: 9.5 and 1.00; 5.7 and 2.07; 3.9 and 3.1
    for (size, steps, in_step, in_size) in [
        (1e-4, 4, 10.0, 1.0),
        (1e-2, 16, 6.0, 2.0),
        (0.1, 64, 4.0, 3.0),
    ] {
        let of_step = (error(size, steps) / error(size, 2 * steps)).log2();
        let of_size = (error(size, steps) / error(0.5 * size, steps)).log2();
        println!("{size}, {steps} steps: h^{of_step:.2} ε^{of_size:.2}");
        assert!((of_step - in_step).abs() < 0.8, "{size}: h^{of_step}");
        assert!((of_size - in_size).abs() < 0.4, "{size}: ε^{of_size}");
    }
}

/// The smallest number of kicks, to a tenth, from which on the error is below a bound.
fn kicks_to(world: &World2, scheme: Scheme, kicks: u32, bound: f64) -> f64 {
    const DURATION: f64 = 50.0;
    let truth = truth(world, DURATION);
    let is_enough = |steps: f64| {
        let position = end(world, scheme, DURATION, steps as u32);
        (position - truth).norm() < bound
    };
    let mut steps = 10.0_f64;
    // twice in a row, because errors change sign
    while !is_enough(steps) || !is_enough(1.1 * steps) {
        steps *= 1.1;
    }
    steps.floor() * f64::from(kicks)
}

/// Eight turns of a disturbed orbit take the kicks for an error, and the evaluations of
/// `World::advance`, that the page on schemes states.
#[test]
fn kicks_on_disturbed_orbits() {
    for (size, bound, expected) in [
        (1e-2, 1e-6, [1620.0, 710.0, 960.0]),
        (1e-4, 1e-6, [920.0, 360.0, 1500.0]),
        (1e-4, 1e-10, [4210.0, 1150.0, 2510.0]),
        (1e-6, 1e-10, [1620.0, 780.0, 2520.0]),
        (1e-8, 1e-10, [920.0, 330.0, 2510.0]),
    ] {
        let world = on_an_orbit(size);
        let mut advanced = world.clone();
        let done = advanced.advance(50.0, bound).unwrap();
        let found = [
            kicks_to(&world, Scheme::FlowKick4, 7, bound),
            kicks_to(&world, Scheme::WeakKick, 8, bound),
            done.evaluations as f64,
        ];
        println!("{size}, {bound:e} m: {found:?}");
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 0.15, "{size}: {found}");
        }
    }
}
