//! Energy and momentum are kept to the tolerance, and momentum of what is linked to rounding.

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, BodyId, ForceField, PointGravity, Rod, Spring, World2};

use truths::sixteen::problem;

fn energy_drift(world: &World2, duration: f64, tolerance: f64) -> f64 {
    let mut end = world.clone();
    end.advance(duration, tolerance).unwrap();
    let before = world.energy();
    (end.energy().total() - before.total()).abs() / before.kinetic.max(1.0)
}

/// A pendulum that swings over: `½ v² - 9.81 cos x`.
#[test]
fn energy_of_a_pendulum() {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([3.0, 0.0])).unwrap();
    let gravity = ForceField::new(|x: &Vector2<f64>, _| Vector2::new(-9.81 * x.x.sin(), 0.0))
        .with_potential(|x: &Vector2<f64>, _| -9.81 * x.x.cos());
    world.add_force(gravity).unwrap();
    for tolerance in [1e-4, 1e-7, 1e-10, 1e-13] {
        let drift = energy_drift(&world, 30.0, tolerance);
        println!("{tolerance:.0e}: {drift:.1e}");
        assert!(
            drift < 100.0 * tolerance + 1e-12,
            "{tolerance:.0e}: {drift:.1e}"
        );
    }
}

/// Undamped rods, stiff ones.
#[test]
fn energy_of_rods() {
    let mut world = World2::new();
    let ids: Vec<BodyId> = (0..4_u8)
        .map(|i| {
            let body = Body2::point(1.0).at([f64::from(i), 0.0]);
            world
                .add_body(body.moving([0.0, f64::from(i % 2)]))
                .unwrap()
        })
        .collect();
    for pair in ids.windows(2) {
        world
            .add_link(pair[0], pair[1], Rod::stiffness(1e4).length(1.0))
            .unwrap();
    }
    let momentum = world.momentum();
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let drift = energy_drift(&world, 5.0, tolerance);
        println!("{tolerance:.0e}: {drift:.1e}");
        // k e δe: stretches of some hundredths
        assert!(
            drift < 3e4 * tolerance + 1e-10,
            "{tolerance:.0e}: {drift:.1e}"
        );
        let mut end = world.clone();
        end.advance(5.0, tolerance).unwrap();
        let off = (end.momentum() - momentum).norm();
        assert!(off < 1e-11, "{off:.1e}");
    }
}

/// Momentum, angular momentum and centre of mass of a free cluster that attracts itself: rounding for the first, tolerances
/// for the second.
#[test]
fn momentum_of_what_is_linked() {
    let mut world = World2::new();
    let places = [[0.0, 0.0], [3.0, 0.2], [-1.0, 2.5], [0.5, -3.0], [4.0, 4.0]];
    let ids: Vec<BodyId> = (places.iter().enumerate())
        .map(|(i, place)| {
            let body = Body2::point(1.0 + i as f64).at(*place);
            world
                .add_body(body.moving([0.3 * place[1], -0.2 * place[0]]))
                .unwrap()
        })
        .collect();
    for (i, one) in ids.iter().enumerate() {
        for (k, other) in ids.iter().enumerate().skip(i + 1) {
            let pull = PointGravity::between(1.0 + i as f64, 1.0 + k as f64);
            world.add_link(*one, *other, pull).unwrap();
        }
    }
    world
        .add_link(ids[0], ids[4], Spring::stiffness(3.0))
        .unwrap();
    let (momentum, spin) = (world.momentum(), world.angular_momentum());
    let sizes: f64 = ids.iter().map(|id| world[*id].momentum().norm()).sum();
    let turning: f64 = ids
        .iter()
        .map(|id| world[*id].angular_momentum().abs())
        .sum();
    for tolerance in [1e-4, 1e-7, 1e-10] {
        let mut end = world.clone();
        let done = end.advance(2.0, tolerance).unwrap();
        let off = (end.momentum() - momentum).norm() / sizes;
        let turned = (end.angular_momentum() - spin).abs() / turning;
        println!(
            "{tolerance:.0e}: {off:.1e} {turned:.1e} in {}",
            done.steps()
        );
        // forces are opposite to the bit; their sums round
        assert!(off < 1e-13, "{off:.1e}");
        assert!(turned < 1e3 * tolerance + 1e-13, "{turned:.1e}");
    }
}

/// The chain between walls: a reflection in x, with velocities reflected, is the same motion.
#[test]
fn mirrored_motions_are_mirrored() {
    let problem = problem(9);
    let mut mirrored = problem.world.clone();
    for id in &problem.bodies {
        mirrored[*id].velocity.y *= -1.0;
    }
    let mut world = problem.world.clone();
    world.advance(3.0, 1e-8).unwrap();
    mirrored.advance(3.0, 1e-8).unwrap();
    for id in &problem.bodies {
        let (one, other) = (world[*id].position, mirrored[*id].position);
        assert_eq!((one.x, one.y), (other.x, -other.y));
    }
}
