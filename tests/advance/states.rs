//! The same bits: in clones, from snapshots, on other threads; and the clock.

use std::thread;

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, LinearDrag, QuadraticDrag, Spring, World2};

use crate::assert_same_bits;
use truths::sixteen::{all, problem};

/// Nothing is remembered that changes bits: a world made anew from a snapshot goes on as the one that it was taken of.
#[test]
fn snapshots_go_on_with_the_same_bits() {
    for problem in all() {
        let duration = 0.25 * problem.duration;
        let mut world = problem.world.clone();
        let mut old = problem.world.clone();
        for _ in 0..3 {
            world.advance(duration, 1e-7).unwrap();
            // a world that has done something else before
            let mut fresh = truths::sixteen::problem(problem.number).world;
            fresh.restore(&world.snapshot()).unwrap();
            old.advance(0.1, 1e-4).unwrap();
            old.restore(&world.snapshot()).unwrap();
            let mut clone = world.clone();
            let mut original = world.clone();
            original.advance(duration, 1e-7).unwrap();
            for (name, world) in [
                ("fresh", &mut fresh),
                ("old", &mut old),
                ("clone", &mut clone),
            ] {
                world.advance(duration, 1e-7).unwrap();
                assert_eq!(
                    world.body_slice(),
                    original.body_slice(),
                    "{}, {name}",
                    problem.name
                );
                assert_eq!(world.time(), original.time());
            }
        }
    }
}

/// A world that is overwritten with another goes on with the same bits as a new copy of that one, whatever was changed in either of
/// them after they had the same forces.
#[test]
fn overwritten_worlds_go_on_with_the_same_bits() {
    let pull = ForceField::new(|x: &Vector2<f64>, _| Vector2::new(-9.81 * x.x.sin(), -x.y));
    let mut original = World2::new();
    let bodies = [1.0, 2.0, 2.0].map(|mass| {
        let body = Body2::point(mass).at([mass, 0.5]).moving([0.0, 1.0]);
        original.add_body(body).unwrap()
    });
    let [light, heavy, last] = bodies;
    let field = original.add_force(pull).unwrap();
    original
        .add_force_on(light, QuadraticDrag::coefficient(0.1))
        .unwrap();
    original
        .add_link(heavy, last, Spring::stiffness(3.0))
        .unwrap();
    type Change<'a> = &'a dyn Fn(&mut World2);
    let changes: [(&str, Change<'_>); 8] = [
        ("nothing", &|_| ()),
        ("mass", &|world| {
            world[light] = Body2::point(3.0).at([1.0, 0.5]);
        }),
        ("fixed", &|world| world[heavy] = world[heavy].fixed()),
        ("force", &|world| {
            world.replace_force(field, Spring::stiffness(2.0)).unwrap();
        }),
        ("another force", &|world| {
            world.add_force_on(heavy, LinearDrag::rate(0.3)).unwrap();
        }),
        ("another body", &|world| {
            world.add_body(Body2::point(2.0).at([0.3, 0.4])).unwrap();
        }),
        ("a body less", &|world| {
            world.remove_body(light).unwrap();
        }),
        ("all other bodies", &|world| {
            world.clear();
            for mass in [1.0, 2.0, 2.0] {
                world.add_body(Body2::point(mass).at([mass, 0.5])).unwrap();
            }
        }),
    ];
    for (name, change) in changes {
        for (other_name, other_change) in changes {
            let mut world = original.clone();
            world.advance(0.5, 1e-6).unwrap();
            other_change(&mut world);
            world.advance(0.5, 1e-6).unwrap();
            let mut source = original.clone();
            change(&mut source);
            world.clone_from(&source);
            let mut fresh = source.clone();
            world.advance(0.5, 1e-6).unwrap();
            fresh.advance(0.5, 1e-6).unwrap();
            assert_eq!(
                world.body_slice(),
                fresh.body_slice(),
                "{name} after {other_name}"
            );
        }
    }
}

/// What was asked for before has no part in what comes after: a failure, events, samples, other tolerances, or nothing.
#[test]
fn the_past_does_not_matter() {
    for number in [2, 8, 10, 11] {
        let problem = problem(number);
        let start = problem.world.snapshot();
        let mut once = problem.world.clone();
        once.advance(0.5, 1e-8).unwrap();
        let mut often = problem.world.clone();
        for tolerance in [1e-3, 1e-11] {
            often.advance(0.3, tolerance).unwrap();
            often.advance_with(0.3, tolerance, |_| {}).unwrap();
            assert!(often.advance(f64::NAN, tolerance).is_err());
            often.step(0.1).unwrap();
        }
        often.restore(&start).unwrap();
        often.advance(0.5, 1e-8).unwrap();
        assert_same_bits(&once, &often);
    }
}

#[test]
fn threads_give_the_same_bits() {
    let runs = [8, 9, 10].map(|number| {
        let run = move || {
            let problem = problem(number);
            let mut world = problem.world;
            world.advance(0.5 * problem.duration, 1e-8).unwrap();
            world.snapshot()
        };
        [thread::spawn(run), thread::spawn(run)]
    });
    for run in runs {
        let [one, other] = run.map(|thread| thread.join().unwrap());
        assert_eq!(one, other);
    }
}

/// The clock is the sum of all durations, rounded once, and an advance counts as one step.
#[test]
fn the_clock() {
    let mut world = World2::new();
    world
        .add_body(Body2::point(1.0).moving([1.0, 0.0]))
        .unwrap();
    world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
    world
        .add_force(ForceField::new(|x: &Vector2<f64>, _| -x))
        .unwrap();
    for _ in 0..1000 {
        world.advance(0.1, 1e-3).unwrap();
    }
    assert_eq!((world.time(), world.steps()), (100.0, 1000));
    world.advance_with(-0.1, 1e-3, |_| {}).unwrap();
    assert_eq!((world.time(), world.steps()), (99.9, 1001));
}

/// Forces read the time of the world, which need not start at zero.
#[test]
fn forces_read_the_time_of_the_world() {
    let mut world = World2::new();
    let id = world.add_body(Body2::point(1.0)).unwrap();
    world.step(1000.0).unwrap();
    let push =
        ForceField::new(|_: &Vector2<f64>, time: f64| Vector2::new((time - 1000.0).cos(), 0.0));
    world.add_force(push).unwrap();
    world.advance(2.0, 1e-9).unwrap();
    let off = world[id].position.x - (1.0 - 2.0_f64.cos());
    println!("{off:.1e}");
    // times near 1000 s are rounded to 1e-13 s
    assert!(off.abs() < 3e-8, "{off:.1e}");
}

/// Where a body is placed among others does not matter.
#[test]
fn the_order_of_bodies_does_not_matter() {
    let bodies = [
        Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 3.0]),
        Body2::point(2.0).at([0.0, 1.0]).moving([1.0, 0.0]),
        Body2::point(3.0).at([-1.0, 0.5]),
    ];
    let end = |order: [usize; 3]| {
        let mut world = World2::new();
        let mut ids = [None; 3];
        for place in order {
            ids[place] = Some(world.add_body(bodies[place]).unwrap());
        }
        world.add_force(QuadraticDrag::coefficient(0.2)).unwrap();
        world.add_force(LinearDrag::rate(20.0)).unwrap();
        world.add_force(Spring::stiffness(8.0)).unwrap();
        world
            .add_force(ForceField::new(|x: &Vector2<f64>, _| x.map(f64::sin)))
            .unwrap();
        world.advance(3.0, 1e-7).unwrap();
        ids.map(|id| world[id.unwrap()])
    };
    assert_eq!(end([0, 1, 2]), end([2, 0, 1]));
}
