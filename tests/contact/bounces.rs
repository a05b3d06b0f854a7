//! Bounces against a truth of 150 digits, and against the series of bounces.

use kinstep::LinearLaw;
use kinstep::ballistics::{Ballistics, Plane, Trajectory};
use kinstep::contact::{Contact, ContactError, ContactKind, Leg, LegKind};
use kinstep::nalgebra::Vector2;

use truths::truth::{Big, Exact, big, small};

const EPSILON: f64 = f64::EPSILON;

fn all<I>(legs: I) -> Vec<Leg<f64, 2>>
where
    I: IntoIterator<Item = Result<Leg<f64, 2>, ContactError<f64>>>,
{
    legs.into_iter().collect::<Result<_, _>>().unwrap()
}

/// Time to the ground, and speed there, of a body at a height under gravity and drag: Newton's method.
fn fall(height: &Big, speed: &Big, gravity: f64, rate: f64, guess: f64) -> (Big, Big, Exact) {
    let mut time = big(guess);
    let [damping, stiffness, constant] = [rate, 0.0, -gravity].map(big);
    for _ in 0..9 {
        let exact = Exact::new(&damping, &stiffness, &time);
        let y = &exact.xx * height + &exact.xv * speed + &exact.xc * &constant;
        let v = &exact.vx * height + &exact.vv * speed + &exact.vc * &constant;
        time -= &y / &v;
    }
    let exact = Exact::new(&damping, &stiffness, &time);
    let v = &exact.vx * height + &exact.vv * speed + &exact.vc * &constant;
    (time, v, exact)
}

/// The first 50 bounces of a ball under gravity and linear drag, at a restitution of 0.8: time, place and speed.
#[test]
fn fifty_bounces_are_those_of_fifty_digits() {
    let (gravity, rate, restitution) = (9.81, 0.1, 0.8);
    let ground = Plane::new([0.0, 1.0], 0.0);
    let law = LinearLaw::gravity([0.0, -gravity]) + LinearLaw::drag(rate);
    let start = ([0.25, 1.5], [3.0, 4.0]);
    let legs = all(law
        .launch(start.0, start.1)
        .bouncing(&ground, Contact::new(restitution), 30.0)
        .unwrap());

    let (mut time, mut x, mut vx) = (big(0.0), big(start.0[0]), big(start.1[0]));
    let (mut y, mut vy) = (big(start.0[1]), big(start.1[1]));
    let mut worst = [0.0_f64; 3];
    for leg in &legs[..50] {
        assert_eq!(leg.kind, LegKind::Flight);
        assert_eq!(leg.contact.unwrap().kind, ContactKind::Bounce);
        let (hop, speed, exact) = fall(&y, &vy, gravity, rate, leg.duration);
        time += hop;
        x += &exact.xv * &vx;
        vx = &exact.vv * &vx;
        (y, vy) = (big(0.0), -(speed * big(restitution)));
        let off = small(&(&time - big(leg.end()))).abs() / leg.end();
        let along = small(&(&x - big(leg.end_position().x))).abs() / leg.end_position().x;
        let bounced = leg.flight.velocity(leg.duration) + leg.contact.unwrap().push;
        let speed = small(&(&vy - big(bounced.y))).abs() / bounced.y;
        assert!(leg.end_position().y.abs() < 32.0 * EPSILON);
        for (worst, error) in worst.iter_mut().zip([off, along, speed]) {
            *worst = worst.max(error / EPSILON);
        }
    }
    println!("time, place, speed: {worst:?} ε");
    assert!(worst.iter().all(|worst| *worst < 32.0), "{worst:?}");
}

/// The time and place of rest follow from the series of bounces: `t = t₁ + 2 v₁ e/(g (1 - e))`.
#[test]
fn without_drag_the_moment_of_rest_is_that_of_the_series() {
    for restitution in [0.0, 0.1, 0.5, 0.8, 0.95] {
        let ground = Plane::new([0.0, 1.0], 0.0);
        let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 2.0], [1.0, 3.0]);
        let contact = Contact::new(restitution);
        let legs = all(flight.bouncing(&ground, contact, 100.0).unwrap());
        let is_settled = |leg: &Leg<f64, 2>| leg.contact.unwrap().kind == ContactKind::Settle;
        let place = legs.iter().position(is_settled).unwrap();
        let after = &legs[place + 1];
        let speed = (9.0 + 4.0 * 9.81_f64).sqrt();
        let first = (3.0 + speed) / 9.81;
        let expected = first + 2.0 * speed * restitution / (9.81 * (1.0 - restitution));
        let error = after.start - expected;
        println!("e = {restitution}: {} legs, {error:.1e} s", legs.len());
        assert!(
            error.abs() < 1e-13 * expected,
            "e = {restitution}: {error:e}"
        );
        // without friction it slides on
        assert_eq!(after.kind, LegKind::Slide);
        assert!((after.flight.position(1.0) - Vector2::new(expected + 1.0, 0.0)).norm() < 1e-12);
    }
}
