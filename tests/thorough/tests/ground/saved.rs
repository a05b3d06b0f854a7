//! Snapshots of worlds with contacts: a restored world continues with equal bits.

use kinstep::nalgebra::SVector;
use kinstep::trajectory::{AlignedBox, Plane};
use kinstep::{Body, Spring, World};
use truths::Cases;

use crate::kinds::{contact, falling, flat};
use crate::numbers::Numbers;
use crate::scene::up;

fn resumes<T: Numbers<D>, const D: usize>(seed: u128) {
    let cases = &mut Cases::new(seed);
    let mut world: World<T, D> = falling();
    let ground = Plane::new(flat::<T, D>(0.0, 1.0), T::zero());
    world
        .add_surface(ground, contact::<T, D>(0.6, 0.3))
        .unwrap();
    let half: SVector<T, D> = SVector::from_fn(|axis, _| T::narrow([3.0, 0.2, 3.0][axis]));
    let shelf = AlignedBox::around(flat::<T, D>(0.0, 1.0), half);
    let shelf = world.add_surface(shelf, contact::<T, D>(0.0, 0.2)).unwrap();
    world
        .set_one_way(shelf, Some(up::<D>().map(T::narrow)))
        .unwrap();
    if cases.chance(0.5) {
        world
            .set_body_contact(Some(contact::<T, D>(0.5, 0.2)))
            .unwrap();
    }
    let mut ids = Vec::new();
    // flying, jumping through the shelf, sliding, resting, rolling
    for (index, (place, velocity, radius)) in [
        ([0.1, 2.0], [1.0, 0.3], 0.0),
        ([0.3, 0.0], [2.0, 6.0], 0.0),
        ([5.0, 0.1], [-3.0, 0.0], 0.1),
        ([-1.0, 1.2], [0.0, 0.0], 0.0),
        ([-6.0, 0.2], [0.5, 0.0], 0.2),
        ([-2.0, 0.3], [0.1, 5.5], 0.1),
    ]
    .into_iter()
    .enumerate()
    {
        let spin = if radius > 0.0 {
            cases.uniform(-9.0..9.0)
        } else {
            0.0
        };
        let body = T::round_body(1.0 + index as f64, radius, [0.0, 0.0, spin]);
        let body = body
            .at(flat(place[0], place[1]))
            .moving(flat(velocity[0], velocity[1]));
        ids.push(world.add_body(body).unwrap());
    }
    if cases.chance(0.5) {
        let push = |body: &Body<T, D>, _: T| body.position * T::narrow(-0.3);
        world.add_force_on(ids[0], push).unwrap();
    }
    if cases.chance(0.3) {
        let spring = Spring::stiffness(T::narrow(50.0)).length(T::narrow(1.0));
        world.add_link(ids[3], ids[5], spring).unwrap();
    }
    let dt = T::narrow([1.0 / 7.0, 1.0 / 60.0, 1.0 / 240.0][cases.below(3)]);
    for step in 0..200 {
        let saved = world.snapshot();
        let mut other = world.clone();
        world.step(dt).unwrap();
        other.step(T::narrow(0.013)).unwrap();
        other.step(T::narrow(0.1)).unwrap();
        other.restore(&saved).unwrap();
        for next in 0..3 {
            if next > 0 {
                world.step(dt).unwrap();
            }
            other.step(dt).unwrap();
            for id in &ids {
                assert_eq!(world[*id], other[*id], "seed {seed}, step {step} + {next}");
            }
        }
    }
}

/// Flying, bouncing, sliding, resting and passing bodies continue with equal bits after a restore.
#[test]
fn snapshots_resume_with_equal_bits() {
    for seed in 0..12 {
        resumes::<f64, 2>(seed);
        resumes::<f64, 3>(seed);
        resumes::<f32, 2>(seed);
        resumes::<f32, 3>(seed);
    }
}
