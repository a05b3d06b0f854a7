//! A million steps: networks of links, fields and frames.

use kinstep::nalgebra::{SMatrix, Vector3};
use kinstep::{Body2, LinearLaw, Spring, World2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use truths::build::Build;

const THOUSANDS: u32 = 1000;

/// A chain of different masses and springs, Ω near 10 rad/s.
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

/// The momentum of a free chain a kilometre from the origin stays constant over a million steps.
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

/// A law that does no work keeps the energy, in a rotating frame that of Jacobi. A matrix that is
/// rounded once would lose 3e-12 to 4e-11 in a million steps.
#[test]
fn what_gyrates_keeps_its_energy_for_a_million_steps() {
    let axis = Vector3::new(0.3, -2.0, 1.1);
    let tide = SMatrix::<f64, 3, 3>::new(-4.0, 0.3, 0.1, 0.3, -9.0, 0.2, 0.1, 0.2, -2.0);
    let field = LinearLaw::gyrating(axis);
    let frame = LinearLaw::rotating_frame([0.0, 0.1, 0.2]);
    for (name, law) in [
        ("field", field),
        ("field and spring", field + LinearLaw::spring(2.0)),
        ("tide", LinearLaw::tidal(tide)),
        ("field and tide", field + LinearLaw::tidal(tide)),
        ("frame", frame + LinearLaw::spring(1.0)),
    ] {
        for dt in [0.003, 0.05, 0.7, 3.0, 300.0] {
            let flow = law.flow(dt);
            let energy = |x: &Vector3<f64>, v: &Vector3<f64>| {
                v.norm_squared() + law.stiffness_per_mass * x.norm_squared()
                    - x.dot(&(law.tide * x))
            };
            let (mut x, mut v) = (Vector3::new(1.0, 0.3, -0.4), Vector3::new(-0.2, 1.7, 0.6));
            let start = energy(&x, &v);
            let mut worst = 0.0_f64;
            for _ in 0..1_000_000 {
                flow.advance(&mut x, &mut v, 0.0);
                worst = worst.max((energy(&x, &v) / start - 1.0).abs());
            }
            println!("{name} {dt}: {worst:.1e}");
            assert!(worst < 1e-12, "{name} {dt}: {worst:e}"); // measured: 1.3e-13 at most
        }
    }
}
