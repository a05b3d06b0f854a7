//! A million steps of networks of links.

use kinstep::{Body2, Spring, World2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use truths::build::Build;

const THOUSANDS: u32 = 1000;

/// A chain of unlike masses and springs, Ω near 10 rad/s.
fn chain(count: u32, seed: u64) -> World2 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut world = World2::new();
    let ids: Vec<_> = (0..count)
        .map(|i| {
            let mut number = || random.random_range(0.0..1.0);
            let body = Body2::point(0.5 + 1.5 * number())
                .at([f64::from(i) + 0.3 * number(), number()])
                .moving([number(), number()]);
            world.put(body)
        })
        .collect();
    for pair in ids.windows(2) {
        let spring = Spring::stiffness(25.0 * random.random_range(0.5..1.5));
        world.tie([pair[0], pair[1]], spring);
    }
    world
}

/// The energy of anchored chains drifts by no more than 5e-12 in a million steps.
#[test]
fn energy_over_a_million_steps() {
    for (count, radians) in [(8, 0.7), (8, 3.0), (8, 30.0), (32, 3.0)] {
        let mut world = chain(count, 1);
        let first = world.ids().next().unwrap();
        world.pull_on(first, Spring::stiffness(25.0));
        let before = world.energy().total();
        let mut most = 0.0_f64;
        for _ in 0..THOUSANDS {
            world.run(radians / 10.0, 1000);
            most = most.max((world.energy().total() / before - 1.0).abs());
        }
        println!("{count} bodies, Ωh = {radians}: {most:.1e}");
        // measured: 6e-13
        assert!(most < 5e-12);
    }
}

/// The momentum of a free chain, a kilometre from the origin.
#[test]
fn momentum_over_a_million_steps() {
    for radians in [0.7, 30.0] {
        let mut world = chain(8, 2);
        for (_, body) in world.bodies_mut() {
            body.position.x += 1000.0;
        }
        let sizes = world.body_slice().iter().map(|body| body.momentum().norm());
        let size: f64 = sizes.sum();
        let before = world.momentum();
        world.run(radians / 10.0, 1000 * THOUSANDS);
        let change = (world.momentum() - before).norm() / size;
        println!("Ωh = {radians}: {change:.1e}");
        assert!(change < 2e-12);
    }
}
