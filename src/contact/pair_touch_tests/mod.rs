//! Times of touch of two flights: closed forms, starts, ends.

mod sampled;
mod truth;

use nalgebra::{Vector2, Vector3};

use super::pair_touch::first_touch;
use crate::ballistics::{SpanError, Trajectory};
use crate::flow::LinearLaw;

fn assert_time(found: Option<f64>, expected: f64, tolerance: f64) {
    let found = found.expect("they touch");
    let off = (found - expected).abs();
    assert!(off <= tolerance, "{found} instead of {expected}: {off:e}");
}

/// Billiards: full, at half a ball, just past; and after the touch.
#[test]
fn billiard_balls_touch_when_they_do() {
    let free = LinearLaw::<f64, 2>::free();
    let diameter = 0.0572;
    let object = free.launch([1.0, 0.0], [0.0, 0.0]);
    let touch = |off: f64, speed: f64| {
        let cue = free.launch([0.0, off], [speed, 0.0]);
        first_touch(&cue, &object, diameter, 0.0..f64::INFINITY).expect("finite")
    };
    assert_time(touch(0.0, 2.0), (1.0 - diameter) / 2.0, 0.0);
    // half a ball: 30 degrees
    let expected = (1.0 - diameter * 0.75_f64.sqrt()) / 2.0;
    assert_time(touch(diameter / 2.0, 2.0), expected, f64::EPSILON);
    assert_eq!(touch(diameter * (1.0 + f64::EPSILON), 2.0), None);
    let off = diameter * (1.0 - f64::EPSILON);
    let expected = (1.0 - ((diameter - off) * (diameter + off)).sqrt()) / 2.0;
    assert_time(touch(off, 2.0), expected, f64::EPSILON);
    assert_eq!(touch(1.0001 * diameter, 2.0), None);
    assert_eq!(touch(0.0, -2.0), None, "it goes away");
    assert_eq!(touch(0.0, 0.0), None, "it rests");
}

/// Two stones that fall: gravity and equal drag do not change how they meet; drag slows the approach.
#[test]
fn falling_bodies_meet_as_if_nothing_pulled_them() {
    let gravity = LinearLaw::gravity([0.0, -9.81]);
    let meeting = |law: LinearLaw<f64, 2>, speed: f64| {
        let (upper, lower) = (
            law.launch([0.0, 9.0], [0.0, -speed]),
            law.launch([0.0, 5.0], [0.0, 0.0]),
        );
        first_touch(&upper, &lower, 0.5, 0.0..1e6).expect("finite")
    };
    assert_time(meeting(gravity, 2.0), 1.75, 0.0);
    let rate = 0.3;
    let slowed = gravity + LinearLaw::drag(rate).in_wind([5.0, 1.0]);
    let expected = -(-rate * 1.75_f64).ln_1p() / rate;
    assert_time(meeting(slowed, 2.0), expected, 2.0 * f64::EPSILON);
    // 3.5 m are farther than speed over drag
    assert_eq!(meeting(slowed, 3.5 * rate * 0.999), None);
    // a ball that falls on one that is held: h = g t²/2
    let (falling, held) = (
        gravity.launch([0.0, 3.0], [0.0, 0.0]),
        LinearLaw::free().launch([0.0, 0.0], [0.0, 0.0]),
    );
    let found = first_touch(&falling, &held, 0.2, 0.0..10.0).expect("finite");
    assert_time(found, (2.0 * 2.8 / 9.81_f64).sqrt(), 2.0 * f64::EPSILON);
}

/// On equal springs about two anchors 1 m apart the distance is `1 + (d - 1) cos ωt`; with springs of two strengths it is the
/// sum of two oscillations.
#[test]
fn bodies_on_springs_touch_when_they_swing_together() {
    let spring =
        |rate: f64, at: f64| LinearLaw::<f64, 2>::spring(rate * rate).anchored_at([at, 0.0]);
    let left = spring(3.0, 0.0).launch([-0.2, 0.0], [0.0, 0.0]);
    let right = spring(3.0, 1.0).launch([1.2, 0.0], [0.0, 0.0]);
    let expected = (-0.25_f64 / 0.4).acos() / 3.0;
    let found = first_touch(&left, &right, 0.75, 0.0..100.0).expect("finite");
    assert_time(found, expected, 4.0 * f64::EPSILON);
    // never nearer than 0.6 m, for hundreds of swings
    let found = first_touch(&left, &right, 0.5999, 0.0..1000.0).expect("finite");
    assert_eq!(found, None);
    // two strengths: x = -0.2 cos 3t and 1 + 0.2 cos 5t meet at 0.75 m where both have swung far enough
    let right = spring(5.0, 1.0).launch([1.2, 0.0], [0.0, 0.0]);
    let found = first_touch(&left, &right, 0.75, 0.0..100.0)
        .expect("finite")
        .expect("they touch");
    let gap = |time: f64| 0.25 + 0.2 * (5.0 * time).cos() + 0.2 * (3.0 * time).cos();
    assert!(gap(found).abs() < 1e-15 && gap(0.999 * found) > 0.0);
}

/// The table of `first_touch`.
#[test]
fn what_touches_at_the_start() {
    let gravity = LinearLaw::gravity([0.0, -9.81]);
    let ground = LinearLaw::free().launch([0.0, 0.0], [0.0, 0.0]);
    let touch = |height: f64, speed: f64| {
        let ball = gravity.launch([0.0, height], [0.0, speed]);
        first_touch(&ball, &ground, 0.3, 0.0..10.0).expect("finite")
    };
    let up = f64::EPSILON;
    for height in [0.3, 0.3 - up, 0.3 + up, 0.2, 1e-9] {
        assert_eq!(touch(height, -1.0), Some(0.0), "approaching at {height}");
    }
    for height in [0.3, 0.3 - up, 0.3 - 3.0 * up, 0.3 + up] {
        // up and down again
        assert_time(touch(height, 4.0), 8.0 / 9.81, 8.0 * f64::EPSILON);
        // the smallest hop
        assert_time(touch(height, 1e-5), 2e-5 / 9.81, 1e-10);
    }
    assert_eq!(touch(0.3, 0.0), Some(0.0), "pressed together at rest");
    let falling = gravity.launch([0.0, -0.3], [0.0, 0.0]);
    let found = first_touch(&falling, &ground, 0.3, 0.0..10.0);
    assert_eq!(found, Ok(None), "pulled apart at rest");
    let beside = gravity.launch([0.3, 0.0], [0.0, 0.0]);
    let found = first_touch(&beside, &ground, 0.3, 0.0..10.0);
    assert_eq!(found, Ok(None), "falls past, touching");
    // overlapping by a third, and thrown up: it comes back before it has left
    let back = touch(0.2, 1.0).expect("it falls back");
    assert!(back > 1.0 / 9.81 && back < 2.001 / 9.81, "{back}");
}

/// In `f32` a pair that was placed in touch touches, whatever its coordinates are rounded to.
#[test]
fn short_numbers_touch_to_their_rounding() {
    let law = LinearLaw::<f32, 3>::gravity([0.0, -9.81, 0.0]);
    let (place, normal) = (
        Vector3::new(31.7, -12.9, 8.3_f32),
        Vector3::new(0.48, 0.6, 0.64),
    );
    let a = law.launch(place + normal * 0.7, -normal);
    let b = law.launch(place, [0.0; 3]);
    assert_eq!(first_touch(&a, &b, 0.7, 0.0..1.0), Ok(Some(0.0)));
    let a = law.launch(place + normal * 0.7, normal);
    assert_eq!(first_touch(&a, &b, 0.7, 0.0..1.0), Ok(None));
    let a = law.launch([0.0, 3.0, 0.0], [0.0, -2.0, 0.0]);
    let b = law.launch([0.0; 3], [0.0; 3]);
    assert_eq!(first_touch(&a, &b, 1.0, 0.0..2.0), Ok(Some(1.0)));
}

/// Later starts find the same touch, to rounding; none after the end.
#[test]
fn a_span_may_start_and_end_anywhere() {
    let gravity = LinearLaw::<f64, 2>::gravity([0.0, -9.81]);
    let drag = LinearLaw::drag(0.4);
    let still = LinearLaw::free();
    for (law_a, law_b) in [
        (gravity, gravity),
        (gravity, still),
        (gravity + drag, gravity),
    ] {
        let a = law_a.launch([0.0, 4.0], [6.0, -0.5]);
        let b = law_b.launch([2.4, 3.3], [0.0, 0.0]);
        let touch = first_touch(&a, &b, 0.9, 0.0..50.0);
        let time = touch.expect("finite").expect("they touch");
        for start in [-1.0, 0.3 * time, 0.999 * time] {
            let found = first_touch(&a, &b, 0.9, start..50.0).expect("finite");
            assert_time(found, time, 8.0 * f64::EPSILON);
        }
        for end in [1.000_001 * time, 2.0 * time, 1e3] {
            assert_eq!(
                first_touch(&a, &b, 0.9, 0.0..end),
                touch,
                "bits, whatever the end"
            );
        }
        assert_eq!(first_touch(&a, &b, 0.9, 0.0..time), Ok(None));
        let after = a.at(1.3 * time).position - b.at(1.3 * time).position;
        assert!(after.norm() < 0.9, "inside by then");
    }
}

#[test]
fn what_is_not_a_number_or_no_span_is_refused() {
    let law = LinearLaw::<f64, 2>::gravity([0.0, -9.81]);
    let other = law + LinearLaw::drag(0.1);
    let fine = law.launch([5.0, 0.0], [0.0, 0.0]);
    for spoiled in [
        law.launch([f64::NAN, 0.0], [0.0, 0.0]),
        law.launch([0.0, 0.0], [0.0, f64::INFINITY]),
        LinearLaw::gravity([f64::NAN, 0.0]).launch([0.0, 0.0], [0.0, 0.0]),
        LinearLaw::drag(f64::NAN).launch([0.0, 0.0], [1.0, 0.0]),
        LinearLaw::spring(f64::INFINITY).launch([0.0, 0.0], [1.0, 0.0]),
    ] {
        assert_eq!(
            first_touch(&spoiled, &fine, 1.0, 0.0..9.0),
            Err(SpanError::NotFinite)
        );
        assert_eq!(
            first_touch(&fine, &spoiled, 1.0, 0.0..9.0),
            Err(SpanError::NotFinite)
        );
    }
    let near = other.launch(Vector2::zeros(), Vector2::zeros());
    assert_eq!(
        first_touch(&near, &fine, f64::NAN, 0.0..9.0),
        Err(SpanError::NotFinite)
    );
    for (from, to) in [
        (1.0, 1.0),
        (2.0, 1.0),
        (f64::NEG_INFINITY, 0.0),
        (0.0, f64::NAN),
    ] {
        let found = first_touch(&near, &fine, 1.0, from..to);
        assert!(matches!(found, Err(SpanError::Span { .. })), "{from}..{to}");
    }
}
