//! The critically damped spring moves a body half way in the half-life, for any mass, and never
//! beyond the anchor.

use kinstep::{Body, Force, ForceError, Real, Spring, World};
use truths::build::Build;
use truths::widths::Width;

fn half_way<T: Real<2> + Width>(mass: f64, half_life: f64) {
    let mut world = World::<T, 2>::new();
    let follow = Spring::critically_damped(T::narrow(half_life));
    world.pull(follow.anchored_at(T::narrow_all([2.0, 1.0])));
    let body = Body::point(T::narrow(mass)).at(T::narrow_all([-6.0, 1.0]));
    let id = world.put(body);
    let mut before = -6.0;
    for step in 1..=40 {
        world.step(T::narrow(half_life * 0.25)).unwrap();
        let x = world[id].position.x.wide();
        assert!(x <= 2.0 && x >= before, "{mass} kg: {x} after {step}");
        if step == 4 {
            let off = (x + 2.0).abs();
            // of 8 m; measured: 1.4e-15 and 4.8e-7
            assert!(off < 16.0 * T::EPS, "{mass} kg, {half_life} s: {off:e}");
        }
        before = x;
    }
}

#[test]
fn it_is_half_way_after_the_half_life() {
    for mass in [1e-6, 0.145, 1.0, 2e5] {
        for half_life in [1e-3, 0.25, 7.0] {
            half_way::<f64>(mass, half_life);
            half_way::<f32>(mass, half_life);
        }
    }
}

/// The potential energy is the work of the force without the damping.
#[test]
fn energy_counts_the_mass() {
    let spring = Spring::<f64, 2>::critically_damped(1.0);
    let at = |x: f64| Body::point(3.0).at([x, 0.5]);
    let energy = |x: f64| spring.potential_energy(&at(x), 0.0).unwrap();
    let pull = spring.acceleration(&at(1.5), 0.0).x * 3.0;
    assert!((energy(2.0) - energy(1.0) + pull).abs() < 1e-14);
}

#[test]
fn a_half_life_that_is_none_is_refused() {
    for half_life in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-200] {
        let mut world = World::<f64, 2>::new();
        let refused = world.add_force(Spring::critically_damped(half_life));
        let is_told = matches!(refused, Err(ForceError::Parameter { .. }));
        assert!(is_told, "{half_life}");
    }
}
