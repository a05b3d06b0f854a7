//! Durations, tolerances and numbers at their limits.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body, Body2, ForceField, QuadraticDrag, Spring, Tolerance, UniformGravity, World, World2,
};

use crate::{advanced, assert_same_bits};
use truths::sixteen::{all, problem};

/// No bit changes in no time, and the clock counts a call.
#[test]
fn a_duration_of_zero_changes_no_bit() {
    for problem in all() {
        for zero in [0.0, -0.0] {
            let mut world = problem.world.clone();
            world.advance(zero, 1e-6).unwrap();
            assert_same_bits(&world, &problem.world);
            assert_eq!(world.time(), 0.0);
            let mut count = 0;
            world.advance_with(zero, 1e-6, |_| count += 1).unwrap();
            assert_same_bits(&world, &problem.world);
            assert_eq!((world.time(), world.steps(), count), (0.0, 2, 0));
        }
    }
}

/// Durations far below the time of the motion, far below the rounding of the clock, and denormal ones.
#[test]
fn tiny_durations() {
    for problem in all() {
        for duration in [
            1e-9,
            -1e-9,
            1e-18,
            1e-160,
            f64::MIN_POSITIVE,
            5e-324,
            -5e-324,
        ] {
            let mut world = problem.world.clone();
            world.advance(duration, 1e-9).unwrap();
            let (before, after) = (&problem.world[problem.bodies[0]], &world[problem.bodies[0]]);
            let moved = after.position - before.position;
            let off = (moved - before.velocity * duration).norm();
            assert!(off < 1e-12, "{}, {duration:e}: {off:e}", problem.name);
            assert_eq!(world.time(), duration);
        }
    }
    // late in the day a step is shorter than the clock's rounding
    let mut world = problem(2).world;
    world.step(1e9).unwrap();
    let before = world.clone();
    world.advance(1e-9, 1e-9).unwrap();
    assert!((world.body_slice()[0].position - before.body_slice()[0].position).norm() < 1e-7);
}

/// There and back again, to a hundred tolerances.
#[test]
fn forward_and_back() {
    // others contract: what has faded does not come back
    for number in [1, 2, 3, 4, 5, 6, 8, 9, 12, 13] {
        let problem = problem(number);
        // 160 turns are long enough
        let duration = problem.duration.min(20.0);
        for tolerance in [1e-5, 1e-8, 1e-11] {
            let mut world = problem.world.clone();
            world.advance(duration, tolerance).unwrap();
            world.advance(-duration, tolerance).unwrap();
            let mut worst = 0.0_f64;
            for id in &problem.bodies {
                let off = world[*id].position - problem.world[*id].position;
                worst = worst.max(off.norm());
            }
            println!("{number:2} {tolerance:.0e}: {:8.1e}", worst / tolerance);
            assert!(worst < 100.0 * tolerance, "{}: {worst:.1e}", problem.name);
            assert_eq!(world.time(), 0.0);
        }
    }
}

/// Backwards from the start is forward with velocities reversed, where forces look at places only.
#[test]
fn backwards_is_forward_reversed() {
    for number in [2, 3, 4, 9] {
        let problem = problem(number);
        let mut reversed = problem.world.clone();
        for id in &problem.bodies {
            reversed[*id].velocity *= -1.0;
        }
        let (mut back, mut forth) = (problem.world.clone(), reversed);
        back.advance(-3.0, 1e-9).unwrap();
        forth.advance(3.0, 1e-9).unwrap();
        for id in &problem.bodies {
            let off = (back[*id].position - forth[*id].position).norm();
            assert!(
                off < 1e-12 * (1.0 + back[*id].position.norm()),
                "{}: {off:e}",
                problem.name
            );
        }
    }
}

/// A long time of a motion that comes to rest: steps grow as it does.
#[test]
fn huge_durations_of_what_comes_to_rest() {
    let mut world = World2::new();
    let id = world
        .add_body(Body2::point(1.0).moving([5.0, 0.0]))
        .unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    // a closure, so that nothing is known to be exact; its limit is 10 m/s
    let drag = |body: &Body2, _: f64| body.velocity * (-0.0981 * body.velocity.norm());
    world.add_force(drag).unwrap();
    world
        .add_force(ForceField::new(|_: &Vector2<f64>, _| Vector2::zeros()))
        .unwrap();
    let done = world.advance(1e4, 1e-3).unwrap();
    println!("{}", done.evaluations);
    assert!((world[id].velocity.y + 10.0).abs() < 1e-2);
    assert!((world[id].position.y + 1e5).abs() < 100.0);
}

/// Tolerances that are no lengths are refused, and nothing changes.
#[test]
fn tolerances_are_checked() {
    let problem = problem(4);
    let length = |length: f64| Tolerance {
        length,
        relative: 0.0,
    };
    let both = |length: f64, relative: f64| Tolerance { length, relative };
    let strange = [
        length(0.0),
        length(-1e-6),
        length(f64::NAN),
        length(f64::INFINITY),
        length(f64::NEG_INFINITY),
        both(1e-6, -1e-6),
        both(1e-6, f64::NAN),
        both(1e-6, f64::INFINITY),
    ];
    for tolerance in strange {
        let mut world = problem.world.clone();
        let error = world.advance(1.0, tolerance).unwrap_err();
        println!("{error}");
        assert_same_bits(&world, &problem.world);
        assert_eq!(world.time(), 0.0);
        assert!(world.advance_with(1.0, tolerance, |_| {}).is_err());
    }
}

#[test]
fn durations_are_checked() {
    let problem = problem(4);
    for duration in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut world = problem.world.clone();
        let error = world.advance(duration, 1e-6).unwrap_err();
        println!("{error}");
        assert_same_bits(&world, &problem.world);
    }
    // the clock would overflow
    let mut world = World2::new();
    world.add_body(Body2::point(1.0)).unwrap();
    world.advance(1e308, 1e-6).unwrap();
    assert!(world.advance(1.7e308, 1e-6).is_err());
    assert_eq!(world.time(), 1e308);
}

/// A tolerance below the rounding of coordinates is raised, and the caller is told to what.
#[test]
fn tolerances_below_rounding_are_raised() {
    for number in [1, 2, 3, 9, 13] {
        let problem = problem(number);
        for tolerance in [1e-300, 1e-20, 1e-16] {
            let mut world = problem.world.clone();
            let done = world.advance(problem.duration, tolerance).unwrap();
            let error = problem.error(&world);
            println!(
                "{number:2} {tolerance:.0e}: {error:.1e} m, {:?}",
                done.raised
            );
            if number == 13 {
                // exact: there is no error to allow
                assert_eq!(done.raised, None);
            } else {
                let raised = done.raised.expect("no double is as exact as that");
                assert!((1e-15..1e-12).contains(&raised), "{raised:e}");
            }
            assert!(error < 1e-11, "{}: {error:.1e}", problem.name);
        }
        let done = problem.world.clone().advance(0.1, 1e-9).unwrap();
        assert_eq!(done.raised, None);
    }
    // a kilometre away rounding is coarser
    let mut world = World2::new();
    let id = world.add_body(Body2::point(1.0).at([1e9, 0.0])).unwrap();
    world
        .add_force_on(id, QuadraticDrag::coefficient(0.1))
        .unwrap();
    world
        .add_force(ForceField::new(|x: &Vector2<f64>, _| {
            Vector2::new((x.x - 1e9).cos(), 0.0)
        }))
        .unwrap();
    let raised = world.advance(1.0, 1e-9).unwrap().raised.unwrap();
    assert!((1e-6..1e-5).contains(&raised), "{raised:e}");
}

/// In `f32` the forces limit what is reached, and the work does not grow without end.
#[test]
fn f32_worlds_reach_their_rounding() {
    let mut work = Vec::new();
    for tolerance in [1e-3_f32, 1e-5, 1e-7, 1e-12] {
        let mut world: World<f32, 2> = World::new();
        let body: Body<f32, 2> = Body::point(1.0).at([3.0, 0.0]);
        let id = world.add_body(body).unwrap();
        let pull = |x: &Vector2<f32>, _: f32| Vector2::new(-9.81 * x.x.sin(), 0.0);
        world.add_force(ForceField::new(pull)).unwrap();
        let done = world.advance(10.0, tolerance).unwrap();
        let error = f64::from(world[id].position.x) - problem(2).truth[0];
        println!(
            "{tolerance:.0e}: {error:.1e} m, {}, {:?}",
            done.evaluations, done.raised
        );
        // rounding of sin x: 6e-8 of 9.81 m/s², and the pendulum near its top is sensitive
        assert!(error.abs() < 30.0 * f64::from(tolerance) + 1e-4);
        assert_eq!(done.raised.is_some(), tolerance < 1e-6);
        if let Some(raised) = done.raised {
            assert!((1e-7..1e-5).contains(&raised), "{raised:e}");
        }
        work.push(done.evaluations);
    }
    // no tighter than what was raised
    assert!(work[3] <= work[2] * 11 / 10);
    // laws alone are exact in f32, as by a step
    let mut world: World<f32, 2> = World::new();
    world.add_force(Spring::stiffness(25.0_f32)).unwrap();
    let id = world
        .add_body(Body::<f32, 2>::point(1.0).at([1.0, 0.0]))
        .unwrap();
    let mut stepped = world.clone();
    world.advance(3.0, 1e-6_f32).unwrap();
    stepped.step(3.0).unwrap();
    assert_eq!(world[id], stepped[id]);
}

/// Large and small scales: the same motion in other units takes the same steps.
#[test]
fn units_do_not_matter() {
    let motion = |length: f64, time: f64| {
        let mut world = World2::new();
        let body = Body2::point(1.0).at([3.0 * length, 0.0]);
        let id = world.add_body(body).unwrap();
        let rate = 9.81 / (time * time);
        let pull = move |x: &Vector2<f64>, _: f64| {
            Vector2::new(-rate * length * (x.x / length).sin(), 0.0)
        };
        world.add_force(ForceField::new(pull)).unwrap();
        let done = world.advance(10.0 * time, 1e-8 * length).unwrap();
        (world[id].position.x / length, done.evaluations)
    };
    let (place, evaluations) = motion(1.0, 1.0);
    let power = |exponent: i32| 2.0_f64.powi(exponent);
    for (length, time) in [(1.0, power(-60)), (power(20), 1.0), (power(20), power(60))] {
        assert_eq!(motion(length, time), (place, evaluations));
    }
}

/// Masses do not matter to a field of acceleration; forces do.
#[test]
fn masses_divide_forces() {
    let end = |mass: f64, strength: f64| {
        let mut world = World2::new();
        let id = world.add_body(Body2::point(mass).at([1.0, 0.5])).unwrap();
        let pull = move |x: &Vector2<f64>, _: f64| x * (-strength * x.norm_squared());
        world.add_force(ForceField::new(pull)).unwrap();
        advanced(&world, 5.0, 1e-9)[id].position
    };
    assert_eq!(end(4.0, 8.0), end(1.0, 2.0));
    let off = end(1e-150 * 4.0, 1e-150 * 8.0) - end(1.0, 2.0);
    assert!(off.norm() < 1e-7, "{:.1e}", off.norm());
}

/// Empty worlds, worlds of fixed bodies, and bodies without forces.
#[test]
fn worlds_with_nothing_to_do() {
    let mut world = World2::new();
    let done = world.advance(2.0, 1e-6).unwrap();
    assert_eq!((world.time(), done.evaluations), (2.0, 0));
    let fixed = world
        .add_body(Body2::point(1.0).fixed().moving([1.0, 2.0]))
        .unwrap();
    let free = world
        .add_body(Body2::point(1.0).moving([1.0, 2.0]))
        .unwrap();
    world.advance(2.0, 1e-6).unwrap();
    for id in [fixed, free] {
        assert_eq!(world[id].position, Vector2::new(2.0, 4.0));
    }
    let closure = |body: &Body2, _: f64| -body.position;
    world.add_force_on(fixed, closure).unwrap();
    world.advance(2.0, 1e-6).unwrap();
    assert_eq!(world[fixed].position, Vector2::new(4.0, 8.0));
}
