//! Surfaces that move under laws.

use crate::{G, falling_on};
use kinstep::ballistics::{AlignedBox, Plane};
use kinstep::contact::{Contact, ContactKind};
use kinstep::{Body2, LinearDrag, LinearLaw};

/// A platform whose top is at rest at height 0, between x = -2 and 2.
fn platform() -> AlignedBox<f64, 2> {
    AlignedBox::around([0.0, -0.5], [2.0, 0.5])
}

/// The first root of a function after zero, by steps and bisection.
fn first_root(function: impl Fn(f64) -> f64) -> f64 {
    let step = 1e-4;
    let mut time = step;
    while function(time) > 0.0 {
        time += step;
    }
    let (mut low, mut high) = (time - step, time);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// A body falls, slowed by drag, on a platform that swings up and down: the time and the impulse of the touch.
#[test]
fn a_touch_of_a_swinging_platform() {
    let (omega, speed, drag) = (3.0_f64, 1.2, 0.3);
    for (start, is_plane) in [(1.0, false), (0.35, false), (1.0, true), (2.0, true)] {
        let contact = Contact::new(0.6);
        let (mut world, platform) = if is_plane {
            falling_on(Plane::new([0.0, 2.0], 0.0), contact)
        } else {
            falling_on(platform(), contact)
        };
        world.add_force(LinearDrag::rate(drag)).unwrap();
        let law = LinearLaw::spring(omega * omega);
        world.set_surface_law(platform, law, [0.0, speed]).unwrap();
        let body = world.add_body(Body2::point(1.0).at([0.3, start])).unwrap();
        let top = |t: f64| speed / omega * (omega * t).sin();
        // v' = -g - γ v
        let terminal = G / drag;
        let fallen = |t: f64| start - terminal * (t + (-drag * t).exp_m1() / drag);
        let expected = first_root(|t| fallen(t) - top(t));
        for steps in [1, 9, 100] {
            let mut world = world.clone();
            let mut first = None;
            for _ in 0..steps {
                world.step((expected + 0.01) / f64::from(steps)).unwrap();
                first = first.or(world.contacts().first().copied());
            }
            let first = first.unwrap();
            let late = first.time - expected;
            assert!(late.abs() < 1e-13, "{steps}: {late:e}");
            let falls = terminal * (-drag * expected).exp_m1();
            let approach = falls - speed * (omega * expected).cos();
            assert!((first.impulse.y + 1.6 * approach).abs() < 1e-12);
            assert_eq!(first.kind, ContactKind::Bounce);
            assert!(world[body].position.y > top(world.time()));
        }
    }
}
