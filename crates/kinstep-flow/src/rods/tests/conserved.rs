//! Energy, momentum and angular momentum are conserved at any stiffness.

use super::*;

const SIZES: [f64; 5] = [1.0, 10.0, 100.0, 1e3, 1e4];

/// The energy of a triple pendulum is constant. It has rods of 1 m and bodies of 1 kg, and is
/// released at 1 rad. The implicit midpoint rule would diverge from `Ωh = 100` on.
#[test]
fn a_triple_pendulum_keeps_its_energy_at_any_stiffness() {
    fn check<const D: usize>(seconds: usize)
    where
        [f64; D]: Placed,
    {
        for size in SIZES {
            let mut scene = pendulum::<D>(3, [3.0, 3.0], 1.0, size);
            let record = record(&mut scene, seconds * 60, FRAME);
            println!("{D} {size:e}: {:.1e}", record.deviation / GRAVITY);
            assert!(record.way > 1.0, "it swings");
            assert!(record.deviation < 5e-12 * GRAVITY); // measured: 5e-14
        }
    }
    check::<2>(100);
    check::<3>(20);
}

/// The energy of a rope of fifty rods is constant, although the rope whips and a few steps are
/// halved.
#[test]
fn a_rope_of_fifty_keeps_its_energy() {
    for size in SIZES {
        let mut scene = pendulum::<2>(50, [1.0, 5.0], 1.0, size);
        let record = record(&mut scene, 1200, FRAME);
        println!("{size:e}: {:.1e}", record.deviation / GRAVITY);
        assert!(record.way > 4.0, "it swings");
        assert!(record.deviation < 1e-10 * GRAVITY); // measured: 2e-12
    }
    let mut scene = pendulum::<3>(50, [1.0, 5.0], 1.0, 100.0);
    let record = record(&mut scene, 240, FRAME);
    assert!(record.deviation < 1e-10 * GRAVITY);
}

/// The energy of the rope is constant in a frame that moves sideways, relative to which the support
/// does not move. Some of the steps are halved.
#[test]
fn a_rope_on_a_moving_support_keeps_its_energy_in_the_frame_of_the_support() {
    let mut scene = pendulum::<2>(50, [1.0, 5.0], 1.0, 1e4);
    let start = scene.energy();
    let frame = 20.0;
    scene.fixed[0][1][0] = frame;
    for v in &mut scene.velocities {
        v[0] += frame;
    }
    // the steps are so long that many are halved, some of them three times
    scene.steps(100, 10.0 * FRAME);
    for v in &mut scene.velocities {
        v[0] -= frame;
    }
    let change = scene.energy() - start;
    println!("{:.1e}", change / GRAVITY);
    assert!(change.abs() < 1e-9 * GRAVITY);
}

#[test]
fn a_free_chain_keeps_its_momenta() {
    fn check<const D: usize>()
    where
        [f64; D]: Placed,
    {
        for size in SIZES {
            let mut scene = free_chain::<D>(size);
            let before = scene.clone();
            let record = record(&mut scene, 600, FRAME);
            let momentum = (scene.momentum() - before.momentum()).norm();
            let turning = (scene.angular_momentum().iter())
                .zip(before.angular_momentum())
                .fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs()));
            println!(
                "{D} {size:e}: {momentum:.1e} {turning:.1e} {:.1e}",
                record.deviation
            );
            assert!(before.momentum().norm() > 1.0);
            assert!(before.angular_momentum().iter().all(|l| l.abs() > 1.0));
            // measured: at most 9e-15, 5e-14 and 9e-14
            assert!(momentum < 1e-13 && turning < 5e-13 && record.deviation < 1e-12);
        }
    }
    check::<2>();
    check::<3>();
}

/// The energy of a bridge with eight bays, on which the load acts suddenly, is constant, also far
/// away from the origin.
#[test]
fn a_bridge_keeps_its_energy_and_its_place() {
    for size in SIZES {
        for shift in [0.0, 1000.0] {
            let mut scene = bridge::<2>(8, size, shift);
            let record = record(&mut scene, 600, FRAME);
            println!(
                "{size:e} {shift}: {:.1e}, {:.1e}",
                record.deviation / GRAVITY,
                record.way
            );
            // measured: 8e-14, and 2e-12 at 1 km
            let bound = if shift == 0.0 { 1e-12 } else { 1e-11 };
            assert!(record.deviation < bound * GRAVITY);
        }
    }
}

/// Dashpots along the rods, from weak to overdamped, add no energy.
#[test]
fn dashpots_never_add_energy() {
    fn check<const D: usize>()
    where
        [f64; D]: Placed,
    {
        for size in SIZES {
            for ratio in [0.05, 5.0] {
                let mut scene = pendulum::<D>(3, [3.0, 3.0], 1.0, size);
                for bond in &mut scene.bonds {
                    bond.damping = 2.0 * ratio * bond.stiffness.sqrt();
                }
                let start = scene.energy();
                let record = record(&mut scene, 600, FRAME);
                println!("{D} {size:e} {ratio}: {:.1e}", record.rise);
                assert!(record.rise < 1e-14 * 10.0 * GRAVITY);
                assert!(
                    size > 100.0 || scene.energy() < start - 1e-6,
                    "some is lost"
                );
            }
        }
    }
    check::<2>();
    check::<3>();
}

/// A step is reversible: after as many steps with the opposite sign, the initial state is reached
/// again, with and without damping.
#[test]
fn there_and_back() {
    fn check<const D: usize>()
    where
        [f64; D]: Placed,
    {
        for size in SIZES {
            for damping in [0.0, 1.0] {
                let mut scene = pendulum::<D>(3, [3.0, 3.0], 1.0, size);
                scene.bonds[1].damping = damping;
                let before = scene.clone();
                scene.steps(120, FRAME);
                assert!(scene.distance(&before) > 0.1);
                scene.steps(120, -FRAME);
                println!("{D} {size:e} {damping}: {:.1e}", scene.distance(&before));
                assert!(scene.distance(&before) < 1e-12);
            }
        }
    }
    check::<2>();
    check::<3>();
}
