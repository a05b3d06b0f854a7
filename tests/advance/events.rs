//! Tests of events that end an advance: [`World::advance_until`](kinstep::World::advance_until).

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Event, Plane, Sphere};
use kinstep::{Body2, BodyId, ForceField, LinearDrag, QuadraticDrag, Spring, StepError, World2};

use crate::{advanced, apart, assert_below, assert_same_bits, gravity};
use truths::build::{Build, thrown};
use truths::elliptic::{big, quarter_period, small};
use truths::sixteen::{all, problem};

/// Period \[s\] of a pendulum that swings to 3 rad: `4 K(sin (3/2)) / √9.81`.
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
        let end = if (at(middle) > 0.0) == rises {
            &mut to
        } else {
            &mut from
        };
        *end = middle;
    }
    0.5 * (from + to)
}

/// Advances a world to an event, and returns the event.
#[track_caller]
fn moved_until(
    world: &mut World2,
    duration: f64,
    tolerance: f64,
    until: &Until<f64, 2>,
) -> Event<2> {
    let found = world.advance_until(duration, tolerance, until);
    found.unwrap().expect("an event")
}

#[test]
fn crossings_of_the_pendulum() {
    let quarter = pendulum_period() / 4.0;
    let problem = problem(2);
    let id = problem.bodies[0];
    let until = Until::crossing(id, Plane::new([1.0, 0.0], 0.0), Crossing::Any);
    let bounds = [1e-2, 1e-4, 1e-6, 1e-9, 1e-11];
    for (tolerance, bound) in [1e-4, 1e-6, 1e-8, 1e-10, 1e-12].into_iter().zip(bounds) {
        let mut world = problem.world.clone();
        for crossing in 0..4 {
            let before = world.time();
            let event = moved_until(&mut world, 10.0 - before, tolerance, &until);
            assert_eq!(world.time(), before + event.time);
            // exactly on the plane, in the event and in the world
            assert_eq!((event.position.x, world[id].position.x), (0.0, 0.0));
            assert_eq!(event.velocity, world[id].velocity);
            assert_eq!(event.velocity.x < 0.0, crossing % 2 == 0);
            let off = world.time() - f64::from(2 * crossing + 1) * quarter;
            assert_below("time", off.abs(), bound);
        }
    }
}

/// Ascending and descending crossings are distinguished. The apex of a pendulum is where it is at
/// rest, on the right or on the left.
#[test]
fn kinds_of_events_of_the_pendulum() {
    let quarter = pendulum_period() / 4.0;
    let problem = problem(2);
    let id = problem.bodies[0];
    let over = |which| Until::crossing(id, Plane::new([1.0, 0.0], 0.0), which);
    for (until, quarters, is_apex) in [
        (over(Crossing::Descending), 1.0, false),
        (over(Crossing::Ascending), 3.0, false),
        (over(Crossing::Any), 1.0, false),
        (Until::apex(id, [-1.0, 0.0]), 2.0, true),
        (Until::apex(id, [1.0, 0.0]), 4.0, true),
    ] {
        let mut world = problem.world.clone();
        let tolerance = if is_apex { 1e-11 } else { 1e-10 };
        let event = moved_until(&mut world, 10.0, tolerance, &until);
        let off = event.time - quarters * quarter;
        assert_below(format!("{until:?}"), off.abs(), 1e-9);
        if is_apex {
            assert_eq!(event.velocity.x, 0.0);
            assert!((event.position.x.abs() - 3.0).abs() < 1e-9);
        }
    }
}

/// Events are found to the tolerance: the apex and the landing of a throw with quadratic drag, and
/// the entry and the exit of an orbit that passes through a sphere.
#[test]
fn events_of_a_throw_and_of_an_orbit() {
    let (throw, orbit) = (problem(1), problem(3));
    let (id, moon) = (throw.bodies[0], orbit.bodies[0]);
    let top = root(&throw.world, [1.0, 3.0], |world| world[id].velocity.y);
    let landing = root(&throw.world, [2.5, 5.0], |world| world[id].position.y);
    for tolerance in [1e-6, 1e-10] {
        let mut world = throw.world.clone();
        let apex = Until::apex(id, [0.0, 1.0]);
        let event = moved_until(&mut world, 5.0, tolerance, &apex);
        assert_below("top", (event.time - top).abs(), tolerance);
        assert!(world[id].velocity.y == 0.0 && world.time() == event.time);
        let ground = Until::crossing(id, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
        let event = moved_until(&mut world, 5.0, tolerance, &ground);
        assert_below("landing", (world.time() - landing).abs(), tolerance);
        assert!(world[id].position.y == 0.0 && event.velocity.y < 0.0);
    }
    let height = |world: &World2| world[moon].position.norm() - 1.0;
    for (which, span) in [
        (Crossing::Descending, [0.01, 3.3]),
        (Crossing::Ascending, [3.3, 5.0]),
    ] {
        let crossing = root(&orbit.world, span, height);
        let mut world = orbit.world.clone();
        let until = Until::sphere(moon, Sphere::new([0.0, 0.0], 1.0), which);
        let event = moved_until(&mut world, 20.0, 1e-10, &until);
        assert_below(format!("{which:?}"), (event.time - crossing).abs(), 1e-8);
        assert!(height(&world).abs() < 4.0 * f64::EPSILON);
    }
}

/// `x'' = -x` by a closure, from a state at `x = cos` of an angle \[rad\].
fn circling(angle: f64) -> (World2, BodyId) {
    let mut world = World2::new();
    let id = world.put(thrown(1.0, [angle.cos(), 0.0], [-angle.sin(), 0.0]));
    world.pull(ForceField::new(|x: &Vector2<f64>, _| -x));
    (world, id)
}

/// Two close crossings of a plane just below the top are not missed in one long step; a plane just
/// above the top is never crossed.
#[test]
fn grazing_pairs_and_near_misses() {
    let turn = 2.0 * core::f64::consts::PI;
    for depth in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let half = f64::acos(1.0 - depth);
        for phase in 0..60 {
            let start = half + 0.02 + f64::from(phase) * (turn - 2.0 * half - 0.04) / 60.0;
            let expected = turn - half - start;
            for which in [Crossing::Ascending, Crossing::Any] {
                let (mut world, id) = circling(start);
                let until = Until::crossing(id, Plane::new([1.0, 0.0], 1.0 - depth), which);
                let off = moved_until(&mut world, 20.0, 1e-10, &until).time - expected;
                // the speed at the plane is sin of half the width
                assert!(off.abs() < 1e-8 / half, "{depth:.0e}, {start}: {off:.1e}");
            }
        }
    }
    for above in [1e-3, 1e-5, 1e-7] {
        let (mut world, id) = circling(-core::f64::consts::FRAC_PI_2);
        let plain = advanced(&world, 20.0, 1e-10);
        let until = Until::crossing(id, Plane::new([1.0, 0.0], 1.0 + above), Crossing::Any);
        assert_eq!(world.advance_until(20.0, 1e-10, &until).unwrap(), None);
        assert_eq!(world.time(), 20.0);
        assert_below("no event", apart(&world, &plain), 1e-8);
    }
}

/// In all problems the world stops on an event on the path of its first body; all other bodies are
/// where `advance` moves them.
#[test]
fn worlds_stop_on_events() {
    for problem in all().filter(|problem| problem.number != 16) {
        let id = problem.bodies[0];
        let half = 0.37 * problem.duration;
        let tolerance = 1e-8;
        let there = advanced(&problem.world, half, 1e-12)[id];
        // a plane through the path of the body at that time, at right angles to the path
        let plane = Plane::through(there.position, there.velocity.normalize());
        let until = Until::crossing(id, plane, Crossing::Ascending);
        let mut world = problem.world.clone();
        let event = moved_until(&mut world, problem.duration, tolerance, &until);
        let rounding = 8.0 * f64::EPSILON * (1.0 + there.position.norm());
        let height = plane.height(world[id].position).abs();
        assert!(height <= rounding, "{}: {height:e}", problem.name);
        assert_eq!(world.time(), event.time);
        let reference = advanced(&problem.world, event.time, 1e-12);
        assert_below(problem.name, apart(&reference, &world), 100.0 * tolerance);
        // an earlier crossing may exist; a later one may not be reported
        assert!(event.time <= half + 1e-5, "{}: {event:?}", problem.name);
    }
}

/// In a world with an exact flow the event equals that of `step_until` to the bit.
#[test]
fn exact_worlds_have_the_events_of_steps() {
    let mut world = World2::new();
    world.pull(gravity());
    world.pull(LinearDrag::rate(0.3).in_wind([2.0, 0.0]));
    let ball = world.put(thrown(1.0, [0.0, 1.0], [3.0, 8.0]));
    let other = world.put(Body2::point(2.0));
    world.pull_on(other, Spring::stiffness(30.0));
    for until in [
        Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending),
        Until::crossing(ball, Plane::new([0.3, 1.0], 1.5), Crossing::Ascending),
        Until::apex(ball, [0.0, 1.0]),
        Until::sphere(ball, Sphere::new([0.0, 1.0], 2.0), Crossing::Ascending),
        Until::apex(other, [0.0, -1.0]),
    ] {
        let (mut by_step, mut by_advance) = (world.clone(), world.clone());
        let found = moved_until(&mut by_advance, 5.0, 1e-6, &until);
        assert_eq!(by_step.step_until(5.0, &until).unwrap(), Some(found));
        assert_same_bits(&by_step, &by_advance);
        assert_eq!(by_step.time(), by_advance.time());
    }
}

/// A ball under quadratic drag bounces until it rests, by the loop in the documentation of
/// `step_until`.
#[test]
fn a_ball_bounces_and_rests() {
    let mut world = World2::new();
    world.pull(gravity());
    world.pull(QuadraticDrag::coefficient(0.01));
    let ball = world.put(Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]));
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
            (world[ball].position.y, world[ball].velocity.y) = (0.0, 0.0);
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
    let gone = world.put(Body2::point(1.0));
    world.remove_body(gone).unwrap();
    let ground = Plane::new([0.0, 1.0], 0.3);
    let fine = Until::crossing(id, ground, Crossing::Any);
    let start = world.clone();
    const NAN: f64 = f64::NAN;
    const ENDLESS: f64 = f64::INFINITY;
    let crossing = |id, plane| Until::crossing(id, plane, Crossing::Any);
    let sphere = |radius| Until::sphere(id, Sphere::new([0.0, 0.0], radius), Crossing::Any);
    let strange = [
        (5.0, 1e-6, crossing(gone, ground)),
        (5.0, 1e-6, crossing(id, Plane::new([NAN, 1.0], 0.0))),
        (5.0, 1e-6, Until::apex(id, [ENDLESS, 0.0])),
        (5.0, 1e-6, sphere(NAN)),
        (5.0, 1e-6, sphere(-1.0)),
        (-5.0, 1e-6, fine),
        (NAN, 1e-6, fine),
        (ENDLESS, 1e-6, fine),
        (5.0, NAN, fine),
        (5.0, -1.0, fine),
        (5.0, ENDLESS, fine),
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

/// If the callback stops the motion at any step, the world is unchanged; if it does not, the result
/// has the same bits as without a callback. The body of the event moves exactly or in steps; other
/// bodies have steps of their own, up to the time of the event.
#[test]
fn a_motion_is_stopped_at_any_step() {
    for has_law in [true, false] {
        let mut world = World2::new();
        world.pull(gravity());
        let ball = world.put(Body2::point(1.0).moving([3.0, 20.0]));
        for speed in [1.0, 5.0, 9.0] {
            let other = world.put(Body2::point(1.0).moving([speed, 9.0]));
            world.pull_on(other, QuadraticDrag::coefficient(0.01));
        }
        let still = world.put(Body2::point(1.0).fixed().moving([1.0, 0.0]));
        if !has_law {
            world.pull_on(ball, QuadraticDrag::coefficient(0.01));
        }
        world.apply_force(ball, [1.0, 0.0]).unwrap();
        let until = Until::apex(ball, [0.0, 1.0]);

        let mut expected = world.clone();
        let event = moved_until(&mut expected, 10.0, 1e-6, &until);
        assert_eq!(expected[still].position.x, event.time);
        let reference = advanced(&world, event.time, 1e-12);
        assert_below("others", apart(&expected, &reference), 3e-5);
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
                Err(StepError::Stopped { time }) => {
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
