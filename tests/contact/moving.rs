//! Surfaces that move under laws.

use kinstep::ballistics::{AlignedBox, Plane};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, LinearDrag, LinearLaw, SurfaceId, UniformGravity, World2};

const G: f64 = 9.81;

/// A platform whose top is at rest at height 0, between x = -2 and 2.
fn with_platform(contact: Contact<f64>) -> (World2, SurfaceId) {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    let platform = AlignedBox::around([0.0, -0.5], [2.0, 0.5]);
    let platform = world.add_surface(platform, contact).unwrap();
    (world, platform)
}

/// The first root of a function after zero, by steps and bisection.
fn first_root(function: impl Fn(f64) -> f64) -> f64 {
    let step = 1e-4;
    let mut time = step;
    while function(time) > 0.0 {
        time += step;
    }
    let (mut low, mut high) = (time - step, time);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// A body falls, slowed by drag, on a platform that swings up and down: the time and the impulse of the touch.
#[test]
fn a_touch_of_a_swinging_platform() {
    let (omega, speed, drag) = (3.0_f64, 1.2, 0.3);
    for (start, is_plane) in [(1.0, false), (0.35, false), (1.0, true), (2.0, true)] {
        let (mut world, mut platform) = with_platform(Contact::new(0.6));
        if is_plane {
            world.remove_surface(platform).unwrap();
            platform = (world.add_surface(Plane::new([0.0, 2.0], 0.0), Contact::new(0.6))).unwrap();
        }
        world.add_force(LinearDrag::rate(drag)).unwrap();
        let law = LinearLaw::spring(omega * omega);
        world.set_surface_law(platform, law, [0.0, speed]).unwrap();
        let body = world.add_body(Body2::point(1.0).at([0.3, start])).unwrap();
        let top = |t: f64| speed / omega * (omega * t).sin();
        // v' = -g - γ v
        let terminal = G / drag;
        let fallen = |t: f64| start - terminal * (t + (-drag * t).exp_m1() / drag);
        let expected = first_root(|t| fallen(t) - top(t));
        for steps in [1, 9, 100] {
            let mut world = world.clone();
            let mut first = None;
            for _ in 0..steps {
                world.step((expected + 0.01) / f64::from(steps)).unwrap();
                first = first.or(world.contacts().first().copied());
            }
            let first = first.unwrap();
            assert!(
                (first.time - expected).abs() < 1e-13,
                "{steps}: {:e}",
                first.time - expected
            );
            let approach =
                -terminal * -(-drag * expected).exp_m1() - speed * (omega * expected).cos();
            assert!((first.impulse.y + 1.6 * approach).abs() < 1e-12);
            assert_eq!(first.kind, ContactKind::Bounce);
            assert!(world[body].position.y > top(world.time()));
        }
    }
}

/// A body rides up and down, and to and fro, as the surface does.
#[test]
fn a_rider_moves_with_its_platform() {
    let (mut world, platform) = with_platform(Contact::new(0.3).with_friction(0.9));
    // less than g up and down, and less than friction holds to and fro
    let (omega, speed) = (2.0_f64, Vector2::new(1.0, 1.5));
    let law = LinearLaw::spring(omega * omega);
    world.set_surface_law(platform, law, speed).unwrap();
    let rider = world
        .add_body(Body2::point(1.0).at([0.25, 0.0]).moving(speed))
        .unwrap();
    for rate in [5, 60, 240] {
        let mut world = world.clone();
        for _ in 0..20 * rate {
            world.step(1.0 / f64::from(rate)).unwrap();
            assert!(world.contacts().is_empty(), "{:?}", world.contacts());
        }
        let phase = omega * world.time();
        let expected = Vector2::new(0.25, 0.0) + speed / omega * phase.sin();
        let off = (world[rider].position - expected).norm();
        assert!(off < 2e-13, "{rate}: {off:e}");
        let off = (world[rider].velocity - speed * phase.cos()).norm();
        assert!(off < 1e-12, "{rate}: {off:e}");
        let off = (world[rider].velocity - world.surface_velocity(platform).unwrap()).norm();
        assert!(off < 1e-12, "{rate}: {off:e}");
    }
}

/// A platform that swings too fast throws its rider up where its acceleration is that of gravity.
#[test]
fn a_rider_is_thrown_up() {
    let (mut world, platform) = with_platform(Contact::new(0.0).with_friction(0.5));
    let (omega, speed) = (5.0_f64, 4.0);
    let law = LinearLaw::spring(omega * omega);
    world.set_surface_law(platform, law, [0.0, speed]).unwrap();
    let rider = world
        .add_body(Body2::point(1.0).moving([0.0, speed]))
        .unwrap();
    let leaves = (G / (omega * speed)).asin() / omega;
    world.step(leaves + 0.1).unwrap();
    let event = world.contacts()[0];
    assert_eq!(event.kind, ContactKind::Leave);
    assert!((event.time - leaves).abs() < 1e-14);
    let height = speed / omega * (omega * leaves).sin();
    let rises = speed * (omega * leaves).cos();
    let expected = height + rises * 0.1 - G * 0.005;
    let off = (world[rider].position.y - expected).abs();
    assert!(off < 1e-14, "{off:e}");
}

/// A platform that swings to and fro too fast for friction: the rider slides, against an integration in 10⁶ steps.
#[test]
fn a_rider_slides() {
    let (friction, omega, speed) = (0.3, 3.0_f64, 1.5);
    let (mut world, platform) = with_platform(Contact::new(0.0).with_friction(friction));
    let law = LinearLaw::spring(omega * omega);
    world.set_surface_law(platform, law, [speed, 0.0]).unwrap();
    let rider = world
        .add_body(Body2::point(1.0).moving([speed, 0.0]))
        .unwrap();
    let duration = 2.4;
    let (mut x, mut v, steps) = (0.0_f64, speed, 1_000_000);
    let dt = duration / f64::from(steps);
    for step in 0..steps {
        let phase = omega * dt * (f64::from(step) + 0.5);
        let (belt, pull) = (speed * phase.cos(), -omega * speed * phase.sin());
        let most = friction * G;
        let slip = v - belt;
        let holds = slip.abs() < most * dt && pull.abs() < most;
        let acceleration = if holds { pull } else { -most * slip.signum() };
        v = if holds {
            belt + pull * dt / 2.0
        } else {
            v + acceleration * dt
        };
        x += v * dt - 0.5 * acceleration * dt * dt;
    }
    let mut ends = Vec::new();
    for steps in [1, 12, 600] {
        let mut world = world.clone();
        let mut kinds = Vec::new();
        for _ in 0..steps {
            world.step(duration / f64::from(steps)).unwrap();
            kinds.extend(world.contacts().iter().map(|event| event.kind));
        }
        assert_eq!(kinds[..2], [ContactKind::Slide, ContactKind::Rest]);
        let off = (world[rider].position - Vector2::new(x, 0.0)).norm();
        assert!(off < 1e-5, "{off:e}");
        ends.push(world[rider].position.x);
    }
    assert!(ends.iter().all(|end| (end - ends[0]).abs() < 1e-12));
}

/// A ball rolls on a platform that speeds up: its centre gets 1/3 of the acceleration of a disc's ground, `a i/(i + r²)`.
#[test]
fn a_ball_on_a_platform_that_speeds_up() {
    let (mut world, platform) = with_platform(Contact::new(0.0).with_friction(0.9));
    world
        .set_surface_law(platform, LinearLaw::gravity([1.5, 2.0]), [0.0, 0.0])
        .unwrap();
    let disc = Body2::solid(1.0, 0.5 * 0.1 * 0.1).round(0.1).at([0.0, 0.1]);
    let ball = world.add_body(disc).unwrap();
    for _ in 0..10 {
        world.step(0.1).unwrap();
    }
    let body = world[ball];
    assert!(
        (body.velocity - Vector2::new(0.5, 2.0)).norm() < 1e-12,
        "{}",
        body.velocity
    );
    assert!((body.position - Vector2::new(0.25, 1.1)).norm() < 1e-12);
    // the touching point has the velocity of the platform
    assert!((body.velocity.x + body.angular_velocity() * 0.1 - 1.5).abs() < 1e-11);
}

/// Bodies that bounce on a swinging box are never in it.
#[test]
fn none_is_missed() {
    let (mut world, platform) = with_platform(Contact::new(0.9).with_friction(0.2));
    let law = LinearLaw::spring(16.0);
    world.set_surface_law(platform, law, [2.0, 3.0]).unwrap();
    for n in 0..40 {
        let place = [-2.5 + 0.13 * f64::from(n), 1.0 + 0.05 * f64::from(n)];
        let radius = if n % 2 == 0 { 0.0 } else { 0.07 };
        let disc = Body2::solid(1.0, 0.002).round(radius);
        world
            .add_body(disc.at(place).moving([0.3 - 0.02 * f64::from(n), 0.0]))
            .unwrap();
    }
    let mut touches = 0;
    for _ in 0..1500 {
        world.step(0.002).unwrap();
        touches += world.contacts().len();
        let moved = world.surface_offset(platform).unwrap();
        for body in world.body_slice() {
            let from_box = body.position - moved - Vector2::new(0.0, -0.5);
            let outside = Vector2::new(from_box.x.abs() - 2.0, from_box.y.abs() - 0.5);
            let distance = outside.map(|side| side.max(0.0)).norm() + outside.max().min(0.0);
            assert!(distance - body.radius() > -1e-9, "{distance}");
        }
    }
    assert!(touches > 60, "{touches}");
}
