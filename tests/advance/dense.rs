//! States inside steps: [`World::advance_with`](kinstep::World::advance_with).

use std::collections::HashMap;

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, Body3, BodyId, ForceField, Inertia, QuadraticDrag, Spring, UniformGravity, World2,
    World3,
};

use crate::{advanced, assert_same_bits};
use truths::sixteen::{all, problem};

/// A stretch as a test sees it: its ends, and the bodies that move in it.
struct Seen {
    start: f64,
    end: f64,
    bodies: Vec<BodyId>,
}

fn stretches(world: &World2, duration: f64, tolerance: f64) -> (World2, Vec<Seen>) {
    let (mut world, mut seen) = (world.clone(), Vec::new());
    let ids: Vec<BodyId> = world.ids().collect();
    let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
        let (start, end) = (stretch.start(), stretch.end());
        let bodies = (ids.iter().copied()).filter(|&id| stretch.body(id, start).is_some());
        seen.push(Seen {
            start,
            end,
            bodies: bodies.collect(),
        });
    };
    world.advance_with(duration, tolerance, look).unwrap();
    (world, seen)
}

/// The stretches of each body follow each other without gaps, from the start to the end.
fn assert_covered(world: &World2, duration: f64, seen: &[Seen]) {
    let from = world.time();
    let mut reached: HashMap<BodyId, f64> = world.ids().map(|id| (id, from)).collect();
    for stretch in seen {
        assert!((stretch.end - stretch.start) * duration > 0.0);
        assert!(!stretch.bodies.is_empty());
        for body in &stretch.bodies {
            let end = reached.insert(*body, stretch.end);
            assert_eq!(end, Some(stretch.start));
        }
    }
    assert!(reached.values().all(|&end| end == from + duration));
}

#[test]
fn stretches_cover_the_whole_time() {
    for problem in all() {
        for tolerance in [1e-3, 1e-9] {
            let (world, seen) = stretches(&problem.world, problem.duration, tolerance);
            assert_covered(&problem.world, problem.duration, &seen);
            assert_eq!(world.time(), problem.duration);
            if problem.number == 13 {
                assert_eq!(seen.len(), 1);
            }
        }
    }
}

#[test]
fn stretches_run_backwards() {
    for number in [1, 2, 4, 8, 9, 13] {
        let problem = problem(number);
        let duration = -0.3 * problem.duration;
        let (world, seen) = stretches(&problem.world, duration, 1e-6);
        assert_covered(&problem.world, duration, &seen);
        assert_eq!(world.time(), duration);
    }
}

/// Inside a stretch the state is that of the motion from the start of the stretch, to a tolerance.
///
/// Errors of the motion until then are left out: they are those of [`precision`](crate::precision).
#[test]
fn samples_are_within_tolerances() {
    const PLACES: u32 = 7;
    let mut failures = Vec::new();
    for problem in all() {
        // seven samples of each of thousands of steps cost more than they tell
        let duration = match problem.number {
            6..=8 => 0.1,
            16 => 0.2,
            11 => 1.0,
            4 | 5 | 12 => 15.0,
            _ => problem.duration,
        };
        for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
            let floor = 1e-13;
            let mut world = problem.world.clone();
            let mut reference = problem.world.clone();
            let (mut worst, mut count) = (0.0_f64, 0);
            let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
                let (start, end) = (stretch.start(), stretch.end());
                // a force may jump at the start: which side of it the start is on does not matter
                let first = start + 1e-6 * (end - start);
                reference.advance(first - reference.time(), 1.0).unwrap();
                for id in &problem.bodies {
                    reference[*id] = stretch.body(*id, first).unwrap();
                }
                for part in 1..=PLACES {
                    let share = f64::from(part) / f64::from(PLACES);
                    let time = if part == PLACES {
                        end
                    } else {
                        start + share * (end - start)
                    };
                    let fine = f64::max(tolerance * 1e-3, 1e-14);
                    reference.advance(time - reference.time(), fine).unwrap();
                    for id in &problem.bodies {
                        let sample = stretch.body(*id, time).unwrap();
                        let off = (sample.position - reference[*id].position).norm();
                        worst = worst.max(off);
                    }
                    count += 1;
                }
            };
            world.advance_with(duration, tolerance, look).unwrap();
            let line = format!(
                "{:2} {tolerance:.0e}: {:8.1e} of {count}",
                problem.number,
                worst / tolerance
            );
            println!("{line}");
            if worst > 20.0 * tolerance + floor {
                failures.push(line);
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Velocities are the slopes of places inside a stretch, and over its ends: exactly so by the Runge–Kutta–Nyström pair, and by the
/// others to some tolerances in the time of a stretch.
#[test]
fn velocities_are_slopes_of_places() {
    let mut failures = Vec::new();
    for number in [1, 2, 4, 9, 10, 11, 15] {
        let problem = problem(number);
        let id = problem.bodies[0];
        let tolerance = 1e-8;
        let mut world = problem.world.clone();
        let mut worst = 0.0_f64;
        let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
            let (start, end) = (stretch.start(), stretch.end());
            let step = 1e-4 * (end - start);
            for share in [0.01, 0.3, 0.62, 0.98] {
                let time = start + share * (end - start);
                let mut at = |time| stretch.body(id, time).unwrap();
                let (before, now, after) = (at(time - step), at(time), at(time + step));
                let slope = (after.position - before.position) / (2.0 * step);
                let off = (slope - now.velocity).norm();
                // of the difference: a third derivative of the motion, and rounding
                let change = (after.velocity - before.velocity).norm();
                let rounding = 64.0 * f64::EPSILON * (1.0 + now.position.norm()) / step;
                let more = (off - 1e-3 * change - rounding).max(0.0);
                worst = worst.max(more * (end - start) / tolerance);
            }
        };
        world
            .advance_with(0.2 * problem.duration, tolerance, look)
            .unwrap();
        println!("{number:2} {worst:8.1e}");
        let most = if problem.is_of_place() { 0.0 } else { 60.0 };
        if worst > most {
            failures.push(format!("{}: {worst:.1e} tolerances", problem.name));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// At its ends a stretch has the states of the world, to the bit.
#[test]
fn stretches_end_at_the_states_of_the_world() {
    for problem in all() {
        let mut world = problem.world.clone();
        let mut last = HashMap::new();
        let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
            for id in &problem.bodies {
                let start = stretch.body(*id, stretch.start()).unwrap();
                let before = last.get(id).unwrap_or(&problem.world[*id]);
                let off = (start.position - before.position).norm();
                // no gap: rounding of the polynomial alone
                assert!(
                    off <= 64.0 * f64::EPSILON * (1.0 + start.position.norm()),
                    "{off:e}"
                );
                last.insert(*id, stretch.body(*id, stretch.end()).unwrap());
            }
        };
        world.advance_with(problem.duration, 1e-6, look).unwrap();
        for id in &problem.bodies {
            let off = (last[id].position - world[*id].position).norm();
            assert!(
                off <= 64.0 * f64::EPSILON * (1.0 + world[*id].position.norm()),
                "{}: {off:e}",
                problem.name
            );
        }
    }
}

/// Frames of a display inside long steps: each comes once, in order, and costs no evaluation.
#[test]
fn frames_lie_inside_stretches() {
    for number in [1, 2, 4, 12] {
        let problem = problem(number);
        let tolerance = 1e-6;
        let id = problem.bodies[0];
        let mut frames: Vec<(f64, Vector2<f64>)> = Vec::new();
        let mut world = problem.world.clone();
        let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
            loop {
                let time = frames.len() as f64 / 60.0;
                if time > stretch.end() {
                    break;
                }
                frames.push((time, stretch.body(id, time).unwrap().position));
            }
        };
        let with = world
            .advance_with(problem.duration, tolerance, look)
            .unwrap();
        let expected = (problem.duration * 60.0).floor() as usize + 1;
        assert_eq!(frames.len(), expected, "{}", problem.name);
        for (time, place) in frames.iter().step_by(97) {
            let reference = advanced(&problem.world, *time, 1e-11);
            let off = (reference[id].position - place).norm();
            assert!(
                off < 20.0 * tolerance,
                "{}, {time}: {off:.1e}",
                problem.name
            );
        }
        let mut alone = problem.world.clone();
        let without = alone.advance(problem.duration, tolerance).unwrap();
        println!("{number}: {} {}", without.evaluations, with.evaluations);
        if problem.is_of_place() && !matches!(number, 4) {
            assert_eq!(with.evaluations, without.evaluations);
            assert_same_bits(&world, &alone);
        }
        // three more evaluations a step at most
        assert!(with.evaluations <= without.evaluations * 14 / 10);
    }
}

/// Many components: an orbit, a throw, a chain, a body that only laws move, and a fixed one.
#[test]
fn components_share_stretches() {
    let mut world = World2::new();
    let orbit = Body2::point(1.0).at([1.9, 0.0]).moving([0.0, 0.23]);
    let orbit = world.add_body(orbit).unwrap();
    let ball = Body2::point(1.0).moving([30.0, 20.0]);
    let ball = world.add_body(ball).unwrap();
    let stone = world
        .add_body(Body2::point(1.0).moving([1.0, 2.0]))
        .unwrap();
    let hook = world.add_body(Body2::point(1.0).fixed()).unwrap();
    let pair: Vec<BodyId> = [[0.0, 5.0], [1.0, 5.0]]
        .map(|place| world.add_body(Body2::point(1.0).at(place)).unwrap())
        .to_vec();
    let pull = ForceField::new(|x: &Vector2<f64>, _| {
        let square = x.norm_squared() + 1e-4;
        x * (-1.0 / (square * square.sqrt()))
    });
    world.add_force_on(orbit, pull).unwrap();
    let gravity = UniformGravity::new([0.0, -9.81]);
    world.add_force_on_each([ball, stone], gravity).unwrap();
    world
        .add_force_on(ball, QuadraticDrag::coefficient(0.008))
        .unwrap();
    let stiff = ForceField::new(|x: &Vector2<f64>, _| x * (-3.0 * x.norm_squared()));
    world.add_link(pair[0], pair[1], stiff).unwrap();
    world
        .add_link(pair[1], hook, Spring::stiffness(2.0))
        .unwrap();

    // a stretch ends where the first of the steps ends: every body is known in every stretch
    let duration = 6.0;
    let (end, seen) = stretches(&world, duration, 1e-7);
    assert_covered(&world, duration, &seen);
    let bodies = world.len();
    assert!(seen.iter().all(|stretch| stretch.bodies.len() == bodies));
    // and moves as by steps of its own
    let alone = advanced(&world, duration, 1e-7);
    for id in world.ids() {
        let off = (alone[id].position - end[id].position).norm();
        assert!(off < 1e-6, "{off:.1e}");
    }
    let mut next = 0.0;
    let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
        while next <= stretch.end() {
            let reference = advanced(&world, next, 1e-11);
            for id in world.ids() {
                let sample = stretch.body(id, next).unwrap();
                let off = (sample.position - reference[id].position).norm();
                assert!(off < 2e-6, "{id}, {next}: {off:.1e}");
            }
            next += 0.25;
        }
    };
    world.clone().advance_with(duration, 1e-7, look).unwrap();
    assert_eq!(next, duration + 0.25);
    println!("{orbit} {ball} {stone} in {} stretches", seen.len());
}

/// A body that turns freely in space turns inside stretches as well.
#[test]
fn bodies_turn_inside_stretches() {
    let mut world = World3::new();
    let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]));
    let book = book.spinning([0.01, 6.0, 0.02]).moving([3.0, 4.0, 0.0]);
    let id = world.add_body(book).unwrap();
    world
        .add_force(UniformGravity::new([0.0, -9.81, 0.0]))
        .unwrap();
    world.add_force(QuadraticDrag::coefficient(0.02)).unwrap();
    let start = world.clone();
    let mut count = 0;
    let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 3>| {
        for share in [0.0, 0.21, 0.5, 0.77, 1.0] {
            let time = stretch.start() + share * (stretch.end() - stretch.start());
            let mut turned = start.clone();
            turned.step(time).unwrap();
            let sample = stretch.body(id, time).unwrap();
            let off = sample.orientation().angle_to(&turned[id].orientation());
            assert!(off < 1e-13, "{off:e}");
            count += 1;
        }
    };
    world.advance_with(3.0, 1e-8, look).unwrap();
    assert!(count > 5);
}

/// Times outside a stretch, and bodies that are not there, are no reason to panic.
#[test]
fn strange_questions_are_answered() {
    let problem = problem(2);
    let mut world = problem.world.clone();
    let gone = world.add_body(Body2::point(1.0)).unwrap();
    world.remove_body(gone).unwrap();
    let id = problem.bodies[0];
    let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
        assert!(stretch.body(gone, stretch.start()).is_none());
        for time in [
            f64::NAN,
            f64::INFINITY,
            -1.0,
            1e300,
            stretch.end().next_up(),
        ] {
            if let Some(body) = stretch.body(id, time) {
                assert!(body.position.x.is_finite(), "{time}");
            }
        }
    };
    world.advance_with(1.0, 1e-6, look).unwrap();
}

/// Bodies of different masses, in components of their own: each is sampled as itself, whatever was stepped or asked for before.
#[test]
fn components_are_not_mixed_up() {
    let mut world = World2::new();
    let field = |x: &Vector2<f64>, _: f64| -x * x.norm_squared();
    world.add_force(ForceField::new(field)).unwrap();
    let ids = [1.0, 2.0, 5.0].map(|mass| {
        let body = Body2::point(mass).at([1.0, 0.1 * mass]).moving([0.0, 1.0]);
        world.add_body(body).unwrap()
    });
    let mut finer = world.clone();
    let mut samples = Vec::new();
    world
        .advance_with(5.0, 1e-9, |stretch| {
            let middle = 0.5 * (stretch.start() + stretch.end());
            // the one that was asked for last is asked for first after the next step
            for id in ids.into_iter().chain(ids.into_iter().rev()) {
                samples.push((id, middle, stretch.body(id, middle).unwrap()));
            }
        })
        .unwrap();
    for (id, time, body) in samples {
        if time > finer.time() {
            finer.advance(time - finer.time(), 1e-12).unwrap();
        }
        assert_eq!(body.mass, finer[id].mass);
        // measured 4e-10
        let off = (body.position - finer[id].position).norm();
        assert!(off < 3e-9, "{off:e} at {time}");
    }
}
