//! Landings of round bodies, compared with closed forms and with the distance at many times.

use core::f64::consts::TAU;

use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::{
    AlignedBox, Crossing, Flight, FlightError, Landing, Nearest, Plane, Sphere, Surface, Trajectory,
};
use kinstep_flight::Ballistics;
use truths::Cases;
use truths::flights::random_air;

fn random_flight<const D: usize>(cases: &mut Cases, from: SVector<f64, D>) -> Flight<D> {
    let air = random_air(cases, 0.5);
    let speed = cases.decades(0.1, 30.0);
    air.launch(from, cases.vector::<f64, D>(1.0) * speed)
}

/// The first landing. Asserts that the centre is at the distance r, and that the normal points to
/// it.
fn landing<S: Surface<f64, D>, const D: usize>(
    flight: &Flight<D>,
    surface: &S,
    radius: f64,
    end: f64,
) -> Option<Landing<D>> {
    let landing = flight.landing_of_ball(radius, surface, 0.0..end).unwrap()?;
    let nearest = surface.nearest(&landing.position, 10.0);
    let Nearest::At {
        distance, normal, ..
    } = nearest
    else {
        panic!("{landing:?}");
    };
    let scale = landing.position.amax() + landing.velocity.norm() * landing.time + radius;
    let (rounding, off) = (surface.rounding(scale), distance - radius);
    assert!(off.abs() < 64.0 * rounding, "{off:e} of {rounding:e}");
    // both normals are at positions with rounding errors
    assert!((normal - landing.normal).norm() < 64.0 * rounding / radius);
    Some(landing)
}

/// Error of a landing, as a distance in space \[m\].
fn apart<const D: usize>(found: &Landing<D>, time: f64) -> f64 {
    // the time of a grazing contact has a large rounding error, its position has not
    ((found.time - time) * found.velocity.dot(&found.normal)).abs()
}

/// The smallest of some times.
fn first(times: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    times.into_iter().flatten().reduce(f64::min)
}

/// A ball meets a plane when its centre crosses the shifted plane: normals of any length, from
/// above and below.
#[test]
fn a_ball_meets_a_plane_when_its_centre_meets_the_shifted_plane() {
    let mut cases = Cases::new(1);
    let (mut worst, mut met) = (0.0_f64, 0);
    for case in 0..5_000 {
        let normal = cases.vector::<f64, 3>(1.0) * cases.decades(1e-3, 1e3);
        let plane = Plane::new(normal, cases.uniform(-3.0..3.0) * normal.norm());
        let radius = cases.decades(1e-3, 2.0);
        let from: Vector3<f64> = cases.vector(10.0);
        let height = plane.height(from) / normal.norm();
        if height.abs() < radius + 1e-3 {
            continue;
        }
        let flight = random_flight(&mut cases, from);
        let shift = height.signum() * radius * normal.norm();
        let shifted = Plane::new(normal, plane.distance + shift);
        let mut crossings = flight.crossings(&shifted, Crossing::Any, 0.0..5.0).unwrap();
        let (found, truth) = (landing(&flight, &plane, radius, 5.0), crossings.next());
        assert_eq!(found.is_some(), truth.is_some(), "{case}");
        if let Some((found, truth)) = found.zip(truth) {
            worst = worst.max(apart(&found, truth.time));
            met += 1;
        }
    }
    assert!(met > 2000, "{met}");
    assert!(worst < 2e-13, "{worst:e}"); // measured: 3.3e-14

    // a ball that starts closer than its radius leaves, or lands at once
    let ground = Plane::new([0.0, 1.0], 0.0);
    let lands = |up: f64| {
        let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 0.25], [1.0, up]);
        flight
            .landing_of_ball(0.5, &ground, 0.0..2.0)
            .unwrap()
            .unwrap()
            .time
    };
    // the ball comes back to the height 0.5
    let back = (5.0 + (25.0_f64 - 2.0 * 9.81 * 0.25).sqrt()) / 9.81;
    assert!((lands(5.0) - back).abs() < 1e-14);
    assert_eq!([lands(-5.0), lands(1.0)], [0.0; 2]);
}

/// A ball meets a box where closed forms say: on the lines of the sides between the corners, and on
/// circles about the corners.
#[test]
fn a_ball_meets_a_box_at_a_side_or_at_a_corner() {
    let mut cases = Cases::new(2);
    let (mut worst, mut counts) = (0.0_f64, [0, 0]);
    for case in 0..20_000 {
        let half = Vector2::from_fn(|_, _| cases.decades(0.1, 3.0));
        let block = AlignedBox::around(cases.vector::<f64, 2>(3.0), half);
        let radius = cases.decades(1e-2, 1.0);
        let from: Vector2<f64> = cases.vector(8.0);
        let off = from - from.sup(&block.min).inf(&block.max);
        if off.norm() < radius + 1e-3 {
            continue;
        }
        let flight = random_flight(&mut cases, from);
        let sides = [(0, true), (0, false), (1, true), (1, false)];
        let sides = sides.map(|(axis, is_max)| {
            let (sign, wall) = if is_max {
                (1.0, block.max)
            } else {
                (-1.0, block.min)
            };
            let mut normal = Vector2::zeros();
            normal[axis] = sign;
            let plane = Plane::new(normal, sign * wall[axis] + radius);
            let other = 1 - axis;
            let side = block.min[other]..=block.max[other];
            let mut events = flight
                .crossings(&plane, Crossing::Descending, 0.0..5.0)
                .unwrap();
            let event = events.find(|event| side.contains(&event.position[other]));
            event.map(|event| event.time)
        });
        let (min, max) = (block.min, block.max);
        let corners = [
            [min.x, min.y],
            [min.x, max.y],
            [max.x, min.y],
            [max.x, max.y],
        ];
        let corners = corners.map(|corner| {
            let circle = Sphere::new(corner, radius);
            let event = flight
                .sphere_crossing(&circle, Crossing::Descending, 0.0..5.0)
                .unwrap();
            event.map(|event| event.time)
        });
        let (side, corner) = (first(sides), first(corners));
        let truth = first([side, corner]);
        let found = landing(&flight, &block, radius, 5.0);
        assert_eq!(
            found.is_some(),
            truth.is_some(),
            "{case}: {found:?} {truth:?}"
        );
        if let Some((found, time)) = found.zip(truth) {
            worst = worst.max(apart(&found, time));
            counts[usize::from(corner == truth)] += 1;
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 200, "{counts:?}");
    assert!(worst < 2e-13, "{worst:e}"); // measured: 2.0e-14
}

/// A ball inside a box meets a flat wall, and never an edge.
#[test]
fn a_ball_in_a_box_meets_the_wall_of_a_smaller_box() {
    let mut cases = Cases::new(3);
    for case in 0..5000 {
        let half = Vector3::from_fn(|_, _| cases.uniform(1.0..5.0));
        let radius = cases.decades(1e-3, 0.9);
        let room = AlignedBox::around([1.0, 2.0, 3.0], half);
        let inner = AlignedBox::around([1.0, 2.0, 3.0], half.add_scalar(-radius));
        let share = Vector3::from_fn(|_, _| cases.uniform(0.01..0.99));
        let from = inner.min + share.component_mul(&(inner.max - inner.min));
        let flight = random_flight(&mut cases, from);
        let truth = flight.landing(&inner, 0.0..10.0).unwrap().unwrap();
        let found = landing(&flight, &room, radius, 10.0).unwrap();
        assert!(apart(&found, truth.time) < 1e-14, "{case}"); // measured: 3.0e-15
        assert!((found.normal + truth.normal).norm() < 1e-12, "{case}");
    }
}

/// The first of many times at which a centre is closer than r by more than a nanometre.
fn first_deep<S: Surface<f64, D>, const D: usize>(
    flight: &Flight<D>,
    surface: &S,
    radius: f64,
    end: f64,
) -> Option<f64> {
    let distance = |time: f64| match surface.nearest(&flight.position(time), 1e3) {
        Nearest::At { distance, .. } => distance,
        other => panic!("{other:?}"),
    };
    // each step is so short that the body cannot get into contact before its end
    let mut time = 0.0;
    while time < end {
        let gap = distance(time) - radius;
        if gap < -1e-9 {
            return Some(time);
        }
        let fastest = flight.velocity(time).norm() + 40.0 * 0.01;
        time += (gap.max(0.0) / fastest).clamp(1e-4, 0.01);
    }
    None
}

/// Among boxes, no landing is missed that is deeper than a nanometre, and none is invented.
#[test]
fn balls_among_boxes() {
    let mut cases = Cases::new(4);
    let mut met = 0;
    for case in 0..15_000 {
        let boxes = [0; 6].map(|_| {
            let half = Vector3::from_fn(|_, _| cases.decades(0.1, 2.0));
            AlignedBox::around(cases.vector::<f64, 3>(6.0), half)
        });
        let radius = cases.decades(1e-2, 1.0);
        let from: Vector3<f64> = cases.vector(8.0);
        let Nearest::At { distance, .. } = boxes.nearest(&from, 1e3) else {
            panic!("{from}")
        };
        let is_inside = boxes.iter().any(|block| block.contains(from));
        if distance < radius + 1e-3 || is_inside {
            continue;
        }
        let flight = random_flight(&mut cases, from);
        let found = landing(&flight, &boxes, radius, 2.0);
        let end = found.map_or(2.0, |found| found.time);
        let deep = first_deep(&flight, &boxes, radius, end);
        assert_eq!(deep, None, "{case}: {found:?}");
        if let Some(found) = found {
            let rate = found.velocity.dot(&found.normal);
            assert!(rate < 1e-6, "{case}: {found:?}");
            met += 1;
        }
    }
    assert!(met > 450, "{met}");
}

/// A ball meets the same block as a box, and as a cuboid and a mesh of parry, at the same time;
/// parry computes in `f32`, which moves a contact by micrometres.
#[cfg(feature = "parry")]
#[test]
fn a_ball_meets_shapes_of_parry_where_it_meets_the_box() {
    use kinstep::trajectory::{ParryShape2, ParryShape3};
    use parry3d::math::{Pose, Vector};
    use parry3d::shape::{Cuboid, TriMesh};

    let cuboid = Cuboid::new(Vector::new(2.0, 0.5, 1.0));
    let (corners, triangles) = cuboid.to_trimesh();
    let mesh = TriMesh::new(corners, triangles).unwrap();
    let flat = parry2d::shape::Cuboid::new(parry2d::math::Vector::new(2.0, 0.5));
    let sides = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let outline = parry2d::shape::Polyline::new(flat.to_polyline(), Some(sides));

    let mut cases = Cases::new(8);
    let mut met = 0;
    let block = AlignedBox::around([1.0, 2.0, 3.0], [2.0, 0.5, 1.0]);
    let pose = Pose::translation(1.0, 2.0, 3.0);
    let shapes: [&dyn Surface<f64, 3>; 2] = [
        &ParryShape3::new(&cuboid, pose),
        &ParryShape3::new(&mesh, pose),
    ];
    (0..3000).for_each(|_| met += usize::from(agree(&mut cases, &block, &shapes)));
    let square = AlignedBox::around([1.0, 2.0], [2.0, 0.5]);
    let pose = parry2d::math::Pose::translation(1.0, 2.0);
    let shapes: [&dyn Surface<f64, 2>; 2] = [
        &ParryShape2::new(&flat, pose),
        &ParryShape2::new(&outline, pose),
    ];
    (0..3000).for_each(|_| met += usize::from(agree(&mut cases, &square, &shapes)));
    assert!(met > 400, "{met}");
}

/// Asserts that a random flight meets all shapes where it meets the box. Returns whether it meets
/// the box, by more than 0.1 mm.
#[cfg(feature = "parry")]
fn agree<const D: usize>(
    cases: &mut Cases,
    block: &AlignedBox<f64, D>,
    shapes: &[&dyn Surface<f64, D>],
) -> bool {
    let from = (block.min + block.max) * 0.5 + cases.vector::<f64, D>(5.0);
    let radius = cases.decades(0.02, 1.0);
    let off = from - from.sup(&block.min).inf(&block.max);
    let flight = random_flight(cases, from);
    if off.norm() < radius + 1e-2 {
        return false;
    }
    let truth = landing(&flight, block, radius, 2.0);
    let smaller = landing(&flight, block, radius - 1e-4, 2.0);
    let larger = landing(&flight, block, radius + 1e-4, 2.0);
    let is_clear_cut = match (smaller, larger) {
        (Some(smaller), Some(larger)) => smaller.time - larger.time < 1e-2,
        (None, None) => true,
        _ => false,
    };
    if !is_clear_cut {
        return false;
    }
    for shape in shapes {
        let found = flight.landing_of_ball(radius, *shape, 0.0..2.0).unwrap();
        assert_eq!(found.is_some(), truth.is_some(), "{found:?} {truth:?}");
        if let Some((found, truth)) = found.zip(truth) {
            assert!(apart(&truth, found.time) < 1e-5); // measured: 1.1e-6
            assert!((found.normal - truth.normal).norm() < 1e-3 / radius);
        }
    }
    truth.is_some()
}

/// A body that starts in contact leaves if it moves away, and lands at once if it does not.
#[test]
fn a_ball_starts_in_contact() {
    let mut cases = Cases::new(6);
    for case in 0..5000 {
        let angle = cases.uniform(0.0..TAU);
        let normal = Vector2::new(angle.cos(), angle.sin());
        let side = Vector2::new(-normal.y, normal.x);
        let plane = Plane::new(normal * cases.decades(0.1, 10.0), 0.0);
        let radius = cases.decades(1e-3, 2.0);
        let from = side * cases.uniform(-50.0..50.0) + normal * radius;
        let air = Ballistics::new(-normal * 9.81);
        let (up, along) = (cases.decades(1e-3, 10.0), side * cases.uniform(-10.0..10.0));
        let lands = |up: f64| {
            let flight = air.launch(from, normal * up + along);
            flight
                .landing_of_ball(radius, &plane, 0.0..10.0)
                .unwrap()
                .unwrap()
        };
        let landing = lands(up);
        let off = (landing.time - 2.0 * up / 9.81).abs();
        assert!(off < 1e-10, "{case}: {landing:?}");
        assert!((landing.normal - normal).norm() < 1e-14);
        assert_eq!(
            [lands(-up), lands(0.0)].map(|landing| landing.time),
            [0.0; 2]
        );
    }
    // off the edge of a box: the ball rolls about the edge while it is in contact
    let block = AlignedBox::around([0.0, 0.0], [1.0, 1.0]);
    let off = |speed: f64| {
        let flight = Ballistics::new([0.0, -9.81]).launch([1.0, 1.5], [speed, 0.0]);
        flight.landing_of_ball(0.5, &block, 0.0..1.0).unwrap()
    };
    assert_eq!(off(3.0), None); // v² > g r
    assert_eq!(off(2.0).unwrap().time, 0.0); // v² < g r
}

/// A surface with given answers and a given rounding error.
struct Odd(Nearest<f64, 2>, f64);

impl Surface<f64, 2> for Odd {
    fn nearest(&self, point: &Vector2<f64>, _: f64) -> Nearest<f64, 2> {
        if point.x == 0.0 && point.y == 0.0 {
            return Nearest::Beyond(100.0);
        }
        self.0
    }

    fn rounding(&self, _: f64) -> f64 {
        self.1
    }
}

#[test]
fn bad_input_is_an_error() {
    let ground = Plane::new([0.0, 1.0], 0.0);
    let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 5.0], [3.0, 0.0]);
    for radius in [-1.0, -0.1, f64::NAN, f64::INFINITY] {
        let error = flight
            .landing_of_ball(radius, &ground, 0.0..2.0)
            .unwrap_err();
        assert!(matches!(error, FlightError::Radius { .. }), "{error}");
    }
    let (nan, up) = (f64::NAN, Vector2::y());
    let at = |distance, normal, open| Nearest::At {
        distance,
        normal,
        open,
        curvature: 0.0,
    };
    for answer in [
        Nearest::Unknown,
        Nearest::Beyond(nan),
        at(nan, up, 1.0),
        at(1.0, Vector2::new(nan, 0.0), 1.0),
        at(0.5, Vector2::new(nan, 0.0), 1.0),
        at(0.5, Vector2::zeros(), 1.0),
        at(f64::INFINITY, up, 1.0),
    ] {
        let odd = Odd(answer, 1e-15);
        let error = flight.landing_of_ball(0.5, &odd, 0.0..2.0).unwrap_err();
        assert!(
            matches!(error, FlightError::InvalidSurface { .. }),
            "{answer:?}: {error:?}"
        );
    }
    for answer in [
        at(1.0, up, nan),
        at(-1.0, up, 0.0),
        at(0.5, up, 0.5),
        at(0.5, -up, 0.5),
        at(0.7, up * 1e300, 1e300),
    ] {
        for rounding in [1e-15, 0.0, nan] {
            let odd = Odd(answer, rounding);
            let _ = flight.landing_of_ball(0.5, &odd, 0.0..2.0); // it ends
        }
    }
    // a list without surfaces
    let nothing: [Plane<f64, 2>; 0] = [];
    assert_eq!(flight.landing_of_ball(0.5, &nothing, 0.0..2.0), Ok(None));
}
