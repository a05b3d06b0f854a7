//! A force over one step acts over the whole step, also if an event stops it.

use approx::assert_abs_diff_eq;
use kinstep::Until;
use kinstep::diagnostics::{Ledger, Reference};
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{Body2, BodyId, LinearDrag, QuadraticDrag, Scheme, UniformGravity, World2};

/// A ball that falls from 1 m beside one that stays in the air, each pushed with 2 N.
fn pushed() -> (World2, BodyId, BodyId) {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.3)).unwrap();
    let ball = world.add_body(Body2::point(0.5).at([0.0, 1.0])).unwrap();
    let other = world.add_body(Body2::point(2.0).at([5.0, 50.0])).unwrap();
    push(&mut world, ball, other);
    (world, ball, other)
}

fn push(world: &mut World2, ball: BodyId, other: BodyId) {
    world.apply_force(ball, [2.0, 0.0]).unwrap();
    world.apply_force(other, [2.0, 1.0]).unwrap();
}

fn ground(ball: BodyId) -> Until<f64, 2> {
    Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending)
}

/// After an event, the rest of a frame ends in the state of one step over the whole frame.
#[test]
fn the_rest_of_the_frame_is_pushed_too() {
    let (mut whole, ball, other) = pushed();
    let mut parts = whole.clone();
    whole.step(1.0).unwrap();
    let event = parts.step_until(1.0, &ground(ball)).unwrap().unwrap();
    assert!(event.time > 0.4 && event.time < 0.6);
    // the event changes no velocity: both worlds fall through the ground
    assert!(
        (parts.step_until(1.0 - event.time, &ground(ball)))
            .unwrap()
            .is_none()
    );
    for body in [ball, other] {
        assert_abs_diff_eq!(parts[body].position, whole[body].position, epsilon = 1e-14);
        assert_abs_diff_eq!(parts[body].velocity, whole[body].velocity, epsilon = 1e-14);
    }
    // after the frame the force no longer acts
    let (vx, vy) = (parts[other].velocity.x, parts[other].position.y);
    parts.step(1.0).unwrap();
    assert!(parts[other].velocity.x < vx && vy > 0.0);
}

/// Under a scheme without closed forms, steps of any lengths may make the rest of a frame.
#[test]
fn any_steps_may_use_up_the_rest() {
    let (mut world, ball, other) = pushed();
    world.step_until(1.0, &ground(ball)).unwrap().unwrap();
    let mut end = None;
    for parts in [&[0.25, 0.75][..], &[0.125, 0.375, 0.5], &[1.0]] {
        let mut world = world.clone();
        let left = 1.0 - world.time();
        parts
            .iter()
            .for_each(|part| world.step(part * left).unwrap());
        let at = *end.get_or_insert(world[other].velocity);
        assert_abs_diff_eq!(world[other].velocity, at, epsilon = 1e-14);
        world.step(1.0).unwrap();
        assert!(world[other].velocity.x < at.x, "the push has ended");
    }
    let (mut world, ball, other) = pushed();
    world.set_scheme(Scheme::VelocityVerlet);
    world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
    let event = world.step_until(0.6, &ground(ball)).unwrap().unwrap();
    let speed = world[other].velocity.x;
    world.step(0.6 - event.time).unwrap();
    assert!(world[other].velocity.x > speed);
}

/// In a step that is longer than the rest of the frame, the force acts for the rest only; a step
/// that fails changes nothing.
#[test]
fn a_longer_step_is_pushed_for_the_rest_only() {
    let (mut world, ball, other) = pushed();
    let event = world.step_until(1.0, &ground(ball)).unwrap().unwrap();
    let (mut stepped, mut awaited) = (world.clone(), world.clone());
    world.step(1.0 - event.time).unwrap();
    world.step(0.75).unwrap();
    let long = 1.0 - event.time + 0.75;
    assert!(stepped.step(f64::MAX).is_err());
    stepped.step(long).unwrap();
    assert!(awaited.step_until(long, &ground(ball)).unwrap().is_none());
    for other_world in [&stepped, &awaited] {
        assert_abs_diff_eq!(
            other_world[other].position,
            world[other].position,
            epsilon = 1e-13
        );
        assert_abs_diff_eq!(other_world.time(), world.time(), epsilon = 1e-15);
    }
    assert_eq!(stepped.steps(), 2);
}

/// A force that is applied after an event acts over the whole next step.
#[test]
fn a_new_push_is_for_the_next_step() {
    let (mut world, ball, other) = pushed();
    world.step_until(1.0, &ground(ball)).unwrap().unwrap();
    world.remove_body(ball).unwrap();
    world.remove_body(other).unwrap();
    let new = world.add_body(Body2::point(1.0)).unwrap();
    world.apply_force(new, [3.0, 0.0]).unwrap();
    world.add_force(LinearDrag::rate(0.0)).unwrap();
    world.step(2.0).unwrap();
    // drag of 0.3 /s: 3 N/kg × (1 - e^(-0.6)) / 0.3
    assert_abs_diff_eq!(
        world[new].velocity.x,
        10.0 * -(-0.6_f64).exp_m1(),
        epsilon = 1e-14
    );
}

/// A game that leaves out the rest of a frame after an event, and applies a force again in the next
/// frame: each force acts for the length of its own frame.
#[test]
fn each_push_acts_for_its_own_frame() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let ball = world.add_body(Body2::point(0.5).at([0.0, 1.0])).unwrap();
    let other = world.add_body(Body2::point(2.0).at([5.0, 50.0])).unwrap();
    world.apply_force(other, [4.0, 0.0]).unwrap();
    let event = world.step_until(1.0, &ground(ball)).unwrap().unwrap();
    let mut awaited = world.clone();
    for world in [&mut world, &mut awaited] {
        world.apply_force(other, [6.0, 0.0]).unwrap();
    }
    world.step(1.0).unwrap();
    assert!(awaited.step_until(1.0, &ground(ball)).unwrap().is_none());
    for world in [&world, &awaited] {
        // 2 m/s² for 1 s and 3 m/s² for 1 s; for a part of this time both act
        assert_abs_diff_eq!(world[other].velocity.x, 5.0, epsilon = 1e-14);
        assert_abs_diff_eq!(world.time(), 1.0 + event.time, epsilon = 1e-15);
        assert_eq!(world.acceleration(other).unwrap().x, 0.0);
    }
    assert_eq!(world.steps(), 2);
}

/// After all bodies on which a force for the rest of a frame acts are removed, a step equals any
/// other step, to the bit.
#[test]
fn a_push_on_a_body_that_is_removed_leaves_no_trace() {
    let (mut world, ball, other) = pushed();
    world.step_until(1.0, &ground(ball)).unwrap().unwrap();
    let body = Body2::point(1.0).at([3.0, 4.0]).moving([5.0, 6.0]);
    world.remove_body(other).unwrap();
    world.remove_body(ball).unwrap();
    let new = world.add_body(body).unwrap();
    world.step(0.9).unwrap();

    let mut fresh = World2::new();
    fresh.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    fresh.add_force(LinearDrag::rate(0.3)).unwrap();
    let alone = fresh.add_body(body).unwrap();
    fresh.step(0.9).unwrap();
    assert_eq!(world[new], fresh[alone]);
}

/// The ledger and the reference account for a force that ends within a longer step.
#[test]
fn the_books_close_over_a_push_that_ends_within_a_step() {
    let (mut world, ball, other) = pushed();
    world.set_scheme(Scheme::FlowKick);
    let event = world.step_until(1.0, &ground(ball)).unwrap().unwrap();
    let (mut ledger, mut reference) = (Ledger::new(&world), Reference::new(&world));
    let mut kicked = world.clone();
    (kicked.add_force(|_: &Body2, _: f64| [0.0, 0.0].into())).unwrap();
    let mut converged = Reference::new(&kicked);
    assert!(reference.is_exact() && !converged.is_exact());

    let dt = 1.0 - event.time + 0.75;
    ledger.step(&mut world, dt).unwrap();
    reference.advance(dt).unwrap();
    converged.advance(dt).unwrap();
    // measured: 3e-15 J of 1 kJ
    assert!(ledger.balance().scheme_error.total().abs() < 1e-11);
    for known in [reference.world(), converged.world()] {
        assert_abs_diff_eq!(
            known[other].velocity,
            world[other].velocity,
            epsilon = 1e-12
        );
    }
}
