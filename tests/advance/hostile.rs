//! Forces that cannot be integrated give helpful errors, and leave the world unchanged.

use core::fmt::Display;

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, BodyId, Effect, Force, ForceField, LinearDrag, PointGravity, QuadraticDrag, Spring,
    UniformGravity, World2,
};

use crate::advanced;

/// Advances a world. After an error nothing may have changed, not even the forces applied for the
/// next step.
fn outcome(world: &mut World2, duration: f64, tolerance: f64) -> Result<u64, String> {
    for id in world.ids().collect::<Vec<_>>() {
        if !world[id].is_fixed() {
            world.apply_force(id, [0.5, 0.25]).unwrap();
        }
    }
    let before = world.snapshot();
    match world.advance(duration, tolerance) {
        Ok(done) => {
            assert!(
                world
                    .body_slice()
                    .iter()
                    .all(|body| body.position.iter().all(|x| x.is_finite()))
            );
            Ok(done.evaluations)
        }
        Err(error) => {
            assert_eq!(world.snapshot(), before);
            println!("{error}");
            Err(error.to_string())
        }
    }
}

fn says(error: &str, what: impl Display) -> bool {
    error.contains(&what.to_string())
}

fn world_of(force: impl Force<f64, 2> + 'static) -> (World2, BodyId) {
    let mut world = World2::new();
    // another body, with a valid force
    let well = world.add_body(Body2::point(1.0).at([5.0, 5.0])).unwrap();
    world
        .add_force_on(well, QuadraticDrag::coefficient(0.1))
        .unwrap();
    let id = world
        .add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.0]))
        .unwrap();
    world.add_force_on(id, force).unwrap();
    (world, id)
}

/// If a force is not finite after a second, nothing has changed, and the error names the body.
#[test]
fn no_number_in_the_middle() {
    for strange in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let by_velocity = move |body: &Body2, time: f64| {
            let pull = if time > 1.0 { strange } else { 1.0 };
            body.velocity * -pull
        };
        let by_place = ForceField::new(move |x: &Vector2<f64>, time: f64| {
            x * if time > 1.0 { strange } else { -1.0 }
        });
        for (mut world, id) in [world_of(by_velocity), world_of(by_place)] {
            for laws in [false, true] {
                if laws {
                    // strong enough for collocation
                    world.add_force_on(id, LinearDrag::rate(500.0)).unwrap();
                }
                let error = outcome(&mut world, 2.0, 1e-9).unwrap_err();
                assert!(says(&error, id), "{error}");
                // an advance that ends before this succeeds
                let mut shorter = world.clone();
                shorter.advance(0.99, 1e-9).unwrap();
            }
        }
    }
}

/// A force that is not finite at the start, or at some positions only, is an error that names the
/// body.
#[test]
fn no_number_at_the_start() {
    let (mut world, id) = world_of(|_: &Body2, _: f64| Vector2::new(f64::NAN, 0.0));
    let error = outcome(&mut world, 2.0, 1e-6).unwrap_err();
    assert!(says(&error, id), "{error}");
    let hole = ForceField::new(|x: &Vector2<f64>, _| {
        if x.x < 0.0 {
            Vector2::new(f64::NAN, f64::NAN)
        } else {
            Vector2::new(-1.0, 0.0)
        }
    });
    let (mut world, id) = world_of(hole);
    let error = outcome(&mut world, 5.0, 1e-6).unwrap_err();
    assert!(says(&error, id), "{error}");
}

/// Friction that exceeds a constant push holds the body, or the advance ends with an error.
#[test]
fn friction_that_holds() {
    let rub = |body: &Body2, _: f64| {
        let rubbing = -4.0 * body.velocity.x.signum();
        Vector2::new(1.0 + rubbing, -body.velocity.y)
    };
    let (mut world, id) = world_of(rub);
    world[id].velocity.x = 2.0;
    // either an error that names the time and the body, or the body is held to some tolerances
    match outcome(&mut world, 5.0, 1e-6) {
        Ok(_) => {
            // 1 N and the 0.5 N applied against 4 N: at rest after 0.8 s and 0.8 m, and held
            let off = world[id].position.x - 1.8;
            assert!(off.abs() < 1e-2, "{off:.1e}");
        }
        Err(error) => assert!(says(&error, id) && error.contains(" s"), "{error}"),
    }
}

/// Two points that fall into each other, alone and beside other forces, do not hang.
#[test]
fn points_that_meet() {
    for others in 0..3 {
        let mut world = World2::new();
        let ids = [-1.0, 1.0].map(|x| world.add_body(Body2::point(1.0).at([x, 0.0])).unwrap());
        world
            .add_link(ids[0], ids[1], PointGravity::between(1.0, 1.0))
            .unwrap();
        if others > 0 {
            let third = world.add_body(Body2::point(1e-3).at([0.0, 3.0])).unwrap();
            for id in ids {
                world
                    .add_link(third, id, PointGravity::between(1e-3, 1.0))
                    .unwrap();
            }
        }
        if others > 1 {
            let field = ForceField::new(|x: &Vector2<f64>, _| Vector2::new(0.0, x.x.sin()));
            world.add_force_on(ids[0], field).unwrap();
        }
        // G = 1: they meet within 3 s
        let _ = outcome(&mut world, 5.0, 1e-9);
        let _ = outcome(&mut world, -5.0, 1e-9);
    }
    // a closure that attracts the body to the origin
    let pull = ForceField::new(|x: &Vector2<f64>, _| -x / (x.norm() * x.norm_squared()));
    let (mut world, id) = world_of(pull);
    world[id].velocity = Vector2::zeros();
    match outcome(&mut world, 5.0, 1e-9) {
        Ok(_) => {}
        Err(error) => assert!(says(&error, id), "{error}"),
    }
}

/// A motion that becomes infinite in finite time is an error: `x'' = x³` from rest at 1 has no
/// state after 1.85 s.
#[test]
fn a_motion_without_end() {
    let push = ForceField::new(|x: &Vector2<f64>, _| x * x.norm_squared());
    let (mut world, id) = world_of(push);
    let mut early = world.clone();
    outcome(&mut early, 1.0, 1e-9).unwrap();
    let error = outcome(&mut world, 3.0, 1e-9).unwrap_err();
    assert!(says(&error, id), "{error}");
    // backward in time a motion under quadratic drag becomes infinite
    let (mut world, id) = world_of(|body: &Body2, _: f64| body.velocity * -body.velocity.norm());
    let error = outcome(&mut world, -3.0, 1e-9).unwrap_err();
    assert!(says(&error, id), "{error}");
}

/// A stiff force without a law takes many steps, or ends when the budget of evaluations is spent.
#[test]
fn stiff_forces_end() {
    let stiff = |body: &Body2, _: f64| body.velocity * (-1e7 * body.velocity.norm());
    let (mut world, _) = world_of(stiff);
    let _ = outcome(&mut world, 0.01, 1e-6);
    let stiff = |body: &Body2, _: f64| body.velocity * -1e5;
    let (mut world, id) = world_of(stiff);
    outcome(&mut world, 0.1, 1e-6).unwrap();
    // the tolerance of positions, divided by a step of some 3e-5 s, bounds the velocity
    assert!(world[id].velocity.norm() < 0.2);
}

/// Extreme laws beside another force do not hang: springs, drag and negative drag, near overflow
/// and beyond.
#[test]
fn extreme_laws() {
    let rest = || {
        ForceField::new(|x: &Vector2<f64>, time: f64| Vector2::new((x.y + time).sin(), x.x.cos()))
    };
    for size in [1e-300, 1e-20, 1e5, 1e10, 1e20, 1e150, 1e300] {
        for sign in [1.0, -1.0] {
            let (mut world, _) = world_of(rest());
            world.add_force(LinearDrag::rate(sign * size)).unwrap();
            let _ = outcome(&mut world, 1e-3, 1e-6);
            let (mut world, _) = world_of(rest());
            world.add_force(Spring::stiffness(sign * size)).unwrap();
            // an unstable spring overflows, a strong one oscillates 1e7 times
            let short = 10.0 / size.sqrt();
            let _ = outcome(&mut world, short.min(1.0), 1e-6);
            let (mut world, _) = world_of(rest());
            world
                .add_force(UniformGravity::new([0.0, sign * size]))
                .unwrap();
            // the other body has quadratic drag: a second would take more evaluations than allowed
            let _ = outcome(&mut world, 1e-4, 1e-6);
        }
    }
}

/// Announces changes that are impossible.
struct Announces {
    kind: u8,
}

impl Force<f64, 2> for Announces {
    fn acceleration(&self, body: &Body2, _time: f64) -> Vector2<f64> {
        -body.position
    }

    fn effect(&self, _body: &Body2, _time: f64, _dt: f64) -> Effect<f64, 2> {
        Effect::Acceleration {
            depends_on_velocity: false,
        }
    }

    fn next_change(&self, from: f64, to: f64) -> Option<f64> {
        Some(match self.kind {
            0 => from,
            1 => f64::NAN,
            2 => from - (to - from),
            3 => to + (to - from),
            4 => f64::INFINITY,
            5 => f64::NEG_INFINITY,
            6 => to,
            // ever nearer to the end
            _ => 0.5 * (from + to),
        })
    }
}

/// An announced time outside the advance is no change.
#[test]
fn announcements_that_cannot_be() {
    for kind in 0..=7 {
        for duration in [1.0, -1.0] {
            if kind == 0 && duration < 0.0 {
                // backward this is a change at every time, until the budget of evaluations is spent
                continue;
            }
            let (mut world, id) = world_of(Announces { kind });
            outcome(&mut world, duration, 1e-6).unwrap();
            let (mut plain, _) = world_of(ForceField::new(|x: &Vector2<f64>, _| -x));
            for id in plain.ids().collect::<Vec<_>>() {
                plain.apply_force(id, [0.5, 0.25]).unwrap();
            }
            let reference = advanced(&plain, duration, 1e-9);
            let off = (world[id].position - reference.body_slice()[1].position).norm();
            assert!(off < 3e-5, "{kind}: {off:.1e}");
        }
    }
}

/// If an advance fails after some stretches, the callback has seen them, and the world has not
/// moved.
#[test]
fn a_failure_on_the_way_changes_nothing() {
    let (mut world, _) = world_of(|body: &Body2, time: f64| {
        body.velocity * if time > 1.0 { f64::NAN } else { -1.0 }
    });
    let before = world.snapshot();
    let mut count = 0;
    let result = world.advance_with(2.0, 1e-9, |stretch| {
        assert!(stretch.end() <= 1.0 + 1e-9 || stretch.start() == 0.0);
        count += 1;
    });
    assert!(result.is_err() && count > 0);
    assert_eq!(world.snapshot(), before);
    // an advance after a failure equals one without
    let mut fresh = world.clone();
    world.advance(0.9, 1e-9).unwrap();
    fresh.advance(0.9, 1e-9).unwrap();
    assert_eq!(world.snapshot(), fresh.snapshot());
}
