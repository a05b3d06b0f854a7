//! Throws that hit after one bounce, flown again by the path that bounces.

use kinstep::aim::{BankError, Given};
use kinstep::ballistics::{Ballistics, Plane, Trajectory};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::{Vector2, Vector3};

/// Uniform numbers from 0 to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.next()
    }

    fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-size, size))
    }
}

/// Without gravity and loss, the way is that of light: straight to the image of the target behind the mirror.
#[test]
fn without_gravity_it_is_a_mirror() {
    let wall = Plane::new([-2.0, 0.0], -8.0);
    let bank = Ballistics::<f64, 2>::new([0.0, 0.0]).bank(
        [1.0, 0.0],
        [2.0, 3.0],
        &wall,
        Contact::new(1.0),
    );
    let hits = bank.in_time(2.0).unwrap();
    assert_eq!(hits.len(), 1);
    assert!((hits[0].velocity - Vector2::new(2.5, 1.5)).norm() < 4.0 * f64::EPSILON);
}

/// Random walls, floors and ceilings, contacts and airs: every answer bounces once and hits.
#[test]
fn every_answer_bounces_once_and_hits() {
    let mut numbers = Numbers(7);
    let (mut answers, mut worst) = (0, 0.0_f64);
    for round in 0..10_000 {
        let rate = if round % 2 == 0 {
            0.0
        } else {
            numbers.between(0.0, 0.8)
        };
        let air = Ballistics::new(numbers.vector(10.0))
            .with_drag_rate(rate)
            .with_wind(numbers.vector(3.0));
        let normal = numbers.vector(1.0);
        let plane = Plane::new(normal, numbers.between(-1.0, 1.0));
        let [from, target] = [(); 2].map(|()| {
            let point = numbers.vector(5.0);
            let lift = numbers.between(0.1, 4.0) - plane.height(point) / normal.norm();
            point + normal.normalize() * lift
        });
        let mut contact = Contact::new(numbers.between(0.1, 1.0));
        if round % 3 > 0 {
            contact = contact.with_friction(numbers.between(0.0, 1.0));
        }
        if round % 3 > 1 {
            contact = contact.with_tangential_restitution(numbers.next());
        }
        let time = numbers.between(0.2, 2.0);
        let hits = match air.bank(from, target, &plane, contact).in_time(time) {
            Ok(hits) => hits,
            Err(error) => {
                assert_eq!(error, BankError::NeverMet);
                continue;
            }
        };
        for hit in &hits {
            let legs = air
                .launch(from, hit.velocity)
                .bouncing(&plane, contact, time)
                .unwrap();
            let legs: Vec<_> = legs.collect::<Result<_, _>>().unwrap();
            assert_eq!(legs.len(), 2, "round {round}: {legs:?}");
            assert_eq!(legs[0].contact.unwrap().kind, ContactKind::Bounce);
            let steep = legs[0]
                .flight
                .velocity(legs[0].duration)
                .dot(&normal.normalize())
                .abs();
            let scale = (10.0 + hit.velocity.norm() * time) * (1.0 + hit.velocity.norm() / steep);
            worst = worst.max((legs[1].end_position() - target).norm() / scale / f64::EPSILON);
            answers += 1;
        }
    }
    println!("{answers} answers, {worst} ε");
    assert!(
        answers > 5_000 && worst < 100.0,
        "{answers} answers, {worst} ε"
    );
}

/// Throws of all speeds normal to the floor, at the same time: as many pass the target as there are answers.
#[test]
fn none_is_missed() {
    let mut numbers = Numbers(3);
    let mut several = 0;
    for round in 0..600 {
        let rate = if round % 2 == 0 { 0.0 } else { 0.4 };
        let pull = numbers.between(-10.0, 10.0);
        let air = Ballistics::<f64, 2>::new([0.0, pull]).with_drag_rate(rate);
        let (low, high) = (numbers.between(0.02, 1.0), numbers.between(0.02, 2.0));
        let (floor, contact, time) = (
            Plane::new([0.0, 1.0], 0.0),
            Contact::new(numbers.between(0.2, 1.0)),
            numbers.between(0.5, 2.0),
        );
        let found = air
            .bank([0.0, low], [1.0, high], &floor, contact)
            .in_time(time)
            .map_or(0, |hits| hits.len());
        // the height after one bounce at time s, by flying backwards from the bounce with a speed w
        let mut counted = 0;
        let mut last: Option<f64> = None;
        for part in 1..40_000 {
            let bounce = time * f64::from(part) / 40_000.0;
            let rest = air.launch([0.0, low], [0.0, 0.0]).position(bounce).y;
            let lift = air.launch([0.0, low], [0.0, 1.0]).position(bounce).y - rest;
            let arrives = air
                .launch([0.0, low], [0.0, -rest / lift])
                .velocity(bounce)
                .y;
            if arrives >= 0.0 {
                last = None;
                continue;
            }
            let after = air.launch([0.0, 0.0], [0.0, -contact.restitution * arrives]);
            let miss = after.position(time - bounce).y - high;
            counted += usize::from(last.is_some_and(|last| (last < 0.0) != (miss < 0.0)));
            last = Some(miss);
        }
        assert_eq!(found, counted, "round {round}");
        several += usize::from(found > 1);
    }
    println!("{several} of 600 have several answers");
    assert!(several > 5);
}

#[test]
fn what_makes_no_sense_is_told() {
    let air = Ballistics::<f64, 2>::new([0.0, -9.81]);
    let floor = Plane::new([0.0, 1.0], 0.0);
    let plan = |from, target, plane: Plane<f64, 2>, e, time| {
        air.bank(from, target, &plane, Contact::new(e))
            .in_time(time)
    };
    let (a, b) = (Vector2::new(0.0, 1.0), Vector2::new(3.0, 1.0));
    assert!(matches!(
        plan(a, b, floor, 0.0, 1.0),
        Err(BankError::NoBounce)
    ));
    assert!(matches!(
        plan(a, b, floor, 1.5, 1.0),
        Err(BankError::Contact(_))
    ));
    let on = plan(a, Vector2::zeros(), floor, 0.5, 1.0);
    assert!(matches!(
        on,
        Err(BankError::NotInFront {
            given: Given::Target,
            ..
        })
    ));
    let odd = [
        f64::NAN,
        f64::INFINITY,
        -1.0,
        0.0,
        5e-324,
        1e-200,
        1e200,
        f64::MAX,
    ];
    for x in odd {
        for y in odd {
            for time in odd.into_iter().chain([1.0]) {
                for plane in [floor, Plane::new([x, y], time), Plane::new([0.0, y], 0.0)] {
                    if let Ok(hits) =
                        plan(Vector2::new(x, 1.0), Vector2::new(1.0, y), plane, 0.5, time)
                    {
                        assert!(
                            hits.iter().all(|hit| hit.velocity.norm().is_finite()
                                || hit.velocity.amax() > 1e150)
                        );
                    }
                    let windy = air.with_drag_rate(x).with_wind([y, x]);
                    let _ = windy.bank(a, b, &plane, Contact::new(0.5)).in_time(time);
                }
            }
        }
    }
    assert!(
        Ballistics::<f32, 2>::new([0.0, -9.81])
            .bank(
                [0.0, 1.0],
                [3.0, 1.0],
                &Plane::new([0.0, 1.0], 0.0),
                Contact::new(0.8)
            )
            .in_time(1.0)
            .is_ok()
    );
}
