//! Sliding, and rest by friction.

use kinstep::ballistics::{Ballistics, Plane, Trajectory};
use kinstep::contact::{Contact, ContactKind, Leg, LegKind};
use kinstep::nalgebra::Vector2;

const G: f64 = 9.81;

/// A body thrown along level ground stops after v²/2μg; with drag after `ln(1 + γ v/μg)/γ`.
#[test]
fn friction_stops_a_body_on_level_ground() {
    let ground = Plane::new([0.0, 1.0], 0.0);
    let contact = Contact::new(0.0).with_friction(0.3);
    let flight = Ballistics::new([0.0, -G]).launch([0.0, 0.0], [6.0, 0.0]);
    let legs: Vec<Leg<f64, 2>> = (flight.bouncing(&ground, contact, 20.0).unwrap())
        .collect::<Result<_, _>>()
        .unwrap();
    let slowing = 0.3 * G;
    assert_eq!(legs.len(), 2);
    assert_eq!(
        (legs[0].kind, legs[1].kind),
        (LegKind::Slide, LegKind::Rest)
    );
    assert_eq!(legs[0].contact.unwrap().kind, ContactKind::Rest);
    assert!((legs[0].end() - 6.0 / slowing).abs() < 1e-14);
    assert!((legs[1].flight.position(3.0) - Vector2::new(18.0 / slowing, 0.0)).norm() < 1e-13);
}
