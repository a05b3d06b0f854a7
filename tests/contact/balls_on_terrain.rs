//! Balls on ground that is given by its height.

use kinstep::ballistics::{Nearest, Offset, OffsetError, Surface, Terrain};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{
    Body2, Body3, Inertia, StepError, TouchProblem, Touched, UniformGravity, World2, World3,
};

const G: f64 = 9.81;

/// Ground along a line: `y = A sin(k x)`, or a parabola `y = c x²/2`.
#[derive(Debug, Clone, Copy)]
enum Profile {
    Wave { size: f64, wave: f64 },
    Parabola { bend: f64 },
}

impl Profile {
    fn height(&self, x: f64) -> f64 {
        match self {
            Self::Wave { size, wave } => size * (wave * x).sin(),
            Self::Parabola { bend } => 0.5 * bend * x * x,
        }
    }

    fn slope(&self, x: f64) -> f64 {
        match self {
            Self::Wave { size, wave } => size * wave * (wave * x).cos(),
            Self::Parabola { bend } => bend * x,
        }
    }

    fn curvature(&self) -> f64 {
        match self {
            Self::Wave { size, wave } => size * wave * wave,
            Self::Parabola { bend } => bend.abs(),
        }
    }

    /// The nearest point, by a scan and the root of `(x - X) + (f(x) - Y) f'(x)` about its lowest sample.
    fn foot(&self, point: Vector2<f64>) -> Vector2<f64> {
        let above = point.y - self.height(point.x);
        let reach = above.abs().min(3.0);
        let step = reach / 64.0;
        let to = |x: f64| (point.y - self.height(x)).hypot(point.x - x);
        let places = (-64..=64).map(|i| point.x + f64::from(i) * step);
        let nearest = places.min_by(|a, b| to(*a).total_cmp(&to(*b))).unwrap();
        let along = |x: f64| x - point.x + (self.height(x) - point.y) * self.slope(x);
        let x = bisected(along, nearest - step, nearest + step);
        Vector2::new(x, self.height(x))
    }

    fn distance(&self, point: Vector2<f64>) -> f64 {
        (point - self.foot(point)).norm()
    }

    fn line(self, steepest: f64) -> Terrain<f64, 2, impl Fn(&Vector2<f64>) -> f64 + Copy> {
        let terrain = Terrain::new(
            [0.0, 1.0],
            move |at: &Vector2<f64>| self.height(at.x),
            steepest,
        );
        terrain.with_curvature(self.curvature())
    }

    /// The same profile about the axis x = z = 0.
    fn bowl(self, steepest: f64) -> Terrain<f64, 3, impl Fn(&Vector3<f64>) -> f64 + Copy> {
        let terrain = Terrain::new(
            [0.0, 1.0, 0.0],
            move |at: &Vector3<f64>| self.height(at.x.hypot(at.z)),
            steepest,
        );
        terrain.with_curvature(self.curvature())
    }
}

/// Where a function changes its sign from negative to positive.
fn bisected(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if function(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The first time at which a gap closes, by a scan and bisection.
fn first_contact(gap: impl Fn(f64) -> f64, until: f64) -> f64 {
    let step = until / 1024.0;
    let place = (1..=1024).find(|i| gap(f64::from(*i) * step) < 0.0);
    let end = f64::from(place.expect("the ball comes down")) * step;
    bisected(|time| -gap(time), end - step, end)
}

fn world(terrain: impl Surface<f64, 2> + Send + Sync + 'static, contact: Contact<f64>) -> World2 {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    world.add_surface(terrain, contact).unwrap();
    world
}

fn space(terrain: impl Surface<f64, 3> + Send + Sync + 'static, contact: Contact<f64>) -> World3 {
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new([0.0, -G, 0.0]))
        .unwrap();
    world.add_surface(terrain, contact).unwrap();
    world
}

fn disc(radius: f64) -> Body2 {
    Body2::solid(1.0, 0.5 * radius * radius).round(radius)
}

fn sphere(radius: f64) -> Body3 {
    Body3::solid(1.0, Inertia::sphere(1.0, radius)).round(radius)
}

/// Time and place of the first contact, in one step of a second: over waves, from crests and into valleys.
#[test]
fn the_first_contact_over_waves() {
    let mut worst = [0.0_f64; 2];
    for (size, wave, radius) in [
        (0.3, 2.0, 0.1),
        (0.3, 2.0, 0.8),
        (1.2, 0.9, 0.9),
        (0.02, 9.0, 0.3),
    ] {
        let ground = Profile::Wave { size, wave };
        for case in 0..24 {
            let case = f64::from(case);
            let start = Vector2::new(0.37 * case - 4.0, 1.9 + radius + 0.05 * case);
            let velocity = Vector2::new(0.4 * case - 4.0, 2.0 - 0.3 * case);
            let at = |time: f64| start + velocity * time - Vector2::y() * (0.5 * G * time * time);
            let gap = |time: f64| {
                let at = at(time);
                if at.y > size + radius {
                    return at.y - size - radius;
                }
                ground.distance(at) - radius
            };
            let expected = first_contact(gap, 2.0);

            let mut world = world(ground.line(size * wave), Contact::new(0.5));
            let ball = world
                .add_body(disc(radius).at(start).moving(velocity))
                .unwrap();
            world.step(expected + 1e-3).unwrap();
            let first = world.contacts()[0];
            let normal = first.normal;
            assert_eq!((first.body, first.kind), (ball, ContactKind::Bounce));
            let centre = first.point + normal * radius;
            worst[0] = worst[0].max((first.time - expected).abs());
            worst[1] = worst[1].max((centre - at(expected)).norm());
            // the normal is that of the height at the touching point
            let slope = ground.slope(first.point.x);
            let exact = Vector2::new(-slope, 1.0).normalize();
            assert!(
                (normal - exact).norm() < 1e-9,
                "{}",
                (normal - exact).norm()
            );
        }
    }
    println!("{worst:?}");
    // seconds and metres; measured:
    assert!(worst.iter().all(|worst| *worst < 3e-14), "{worst:?}");
}

/// A ball in a bowl and on a hill, both paraboloids, and over rings of waves.
#[test]
fn the_first_contact_in_space() {
    let bowl = Profile::Parabola { bend: 1.5 };
    let hill = Profile::Parabola { bend: -1.5 };
    let rings = Profile::Wave {
        size: 0.2,
        wave: 1.5,
    };
    let mut worst = [0.0_f64; 2];
    for (ground, steepest) in [(bowl, 12.0), (hill, 12.0), (rings, 0.3)] {
        for (case, radius) in (0..16).map(|case| (f64::from(case), 0.1 + 0.03 * f64::from(case))) {
            let start = Vector3::new(0.2 * case - 1.5, 6.0, 0.1 * case - 0.8);
            let velocity = Vector3::new(0.7 - 0.1 * case, -1.0, 0.2 * case - 1.0);
            let at = |time: f64| start + velocity * time - Vector3::y() * (0.5 * G * time * time);
            let gap = |time: f64| {
                let at = at(time);
                let across = Vector2::new(at.x.hypot(at.z), at.y);
                ground.distance(across) - radius
            };
            let expected = first_contact(gap, 3.0);

            let mut world = space(ground.bowl(steepest), Contact::new(0.5));
            world
                .add_body(sphere(radius).at(start).moving(velocity))
                .unwrap();
            world.step(expected + 1e-3).unwrap();
            let first = world.contacts()[0];
            let centre = first.point + first.normal * radius;
            worst[0] = worst[0].max((first.time - expected).abs());
            worst[1] = worst[1].max((centre - at(expected)).norm());
        }
    }
    println!("{worst:?}");
    assert!(worst.iter().all(|worst| *worst < 3e-14), "{worst:?}");
}

/// A ball that rolls over a crest keeps the energy of rolling, `(1 + i/r²) v²/2 + g y`, less what hops take, and the spin of rolling.
#[test]
fn rolling_over_a_crest() {
    let (size, wave, radius) = (0.1, 1.0, 0.2);
    let ground = Profile::Wave { size, wave };
    let mut world = world(
        ground.line(size * wave),
        Contact::new(0.0).with_friction(0.9),
    );
    // from the bottom of a valley
    let start = Vector2::new(-0.5 * std::f64::consts::PI, radius - size);
    let speed = 2.2;
    let body = disc(radius).at(start).moving([speed, 0.0]);
    let ball = world.add_body(body.spinning(-speed / radius)).unwrap();
    let (mut worst, mut higher, mut highest) = ([0.0_f64; 2], 0.0_f64, 0.0_f64);
    let energy = 0.75 * speed * speed;
    let (mut before, mut lost) = (energy, 0.0);
    for _ in 0..240 {
        world.step(1.0 / 60.0).unwrap();
        let body = &world[ball];
        let gap = ground.distance(body.position) - radius;
        let risen = body.position.y - start.y;
        let speed = body.velocity.norm();
        let now =
            0.5 * speed * speed + 0.25 * (body.angular_velocity() * radius).powi(2) + G * risen;
        assert!(now < before + 1e-12, "{now} {before}");
        (before, lost) = (now, energy - now);
        highest = highest.max(risen);
        higher = higher.max(gap);
        worst[0] = worst[0].max(-gap);
        worst[1] = worst[1].max((body.angular_velocity() * radius / speed + 1.0).abs());
    }
    println!("{worst:?} {higher:e} {highest} {lost} of {energy}");
    assert!(highest > 1.999 * size && world[ball].position.x > 5.0);
    // depth and slip; measured: 0 and 2e-3
    assert!(worst[0] < 1e-12 && worst[1] < 4e-3, "{worst:?}");
    // 250 hops a second, each of 2e-4 J/kg
    assert!(lost < 0.2, "{lost}");
    // a hop of four milliseconds rises by 20 µm
    assert!(higher < 3e-5, "{higher:e}");
}

/// A ball that rolls over long waves is slowed by rolling resistance as on a plane, where it rolls by `ρ g/(1 + i/r²)`.
#[test]
fn rolling_resistance_on_curved_ground() {
    let ground = Profile::Wave {
        size: 1e-3,
        wave: 0.5,
    };
    let (radius, speed, rolling) = (0.2, 3.0, 0.1);
    let contact = Contact::new(0.0).with_friction(0.8).with_rolling(rolling);
    let mut world = world(ground.line(1e-3), contact);
    let start = [0.0, radius];
    let body = disc(radius).at(start).moving([speed, 0.0]);
    let ball = world.add_body(body.spinning(-speed / radius)).unwrap();
    world.step(1.0).unwrap();
    let expected = speed - rolling * G / 1.5;
    let off = world[ball].velocity.x - expected;
    println!("{off}");
    // measured:
    assert!(off.abs() < 0.05, "{off}");
}

/// A ball that rolls to and fro in a valley comes to rest at its bottom, in the plane and in space.
#[test]
fn rest_in_a_valley() {
    let valley = Profile::Parabola { bend: 1.5 };
    let contact = Contact::new(0.2).with_friction(0.6).with_rolling(0.1);
    let mut flat = world(valley.line(2.0), contact);
    let ball = flat
        .add_body(disc(0.3).at([0.3, 0.5]).moving([0.2, 0.0]))
        .unwrap();
    let mut deep = space(valley.bowl(2.0), contact);
    let round = deep
        .add_body(sphere(0.3).at([0.2, 0.5, 0.1]).moving([0.1, 0.0, 0.2]))
        .unwrap();
    let mut contacts = 0;
    for _ in 0..240 {
        flat.step(1.0 / 60.0).unwrap();
        deep.step(1.0 / 60.0).unwrap();
        contacts += flat.contacts().len().max(deep.contacts().len());
    }
    println!("{contacts} contacts");
    let (at, there) = (flat[ball], deep[round]);
    // where rolling resistance holds it: the slope under it is at most ρ
    let foot = valley.foot(at.position);
    assert!(valley.slope(foot.x).abs() < 0.1, "{foot}");
    let across = Vector2::new(there.position.x.hypot(there.position.z), there.position.y);
    let below = valley.foot(across);
    assert!(valley.slope(below.x) < 0.1, "{below}");
    for (gap, speed) in [
        ((at.position - foot).norm() - 0.3, at.velocity.norm()),
        ((across - below).norm() - 0.3, there.velocity.norm()),
    ] {
        assert!(gap.abs() < 1e-14 && speed < 1e-14, "{gap:e} {speed:e}");
    }
    assert!(contacts < 20_000, "{contacts}");
}

/// A ball that overlaps the ground, or is in it, is pushed out along the normal of its nearest point, to the side of its centre.
#[test]
fn pushed_out_of_the_ground() {
    let ground = Profile::Wave {
        size: 0.3,
        wave: 2.0,
    };
    let radius = 0.4;
    for case in 0..40 {
        let x = 0.11 * f64::from(case) - 2.0;
        let start = Vector2::new(x, ground.height(x) + 0.033 * f64::from(case % 9) - 0.13);
        let foot = ground.foot(start);
        let normal = (start - foot).normalize();
        let mut world = World2::new();
        world
            .add_surface(ground.line(0.6), Contact::new(0.5))
            .unwrap();
        let ball = world.add_body(disc(radius).at(start)).unwrap();
        world.step(0.01).unwrap();
        let off = (world[ball].position - (foot + normal * radius)).norm();
        assert!(off < 1e-9, "{off:e}");
        let gap = ground.distance(world[ball].position) - radius;
        assert!(gap.abs() < 1e-14, "{gap:e}");
        assert_eq!(world[ball].velocity, Vector2::zeros());
    }
}

/// Without a curvature, and with a radius that is too large for it, the error says what to do.
#[test]
fn errors_say_what_to_do() {
    let ground = Profile::Wave {
        size: 0.3,
        wave: 2.0,
    };
    let without = Terrain::new(
        [0.0, 1.0],
        move |at: &Vector2<f64>| ground.height(at.x),
        0.6,
    );
    let error = Offset::new(without, 0.1).err().unwrap();
    assert_eq!(error, OffsetError::Unknown);
    assert!(error.to_string().contains("with_curvature"));
    let start = [0.0, 2.0];
    let mut bare = world(without, Contact::new(0.5));
    let body = bare.add_body(disc(0.1).at(start)).unwrap();
    let error = bare.step(1.0).unwrap_err();
    let StepError::Touch { with, problem, .. } = error else {
        panic!("{error}");
    };
    assert!(matches!(with, Touched::Surface(_)));
    assert_eq!(problem, TouchProblem::NotRound);
    assert!(error.to_string().contains("with_curvature"), "{error}");
    assert_eq!(bare[body].position, Vector2::from(start));

    let limit = ground.line(0.6).largest_radius();
    assert!(limit < 1.0 / 1.2 && limit > 0.999 / 1.2);
    let mut tight = world(ground.line(0.6), Contact::new(0.5));
    let body = tight.add_body(disc(1.0 / 1.2).at(start)).unwrap();
    let error = tight.step(1.0).unwrap_err();
    println!("{error}");
    assert!(matches!(error, StepError::TooLarge { limit: most, .. } if most == limit));
    assert!(error.to_string().contains("0.833333 m"), "{error}");
    assert_eq!(tight[body].position, Vector2::from(start));
    let mut wide = world(ground.line(0.6), Contact::new(0.5));
    wide.add_body(disc(0.83).at(start)).unwrap();
    wide.step(1.0).unwrap();
    assert!(!wide.contacts().is_empty());
}

/// The distance from a point to the ground in `f32` and `f64`, above and below it, near and far, along slanted axes as well.
#[test]
fn distances() {
    let ground = Profile::Wave {
        size: 1.2,
        wave: 1.5,
    };
    let flat = ground.line(1.8);
    let up = Vector3::new(0.3, 0.8, -0.4).normalize();
    let side = up.cross(&Vector3::x()).normalize();
    let slanted = Terrain::new(
        up,
        move |at: &Vector3<f64>| ground.height(at.dot(&side)),
        1.8,
    )
    .with_curvature(ground.curvature());
    let single = Terrain::new(
        [0.0, 1.0],
        |at: &Vector2<f32>| 1.2 * (1.5 * at.x).sin(),
        1.8,
    )
    .with_curvature(2.7);
    let mut worst = [0.0_f64; 3];
    let mut told = 0;
    for case in 0..2000 {
        let x = 0.013 * f64::from(case) - 13.0;
        let y = ground.height(x) + 0.0021 * f64::from((case * 37) % 1000) - 1.0;
        let point = Vector2::new(x, y);
        let exact = ground.distance(point);
        let answers = [
            flat.nearest(&point, 9.0),
            match slanted.nearest(&(side * x + up * y), 9.0) {
                Nearest::At {
                    distance,
                    normal,
                    open,
                    curvature,
                } => Nearest::At {
                    distance,
                    normal: Vector2::new(normal.dot(&side), normal.dot(&up)),
                    open,
                    curvature,
                },
                Nearest::Beyond(distance) => Nearest::Beyond(distance),
                Nearest::Unknown => Nearest::Unknown,
            },
            match single.nearest(&point.cast(), 9.0) {
                Nearest::At {
                    distance,
                    normal,
                    open,
                    curvature,
                } => Nearest::At {
                    distance: distance.into(),
                    normal: normal.cast(),
                    open: open.into(),
                    curvature: curvature.into(),
                },
                Nearest::Beyond(distance) => Nearest::Beyond(distance.into()),
                Nearest::Unknown => Nearest::Unknown,
            },
        ];
        for (answer, worst) in answers.into_iter().zip(&mut worst) {
            match answer {
                Nearest::At {
                    distance, normal, ..
                } => {
                    // within a hundredth of 1/c the nearest point is ill-conditioned
                    let off = (distance - exact).abs();
                    assert!(off < 1e-5, "{point}");
                    if exact < 0.99 / 2.7 {
                        *worst = worst.max(off);
                    }
                    let foot = point - normal * distance;
                    // in `f32` the normal is known to 1e-3
                    let off = (foot.y - ground.height(foot.x)).abs();
                    assert!(off < 1e-2, "{point} {off:e}");
                    told += 1;
                }
                Nearest::Beyond(distance) => {
                    assert!(
                        distance > 0.99 / 2.7 && distance < exact + 1e-5,
                        "{point} {distance} {exact}"
                    );
                }
                Nearest::Unknown => panic!("{point}"),
            }
        }
    }
    println!("{worst:?} {told}");
    // measured:
    assert!(
        worst[0] < 1e-14 && worst[1] < 2e-10 && worst[2] < 1e-5 && told > 3000,
        "{worst:?} {told}"
    );
}

/// A ball in `f32` bounces down the side of a valley and comes to rest in it.
#[test]
fn single_precision() {
    use kinstep::{Body2f, World2f};

    let height = |x: f32| 0.3 * (1.5 * x).sin();
    let terrain = Terrain::new(
        [0.0_f32, 1.0],
        move |at: &Vector2<f32>| height(at.x),
        0.45001,
    );
    let radius = 0.2;
    let mut world = World2f::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let contact = Contact::new(0.6).with_friction(0.5).with_rolling(0.05);
    (world.add_surface(terrain.with_curvature(0.67501), contact)).unwrap();
    let ball = Body2f::solid(0.5, 0.01).round(radius);
    let ball = world.add_body(ball.at([2.0, 1.5])).unwrap();
    let mut deepest = 0.0_f32;
    for _ in 0..60 * 20 {
        world.step(1.0 / 60.0).unwrap();
        let center = world[ball].position;
        let samples = (-200..=200).map(|i| center.x + 0.001 * i as f32);
        let distance = samples.map(|x| (center.x - x).hypot(center.y - height(x)));
        deepest = deepest.max(radius - distance.fold(f32::MAX, f32::min));
    }
    let (place, speed) = (world[ball].position.x, world[ball].velocity.norm());
    println!("{place} m, {speed} m/s, {deepest:e} m deep");
    // the lowest point is at x = π
    assert!((place - std::f32::consts::PI).abs() < 0.05, "{place}");
    assert!(speed < 1e-3 && deepest < 1e-5, "{speed} {deepest}");
}
