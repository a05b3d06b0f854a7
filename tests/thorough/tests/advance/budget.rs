//! Motions that would take too many evaluations end by an error that says where they got to.

use std::time::{Duration, Instant};

use kinstep::nalgebra::Vector2;
use kinstep::{AdvanceError, Body2, BodyId, Effect, Force, World2};

fn world_of(force: impl Force<f64, 2> + 'static) -> (World2, BodyId) {
    let mut world = World2::new();
    let body = Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.0]);
    let id = world.add_body(body).unwrap();
    world.add_force(force).unwrap();
    (world, id)
}

/// Advances, and asserts that this ends by an error that names the body, and that nothing has changed.
fn assert_given_up(world: &mut World2, id: BodyId, duration: f64) {
    let before = world.snapshot();
    let begun = Instant::now();
    let error = world.advance(duration, 1e-6).unwrap_err();
    let spent = begun.elapsed();
    println!("{spent:?}: {error}");
    let (AdvanceError::TooManyEvaluations {
        body, time, error, ..
    }
    | AdvanceError::Unsettled {
        body, time, error, ..
    }) = error
    else {
        panic!("{error}");
    };
    assert_eq!(body, id);
    assert!(time.abs() < duration.abs() && error.is_finite());
    assert_eq!(world.snapshot(), before);
    // a loose bound: machines are busy
    assert!(spent < Duration::from_secs(120), "{spent:?}");
}

/// Drag of `1e9 |v| v` in a wind that turns, for a day: stiff, and no law.
#[test]
fn a_stiff_force_that_is_not_linear() {
    let stiff = |body: &Body2, time: f64| {
        let through_air = body.velocity - Vector2::new(time.cos(), time.sin());
        through_air * (-1e9 * through_air.norm())
    };
    let (mut world, id) = world_of(stiff);
    assert_given_up(&mut world, id, 86_400.0);
}

/// A spring that turns 1e6 times a second, for a day, as a closure.
#[test]
fn an_oscillation_without_end() {
    let (mut world, id) = world_of(|body: &Body2, _: f64| body.position * -4e13);
    assert_given_up(&mut world, id, 86_400.0);
}

/// Announces a switch at the next float, always.
struct Announces;

impl Force<f64, 2> for Announces {
    fn acceleration(&self, body: &Body2, _time: f64) -> Vector2<f64> {
        -body.position
    }

    fn effect(&self, _body: &Body2, _time: f64, _dt: f64) -> Effect<f64, 2> {
        Effect::Acceleration {
            depends_on_velocity: false,
        }
    }

    fn next_change(&self, from: f64, to: f64) -> Option<f64> {
        Some(if to > from { from.next_up() } else { from })
    }
}

#[test]
fn switches_without_end() {
    let (mut world, id) = world_of(Announces);
    assert_given_up(&mut world, id, 1.0);
    assert_given_up(&mut world, id, -1.0);
}
