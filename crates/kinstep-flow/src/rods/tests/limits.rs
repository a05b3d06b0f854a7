//! Limits: extreme numbers and degenerate networks.

use super::*;
use crate::rods::NotConverged;

fn attempt<const D: usize>(scene: &mut Scene<D>, time: f64, dt: f64) -> Result<(), NotConverged> {
    let mut network = scene.network();
    let mut states = NetworkStates {
        positions: &mut scene.positions,
        velocities: &mut scene.velocities,
        fixed: &scene.fixed,
        applied: &scene.applied,
    };
    network.advance(time, dt, &mut states, &mut [])
}

#[test]
fn no_time_changes_nothing() {
    let scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 10.0);
    for dt in [0.0, -0.0, 1e-320] {
        let mut after = scene.clone();
        assert_eq!(attempt(&mut after, 1.0, dt), Ok(()));
        assert_eq!(after.positions, scene.positions);
        assert_eq!(after.velocities, scene.velocities);
    }
}

/// Bonds between bodies at the same point have no direction and exert no force, also if they have
/// no stiffness or no rest length.
#[test]
fn ends_at_one_place_have_no_force() {
    let mut scene = Scene::<3>::new();
    for _ in 0..2 {
        scene.body(1.0, [1.0, 2.0, 3.0], LinearLaw::free());
    }
    for (stiffness, length, pulls_only) in [(50.0, 1.0, false), (0.0, 1.0, false), (9.0, 0.0, true)]
    {
        scene.bonds.push(Bond {
            stiffness,
            length,
            pulls_only,
            ..no_bond()
        });
    }
    // a bond from a body to itself
    scene.bonds.push(Bond {
        ends: [1, 1],
        stiffness: 3.0,
        length: 1.0,
        ..no_bond()
    });
    let before = scene.clone();
    scene.steps(10, FRAME);
    assert_eq!(scene.positions, before.positions);
    // two bodies that fly through each other
    scene.velocities = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]].into();
    let record = record(&mut scene, 600, FRAME);
    assert!(record.deviation < 1e-11, "{:e}", record.deviation);
}

/// Bodies of 1e-6 kg and 1e6 kg on one rod move as if the heavy end were fixed.
#[test]
fn masses_may_differ_by_a_million_millions() {
    for order in [[0, 1], [1, 0]] {
        let mut scene = Scene::<2>::new();
        let masses = [1e-6, 1e6];
        for index in order {
            scene.body(
                masses[index],
                [index as f64, 0.1 * index as f64],
                LinearLaw::free(),
            );
        }
        scene.velocities = [[0.0, 1.0], [0.0, 1.0]].into();
        let light = order.iter().position(|index| *index == 0).unwrap();
        scene.velocities[light] = [0.3, -2.0];
        scene.bonds.push(Bond {
            stiffness: 10.0,
            length: 1.0,
            ..no_bond()
        });
        let before = scene.clone();
        scene.steps(600, FRAME);
        let momentum = (scene.momentum() - before.momentum()).norm();
        assert!(momentum < 1e-12 * 1e6, "{momentum:e}");
        // as if the heavy end were fixed
        let d = scene.end(0) - scene.end(1);
        let relative = SVector::from(scene.velocities[light]) - Vector2::new(0.0, 1.0);
        let energy = 0.5e-6 * relative.norm_squared() + 5.0 * (d.norm() - 1.0) * (d.norm() - 1.0);
        let start = 0.5e-6 * (0.09 + 9.0) + 5.0 * (1.01_f64.sqrt() - 1.0).powi(2);
        println!("{:e}", energy - start);
        assert!((energy - start).abs() < 1e-9 * start);
    }
}

#[test]
fn a_kilometre_from_the_origin() {
    let mut here = pendulum::<2>(3, [3.0, 3.0], 1.0, 100.0);
    let mut there = here.clone();
    for x in there
        .positions
        .iter_mut()
        .chain(there.fixed.iter_mut().map(|[x, _]| x))
    {
        x[0] += 1000.0;
        x[1] -= 700.0;
    }
    let record = record(&mut there, 6000, FRAME);
    println!("{:.1e}", record.deviation / GRAVITY);
    assert!(record.deviation < 1e-10 * GRAVITY);
    here.steps(60, FRAME);
    assert!(here.end(0).norm() > 0.5);
}

/// A step with one invalid number returns an error. A step that is far too long, or of a network
/// that is far too large or small, ends with a state or an error.
#[test]
fn bad_numbers_end_at_once() {
    let scene = pendulum::<3>(10, [3.0, 3.0], 1.0, 100.0);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut spoiled = [(); 8].map(|()| scene.clone());
        spoiled[0].positions[3][1] = bad;
        spoiled[1].velocities[3][1] = bad;
        spoiled[2].fixed[0][1][0] = bad;
        spoiled[3].applied.push((2, [0.0, bad, 0.0]));
        spoiled[4].bonds[4].stiffness = bad;
        spoiled[5].own[4].placed.constant[0] = bad;
        spoiled[6].masses[4] = bad;
        spoiled[7].own[4].moving.damping = bad;
        for mut scene in spoiled {
            assert!(attempt(&mut scene, 0.0, FRAME).is_err());
        }
        assert!(attempt(&mut scene.clone(), bad, FRAME).is_err());
        assert!(attempt(&mut scene.clone(), 0.0, bad).is_err());
    }
    for dt in [
        1e-300,
        1e-30,
        1e3,
        1e10,
        1e100,
        1e160,
        1e300,
        f64::MAX,
        -1e3,
    ] {
        let mut scene = scene.clone();
        let done = attempt(&mut scene, 0.0, dt);
        println!("{dt:e} {done:?}");
    }
    for size in [1e-200, 1e-150, 1e150, 1e200, 1e308] {
        let mut scene = scene.clone();
        for x in &mut scene.positions {
            *x = x.map(|x| x * size);
        }
        let done = attempt(&mut scene, 0.0, FRAME);
        println!("{size:e} {done:?}");
    }
}

/// A step with a negative stiffness that makes the matrix singular ends.
#[test]
fn laws_that_repel_end() {
    let mut scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 10.0);
    for factor in [-4.0, -4.000_000_1, -1e6, -1e300] {
        let mut scene = scene.clone();
        scene.own[1].placed.stiffness_per_mass = factor / (FRAME * FRAME);
        let _ = attempt(&mut scene, 0.0, FRAME);
    }
    scene.bonds[0].stiffness = f64::MAX;
    let _ = attempt(&mut scene, 0.0, FRAME);
}

#[test]
fn a_clone_into_another_network_steps_alike() {
    fn check<const D: usize>(mut scene: Scene<D>, other: &Scene<D>) {
        scene.own[0].moving = LinearLaw::drag(0.3);
        let mut network = scene.network();
        let mut other = other.network();
        scene.step(&mut network, 0.0, FRAME);
        other.clone_from(&network);
        let mut again = scene.clone();
        scene.step(&mut network, FRAME, FRAME);
        again.step(&mut other, FRAME, FRAME);
        assert_eq!(scene.positions, again.positions);
        assert_eq!(scene.velocities, again.velocities);
        assert_eq!(scene.turnings, again.turnings);
    }
    let point = pendulum::<2>(2, [3.0, 3.0], 1.0, 10.0);
    check(pendulum::<2>(4, [3.0, 3.0], 1.0, 10.0), &point);
    check(super::turning::book::<2>(10.0), &point);
}

/// No step allocates memory, whether its length is known or new, and whether it is halved or not.
#[test]
fn a_step_does_not_allocate() {
    let mut scene = pendulum::<2>(20, [1.0, 2.0], 1.5, 1e3);
    for own in &mut scene.own {
        own.moving = LinearLaw::drag(0.3);
    }
    let mut network = scene.network();
    let other = network.clone();
    let count = allocation_counter::measure(|| {
        for step in 0..60 {
            let dt = FRAME * (1.0 + 0.01 * step as f64);
            let done = scene.attempt(&mut network, [0.0, dt], RodNetwork::advance);
            assert_eq!(done, Ok(()));
        }
        network.clone_from(&other);
    });
    assert_eq!(count.count_total, 0);
}

/// A network stores the flows of drag for some step lengths. With more step lengths than it stores,
/// in any order, it moves bodies with the same bits as a new network.
#[test]
fn a_network_steps_like_a_new_one_at_any_length_of_step() {
    let mut scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 10.0);
    for (own, rate) in scene.own.iter_mut().zip([0.3, 0.7, 0.3]) {
        own.moving = LinearLaw::drag(rate).in_wind([2.0, 1.0]);
    }
    let mut used = scene.network();
    let mut other = scene.clone();
    for step in [1, 2, 1, -3, 4, 5, 6, 2, -3, 1, 1] {
        let dt = f64::from(step) * 0.01;
        scene.step(&mut used, 0.0, dt);
        let mut fresh = other.network();
        other.step(&mut fresh, 0.0, dt);
        assert_eq!(scene.velocities, other.velocities);
    }
}
