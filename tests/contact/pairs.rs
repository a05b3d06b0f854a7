//! Round bodies that meet each other.

use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{Body2, Body3, BodyId, Inertia, Touched, UniformGravity, World2, World3};

const RADIUS: f64 = 0.0286;

/// The cue ball and the fifteen others in a triangle, with gaps of 0.1 mm.
fn rack(cue: Vector2<f64>) -> Vec<(Vector2<f64>, Vector2<f64>)> {
    let mut balls = vec![(Vector2::new(-0.7, 0.003), cue)];
    let gap = 2.0 * RADIUS + 1e-4;
    for row in 0..5 {
        for place in 0..=row {
            let y = (f64::from(place) - 0.5 * f64::from(row)) * gap;
            balls.push((
                Vector2::new(0.6 + f64::from(row) * gap * 0.75_f64.sqrt(), y),
                Vector2::zeros(),
            ));
        }
    }
    balls
}

/// Four cushions around a table of 2.54 by 1.27 m.
fn cushions() -> [Plane<f64, 2>; 4] {
    [
        Plane::new([1.0, 0.0], -1.27),
        Plane::new([-1.0, 0.0], -1.27),
        Plane::new([0.0, 1.0], -0.635),
        Plane::new([0.0, -1.0], -0.635),
    ]
}

fn elastic_table() -> (World2, Vec<BodyId>) {
    let mut world = World2::new();
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    world.add_surface(cushions(), Contact::new(1.0)).unwrap();
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

/// Ten thousand collisions keep the energy, and no two balls are nearer than they may be.
#[test]
fn elastic_balls_keep_their_energy() {
    let (mut world, ids) = elastic_table();
    let before = energy(&world);
    let mut collisions = 0;
    let mut deepest = 0.0_f64;
    while collisions < 10_000 {
        world.step(0.05).unwrap();
        let contacts = world.contacts().iter();
        collisions += contacts
            .filter(|contact| matches!(contact.with, Touched::Body(_)))
            .count();
        for (index, a) in ids.iter().enumerate() {
            for b in &ids[..index] {
                let apart = (world[*a].position - world[*b].position).norm();
                deepest = deepest.max(2.0 * RADIUS - apart);
            }
        }
    }
    let drift = (energy(&world) / before - 1.0).abs();
    println!(
        "{collisions} collisions in {} s: energy {drift:.1e}, {deepest:.1e} m deep",
        world.time()
    );
    assert!(drift < 1e-11 && deepest < 1e-12);
}

/// The break is the same bit for bit at 5 and at 1000 Hz, as long as no step ends between a contact and its rounding.
#[test]
fn a_break_is_the_same_at_any_frame_rate() {
    let (world, ids) = elastic_table();
    let run = |rate: u32| {
        let (mut world, mut contacts) = (world.clone(), Vec::new());
        for _ in 0..2 * rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            contacts.extend(
                world
                    .contacts()
                    .iter()
                    .map(|contact| (contact.body, contact.with, contact.time)),
            );
        }
        (world, contacts)
    };
    let (slow, expected) = run(5);
    assert!(expected.len() > 60, "{}", expected.len());
    for rate in [60, 1000] {
        let (fast, contacts) = run(rate);
        assert_eq!(contacts, expected, "{rate} Hz");
        for id in &ids {
            let apart = (fast[*id].position - slow[*id].position).norm();
            assert!(apart < 1e-13, "{rate} Hz: {apart:e}");
        }
    }
}

/// Balls on a table with cloth, the first with a velocity.
fn table_with_cloth(cue: Vector2<f64>) -> (World3, Vec<BodyId>) {
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new([0.0, 0.0, -9.81]))
        .unwrap();
    let cloth = Contact::new(0.0).with_friction(0.2).with_rolling(0.01);
    world
        .add_surface(Plane::new([0.0, 0.0, 1.0], 0.0), cloth)
        .unwrap();
    world.set_body_contact(Some(Contact::new(0.95))).unwrap();
    let inertia = Inertia::sphere(0.17, RADIUS);
    let add = |(at, velocity): &(Vector2<f64>, Vector2<f64>)| {
        let ball = Body3::solid(0.17, inertia).round(RADIUS);
        let ball = ball
            .at([at.x, at.y, RADIUS])
            .moving([velocity.x, velocity.y, 0.0]);
        world.add_body(ball).unwrap()
    };
    let ids = rack(cue).iter().map(add).collect();
    (world, ids)
}

/// On a table with friction the balls slide, roll, collide and come to rest, at the same places at any frame rate; momentum is
/// that of the impulses.
#[test]
fn a_break_on_a_table_with_friction() {
    let (world, ids) = table_with_cloth(Vector2::new(5.0, 0.0));
    let run = |rate: u32, seconds: u32| {
        let mut world = world.clone();
        let mut count = 0;
        for _ in 0..seconds * rate {
            world
                .step(1.0 / f64::from(rate))
                .unwrap_or_else(|error| panic!("{error}"));
            count += world.contacts().len();
            for id in &ids {
                assert!((world[*id].position.z - RADIUS).abs() < 1e-12);
            }
        }
        (world, count)
    };
    let (slow, count) = run(5, 40);
    let (fast, fast_count) = run(100, 40);
    println!("{count} contacts");
    assert_eq!(count, fast_count);
    for id in &ids {
        assert_eq!(slow[*id].velocity, Vector3::zeros());
        let apart = (fast[*id].position - slow[*id].position).norm();
        assert!(apart < 1e-12, "{apart:e}");
    }
}

/// Balls that lie against each other on cloth, pressed together by friction, hop: no break fails, and no balls are in each other.
#[test]
fn breaks_off_the_axis() {
    let mut most = 0;
    for n in 0..24 {
        let direction = Vector2::new(1.0, 0.001 + 0.003 * f64::from(n)).normalize();
        let (mut world, ids) = table_with_cloth(direction * (3.0 + 0.25 * f64::from(n)));
        for normal in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
            let [x, y] = normal;
            let half = if x == 0.0 { -0.635 } else { -1.27 };
            let cushion = Plane::new([x, y, 0.0], half);
            world.add_surface(cushion, Contact::new(0.75)).unwrap();
        }
        let mut energy = f64::INFINITY;
        for step in 0..240 {
            (world.step(1.0 / 60.0)).unwrap_or_else(|error| panic!("{n}, step {step}: {error}"));
            most = most.max(world.contacts().len());
            let now: f64 = (ids.iter())
                .map(|id| {
                    let (speed, spin) = (world[*id].velocity, world[*id].angular_velocity());
                    speed.norm_squared() + 0.4 * RADIUS * RADIUS * spin.norm_squared()
                })
                .sum();
            assert!(now <= energy * (1.0 + 1e-12), "{n}, step {step}");
            energy = now;
            for (place, a) in ids.iter().enumerate() {
                for b in &ids[..place] {
                    let apart = (world[*a].position - world[*b].position).norm();
                    let deep = 2.0 * RADIUS - apart;
                    assert!(deep < 1e-9, "{n}, step {step}: {deep:e}");
                }
            }
        }
    }
    // measured: 46
    assert!(most > 0 && most < 1000, "{most} contacts in a step");
}

/// A ball that falls on another, which rests on the ground, does not push it into the ground.
#[test]
fn a_ball_that_is_hit_from_above_stays_on_the_ground() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world
        .add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.5))
        .unwrap();
    world.set_body_contact(Some(Contact::new(0.5))).unwrap();
    let disc = Body2::solid(1.0, 0.005).round(0.1);
    let falls = world.add_body(disc.at([0.0, 1.0])).unwrap();
    let lies = world.add_body(disc.at([0.0, 0.1])).unwrap();
    let mut highest = 0.0_f64;
    for _ in 0..32 {
        world.step(1.0 / 60.0).unwrap();
        assert!(world[lies].position.y > 0.1 - 1e-12, "{:?}", world[lies]);
        let apart = (world[falls].position - world[lies].position).norm();
        assert!(apart > 0.2 - 1e-12, "{apart}");
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
    let walls = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let walls = walls.map(|normal| Plane::new(normal, -wall));
    world.add_surface(walls, Contact::new(1.0)).unwrap();
    world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    let mut ids = Vec::new();
    for number in 0..300_u32 {
        let place = [number % 18, number / 18].map(|n| 0.5 * f64::from(n) - 4.25);
        let angle = f64::from(number) * 2.4;
        let velocity = Vector2::new(angle.cos(), angle.sin()) * 3.0;
        let ball = Body2::point(1.0).round(0.05 * f64::from(1 + number % 3));
        let ball = ball.at(place).moving(velocity);
        ids.push(world.add_body(ball).unwrap());
    }
    let total = |world: &World2| {
        let potential: f64 = world.bodies().map(|(_, body)| body.position.y).sum();
        energy(world) + potential
    };
    let before = total(&world);
    let (mut collisions, mut deepest) = (0, 0.0_f64);
    for _ in 0..40 {
        world.step(0.025).unwrap();
        let contacts = world.contacts().iter();
        collisions += contacts
            .filter(|contact| matches!(contact.with, Touched::Body(_)))
            .count();
        for (index, a) in ids.iter().enumerate() {
            let a = &world[*a];
            deepest = deepest.max(a.position.amax() + a.radius() - wall);
            for b in &ids[..index] {
                let b = &world[*b];
                let apart = (a.position - b.position).norm();
                deepest = deepest.max(a.radius() + b.radius() - apart);
            }
        }
    }
    let drift = (total(&world) / before - 1.0).abs();
    println!("{collisions} collisions: energy {drift:.1e}, {deepest:.1e} m deep");
    assert!(collisions > 500 && drift < 1e-12 && deepest < 1e-13);
}
