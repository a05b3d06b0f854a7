//! Tethers that are slack or taut.

use super::*;

/// Returns a ball that is thrown on a tether. The tether is alternately slack and taut.
fn thrown<const D: usize>(size: f64) -> Scene<D>
where
    [f64; D]: Placed,
{
    let mut scene = pendulum::<D>(1, [1.0, 1.0], 0.9, size);
    scene.bonds[0].pulls_only = true;
    scene.velocities[0] = <[f64; D]>::placed(1.0, 3.0);
    scene
}

/// Returns the number of times that the first bond becomes taut.
fn snaps<const D: usize>(scene: &mut Scene<D>, count: usize, dt: f64) -> usize {
    let mut network = scene.network();
    let mut was_taut = false;
    let mut snaps = 0;
    for step in 0..count {
        scene.step(&mut network, step as f64 * dt, dt);
        let bond = &scene.bonds[0];
        let [first, second] = bond.ends.map(|end| scene.end(end));
        let is_taut = (first - second).norm() > bond.length;
        snaps += usize::from(is_taut && !was_taut);
        was_taut = is_taut;
    }
    snaps
}

#[test]
fn a_tether_keeps_the_energy_through_slack_and_taut() {
    fn check<const D: usize>()
    where
        [f64; D]: Placed,
    {
        for size in [0.5, 1.0, 10.0, 100.0, 1e3, 1e4] {
            let mut scene = thrown::<D>(size);
            assert!(snaps(&mut scene.clone(), 1200, FRAME) > 10);
            let record = record(&mut scene, 1200, FRAME);
            println!("{D} {size:e}: {:.1e}", record.deviation / GRAVITY);
            // the rounding of the positions, times the tension, changes the energy by about v √(m
            // k)
            assert!(record.deviation < 1e-12 * GRAVITY * f64::max(1.0, 0.02 * size));
        }
    }
    check::<2>();
    check::<3>();
}

#[test]
fn a_damped_tether_never_adds_energy() {
    for size in [1.0, 10.0, 100.0, 1e4] {
        for ratio in [0.05, 0.5, 5.0] {
            let mut scene = thrown::<3>(size);
            scene.bonds[0].damping = 2.0 * ratio * scene.bonds[0].stiffness.sqrt();
            let start = scene.energy();
            let record = record(&mut scene, 1200, FRAME);
            println!("{size:e} {ratio}: {:.1e}", record.rise);
            assert!(record.rise < 1e-14 * 10.0 * GRAVITY);
            assert!(scene.energy() < start - 0.1, "some is lost");
        }
    }
}

/// The steps of a rope of tethers that falls from a heap converge, although the tethers become taut
/// many times, and the energy is constant.
#[test]
fn a_rope_of_tethers_converges() {
    for size in [1.0, 30.0, 1e3, 1e4] {
        let mut scene = pendulum::<2>(20, [1.0, 2.0], 0.0, size);
        // in a zigzag in which all tethers are slack
        for (index, x) in scene.positions.iter_mut().enumerate() {
            *x = [0.05 * (index % 2) as f64, -0.01 * index as f64];
        }
        for bond in &mut scene.bonds {
            bond.pulls_only = true;
        }
        let record = record(&mut scene, 600, FRAME);
        println!(
            "{size:e}: {:.1e} {:.1e}",
            record.deviation / GRAVITY,
            record.rise
        );
        let bound = 1e-11 * GRAVITY * f64::max(1.0, 0.01 * size);
        assert!(record.deviation < bound && record.way > 1.0);
    }
}
