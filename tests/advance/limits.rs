//! Durations, tolerances and numbers at their limits.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body, Body2, DenseOutput, ForceField, QuadraticDrag, Spring, Tolerance, World, World2,
};

use crate::{advanced, apart, assert_below, assert_same_bits, gravity};
use truths::build::Build;
use truths::sixteen::{all, problem};

/// Durations far below the time of the motion, far below the rounding of the clock, denormal and
/// zero. With zero no bit changes, no stretch is reported, and the clock counts a call.
#[test]
fn tiny_durations() {
    const LEAST: f64 = f64::MIN_POSITIVE;
    for problem in all() {
        for duration in [1e-9, -1e-9, 1e-18, 1e-160, LEAST, 5e-324, -5e-324] {
            let world = advanced(&problem.world, duration, 1e-9);
            let [before, after] = [&problem.world, &world].map(|world| world[problem.bodies[0]]);
            let moved = after.position - before.position;
            let off = (moved - before.velocity * duration).norm();
            assert!(off < 1e-12, "{}, {duration:e}: {off:e}", problem.name);
            assert_eq!(world.time(), duration);
        }
        for zero in [0.0, -0.0] {
            let mut world = advanced(&problem.world, zero, 1e-6);
            assert_same_bits(&world, &problem.world);
            let look = |_: &mut DenseOutput<'_, '_, f64, 2>| panic!("a stretch of no time");
            world.advance_with(zero, 1e-6, look).unwrap();
            assert_same_bits(&world, &problem.world);
            assert_eq!((world.time(), world.steps()), (0.0, 2));
        }
    }
    // at a late time a step is shorter than the rounding of the clock
    let mut world = problem(2).world;
    world.step(1e9).unwrap();
    assert_below("late", apart(&advanced(&world, 1e-9, 1e-9), &world), 1e-7);
}

/// A motion forward and back ends at its start, to a hundred tolerances.
#[test]
fn forward_and_back() {
    // the other problems contract: backward in time errors grow
    for number in [1, 2, 3, 4, 5, 6, 8, 9, 12, 13] {
        let problem = problem(number);
        // the longest problems are cut to 20 s
        let duration = problem.duration.min(20.0);
        for tolerance in [1e-5, 1e-8, 1e-11] {
            let mut world = advanced(&problem.world, duration, tolerance);
            world.advance(-duration, tolerance).unwrap();
            let off = apart(&world, &problem.world);
            assert_below(problem.name, off, 100.0 * tolerance);
            assert_eq!(world.time(), 0.0);
        }
    }
}

/// A motion backward from the start is the motion forward with reversed velocities, if forces
/// depend only on positions.
#[test]
fn backwards_is_forward_reversed() {
    for number in [2, 3, 4, 9] {
        let problem = problem(number);
        let mut forth = problem.world.clone();
        for id in &problem.bodies {
            forth[*id].velocity *= -1.0;
        }
        forth.advance(3.0, 1e-9).unwrap();
        let back = advanced(&problem.world, -3.0, 1e-9);
        assert_below(problem.name, apart(&back, &forth), 1e-12);
    }
}

/// A very long motion that tends to a constant velocity can be advanced, because its steps grow.
#[test]
fn huge_durations_of_what_comes_to_rest() {
    let mut world = World2::new();
    let id = world.put(Body2::point(1.0).moving([5.0, 0.0]));
    world.pull(gravity());
    // a closure, so that the motion is not known to be exact; its terminal speed is 10 m/s
    world.pull(|body: &Body2, _: f64| body.velocity * (-0.0981 * body.velocity.norm()));
    world.pull(ForceField::new(|_: &Vector2<f64>, _| Vector2::zeros()));
    world.advance(1e4, 1e-3).unwrap();
    assert_below("speed", (world[id].velocity.y + 10.0).abs(), 1e-2);
    assert_below("place", (world[id].position.y + 1e5).abs(), 100.0);
}

/// Invalid tolerances and durations are rejected, and nothing changes.
#[test]
fn tolerances_and_durations_are_checked() {
    const NAN: f64 = f64::NAN;
    const ENDLESS: f64 = f64::INFINITY;
    let problem = problem(4);
    for (duration, length, relative) in [
        (1.0, 0.0, 0.0),
        (1.0, -1e-6, 0.0),
        (1.0, NAN, 0.0),
        (1.0, ENDLESS, 0.0),
        (1.0, -ENDLESS, 0.0),
        (1.0, 1e-6, -1e-6),
        (1.0, 1e-6, NAN),
        (1.0, 1e-6, ENDLESS),
        (NAN, 1e-6, 0.0),
        (ENDLESS, 1e-6, 0.0),
        (-ENDLESS, 1e-6, 0.0),
    ] {
        let tolerance = Tolerance { length, relative };
        let mut world = problem.world.clone();
        println!("{}", world.advance(duration, tolerance).unwrap_err());
        assert!(world.advance_with(duration, tolerance, |_| {}).is_err());
        assert_same_bits(&world, &problem.world);
        assert_eq!(world.time(), 0.0);
    }
    // the clock would overflow
    let mut world = World2::new();
    world.put(Body2::point(1.0));
    world.advance(1e308, 1e-6).unwrap();
    assert!(world.advance(1.7e308, 1e-6).is_err());
    assert_eq!(world.time(), 1e308);
}

/// A tolerance below the rounding of coordinates is raised, and the raised value is reported.
#[test]
fn tolerances_below_rounding_are_raised() {
    for number in [1, 2, 3, 9, 13] {
        let problem = problem(number);
        for tolerance in [1e-300, 1e-20, 1e-16] {
            let mut world = problem.world.clone();
            let done = world.advance(problem.duration, tolerance).unwrap();
            let raised = done.raised;
            if number == 13 {
                // exact: there is no error to allow
                assert_eq!(raised, None);
            } else {
                assert!((1e-15..1e-12).contains(&raised.unwrap()), "{raised:?}");
            }
            assert_below(problem.name, problem.error(&world), 1e-11);
        }
        let done = problem.world.clone().advance(0.1, 1e-9).unwrap();
        assert_eq!(done.raised, None);
    }
    // a million kilometres away rounding is coarser
    let mut world = World2::new();
    let id = world.put(Body2::point(1.0).at([1e9, 0.0]));
    world.pull_on(id, QuadraticDrag::coefficient(0.1));
    let field = |x: &Vector2<f64>, _| Vector2::new((x.x - 1e9).cos(), 0.0);
    world.pull(ForceField::new(field));
    let raised = world.advance(1.0, 1e-9).unwrap().raised.unwrap();
    assert!((1e-6..1e-5).contains(&raised), "{raised:e}");
}

/// In `f32` the rounding of forces limits the accuracy, and the number of evaluations stays
/// bounded.
#[test]
fn f32_worlds_reach_their_rounding() {
    let work = [1e-3_f32, 1e-5, 1e-7, 1e-12].map(|tolerance| {
        let mut world: World<f32, 2> = World::new();
        let id = world.put(Body::point(1.0).at([3.0, 0.0]));
        let pull = |x: &Vector2<f32>, _: f32| Vector2::new(-9.81 * x.x.sin(), 0.0);
        world.pull(ForceField::new(pull));
        let done = world.advance(10.0, tolerance).unwrap();
        let error = f64::from(world[id].position.x) - problem(2).truth[0];
        // rounding of sin x: 6e-8 of 9.81 m/s², and the pendulum near its top is sensitive
        let bound = 30.0 * f64::from(tolerance) + 1e-4;
        assert_below("f32", error.abs(), bound);
        assert_eq!(done.raised.is_some(), tolerance < 1e-6);
        let in_range = |raised| (1e-7..1e-5).contains(&raised);
        assert!(done.raised.is_none_or(in_range), "{:?}", done.raised);
        done.evaluations
    });
    // a tolerance below the raised one takes no more work
    assert!(work[3] <= work[2] * 11 / 10, "{work:?}");
    // laws alone are exact in f32, as by a step
    let mut world: World<f32, 2> = World::new();
    world.pull(Spring::stiffness(25.0_f32));
    world.put(Body::point(1.0).at([1.0, 0.0]));
    let mut stepped = world.clone();
    world.advance(3.0, 1e-6_f32).unwrap();
    stepped.step(3.0).unwrap();
    assert_same_bits(&world, &stepped);
}

/// The same motion in other units takes the same steps: at large and small scales, and with other
/// masses.
#[test]
fn units_do_not_matter() {
    let motion = |length: f64, time: f64, mass: f64| {
        let mut world = World2::new();
        let id = world.put(Body2::point(mass).at([3.0 * length, 0.0]));
        let pull = mass * length * -9.81 / (time * time);
        world.pull(ForceField::new(move |x: &Vector2<f64>, _: f64| {
            Vector2::new(pull * (x.x / length).sin(), 0.0)
        }));
        let done = world.advance(10.0 * time, 1e-8 * length).unwrap();
        (world[id].position.x / length, done.evaluations)
    };
    let (place, evaluations) = motion(1.0, 1.0, 1.0);
    let [small, long, late] = [-60, 20, 60].map(|exponent| 2.0_f64.powi(exponent));
    for (length, time, mass) in [(1.0, small, 4.0), (long, 1.0, 1.0), (long, late, small)] {
        assert_eq!(motion(length, time, mass), (place, evaluations));
    }
    // not a power of two: forces are rounded
    assert_below("light", (motion(1.0, 1.0, 1e-150).0 - place).abs(), 1e-7);
}

/// Empty worlds, worlds of fixed bodies, and bodies without forces can be advanced.
#[test]
fn worlds_with_nothing_to_do() {
    let mut world = World2::new();
    let done = world.advance(2.0, 1e-6).unwrap();
    assert_eq!((world.time(), done.evaluations), (2.0, 0));
    let free = Body2::point(1.0).moving([1.0, 2.0]);
    let ids = [free.fixed(), free].map(|body| world.put(body));
    world.advance(2.0, 1e-6).unwrap();
    for id in ids {
        assert_eq!(world[id].position, Vector2::new(2.0, 4.0));
    }
    world.pull_on(ids[0], |body: &Body2, _: f64| -body.position);
    world.advance(2.0, 1e-6).unwrap();
    assert_eq!(world[ids[0]].position, Vector2::new(4.0, 8.0));
}
