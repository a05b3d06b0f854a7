//! Contacts in a world.

use crate::{G, disc, falling, falling_on, ground, sphere};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::trajectory::{AlignedBox, Plane, Sphere};
use kinstep::{Body, Body2, Body3, ConstantForce, Inertia, LinearDrag, Scheme, UniformGravity};
use kinstep::{World, World2, World3};

/// Runs a clone in `steps` steps and collects all contacts.
fn run(world: &World2, duration: f64, steps: usize) -> (World2, Vec<(ContactKind, f64)>) {
    let mut world = world.clone();
    let mut contacts = Vec::new();
    for _ in 0..steps {
        world.step(duration / steps as f64).unwrap();
        contacts.extend(
            world
                .contacts()
                .iter()
                .map(|event| (event.kind, event.time)),
        );
    }
    (world, contacts)
}

/// Bounces, and the time and position of rest, are the same at 5, 60 and 240 Hz and in one step.
#[test]
fn rest_is_the_same_at_any_frame_rate() {
    let (mut world, _) = falling_on(ground(), Contact::new(0.8).with_friction(0.1));
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let ball = Body2::point(0.2).at([0.3, 2.0]).moving([3.0, 1.0]);
    let ball = world.add_body(ball).unwrap();
    let (once, expected) = run(&world, 20.0, 1);
    assert!(expected.len() > 60 && expected.last().unwrap().0 == ContactKind::Rest);
    for rate in [5, 60, 240] {
        let (stepped, contacts) = run(&world, 20.0, 20 * rate);
        assert_eq!(contacts.len(), expected.len(), "{rate} Hz");
        for (contact, expected) in contacts.iter().zip(&expected) {
            assert_eq!(contact.0, expected.0);
            assert!((contact.1 - expected.1).abs() < 1e-12);
        }
        let off = (stepped[ball].position - once[ball].position).norm();
        assert!(off < 1e-12, "{rate} Hz: {off:e}");
        assert_eq!(stepped[ball].velocity, Vector2::zeros());
    }
}

/// A bowling ball slides; from `2 v/7μg` on it rolls with 5/7 of its speed.
#[test]
fn a_ball_slides_then_rolls() {
    let (mass, radius, friction, speed) = (7.0, 0.11, 0.1, 8.0);
    let lane = Plane::new([0.0, 1.0, 0.0], 0.0);
    let (mut world, _) = falling_on(lane, Contact::new(0.0).with_friction(friction));
    let ball = sphere(mass, radius).at([0.0, radius, 0.0]);
    let ball = world.add_body(ball.moving([speed, 0.0, 0.0])).unwrap();
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
        let rolled = speed * 5.0 / 7.0;
        let place = Vector3::new(slid + (5.0 - until) * rolled, radius, 0.0);
        assert!((end.velocity - Vector3::x() * rolled).norm() < 1e-13);
        assert!((end.position - place).norm() < 1e-12);
        let off = end.angular_velocity() - Vector3::z() * (-rolled / radius);
        assert!(off.norm() < 1e-11, "{off}");
    }
}

/// From rest on an incline a ball rolls with `5/7 g sin α` if friction suffices; otherwise it
/// slides.
#[test]
fn a_ball_on_an_incline() {
    let (radius, angle) = (0.1, 0.5_f64);
    let (sin, cos) = angle.sin_cos();
    let (normal, down) = (Vector3::new(sin, cos, 0.0), Vector3::new(cos, -sin, 0.0));
    for (friction, pull, spin) in [
        (0.5, sin * 5.0 / 7.0, sin * 5.0 / 7.0 / radius),
        (0.1, sin - 0.1 * cos, 2.5 * 0.1 * cos / radius),
    ] {
        let contact = Contact::new(0.3).with_friction(friction);
        let (mut world, _) = falling_on(Plane::new(normal, 0.0), contact);
        let ball = world
            .add_body(sphere(1.0, radius).at(normal * radius))
            .unwrap();
        (0..30).for_each(|_| world.step(0.1).unwrap());
        let end = &world[ball];
        let off = end.position - (normal * radius + down * (0.5 * G * pull * 9.0));
        assert!(off.norm() < 1e-11, "{off}");
        assert!((end.velocity - down * (G * pull * 3.0)).norm() < 1e-11);
        let off = end.angular_velocity() - Vector3::z() * (-G * spin * 3.0);
        assert!(off.norm() < 1e-10, "{off}");
    }
}

/// A block slides over the edge of a box or a thin shelf, falls and lands on the ground.
#[test]
fn a_body_leaves_an_edge() {
    let fall = (2.0_f64 / G).sqrt();
    for half in [0.5, 0.01] {
        let (mut world, _) = falling_on(ground(), Contact::new(0.0).with_friction(0.4));
        let ledge = AlignedBox::around([0.0, 1.0 - half], [1.0, half]);
        world.add_surface(ledge, Contact::new(0.0)).unwrap();
        let block = Body2::point(1.0).at([0.0, 1.0]).moving([2.0, 0.0]);
        let block = world.add_body(block).unwrap();
        // no step ends exactly when the block leaves the edge
        for steps in [1, 13, 190] {
            let (world, events) = run(&world, 4.0, steps);
            let kinds: Vec<_> = events.iter().map(|(kind, _)| *kind).collect();
            // the impact reduces the sliding speed by μ times the speed of the fall
            use ContactKind::{Leave, Rest, Settle};
            assert_eq!(kinds, [Leave, Settle, Rest]);
            assert!((events[0].1 - 0.5).abs() < 1e-12);
            assert!((events[1].1 - 0.5 - fall).abs() < 1e-12);
            assert!(world[block].position.y.abs() < 1e-15);
        }
    }
}

/// A rider stays on a lift whose velocity changes, by however little.
#[test]
fn a_rider_never_sinks_into_a_lift() {
    for case in 0..400_u16 {
        // positions and velocities that rounding does not favour
        let [x, y] = [0.173, 0.0917].map(|step| step * f64::from(case / 2));
        let half = [0.001, 0.01, 0.1][usize::from(case % 3)];
        let lift = AlignedBox::around([x, y - half], [50.0, half]);
        let (mut world, lift) = falling_on(lift, Contact::new(0.0).with_friction(0.5));
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
    let (mut world, _) = falling_on(ground(), Contact::new(0.3).with_friction(0.2));
    let wall = Plane::new([-1.0, 0.0], -3.0);
    world.add_surface(wall, Contact::new(0.3)).unwrap();
    let block = Body2::point(1.0).at([0.0, 0.5]).moving([1.0, 0.0]);
    let block = world.add_body(block).unwrap();
    for frame in 0..600 {
        world.apply_force(block, [6.0, 0.0]).unwrap();
        (world.step(1.0 / 60.0)).unwrap_or_else(|error| panic!("{frame}: {error}"));
        let at = world[block].position;
        let contacts = world.contacts();
        assert!(
            at.x < 3.0 + 1e-12 && at.y > -1e-12,
            "{frame}: {at} {contacts:?}"
        );
    }
    assert!((world[block].position - Vector2::new(3.0, 0.0)).norm() < 1e-12);
    assert_eq!(world[block].velocity, Vector2::zeros());
}

/// A ball that falls on the corner of a box bounces off along the line to its centre. A ball on the
/// top comes to rest at the height of its radius.
#[test]
fn round_bodies_meet_boxes() {
    let shelf = AlignedBox::around([0.0, 0.0], [1.0, 1.0]);
    let (mut world, _) = falling_on(shelf, Contact::new(0.5).with_friction(0.3));
    let [corner, top] = [1.05, 0.3].map(|x| world.add_body(disc(1.0, 0.1).at([x, 2.0])).unwrap());
    let mut first = None;
    for _ in 0..300 {
        world.step(1.0 / 60.0).unwrap();
        let mut contacts = world.contacts().iter();
        let met = contacts.find(|contact| contact.body == corner).copied();
        first = first.or(met);
    }
    let first = first.expect("it meets the corner");
    let off = first.point - Vector2::new(1.0, 1.0);
    assert!(off.norm() < 1e-12, "{first:?}");
    let height = (0.1_f64 * 0.1 - 0.05 * 0.05).sqrt();
    assert!((first.time - (2.0 * (1.0 - height) / G).sqrt()).abs() < 1e-12);
    assert!((first.normal - Vector2::new(0.5, height / 0.1)).norm() < 1e-11);
    assert!((world[top].position - Vector2::new(0.3, 1.1)).norm() < 1e-12);
    assert_eq!(world[top].velocity, Vector2::zeros());
}

/// Invalid input is rejected.
#[test]
fn bad_input_is_refused() {
    use kinstep::trajectory::{Nearest, Surface};

    let contact = Contact::new(0.5);
    for bad in [
        Contact::new(1.1),
        Contact::new(f64::NAN),
        contact.with_friction(-0.1),
        contact.with_rolling(f64::INFINITY),
    ] {
        assert!(World2::new().add_surface(ground(), bad).is_err());
    }
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        let body = Body2::point(1.0).round(radius);
        assert!(World2::new().add_body(body).is_err());
    }
    let uneven = Body3::solid(1.0, Inertia::principal([1.0, 2.0, 2.5])).round(0.1);
    assert!(World3::new().add_body(uneven).is_err());

    /// Ground that gives no distance.
    struct Broken;
    impl Surface<f64, 2> for Broken {
        fn nearest(&self, _: &Vector2<f64>, _: f64) -> Nearest<f64, 2> {
            Nearest::Unknown
        }
    }
    let error = World2::new().add_surface(Broken, contact).unwrap_err();
    assert!(error.to_string().contains("how far"), "{error}");
}

/// Under a force without a linear law bodies bounce, stay above the ground and come to rest, too.
#[test]
fn forces_without_a_law_bounce_as_well() {
    use kinstep::QuadraticDrag;

    let (mut world, _) = falling_on(ground(), Contact::new(0.7).with_friction(0.3));
    world.add_force(QuadraticDrag::coefficient(0.02)).unwrap();
    let ball = Body2::point(0.2).at([0.0, 3.0]).moving([6.0, 2.0]);
    let ball = world.add_body(ball).unwrap();
    let places = [30, 60, 240, 2000].map(|rate| {
        let mut world = world.clone();
        let mut bounces = 0;
        for _ in 0..12 * rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            let body = &world[ball];
            assert!(body.position.y > -1e-12, "{rate} Hz: {body:?}");
            bounces += world.contacts().len();
        }
        let body = &world[ball];
        assert!(
            bounces > 20 && body.velocity.norm() < 1e-9,
            "{rate} Hz: {body:?}"
        );
        body.position.x
    });
    // a step with a contact holds the drag constant: a first-order error, here 1.6 m/s times the
    // step
    for (place, rate) in places.iter().zip([30.0, 60.0, 240.0]) {
        let error = (place - places[3]).abs();
        assert!(error < 2.5 / rate, "{rate} Hz: {error}");
    }
}

/// In single precision a ball comes to rest at the same position at 30 and 240 Hz, to rounding,
/// also after an hour of simulated time.
#[test]
fn single_precision_bounces() {
    use kinstep::{Body2f, World2f};

    let mut world = World2f::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let contact = Contact::new(0.6).with_friction(0.2);
    let ground = Plane::new([0.0, 1.0], 0.0);
    world.add_surface(ground, contact).unwrap();
    world.step(3600.0).unwrap();
    let ball = Body2f::point(0.2).at([0.0, 2.0]).moving([3.0, 1.0]);
    let ball = world.add_body(ball).unwrap();
    let places = [30, 240].map(|rate: u16| {
        let mut world = world.clone();
        for _ in 0..10 * rate {
            world.step(1.0 / f32::from(rate)).unwrap();
            assert!(world[ball].position.y > -1e-6);
        }
        assert_eq!(world[ball].velocity, Vector2::zeros());
        world[ball].position.x
    });
    // measured: 1.2e-5, the rounding of 2400 additions
    assert!((places[0] - places[1]).abs() < 1e-4, "{places:?}");
}

/// A restored world keeps its surfaces and the layers of its bodies, and continues in the same way.
#[test]
fn a_restored_world_goes_on() {
    let (mut world, _) = falling_on(ground(), Contact::new(0.5));
    let gone = world.add_body(Body2::point(1.0).at([5.0, 9.0])).unwrap();
    let ghost = world.add_body(Body2::point(1.0).at([0.0, 1.0])).unwrap();
    let ball = Body2::point(1.0).round(0.1).at([1.0, 1.0]);
    let ball = world.add_body(ball).unwrap();
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

/// A body jumps through a one-way box from below: it touches neither the lower face nor, from
/// inside, the bottom. A body that turns back inside the box falls out again.
#[test]
fn a_body_passes_through_a_box_from_below() {
    for (radius, half_height, speed) in [
        (0.1, 0.05, 6.0),
        (0.1, 0.3, 6.0),
        (0.1, 0.3, 3.5),
        (0.1, 0.6, 4.4),
        (0.1, 2.0, 5.0),
        (0.0, 0.5, 4.4),
        (0.0, 0.5, 6.2),
    ] {
        let area = AlignedBox::around([0.0, 0.0], [2.0, half_height]);
        let (mut world, shelf) = falling_on(area, Contact::new(0.0));
        world.set_one_way(shelf, Some(Vector2::y())).unwrap();
        let start = -half_height - 0.5;
        let body = Body2::solid(1.0, 0.005).round(radius).at([0.0, start]);
        let body = world.add_body(body.moving([0.1, speed])).unwrap();
        let top = start + speed * speed / (2.0 * G);
        let stands = top >= half_height + radius;
        (0..240).for_each(|_| world.step(1.0 / 60.0).unwrap());
        let y = world[body].position.y;
        let time = world.time();
        let falls = start + speed * time - 0.5 * G * time * time;
        let expected = if stands { half_height + radius } else { falls };
        let bound = if stands { 1e-12 } else { 1e-9 * y.abs() };
        let told = format!("{radius} {half_height} {speed} {y} {expected}");
        assert!((y - expected).abs() < bound, "{told}");
        assert_eq!(world.held_by(body).eq([shelf]), stands, "{told}");
    }
}

/// A body placed inside a surface sinks no deeper and can leave: a ball that overlaps a floor moves
/// up freely.
#[test]
fn who_starts_inside_is_let_out() {
    let contact = Contact::new(0.0).with_friction(0.5);
    let area = AlignedBox::around([0.0, -1.0], [2.0, 1.0]);
    for is_box in [false, true] {
        for (y, velocity) in [(0.04, 0.0), (0.04, -1.0), (0.04, 2.0), (-0.04, 0.0)] {
            let (mut world, _) = if is_box {
                falling_on(area, contact)
            } else {
                falling_on(ground(), contact)
            };
            let ball = Body2::solid(1.0, 0.005).round(0.1).at([0.0, y]);
            let ball = world.add_body(ball.moving([0.0, velocity])).unwrap();
            world.step(1e-3).unwrap();
            let free = y + velocity * 1e-3 - 0.5 * G * 1e-6;
            let expected = if velocity > 0.0 {
                free
            } else {
                world[ball].position.y.max(y)
            };
            assert!((world[ball].position.y - expected).abs() < 1e-15);
            (0..120).for_each(|_| world.step(1.0 / 60.0).unwrap());
            assert!(world[ball].position.y >= y, "{y} {velocity}");
        }
    }
}

/// A ball caught between two walls stays between them.
#[test]
fn a_gap_that_is_too_thin() {
    for gap in [0.1, 0.2, 0.2 + 1e-12] {
        let mut world = falling();
        let contact = Contact::new(0.5).with_friction(0.5);
        for normal in [[1.0, 0.0], [-1.0, 0.0]] {
            let wall = Plane::new(normal, -0.5 * gap);
            world.add_surface(wall, contact).unwrap();
        }
        let ball = Body2::solid(1.0, 0.005).round(0.1).moving([1.0, 0.0]);
        let ball = world.add_body(ball).unwrap();
        (0..60).for_each(|_| world.step(1.0 / 60.0).unwrap());
        let body = &world[ball];
        assert!(
            body.position.x.abs() < 0.1 && body.position.y.is_finite(),
            "{gap}: {body:?}"
        );
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
        world
            .add_surface(Plane::new(normal, distance), grip)
            .unwrap();
    }
    let ball = Body2::solid(2.0, 0.4 * 2.0 * radius * radius).round(radius);
    let ball = ball.at([0.0, 0.5]).moving([1.0, -1.0]);
    let ball = world.add_body(ball).unwrap();
    let (world, touches) = run(&world, 2.25, 135);
    assert_eq!(touches.len(), 3);
    for ((_, time), expected) in touches.iter().zip([0.4, 1.2, 2.0]) {
        assert!((time - expected).abs() < 1e-14, "{touches:?}");
    }
    let body = world[ball];
    let off = body.velocity - Vector2::new(-333.0 / 343.0, 1.0);
    assert!(off.norm() < 1e-14, "{:?}", body.velocity);
    assert!((radius * body.angular_velocity() - 130.0 / 343.0).abs() < 1e-14);
    // (3/7 - 31/49) 0.8 s forth and back, and the displacement in the remaining time
    let x = 0.4 + 0.8 * (3.0 / 7.0 - 31.0 / 49.0) - 0.25 * 333.0 / 343.0;
    let off = body.position.x - x;
    assert!(off.abs() < 1e-13, "{off:e}");
}

/// A step of zero length changes nothing: resting, sliding, rolling and flying bodies keep all
/// bits, and surfaces still hold the bodies that they held.
#[test]
fn no_time_changes_no_bit_and_nothing_that_holds() {
    let (mut world, surface) = falling_on(ground(), Contact::new(0.5).with_friction(0.2));
    let resting = world.add_body(Body2::point(1.0)).unwrap();
    let sliding = (world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([9.0, 0.0]))).unwrap();
    let rolling = disc(1.0, 0.2).at([2.0, 0.2]).moving([0.3, 0.0]);
    let rolling = world.add_body(rolling).unwrap();
    let flying = (world.add_body(Body2::point(1.0).at([3.0, 2.0]).moving([0.3, 3.0]))).unwrap();
    let all = [resting, sliding, rolling, flying];
    let mut plain = world.clone();
    for step in 0..400 {
        let dt = [1.0 / 60.0, 0.013][step % 2];
        world.step(dt).unwrap();
        plain.step(dt).unwrap();
        let held = |world: &World2| all.map(|id| world.held_by(id).collect::<Vec<_>>());
        let states = |world: &World2| all.map(|id| world[id]);
        let time = world.time();
        world.step(0.0).unwrap();
        assert_eq!((world.time(), held(&world)), (time, held(&plain)), "{step}");
        assert_eq!(states(&world), states(&plain), "{step}");
        assert_eq!(held(&world)[0], [surface], "{step}");
        // a step of zero length has no contacts
        assert_eq!(world.contacts(), []);
    }
}

/// Balls so large that distances from them overflow: a step fails and changes nothing, or leaves a valid body.
#[test]
fn no_contact_leaves_a_body_that_is_not_finite() {
    for scheme in Scheme::ALL {
        for exponent in 1..=40 {
            let mut world = World::<f32, 3>::new();
            let planet = Sphere::new([-7.0, 1.9, 7.5], 10.0_f32.powi(exponent));
            let contact = Contact::new(1.0)
                .with_friction(0.02)
                .with_tangential_restitution(0.5);
            let planet = world.add_surface(planet, contact).unwrap();
            world
                .set_surface_velocity(planet, [-3.0, 0.0, 8.0])
                .unwrap();
            world.set_scheme(scheme);
            let push = ConstantForce::new([-4800.0, 28e3, 100.0]);
            world.add_force(push).unwrap();
            let thrown = Body::<f32, 3>::point(3.5).at([-1.0, -18.0, -0.9]);
            let body = world
                .add_body(thrown.round(0.04).moving([-108.0, -116.0, 21.0]))
                .unwrap();
            let before = world[body];
            let result = world.step(0.16);
            assert_eq!(world[body].check(), Ok(()), "{scheme}: {result:?}");
            assert!(result.is_ok() || (world[body], world.time()) == (before, 0.0));
        }
    }
}
