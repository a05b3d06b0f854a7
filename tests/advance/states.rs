//! Results are equal to the bit in clones, from snapshots and on other threads; and the clock.

use std::thread;

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, LinearDrag, QuadraticDrag, Scheme, Spring, World2};

use crate::{advanced, assert_same_bits};
use truths::build::{Build, thrown};
use truths::sixteen::{all, problem};

/// A world that is restored from a snapshot continues as the original, to the bit. It keeps nothing
/// of its state before `restore`.
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
            let original = advanced(&world, duration, 1e-7);
            for other in [&mut fresh, &mut old, &mut world.clone()] {
                other.advance(duration, 1e-7).unwrap();
                assert_same_bits(other, &original);
                assert_eq!(other.time(), original.time());
            }
        }
    }
}

/// A world that is overwritten by another one continues with the same bits as a new copy of it,
/// whatever was changed in either of them after they had the same forces.
#[test]
fn overwritten_worlds_go_on_with_the_same_bits() {
    let pull = ForceField::new(|x: &Vector2<f64>, _| Vector2::new(-9.81 * x.x.sin(), -x.y));
    let mut original = World2::new();
    let [light, heavy, last] =
        [1.0, 2.0, 2.0].map(|mass| original.put(thrown(mass, [mass, 0.5], [0.0, 1.0])));
    let field = original.pull(pull);
    original.pull_on(light, QuadraticDrag::coefficient(0.1));
    original.tie([heavy, last], Spring::stiffness(3.0));
    type Change<'a> = &'a dyn Fn(&mut World2);
    let changes: [(&str, Change<'_>); 8] = [
        ("nothing", &|_| ()),
        ("mass", &|world| {
            world[light] = Body2::point(3.0).at([1.0, 0.5])
        }),
        ("fixed", &|world| world[heavy] = world[heavy].fixed()),
        ("force", &|world| {
            world.replace_force(field, Spring::stiffness(2.0)).unwrap();
        }),
        ("another force", &|world| {
            world.pull_on(heavy, LinearDrag::rate(0.3));
        }),
        ("another body", &|world| {
            world.put(Body2::point(2.0).at([0.3, 0.4]));
        }),
        ("a body less", &|world| {
            world.remove_body(light).unwrap();
        }),
        ("all other bodies", &|world| {
            world.clear();
            for mass in [1.0, 2.0, 2.0] {
                world.put(Body2::point(mass).at([mass, 0.5]));
            }
        }),
    ];
    for (name, change) in changes {
        for (other_name, other_change) in changes {
            println!("{name} after {other_name}");
            let mut world = advanced(&original, 0.5, 1e-6);
            other_change(&mut world);
            world.advance(0.5, 1e-6).unwrap();
            let mut source = original.clone();
            change(&mut source);
            world.clone_from(&source);
            world.advance(0.5, 1e-6).unwrap();
            assert_same_bits(&world, &advanced(&source, 0.5, 1e-6));
        }
    }
}

/// Earlier calls do not affect later ones: failures, samples, other tolerances, steps, or the
/// scheme of steps.
#[test]
fn the_past_does_not_matter() {
    for number in [2, 8, 10, 11] {
        let problem = problem(number);
        let once = advanced(&problem.world, 0.5, 1e-8);
        let mut often = problem.world.clone();
        for tolerance in [1e-3, 1e-11] {
            often.advance(0.3, tolerance).unwrap();
            often.advance_with(0.3, tolerance, |_| {}).unwrap();
            assert!(often.advance(f64::NAN, tolerance).is_err());
            often.step(0.1).unwrap();
        }
        for scheme in Scheme::ALL {
            often.restore(&problem.world.snapshot()).unwrap();
            often.set_scheme(scheme);
            often.advance(0.5, 1e-8).unwrap();
            assert_same_bits(&once, &often);
        }
    }
}

#[test]
fn threads_give_the_same_bits() {
    for number in [8, 9, 10] {
        let run = move || {
            let problem = problem(number);
            advanced(&problem.world, 0.5 * problem.duration, 1e-8).snapshot()
        };
        let runs = [thread::spawn(run), thread::spawn(run)];
        let [one, other] = runs.map(|thread| thread.join().unwrap());
        assert_eq!(one, other);
    }
}

/// The clock is the sum of all durations, rounded once, and an advance counts as one step.
#[test]
fn the_clock() {
    let mut world = World2::new();
    world.put(Body2::point(1.0).moving([1.0, 0.0]));
    world.pull(QuadraticDrag::coefficient(0.1));
    world.pull(ForceField::new(|x: &Vector2<f64>, _| -x));
    for _ in 0..1000 {
        world.advance(0.1, 1e-3).unwrap();
    }
    assert_eq!((world.time(), world.steps()), (100.0, 1000));
    world.advance_with(-0.1, 1e-3, |_| {}).unwrap();
    assert_eq!((world.time(), world.steps()), (99.9, 1001));
}

/// The order of bodies does not change the motion, equal to the bit.
#[test]
fn the_order_of_bodies_does_not_matter() {
    let bodies = [
        thrown(1.0, [1.0, 0.0], [0.0, 3.0]),
        thrown(2.0, [0.0, 1.0], [1.0, 0.0]),
        thrown(3.0, [-1.0, 0.5], [0.0, 0.0]),
    ];
    let end = |order: [usize; 3]| {
        let mut world = World2::new();
        let mut ids = [None; 3];
        for place in order {
            ids[place] = Some(world.put(bodies[place]));
        }
        world.pull(QuadraticDrag::coefficient(0.2));
        world.pull(LinearDrag::rate(20.0));
        world.pull(Spring::stiffness(8.0));
        world.pull(ForceField::new(|x: &Vector2<f64>, _| x.map(f64::sin)));
        world.advance(3.0, 1e-7).unwrap();
        ids.map(|id| world[id.unwrap()])
    };
    assert_eq!(end([0, 1, 2]), end([2, 0, 1]));
}
