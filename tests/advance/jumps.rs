//! Forces that jump: found by a search, or announced by [`Switching`](kinstep::Switching).

use kinstep::nalgebra::{RealField, Vector2, Vector3, convert, try_convert};
use kinstep::{
    Body, Body2, BodyId, ForceField, Inertia, LinearDrag, Real, Spring, Switching, TorsionSpring,
    World, World2,
};

use crate::{advanced, assert_below, gravity};
use truths::build::Build;
use truths::sixteen::{SWITCHES, problem, wind};

/// Problem 10 or 14 with announced switches.
fn announced(number: u32) -> (World2, BodyId) {
    let mut world = World2::new();
    let body = world.put(Body2::point(1.0).moving([20.0, 15.0]));
    world.pull(gravity());
    if number == 10 {
        let drag = |body: &Body2, time: f64| {
            let through_air = body.velocity - Vector2::from(wind(time));
            through_air * (-0.05 * through_air.norm())
        };
        world.pull(Switching::at(drag, SWITCHES));
    } else {
        world.pull(LinearDrag::rate(2.0));
        let push = ForceField::new(|_: &Vector2<f64>, time: f64| Vector2::from(wind(time)) * 2.0);
        world.pull(Switching::at(push, SWITCHES));
    }
    (world, body)
}

/// Jumps are found to the tolerance; jumps that are announced cost fewer evaluations.
#[test]
fn jumps_in_time_are_found() {
    for (number, most) in [(10, 3500), (14, 1500)] {
        let problem = problem(number);
        for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
            let mut world = problem.world.clone();
            let searched = world.advance(problem.duration, tolerance).unwrap();
            assert_below(number, problem.error(&world), 30.0 * tolerance);
            assert!(searched.evaluations <= most, "{number}: {searched:?}");
            if matches!(tolerance, 1e-6 | 1e-10) {
                let (mut world, body) = announced(number);
                let told = world.advance(problem.duration, tolerance).unwrap();
                let [x, y, ..] = problem.truth;
                let error = (world[body].position - Vector2::new(x, y)).norm();
                assert_below("announced", error, 30.0 * tolerance);
                // measured: 0.72 at most
                assert!(10 * told.evaluations < 8 * searched.evaluations);
            }
        }
    }
}

/// A motion over jumps and back ends at its start, whether the jumps are searched for or announced.
#[test]
fn jumps_are_crossed_backwards() {
    for number in [10, 14] {
        let (told, body) = announced(number);
        let searched = problem(number);
        for (world, id) in [(&told, body), (&searched.world, searched.bodies[0])] {
            for duration in [1.0, 2.5] {
                let tolerance = 1e-9;
                let mut there = advanced(world, duration, tolerance);
                there.advance(-duration, tolerance).unwrap();
                let off = (there[id].position - world[id].position).norm();
                // γ = 2/s backward in time: errors of velocity grow by e^(2 · 2.5) at most, and
                // those of position by 1/γ of that
                let bound = tolerance * 10.0 * (2.0 * duration).exp();
                assert_below(number, off, bound);
                assert_eq!(there.time(), 0.0);
            }
        }
    }
}

/// A motion may start or end on a switch: the switch belongs to the time after it.
#[test]
fn switches_at_the_ends() {
    let push = |_: &Body2, time: f64| Vector2::new(if time >= 1.0 { 2.0 } else { 0.0 }, 0.0);
    let mut world = World2::new();
    let id = world.put(Body2::point(1.0));
    world.pull(Switching::at(push, [1.0]));
    // up to the switch there is no push
    let mut there = advanced(&world, 1.0, 1e-9);
    assert_eq!(there[id].velocity.x, 0.0);
    // from the switch on there is
    there.advance(1.0, 1e-9).unwrap();
    assert!((there[id].velocity.x - 2.0).abs() < 1e-12);
    assert!((there[id].position.x - 1.0).abs() < 1e-9);
    // back to the switch, and over it
    there.advance(-1.0, 1e-9).unwrap();
    assert!(there[id].velocity.x.abs() < 1e-12);
    there.advance(-1.0, 1e-9).unwrap();
    assert!(there[id].velocity.x.abs() < 1e-12 && there[id].position.x.abs() < 1e-9);
}

fn to_f64<T: RealField>(value: T) -> f64 {
    try_convert(value).unwrap()
}

/// A world with one body of 1 kg; an announced force of 1 N pushes it from 0.5 s to 1.5 s after the
/// time `begin` \[s\].
fn pushed<T: Real<2>>(begin: T) -> (World<T, 2>, BodyId) {
    let [on, off] = [0.5, 1.5].map(|after| begin + convert(after));
    let push = move |_: &Body<T, 2>, time: T| {
        let is_on = on <= time && time < off;
        Vector2::new(if is_on { T::one() } else { T::zero() }, T::zero())
    };
    let mut world = World::new();
    world.step(begin).unwrap();
    let id = world.put(Body::point(T::one()));
    world.pull(Switching::at(push, [on, off]));
    (world, id)
}

/// An announced force of 1 N on 1 kg gives 1 m/s in 1 s, at any time after the start, forward and
/// backward in time, and alone or beside a law.
#[test]
fn an_announced_push_lasts_as_long_as_it_says() {
    fn assert_exact<T: Real<2>>(begin: T) {
        // measured: 8 ε
        let rounding = 24.0 * to_f64(T::default_epsilon());
        let (mut world, id) = pushed(begin);
        for (duration, place, speed) in [(2.0, 1.0, 1.0), (-2.0, 0.0, 0.0)] {
            world
                .advance(convert(duration), convert::<f64, T>(1e-6))
                .unwrap();
            let [x, v] = [world[id].position.x, world[id].velocity.x].map(to_f64);
            assert_below(format!("place {begin}"), (x - place).abs(), rounding);
            assert_below(format!("speed {begin}"), (v - speed).abs(), rounding);
        }
    }
    [0.0, 1e4, 1e6, 1e9]
        .into_iter()
        .for_each(assert_exact::<f64>);
    [0.0, 1e2, 1e4, 1e5]
        .into_iter()
        .for_each(assert_exact::<f32>);
}

/// All other forces act between the last number of the type before a switch and the switch: of an
/// oscillation, or of a spring and drag. In `f32` at 1e5 s these numbers are 8 ms apart.
#[test]
fn other_forces_act_while_an_announced_one_switches() {
    fn end<T: Real<2>>(begin: T, is_law: bool) -> [f64; 2] {
        let (mut world, id) = pushed(begin);
        world[id].position.x = convert(0.5);
        if is_law {
            world.pull(Spring::stiffness(convert(100.0)));
            world.pull(LinearDrag::rate(convert(1.0)));
        } else {
            let swing = |body: &Body<T, 2>, _: T| body.position * convert::<f64, T>(-100.0);
            world.pull(swing);
        }
        world
            .advance(convert(2.0), convert::<f64, T>(1e-6))
            .unwrap();
        [world[id].position.x, world[id].velocity.x].map(to_f64)
    }
    for is_law in [false, true] {
        let [x, v] = end(0.0_f64, is_law);
        for begin in [1e2, 1e4, 1e5] {
            let [x_late, v_late] = end(begin as f32, is_law);
            assert_below(format!("place {begin}"), (x_late - x).abs(), 1e-5);
            assert_below(format!("speed {begin}"), (v_late - v).abs(), 1e-4);
        }
    }
}

/// A body in space rotates under a torque while an announced force switches.
#[test]
fn a_body_turns_while_an_announced_force_switches() {
    fn end(begin: f32) -> [f32; 3] {
        let [on, off] = [begin + 0.5, begin + 1.5];
        let push = move |_: &Body<f32, 3>, time: f32| {
            let is_on = on <= time && time < off;
            Vector3::new(if is_on { 1.0 } else { 0.0 }, 0.0, 0.0)
        };
        let mut world = World::<f32, 3>::new();
        world.step(begin).unwrap();
        let body = Body::<f32, 3>::solid(1.0, Inertia::cuboid(1.0, [1.0, 2.0, 3.0]));
        let id = world.put(body.spinning([1.0, -3.0, 2.0]));
        world.pull_on(id, TorsionSpring::stiffness(3.0));
        world.pull(Switching::at(push, [on, off]));
        world.advance(2.0, 1e-6).unwrap();
        let arrow = world[id].to_world([1.0, 0.0, 0.0]);
        [arrow.x, arrow.y, world[id].position.x]
    }
    let expected = end(0.0);
    for begin in [1e2, 1e4, 1e5] {
        for (got, expected) in end(begin).into_iter().zip(expected) {
            assert_below(begin, f64::from((got - expected).abs()), 3e-6);
        }
    }
}

/// Times of switches that never come, come twice, or are not finite do no harm.
#[test]
fn strange_times_are_harmless() {
    let push = |_: &Body2, time: f64| Vector2::new(if time >= 1.0 { 2.0 } else { 0.0 }, 0.0);
    let mut world = World2::new();
    let id = world.put(Body2::point(1.0));
    const ENDLESS: f64 = f64::INFINITY;
    let after = 1.0_f64.next_up();
    let times = [f64::NAN, 1.0, 1.0, -5.0, ENDLESS, -ENDLESS, 1e300, after];
    world.pull(Switching::at(push, times));
    world.pull(Switching::at(|body: &Body2, _: f64| -body.position, []));
    world.advance(3.0, 1e-9).unwrap();
    // x'' = 2 - x from rest at 1 s
    let expected = 2.0 - 2.0 * 2.0_f64.cos();
    assert_below("place", (world[id].position.x - expected).abs(), 3e-8);
}

/// Jumps that no time announces are found: in position, in velocity, and right after the start.
#[test]
fn other_jumps_are_found() {
    // the force jumps at x = 1, which is crossed after 0.5 s, and 0.8 s later on the way back
    let wall = |body: &Body2, _: f64| if body.position.x < 1.0 { 0.0 } else { -5.0 };
    // dry friction on a conveyor with the speed 1 m/s: 1 s with 3 m/s², then 1 s with 0.5 m/s²
    let rub = |body: &Body2, _: f64| if body.velocity.x > 1.0 { -3.0 } else { -0.5 };
    // the push is off up to 1 s, that time included; then x'' = 3 - x
    let late = |body: &Body2, time: f64| 3.0 * f64::from(u8::from(time > 1.0)) - body.position.x;
    type Push = fn(&Body2, f64) -> f64;
    let rows: [(&str, Push, f64, [f64; 2], f64); 3] = [
        ("place", wall, 2.0, [0.0, 2.0], 30.0),
        ("velocity", rub, 4.0, [0.0, 2.0], 30.0),
        // measured: 150 tolerances at 1e-6: the first steps are short, so a step over the jump is
        // accepted
        ("start", late, 2.0, [1.0, 1.0], 450.0),
    ];
    for (name, push, speed, [begin, duration], most) in rows {
        let mut world = World2::new();
        let id = world.put(Body2::point(1.0).moving([speed, 0.0]));
        match name {
            "place" => world.pull(ForceField::new(move |x: &Vector2<f64>, time: f64| {
                Vector2::new(push(&Body2::point(1.0).at(*x), time), 0.0)
            })),
            _ => world.pull(move |body: &Body2, time: f64| Vector2::new(push(body, time), 0.0)),
        };
        world.advance(begin, 1e-13).unwrap();
        let (x, v) = (world[id].position.x, world[id].velocity.x);
        let expected = match name {
            "place" => 1.0 - 2.0 * 0.7,
            "velocity" => 2.5 + 0.75,
            _ => 3.0 + (x - 3.0) * 1.0_f64.cos() + v * 1.0_f64.sin(),
        };
        for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
            let mut world = world.clone();
            let done = world.advance(duration, tolerance).unwrap();
            let off = (world[id].position.x - expected).abs();
            assert_below(name, off, most * tolerance);
            assert!(done.evaluations <= 1500 || name == "start", "{done:?}");
        }
    }
}

/// A square wave of a hundred jumps keeps the tolerance, and so do two jumps that nearly coincide.
#[test]
fn many_jumps_and_close_ones() {
    let mut world = World2::new();
    let id = world.put(Body2::point(1.0));
    let wave = |_: &Vector2<f64>, time: f64| {
        let is_up = (time * 10.0).rem_euclid(2.0) < 1.0;
        Vector2::new(if is_up { 1.0 } else { -1.0 }, 0.0)
    };
    world.pull(ForceField::new(wave));
    // each period of 0.2 s adds 0.01 m, the velocity comes back to zero
    let done = world.advance(10.0, 1e-8).unwrap();
    assert_below("wave", (world[id].position.x - 0.5).abs(), 3e-6);
    assert!(done.evaluations < 30_000, "{}", done.evaluations);

    for gap in [1e-3, 1e-6, 1e-9, 1e-12, 1e-15] {
        let mut world = World2::new();
        let id = world.put(Body2::point(1.0));
        let pulse = move |_: &Vector2<f64>, time: f64| {
            let is_on = (1.0..1.0 + gap).contains(&time);
            Vector2::new(if is_on { 7.0 } else { 1.0 }, 0.0)
        };
        world.pull(ForceField::new(pulse));
        world.pull(|body: &Body2, _: f64| body.velocity * -0.1);
        world.advance(3.0, 1e-7).unwrap();
        // v' = 1 - v/10, and 6 gap m/s more after one second; a pulse shorter than the steps may be missed
        let smooth = 10.0 * (3.0 - 10.0 * (1.0 - (-0.3_f64).exp()));
        let pulse = 6.0 * gap * 10.0 * (1.0 - (-0.2_f64).exp());
        let off = world[id].position.x - smooth;
        assert!((-1e-6..pulse + 1e-6).contains(&off), "{gap:.0e}: {off:.1e}");
    }
}
