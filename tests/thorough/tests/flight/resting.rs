//! Bodies that come to rest on a plane that they meet.

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    Body, Body2, BodyId, Float, LinearDrag, QuadraticDrag, Real, Scheme, StepError, UniformGravity,
    World, World2,
};
use truths::widths::{narrow, widen};

use StepError::NotHeld;

/// A loop with this number of events in one frame does not end.
const MANY: usize = 20_000;

/// A ball that falls 1 m to the ground, under gravity and drag.
fn ball<T: Real<2> + Float>(ground: f64, drag: f64) -> (World<T, 2>, BodyId, Until<T, 2>) {
    let vector = |x: f64, y: f64| Vector2::new(narrow::<T>(x), narrow::<T>(y));
    let mut world = World::new();
    let gravity = UniformGravity::new(vector(0.0, -9.81));
    world.add_force(gravity).unwrap();
    if drag > 0.0 {
        let drag = LinearDrag::rate(narrow(drag));
        world.add_force(drag.in_wind(vector(2.0, 0.0))).unwrap();
    }
    let body = Body::point(narrow(0.3)).at(vector(0.0, ground + 1.0));
    let ball = world.add_body(body.moving(vector(1.5, 0.0))).unwrap();
    let plane = Plane::new(vector(0.0, 1.0), narrow(ground));
    let until = Until::crossing(ball, plane, Crossing::Descending);
    (world, ball, until)
}

/// One frame of the loop in the documentation of `step_until`; returns the number of its events.
fn frame<T: Real<2> + Float>(
    world: &mut World<T, 2>,
    (ball, ground): (BodyId, &Until<T, 2>),
    (height, bounce, slow): (f64, f64, f64),
    dt: f64,
) -> usize {
    let (mut left, mut events) = (narrow::<T>(dt), 0);
    while let Some(event) = world.step_until(left, ground).unwrap() {
        events += 1;
        assert!(events < MANY, "{bounce} at {dt} s: {event:?}");
        left -= narrow::<T>(event.time);
        if event.velocity.y < -slow {
            world[ball].velocity.y *= narrow::<T>(-bounce);
            continue;
        }
        world.step(left).unwrap();
        world[ball].position.y = narrow(height);
        world[ball].velocity.y = narrow(0.0);
        break;
    }
    events
}

/// A bouncing ball comes to rest within a minute for every restitution below 1, drag, height and
/// rate.
#[test]
fn the_documented_bounce_comes_to_rest() {
    fn check<T: Real<2> + Float>(rounding: f64, case: u32) {
        let bounce = f64::from(case / 4) / 10.0;
        let drag = [0.0, 0.3][case as usize % 2];
        let height = [0.0, 45.3][case as usize / 2 % 2];
        for rate in [5.0, 30.0, 60.0, 144.0, 240.0] {
            let name = format!("{bounce}, drag {drag}, height {height}, {rate} Hz");
            let (mut world, ball, ground) = ball::<T>(height, drag);
            let dt = 1.0 / rate;
            let mut all = 0;
            for _ in 0..(60.0 * rate) as u32 {
                let events = frame(&mut world, (ball, &ground), (height, bounce, 9.81 * dt), dt);
                let above = widen(world[ball].position.y) - height;
                assert!(above >= -rounding * height, "{name}: {above} m");
                assert!(events <= 2, "{name}: {events}"); // measured: 2
                all += events;
            }
            // at rest there is one event in each frame
            assert!(all <= (60.0 * rate) as usize, "{name}: {all}"); // measured: 8 fewer
            let (position, velocity) = (world[ball].position, world[ball].velocity.map(widen));
            if bounce < 1.0 {
                assert_eq!(velocity.y, 0.0, "{name}");
                assert_eq!(position.y, narrow::<T>(height), "{name}");
            } else if drag == 0.0 {
                let fallen = 9.81 * (widen(position.y) - height);
                let energy = 0.5 * velocity.y.powi(2) + fallen;
                assert!((energy / 9.81 - 1.0).abs() < 1e-2, "{name}: {energy}");
            }
            // along the ground the ball moves as if there were no ground
            let wind = if drag > 0.0 { 2.0 } else { 1.5 };
            assert!((velocity.x - wind).abs() < 1e-4, "{name}: {velocity}");
        }
    }
    for case in 0..44 {
        check::<f64>(4e-16, case);
        check::<f32>(2e-7, case);
    }
}

/// A loop that only reverses the velocity never sets it to zero: an error reports that the body
/// rests.
#[test]
fn a_loop_without_rest_ends() {
    fn ends<T: Real<2> + Float>(bounce: f64, drag: f64, height: f64, dt: f64) {
        let name = format!("{bounce}, drag {drag}, height {height}, {dt} s");
        let (mut world, id, ground) = ball::<T>(height, drag);
        let grain = 8.0 * widen(T::default_epsilon()) * height;
        let above = |world: &World<T, 2>| widen(world[id].position.y) - height;
        for _ in 0..(30.0 / dt) as u32 {
            let (mut left, mut events) = (narrow::<T>(dt), 0);
            loop {
                let before = (world[id], world.time(), world.steps());
                match world.step_until(left, &ground) {
                    Ok(None) => break,
                    Ok(Some(event)) => left -= narrow::<T>(event.time),
                    Err(error) => {
                        // a second call fails in the same way, and nothing has changed
                        assert_eq!(world.step_until(left, &ground), Err(error));
                        assert_eq!((world[id], world.time(), world.steps()), before);
                        let NotHeld { body, acceleration } = error else {
                            panic!("{name}: {error}");
                        };
                        assert_eq!(body, id);
                        // drag does not act on a body at rest
                        let pull = widen(acceleration);
                        assert!((pull - 9.81).abs() < 2e-2, "{name}: {pull}"); // measured: 1.1e-2 (f32, drag)
                        let text = error.to_string();
                        assert!(text.contains(&pull.to_string()[..3]), "{error}");
                        return;
                    }
                }
                events += 1;
                assert!(events < MANY, "{name}");
                world[id].velocity.y *= narrow::<T>(-bounce);
                assert!(above(&world).abs() <= grain, "{name}: {}", above(&world));
            }
            assert!(above(&world) >= -grain, "{name}: {}", above(&world));
        }
        panic!("{name}: it never came to rest");
    }
    for bounce in [0.0, 0.1, 0.3, 0.5, 0.8, 0.9] {
        for (drag, height) in [(0.0, 0.0), (0.0, 45.3), (0.3, 0.0), (0.3, 45.3)] {
            for dt in [1.0 / 5.0, 1.0 / 60.0, 1.0 / 240.0] {
                ends::<f64>(bounce, drag, height, dt);
                ends::<f32>(bounce, drag, height, dt);
            }
        }
    }
}

/// A body that starts on the plane, at rest or moving into it, has one event at time 0, and nothing
/// is moved.
#[test]
fn what_starts_on_the_plane_meets_it_at_once() {
    let (start, id, ground) = ball::<f64>(45.3, 0.0);
    let placed = |off: f64, speed: f64| {
        let mut world = start.clone();
        world[id].position.y = 45.3 + off;
        world[id].velocity.y = speed;
        world
    };
    // on the plane, and within rounding of it on either side
    let grain = 3e-14;
    for (off, speed) in [
        (0.0, 0.0),
        (grain, 0.0),
        (-grain, 0.0),
        (0.0, -2.0),
        (grain, -2.0),
    ] {
        let mut world = placed(off, speed);
        let before = world[id];
        let event = world.step_until(0.1, &ground).unwrap().unwrap();
        assert_eq!((event.time, event.position), (0.0, before.position));
        assert_eq!((world[id], world.time(), world.steps()), (before, 0.0, 0));
        let next = world.step_until(0.1, &ground);
        if speed == 0.0 {
            let (body, acceleration) = (id, 9.81);
            assert_eq!(next, Err(NotHeld { body, acceleration }), "{off}");
            // a clone fails in the same way; `step` moves the body
            assert!(world.clone().step_until(0.1, &ground).is_err());
            world.step(0.1).unwrap();
        } else {
            // its velocity was not changed at the event: it passes the plane
            assert_eq!(next, Ok(None));
        }
        assert!(world[id].position.y < 45.3 - 0.04);
        assert_eq!(world.step_until(0.1, &ground), Ok(None));
    }
    let first = |off: f64, speed: f64| {
        let event = placed(off, speed).step_until(2.0, &ground);
        event.unwrap().unwrap()
    };
    // a body that leaves the plane does not meet it before it comes back, however slow it is
    for speed in [3.0, 0.5, 1e-3, 1e-5] {
        let off = first(0.0, speed).time / (2.0 * speed / 9.81) - 1.0;
        assert!(off.abs() < 2e-9, "{off}"); // measured: 7e-10 at 1e-5 m/s
    }
    // a rise below the rounding error counts as none
    assert_eq!(first(0.0, 1e-7).time, 0.0);
    // a body that rises through the plane from below does not cross it downwards
    let event = first(-1e-3, 5.0);
    assert!(event.velocity.y < -4.9 && event.time > 1.0);
}

/// A body that balanced forces hold on a plane stays there: on a level plane or a sloping one,
/// while it slides along it, in steps of different lengths.
#[test]
fn what_is_held_stays() {
    for (angle, distance) in [(0.0, 0.0), (0.0, 45.3), (0.35, 0.0), (-1.1, -3.7)] {
        let (sin, cos) = f64::sin_cos(angle);
        let (normal, along) = (Vector2::new(-sin, cos), Vector2::new(cos, sin));
        let gravity = Vector2::new(0.0, -9.81);
        let mut world = World2::new();
        world.add_force(UniformGravity::new(gravity)).unwrap();
        let body = Body2::point(0.3).at(normal * distance).moving(along * 0.7);
        let id = world.add_body(body).unwrap();
        let ground = Until::crossing(id, Plane::new(normal, distance), Crossing::Descending);
        // this force carries the weight of the body
        let force = -normal * normal.dot(&(gravity * 0.3));
        for frame in 0..2000 {
            let mut left = [1.0 / 30.0, 1.0 / 240.0, 1.0 / 5.0, 1e-4][frame % 4];
            let mut events = 0;
            while let Some(event) = world.step_until(left, &ground).unwrap() {
                left -= event.time;
                events += 1;
                assert!(events < 3, "{angle} {distance} frame {frame}: {event:?}");
                let into = normal.dot(&world[id].velocity);
                assert!(into.abs() < 1e-12, "{into}");
                world[id].velocity -= normal * into;
                world.apply_force(id, force).unwrap();
            }
            let off = (normal.dot(&world[id].position) - distance).abs();
            let size = world[id].position.norm() + distance.abs();
            assert!(off <= 4.0 * f64::EPSILON * size, "frame {frame}: {off:e}");
        }
        // it slid along the plane by the constant acceleration
        let time = world.time();
        let way = 0.7 * time + 0.5 * along.dot(&gravity) * time * time;
        let slid = along.dot(&world[id].position);
        assert!((slid - way).abs() <= 1e-13 * way.abs(), "{slid} {way}"); // measured: 2.2e-14
    }
}

/// Each pass through a plane is reported once, also if steps end within rounding of the plane.
#[test]
fn passes_at_the_edge_of_rounding_are_seen_once() {
    let mut at_end = 0;
    for pass in 0..20_000_u32 {
        let mut world = World::<f32, 2>::new();
        let (dt, speed) = (1.0 / 60.0_f32, 0.05 + 0.003 * (pass % 97) as f32);
        let start = 45.0 + 2.5 * speed * dt + 1e-7 * pass as f32;
        let body = Body::point(1.0).at([0.0, start]).moving([0.0, -speed]);
        let id = world.add_body(body).unwrap();
        let gate = Until::crossing(id, Plane::new([0.0, 1.0], 45.0), Crossing::Descending);
        let mut seen = 0;
        for _ in 0..24 {
            let mut left = dt;
            while let Some(event) = world.step_until(left, &gate).unwrap() {
                let time = event.time as f32;
                at_end += u32::from(time == left);
                left -= time;
                seen += 1;
            }
        }
        assert!(world[id].position.y < 45.0 - 1e-3, "{pass}");
        assert_eq!(seen, 1, "{pass}: {speed} m/s");
    }
    // some steps did end within rounding of the plane
    assert!(at_end > 200, "{at_end}");
}

/// A ball comes to rest under every scheme, and under a force without a law, for which events are
/// found by trial steps.
#[test]
fn every_scheme_comes_to_rest() {
    for scheme in Scheme::ALL {
        for bounce in [0.0, 0.3, 0.5, 0.8] {
            for height in [0.0, 45.3] {
                let (mut world, id, ground) = ball::<f64>(height, 0.0);
                world.add_force(QuadraticDrag::coefficient(0.01)).unwrap();
                world.set_scheme(scheme);
                let dt = 1.0 / 60.0;
                for _ in 0..1200 {
                    frame(&mut world, (id, &ground), (height, bounce, 9.81 * dt), dt);
                    let above = world[id].position.y - height;
                    let told = format!("{scheme} {bounce} {height}: {above:e}");
                    assert!(above >= -1e-14 * height, "{told}");
                }
                // explicit Euler adds as much energy as small bounces lose
                let rests = (world[id].position.y, world[id].velocity.y) == (height, 0.0);
                let may_bounce = scheme == Scheme::ExplicitEuler;
                assert!(rests || may_bounce, "{scheme} {bounce} {height}");
            }
        }
    }
}

/// Loops with other events end, too: with crossings in both directions a body comes to rest;
/// without a force there is no apex.
#[test]
fn other_events_end_too() {
    let (mut world, id, _) = ball::<f64>(0.0, 0.0);
    let both = Until::crossing(id, Plane::new([0.0, 1.0], 0.0), Crossing::Any);
    let (mut events, mut left) = (0, 10.0);
    let error = loop {
        match world.step_until(left, &both) {
            Ok(Some(event)) => left -= event.time,
            Ok(None) => panic!("it fell through"),
            Err(error) => break error,
        }
        world[id].velocity.y *= -0.8;
        events += 1;
        assert!(events < MANY);
    };
    assert!(matches!(error, NotHeld { .. }), "{error}");

    // a body thrown from the plane has not crossed it, in either direction
    for speed in [3.0, -3.0] {
        let mut world = world.clone();
        world[id].velocity.y = speed;
        assert_eq!(world.step_until(0.5, &both), Ok(None));
    }

    // without a force the velocity never changes its sign
    for speed in [0.0, 1.0] {
        let mut world = World2::new();
        let body = Body2::point(1.0).moving([0.0, speed]);
        let id = world.add_body(body).unwrap();
        let top = Until::apex(id, [0.0, 1.0]);
        assert_eq!(world.step_until(1.0, &top), Ok(None));
    }
}
