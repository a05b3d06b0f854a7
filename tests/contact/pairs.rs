//! Round bodies that meet each other.

use crate::{disc, falling_on, ground, sphere};
use kinstep::contact::Contact;
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::trajectory::Plane;
use kinstep::{Body2, BodyId, Collider, Real, UniformGravity, World, World2, World3};

const RADIUS: f64 = 0.0286;

/// The cue ball and the fifteen others in a triangle, with gaps of 0.1 mm.
fn rack(cue: Vector2<f64>) -> Vec<(Vector2<f64>, Vector2<f64>)> {
    let mut balls = vec![(Vector2::new(-0.7, 0.003), cue)];
    let gap = 2.0 * RADIUS + 1e-4;
    for (row, place) in (0..5).flat_map(|row| (0..=row).map(move |place| (row, place))) {
        let (row, place) = (f64::from(row), f64::from(place));
        let at = Vector2::new(0.6 + row * gap * 0.75_f64.sqrt(), (place - 0.5 * row) * gap);
        balls.push((at, Vector2::zeros()));
    }
    balls
}

/// The largest overlap of two bodies \[m\]; negative if all bodies are apart.
fn deepest<const D: usize>(world: &World<f64, D>, ids: &[BodyId]) -> f64
where
    f64: Real<D>,
{
    let pairs = (ids.iter().enumerate()).flat_map(|(n, a)| ids[..n].iter().map(move |b| (a, b)));
    let depths = pairs.map(|(a, b)| {
        let (a, b) = (&world[*a], &world[*b]);
        a.radius() + b.radius() - (a.position - b.position).norm()
    });
    depths.fold(f64::NEG_INFINITY, f64::max)
}

/// The number of contacts between bodies in the last step.
fn collisions(world: &World2) -> usize {
    let contacts = world.contacts().iter();
    contacts
        .filter(|contact| matches!(contact.with, Collider::Body(_)))
        .count()
}

/// Walls around a table, at half of its length and width.
fn cushions(along: f64, across: f64) -> [Plane<f64, 2>; 4] {
    [
        Plane::new([1.0, 0.0], -along),
        Plane::new([-1.0, 0.0], -along),
        Plane::new([0.0, 1.0], -across),
        Plane::new([0.0, -1.0], -across),
    ]
}

fn elastic_table() -> (World2, Vec<BodyId>) {
    let mut world = World2::new();
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    let walls = cushions(1.27, 0.635);
    world.add_surface(walls, Contact::new(1.0)).unwrap();
    let inertia = 0.4 * 0.17 * RADIUS * RADIUS;
    let add = |(at, velocity): &(Vector2<f64>, Vector2<f64>)| {
        let ball = Body2::solid(0.17, inertia).round(RADIUS);
        world.add_body(ball.at(*at).moving(*velocity)).unwrap()
    };
    let ids = rack(Vector2::new(8.0, 0.0)).iter().map(add).collect();
    (world, ids)
}

fn energy(world: &World2) -> f64 {
    world.bodies().map(|(_, body)| body.kinetic_energy()).sum()
}

/// Over ten thousand collisions the energy stays constant, and no two balls overlap.
#[test]
fn elastic_balls_keep_their_energy() {
    let (mut world, ids) = elastic_table();
    let before = energy(&world);
    let mut count = 0;
    while count < 10_000 {
        world.step(0.05).unwrap();
        count += collisions(&world);
        let deep = deepest(&world, &ids);
        assert!(deep < 1e-12, "{deep:e}");
    }
    let drift = (energy(&world) / before - 1.0).abs();
    assert!(drift < 1e-11, "{drift:e}");
}

/// The break is the same at 5 and at 1000 Hz up to rounding, which grows from contact to contact.
#[test]
fn a_break_is_the_same_at_any_frame_rate() {
    let (world, ids) = elastic_table();
    let run = |rate: u32| {
        let (mut world, mut contacts) = (world.clone(), Vec::new());
        for _ in 0..2 * rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            let met = world.contacts().iter();
            contacts.extend(met.map(|contact| (contact.body, contact.with, contact.time)));
        }
        (world, contacts)
    };
    let (slow, expected) = run(5);
    assert!(expected.len() > 60, "{}", expected.len());
    for rate in [60, 1000] {
        let (fast, contacts) = run(rate);
        assert_eq!(contacts.len(), expected.len(), "{rate} Hz");
        for (contact, expected) in contacts.iter().zip(&expected) {
            assert_eq!((contact.0, contact.1), (expected.0, expected.1));
            assert!((contact.2 - expected.2).abs() < 1e-8);
        }
        for id in &ids {
            let apart = (fast[*id].position - slow[*id].position).norm();
            assert!(apart < 1e-8, "{rate} Hz: {apart:e}");
        }
    }
}

/// Balls on a table with cloth, the first with a velocity.
fn table_with_cloth(cue: Vector2<f64>) -> (World3, Vec<BodyId>) {
    let mut world = World3::new();
    let gravity = UniformGravity::new([0.0, 0.0, -9.81]);
    world.add_force(gravity).unwrap();
    let cloth = Contact::new(0.0).with_friction(0.2).with_rolling(0.01);
    let table = Plane::new([0.0, 0.0, 1.0], 0.0);
    world.add_surface(table, cloth).unwrap();
    world.set_body_contact(Some(Contact::new(0.95))).unwrap();
    let add = |(at, velocity): &(Vector2<f64>, Vector2<f64>)| {
        let ball = sphere(0.17, RADIUS).at([at.x, at.y, RADIUS]);
        let ball = ball.moving([velocity.x, velocity.y, 0.0]);
        world.add_body(ball).unwrap()
    };
    let ids = rack(cue).iter().map(add).collect();
    (world, ids)
}

/// On a table with friction the balls slide, roll, collide and come to rest, at the same positions
/// at any frame rate.
#[test]
fn a_break_on_a_table_with_friction() {
    let (world, ids) = table_with_cloth(Vector2::new(5.0, 0.0));
    let run = |rate: u32, seconds: u32| {
        let mut world = world.clone();
        let mut count = 0;
        for _ in 0..seconds * rate {
            (world.step(1.0 / f64::from(rate))).unwrap_or_else(|error| panic!("{error}"));
            count += world.contacts().len();
            for id in &ids {
                assert!((world[*id].position.z - RADIUS).abs() < 1e-12);
            }
        }
        (world, count)
    };
    let (slow, count) = run(5, 40);
    let (fast, fast_count) = run(100, 40);
    assert_eq!(count, fast_count);
    for id in &ids {
        assert_eq!(slow[*id].velocity, Vector3::zeros());
        let apart = (fast[*id].position - slow[*id].position).norm();
        // measured: 2e-12
        assert!(apart < 1e-11, "{apart:e}");
    }
}

/// No break fails where balls that lie against each other on cloth are pressed together by
/// friction; these balls move by the midpoint rule.
#[test]
fn breaks_off_the_axis() {
    let mut most = 0;
    for n in 0..24 {
        let direction = Vector2::new(1.0, 0.001 + 0.003 * f64::from(n)).normalize();
        let (mut world, ids) = table_with_cloth(direction * (3.0 + 0.25 * f64::from(n)));
        for wall in cushions(1.27, 0.635) {
            let cushion = Plane::new(wall.normal.push(0.0), wall.distance);
            world.add_surface(cushion, Contact::new(0.75)).unwrap();
        }
        let mut energy = f64::INFINITY;
        for step in 0..240 {
            (world.step(1.0 / 60.0)).unwrap_or_else(|error| panic!("{n}, step {step}: {error}"));
            most = most.max(world.contacts().len());
            let energies = ids.iter().map(|id| world[*id].kinetic_energy());
            let now: f64 = energies.sum();
            assert!(now <= energy * (1.0 + 1e-12), "{n}, step {step}");
            energy = now;
            let deep = deepest(&world, &ids);
            // measured: 2e-5, where many balls are pressed together
            assert!(deep < 1e-4, "{n}, step {step}: {deep:e}");
        }
    }
    // measured: 46
    assert!(most > 0 && most < 1000, "{most} contacts in a step");
}

/// A ball that falls on another, which rests on the ground, does not push it into the ground.
#[test]
fn a_ball_that_is_hit_from_above_stays_on_the_ground() {
    let (mut world, _) = falling_on(ground(), Contact::new(0.5));
    world.set_body_contact(Some(Contact::new(0.5))).unwrap();
    let ids = [1.0, 0.1].map(|y| world.add_body(disc(1.0, 0.1).at([0.0, y])).unwrap());
    let [falls, lies] = ids;
    let mut highest = 0.0_f64;
    for _ in 0..32 {
        world.step(1.0 / 60.0).unwrap();
        assert!(world[lies].position.y > 0.1 - 1e-12, "{:?}", world[lies]);
        let deep = deepest(&world, &ids);
        assert!(deep < 1e-12, "{deep:e}");
        if world[falls].velocity.y > 0.0 {
            highest = highest.max(world[falls].position.y);
        }
    }
    assert!(highest > 0.31, "it bounces back: {highest}");
}

/// Three hundred elastic balls of three sizes in a box: none passes through another or a wall, and the energy stays.
#[test]
fn a_gas_keeps_apart() {
    let mut world = World2::new();
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    let wall = 4.5;
    let walls = cushions(wall, wall);
    world.add_surface(walls, Contact::new(1.0)).unwrap();
    world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    let ids = (0..300_u32).map(|number| {
        let place = [number % 18, number / 18].map(|n| 0.5 * f64::from(n) - 4.25);
        let (sin, cos) = (f64::from(number) * 2.4).sin_cos();
        let ball = Body2::point(1.0).round(0.05 * f64::from(1 + number % 3));
        let ball = ball.at(place).moving([3.0 * cos, 3.0 * sin]);
        world.add_body(ball).unwrap()
    });
    let ids: Vec<_> = ids.collect();
    let total = |world: &World2| {
        let potential: f64 = world.bodies().map(|(_, body)| body.position.y).sum();
        energy(world) + potential
    };
    let (before, mut count) = (total(&world), 0);
    for _ in 0..40 {
        world.step(0.025).unwrap();
        count += collisions(&world);
        let beyond = |(_, body): (_, &Body2)| body.position.amax() + body.radius() - wall;
        let deep = world
            .bodies()
            .map(beyond)
            .fold(deepest(&world, &ids), f64::max);
        assert!(deep < 1e-13, "{deep:e}");
    }
    let drift = (total(&world) / before - 1.0).abs();
    assert!(count > 500 && drift < 1e-12, "{count} {drift:e}");
}
