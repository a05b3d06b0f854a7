//! Balls on terrain, which is given by its height.

use crate::{G, disc, falling_on, sphere};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::{RealField, SVector, Vector2, Vector3};
use kinstep::trajectory::{FlightError, Nearest, Surface, Terrain, Trajectory};
use kinstep::{StepError, UniformGravity, World2};
use kinstep_flight::Ballistics;
use truths::widths::widen;

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

    /// The nearest point of the profile, by a scan and the root of `(x - X) + (f(x) - Y) f'(x)`
    /// about the lowest sample.
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

    /// The same profile, rotated about the axis x = z = 0.
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

/// Time and position of the first contact are right in one step: over waves, from crests and into
/// valleys; in a bowl and on a hill, both paraboloids; and over rings of waves.
#[test]
fn the_first_contact() {
    for (size, wave, radius) in [
        (0.3, 2.0, 0.1),
        (0.3, 2.0, 0.8),
        (1.2, 0.9, 0.9),
        (0.02, 9.0, 0.3),
    ] {
        let ground = Profile::Wave { size, wave };
        for case in (0..24).map(f64::from) {
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

            let (mut world, _) = falling_on(ground.line(size * wave), Contact::new(0.5));
            let ball = disc(1.0, radius).at(start).moving(velocity);
            let ball = world.add_body(ball).unwrap();
            world.step(expected + 1e-3).unwrap();
            let first = world.contacts()[0];
            assert_eq!((first.body, first.kind), (ball, ContactKind::Bounce));
            let centre = first.point + first.normal * radius;
            let off = (first.time - expected).abs();
            let off = off.max((centre - at(expected)).norm());
            assert!(off < 3e-14, "{off:e} s or m");
            // the normal is that of the ground at the point of contact
            let slope = ground.slope(first.point.x);
            let off = first.normal - Vector2::new(-slope, 1.0).normalize();
            assert!(off.norm() < 1e-9, "{off}");
        }
    }
    let (size, wave) = (0.2, 1.5);
    for (ground, steepest) in [
        (Profile::Parabola { bend: 1.5 }, 12.0),
        (Profile::Parabola { bend: -1.5 }, 12.0),
        (Profile::Wave { size, wave }, 0.3),
    ] {
        for case in (0..16).map(f64::from) {
            let radius = 0.1 + 0.03 * case;
            let start = Vector3::new(0.2 * case - 1.5, 6.0, 0.1 * case - 0.8);
            let velocity = Vector3::new(0.7 - 0.1 * case, -1.0, 0.2 * case - 1.0);
            let at = |time: f64| start + velocity * time - Vector3::y() * (0.5 * G * time * time);
            let gap = |time: f64| ground.distance(across(&at(time))) - radius;
            let expected = first_contact(gap, 3.0);

            let (mut world, _) = falling_on(ground.bowl(steepest), Contact::new(0.5));
            let ball = sphere(1.0, radius).at(start).moving(velocity);
            world.add_body(ball).unwrap();
            world.step(expected + 1e-3).unwrap();
            let first = world.contacts()[0];
            let centre = first.point + first.normal * radius;
            let off = (first.time - expected).abs();
            let off = off.max((centre - at(expected)).norm());
            assert!(off < 3e-14, "{off:e} s or m");
        }
    }
}

/// Distance from the axis, and height.
fn across(at: &Vector3<f64>) -> Vector2<f64> {
    Vector2::new(at.x.hypot(at.z), at.y)
}

/// A ball that rolls to and fro in a valley comes to rest at its bottom, in the plane and in space.
#[test]
fn rest_in_a_valley() {
    let valley = Profile::Parabola { bend: 1.5 };
    let contact = Contact::new(0.2).with_friction(0.6).with_rolling(0.1);
    let (mut flat, _) = falling_on(valley.line(2.0), contact);
    let ball = disc(1.0, 0.3).at([0.3, 0.5]).moving([0.2, 0.0]);
    let ball = flat.add_body(ball).unwrap();
    let (mut deep, _) = falling_on(valley.bowl(2.0), contact);
    let round = sphere(1.0, 0.3).at([0.2, 0.5, 0.1]).moving([0.1, 0.0, 0.2]);
    let round = deep.add_body(round).unwrap();
    let mut contacts = 0;
    for _ in 0..240 {
        flat.step(1.0 / 60.0).unwrap();
        deep.step(1.0 / 60.0).unwrap();
        contacts += flat.contacts().len().max(deep.contacts().len());
    }
    let places = [flat[ball].position, across(&deep[round].position)];
    let speeds = [flat[ball].velocity.norm(), deep[round].velocity.norm()];
    for (place, speed) in places.into_iter().zip(speeds) {
        // rolling resistance holds the ball where the slope is at most ρ
        let foot = valley.foot(place);
        assert!(valley.slope(foot.x).abs() < 0.1, "{foot}");
        let gap = (place - foot).norm() - 0.3;
        assert!(gap.abs() < 1e-14 && speed < 1e-14, "{gap:e} {speed:e}");
    }
    assert!(contacts < 20_000, "{contacts}");
}

/// Without a curvature, and with a radius that is too large for the curvature, the error says what
/// to do.
#[test]
fn errors_say_what_to_do() {
    let (size, wave, start) = (0.3, 2.0, Vector2::new(0.0, 2.0));
    let ground = Profile::Wave { size, wave };
    let height = move |at: &Vector2<f64>| ground.height(at.x);
    let without = Terrain::new([0.0, 1.0], height, 0.6);
    let flight = Ballistics::new([0.0, -9.81]).launch(start, [0.0, 0.0]);
    let error = flight.landing_of_ball(0.1, &without, 0.0..1.0).unwrap_err();
    assert!(
        matches!(error, FlightError::Radius { limit: 0.0, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("with_curvature"), "{error}");
    let error = World2::new()
        .add_surface(without, Contact::new(0.5))
        .unwrap_err();
    assert!(error.to_string().contains("with_curvature"), "{error}");

    let limit = ground.line(0.6).largest_radius();
    assert!(limit < 1.0 / 1.2 && limit > 0.999 / 1.2);
    for (radius, fits) in [(1.0 / 1.2, false), (0.83, true)] {
        let (mut world, _) = falling_on(ground.line(0.6), Contact::new(0.5));
        let body = world.add_body(disc(1.0, radius).at(start)).unwrap();
        let done = world.step(1.0);
        assert_eq!((done.is_ok(), !world.contacts().is_empty()), (fits, fits));
        if let Err(error) = done {
            assert!(matches!(error, StepError::TooLarge { limit: most, .. } if most == limit));
            assert!(error.to_string().contains("0.833333 m"), "{error}");
            assert_eq!(world[body].position, start);
        }
    }
}

/// Distance to a surface and its normal, if the point is near enough; otherwise a lower bound of
/// the distance.
fn nearest<T: RealField + Copy, const D: usize>(
    surface: &impl Surface<T, D>,
    point: SVector<T, D>,
) -> Result<(f64, SVector<f64, D>), f64> {
    match surface.nearest(&point, kinstep::nalgebra::convert(9.0)) {
        Nearest::At {
            distance, normal, ..
        } => Ok((widen(distance), normal.map(widen))),
        Nearest::Beyond(distance) => Err(widen(distance)),
        Nearest::Unknown => panic!("{point}"),
    }
}

/// The distance from a point to the ground is right in `f32` and `f64`, above and below it, near
/// and far, also for slanted axes.
#[test]
fn distances() {
    let ground = Profile::Wave {
        size: 1.2,
        wave: 1.5,
    };
    let flat = ground.line(1.8);
    let up = Vector3::new(0.3, 0.8, -0.4).normalize();
    let side = up.cross(&Vector3::x()).normalize();
    let height = move |at: &Vector3<f64>| ground.height(at.dot(&side));
    let slanted = Terrain::new(up, height, 1.8).with_curvature(ground.curvature());
    let height = |at: &Vector2<f32>| 1.2 * (1.5 * at.x).sin();
    let single = Terrain::new([0.0, 1.0], height, 1.8).with_curvature(2.7);
    let mut worst = [0.0_f64; 3];
    let mut told = 0;
    for case in 0..2000 {
        let x = 0.013 * f64::from(case) - 13.0;
        let y = ground.height(x) + 0.0021 * f64::from((case * 37) % 1000) - 1.0;
        let point = Vector2::new(x, y);
        let exact = ground.distance(point);
        let in_plane = |normal: Vector3<f64>| Vector2::new(normal.dot(&side), normal.dot(&up));
        let answers = [
            nearest(&flat, point),
            nearest(&slanted, side * x + up * y).map(|(off, normal)| (off, in_plane(normal))),
            nearest(&single, point.cast::<f32>()),
        ];
        for (answer, worst) in answers.into_iter().zip(&mut worst) {
            match answer {
                Ok((distance, normal)) => {
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
                Err(beyond) => {
                    let is_true = beyond > 0.99 / 2.7 && beyond < exact + 1e-5;
                    assert!(is_true, "{point} {beyond} {exact}");
                }
            }
        }
    }
    let is_exact = worst[0] < 1e-14 && worst[1] < 2e-10 && worst[2] < 1e-5;
    assert!(is_exact && told > 3000, "{worst:?} {told}");
}

/// A ball in `f32` bounces down the side of a valley and comes to rest in it.
#[test]
fn single_precision() {
    use kinstep::{Body2f, World2f};

    let height = |x: f32| 0.3 * (1.5 * x).sin();
    let terrain = Terrain::new([0.0_f32, 1.0], move |at| height(at.x), 0.45001);
    let radius = 0.2;
    let mut world = World2f::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let contact = Contact::new(0.6).with_friction(0.5).with_rolling(0.05);
    (world.add_surface(terrain.with_curvature(0.67501), contact)).unwrap();
    let ball = Body2f::solid(0.5, 0.01).round(radius);
    let ball = world.add_body(ball.at([2.0, 1.5])).unwrap();
    for _ in 0..60 * 20 {
        world.step(1.0 / 60.0).unwrap();
        let center = world[ball].position;
        let samples = (-200..=200).map(|i| center.x + 0.001 * i as f32);
        let distance = samples.map(|x| (center.x - x).hypot(center.y - height(x)));
        let deep = radius - distance.fold(f32::MAX, f32::min);
        assert!(deep < 1e-5, "{deep:e}");
    }
    // the lowest point is at x = π
    let (off, speed) = (
        world[ball].position.x - std::f32::consts::PI,
        world[ball].velocity.norm(),
    );
    assert!(off.abs() < 0.05 && speed < 1e-3, "{off} {speed}");
}
