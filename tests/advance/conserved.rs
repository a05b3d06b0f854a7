//! Energy and momentum are kept to the tolerance, and the momentum of linked bodies to rounding.

use kinstep::{PointGravity, Spring, World2};

use crate::{advanced, assert_below};
use truths::build::{Build, thrown};
use truths::sixteen::problem;

/// Stiff undamped rods keep their energy to the tolerance, and their momentum.
#[test]
fn energy_of_rods() {
    let mut world = World2::new();
    let ids = [0.0, 1.0, 2.0, 3.0].map(|x| world.put(thrown(1.0, [x, 0.0], [0.0, x % 2.0])));
    for pair in ids.windows(2) {
        world.tie([pair[0], pair[1]], Spring::stiffness(1e4).length(1.0));
    }
    let before = world.energy();
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let end = advanced(&world, 5.0, tolerance);
        // k e δe, with elongations e of some hundredths
        let drift = (end.energy().total() - before.total()).abs() / before.kinetic;
        assert_below("energy", drift, 3e4 * tolerance + 1e-10);
        let off = (end.momentum() - world.momentum()).norm();
        assert_below("momentum", off, 1e-11);
    }
}

/// A free cluster of bodies that attract each other keeps its momentum to rounding, and its angular
/// momentum to the tolerance.
#[test]
fn momentum_of_what_is_linked() {
    let mut world = World2::new();
    let places = [[0.0, 0.0], [3.0, 0.2], [-1.0, 2.5], [0.5, -3.0], [4.0, 4.0]];
    for (mass, [x, y]) in (1..).map(f64::from).zip(places) {
        world.put(thrown(mass, [x, y], [0.3 * y, -0.2 * x]));
    }
    let ids: Vec<_> = world.ids().collect();
    for (i, &one) in ids.iter().enumerate() {
        for &other in &ids[i + 1..] {
            let pull = PointGravity::between(world[one].mass, world[other].mass);
            world.tie([one, other], pull);
        }
    }
    world.tie([ids[0], ids[4]], Spring::stiffness(3.0));
    let bodies = world.body_slice();
    let sizes: f64 = bodies.iter().map(|body| body.momentum().norm()).sum();
    let turning: f64 = (bodies.iter())
        .map(|body| body.angular_momentum().abs())
        .sum();
    for tolerance in [1e-4, 1e-7, 1e-10] {
        let end = advanced(&world, 2.0, tolerance);
        let off = (end.momentum() - world.momentum()).norm() / sizes;
        let turned = (end.angular_momentum() - world.angular_momentum()).abs() / turning;
        // forces are opposite to the bit; their sums are rounded
        assert_below("momentum", off, 1e-13);
        assert_below("angular momentum", turned, 1e3 * tolerance + 1e-13);
    }
}

/// The chain between walls, reflected at the x axis together with its velocities, has the reflected
/// motion.
#[test]
fn mirrored_motions_are_mirrored() {
    let problem = problem(9);
    let mut mirrored = problem.world.clone();
    for id in &problem.bodies {
        mirrored[*id].velocity.y *= -1.0;
    }
    let world = advanced(&problem.world, 3.0, 1e-8);
    mirrored.advance(3.0, 1e-8).unwrap();
    for id in &problem.bodies {
        let (one, other) = (world[*id].position, mirrored[*id].position);
        assert_eq!((one.x, one.y), (other.x, -other.y));
    }
}
