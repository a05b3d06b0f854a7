//! A million steps of networks of links.

use kinstep::{Body2, BodyId, Spring, World2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const STEPS: u32 = 1_000_000;

/// A chain of unlike masses and springs, Ω near 10 rad/s.
fn chain(count: u32, seed: u64) -> (World2, Vec<BodyId>) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut world = World2::new();
    let ids: Vec<_> = (0..count)
        .map(|i| {
            let mut number = || random.random_range(0.0..1.0);
            let body = Body2::point(0.5 + 1.5 * number())
                .at([f64::from(i) + 0.3 * number(), number()])
                .moving([number(), number()]);
            world.add_body(body).unwrap()
        })
        .collect();
    for pair in ids.windows(2) {
        let spring = Spring::stiffness(25.0 * random.random_range(0.5..1.5));
        world.add_link(pair[0], pair[1], spring).unwrap();
    }
    (world, ids)
}

/// The energy of anchored chains drifts by no more than 5e-12 in a million steps.
#[test]
fn energy_over_a_million_steps() {
    let mut worst = 0.0_f64;
    for (count, radians) in [(8, 0.7), (8, 3.0), (8, 30.0), (32, 3.0)] {
        let (mut world, ids) = chain(count, 1);
        world.add_force_on(ids[0], Spring::stiffness(25.0)).unwrap();
        let before = world.energy().total();
        let mut most = 0.0_f64;
        for step in 1..=STEPS {
            world.step(radians / 10.0).unwrap();
            if step % 1000 == 0 {
                most = most.max((world.energy().total() / before - 1.0).abs());
            }
        }
        println!("{count} bodies, Ωh = {radians}: {most:.1e}");
        worst = worst.max(most);
    }
    // measured: 6e-13
    assert!(worst < 5e-12);
}

/// The momentum of a free chain, a kilometre from the origin.
#[test]
fn momentum_over_a_million_steps() {
    for radians in [0.7, 30.0] {
        let (mut world, ids) = chain(8, 2);
        for id in ids {
            world[id].position.x += 1000.0;
        }
        let sizes: f64 = world
            .body_slice()
            .iter()
            .map(|body| body.momentum().norm())
            .sum();
        let before = world.momentum();
        for _ in 0..STEPS {
            world.step(radians / 10.0).unwrap();
        }
        let change = (world.momentum() - before).norm() / sizes;
        println!("Ωh = {radians}: {change:.1e}");
        assert!(change < 2e-12);
    }
}
