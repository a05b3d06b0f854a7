//! Motions with closed forms, at 5, 60 and 240 Hz and in one step.

use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::Plane;
use kinstep::{World2, World3};

use crate::G;
use crate::kinds::{contact, falling, flat};
use crate::numbers::Numbers;

/// Step lengths that divide a duration \[s\]: one step, and 5, 60 and 240 Hz.
fn lengths(duration: f64) -> [(usize, f64); 4] {
    [1.0 / duration, 5.0, 60.0, 240.0].map(|rate| {
        let count = (rate * duration).round().max(1.0);
        (count as usize, duration / count)
    })
}

/// A ball that bounces on level ground: bounce n at `t + T e (1 - eⁿ)/(1 - e)`, and rest at its limit.
#[test]
fn bounce_trains() {
    let mut worst = 0.0_f64;
    for e in [0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99] {
        let fall = (2.0_f64 / G).sqrt();
        let ends = fall + 2.0 * fall * e / (1.0 - e);
        let duration = (ends * 1.1).ceil();
        for (steps, dt) in lengths(duration) {
            let mut world: World2 = falling();
            world
                .add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(e))
                .unwrap();
            let ball = f64::round_body(1.0, 0.0, [0.0; 3]).at(Vector2::new(0.0, 1.0));
            let ball = world.add_body(ball).unwrap();
            let mut bounces = Vec::new();
            let mut rest = None;
            for _ in 0..steps {
                world.step(dt).unwrap();
                for event in world.contacts() {
                    match event.kind {
                        ContactKind::Bounce => bounces.push(event.time),
                        ContactKind::Rest => rest = Some(event.time),
                        _ => {}
                    }
                }
            }
            for (count, time) in bounces.iter().take(50).enumerate() {
                let expected = fall + 2.0 * fall * e * (1.0 - e.powi(count as i32)) / (1.0 - e);
                let off = (time - expected).abs() / duration;
                worst = worst.max(off);
                assert!(
                    off < 1e-12,
                    "e {e}, {steps} steps, bounce {count}: off by {off:e}"
                );
            }
            let rest = rest.unwrap_or_else(|| panic!("e {e}, {steps} steps: no rest"));
            assert!(
                (rest - ends).abs() < 1e-12 * duration,
                "e {e}, {steps}: rest {rest} {ends}"
            );
            assert_eq!(world[ball].velocity, Vector2::zeros());
        }
    }
    println!("bounce trains: off by {worst:.1e} of the duration");
}

fn slides_then_rolls<const D: usize>()
where
    f64: Numbers<D>,
{
    let (radius, friction) = (0.11, 0.1);
    let shape = <f64 as Numbers<D>>::SHAPE;
    // fraction of the speed that remains: 1/(1 + I/(m r²)), 5/7 for a sphere and 2/3 for a disc
    let share = 1.0 / (1.0 + shape);
    for (speed, duration) in [(1.0, 3.0), (8.0, 5.0)] {
        let until = speed * (1.0 - share) / (friction * G);
        assert!(until < duration);
        for (steps, dt) in lengths(duration) {
            let mut world = falling::<f64, D>();
            let ground = Plane::new(flat::<f64, D>(0.0, 1.0), 0.0);
            world
                .add_surface(ground, contact::<f64, D>(0.4, friction))
                .unwrap();
            let ball = <f64 as Numbers<D>>::round_body(3.0, radius, [0.0; 3]);
            let ball = ball.at(flat(0.0, radius)).moving(flat(speed, 0.0));
            let ball = world.add_body(ball).unwrap();
            (0..steps).for_each(|_| world.step(dt).unwrap());
            let slid = speed * until - 0.5 * friction * G * until * until;
            let x = slid + share * speed * (duration - until);
            let end = world[ball];
            let told = format!("{D}-D {speed} m/s, {steps} steps: {end:?}");
            assert!(
                (end.velocity - flat(share * speed, 0.0)).norm() < 1e-11,
                "{told}"
            );
            assert!((end.position - flat(x, radius)).norm() < 1e-11, "{told}");
            let spin = <f64 as Numbers<D>>::spin(&end)[2];
            assert!((spin * radius + share * speed).abs() < 1e-11, "{told}");
        }
    }
}

/// Sliding ends in rolling with 5/7 (sphere) or 2/3 (disc) of the speed.
#[test]
fn slide_to_roll() {
    slides_then_rolls::<2>();
    slides_then_rolls::<3>();
}

/// A sphere with side spin: the slip keeps its direction, so the centre moves along a parabola
/// until the sphere rolls.
#[test]
fn side_spin() {
    let (radius, friction, speed) = (0.1, 0.2, 3.0);
    let spin = Vector3::new(25.0, 0.0, 10.0);
    // slip velocity of the lowest point: v + ω × (-r y)
    let velocity = Vector3::new(speed, 0.0, 0.0);
    let slip = velocity + spin.cross(&Vector3::new(0.0, -radius, 0.0));
    let pull = -slip.normalize() * friction * G;
    let until = slip.norm() * 2.0 / 7.0 / (friction * G);
    let duration = 3.0;
    for (steps, dt) in lengths(duration) {
        let mut world: World3 = falling();
        let ground = Plane::new([0.0, 1.0, 0.0], 0.0);
        world
            .add_surface(ground, contact::<f64, 3>(0.0, friction))
            .unwrap();
        let ball = <f64 as Numbers<3>>::round_body(2.0, radius, spin.into());
        let ball = ball.at([0.0, radius, 0.0]).moving(velocity);
        let ball = world.add_body(ball).unwrap();
        (0..steps).for_each(|_| world.step(dt).unwrap());
        let rolls = velocity + pull * until;
        let slid = velocity * until + pull * (0.5 * until * until);
        let place = Vector3::new(0.0, radius, 0.0) + slid + rolls * (duration - until);
        let end = world[ball];
        assert!((end.velocity - rolls).norm() < 1e-11, "{steps}: {end:?}");
        assert!((end.position - place).norm() < 1e-11, "{steps}: {end:?}");
    }
}

/// On an incline a block that is pushed upwards stops, and sticks or slips back.
#[test]
fn inclines() {
    for (angle, friction) in [(0.2_f64, 0.5), (0.5, 0.3), (0.5, 0.0), (0.3, 0.29)] {
        let (sin, cos) = angle.sin_cos();
        let (normal, uphill) = (Vector2::new(-sin, cos), Vector2::new(cos, sin));
        let (speed, duration) = (3.0, 4.0);
        let stops = speed / (G * (sin + friction * cos));
        let top = 0.5 * speed * stops;
        let back = G * (sin - friction * cos);
        let rest = duration - stops;
        let (place, rate) = if back > 0.0 {
            (top - 0.5 * back * rest * rest, -back * rest)
        } else {
            (top, 0.0)
        };
        for (steps, dt) in lengths(duration) {
            let mut world: World2 = falling();
            world
                .add_surface(Plane::new(normal, 0.0), contact::<f64, 2>(0.0, friction))
                .unwrap();
            let block = f64::round_body(2.0, 0.0, [0.0; 3]).moving(uphill * speed);
            let block = world.add_body(block).unwrap();
            (0..steps).for_each(|_| world.step(dt).unwrap());
            let end = world[block];
            assert!(
                (end.velocity - uphill * rate).norm() < 1e-11,
                "{angle} {friction} {steps}: {end:?}"
            );
            assert!(
                (end.position - uphill * place).norm() < 1e-11,
                "{angle} {friction} {steps}: {end:?}"
            );
            assert!(back > 0.0 || end.velocity == Vector2::zeros());
        }
    }
}

/// A belt carries a block along: the block slides until it has the speed of the belt.
#[test]
fn belts() {
    let (friction, belt, duration) = (0.3, 2.0, 3.0);
    for (steps, dt) in lengths(duration) {
        let mut world: World2 = falling();
        world
            .add_surface(
                Plane::new([0.0, 1.0], 0.0),
                contact::<f64, 2>(0.0, friction),
            )
            .unwrap();
        world.on_contact(move |collision| collision.response().with_belt([belt, 0.0]));
        let block =
            world.add_body(f64::round_body(2.0, 0.0, [0.0; 3]).moving(Vector2::new(-1.0, 0.0)));
        let block = block.unwrap();
        (0..steps).for_each(|_| world.step(dt).unwrap());
        let until = 3.0 / (friction * G);
        let x = -until + 0.5 * friction * G * until * until + belt * (duration - until);
        let end = world[block];
        assert!(
            (end.velocity - Vector2::new(belt, 0.0)).norm() < 1e-11,
            "{steps}: {end:?}"
        );
        assert!(
            (end.position - Vector2::new(x, 0.0)).norm() < 1e-11,
            "{steps}: {end:?}"
        );
    }
}

/// An upward force of twice the weight lifts a resting body off with the acceleration `g`.
#[test]
fn lift_off() {
    use kinstep::ConstantForce;

    for radius in [0.0, 0.2] {
        for (steps, dt) in lengths(2.0) {
            let mut world: World2 = falling();
            world
                .add_surface(Plane::new([0.0, 1.0], 0.0), contact::<f64, 2>(0.3, 0.5))
                .unwrap();
            let body = f64::round_body(1.0, radius, [0.0; 3]).at(Vector2::new(0.0, radius));
            let body = world.add_body(body).unwrap();
            (0..10).for_each(|_| world.step(dt).unwrap());
            world
                .add_force_on(body, ConstantForce::new([0.0, 2.0 * G]))
                .unwrap();
            (0..steps).for_each(|_| world.step(dt).unwrap());
            let up: SVector<f64, 2> = flat(0.0, radius + 0.5 * G * 4.0);
            assert!(
                (world[body].position - up).norm() < 1e-11,
                "{steps}: {:?}",
                world[body]
            );
        }
    }
}
