//! Bounces, compared with a solution to 150 digits, and with the series of bounces.

use kinstep::LinearLaw;
use kinstep::contact::{Bouncing, Contact, ContactKind, Segment, SegmentKind};
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{FlightError, Plane, Trajectory};
use kinstep_flight::Ballistics;
use truths::bounces::Bouncing as Truth;
use truths::truth::{big, small};

const EPSILON: f64 = f64::EPSILON;

fn all<I>(segments: I) -> Vec<Segment<2>>
where
    I: IntoIterator<Item = Result<Segment<2>, FlightError>>,
{
    segments.into_iter().collect::<Result<_, _>>().unwrap()
}

/// Time, position and speed of the first 50 bounces of a ball under gravity and linear drag are
/// right, at a restitution of 0.8.
#[test]
fn fifty_bounces_are_those_of_fifty_digits() {
    let (rate, restitution) = (0.1, 0.8);
    let ground = Plane::new([0.0, 1.0], 0.0);
    let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(rate);
    let start = ([0.25, 1.5], [3.0, 4.0]);
    let flight = law.launch(start.0, start.1);
    let segments = Bouncing::new(flight, &ground, Contact::new(restitution), 30.0);
    let mut truth = Truth::new(start.0, start.1);
    let mut worst = [0.0_f64; 3];
    for segment in &all(segments.unwrap())[..50] {
        assert_eq!(segment.kind, SegmentKind::Flight);
        assert_eq!(segment.contact.unwrap().kind, ContactKind::Bounce);
        truth = truth.bounced(rate, restitution);
        let bounced = segment.flight.velocity(segment.duration) + segment.contact.unwrap().push;
        let end = segment.flight.position(segment.duration);
        let (time, x) = (segment.end(), end.x);
        let errors = [
            small(&(&truth.time - big(time))) / time,
            small(&(&truth.x - big(x))) / x,
            small(&(&truth.vy - big(bounced.y))) / bounced.y,
        ];
        assert!(end.y.abs() < 32.0 * EPSILON);
        for (worst, error) in worst.iter_mut().zip(errors) {
            *worst = worst.max(error.abs() / EPSILON);
        }
    }
    // measured: 5, 4 and 46
    assert!(worst.iter().all(|worst| *worst < 64.0), "{worst:?} ε");
}

/// Without drag the time and position of rest follow from the series of bounces:
/// `t = t₁ + 2 v₁ e/(g (1 - e))`. Then friction stops the slide after `v²/2μg`.
#[test]
fn without_drag_the_moment_of_rest_is_that_of_the_series() {
    let ground = Plane::new([0.0, 1.0], 0.0);
    for restitution in [0.0, 0.1, 0.5, 0.8, 0.95] {
        let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 2.0], [1.0, 3.0]);
        let contact = Contact::new(restitution);
        let segments = all(Bouncing::new(flight, &ground, contact, 100.0).unwrap());
        let is_settled =
            |segment: &Segment<2>| segment.contact.unwrap().kind == ContactKind::Settle;
        let place = segments.iter().position(is_settled).unwrap();
        let after = &segments[place + 1];
        let speed = (9.0 + 4.0 * 9.81_f64).sqrt();
        let first = (3.0 + speed) / 9.81;
        let expected = first + 2.0 * speed * restitution / (9.81 * (1.0 - restitution));
        let error = after.start - expected;
        assert!(
            error.abs() < 1e-13 * expected,
            "e = {restitution}: {error:e}"
        );
        // without friction it slides on
        assert_eq!(after.kind, SegmentKind::Slide);
        assert!((after.flight.position(1.0) - Vector2::new(expected + 1.0, 0.0)).norm() < 1e-12);
    }
    let contact = Contact::new(0.0).with_friction(0.3);
    let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 0.0], [6.0, 0.0]);
    let segments = all(Bouncing::new(flight, &ground, contact, 20.0).unwrap());
    let kinds: Vec<_> = segments.iter().map(|segment| segment.kind).collect();
    assert_eq!(kinds, [SegmentKind::Slide, SegmentKind::Rest]);
    assert_eq!(segments[0].contact.unwrap().kind, ContactKind::Rest);
    let slowing = 0.3 * 9.81;
    assert!((segments[0].end() - 6.0 / slowing).abs() < 1e-14);
    assert!((segments[1].flight.position(3.0) - Vector2::new(18.0 / slowing, 0.0)).norm() < 1e-13);
}
