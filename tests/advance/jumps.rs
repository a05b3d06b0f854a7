//! Forces that jump: found by a search, or announced by [`Switching`](kinstep::Switching).

use kinstep::nalgebra::Vector2;
use kinstep::{Advanced, Body2, BodyId, ForceField, LinearDrag, Switching, UniformGravity, World2};

use crate::advanced;
use truths::sixteen::{SWITCHES, problem, wind};

/// Problem 10 or 14 with announced switches.
fn announced(number: u32) -> (World2, BodyId) {
    let mut world = World2::new();
    let body = Body2::point(1.0).moving([20.0, 15.0]);
    let body = world.add_body(body).unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    if number == 10 {
        let drag = |body: &Body2, time: f64| {
            let through_air = body.velocity - Vector2::from(wind(time));
            through_air * (-0.05 * through_air.norm())
        };
        world.add_force(Switching::at(drag, SWITCHES)).unwrap();
    } else {
        world.add_force(LinearDrag::rate(2.0)).unwrap();
        let push = ForceField::new(|_: &Vector2<f64>, time: f64| Vector2::from(wind(time)) * 2.0);
        world.add_force(Switching::at(push, SWITCHES)).unwrap();
    }
    (world, body)
}

#[test]
fn jumps_are_found() {
    let mut failures = Vec::new();
    for (number, most) in [(10, 3500), (14, 1500)] {
        let problem = problem(number);
        for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
            let mut world = problem.world.clone();
            let done = world.advance(problem.duration, tolerance).unwrap();
            let error = problem.error(&world);
            println!(
                "{number} {tolerance:.0e}: {:8.1e} {}",
                error / tolerance,
                done.evaluations
            );
            if error > 30.0 * tolerance || done.evaluations > most {
                failures.push(format!(
                    "{number}, {tolerance:.0e}: {error:.1e} m, {}",
                    done.evaluations
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn announced_jumps_cost_no_search() {
    for number in [10, 14] {
        let problem = problem(number);
        for tolerance in [1e-6, 1e-10] {
            let searched = problem
                .world
                .clone()
                .advance(problem.duration, tolerance)
                .unwrap();
            let (mut world, body) = announced(number);
            let told: Advanced<f64> = world.advance(problem.duration, tolerance).unwrap();
            let [x, y, ..] = problem.truth;
            let error = (world[body].position - Vector2::new(x, y)).norm();
            println!(
                "{number} {tolerance:.0e}: {:8.1e} {} {}",
                error / tolerance,
                told.evaluations,
                searched.evaluations
            );
            assert!(
                error < 30.0 * tolerance,
                "{number}, {tolerance:.0e}: {error:.1e} m"
            );
            // measured 0.72 at most
            assert!(10 * told.evaluations < 8 * searched.evaluations);
        }
    }
}

/// Over jumps and back, searched for and announced.
#[test]
fn jumps_are_crossed_backwards() {
    for number in [10, 14] {
        let (told, body) = announced(number);
        let searched = problem(number);
        for (world, id) in [(&told, body), (&searched.world, searched.bodies[0])] {
            for duration in [1.0, 2.5] {
                let tolerance = 1e-9;
                let mut there = world.clone();
                there.advance(duration, tolerance).unwrap();
                there.advance(-duration, tolerance).unwrap();
                let off = (there[id].position - world[id].position).norm();
                // γ = 2/s backwards: errors grow by e^(2 · 2.5) at most, and by 1/γ of that in place
                let bound = tolerance * 10.0 * (2.0 * duration).exp();
                println!("{number}, {duration} s: {off:.1e}");
                assert!(off < bound, "{number}, {duration} s: {off:.1e}");
                assert_eq!(there.time(), 0.0);
            }
        }
    }
}

/// Starts and ends on a switch: a switch belongs to what comes after it.
#[test]
fn switches_at_the_ends() {
    let push = |_: &Body2, time: f64| Vector2::new(if time >= 1.0 { 2.0 } else { 0.0 }, 0.0);
    let mut world = World2::new();
    let id = world.add_body(Body2::point(1.0)).unwrap();
    world.add_force(Switching::at(push, [1.0])).unwrap();
    // up to the switch nothing has pushed
    let mut there = advanced(&world, 1.0, 1e-9);
    assert_eq!(there[id].velocity.x, 0.0);
    // and from it on it does
    there.advance(1.0, 1e-9).unwrap();
    assert!((there[id].velocity.x - 2.0).abs() < 1e-12);
    assert!((there[id].position.x - 1.0).abs() < 1e-9);
    // back to the switch, and over it
    there.advance(-1.0, 1e-9).unwrap();
    assert!(there[id].velocity.x.abs() < 1e-12);
    there.advance(-1.0, 1e-9).unwrap();
    assert!(there[id].velocity.x.abs() < 1e-12 && there[id].position.x.abs() < 1e-9);
}

/// Times that never come, come twice, or are no times.
#[test]
fn strange_times_are_harmless() {
    let push = |_: &Body2, time: f64| Vector2::new(if time >= 1.0 { 2.0 } else { 0.0 }, 0.0);
    let mut world = World2::new();
    let id = world.add_body(Body2::point(1.0)).unwrap();
    let times = [
        f64::NAN,
        1.0,
        1.0,
        -5.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e300,
        1.0_f64.next_up(),
    ];
    world.add_force(Switching::at(push, times)).unwrap();
    world
        .add_force(Switching::at(|body: &Body2, _: f64| -body.position, []))
        .unwrap();
    world.advance(3.0, 1e-9).unwrap();
    // x'' = 2 - x from rest at 1 s
    let expected = 2.0 - 2.0 * 2.0_f64.cos();
    assert!(
        (world[id].position.x - expected).abs() < 3e-8,
        "{}",
        world[id].position.x
    );
}

/// A jump in place: a step in the force at x = 1, crossed on the way there and on the way back.
#[test]
fn jumps_in_place_are_found() {
    let mut world = World2::new();
    let id = world
        .add_body(Body2::point(1.0).moving([2.0, 0.0]))
        .unwrap();
    let wall = |x: &Vector2<f64>, _: f64| Vector2::new(if x.x < 1.0 { 0.0 } else { -5.0 }, 0.0);
    world.add_force(ForceField::new(wall)).unwrap();
    // there after 0.5 s, 0.8 s in the wall, and back with the same speed
    for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
        let mut world = world.clone();
        let done = world.advance(2.0, tolerance).unwrap();
        let off = world[id].position.x - (1.0 - 2.0 * 0.7);
        println!(
            "{tolerance:.0e}: {:8.1e} {}",
            off / tolerance,
            done.evaluations
        );
        assert!(off.abs() < 30.0 * tolerance, "{off:.1e}");
        assert!(done.evaluations < 1500, "{}", done.evaluations);
    }
}

/// A jump right after the start, as where an advance ended at a time after which a force is another.
#[test]
fn jumps_at_the_start_are_found() {
    let mut world = World2::new();
    let id = world
        .add_body(Body2::point(1.0).moving([2.0, 0.0]))
        .unwrap();
    // off up to 1 s, that time included
    let push = |body: &Body2, time: f64| {
        let push = if time > 1.0 { 3.0 } else { 0.0 };
        Vector2::new(push - body.position.x, 0.0)
    };
    world.add_force(push).unwrap();
    world.advance(1.0, 1e-13).unwrap();
    // x'' = 3 - x
    let (x, v) = (world[id].position.x, world[id].velocity.x);
    let expected = 3.0 + (x - 3.0) * 1.0_f64.cos() + v * 1.0_f64.sin();
    let mut failures = Vec::new();
    for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
        let mut world = world.clone();
        let done = world.advance(1.0, tolerance).unwrap();
        let off = world[id].position.x - expected;
        println!(
            "{tolerance:.0e}: {:8.1e} {}",
            off / tolerance,
            done.evaluations
        );
        // measured 150 tolerances at 1e-6: the first steps are short, and one over the jump passes
        if off.abs() > 450.0 * tolerance {
            failures.push(format!("{tolerance:.0e}: {off:.1e} m"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// A jump by velocity: dry friction on a conveyor that is caught up with.
#[test]
fn jumps_in_velocity_are_found() {
    let mut world = World2::new();
    let id = world
        .add_body(Body2::point(1.0).moving([4.0, 0.0]))
        .unwrap();
    // 3 m/s² against the motion while it is faster than 1 m/s, none below
    let rub =
        |body: &Body2, _: f64| Vector2::new(if body.velocity.x > 1.0 { -3.0 } else { -0.5 }, 0.0);
    world.add_force(rub).unwrap();
    let mut failures = Vec::new();
    for tolerance in [1e-4, 1e-6, 1e-8, 1e-10] {
        let mut world = world.clone();
        let done = world.advance(2.0, tolerance).unwrap();
        // 1 s with 3 m/s², 1 s with 0.5 m/s²
        let off = world[id].position.x - (2.5 + 0.75);
        println!(
            "{tolerance:.0e}: {:8.1e} {}",
            off / tolerance,
            done.evaluations
        );
        if off.abs() > 30.0 * tolerance || done.evaluations > 1500 {
            failures.push(format!(
                "{tolerance:.0e}: {off:.1e} m, {}",
                done.evaluations
            ));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// A square wave of a hundred jumps; and two jumps that nearly coincide.
#[test]
fn many_jumps_and_close_ones() {
    let mut world = World2::new();
    let id = world.add_body(Body2::point(1.0)).unwrap();
    let wave = |_: &Vector2<f64>, time: f64| {
        let is_up = (time * 10.0).rem_euclid(2.0) < 1.0;
        Vector2::new(if is_up { 1.0 } else { -1.0 }, 0.0)
    };
    world.add_force(ForceField::new(wave)).unwrap();
    // each period of 0.2 s adds 0.01 m, the velocity comes back to zero
    let done = world.advance(10.0, 1e-8).unwrap();
    println!("{:.1e} {}", world[id].position.x - 0.5, done.evaluations);
    assert!((world[id].position.x - 0.5).abs() < 3e-6);
    assert!(done.evaluations < 30_000, "{}", done.evaluations);

    for gap in [1e-3, 1e-6, 1e-9, 1e-12, 1e-15] {
        let mut world = World2::new();
        let id = world.add_body(Body2::point(1.0)).unwrap();
        let pulse = move |_: &Vector2<f64>, time: f64| {
            let is_on = (1.0..1.0 + gap).contains(&time);
            Vector2::new(if is_on { 7.0 } else { 1.0 }, 0.0)
        };
        world.add_force(ForceField::new(pulse)).unwrap();
        world
            .add_force(|body: &Body2, _: f64| body.velocity * -0.1)
            .unwrap();
        world.advance(3.0, 1e-7).unwrap();
        // v' = 1 - v/10, and 6 gap m/s more after one second; a pulse shorter than the steps may be missed
        let smooth = 10.0 * (3.0 - 10.0 * (1.0 - (-0.3_f64).exp()));
        let pulse = 6.0 * gap * 10.0 * (1.0 - (-0.2_f64).exp());
        let off = world[id].position.x - smooth;
        assert!(
            off > -1e-6 && off < pulse + 1e-6,
            "{gap:.0e}: {off:.1e}, {pulse:.1e}"
        );
    }
}
