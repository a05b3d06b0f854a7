//! The accuracy of a step.

mod conserved;
mod critical;
mod fewer_kicks;
mod gyration;
mod kepler;
mod leapfrogs;
mod long_steps;
mod more_forces;
mod mounted_links;
mod networks;
mod orbits;
mod orders;
mod rest;
mod rods;
mod rotor;
mod stability;
mod sums;
mod turning;
mod weak_kicks;

use kinstep::World2;
use truths::network_truth::states;

/// Asserts that clones, snapshots and scenes of a world continue with the same bits after a step of
/// `first`, whether its motion was prepared before or after the copy, also if they overwrite
/// another world.
fn assert_copies_step_alike(mut world: World2, mut over: World2, first: f64, steps: &[f64]) {
    let mut fresh = world.clone();
    world.step(first).unwrap();
    fresh.step(first).unwrap();
    over.step(first).unwrap();
    over.clone_from(&world);
    let loaded = world.scene().unwrap().world().unwrap();
    let mut restored = world.clone();
    restored.step(0.3).unwrap();
    restored.restore(&world.snapshot()).unwrap();
    let copies = [world.clone(), world, fresh, over, loaded, restored];
    let [expected, copies @ ..] = copies.map(|mut world| {
        for &dt in steps {
            world.step(dt).unwrap();
        }
        states(&world)
    });
    for copy in copies {
        assert_eq!(copy, expected);
    }
}
