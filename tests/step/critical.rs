//! The critically damped spring: half way after the half-life, whatever the mass, and never beyond.

use kinstep::{AddForceError, Body, Force, Real, Spring, World};

fn half_way<T: Real<2>>(mass: f64, half_life: f64, epsilon: f64) {
    let number = kinstep::nalgebra::convert::<f64, T>;
    let mut world = World::<T, 2>::new();
    let follow =
        Spring::critically_damped(number(half_life)).anchored_at([number(2.0), number(1.0)]);
    world.add_force(follow).unwrap();
    let body = Body::point(number(mass)).at([number(-6.0), number(1.0)]);
    let id = world.add_body(body).unwrap();
    let mut before = number(-6.0);
    for step in 1..=40 {
        world.step(number(half_life * 0.25)).unwrap();
        let x = world[id].position.x;
        let target = number(2.0);
        assert!(x <= target && x >= before, "{mass} kg: {x} after {step}");
        if step == 4 {
            let off: f64 = kinstep::nalgebra::convert_unchecked((x + target).abs());
            // of 8 m; measured: 1.4e-15 and 4.8e-7
            assert!(off < 16.0 * epsilon, "{mass} kg, {half_life} s: {off:e}");
        }
        before = x;
    }
}

#[test]
fn it_is_half_way_after_the_half_life() {
    for mass in [1e-6, 0.145, 1.0, 2e5] {
        for half_life in [1e-3, 0.25, 7.0] {
            half_way::<f64>(mass, half_life, f64::EPSILON);
            half_way::<f32>(mass, half_life, f64::from(f32::EPSILON));
        }
    }
}

/// Its potential energy is the work of its force without the damping.
#[test]
fn energy_counts_the_mass() {
    let spring = Spring::<f64, 2>::critically_damped(1.0);
    let energy = |x: f64| {
        let body = Body::point(3.0).at([x, 0.5]);
        (
            spring.potential_energy(&body, 0.0).unwrap(),
            spring.acceleration(&body, 0.0).x * 3.0,
        )
    };
    let (far, near, (_, pull)) = (energy(2.0).0, energy(1.0).0, energy(1.5));
    assert!((far - near + pull).abs() < 1e-14, "{far} {near} {pull}");
}

#[test]
fn a_half_life_that_is_none_is_refused() {
    for half_life in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-200] {
        let mut world = World::<f64, 2>::new();
        let refused = world.add_force(Spring::critically_damped(half_life));
        assert!(
            matches!(refused, Err(AddForceError::Parameter { .. })),
            "{half_life}"
        );
    }
}
