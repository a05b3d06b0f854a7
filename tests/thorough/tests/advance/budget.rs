//! Motions that would take too many evaluations end with an error that says how far they got.

use std::sync::atomic::{AtomicU64, Ordering};

use kinstep::nalgebra::Vector2;
use kinstep::{Body2, BodyId, Effect, Force, StepError, World2};

fn world_of(force: impl Force<f64, 2> + 'static) -> (World2, BodyId) {
    let mut world = World2::new();
    let body = Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.0]);
    let id = world.add_body(body).unwrap();
    world.add_force(force).unwrap();
    (world, id)
}

/// Advances a world, and asserts that this ends with an error that names the body, and changes
/// nothing.
fn assert_given_up(force: impl Force<f64, 2> + 'static, duration: f64) {
    let (mut world, id) = world_of(force);
    let before = world.snapshot();
    let error = world.advance(duration, 1e-6).unwrap_err();
    let (StepError::TooManyEvaluations {
        body, time, error, ..
    }
    | StepError::Unsettled {
        body, time, error, ..
    }) = error
    else {
        panic!("{error}");
    };
    assert_eq!(body, id);
    assert!(time.abs() < duration.abs() && error.is_finite());
    assert_eq!(world.snapshot(), before);
}

#[test]
fn motions_without_end_are_given_up() {
    // drag of `1e9 |v| v` in a rotating wind, for a day: stiff, and no law
    let stiff = |body: &Body2, time: f64| {
        let through_air = body.velocity - Vector2::new(time.cos(), time.sin());
        through_air * (-1e9 * through_air.norm())
    };
    assert_given_up(stiff, 86_400.0);
    // a spring that oscillates 1e6 times a second, for a day, as a closure
    assert_given_up(|body: &Body2, _: f64| body.position * -4e13, 86_400.0);
    for duration in [1.0, -1.0] {
        assert_given_up(Announces, duration);
    }
    // values without any order: no step is short enough
    let noise = |_: &Body2, time: f64| {
        let bits = time.to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11;
        Vector2::new(bits as f64 / (1_u64 << 53) as f64 - 0.5, 0.0) * 1e6
    };
    assert_given_up(noise, 10.0);
    // a force that changes its sign at each call
    let calls = AtomicU64::new(0);
    let moody = move |_: &Body2, _: f64| {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        Vector2::new(if call.is_multiple_of(2) { 1e3 } else { -1e3 }, 0.0)
    };
    assert_given_up(moody, 10.0);
}

/// Advances under drag `k |u|^p u` in a rotating wind, and asserts that the body follows the wind.
fn assert_follows(strength: f64, power: i32, rate: f64, tolerance: f64) {
    let duration: f64 = 0.02;
    let drag = move |body: &Body2, time: f64| {
        let angle = rate * time;
        let through_air = body.velocity - Vector2::new(angle.cos(), angle.sin());
        through_air * (-strength * through_air.norm().powi(power))
    };
    let (mut world, id) = world_of(drag);
    let case = format!("{strength:e} {power} {rate} {tolerance:e}");
    if let Err(error) = world.advance(duration, tolerance) {
        panic!("{case}: {error}");
    }
    let angle = rate * duration;
    let way = Vector2::new(angle.sin(), 1.0 - angle.cos()) / rate;
    let lag = world[id].position - Vector2::new(1.0, 0.0) - way;
    // lag by the start, where drag takes `1/(k u^p)`, and by the rotation of the velocity
    let by_turning = (rate / strength).powf(1.0 / f64::from(power + 1)) * duration;
    let by_start = match power {
        1 => 30.0 / strength,
        _ => (4.0 * duration / strength).sqrt(),
    };
    let most = 30.0 * tolerance + 2.0 * (by_turning + by_start);
    assert!(lag.norm() < most, "{case}: {} of {most}", lag.norm());
}

/// In drag of any strength no velocity runs away, however loose the tolerance is. When an error of
/// velocity counted for the step's own length, 11 of these 1152 motions ended with an error.
#[test]
fn strong_drag_does_not_run_away() {
    for strength in (8..26).map(|half| 10_f64.powf(0.5 * f64::from(half))) {
        for tolerance in (1..9).map(|digits| 10_f64.powi(-digits)) {
            for rate in [0.3, 1.0, 2.3, 7.0] {
                assert_follows(strength, 1, rate, tolerance);
                assert_follows(strength, 2, rate, tolerance);
            }
        }
    }
}

/// Always announces a switch at the next float.
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
