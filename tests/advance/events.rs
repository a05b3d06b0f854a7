//! Events found on the way: [`World::advance_until`](kinstep::World::advance_until).

use kinstep::ballistics::{AdvanceUntilError, Crossing, Event, Plane, Sphere, Until};
use kinstep::nalgebra::Vector2;
use kinstep::{
    AdvanceError, Body2, BodyId, ForceField, LinearDrag, QuadraticDrag, Spring, UniformGravity,
    World2,
};

use crate::{advanced, assert_same_bits};
use truths::elliptic::{big, quarter_period, small};
use truths::sixteen::{all, problem};

/// `4 K(sin (3/2)) / √9.81`: a pendulum that swings to 3 rad.
fn pendulum_period() -> f64 {
    let complement = big(1.5_f64.cos()) * big(1.5_f64.cos());
    4.0 * small(&quarter_period(&complement)) / 9.81_f64.sqrt()
}

/// The time at which a function of the state changes its sign between two times, by bisection on a fine tolerance.
fn root(world: &World2, span: [f64; 2], sign: impl Fn(&World2) -> f64) -> f64 {
    let [mut from, mut to] = span;
    let at = |time: f64| sign(&advanced(world, time, 1e-12));
    let rises = at(to) > 0.0;
    assert!(rises != (at(from) > 0.0));
    for _ in 0..45 {
        let middle = 0.5 * (from + to);
        if (at(middle) > 0.0) == rises {
            to = middle;
        } else {
            from = middle;
        }
    }
    0.5 * (from + to)
}

#[test]
fn crossings_of_the_pendulum() {
    let quarter = pendulum_period() / 4.0;
    for (tolerance, bound) in [
        (1e-4, 1e-2),
        (1e-6, 1e-4),
        (1e-8, 1e-6),
        (1e-10, 1e-9),
        (1e-12, 1e-11),
    ] {
        let problem = problem(2);
        let mut world = problem.world.clone();
        let plane = Plane::new([1.0, 0.0], 0.0);
        let until = Until::crossing(problem.bodies[0], plane, Crossing::Any);
        let mut worst = 0.0_f64;
        for crossing in 0..4 {
            let rest = problem.duration - world.time();
            let before = world.time();
            let event = world
                .advance_until(rest, tolerance, &until)
                .unwrap()
                .unwrap();
            assert_eq!(world.time(), before + event.time);
            // on the plane to the bit, in the event and in the world
            assert_eq!(
                (event.position.x, world[problem.bodies[0]].position.x),
                (0.0, 0.0)
            );
            assert_eq!(event.velocity, world[problem.bodies[0]].velocity);
            assert_eq!(event.velocity.x < 0.0, crossing % 2 == 0);
            let expected = f64::from(2 * crossing + 1) * quarter;
            worst = worst.max((world.time() - expected).abs());
        }
        println!("{tolerance:.0e}: {worst:.1e} s");
        assert!(worst < bound, "{tolerance:.0e}: {worst:.1e} s");
    }
}

/// Ascending and descending crossings are told apart.
#[test]
fn directions_are_told_apart() {
    let quarter = pendulum_period() / 4.0;
    for (which, quarters) in [
        (Crossing::Descending, 1.0),
        (Crossing::Ascending, 3.0),
        (Crossing::Any, 1.0),
    ] {
        let problem = problem(2);
        let mut world = problem.world.clone();
        let until = Until::crossing(problem.bodies[0], Plane::new([1.0, 0.0], 0.0), which);
        let event = world.advance_until(10.0, 1e-10, &until).unwrap().unwrap();
        assert!((event.time - quarters * quarter).abs() < 1e-9);
    }
}

/// The apex of a pendulum is where it stands still, to the right and to the left.
#[test]
fn apexes_of_the_pendulum() {
    let period = pendulum_period();
    let problem = problem(2);
    for (direction, time) in [([-1.0, 0.0], 0.5 * period), ([1.0, 0.0], period)] {
        let mut world = problem.world.clone();
        let until = Until::apex(problem.bodies[0], direction);
        let event = world.advance_until(10.0, 1e-11, &until).unwrap().unwrap();
        println!("{:.1e}", event.time - time);
        assert!((event.time - time).abs() < 1e-9, "{}", event.time - time);
        assert_eq!(event.velocity.x, 0.0);
        assert!((event.position.x.abs() - 3.0).abs() < 1e-9);
    }
}

/// The top of a throw with quadratic drag, and where it lands.
#[test]
fn a_throw_with_quadratic_drag() {
    let problem = problem(1);
    let id = problem.bodies[0];
    let top = root(&problem.world, [1.0, 3.0], |world| world[id].velocity.y);
    let landing = root(&problem.world, [2.5, 5.0], |world| world[id].position.y);
    for tolerance in [1e-6, 1e-10] {
        let bound = f64::max(tolerance, 1e-11);
        let mut world = problem.world.clone();
        let event = (world.advance_until(5.0, tolerance, &Until::apex(id, [0.0, 1.0])))
            .unwrap()
            .unwrap();
        assert!((event.time - top).abs() < bound, "{:e}", event.time - top);
        assert!(world[id].velocity.y == 0.0 && world.time() == event.time);
        let ground = Until::crossing(id, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
        let event = world
            .advance_until(5.0, tolerance, &ground)
            .unwrap()
            .unwrap();
        assert!((world.time() - landing).abs() < bound);
        assert!(world[id].position.y == 0.0 && event.velocity.y < 0.0);
    }
}

/// An orbit leaves a ball, through both engines' steps.
#[test]
fn an_orbit_leaves_a_ball() {
    let problem = problem(3);
    let id = problem.bodies[0];
    // [s]: it starts outside, falls in, and comes out
    let span = [3.3, 5.0];
    let leaving = root(&problem.world, span, |world| {
        world[id].position.norm() - 1.0
    });
    let mut world = problem.world.clone();
    let until = Until::leaving(id, Sphere::new([0.0, 0.0], 1.0));
    let event = world.advance_until(20.0, 1e-10, &until).unwrap().unwrap();
    println!("{:.1e}", event.time - leaving);
    assert!((event.time - leaving).abs() < 1e-8);
    assert!((world[id].position.norm() - 1.0).abs() < 4.0 * f64::EPSILON);
}

/// Two crossings close to each other in one long step: `x'' = -x` by a closure, over a plane just below its top.
#[test]
fn a_grazing_pair_is_not_missed() {
    let turn = 2.0 * core::f64::consts::PI;
    for depth in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let half = f64::acos(1.0 - depth);
        for phase in 0..60 {
            let start = half + 0.02 + f64::from(phase) * (turn - 2.0 * half - 0.04) / 60.0;
            let mut world = World2::new();
            let body = Body2::point(1.0).at([start.cos(), 0.0]);
            let id = world.add_body(body.moving([-start.sin(), 0.0])).unwrap();
            let field = ForceField::new(|x: &Vector2<f64>, _| -x);
            world.add_force(field).unwrap();
            let plane = Plane::new([1.0, 0.0], 1.0 - depth);
            let expected = turn - half - start;
            for which in [Crossing::Ascending, Crossing::Any] {
                let mut world = world.clone();
                let until = Until::crossing(id, plane, which);
                let event = world.advance_until(20.0, 1e-10, &until).unwrap();
                let time = event.expect("it comes over the plane").time;
                // the speed at the plane is sin of half the width
                let bound = 1e-8 / half;
                assert!(
                    (time - expected).abs() < bound,
                    "{depth:.0e}, {start}: {:.1e}",
                    time - expected
                );
            }
        }
    }
}

/// A plane just above the top is never crossed.
#[test]
fn a_near_miss_is_no_event() {
    for above in [1e-3, 1e-5, 1e-7] {
        let mut world = World2::new();
        let id = world
            .add_body(Body2::point(1.0).at([0.0, 0.0]).moving([1.0, 0.0]))
            .unwrap();
        world
            .add_force(ForceField::new(|x: &Vector2<f64>, _| -x))
            .unwrap();
        let plain = advanced(&world, 20.0, 1e-10);
        let until = Until::crossing(id, Plane::new([1.0, 0.0], 1.0 + above), Crossing::Any);
        assert_eq!(world.advance_until(20.0, 1e-10, &until).unwrap(), None);
        assert_eq!(world.time(), 20.0);
        let off = (world[id].position - plain[id].position).norm();
        assert!(off < 1e-8);
    }
}

/// All problems, with an event half-way along x or y: the world stops on it, and all else is where `advance` takes it.
#[test]
fn worlds_stop_on_events() {
    for problem in all().filter(|problem| problem.number != 16) {
        let id = problem.bodies[0];
        let half = 0.37 * problem.duration;
        let tolerance = 1e-8;
        let there = advanced(&problem.world, half, 1e-12)[id];
        // across its path, where it goes at that time
        let normal = there.velocity.normalize();
        let plane = Plane::through(there.position, normal);
        let until = Until::crossing(id, plane, Crossing::Ascending);
        let mut world = problem.world.clone();
        let event = world
            .advance_until(problem.duration, tolerance, &until)
            .unwrap();
        let Some(event) = event else {
            panic!("{}: no event", problem.name);
        };
        let scale = 8.0 * f64::EPSILON * (1.0 + there.position.norm());
        assert!(
            plane.height(world[id].position).abs() <= scale,
            "{}",
            problem.name
        );
        assert_eq!(world.time(), event.time);
        let reference = advanced(&problem.world, event.time, 1e-12);
        for body in &problem.bodies {
            let off = (reference[*body].position - world[*body].position).norm();
            assert!(off < 100.0 * tolerance, "{}: {off:.1e}", problem.name);
        }
        // an earlier crossing may exist; a later one may not be reported
        assert!(
            event.time <= half + 1e-5,
            "{}: {}",
            problem.name,
            event.time
        );
    }
}

/// Bodies of other components stop at the time of the event.
#[test]
fn other_components_stop_at_the_same_time() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.008)).unwrap();
    let ids: Vec<BodyId> = (1..=20)
        .map(|i| {
            let speed = f64::from(i);
            world
                .add_body(Body2::point(1.0).moving([speed, 20.0]))
                .unwrap()
        })
        .collect();
    let still = world
        .add_body(Body2::point(1.0).fixed().moving([1.0, 0.0]))
        .unwrap();
    let start = world.clone();
    let until = Until::apex(ids[7], [0.0, 1.0]);
    let event = world.advance_until(10.0, 1e-9, &until).unwrap().unwrap();
    let reference = advanced(&start, event.time, 1e-12);
    for id in &ids {
        let off = (world[*id].position - reference[*id].position).norm();
        assert!(off < 3e-8, "{off:.1e}");
    }
    assert_eq!(world[still].position.x, event.time);
}

/// Where all is exact the event is that of `step_until`, to the bit.
#[test]
fn exact_worlds_have_the_events_of_steps() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world
        .add_force(LinearDrag::rate(0.3).in_wind([2.0, 0.0]))
        .unwrap();
    let ball = Body2::point(1.0).at([0.0, 1.0]).moving([3.0, 8.0]);
    let ball = world.add_body(ball).unwrap();
    let other = world.add_body(Body2::point(2.0)).unwrap();
    world.add_force_on(other, Spring::stiffness(30.0)).unwrap();
    for until in [
        Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending),
        Until::crossing(ball, Plane::new([0.3, 1.0], 1.5), Crossing::Ascending),
        Until::apex(ball, [0.0, 1.0]),
        Until::leaving(ball, Sphere::new([0.0, 1.0], 2.0)),
        Until::apex(other, [0.0, -1.0]),
    ] {
        let (mut by_step, mut by_advance) = (world.clone(), world.clone());
        let expected: Event<f64, 2> = by_step.step_until(5.0, &until).unwrap().unwrap();
        let found = by_advance
            .advance_until(5.0, 1e-6, &until)
            .unwrap()
            .unwrap();
        assert_eq!(found, expected);
        assert_same_bits(&by_step, &by_advance);
        assert_eq!(by_step.time(), by_advance.time());
    }
}

/// A ball under quadratic drag bounces until it rests, as the loop in the documentation of `step_until`.
#[test]
fn a_ball_bounces_and_rests() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.01)).unwrap();
    let ball = world
        .add_body(Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]))
        .unwrap();
    let ground = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    let frame = 1.0 / 60.0;
    let mut bounces = 0;
    for _ in 0..600 {
        let mut left = frame;
        while let Some(event) = world.advance_until(left, 1e-9, &ground).unwrap() {
            left -= event.time;
            assert!(world[ball].position.y.abs() < 1e-15);
            if event.velocity.y < -9.81 * frame {
                world[ball].velocity.y *= -0.8;
                bounces += 1;
                continue;
            }
            world.advance(left, 1e-9).unwrap();
            world[ball].position.y = 0.0;
            world[ball].velocity.y = 0.0;
            break;
        }
        assert!(world[ball].position.y >= 0.0);
    }
    assert!((8..40).contains(&bounces), "{bounces}");
    assert_eq!((world[ball].position.y, world[ball].velocity.y), (0.0, 0.0));
}

#[test]
fn what_cannot_be_waited_for_is_refused() {
    let problem = problem(4);
    let mut world = problem.world.clone();
    let id = problem.bodies[0];
    let gone = world.add_body(Body2::point(1.0)).unwrap();
    world.remove_body(gone).unwrap();
    let ground = Plane::new([0.0, 1.0], 0.3);
    let fine = Until::crossing(id, ground, Crossing::Any);
    let start = world.clone();
    let strange = [
        (5.0, 1e-6, Until::crossing(gone, ground, Crossing::Any)),
        (
            5.0,
            1e-6,
            Until::crossing(id, Plane::new([f64::NAN, 1.0], 0.0), Crossing::Any),
        ),
        (5.0, 1e-6, Until::apex(id, [f64::INFINITY, 0.0])),
        (
            5.0,
            1e-6,
            Until::leaving(id, Sphere::new([0.0, 0.0], f64::NAN)),
        ),
        (-5.0, 1e-6, fine),
        (f64::NAN, 1e-6, fine),
        (f64::INFINITY, 1e-6, fine),
        (5.0, f64::NAN, fine),
        (5.0, -1.0, fine),
        (5.0, f64::INFINITY, fine),
    ];
    for (duration, tolerance, until) in strange {
        let result = world.advance_until(duration, tolerance, &until);
        assert!(result.is_err(), "{duration} {tolerance} {until:?}");
        assert_same_bits(&world, &start);
        assert_eq!(world.time(), 0.0);
    }
    // a duration of zero finds nothing
    assert_eq!(world.advance_until(0.0, 1e-6, &fine).unwrap(), None);
    assert_same_bits(&world, &start);
}

/// Whoever asks to stop finds the world as it was, wherever the motion was stopped; what is not stopped has the same bits. The body
/// of the event moves exactly or in steps, and another one in steps of its own.
#[test]
fn a_motion_is_stopped_at_any_step() {
    for has_law in [true, false] {
        let mut world = World2::new();
        let gravity = UniformGravity::new([0.0, -9.81]);
        world.add_force(gravity).unwrap();
        let ball = world
            .add_body(Body2::point(1.0).moving([3.0, 20.0]))
            .unwrap();
        let other = world
            .add_body(Body2::point(1.0).moving([9.0, 9.0]))
            .unwrap();
        for id in if has_law {
            vec![other]
        } else {
            vec![ball, other]
        } {
            world
                .add_force_on(id, QuadraticDrag::coefficient(0.01))
                .unwrap();
        }
        world.apply_force(ball, [1.0, 0.0]).unwrap();
        let until = Until::apex(ball, [0.0, 1.0]);

        let mut expected = world.clone();
        let event = expected.advance_until(10.0, 1e-6, &until).unwrap().unwrap();
        let before = world.clone();
        let mut patience = 0;
        loop {
            let mut asked = 0;
            let done = world.advance_until_while(10.0, 1e-6, &until, || {
                asked += 1;
                asked <= patience
            });
            match done {
                Ok(found) => {
                    assert_eq!(found, Some(event));
                    assert_same_bits(&world, &expected);
                    break;
                }
                Err(AdvanceUntilError::Advance(AdvanceError::Stopped { time })) => {
                    assert!((0.0..=event.time).contains(&time), "{time}");
                    assert_same_bits(&world, &before);
                    assert_eq!((world.time(), world.steps()), (0.0, 0));
                }
                Err(error) => panic!("{error}"),
            }
            patience += 1;
        }
        assert!(patience >= 2, "{patience}");
    }
}
