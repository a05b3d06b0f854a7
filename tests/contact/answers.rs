//! Contacts whose responses a program decides.

use crate::{G, disc, falling_on, ground};
use kinstep::contact::{Collision, Contact, ContactKind, ContactResponse};
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{AlignedBox, Plane};
use kinstep::{Body2, BodyId, Collider, StepError, World2};

/// A function that decides the response to a collision.
type Rule = fn(&Collision<f64, 2>) -> ContactResponse<f64, 2>;

/// Position and velocity of a body after a time, and the number of events, for a number of steps.
fn run(
    world: &World2,
    body: BodyId,
    (time, steps): (f64, usize),
) -> (Vector2<f64>, Vector2<f64>, usize) {
    let mut world = world.clone();
    let mut count = 0;
    for _ in 0..steps {
        world.step(time / steps as f64).unwrap();
        count += world.contacts().len();
    }
    (world[body].position, world[body].velocity, count)
}

/// A body on a belt slides with the acceleration μ g until it has the speed of the belt, and rides
/// on to the end of the belt, where it falls: at any frame rate, and also if it lies there from the
/// start.
#[test]
fn a_belt_carries_to_its_end() {
    for lies in [true, false] {
        let belt = AlignedBox::around([0.0, -0.5], [3.0, 0.5]);
        let (mut world, _) = falling_on(belt, Contact::new(0.0).with_friction(0.25));
        world.on_contact(|collision| collision.response().with_belt([2.0, 7.0]));
        let height = if lies { 0.0 } else { 1.0 };
        let start = Body2::point(2.0).at([-2.0, height]);
        let parcel = world.add_body(start).unwrap();
        let fall = (2.0 * height / G).sqrt();
        // at the landing the impulse of friction is μ times that of the floor
        let gained = 0.25 * (G * fall);
        let (speed, pull) = (2.0, 0.25 * G);
        let slides = (speed - gained) / pull;
        let slid = gained * slides + pull * slides * slides / 2.0;
        let rides = (5.0 - slid) / speed;
        let leaves = fall + slides + rides;
        let after = 0.25;
        let expected = Vector2::new(3.0 + speed * after, -G * after * after / 2.0);
        for steps in [1, 7, 240] {
            let (position, velocity, _) = run(&world, parcel, (leaves + after, steps));
            let off = (position - expected).norm();
            assert!(off < 1e-11, "{lies} {steps}: {position}");
            assert!((velocity.x - speed).abs() < 1e-12);
        }
    }
}

/// A jump pad gives the same height at each bounce.
#[test]
fn a_jump_pad_lifts() {
    let (mut world, _) = falling_on(ground(), Contact::new(0.0));
    world.on_contact(|collision| collision.response().with_push([0.0, 5.0]));
    let body = world.add_body(Body2::point(1.0).at([0.0, 1.0])).unwrap();
    let fall = (2.0_f64 / G).sqrt();
    let hop = 10.0 / G;
    for steps in [1, 60, 251] {
        let (position, _, count) = run(&world, body, (fall + 7.5 * hop, steps));
        assert!((position.y - 25.0 / (2.0 * G)).abs() < 1e-12, "{steps}");
        assert_eq!(count, 8);
    }
}

/// A body passes through a surface that breaks, whatever its radius; it bounces off a second
/// surface behind and meets the first again.
#[test]
fn what_breaks_is_passed() {
    for radius in [0.0, 0.25] {
        let mut world = World2::new();
        let thin = AlignedBox::around([2.0, 0.0], [0.01, 5.0]);
        let glass = world.add_surface(thin, Contact::new(1.0)).unwrap();
        let wall = (world.add_surface(Plane::new([-1.0, 0.0], -4.0), Contact::new(0.5))).unwrap();
        world.on_contact(move |collision: &Collision<f64, 2>| {
            let breaks = collision.with == Collider::Surface(glass) && collision.speed() > 3.0;
            let (usual, push) = (collision.response(), collision.normal * 0.5);
            if breaks {
                usual.passing().with_push(push)
            } else {
                usual
            }
        });
        let disc = Body2::solid(1.0, 0.5).round(radius).moving([4.5, 0.0]);
        let body = world.add_body(disc).unwrap();
        let mut kinds = Vec::new();
        for _ in 0..300 {
            world.step(0.01).unwrap();
            assert!(world.contacts().iter().all(|event| event.body == body));
            kinds.extend(
                world
                    .contacts()
                    .iter()
                    .map(|event| (event.with, event.kind)),
            );
        }
        let expected = [
            (glass, ContactKind::Pass),
            (wall, ContactKind::Bounce),
            (glass, ContactKind::Bounce),
        ];
        let expected = expected.map(|(surface, kind)| (Collider::Surface(surface), kind));
        assert_eq!(kinds[..3], expected, "radius {radius}");
    }
}

/// Bodies that are told to pass through each other do so, once; other bodies of the same world
/// bounce.
#[test]
fn bodies_pass_each_other() {
    let mut world = World2::new();
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    let ghost = disc(1.0, 0.1).moving([1.0, 0.0]);
    let bodies = [
        ghost,
        disc(1.0, 0.1).at([1.0, 0.0]),
        disc(1.0, 0.1).at([2.0, 0.0]),
    ];
    let [ghost, _, last] = bodies.map(|body| world.add_body(body).unwrap());
    world.on_contact(move |collision| {
        let is_ghost = collision.body == ghost || collision.with == Collider::Body(ghost);
        let other = collision.with == Collider::Body(last);
        let usual = collision.response();
        if is_ghost && !other {
            usual.passing()
        } else {
            usual
        }
    });
    world.step(3.0).unwrap();
    let kinds: Vec<_> = world
        .contacts()
        .iter()
        .map(|contact| contact.kind)
        .collect();
    assert_eq!(kinds, [ContactKind::Pass, ContactKind::Bounce]);
    assert!((world[ghost].position.x - 1.8).abs() < 1e-12);
    assert!((world[last].velocity.x - 1.0).abs() < 1e-15);
}

/// The default response changes no bit.
#[test]
fn the_usual_answer_changes_nothing() {
    let (mut world, _) = falling_on(ground(), Contact::new(0.7).with_friction(0.2));
    let body = disc(1.0, 0.1).at([0.0, 2.0]).moving([3.0, 0.0]);
    let body = world.add_body(body).unwrap();
    let plain = run(&world, body, (6.0, 100));
    world.on_contact(Collision::response);
    assert_eq!(run(&world, body, (6.0, 100)), plain);
    assert!(plain.2 > 10);
}

/// An invalid response is an error, and the world stays unchanged.
#[test]
fn answers_that_are_not_valid_are_refused() {
    let invalid: [Rule; 4] = [
        |collision| collision.response().with_push([0.0, f64::NAN]),
        |collision| collision.response().with_belt([f64::INFINITY, 0.0]),
        |_| Contact::new(1.5).into(),
        |collision| collision.contact.with_friction(-1.0).into(),
    ];
    for answer in invalid {
        let (mut world, floor) = falling_on(ground(), Contact::new(0.5));
        let body = world.add_body(Body2::point(1.0).at([0.0, 1.0])).unwrap();
        world.on_contact(answer);
        let before = world[body];
        let with = Collider::Surface(floor);
        let expected = StepError::InvalidResponse { body, with };
        assert_eq!(world.step(1.0), Err(expected));
        assert_eq!(world[body], before);
        assert_eq!(world.time(), 0.0);
        // the same if the body lies on the floor from the start
        world.body_mut(body).unwrap().position.y = 0.0;
        assert_eq!(world.step(1.0), Err(expected));
    }
}

/// A function that panics loses no surface: the world continues after the function is replaced.
#[test]
fn a_panic_in_the_function_loses_no_surface() {
    let (mut world, floor) = falling_on(ground(), Contact::new(1.0));
    let ball = world.add_body(Body2::point(1.0).at([0.0, 1.0])).unwrap();
    world.on_contact(|_| panic!("no answer"));
    let before = world[ball];
    let step = std::panic::AssertUnwindSafe(|| world.step(1.0));
    assert!(std::panic::catch_unwind(step).is_err());
    assert_eq!((world[ball], world.time()), (before, 0.0));
    world.on_contact(Collision::response);
    world.step(1.0).unwrap();
    assert_eq!(world.contacts()[0].with, Collider::Surface(floor));
    assert!(world[ball].position.y > 0.0);
}

/// A step that fails after some bodies have bounced changes no bit of the following steps.
#[test]
fn a_step_that_fails_is_taken_back() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let (mut world, _) = falling_on(ground(), Contact::new(0.9).with_friction(0.1));
    world.set_body_contact(Some(Contact::new(0.8))).unwrap();
    for i in (0..6).map(f64::from) {
        let body = disc(1.0, 0.1).at([0.25 * i, 0.3 + 0.07 * i]);
        let body = body.moving([0.5 - 0.3 * i, 0.1 * i]);
        world.add_body(body).unwrap();
    }
    let is_broken = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&is_broken);
    world.on_contact(move |collision| {
        if collision.time.rem_euclid(0.1) > 0.08 && seen.load(Ordering::Relaxed) {
            ContactResponse::from(Contact::new(f64::NAN))
        } else {
            collision.response()
        }
    });
    let mut undisturbed = world.clone();
    let mut failures = 0;
    for _ in 0..20 {
        is_broken.store(true, Ordering::Relaxed);
        let before = world.body_slice().to_vec();
        let contacts = world.contacts().to_vec();
        if world.step(0.1).is_err() {
            failures += 1;
            assert_eq!(world.body_slice(), before);
            assert_eq!(world.contacts(), contacts);
            is_broken.store(false, Ordering::Relaxed);
            world.step(0.1).unwrap();
        }
        is_broken.store(false, Ordering::Relaxed);
        undisturbed.step(0.1).unwrap();
        assert_eq!(world.body_slice(), undisturbed.body_slice());
        assert_eq!(world.contacts(), undisturbed.contacts());
    }
    assert!(failures > 5, "{failures}");
}
