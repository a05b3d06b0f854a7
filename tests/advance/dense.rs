//! States inside steps: [`World::advance_with`](kinstep::World::advance_with).

use std::collections::HashMap;

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, BodyId, DenseOutput, ForceField, QuadraticDrag, Spring, UniformGravity, World2, World3,
};

use crate::{advanced, apart, assert_below, assert_same_bits, book, gravity, softened};
use truths::build::{Build, thrown};
use truths::sixteen::{all, problem};

/// Dense output over one stretch of time, in the plane.
type Part<'a, 'b> = DenseOutput<'a, 'b, f64, 2>;

/// The time at a fraction of a stretch \[s\].
fn at(stretch: &Part<'_, '_>, share: f64) -> f64 {
    stretch.start() + share * (stretch.end() - stretch.start())
}

/// The numbers of bodies in the stretches of a motion. Asserts that the stretches of each body
/// follow each other without gaps, from the start to the end.
fn stretches(start: &World2, duration: f64, tolerance: f64) -> (World2, Vec<usize>) {
    let from = start.time();
    let (mut world, mut seen) = (start.clone(), Vec::new());
    let mut reached: HashMap<BodyId, f64> = start.ids().map(|id| (id, from)).collect();
    let look = |stretch: &mut Part<'_, '_>| {
        let (begun, end) = (stretch.start(), stretch.end());
        assert!((end - begun) * duration > 0.0);
        let is_in = |&id: &BodyId| stretch.body(id, begun).is_some();
        let bodies: Vec<BodyId> = start.ids().filter(is_in).collect();
        for &body in &bodies {
            assert_eq!(reached.insert(body, end), Some(begun));
        }
        seen.push(bodies.len());
    };
    world.advance_with(duration, tolerance, look).unwrap();
    assert!(reached.values().all(|&end| end == from + duration));
    assert!(!seen.contains(&0));
    assert_eq!(world.time(), from + duration);
    (world, seen)
}

#[test]
fn stretches_cover_the_whole_time() {
    for problem in all() {
        for tolerance in [1e-3, 1e-9] {
            let (_, seen) = stretches(&problem.world, problem.duration, tolerance);
            assert!(problem.number != 13 || seen.len() == 1);
        }
        if matches!(problem.number, 1 | 2 | 4 | 8 | 9 | 13) {
            stretches(&problem.world, -0.3 * problem.duration, 1e-6);
        }
    }
}

/// Inside a stretch the state agrees with the motion from the start of the stretch, to a tolerance.
///
/// Earlier errors of the motion are left out; [`precision`](crate::precision) checks them.
#[test]
fn samples_are_within_tolerances() {
    const PLACES: u32 = 7;
    for problem in all() {
        // seven samples of each of thousands of steps would take too long
        let duration = match problem.number {
            6..=8 => 0.1,
            16 => 0.2,
            11 => 1.0,
            4 | 5 | 12 => 15.0,
            _ => problem.duration,
        };
        for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
            let mut world = problem.world.clone();
            let mut reference = problem.world.clone();
            let mut worst = 0.0_f64;
            let look = |stretch: &mut Part<'_, '_>| {
                // a force may jump at the start: which side of it the start is on does not matter
                let first = at(stretch, 1e-6);
                reference.advance(first - reference.time(), 1.0).unwrap();
                for id in &problem.bodies {
                    reference[*id] = stretch.body(*id, first).unwrap();
                }
                for part in 1..=PLACES {
                    let time = match part {
                        PLACES => stretch.end(),
                        _ => at(stretch, f64::from(part) / f64::from(PLACES)),
                    };
                    let fine = f64::max(tolerance * 1e-3, 1e-14);
                    reference.advance(time - reference.time(), fine).unwrap();
                    for id in &problem.bodies {
                        let sample = stretch.body(*id, time).unwrap();
                        let off = (sample.position - reference[*id].position).norm();
                        worst = worst.max(off);
                    }
                }
            };
            world.advance_with(duration, tolerance, look).unwrap();
            assert_below(problem.name, worst, 20.0 * tolerance + 1e-13);
        }
    }
}

/// Velocities are the derivatives of positions inside a stretch and across its ends: exactly by the
/// Runge–Kutta–Nyström pair, and by the others to some tolerances divided by the length of the
/// stretch.
#[test]
fn velocities_are_slopes_of_places() {
    for number in [1, 2, 4, 9, 10, 11, 15] {
        let problem = problem(number);
        let id = problem.bodies[0];
        let tolerance = 1e-8;
        let mut world = problem.world.clone();
        let mut worst = 0.0_f64;
        let look = |stretch: &mut Part<'_, '_>| {
            let length = stretch.end() - stretch.start();
            let step = 1e-4 * length;
            for share in [0.01, 0.3, 0.62, 0.98] {
                let time = at(stretch, share);
                let [before, now, after] =
                    [time - step, time, time + step].map(|time| stretch.body(id, time).unwrap());
                let slope = (after.position - before.position) / (2.0 * step);
                let off = (slope - now.velocity).norm();
                // error of the difference quotient: a third derivative of the motion, and rounding
                let change = (after.velocity - before.velocity).norm();
                let rounding = 64.0 * f64::EPSILON * (1.0 + now.position.norm()) / step;
                let more = (off - 1e-3 * change - rounding).max(0.0);
                worst = worst.max(more * length / tolerance);
            }
        };
        let duration = 0.2 * problem.duration;
        world.advance_with(duration, tolerance, look).unwrap();
        println!("{number:2} {worst:8.1e}");
        let most = if problem.is_of_place() { 0.0 } else { 60.0 };
        assert!(worst <= most, "{}: {worst:.1e} tolerances", problem.name);
    }
}

/// At its ends a stretch has the states of the world, and the next stretch continues from them, up
/// to rounding of the polynomial.
#[test]
fn stretches_end_at_the_states_of_the_world() {
    let assert_same = |name: &str, one: &Body2, other: &Body2| {
        let off = (one.position - other.position).norm();
        let rounding = 64.0 * f64::EPSILON * (1.0 + one.position.norm());
        assert!(off <= rounding, "{name}: {off:e}");
    };
    for problem in all() {
        let mut world = problem.world.clone();
        let mut last = HashMap::new();
        let look = |stretch: &mut Part<'_, '_>| {
            for id in &problem.bodies {
                let start = stretch.body(*id, stretch.start()).unwrap();
                let before = last.get(id).unwrap_or(&problem.world[*id]);
                assert_same(problem.name, &start, before);
                last.insert(*id, stretch.body(*id, stretch.end()).unwrap());
            }
        };
        world.advance_with(problem.duration, 1e-6, look).unwrap();
        for id in &problem.bodies {
            assert_same(problem.name, &world[*id], &last[id]);
        }
    }
}

/// Frames of a display lie inside long steps: each comes once, in order, and costs few evaluations
/// or none.
#[test]
fn frames_lie_inside_stretches() {
    for number in [1, 2, 4, 12] {
        let problem = problem(number);
        let id = problem.bodies[0];
        let mut frames = 0;
        let mut world = problem.world.clone();
        let look = |stretch: &mut Part<'_, '_>| {
            while f64::from(frames) / 60.0 <= stretch.end() {
                assert!(stretch.body(id, f64::from(frames) / 60.0).is_some());
                frames += 1;
            }
        };
        let duration = problem.duration;
        let with = world.advance_with(duration, 1e-6, look).unwrap();
        assert_eq!(frames, (duration * 60.0) as u32 + 1, "{}", problem.name);
        let mut alone = problem.world.clone();
        let without = alone.advance(duration, 1e-6).unwrap();
        if problem.is_of_place() && number != 4 {
            assert_eq!(with.evaluations, without.evaluations);
            assert_same_bits(&world, &alone);
        }
        // at most three more evaluations per step
        assert!(with.evaluations <= without.evaluations * 14 / 10);
    }
}

/// Many components share stretches: an orbit, a throw, a chain, a body that only laws move, and a
/// fixed body.
#[test]
fn components_share_stretches() {
    let mut world = World2::new();
    let orbit = world.put(thrown(1.0, [1.9, 0.0], [0.0, 0.23]));
    let ball = world.put(Body2::point(2.0).moving([30.0, 20.0]));
    let stone = world.put(Body2::point(5.0).moving([1.0, 2.0]));
    let hook = world.put(Body2::point(1.0).fixed());
    let pair = [0.0, 1.0].map(|x| world.put(Body2::point(3.0).at([x, 5.0])));
    world.pull_on(orbit, ForceField::new(softened));
    world.add_force_on_each([ball, stone], gravity()).unwrap();
    world.pull_on(ball, QuadraticDrag::coefficient(0.008));
    let stiff = ForceField::new(|x: &Vector2<f64>, _| x * (-3.0 * x.norm_squared()));
    world.tie(pair, stiff);
    world.tie([pair[1], hook], Spring::stiffness(2.0));

    // a stretch ends where the first of the steps ends, so every body is in every stretch
    let duration = 6.0;
    let (end, seen) = stretches(&world, duration, 1e-7);
    assert!(seen.iter().all(|&bodies| bodies == world.len()));
    // each body moves as by steps of its own
    let alone = advanced(&world, duration, 1e-7);
    assert_below("alone", apart(&alone, &end), 1e-6);
    // each body is sampled as itself, whichever body was stepped or queried before
    let mut finer = world.clone();
    let look = |stretch: &mut Part<'_, '_>| {
        let middle = at(stretch, 0.5);
        finer.advance(middle - finer.time(), 1e-12).unwrap();
        // the body that is queried last is queried first in the next stretch
        for id in world
            .ids()
            .chain(world.ids().collect::<Vec<_>>().into_iter().rev())
        {
            let sample = stretch.body(id, middle).unwrap();
            assert_eq!(sample.mass, finer[id].mass);
            let off = (sample.position - finer[id].position).norm();
            assert_below(id, off, 2e-6);
        }
    };
    world.clone().advance_with(duration, 1e-7, look).unwrap();
}

/// A body that rotates freely in space rotates inside stretches, too.
#[test]
fn bodies_turn_inside_stretches() {
    let mut world = World3::new();
    let id = world.put(book().spinning([0.01, 6.0, 0.02]).moving([3.0, 4.0, 0.0]));
    world.pull(UniformGravity::new([0.0, -9.81, 0.0]));
    world.pull(QuadraticDrag::coefficient(0.02));
    let start = world.clone();
    let mut count = 0;
    let look = |stretch: &mut DenseOutput<'_, '_, f64, 3>| {
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

/// Queries for times outside a stretch, and for removed bodies, do not panic.
#[test]
fn strange_questions_are_answered() {
    let problem = problem(2);
    let mut world = problem.world.clone();
    let gone = world.put(Body2::point(1.0));
    world.remove_body(gone).unwrap();
    let id = problem.bodies[0];
    let look = |stretch: &mut Part<'_, '_>| {
        assert!(stretch.body(gone, stretch.start()).is_none());
        let late = stretch.end().next_up();
        for time in [f64::NAN, f64::INFINITY, -1.0, 1e300, late] {
            let body = stretch.body(id, time);
            assert!(
                body.is_none_or(|body| body.position.x.is_finite()),
                "{time}"
            );
        }
    };
    world.advance_with(1.0, 1e-6, look).unwrap();
}

/// Bodies of different masses, in components of their own, are sampled as themselves, whichever
/// body was stepped or queried before.
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
            // the body that is queried last is queried first after the next step
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
