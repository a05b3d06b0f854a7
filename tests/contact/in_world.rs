//! Contacts in a world.

use kinstep::ballistics::{AlignedBox, Plane};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{Body2, Body3, Inertia, LinearDrag, UniformGravity, World2, World3};

const G: f64 = 9.81;

fn world_with_ground(contact: Contact<f64>) -> World2 {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    world
        .add_surface(Plane::new([0.0, 1.0], 0.0), contact)
        .unwrap();
    world
}

/// Runs a clone in `steps` steps and collects when and how the body came to its last contact.
fn rest_of(world: &World2, duration: f64, steps: usize) -> (World2, Vec<(f64, ContactKind)>) {
    let mut world = world.clone();
    let mut contacts = Vec::new();
    for _ in 0..steps {
        world.step(duration / steps as f64).unwrap();
        contacts.extend(
            world
                .contacts()
                .iter()
                .map(|event| (event.time, event.kind)),
        );
    }
    (world, contacts)
}

/// Bounces, the moment of rest and the place are the same at 5, 60 and 240 Hz and in one step.
#[test]
fn rest_is_the_same_at_any_frame_rate() {
    let mut world = world_with_ground(Contact::new(0.8).with_friction(0.1));
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let ball = world
        .add_body(Body2::point(0.2).at([0.3, 2.0]).moving([3.0, 1.0]))
        .unwrap();
    let (once, expected) = rest_of(&world, 20.0, 1);
    assert!(expected.len() > 60 && expected.last().unwrap().1 == ContactKind::Rest);
    for rate in [5, 60, 240] {
        let (stepped, contacts) = rest_of(&world, 20.0, 20 * rate);
        assert_eq!(contacts.len(), expected.len(), "{rate} Hz");
        for (contact, expected) in contacts.iter().zip(&expected) {
            assert_eq!(contact.1, expected.1);
            assert!((contact.0 - expected.0).abs() < 1e-12);
        }
        let off = (stepped[ball].position - once[ball].position).norm();
        assert!(off < 1e-12, "{rate} Hz: {off:e}");
        assert_eq!(stepped[ball].velocity, Vector2::zeros());
    }
}

/// A bowling ball slides, and rolls from `2 v/7μg` on with 5/7 of its speed; then rolling resistance stops it.
#[test]
fn a_ball_slides_then_rolls() {
    let (mass, radius, friction, speed) = (7.0, 0.11, 0.1, 8.0);
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new([0.0, -G, 0.0]))
        .unwrap();
    let lane = Plane::new([0.0, 1.0, 0.0], 0.0);
    world
        .add_surface(lane, Contact::new(0.0).with_friction(friction))
        .unwrap();
    let body = Body3::solid(mass, Inertia::sphere(mass, radius)).round(radius);
    let ball = world
        .add_body(body.at([0.0, radius, 0.0]).moving([speed, 0.0, 0.0]))
        .unwrap();
    let until = 2.0 * speed / (7.0 * friction * G);
    let slid = 12.0 * speed * speed / (49.0 * friction * G);
    for rate in [1.0, 7.0, 60.0] {
        let mut world = world.clone();
        let mut rolls = None;
        for _ in 0..(5.0 * rate) as usize {
            world.step(1.0 / rate).unwrap();
            for event in world.contacts() {
                assert_eq!(event.kind, ContactKind::Roll);
                rolls = Some((event.time, event.point));
            }
        }
        let (time, point) = rolls.expect("it rolls in the end");
        assert!((time - until).abs() < 1e-12, "{time} {until}");
        assert!((point - Vector3::new(slid, 0.0, 0.0)).norm() < 1e-12);
        let end = &world[ball];
        let expected = slid + (5.0 - until) * speed * 5.0 / 7.0;
        assert!((end.velocity - Vector3::x() * (speed * 5.0 / 7.0)).norm() < 1e-13);
        assert!((end.position - Vector3::new(expected, radius, 0.0)).norm() < 1e-12);
        let spin = end.angular_velocity();
        assert!(
            (spin - Vector3::z() * (-speed * 5.0 / 7.0 / radius)).norm() < 1e-11,
            "{spin}"
        );
    }
}

/// From rest on an incline a ball rolls with `5/7 g sin α` where friction suffices, and slides where it does not.
#[test]
fn a_ball_on_an_incline() {
    let (mass, radius, angle) = (1.0, 0.1, 0.5_f64);
    let normal = Vector3::new(angle.sin(), angle.cos(), 0.0);
    let down = Vector3::new(angle.cos(), -angle.sin(), 0.0);
    for (friction, factor, spin) in [
        (
            0.5,
            angle.sin() * 5.0 / 7.0,
            angle.sin() * 5.0 / 7.0 / radius,
        ),
        (
            0.1,
            angle.sin() - 0.1 * angle.cos(),
            2.5 * 0.1 * angle.cos() / radius,
        ),
    ] {
        let mut world = World3::new();
        world
            .add_force(UniformGravity::new([0.0, -G, 0.0]))
            .unwrap();
        let incline = Plane::new(normal, 0.0);
        world
            .add_surface(incline, Contact::new(0.3).with_friction(friction))
            .unwrap();
        let body = Body3::solid(mass, Inertia::sphere(mass, radius)).round(radius);
        let ball = world.add_body(body.at(normal * radius)).unwrap();
        for _ in 0..30 {
            world.step(0.1).unwrap();
        }
        let end = &world[ball];
        let expected = normal * radius + down * (0.5 * G * factor * 9.0);
        assert!(
            (end.position - expected).norm() < 1e-11,
            "{}",
            end.position - expected
        );
        assert!((end.velocity - down * (G * factor * 3.0)).norm() < 1e-11);
        let turned = end.angular_velocity() - Vector3::z() * (-G * spin * 3.0);
        assert!(turned.norm() < 1e-10, "{turned}");
    }
}

/// A block on a box slides over its edge, falls, and lands on the ground.
#[test]
fn a_body_leaves_an_edge() {
    let mut world = world_with_ground(Contact::new(0.0).with_friction(0.4));
    let ledge = AlignedBox::around([0.0, 0.5], [1.0, 0.5]);
    world.add_surface(ledge, Contact::new(0.0)).unwrap();
    let block = world
        .add_body(Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]))
        .unwrap();
    for rate in [3.0, 50.0] {
        let mut world = world.clone();
        let mut kinds = Vec::new();
        for _ in 0..(4.0 * rate) as usize {
            world.step(1.0 / rate).unwrap();
            kinds.extend(
                world
                    .contacts()
                    .iter()
                    .map(|event| (event.kind, event.time)),
            );
        }
        let fall = (2.0_f64 / G).sqrt();
        let found: Vec<_> = kinds.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(
            found,
            [ContactKind::Leave, ContactKind::Settle, ContactKind::Rest]
        );
        assert!((kinds[0].1 - 0.5).abs() < 1e-12 && (kinds[1].1 - 0.5 - fall).abs() < 1e-12);
        // the impact takes μ times the speed of the fall
        assert!(world[block].position.y.abs() < 1e-15);
    }
}

/// A shelf without thickness ends at its edges, too.
#[test]
fn a_thin_shelf_has_edges() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    let shelf = AlignedBox::around([0.0, 1.0], [1.0, 0.0]);
    world.add_surface(shelf, Contact::new(0.0)).unwrap();
    let block = Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]);
    let block = world.add_body(block).unwrap();
    world.step(1.5).unwrap();
    let left = world.contacts()[0];
    assert_eq!(left.kind, ContactKind::Leave);
    assert!((left.time - 0.5).abs() < 1e-12);
    assert!((world[block].position - Vector2::new(3.0, 1.0 - 0.5 * G)).norm() < 1e-11);
}

/// Who turns inside a box that is passed from below falls out of it again.
#[test]
fn a_one_way_box_has_no_inside() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    let thick = AlignedBox::around([0.0, 1.0], [1.0, 0.5]);
    let shelf = world.add_surface(thick, Contact::new(0.0)).unwrap();
    world.set_one_way(shelf, Some(Vector2::y())).unwrap();
    for (speed, height) in [((2.0 * G).sqrt(), None), ((4.0 * G).sqrt(), Some(1.5))] {
        let mut world = world.clone();
        let jumper = Body2::point(1.0).moving([0.1, speed]);
        let jumper = world.add_body(jumper).unwrap();
        for _ in 0..120 {
            world.step(1.0 / 60.0).unwrap();
        }
        let fallen = speed * 2.0 - 2.0 * G;
        assert!((world[jumper].position.y - height.unwrap_or(fallen)).abs() < 1e-11);
    }
}

/// A lift that changes its velocity, by however little, keeps its rider: on it, or a little above it for a moment.
#[test]
fn a_rider_never_sinks_into_a_lift() {
    for case in 0..1200_u16 {
        // places and velocities that rounding does not favour
        let [x, y] = [0.173, 0.0917].map(|step| step * f64::from(case / 6));
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -G])).unwrap();
        let half = [0.0, 0.01, 0.1][usize::from(case % 3)];
        let lift = AlignedBox::around([x, y - half], [50.0, half]);
        let contact = Contact::new(0.0).with_friction(0.5);
        let lift = world.add_surface(lift, contact).unwrap();
        if case % 2 == 0 {
            world.set_one_way(lift, Some(Vector2::y())).unwrap();
        }
        let rider = world.add_body(Body2::point(70.0).at([x, y])).unwrap();
        let mut rising = -0.2_f64;
        for change in [0.0, -1e-5, -1e-4, 1e-4, -4e-4, 1e-2, 1.0, -2.0] {
            rising += change;
            let along = 0.3 * (rising * 1e5).sin();
            world.set_surface_velocity(lift, [along, rising]).unwrap();
            world.step(0.6137).unwrap();
            let top = y + world.surface_offset(lift).unwrap().y;
            let off = world[rider].position.y - top;
            assert!(off.abs() < 1e-9, "{case}, {change}: {off}");
        }
    }
}

/// A block that is pushed against a wall on the ground stays in the corner.
#[test]
fn a_corner_holds() {
    let mut world = world_with_ground(Contact::new(0.3).with_friction(0.2));
    world
        .add_surface(Plane::new([-1.0, 0.0], -3.0), Contact::new(0.3))
        .unwrap();
    let block = world
        .add_body(Body2::point(1.0).at([0.0, 0.5]).moving([1.0, 0.0]))
        .unwrap();
    for frame in 0..600 {
        world.apply_force(block, [6.0, 0.0]).unwrap();
        world
            .step(1.0 / 60.0)
            .unwrap_or_else(|error| panic!("{frame}: {error}"));
        let at = world[block].position;
        assert!(
            at.x < 3.0 + 1e-12 && at.y > -1e-12,
            "{frame}: {at} {:?}",
            world.contacts()
        );
    }
    assert!((world[block].position - Vector2::new(3.0, 0.0)).norm() < 1e-12);
    assert_eq!(world[block].velocity, Vector2::zeros());
}

/// A ball that falls on the corner of a box bounces off along the line to its centre; on the top it comes to rest at its radius.
#[test]
fn round_bodies_meet_boxes() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    let shelf = AlignedBox::around([0.0, 0.0], [1.0, 1.0]);
    world
        .add_surface(shelf, Contact::new(0.5).with_friction(0.3))
        .unwrap();
    let disc = |x: f64| Body2::solid(1.0, 0.5 * 0.1 * 0.1).round(0.1).at([x, 2.0]);
    let corner = world.add_body(disc(1.05)).unwrap();
    let top = world.add_body(disc(0.3)).unwrap();
    let mut first = None;
    for _ in 0..300 {
        world.step(1.0 / 60.0).unwrap();
        for contact in world.contacts() {
            if contact.body == corner {
                first.get_or_insert(*contact);
            }
        }
    }
    let first = first.expect("it meets the corner");
    assert!(
        (first.point - Vector2::new(1.0, 1.0)).norm() < 1e-12,
        "{first:?}"
    );
    let height = (0.1_f64 * 0.1 - 0.05 * 0.05).sqrt();
    assert!((first.time - (2.0 * (1.0 - height) / G).sqrt()).abs() < 1e-12);
    assert!((first.normal - Vector2::new(0.5, height / 0.1)).norm() < 1e-11);
    assert!((world[top].position - Vector2::new(0.3, 1.1)).norm() < 1e-12);
    assert_eq!(world[top].velocity, Vector2::zeros());
}

/// What cannot be done is said, and the world stays as it was.
#[test]
fn bad_input_is_refused() {
    use kinstep::ballistics::{Hit, Ray, Surface};
    use kinstep::{StepError, TouchProblem};

    let contact = Contact::new(0.5);
    for bad in [
        Contact::new(1.1),
        Contact::new(f64::NAN),
        contact.with_friction(-0.1),
        contact.with_rolling(f64::INFINITY),
    ] {
        assert!(
            World2::new()
                .add_surface(Plane::new([0.0, 1.0], 0.0), bad)
                .is_err()
        );
    }
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(
            World2::new()
                .add_body(Body2::point(1.0).round(radius))
                .is_err()
        );
    }
    let uneven = Body3::solid(1.0, Inertia::principal([1.0, 2.0, 2.5])).round(0.1);
    assert!(World3::new().add_body(uneven).is_err());

    /// Ground that answers with a normal that is NaN.
    struct Broken;
    impl Surface<f64, 2> for Broken {
        fn cast(&self, ray: &Ray<f64, 2>) -> Option<Hit<f64, 2>> {
            let distance = -ray.origin.y / ray.direction.y;
            let is_met = (0.0..=ray.length).contains(&distance);
            is_met.then(|| Hit {
                distance,
                normal: Vector2::new(f64::NAN, 1.0),
            })
        }
    }
    for (radius, expected) in [(0.0, TouchProblem::Normal), (0.1, TouchProblem::NotRound)] {
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -G])).unwrap();
        let surface = world.add_surface(Broken, contact).unwrap();
        let body = world
            .add_body(Body2::point(1.0).round(radius).at([0.0, 1.0]))
            .unwrap();
        let error = world.step(1.0).unwrap_err();
        assert_eq!(
            error,
            StepError::Touch {
                body,
                with: kinstep::Touched::Surface(surface),
                problem: expected
            }
        );
        assert_eq!((world.time(), world[body].position.y), (0.0, 1.0));
    }
}

/// Under a force without a linear law bodies bounce, stay above the ground and come to rest, too.
#[test]
fn forces_without_a_law_bounce_as_well() {
    use kinstep::QuadraticDrag;

    let mut world = world_with_ground(Contact::new(0.7).with_friction(0.3));
    world.add_force(QuadraticDrag::coefficient(0.02)).unwrap();
    let ball = Body2::point(0.2).at([0.0, 3.0]).moving([6.0, 2.0]);
    let ball = world.add_body(ball).unwrap();
    let mut places = Vec::new();
    for rate in [30, 60, 240, 2000] {
        let mut world = world.clone();
        let mut bounces = 0;
        for _ in 0..12 * rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            assert!(
                world[ball].position.y > -1e-12,
                "{rate} Hz: {:?}",
                world[ball]
            );
            bounces += world.contacts().len();
        }
        assert!(bounces > 20);
        assert!(
            world[ball].velocity.norm() < 1e-9,
            "{rate} Hz: {:?}",
            world[ball]
        );
        places.push(world[ball].position.x);
    }
    // the steps with a contact hold the drag: an error of first order, here 1.6 m/s times the step
    for (place, rate) in places.iter().zip([30.0, 60.0, 240.0]) {
        let error = (place - places[3]).abs();
        assert!(error < 2.5 / rate, "{rate} Hz: {error}");
    }
}

/// Single precision: it comes to rest at the same place at 30 and 240 Hz, to rounding, and after an hour, too.
#[test]
fn single_precision_bounces() {
    use kinstep::{Body2f, World2f};

    let mut world = World2f::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world
        .add_surface(
            Plane::new([0.0, 1.0], 0.0),
            Contact::new(0.6).with_friction(0.2),
        )
        .unwrap();
    world.step(3600.0).unwrap();
    let ball = world
        .add_body(Body2f::point(0.2).at([0.0, 2.0]).moving([3.0, 1.0]))
        .unwrap();
    let places = [30, 240].map(|rate: u16| {
        let mut world = world.clone();
        for _ in 0..10 * rate {
            world.step(1.0 / f32::from(rate)).unwrap();
            assert!(world[ball].position.y > -1e-6);
        }
        assert_eq!(world[ball].velocity, kinstep::nalgebra::Vector2::zeros());
        world[ball].position.x
    });
    println!("{places:?}");
    assert!((places[0] - places[1]).abs() < 1e-5, "{places:?}");
}

/// A restored world keeps its surfaces and the layers of its bodies, and goes on.
#[test]
fn a_restored_world_goes_on() {
    let mut world = world_with_ground(Contact::new(0.5));
    let gone = world.add_body(Body2::point(1.0).at([5.0, 9.0])).unwrap();
    let ghost = world.add_body(Body2::point(1.0).at([0.0, 1.0])).unwrap();
    let ball = world
        .add_body(Body2::point(1.0).round(0.1).at([1.0, 1.0]))
        .unwrap();
    world.set_layers(ghost, 0).unwrap();
    let saved = world.snapshot();
    world.step(2.0).unwrap();
    let expected = [world[ghost].position, world[ball].position];
    assert!(expected[0].y < -10.0 && expected[1].y >= 0.1);
    world.remove_body(gone).unwrap();
    world.restore(&saved).unwrap();
    assert!(world.contacts().is_empty() && world[ball].radius() == 0.1);
    world.step(2.0).unwrap();
    assert_eq!([world[ghost].position, world[ball].position], expected);
}

/// A ball jumps through a one-way box from below: it touches neither its lower face nor, from inside, its bottom.
#[test]
fn a_ball_passes_through_a_box_from_below() {
    for (half_height, speed) in [(0.05, 6.0), (0.3, 6.0), (0.3, 3.5), (0.6, 4.4), (2.0, 5.0)] {
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -G])).unwrap();
        let area = AlignedBox::around([0.0, 0.0], [2.0, half_height]);
        let shelf = world.add_surface(area, Contact::new(0.0)).unwrap();
        let up = Vector2::y();
        world.set_one_way(shelf, Some(up)).unwrap();
        let start = -half_height - 0.5;
        let ball = Body2::solid(1.0, 0.005).round(0.1).at([0.0, start]);
        let ball = world.add_body(ball.moving([0.0, speed])).unwrap();
        let top = start + speed * speed / (2.0 * G);
        let stands = top >= half_height + 0.1;
        for _ in 0..240 {
            world.step(1.0 / 60.0).unwrap();
        }
        let y = world[ball].position.y;
        if stands {
            assert!((y - half_height - 0.1).abs() < 1e-12, "{half_height} {y}");
            assert!(world.held_by(ball).eq([shelf]));
        } else {
            let time = world.time();
            let falls = start + speed * time - 0.5 * G * time * time;
            assert!(
                (y - falls).abs() < 1e-9 * y.abs(),
                "{half_height} {speed} {y} {falls}"
            );
        }
    }
}

/// A ball that overlaps a surface is pushed out along the nearest normal, to the side of its centre, and moves on from there.
#[test]
fn who_starts_inside_is_pushed_out() {
    let area = AlignedBox::around([0.0, -1.0], [2.0, 1.0]);
    let contact = Contact::new(0.0).with_friction(0.5);
    for is_box in [false, true] {
        for (y, velocity, outside) in [
            (0.04, 0.0, true),
            (0.04, -1.0, true),
            (0.04, 2.0, true),
            (-0.04, 0.0, false),
        ] {
            let mut world = World2::new();
            world.add_force(UniformGravity::new([0.0, -G])).unwrap();
            if is_box {
                world.add_surface(area, contact).unwrap();
            } else {
                world
                    .add_surface(Plane::new([0.0, 1.0], 0.0), contact)
                    .unwrap();
            }
            let ball = Body2::solid(1.0, 0.005).round(0.1).at([0.0, y]);
            let ball = world.add_body(ball.moving([0.0, velocity])).unwrap();
            world.step(1e-3).unwrap();
            let flown = |velocity: f64| velocity * 1e-3 - 0.5 * G * 1e-6;
            let expected = match (outside, velocity > 0.0) {
                (true, true) => 0.1 + flown(velocity),
                (true, false) => 0.1,
                (false, _) => -0.1 + flown(0.0),
            };
            assert!(
                (world[ball].position.y - expected).abs() < 1e-15,
                "{is_box} {y} {velocity}"
            );
            world.step(2.0).unwrap();
            let rests = match (outside, is_box) {
                (true, _) => 0.1,
                (false, true) => -1.9,
                (false, false) => -0.1 - 0.5 * G * 2.001 * 2.001,
            };
            assert!(
                (world[ball].position.y - rests).abs() < 1e-12,
                "{is_box} {y} {velocity}"
            );
        }
    }
}

/// A ball caught in a gap is an error that names it and a wall of the gap, and changes nothing; in one that is wider than rounding
/// it falls.
#[test]
fn a_gap_that_is_too_thin() {
    for (gap, fits) in [(0.1, false), (0.2, false), (0.2 + 1e-12, true)] {
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -G])).unwrap();
        let contact = Contact::new(0.5).with_friction(0.5);
        let mut add = |normal: [f64; 2]| {
            let wall = Plane::new(normal, -0.5 * gap);
            kinstep::Touched::Surface(world.add_surface(wall, contact).unwrap())
        };
        let walls = [[1.0, 0.0], [-1.0, 0.0]].map(&mut add);
        let ball = Body2::solid(1.0, 0.005).round(0.1).moving([1.0, 0.0]);
        let ball = world.add_body(ball).unwrap();
        let before = world[ball];
        match world.step(0.01) {
            Ok(()) => assert!(fits && world[ball].velocity.y < 0.0, "{gap}"),
            Err(kinstep::StepError::TooManyContacts { body, with, .. }) => {
                assert!(!fits && body == ball && walls.contains(&with), "{gap}");
                assert_eq!((world[ball], world.time()), (before, 0.0));
            }
            Err(error) => panic!("{gap}: {error}"),
        }
    }
}

/// A superball that bounces between floor and ceiling comes back: `v' = 3/7 v - 4/7 r ω` and `r ω' = -10/7 v - 3/7 r ω` at the
/// floor, and the same with -ω at the ceiling, give -333/343 of its velocity and a spin of 130/343 after three touches.
#[test]
fn a_superball_comes_back_from_between_two_walls() {
    let radius = 0.1;
    let mut world = World2::new();
    let grip = Contact::new(1.0).with_friction(10.0);
    let grip = grip.with_tangential_restitution(1.0);
    for (normal, distance) in [([0.0, 1.0], 0.0), ([0.0, -1.0], -1.0)] {
        let wall = Plane::new(normal, distance);
        world.add_surface(wall, grip).unwrap();
    }
    let ball = Body2::solid(2.0, 0.4 * 2.0 * radius * radius).round(radius);
    let ball = world
        .add_body(ball.at([0.0, 0.5]).moving([1.0, -1.0]))
        .unwrap();
    let mut touches = Vec::new();
    for _ in 0..135 {
        world.step(1.0 / 60.0).unwrap();
        touches.extend(world.contacts().iter().map(|contact| contact.time));
    }
    assert_eq!(touches.len(), 3);
    for (time, expected) in touches.iter().zip([0.4, 1.2, 2.0]) {
        assert!((time - expected).abs() < 1e-14, "{touches:?}");
    }
    let body = world[ball];
    let off = body.velocity - Vector2::new(-333.0 / 343.0, 1.0);
    assert!(off.norm() < 1e-14, "{:?}", body.velocity);
    assert!((radius * body.angular_velocity() - 130.0 / 343.0).abs() < 1e-14);
    // (3/7 - 31/49) 0.8 s forth and back, and what is left of the time
    let x = 0.4 + 0.8 * (3.0 / 7.0 - 31.0 / 49.0) - 0.25 * 333.0 / 343.0;
    assert!(
        (body.position.x - x).abs() < 1e-13,
        "{} {x}",
        body.position.x
    );
}
