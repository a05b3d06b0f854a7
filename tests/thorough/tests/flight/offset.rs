//! Round bodies that land: compared with closed forms, and with the distance at many times.

use core::f64::consts::TAU;

use kinstep::ballistics::{
    AlignedBox, Ballistics, Crossing, Flight, Hit, Landing, LandingError, Nearest, Offset,
    OffsetError, Plane, Ray, Rays, Sphere, Surface, Trajectory,
};
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use truths::Cases;

fn random_flight<const D: usize>(cases: &mut Cases, from: SVector<f64, D>) -> Flight<f64, D> {
    let mut pull = SVector::zeros();
    pull[1] = -9.81;
    let mut air = Ballistics::new(pull);
    if cases.chance(0.5) {
        air = air
            .with_drag_rate(cases.decades(0.01, 1.0))
            .with_wind(SVector::from_fn(|_, _| cases.uniform(-8.0..8.0)));
    }
    let speed = cases.decades(0.1, 30.0);
    let direction = SVector::<f64, D>::from_fn(|_, _| cases.uniform(-1.0..1.0));
    air.launch(from, direction * speed)
}

/// The first landing, which is checked: the centre is at a distance r, and the normal points to it.
fn landing<S: Surface<f64, D>, const D: usize>(
    flight: &Flight<f64, D>,
    surface: &S,
    radius: f64,
    end: f64,
) -> Option<Landing<f64, D>> {
    let offset = Offset::new(surface, radius).unwrap();
    let landing = flight.landing(&offset, 0.0..end).unwrap()?;
    let Nearest::At {
        distance, normal, ..
    } = surface.nearest(&landing.position, 10.0)
    else {
        panic!("{landing:?}");
    };
    let scale = landing.position.amax() + landing.velocity.norm() * landing.time + radius;
    let rounding = surface.rounding(scale);
    assert!(
        (distance - radius).abs() < 64.0 * rounding,
        "{:e} of {rounding:e}",
        distance - radius
    );
    // both at positions that rounding moves
    assert!((normal - landing.normal).norm() < 64.0 * rounding / radius);
    Some(landing)
}

/// The least of some times.
fn first(times: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    times.into_iter().flatten().reduce(f64::min)
}

/// Against the crossing of the shifted plane; normals of any length, from above and below.
#[test]
fn a_ball_meets_a_plane_when_its_centre_meets_the_shifted_plane() {
    let mut cases = Cases::new(1);
    let (mut worst, mut met) = (0.0_f64, 0);
    for case in 0..10_000 {
        let normal = Vector3::from_fn(|_, _| cases.uniform(-1.0..1.0)) * cases.decades(1e-3, 1e3);
        let plane = Plane::new(normal, cases.uniform(-3.0..3.0) * normal.norm());
        let radius = cases.decades(1e-3, 2.0);
        let from = Vector3::from_fn(|_, _| cases.uniform(-10.0..10.0));
        let height = plane.height(from) / normal.norm();
        if height.abs() < radius + 1e-3 {
            continue;
        }
        let flight = random_flight(&mut cases, from);
        let shifted = Plane::new(
            normal,
            plane.distance + height.signum() * radius * normal.norm(),
        );
        let truth = flight.crossing_within(&shifted, 5.0);
        let found = landing(&flight, &plane, radius, 5.0);
        assert_eq!(found.is_some(), truth.is_some(), "{case}");
        if let Some((found, (time, rate))) = found.zip(truth) {
            // a grazing contact is found as late as rounding lets it
            worst = worst.max((found.time - time).abs() * rate.abs() / normal.norm());
            met += 1;
        }
    }
    println!("{met} met, {worst:e} m");
    assert!(met > 4000);
    assert!(worst < 2e-13, "{worst:e}"); // measured: 3.3e-14
}

/// The first crossing of a plane within a span: its time, and the rate of the height.
trait CrossingWithin<const D: usize> {
    fn crossing_within(&self, plane: &Plane<f64, D>, end: f64) -> Option<(f64, f64)>;
}

impl<const D: usize> CrossingWithin<D> for Flight<f64, D> {
    fn crossing_within(&self, plane: &Plane<f64, D>, end: f64) -> Option<(f64, f64)> {
        let event = (self.crossings(plane, Crossing::Any, 0.0..end).unwrap()).next()?;
        Some((event.time, event.velocity.dot(&plane.normal)))
    }
}

/// Closed forms: the lines of the sides between the corners, and circles about the corners.
#[test]
fn a_ball_meets_a_box_at_a_side_or_at_a_corner() {
    let mut cases = Cases::new(2);
    let (mut worst, mut counts, mut most) = (0.0_f64, [0, 0], 0);
    for case in 0..100_000 {
        let block = AlignedBox::around(
            Vector2::from_fn(|_, _| cases.uniform(-3.0..3.0)),
            Vector2::from_fn(|_, _| cases.decades(0.1, 3.0)),
        );
        let radius = cases.decades(1e-2, 1.0);
        let from = Vector2::from_fn(|_, _| cases.uniform(-8.0..8.0));
        let off = from - from.sup(&block.min).inf(&block.max);
        if off.norm() < radius + 1e-3 {
            continue;
        }
        let flight = random_flight(&mut cases, from);
        let sides = (0..2)
            .flat_map(|axis| [(axis, true), (axis, false)])
            .map(|(axis, is_max)| {
                let mut normal = Vector2::zeros();
                normal[axis] = if is_max { 1.0 } else { -1.0 };
                let wall = if is_max {
                    block.max[axis]
                } else {
                    -block.min[axis]
                };
                let plane = Plane::new(normal, wall + radius);
                let other = 1 - axis;
                let mut events = flight
                    .crossings(&plane, Crossing::Descending, 0.0..5.0)
                    .unwrap();
                let event = events.find(|event| {
                    (block.min[other]..=block.max[other]).contains(&event.position[other])
                });
                event.map(|event| event.time)
            });
        let corners = [block.min.x, block.max.x].into_iter().flat_map(|x| {
            [block.min.y, block.max.y].map(|y| {
                let circle = Sphere {
                    center: Vector2::new(x, y),
                    radius,
                };
                let event = flight.entering(&circle, 0.0..5.0).unwrap();
                event.map(|event| event.time)
            })
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
            let rate = found.velocity.dot(&found.normal);
            worst = worst.max((found.time - time).abs() * rate.abs());
            counts[usize::from(corner == truth)] += 1;
            most = most.max(found.casts);
        }
    }
    println!("{counts:?} sides and corners, {worst:e} m, at most {most} queries");
    assert!(counts[0] > 5000 && counts[1] > 1000);
    assert!(worst < 2e-13, "{worst:e}"); // measured: 2.0e-14
}

/// From inside, the walls are flat, and edges are never met.
#[test]
fn a_ball_in_a_box_meets_the_wall_of_a_smaller_box() {
    let mut cases = Cases::new(3);
    let mut worst = 0.0_f64;
    for case in 0..5000 {
        let half = Vector3::from_fn(|_, _| cases.uniform(1.0..5.0));
        let radius = cases.decades(1e-3, 0.9);
        let room = AlignedBox::around([1.0, 2.0, 3.0], half);
        let inner = AlignedBox::around([1.0, 2.0, 3.0], half.add_scalar(-radius));
        let from = Vector3::from_fn(|axis, _| {
            let (min, max) = (inner.min[axis], inner.max[axis]);
            cases.uniform(min + 0.01 * (max - min)..max - 0.01 * (max - min))
        });
        let flight = random_flight(&mut cases, from);
        let truth = flight.landing(&inner, 0.0..10.0).unwrap().unwrap();
        let found = landing(&flight, &room, radius, 10.0).unwrap();
        let rate = truth.velocity.dot(&truth.normal);
        worst = worst.max((found.time - truth.time).abs() * rate.abs());
        assert!((found.normal + truth.normal).norm() < 1e-12, "{case}");
    }
    println!("{worst:e} m");
    assert!(worst < 1e-14, "{worst:e}"); // measured: 3.0e-15
}

/// The first time at which a centre is closer than r by more than `depth`, among many.
fn first_deep<S: Surface<f64, D>, const D: usize>(
    flight: &Flight<f64, D>,
    surface: &S,
    radius: f64,
    end: f64,
) -> Option<f64> {
    let distance = |time: f64| match surface.nearest(&flight.position(time), 1e3) {
        Nearest::At { distance, .. } => distance,
        other => panic!("{other:?}"),
    };
    // as far as the body can be in contact nowhere before
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

/// None is missed that is deeper than a nanometre, and none is invented.
#[test]
fn balls_among_boxes() {
    let mut cases = Cases::new(4);
    let (mut met, mut most) = (0, 0);
    for case in 0..80_000 {
        let boxes: Vec<_> = (0..6)
            .map(|_| {
                AlignedBox::around(
                    Vector3::from_fn(|_, _| cases.uniform(-6.0..6.0)),
                    Vector3::from_fn(|_, _| cases.decades(0.1, 2.0)),
                )
            })
            .collect();
        let radius = cases.decades(1e-2, 1.0);
        let from = Vector3::from_fn(|_, _| cases.uniform(-8.0..8.0));
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
            most = most.max(found.casts);
        }
    }
    println!("{met} met, at most {most} queries");
    assert!(met > 2500);
}

/// The same block as a box, and as a cuboid and a mesh of parry: in `f32`, which moves a contact by micrometres.
#[cfg(feature = "parry")]
#[test]
fn a_ball_meets_shapes_of_parry_where_it_meets_the_box() {
    use kinstep::ballistics::{ParryShape2, ParryShape3};
    use parry3d::math::{Pose, Vector};
    use parry3d::shape::{Cuboid, TriMesh};

    let half = [2.0, 0.5, 1.0];
    let cuboid = Cuboid::new(Vector::new(2.0, 0.5, 1.0));
    let (corners, triangles) = cuboid.to_trimesh();
    let mesh = TriMesh::new(corners, triangles).unwrap();
    let flat = parry2d::shape::Cuboid::new(parry2d::math::Vector::new(2.0, 0.5));
    let outline = parry2d::shape::Polyline::new(
        flat.to_polyline(),
        Some(vec![[0, 1], [1, 2], [2, 3], [3, 0]]),
    );

    let mut cases = Cases::new(8);
    let (mut worst, mut met) = (0.0_f64, 0);
    let place = [1.0, 2.0, 3.0];
    let block = AlignedBox::around(place, half);
    let pose = Pose::translation(1.0, 2.0, 3.0);
    for _ in 0..3000 {
        let from = Vector3::from(place) + Vector3::from_fn(|_, _| cases.uniform(-5.0..5.0));
        let shapes: [&dyn Surface<f64, 3>; 2] = [
            &ParryShape3::new(&cuboid, pose),
            &ParryShape3::new(&mesh, pose),
        ];
        met += usize::from(agree(&mut cases, &block, from, &shapes, &mut worst));
    }
    let square = AlignedBox::around([1.0, 2.0], [2.0, 0.5]);
    let pose = parry2d::math::Pose::translation(1.0, 2.0);
    for _ in 0..3000 {
        let from = Vector2::from_fn(|axis, _| place[axis] + cases.uniform(-5.0..5.0));
        let shapes: [&dyn Surface<f64, 2>; 2] = [
            &ParryShape2::new(&flat, pose),
            &ParryShape2::new(&outline, pose),
        ];
        met += usize::from(agree(&mut cases, &square, from, &shapes, &mut worst));
    }
    println!("{met} met, {worst:e} m");
    assert!(met > 400);
    assert!(worst < 1e-5, "{worst:e}"); // measured: 1.1e-6
}

/// Asserts that a random flight meets all shapes where it meets the box; whether it meets it, by more than 0.1 mm.
#[cfg(feature = "parry")]
fn agree<const D: usize>(
    cases: &mut Cases,
    block: &AlignedBox<f64, D>,
    from: SVector<f64, D>,
    shapes: &[&dyn Surface<f64, D>],
    worst: &mut f64,
) -> bool {
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
        let offset = Offset::new(shape, radius).unwrap();
        let found = flight.landing(&offset, 0.0..2.0).unwrap();
        assert_eq!(found.is_some(), truth.is_some(), "{found:?} {truth:?}");
        if let Some((found, truth)) = found.zip(truth) {
            let rate = truth.velocity.dot(&truth.normal);
            *worst = worst.max((found.time - truth.time).abs() * rate.abs());
            assert!((found.normal - truth.normal).norm() < 1e-3 / radius);
        }
    }
    truth.is_some()
}

/// Along the flat part the centre moves in a plane at the distance r from the surface.
#[test]
fn the_flat_part_is_shifted_to_the_side_of_the_ball() {
    let block = AlignedBox::around([0.0, 0.0], [2.0, 1.0]);
    let offset = Offset::new(&block, 0.5).unwrap();
    let top = (offset.flat_part(&Vector2::new(1.0, 1.5), &Vector2::y())).unwrap();
    assert_eq!(top.plane, Plane::new([0.0, 1.0], 1.5));
    // it ends where the box does: beyond, the ball rolls about the edge
    let mut edges = top.edges.iter().flatten();
    assert!(edges.clone().all(|edge| edge.height([1.9, 1.5]) < 0.0));
    assert!(edges.any(|edge| edge.height([2.1, 1.5]) > 0.0));
    // from below
    let floor = Plane::new([0.0, 2.0], -2.0);
    let below = Offset::new(&floor, 0.5).unwrap();
    let part = below.flat_part(&Vector2::new(7.0, -1.5), &-Vector2::y());
    assert_eq!(part.unwrap().plane.height([3.0, -1.5]), 0.0);
}

/// Radius zero is the surface itself, with the same bits.
#[test]
fn a_point_lands_as_before() {
    let mut cases = Cases::new(5);
    for _ in 0..1000 {
        let block = AlignedBox::around([0.0, 0.0], [2.0, 1.0]);
        let plane = Plane::new([0.1, 1.0], -3.0);
        let from = Vector2::from_fn(|_, _| cases.uniform(-8.0..8.0));
        let flight = random_flight(&mut cases, from);
        let point = |surface: &dyn Surface<f64, 2>| {
            let same = Offset::new(surface, 0.0).unwrap();
            let [one, two] = [
                flight.landing(surface, 0.0..5.0),
                flight.landing(&same, 0.0..5.0),
            ];
            assert_eq!(one, two);
            assert_eq!(same.plane(), surface.plane());
        };
        point(&block);
        point(&plane);
    }
}

/// A body that starts in contact leaves if it moves away, and lands at once if it does not.
#[test]
fn a_ball_starts_in_contact() {
    let mut cases = Cases::new(6);
    for case in 0..5000 {
        let angle = cases.uniform(0.0..TAU);
        let normal = Vector2::new(angle.cos(), angle.sin());
        let plane = Plane::new(normal * cases.decades(0.1, 10.0), 0.0);
        let radius = cases.decades(1e-3, 2.0);
        let place = Vector2::new(-normal.y, normal.x) * cases.uniform(-50.0..50.0);
        let from = place + normal * radius;
        let air = Ballistics::new(-normal * 9.81);
        let speed = cases.decades(1e-3, 10.0);
        let along = Vector2::new(-normal.y, normal.x) * cases.uniform(-10.0..10.0);
        let offset = Offset::new(&plane, radius).unwrap();
        let away = air.launch(from, normal * speed + along);
        let landing = away.landing(&offset, 0.0..10.0).unwrap().unwrap();
        assert!(
            (landing.time - 2.0 * speed / 9.81).abs() < 1e-10,
            "{case}: {landing:?}"
        );
        assert!((landing.normal - normal).norm() < 1e-14);
        for velocity in [along - normal * speed, along] {
            let landing = (air.launch(from, velocity).landing(&offset, 0.0..10.0)).unwrap();
            assert_eq!(landing.unwrap().time, 0.0, "{case}");
        }
    }
    // off the edge of a box: it rolls about the edge for as long as it is in contact
    let block = AlignedBox::around([0.0, 0.0], [1.0, 1.0]);
    let offset = Offset::new(&block, 0.5).unwrap();
    let air = Ballistics::new([0.0, -9.81]);
    let fast = air.launch([1.0, 1.5], [3.0, 0.0]);
    assert_eq!(fast.landing(&offset, 0.0..1.0), Ok(None)); // v² > g r
    let slow = air
        .launch([1.0, 1.5], [2.0, 0.0])
        .landing(&offset, 0.0..1.0);
    assert_eq!(slow.unwrap().unwrap().time, 0.0); // v² < g r
}

/// A body that starts closer than r meets the offset surface on its way out.
#[test]
fn a_ball_that_starts_too_close_comes_out() {
    let ground = Plane::new([0.0, 1.0], 0.0);
    let flight = Ballistics::new([0.0, 0.0]).launch([0.0, 0.25], [1.0, 2.0]);
    let out = landing(&flight, &ground, 0.5, 1.0).unwrap();
    assert!((out.time - 0.125).abs() < 1e-15 && out.velocity.dot(&out.normal) > 0.0);
}

#[test]
fn single_precision() {
    let mut cases = Cases::new(7);
    let mut worst = 0.0_f64;
    for _ in 0..2000 {
        let block = AlignedBox::around([0.0_f32, 0.0], [2.0, 1.0]);
        let radius = cases.decades(0.01, 1.0) as f32;
        let [x, y, vx] = [
            cases.uniform(-4.0..4.0),
            cases.uniform(3.0..6.0),
            cases.uniform(-5.0..5.0),
        ];
        let single = Ballistics::new([0.0_f32, -9.81])
            .launch([x as f32, y as f32], [vx as f32, 0.0])
            .landing(&Offset::new(&block, radius).unwrap(), 0.0..5.0)
            .unwrap();
        let wide = AlignedBox::around([0.0, 0.0], [2.0, 1.0]);
        let double = Ballistics::new([0.0, f64::from(-9.81_f32)])
            .launch(
                [x as f32, y as f32].map(f64::from),
                [f64::from(vx as f32), 0.0],
            )
            .landing(&Offset::new(&wide, f64::from(radius)).unwrap(), 0.0..5.0)
            .unwrap();
        if let Some((one, two)) = single.zip(double) {
            let rate = two.velocity.dot(&two.normal);
            worst = worst.max((f64::from(one.time) - two.time).abs() * rate.abs());
        } else {
            assert_eq!(single.is_some(), double.is_some());
        }
    }
    println!("{worst:e} m");
    assert!(worst < 3e-6, "{worst:e}"); // measured: 7.7e-7
}

/// Rays alone, along the walls too: a step towards one wall does not pass another.
#[test]
fn rays_in_a_box() {
    let mut cases = Cases::new(9);
    let (mut worst, mut hits) = (0.0_f64, 0);
    for case in 0..20_000 {
        let half = Vector3::from_fn(|_, _| cases.uniform(1.0..5.0));
        let radius = cases.decades(1e-3, 0.9);
        let room = AlignedBox::around([1.0, 2.0, 3.0], half);
        let inner = AlignedBox::around([1.0, 2.0, 3.0], half.add_scalar(-radius));
        let share = Vector3::from_fn(|_, _| cases.uniform(0.01..0.99));
        let from = inner.min + share.component_mul(&(inner.max - inner.min));
        let way = Vector3::from_fn(|_, _| cases.signed_decades(1e-3, 1.0));
        let ray = Ray::between(from, from + way * 6.0).unwrap();
        let (found, truth) = (
            Offset::new(&room, radius).unwrap().cast(&ray),
            inner.cast(&ray),
        );
        assert_eq!(found.is_some(), truth.is_some(), "{case}");
        if let Some((found, truth)) = found.zip(truth) {
            assert_eq!(found.normal, -truth.normal, "{case}");
            let rate = truth.normal.dot(&ray.direction);
            worst = worst.max((found.distance - truth.distance).abs() * rate.abs());
            hits += 1;
        }
    }
    println!("{hits} hits, {worst:e} m");
    assert!(hits > 5000);
    assert!(worst < 2e-14, "{worst:e}"); // measured: 1.8e-15
}

/// A surface with answers as they come, and its rounding error.
struct Odd(Nearest<f64, 2>, f64);

impl Surface<f64, 2> for Odd {
    fn cast(&self, _: &Ray<f64, 2>) -> Option<Hit<f64, 2>> {
        None
    }

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
    for radius in [-1.0, -0.1, f64::NAN, f64::INFINITY] {
        let offset = Offset::new(&ground, radius);
        assert!(
            matches!(offset, Err(OffsetError::Radius { .. })),
            "{radius}"
        );
    }
    let rays = Rays::new(|_: &Ray<f64, 2>| None);
    assert_eq!(Offset::new(&rays, 1.0).err(), Some(OffsetError::Unknown));
    assert!(Offset::new(&rays, 0.0).is_ok());

    let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 5.0], [3.0, 0.0]);
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
        let offset = Offset::new(&odd, 0.5).unwrap();
        let landing = flight.landing(&offset, 0.0..2.0);
        assert!(
            matches!(
                landing,
                Err(LandingError::Distance { .. } | LandingError::Normal { .. })
            ),
            "{answer:?}: {landing:?}"
        );
    }
    let odd_ones = [
        at(1.0, up, nan),
        at(-1.0, up, 0.0),
        at(0.5, up, 0.5),
        at(0.5, -up, 0.5),
        at(0.7, up * 1e300, 1e300),
    ];
    for (answer, rounding) in odd_ones
        .into_iter()
        .flat_map(|one| [(one, 1e-15), (one, 0.0), (one, nan)])
    {
        let offset = Offset::new(Odd(answer, rounding), 0.5).unwrap();
        let _ = flight.landing(&offset, 0.0..2.0); // it ends
    }
    // no walls at all
    let nothing: [Plane<f64, 2>; 0] = [];
    let offset = Offset::new(&nothing, 0.5).unwrap();
    assert_eq!(flight.landing(&offset, 0.0..2.0), Ok(None));
}
