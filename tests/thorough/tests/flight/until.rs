//! Steps that stop at an event, and trajectories of bodies without steps.

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{
    Body, Body2, BodyId, ForceError, ForceField, LinearDrag, QuadraticDrag, Scheme, Spring,
    StepError, UniformGravity, World, World2,
};

const GROUND: [f64; 2] = [0.0, 1.0];

/// A ball over the ground at height zero, under gravity and drag.
fn ball() -> (World2, BodyId) {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let drag = LinearDrag::rate(0.1).in_wind([2.0, 0.0]);
    world.add_force(drag).unwrap();
    let ball = Body2::point(0.5).at([0.0, 2.0]).moving([1.0, 3.0]);
    let ball = world.add_body(ball).unwrap();
    (world, ball)
}

/// Steps to a time, with bounces off the ground; returns the number of bounces.
fn bounce(world: &mut World2, ball: BodyId, end: f64, dt: f64) -> usize {
    let until = Until::crossing(ball, Plane::new(GROUND, 0.0), Crossing::Descending);
    let mut bounces = 0;
    while world.time() < end {
        let mut left = dt.min(end - world.time());
        while let Some(event) = world.step_until(left, &until).unwrap() {
            assert_eq!(world[ball].position, event.position);
            assert!(event.position.y.abs() < 1e-300 && event.velocity.y < 0.0);
            world[ball].velocity.y *= -0.9;
            left -= event.time;
            bounces += 1;
            assert!(bounces < 1000);
        }
    }
    bounces
}

/// The state of a ball after its bounces does not depend on the steps: not on their length, and not
/// on where they end.
#[test]
fn bounces_do_not_depend_on_the_step() {
    let (start, id) = ball();
    let mut one = start.clone();
    let count = bounce(&mut one, id, 6.0, 6.0);
    assert!(count > 4, "{count}");
    for dt in [1.0, 1.0 / 7.0, 1.0 / 60.0, 1e-3] {
        let mut other = start.clone();
        assert_eq!(bounce(&mut other, id, 6.0, dt), count);
        let off = (other[id].position - one[id].position).norm()
            + (other[id].velocity - one[id].velocity).norm();
        assert!(off < 1e-12, "{dt}: {off}"); // measured: 9e-14
    }
    // the first bounce is where the trajectory says
    let (mut world, plane) = (start, Plane::new(GROUND, 0.0));
    let path = world.trajectory(id).unwrap();
    let landing = path.crossing(&plane, Crossing::Descending).unwrap();
    let until = Until::crossing(id, plane, Crossing::Descending);
    let event = world.step_until(10.0, &until).unwrap().unwrap();
    assert!((event.time / landing.time - 1.0).abs() < 1e-15);
    assert_eq!(world.time(), event.time);
    assert!((event.position - landing.position).norm() < 4e-15);
}

/// Each pass through a plane, back and forth, is reported once, for any steps, under every scheme,
/// and for forces with and without a law.
#[test]
fn each_pass_is_seen_once() {
    for linear in [true, false] {
        let mut start = World2::new();
        let bob = Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 0.3]);
        let bob = start.add_body(bob).unwrap();
        if linear {
            start.add_force(Spring::stiffness(4.0)).unwrap();
        } else {
            let pull = |x: &Vector2<f64>, _| Vector2::new(-4.0 * x.x.sin(), 0.0);
            start.add_force(ForceField::new(pull)).unwrap();
        }
        let plane = Plane::new([0.6, 0.8], 0.25);
        let until = Until::crossing(bob, plane, Crossing::Any);
        let cases = Scheme::ALL
            .into_iter()
            .flat_map(|scheme| [(scheme, 0.3), (scheme, 1.0 / 60.0)]);
        for (scheme, dt) in cases {
            let mut world = start.clone();
            world.set_scheme(scheme);
            let (mut side, mut seen) = (plane.height(world[bob].position), 0);
            while world.time() < 6.0 {
                let mut left = dt;
                while let Some(event) = world.step_until(left, &until).unwrap() {
                    let off = plane.height(event.position).abs();
                    assert!(off < 1e-15, "{scheme} {dt}: {off}");
                    let rate = event.velocity.dot(&plane.normal);
                    assert!(rate * side < 0.0, "{scheme} {dt}");
                    side = -side;
                    seen += 1;
                    left -= event.time;
                }
                let now = plane.height(world[bob].position);
                assert!(now * side > 0.0, "{scheme} {dt}: missed one");
            }
            assert!(seen >= 2, "{scheme} {dt}: {seen}");
        }
    }
}

/// The step that ends at the event is a step of the scheme: it equals a step of that length.
#[test]
fn a_step_that_stops_is_a_step() {
    let (mut world, id) = ball();
    world.add_force(QuadraticDrag::coefficient(0.02)).unwrap();
    for scheme in Scheme::ALL {
        let mut stopped = world.clone();
        stopped.set_scheme(scheme);
        let mut stepped = stopped.clone();
        let until = Until::crossing(id, Plane::new(GROUND, 1.0), Crossing::Descending);
        let event = loop {
            stepped.clone_from(&stopped);
            if let Some(event) = stopped.step_until(0.1, &until).unwrap() {
                break event;
            }
        };
        stepped.step(event.time).unwrap();
        let off = (stepped[id].position - event.position).norm();
        assert!(off < 4e-14, "{scheme}: {off}"); // measured: 9e-15
        assert_eq!(stepped[id].velocity, event.velocity);
        assert_eq!(
            (stopped.time(), stopped.steps()),
            (stepped.time(), stepped.steps())
        );
    }
}

#[test]
fn other_events_stop_a_step() {
    // the apex, once; a force over this step only acts on it
    for (lift, pull) in [(0.0, 9.81), (0.25 * 9.81, 4.905)] {
        let (mut world, id) = ball();
        world.apply_force(id, [0.0, lift]).unwrap();
        let top = Until::apex(id, [0.0, 1.0]);
        let event = world.step_until(5.0, &top).unwrap().unwrap();
        assert!((event.time - (0.3_f64 / pull).ln_1p() / 0.1).abs() < 1e-15);
        if lift == 0.0 {
            assert_eq!(event.velocity.y, 0.0);
            assert_eq!(world.step_until(1.0, &top).unwrap(), None);
            assert!((world.time() - event.time - 1.0).abs() < 1e-15);
        }
    }

    // no event in a step of zero length, or if it would happen later
    let (mut world, id) = ball();
    let until = Until::crossing(id, Plane::new(GROUND, 0.0), Crossing::Descending);
    assert_eq!(world.step_until(0.0, &until).unwrap(), None);
    assert_eq!(world.step_until(0.5, &until).unwrap(), None);
    assert_eq!((world.time(), world.steps()), (0.5, 2));

    // in single precision, too
    let mut single = World::<f32, 3>::new();
    let gravity = UniformGravity::new([0.0, -9.81, 0.0]);
    single.add_force(gravity).unwrap();
    let id = single
        .add_body(Body::point(1.0).at([0.0, 1.0, 0.0]))
        .unwrap();
    let until = Until::crossing(id, Plane::new([0.0, 1.0, 0.0], 0.0), Crossing::Any);
    let event = single.step_until(1.0, &until).unwrap().unwrap();
    assert!((event.time - (2.0_f64 / 9.81).sqrt()).abs() < 1e-7);
}

#[test]
fn bad_steps_change_nothing() {
    let (mut world, id) = ball();
    let until = Until::crossing(id, Plane::new(GROUND, 0.0), Crossing::Any);
    let fails = |world: &mut World2, dt: f64, until: &Until<f64, 2>| {
        let before = (world[id], world.time(), world.steps());
        let error = world.step_until(dt, until).unwrap_err();
        assert_eq!((world[id], world.time(), world.steps()), before);
        assert!(error.to_string().len() > 20, "{error}");
        error
    };
    assert_eq!(
        fails(&mut world, -1.0, &until),
        StepError::Backwards { dt: -1.0 }
    );
    let dt = f64::INFINITY;
    assert_eq!(fails(&mut world, dt, &until), StepError::Duration { dt });
    let nan = fails(&mut world, f64::NAN, &until);
    assert!(matches!(nan, StepError::Duration { .. }));
    let nowhere = Until::apex(id, [f64::NAN, 1.0]);
    assert_eq!(fails(&mut world, 1.0, &nowhere), StepError::Event);

    // a force that fails
    let force = |body: &Body2, _| {
        let fails = body.position.y < 1.0;
        if fails {
            Vector2::repeat(f64::NAN)
        } else {
            Vector2::zeros()
        }
    };
    world.add_force(force).unwrap();
    world[id].position.y = 0.5;
    let error = fails(&mut world, 1.0, &until);
    assert!(matches!(error, StepError::NotFinite { .. }));
    world.remove_body(id).unwrap();
    let gone = world.step_until(1.0, &until);
    assert!(matches!(gone, Err(StepError::NoSuch(_))));
}

#[test]
fn futures_are_known_where_laws_are_linear() {
    let (mut world, id) = ball();
    let spring = Spring::stiffness(3.0).damping(0.1);
    (world.add_force_on(id, spring.anchored_at([1.0, 1.0]))).unwrap();
    let other = world.add_body(Body2::point(2.0)).unwrap();
    let drag = QuadraticDrag::coefficient(1.0);
    let not_here = world.add_force_on(other, drag).unwrap();
    world.step(0.7).unwrap();
    let path = world.trajectory(id).unwrap();
    let unknown = world.trajectory(other).unwrap_err();
    assert!(matches!(unknown, ForceError::NotLinear { force, .. } if force == not_here));
    (0..180).for_each(|_| world.step(1.0 / 60.0).unwrap());
    let at = path.at(3.0);
    assert!((at.position - world[id].position).norm() < 1e-14);
    assert!((at.velocity - world[id].velocity).norm() < 1e-14);

    let (body, spring) = (id, Spring::stiffness(1.0));
    let force = world.add_link(id, other, spring).unwrap();
    let error = world.trajectory(id).unwrap_err();
    let kind = "Spring";
    assert_eq!(error, ForceError::Linked { body, force, kind });
    assert!(error.to_string().contains(&force.to_string()));
    world.remove_force(force).unwrap();
    let slows = |body: &Body2, _| body.velocity * -0.1;
    let force = world.add_force(slows).unwrap();
    let error = world.trajectory(id).unwrap_err();
    let kind = "closure";
    assert_eq!(error, ForceError::NotLinear { body, force, kind });
    assert!(error.to_string().contains(&force.to_string()));
    world.remove_force(force).unwrap();
    world[id].mass = -1.0;
    let error = world.trajectory(id).unwrap_err();
    assert_eq!(error, ForceError::State { body });
    world.remove_body(id).unwrap();
    let gone = world.trajectory(id);
    assert!(matches!(gone, Err(ForceError::NoSuch(_))));
}
