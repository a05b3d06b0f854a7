//! Everyday scenes, in which no step may fail and no body may tunnel or gain energy.

use crate::{G, disc, falling, falling_on, ground};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{AlignedBox, Plane};
use kinstep::{
    Body2, Body2f, BodyId, ConstantForce, Inertia, UniformGravity, World2, World2f, World3,
};

/// Kinetic energy and energy of weight of a body in a world with gravity alone.
fn energy(world: &World2, body: BodyId) -> f64 {
    let body = &world[body];
    body.kinetic_energy() + body.mass * G * body.position.y
}

/// A point that rests on the ground or on a box leaves it when gravity is reversed, or when a force
/// of twice its weight pulls it up: a constant force, a closure, or a force for each step.
#[test]
fn what_is_pulled_up_leaves() {
    for is_box in [false, true] {
        for pull in 0..4 {
            let (mut world, _) = if is_box {
                falling_on(
                    AlignedBox::around([0.0, -0.5], [2.0, 0.5]),
                    Contact::new(0.0),
                )
            } else {
                falling_on(ground(), Contact::new(0.0))
            };
            let point = world.add_body(Body2::point(1.0)).unwrap();
            (0..10).for_each(|_| world.step(0.05).unwrap());
            assert_eq!(world[point].position, Vector2::zeros());
            match pull {
                0 => {
                    world
                        .add_force(UniformGravity::new([0.0, 2.0 * G]))
                        .unwrap();
                }
                1 => {
                    world
                        .add_force_on(point, ConstantForce::new([0.0, 2.0 * G]))
                        .unwrap();
                }
                2 => {
                    let up = |_: &Body2, _: f64| Vector2::new(0.0, 2.0 * G);
                    world.add_force_on(point, up).unwrap();
                }
                _ => {}
            }
            for _ in 0..30 {
                if pull == 3 {
                    world.apply_force(point, [0.0, 2.0 * G]).unwrap();
                }
                world.step(0.5 / 30.0).unwrap();
            }
            let off = world[point].position.y - 0.5 * G * 0.25;
            // the first kick acts only over half a step
            let exact = if pull == 2 { 1e-3 } else { 1e-12 };
            assert!(off.abs() < exact, "{is_box} {pull}: {off:e}");
        }
    }
}

/// A disc rolls or slides over the edge of a box, or the seam of two flush boxes, at speeds up to three times √(g r).
#[test]
fn a_disc_goes_over_edges_and_seams() {
    let radius = 0.1;
    for friction in [0.0, 0.5] {
        for share in [0.1, 0.3, 0.7, 1.0, 1.5, 3.0] {
            for rate in [60.0, 240.0] {
                let speed = share * (G * radius).sqrt();
                let contact = Contact::new(0.0).with_friction(friction);
                let (mut world, _) =
                    falling_on(AlignedBox::around([-1.0, -5.0], [1.0, 5.0]), contact);
                let ball = disc(1.0, radius).at([-0.2, radius]).moving([speed, 0.0]);
                let ball = world.add_body(ball.spinning(-speed / radius)).unwrap();
                let mut before = energy(&world, ball);
                for _ in 0..(4.0 * rate) as usize {
                    world.step(1.0 / rate).unwrap();
                    let now = energy(&world, ball);
                    assert!(
                        now < before + 1e-12,
                        "{friction} {share} {rate}: {now} {before}"
                    );
                    before = now;
                    let at = world[ball].position;
                    let inside = (at.x)
                        .max(at.y)
                        .max(Vector2::new(at.x.max(0.0), at.y.max(0.0)).norm());
                    assert!(
                        inside > radius - 1e-12 || at.x < 0.0 && at.y > radius - 1e-12,
                        "{at}"
                    );
                }
                assert!(
                    world[ball].position.y < -3.0,
                    "{friction} {share}: {}",
                    world[ball].position
                );
            }
        }
    }
    // flush boxes
    for speed in [0.05, 0.3, 1.0] {
        for rate in [7.0, 60.0, 240.0] {
            let contact = Contact::new(0.0).with_friction(0.5);
            let mut world = falling();
            for i in 0..12 {
                let tile = AlignedBox::around([0.37 * f64::from(i), -0.1], [0.185, 0.1]);
                world.add_surface(tile, contact).unwrap();
            }
            let ball = disc(1.0, radius).at([0.01, radius]).moving([speed, 0.0]);
            let ball = world.add_body(ball.spinning(-speed / radius)).unwrap();
            let point = world.add_body(Body2::point(1.0)).unwrap();
            (0..(3.0 * rate) as usize).for_each(|_| world.step(1.0 / rate).unwrap());
            let off = world[ball].position - Vector2::new(0.01 + 3.0 * speed, radius);
            assert!(off.norm() < 1e-11, "{speed} {rate}: {off}");
            assert_eq!(world[ball].velocity, Vector2::new(speed, 0.0));
            assert_eq!(world[point].position, Vector2::zeros());
        }
    }
}

/// A disc that runs along the floor into a wall climbs a little, comes down and rests.
#[test]
fn a_disc_comes_to_rest_in_a_corner() {
    for restitution in [0.0, 0.3, 0.7] {
        for friction in [0.1, 0.3, 0.8] {
            for speed in [0.5, 2.0, 8.0] {
                let contact = Contact::new(restitution).with_friction(friction);
                let (mut world, _) = falling_on(ground(), contact);
                world
                    .add_surface(Plane::new([-1.0, 0.0], -1.0), contact)
                    .unwrap();
                let ball = disc(1.0, 0.1).at([0.0, 0.1]).moving([speed, 0.0]);
                let ball = world.add_body(ball).unwrap();
                let mut before = energy(&world, ball);
                for _ in 0..60 * 4 {
                    world.step(1.0 / 60.0).unwrap();
                    let now = energy(&world, ball);
                    assert!(now < before + 1e-11);
                    before = now;
                }
                let at = world[ball].position;
                assert!(at.x <= 0.9 + 1e-12 && at.y >= 0.1 - 1e-12, "{at}");
            }
        }
    }
    // a disc that is pressed into the corner stands still and stops rotating
    let contact = Contact::new(0.0).with_friction(0.5);
    let (mut world, _) = falling_on(ground(), contact);
    world
        .add_surface(Plane::new([-1.0, 0.0], -1.0), contact)
        .unwrap();
    world.add_force(ConstantForce::new([5.0, 0.0])).unwrap();
    let ball = disc(1.0, 0.1).at([0.9, 0.1]).spinning(-3.0);
    let ball = world.add_body(ball).unwrap();
    (0..120).for_each(|_| world.step(1.0 / 60.0).unwrap());
    assert_eq!(
        (world[ball].velocity, world[ball].angular_velocity()),
        (Vector2::zeros(), 0.0)
    );
}

/// Points and discs thrown into wedges of 5° to 170° stay above both walls, and lose energy.
#[test]
fn nothing_falls_through_wedges() {
    let mut state = 7_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    for case in 0..600 {
        let degrees = [5.0, 12.0, 30.0, 45.0, 60.0, 90.0, 120.0, 170.0][case % 8];
        let (low, high) = (0.3 + random(), f64::to_radians(degrees));
        let walls = [low, low + high];
        // normals into the wedge: up from the first wall, down from the second
        let normals = [
            Vector2::new(-walls[0].sin(), walls[0].cos()),
            Vector2::new(walls[1].sin(), -walls[1].cos()),
        ];
        let radius = if case % 2 == 0 { 0.0 } else { 0.05 };
        let contact =
            Contact::new(0.9 * random()).with_friction(if case % 3 == 0 { 0.0 } else { random() });
        let mut world = falling();
        for normal in normals {
            world.add_surface(Plane::new(normal, 0.0), contact).unwrap();
        }
        let middle = low + 0.5 * high;
        let far = 0.2 + radius / (0.5 * high).sin();
        let body = disc(1.0, 0.05).round(0.05);
        let body = if radius == 0.0 {
            Body2::point(1.0)
        } else {
            body
        };
        let body = body
            .at(Vector2::new(middle.cos(), middle.sin()) * far)
            .moving([6.0 * random() - 3.0, 6.0 * random() - 3.0]);
        let body = world.add_body(body).unwrap();
        let mut before = energy(&world, body);
        let rate = [60.0, 7.0][case / 8 % 2];
        for _ in 0..(2.0 * rate) as usize {
            world.step(1.0 / rate).unwrap();
            let now = energy(&world, body);
            assert!(
                now < before + 1e-9 * before.abs().max(1.0),
                "{case}: {now} {before}"
            );
            before = now;
            for normal in normals {
                let gap = normal.dot(&world[body].position) - radius;
                assert!(gap > -1e-9, "{case} ({degrees}°): {gap:e}");
            }
        }
    }
}

/// On the slope and wall of a public report, the point comes to rest in the corner.
#[test]
fn a_slope_and_a_wall() {
    let contact = Contact::new(0.5);
    let (mut world, _) = falling_on(Plane::new([-0.5, 1.0], 0.0), contact);
    world
        .add_surface(Plane::new([1.0, 0.0], -3.0), contact)
        .unwrap();
    let point = world.add_body(Body2::point(1.0).at([1.0, 2.0])).unwrap();
    (0..600).for_each(|_| world.step(1.0 / 60.0).unwrap());
    let off = world[point].position - Vector2::new(-3.0, -1.5);
    assert!(off.norm() < 1e-12, "{off}");
    assert_eq!(world[point].velocity, Vector2::zeros());
}

/// A ball on a floor without friction under a closure F = -k x swings as it does without the floor.
#[test]
fn a_closure_along_a_floor_gains_no_energy() {
    for stiffness in [1.0, 10.0, 100.0] {
        let mut ends = [0.0; 2];
        for (end, has_floor) in ends.iter_mut().zip([false, true]) {
            let mut world = if has_floor {
                falling_on(ground(), Contact::new(0.0)).0
            } else {
                World2::new()
            };
            let ball = world.add_body(disc(1.0, 0.1).at([1.0, 0.1])).unwrap();
            let pull = move |body: &Body2, _: f64| Vector2::new(-stiffness * body.position.x, 0.0);
            world.add_force_on(ball, pull).unwrap();
            (0..3600).for_each(|_| world.step(1.0 / 60.0).unwrap());
            let body = world[ball];
            *end = body.kinetic_energy() + 0.5 * stiffness * body.position.x.powi(2);
        }
        let off = (ends[1] / ends[0] - 1.0).abs();
        assert!(off < 1e-9, "{stiffness}: {ends:?}");
    }
}

/// A flying, a sliding and a passing body continue after a restore with the same bits.
#[test]
fn snapshots_resume_to_the_bit() {
    let (mut world, _) = falling_on(ground(), Contact::new(0.6).with_friction(0.3));
    let shelf = AlignedBox::around([0.0, 1.0], [3.0, 0.2]);
    let shelf = world.add_surface(shelf, Contact::new(0.0)).unwrap();
    world.set_one_way(shelf, Some(Vector2::y())).unwrap();
    let bodies = [
        Body2::point(1.0).at([0.1, 2.0]).moving([1.0, 0.3]),
        Body2::point(1.0).at([0.3, 0.0]).moving([2.0, 6.0]),
        disc(1.0, 0.1).at([4.0, 0.3]).moving([-3.0, 0.0]),
    ];
    let ids = bodies.map(|body| world.add_body(body).unwrap());
    let push = |body: &Body2, _: f64| Vector2::new(-0.3 * body.position.x, 0.0);
    world.add_force_on(ids[0], push).unwrap();
    for step in 0..300 {
        let saved = world.snapshot();
        let mut other = world.clone();
        world.step(1.0 / 60.0).unwrap();
        other.step(0.01).unwrap();
        other.restore(&saved).unwrap();
        other.step(1.0 / 60.0).unwrap();
        for id in ids {
            assert_eq!(world[id], other[id], "{step}");
        }
    }
}

/// A body that slides to a stop on a slope has a velocity of zero, and stays.
#[test]
fn rest_is_rest() {
    for angle in [0.1, 0.3, 0.5_f64] {
        let normal = Vector2::new(-angle.sin(), angle.cos());
        let (mut world, _) = falling_on(
            Plane::new(normal, 0.0),
            Contact::new(0.2).with_friction(0.8),
        );
        let down = Vector2::new(-angle.cos(), -angle.sin());
        let point = world
            .add_body(Body2::point(1.0).moving(down * 3.0))
            .unwrap();
        (0..300).for_each(|_| world.step(1.0 / 60.0).unwrap());
        let at = world[point];
        assert_eq!(at.velocity, Vector2::zeros(), "{angle}");
        (0..300).for_each(|_| world.step(1.0 / 60.0).unwrap());
        assert_eq!(world[point], at);
    }
    let mut world = World2f::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let contact = Contact::new(0.2).with_friction(0.8);
    world
        .add_surface(Plane::new([-0.3, 1.0], 0.0), contact)
        .unwrap();
    let point = world
        .add_body(Body2f::point(1.0).moving([-3.0, -0.9]))
        .unwrap();
    (0..300).for_each(|_| world.step(1.0 / 60.0).unwrap());
    assert_eq!(world[point].velocity, Vector2::zeros());
}

/// A floor that falls faster than its load leaves it in free fall.
#[test]
fn a_floor_that_falls_away_is_left() {
    let (mut world, floor) = falling_on(ground(), Contact::new(0.0).with_friction(0.5));
    let point = world.add_body(Body2::point(1.0)).unwrap();
    for step in 0..60 {
        let velocity = -20.0 / 60.0 * f64::from(step + 1);
        world.set_surface_velocity(floor, [0.0, velocity]).unwrap();
        world.step(1.0 / 60.0).unwrap();
    }
    let off = world[point].position.y + 0.5 * G;
    assert!(off.abs() < 1e-12, "{off}");
}

/// In single precision a point slides over seams far from the origin as fast as over a floor.
#[test]
fn single_precision_over_seams() {
    for far in [100.0_f32, 1000.0] {
        let ends = [true, false].map(|has_seams| {
            let mut world = World2f::new();
            world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
            for i in 0..8 {
                if has_seams {
                    let tile = AlignedBox::around([far + i as f32, -0.5], [0.5, 0.5]);
                    world.add_surface(tile, Contact::new(0.0)).unwrap();
                }
            }
            if !has_seams {
                let floor = Plane::new([0.0, 1.0], 0.0);
                world.add_surface(floor, Contact::new(0.0)).unwrap();
            }
            let point = Body2f::point(1.0).at([far, 0.0]).moving([1.0, 0.0]);
            let point = world.add_body(point).unwrap();
            (0..240).for_each(|_| world.step(1.0 / 60.0).unwrap());
            assert_eq!(world[point].velocity, Vector2::new(1.0, 0.0));
            world[point].position.x
        });
        assert!((ends[0] - ends[1]).abs() < 1e-6 * far, "{ends:?}");
    }
}

/// Balls in corners of three planes in space come to rest without a rise of energy.
#[test]
fn corners_in_space() {
    for (case, friction) in [0.0, 0.1, 0.4, 1.0].into_iter().enumerate() {
        let mut world = World3::new();
        world
            .add_force(UniformGravity::new([0.0, -G, 0.0]))
            .unwrap();
        let contact = Contact::new(0.3).with_friction(friction);
        for normal in [[1.0, 1.0, 0.2], [-1.0, 1.2, 0.3], [0.1, 1.0, -1.0]] {
            world.add_surface(Plane::new(normal, 0.0), contact).unwrap();
        }
        let ball = kinstep::Body3::solid(1.0, Inertia::sphere(1.0, 0.1)).round(0.1);
        let ball = ball
            .at([0.1, 1.0, 0.05])
            .moving([1.0, 0.0, case as f64 * 0.3]);
        let ball = world.add_body(ball).unwrap();
        let energy = |world: &World3| {
            let body = &world[ball];
            body.kinetic_energy() + G * body.position.y
        };
        let mut before = energy(&world);
        for _ in 0..60 * 10 {
            world.step(1.0 / 60.0).unwrap();
            let now = energy(&world);
            assert!(now < before + 1e-11, "{friction}: {now} {before}");
            before = now;
        }
        assert!(
            world[ball].velocity.norm() < 1e-9,
            "{friction}: {}",
            world[ball].velocity
        );
    }
}

/// A body that strikes a wall without restitution falls on along it. The step reports one contact
/// with its impulse, also if a closure presses the body against the wall in every kick.
#[test]
fn a_wall_that_is_struck_without_restitution_is_told() {
    for push in [None, Some(0.0), Some(5.0)] {
        let mut world = World2::new();
        match push {
            None => world.add_force(UniformGravity::new([0.0, -G])).unwrap(),
            Some(push) => (world)
                .add_force(move |body: &Body2, _| Vector2::new(push, -G) * body.mass)
                .unwrap(),
        };
        world
            .add_surface(Plane::new([-1.0, 0.0], -1.0), Contact::new(0.0))
            .unwrap();
        let body = Body2::point(2.0).at([0.0, 0.0]).moving([3.0, 0.0]);
        let body = world.add_body(body).unwrap();
        let mut told = Vec::new();
        for _ in 0..60 {
            world.step(1.0 / 60.0).unwrap();
            told.extend_from_slice(world.contacts());
        }
        assert!((world[body].position.x - 1.0).abs() < 1e-12, "{push:?}");
        let [contact] = &told[..] else {
            panic!("{push:?}: {told:?}");
        };
        assert_eq!(contact.kind, ContactKind::Bounce, "{push:?}");
        let speed = (9.0 + 2.0 * push.unwrap_or(0.0)).sqrt();
        let off = (contact.impulse.x + 2.0 * speed).abs();
        assert!(
            off < 0.01 && contact.impulse.y == 0.0,
            "{push:?}: {contact:?}"
        );
    }
}
