//! Bodies without links between them take steps of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, BodyId, ForceField, LinearDrag, QuadraticDrag, Spring, World2};

use crate::{advanced, apart, assert_below, assert_tends, gravity, softened, stepped};
use truths::build::{Build, thrown};
use truths::sixteen::problem;

const ORBITS: u32 = 64;

/// Orbits of problem 3, each at another phase, and a count of the evaluations for all bodies.
fn orbits() -> (World2, Vec<BodyId>, Arc<AtomicU64>) {
    let problem = problem(3);
    let mut world = World2::new();
    // a turn takes about 6.1 s
    let starts = (0..ORBITS).map(|orbit| advanced(&problem.world, 0.1 * f64::from(orbit), 1e-12));
    let bodies = starts
        .map(|start| world.put(start[problem.bodies[0]]))
        .collect();
    let counter = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&counter);
    world.pull(ForceField::new(move |x: &Vector2<f64>, time: f64| {
        counted.fetch_add(1, Ordering::Relaxed);
        softened(x, time)
    }));
    (world, bodies, counter)
}

#[test]
fn independent_orbits_take_steps_of_their_own() {
    for (tolerance, least) in [(1e-6, 2.0), (1e-10, 3.0)] {
        let (world, bodies, counter) = orbits();
        let mut tied = world.clone();
        for pair in bodies.windows(2) {
            let nothing = ForceField::new(|_: &Vector2<f64>, _| Vector2::zeros());
            tied.tie([pair[0], pair[1]], nothing);
        }
        let run = |world: &World2| {
            counter.store(0, Ordering::Relaxed);
            let end = advanced(world, 20.0, tolerance);
            (end, counter.load(Ordering::Relaxed))
        };
        let (separate, own) = run(&world);
        let (tied, common) = run(&tied);
        println!("{tolerance:.0e}: {own} {common}");
        assert!(common as f64 > least * own as f64, "{own} {common}");
        let exact = advanced(&world, 20.0, 1e-13);
        // an error of one metre near the attractor is a delay of 1900 s after one turn; measured:
        // 120 and 420 tolerances
        assert_below("apart", apart(&separate, &exact), 360.0 * tolerance);
        assert_below("tied", apart(&tied, &exact), 1300.0 * tolerance);
    }
}

/// Each orbit moves as if it were alone in the world, equal to the bit.
#[test]
fn components_do_not_see_each_other() {
    let (world, bodies, _) = orbits();
    let together = advanced(&world, 10.0, 1e-8);
    for id in bodies.iter().step_by(9) {
        let mut alone = world.clone();
        for other in bodies.iter().filter(|other| *other != id) {
            alone.remove_body(*other).unwrap();
        }
        alone.advance(10.0, 1e-8).unwrap();
        assert_eq!(alone[*id], together[*id]);
    }
}

/// Problems 1, 2 and 11 in one world are as accurate as alone.
#[test]
fn unlike_components_in_one_world() {
    let mut world = World2::new();
    let tolerance = 1e-8;
    let [drag, swing, dust] = [1, 2, 11].map(|number| {
        let problem = problem(number);
        world.put(problem.world[problem.bodies[0]])
    });
    world.pull_on(drag, QuadraticDrag::coefficient(9.81 / 1225.0));
    world.pull_on(drag, gravity());
    let pull = ForceField::new(|x: &Vector2<f64>, _| Vector2::new(-9.81 * x.x.sin(), 0.0));
    world.pull_on(swing, pull);
    world.pull_on(dust, LinearDrag::rate(1e3));
    let eddies = ForceField::new(|x: &Vector2<f64>, time: f64| {
        let flow = (2.0 * x.y).sin() + time.cos();
        Vector2::new(1e3 * flow, 1e3 * ((3.0 * x.x).cos() - 0.5 * x.y))
    });
    world.pull_on(dust, eddies);
    let assert_there = |world: &World2, number: u32, id: BodyId, most: f64| {
        let [x, y, ..] = problem(number).truth;
        let off = (world[id].position - Vector2::new(x, y)).norm();
        assert_below(number, off, most * tolerance);
    };
    world.advance(5.0, tolerance).unwrap();
    assert_there(&world, 1, drag, 30.0);
    world.advance(5.0, tolerance).unwrap();
    assert_there(&world, 2, swing, 30.0);
    assert_there(&world, 11, dust, 100.0);
}

/// Links to a fixed body do not tie bodies together; the fixed body moves uniformly.
#[test]
fn fixed_bodies_tie_nothing_together() {
    let mut world = World2::new();
    let platform = world.put(thrown(1.0, [0.0, 3.0], [0.5, -0.25]).fixed());
    let pull = |x: &Vector2<f64>| x * -(3.0 + x.norm_squared());
    let ids = [1.0, 2.0, 3.0].map(|mass| {
        let id = world.put(Body2::point(mass).at([mass, 0.0]));
        let link = ForceField::new(move |x: &Vector2<f64>, _| pull(x));
        world.tie([id, platform], link);
        id
    });
    let end = advanced(&world, 4.0, 1e-10);
    assert_eq!(end[platform].position, Vector2::new(2.0, 2.0));
    assert!(end[platform].is_fixed());
    for id in ids {
        // the same force as a function of position and time, with a centre that moves
        let mut alone = World2::new();
        let body = alone.put(world[id]);
        alone.pull(ForceField::new(move |x: &Vector2<f64>, time: f64| {
            pull(&(x - Vector2::new(0.5 * time, 3.0 - 0.25 * time)))
        }));
        alone.advance(4.0, 1e-12).unwrap();
        let off = (alone[body].position - end[id].position).norm();
        assert_below(id, off, 3e-9);
    }
}

/// Springs as links beside other forces are integrated by their accelerations, as a part of one
/// component.
#[test]
fn networks_beside_a_rest() {
    let mut world = World2::new();
    world.pull(gravity());
    let ids = [0.0, 1.0, 2.0, 3.0, 4.0].map(|x| world.put(Body2::point(1.0 + x).at([x, 0.0])));
    for pair in ids.windows(2) {
        world.tie([pair[0], pair[1]], Spring::stiffness(200.0).damping(0.5));
    }
    world.pull_on(ids[0], Spring::stiffness(100.0));
    world.pull(QuadraticDrag::coefficient(0.05));
    let reference = assert_tends(&world, 3.0, [1e-4, 1e-7, 1e-10], 30.0);
    let fixed = stepped(&world, 3.0, 6000);
    assert_below("fixed steps", apart(&fixed, &reference), 1e-8);
}

/// Rods and ropes are integrated by their forces.
#[test]
fn rods_and_ropes() {
    let mut world = World2::new();
    world.pull(gravity());
    let ids = [1.0, 2.0, 3.0, 4.0].map(|x| world.put(Body2::point(0.5).at([x, 0.0])));
    let rod = || Spring::stiffness(2000.0).length(1.0);
    world.pull_on(ids[0], rod());
    for pair in ids.windows(2) {
        world.tie([pair[0], pair[1]], rod());
    }
    let rope = Spring::stiffness(500.0)
        .length(1.9)
        .pulls_only()
        .damping(0.2);
    world.tie([ids[1], ids[3]], rope);
    let reference = assert_tends(&world, 0.6, [1e-5, 1e-7, 1e-8], 100.0);
    let fixed = stepped(&world, 0.6, 20_000);
    assert_below("fixed steps", apart(&fixed, &reference), 1e-7);
}

/// After links and bodies are added or removed between advances, the motion is that of a new world.
#[test]
fn components_change_between_advances() {
    let (mut world, bodies, _) = orbits();
    world.advance(1.0, 1e-8).unwrap();
    let link = world.tie([bodies[0], bodies[1]], Spring::stiffness(2.0));
    // the same time on the clock, which rounds the lengths of steps
    let mut fresh = World2::new();
    fresh.advance(1.0, 1e-8).unwrap();
    fresh.pull(ForceField::new(softened));
    let pair = [bodies[0], bodies[1]].map(|id| fresh.put(world[id]));
    let other = fresh.tie(pair, Spring::stiffness(2.0));
    let assert_same = |world: &mut World2, fresh: &mut World2| {
        world.advance(1.0, 1e-8).unwrap();
        fresh.advance(1.0, 1e-8).unwrap();
        for (id, other) in bodies.iter().zip(pair) {
            assert_eq!(world[*id], fresh[other]);
        }
    };
    assert_same(&mut world, &mut fresh);
    world.remove_force(link).unwrap();
    fresh.remove_force(other).unwrap();
    world.remove_body(bodies[5]).unwrap();
    world[bodies[0]].velocity.x += 0.5;
    fresh[pair[0]].velocity.x += 0.5;
    assert_same(&mut world, &mut fresh);
}
