//! Energy, momentum and angular momentum, at any stiffness.

use super::*;

/// A triple pendulum of 1 m and 1 kg each, released at 1 rad; implicit midpoint blows up from Ωh = 100 on.
#[test]
fn a_triple_pendulum_keeps_its_energy_at_any_stiffness() {
    fn check<const D: usize>(seconds: usize)
    where
        [f64; D]: Placed,
    {
        for size in [1.0, 10.0, 100.0, 1e3, 1e4] {
            let mut scene = pendulum::<D>(3, [3.0, 3.0], 1.0, size);
            let before = scene.clone();
            let [worst, _] = energy_deviation(&mut scene, seconds * 60, FRAME);
            println!("{D} {size:e}: {:.1e}", worst / GRAVITY);
            assert!(scene.distance(&before) > 0.3, "it swings");
            assert!(worst < 5e-12 * GRAVITY, "{D} {size}: {worst:e}");
        }
    }
    check::<2>(100);
    check::<3>(20);
}

/// Two whip-like seconds of them need halved steps.
#[test]
fn a_rope_of_fifty_keeps_its_energy() {
    for size in [1.0, 10.0, 100.0, 1e3, 1e4] {
        let mut scene = pendulum::<2>(50, [1.0, 5.0], 1.0, size);
        let [worst, _] = energy_deviation(&mut scene, 1200, FRAME);
        println!("{size:e}: {:.1e}", worst / GRAVITY);
        assert!(worst < 1e-10 * GRAVITY, "{size}: {worst:e}");
    }
}
