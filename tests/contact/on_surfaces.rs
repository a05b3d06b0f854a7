//! Points and balls are dropped, bounced and slid over chains, height fields, spheres and rotated
//! boxes: no step fails, no body gets inside, and none gains energy.

use kinstep::contact::{Bouncing, Contact};
use kinstep::nalgebra::{SVector, Vector2, Vector3, convert, convert_unchecked};
use kinstep::trajectory::{AlignedBox, Chain, Heightfield, Placed, Sphere, Trajectory};
use kinstep::{Body, Inertia, Real, UniformGravity, World};
use kinstep_flight::Ballistics;
use truths::Cases;

use crate::G;

/// The signed distance from a surface \[m\], negative inside.
type Gap<'a, const D: usize> = &'a dyn Fn(&SVector<f64, D>) -> f64;

/// Tolerances for rounding: the depth of a body and its gain of energy, relative. Measured in ten
/// times as many cases: 1e-13 and 1.7e-14 in all cases but two, and 5.1e-6 and 9.9e-7 in single
/// precision.
fn allowed<T: Real<D>, const D: usize>() -> f64 {
    let epsilon: f64 = convert_unchecked(T::default_epsilon());
    if epsilon < 1e-10 { 1e-12 } else { 1e-5 }
}

/// Follows a body for some seconds, and checks its depth and its energy; `case` names it in
/// messages.
fn follow<T: Real<D>, const D: usize>(
    world: &mut World<T, D>,
    body: Body<T, D>,
    (gap, size): (Gap<'_, D>, f64),
    (rate, seconds): (f64, f64),
    case: &str,
) {
    let mut gravity = SVector::zeros();
    gravity[1] = convert(-G);
    world.add_force(UniformGravity::new(gravity)).unwrap();
    let radius: f64 = convert_unchecked(body.radius());
    let id = world.add_body(body).unwrap();
    let energy = |body: &Body<T, D>| -> f64 {
        let parts = [
            body.kinetic_energy(),
            body.mass * convert(G) * body.position[1],
        ];
        parts.map(convert_unchecked::<T, f64>).iter().sum()
    };
    let scale = energy(&world[id]).abs() + size * G;
    let mut before = energy(&world[id]);
    for step in 0..(seconds * rate) as usize {
        let state = world[id];
        let told = world.step(convert(1.0 / rate));
        assert!(
            told.is_ok(),
            "{case} {rate} Hz, step {step}: {told:?} from {state:?}"
        );
        let at = world[id].position.map(convert_unchecked::<T, f64>);
        let depth = radius - gap(&at);
        assert!(
            depth < allowed::<T, D>() * size,
            "{case} {rate} Hz, step {step}: {depth:e} deep, from {state:?} to {:?}",
            world[id]
        );
        let now = energy(&world[id]);
        assert!(
            now < before + allowed::<T, D>() * scale,
            "{case} {rate} Hz, step {step}: gained {:e} of {scale}, from {state:?} to {:?}",
            now - before,
            world[id]
        );
        before = now;
    }
}

/// The contact of a case: restitution up to 0.9, friction up to 1.
fn contact<T: Real<D>, const D: usize>(cases: &mut Cases, case: usize) -> Contact<T> {
    let restitution = if case.is_multiple_of(3) {
        0.0
    } else {
        cases.uniform(0.0..0.9)
    };
    let friction = if case.is_multiple_of(4) {
        0.0
    } else {
        cases.uniform(0.0..1.0)
    };
    Contact::new(convert(restitution)).with_friction(convert(friction))
}

/// The distance of a point from segments \[m\].
fn from_segments(p: &Vector2<f64>, points: &[Vector2<f64>], is_closed: bool) -> f64 {
    let last = [points[points.len() - 1], points[0]];
    let pairs = points.windows(2).map(|pair| [pair[0], pair[1]]);
    let pairs = pairs.chain(is_closed.then_some(last));
    let distances = pairs.map(|[a, b]| {
        let way = b - a;
        let share = ((p - a).dot(&way) / way.norm_squared()).clamp(0.0, 1.0);
        (p - a - way * share).norm()
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// The height of a chain from left to right \[m\].
fn height_of(points: &[Vector2<f64>], x: f64) -> f64 {
    let pair = points
        .windows(2)
        .find(|pair| x <= pair[1].x)
        .unwrap_or(&points[points.len() - 2..]);
    pair[0].y + (pair[1].y - pair[0].y) * (x - pair[0].x) / (pair[1].x - pair[0].x)
}

/// Whether a point is inside a closed chain.
fn is_within(p: &Vector2<f64>, points: &[Vector2<f64>]) -> bool {
    let mut is_in = false;
    let mut previous = points[points.len() - 1];
    for point in points {
        if (point.y > p.y) != (previous.y > p.y) {
            let x = point.x + (p.y - point.y) / (previous.y - point.y) * (previous.x - point.x);
            is_in ^= p.x < x;
        }
        previous = *point;
    }
    is_in
}

fn rounded<T: Real<D>, const D: usize>(value: f64) -> f64 {
    convert_unchecked::<T, f64>(convert(value))
}

fn disc<T: Real<2, Inertia = T>>(radius: f64) -> Body<T, 2> {
    if radius == 0.0 {
        return Body::point(T::one());
    }
    Body::solid(T::one(), convert(0.5 * radius * radius)).round(convert(radius))
}

fn over_random_grounds<T: Real<2, Inertia = T>>(as_field: bool) {
    let mut cases = Cases::new(71);
    for case in 0..90 {
        let steep = cases.decades(0.05, 1.0);
        let spacing = 0.5;
        let mut points: Vec<_> = (0..16)
            .map(|index| {
                let x = spacing * f64::from(index)
                    + if as_field {
                        0.0
                    } else {
                        cases.uniform(-0.2..0.2)
                    };
                Vector2::new(x, cases.uniform(0.0..1.0) * steep)
            })
            .collect();
        // walls at both sides, which are too high to pass
        (points[0].y, points[15].y) = (30.0, 30.0);
        points
            .iter_mut()
            .for_each(|point| *point = point.map(rounded::<T, 2>));
        let gap = |p: &Vector2<f64>| {
            let distance = from_segments(p, &points, false);
            if p.y < height_of(&points, p.x) {
                -distance
            } else {
                distance
            }
        };
        let radius = if case % 2 == 0 {
            0.0
        } else {
            cases.decades(0.02, 0.3)
        };
        let contact = contact::<T, 2>(&mut cases, case);
        let at = Vector2::new(
            cases.uniform(2.5..5.0),
            1.0 + radius + cases.uniform(0.0..2.0),
        );
        let velocity = cases.vector::<T, 2>(6.0);
        for rate in [7.0, 60.0, 240.0] {
            let mut world = World::<T, 2>::new();
            if as_field {
                let heights: Vec<T> = points.iter().map(|point| convert(point.y)).collect();
                let field = Heightfield::<T, 2>::new(
                    [T::zero(), T::one()],
                    [T::zero(), T::zero()],
                    convert(spacing),
                    &[heights],
                );
                world.add_surface(field.unwrap(), contact).unwrap();
            } else {
                let chain = Chain::open(points.iter().map(|point| point.map(convert::<f64, T>)));
                world.add_surface(chain.unwrap(), contact).unwrap();
            }
            let body = disc::<T>(radius).at(at.map(convert)).moving(velocity);
            let name = format!("case {case}, {contact:?}, {points:?}");
            follow(&mut world, body, (&gap, 10.0), (rate, 4.0), &name);
        }
    }
}

#[test]
fn over_random_chains() {
    over_random_grounds::<f64>(false);
}

#[test]
fn over_random_chains_in_single_precision() {
    over_random_grounds::<f32>(false);
}

#[test]
fn over_random_height_fields_in_the_plane() {
    over_random_grounds::<f64>(true);
    over_random_grounds::<f32>(true);
}

fn in_random_rooms<T: Real<2, Inertia = T>>() {
    let mut cases = Cases::new(72);
    for case in 0..60 {
        let count = 3 + cases.below(12);
        let turn = std::f64::consts::TAU / count as f64;
        let room: Vec<_> = (0..count)
            .map(|index| {
                let angle = turn * (index as f64 + cases.uniform(-0.3..0.3));
                let radius = cases.uniform(1.0..4.0);
                Vector2::new(angle.cos(), angle.sin()).map(|part| rounded::<T, 2>(part * radius))
            })
            .collect();
        // a block in the middle, clockwise
        let block: Vec<_> = (0..5)
            .map(|index| {
                let angle = -1.2566 * f64::from(index) + 0.3 * case as f64;
                let radius = [0.3, 0.12][index as usize % 2];
                Vector2::new(angle.cos(), angle.sin()).map(|part| rounded::<T, 2>(part * radius))
            })
            .collect();
        let gap = |p: &Vector2<f64>| {
            let signed = |points: &[Vector2<f64>], is_open: bool| {
                let distance = from_segments(p, points, true);
                if is_within(p, points) == is_open {
                    distance
                } else {
                    -distance
                }
            };
            signed(&room, true).min(signed(&block, false))
        };
        let radius = if case % 2 == 0 {
            0.0
        } else {
            cases.decades(0.02, 0.1)
        };
        let at = loop {
            let at = cases.vector::<f64, 2>(0.8);
            if gap(&at) > radius + 0.05 {
                break at;
            }
        };
        let contact = contact::<T, 2>(&mut cases, case);
        let velocity = cases.vector::<T, 2>(6.0);
        for rate in [7.0, 60.0, 240.0] {
            let mut world = World::<T, 2>::new();
            for points in [&room, &block] {
                let chain = Chain::closed(points.iter().map(|point| point.map(convert::<f64, T>)));
                world.add_surface(chain.unwrap(), contact).unwrap();
            }
            let body = disc::<T>(radius).at(at.map(convert)).moving(velocity);
            let name = format!("case {case}, {contact:?}, {room:?}, {block:?}");
            follow(&mut world, body, (&gap, 4.0), (rate, 3.0), &name);
        }
    }
}

#[test]
fn in_random_rooms_about_a_block() {
    in_random_rooms::<f64>();
    in_random_rooms::<f32>();
}

fn over_random_fields_in_space<T: Real<3, Inertia = Inertia<T>>>() {
    let mut cases = Cases::new(73);
    for case in 0..45 {
        let steep = cases.decades(0.05, 0.8);
        let count = 7_usize;
        let is_wall = |index: usize| index == 0 || index == count - 1;
        let rows: Vec<Vec<f64>> = (0..count)
            .map(|row| {
                let height = |column: usize| match is_wall(row) || is_wall(column) {
                    true => 30.0,
                    false => cases.uniform(0.0..1.0) * steep,
                };
                (0..count).map(height).map(rounded::<T, 3>).collect()
            })
            .collect();
        let narrowed: Vec<Vec<T>> = rows
            .iter()
            .map(|row| row.iter().map(|height| convert(*height)).collect())
            .collect();
        let field = Heightfield::<T, 3>::new(
            [T::zero(), T::one(), T::zero()],
            [T::zero(); 3],
            T::one(),
            &narrowed,
        )
        .unwrap();
        let exact = Heightfield::new([0.0, 1.0, 0.0], [0.0; 3], 1.0, &rows).unwrap();
        let gap = |p: &Vector3<f64>| {
            use kinstep::trajectory::{Nearest, Surface};
            let distance = match exact.nearest(p, 100.0) {
                Nearest::At { distance, .. } => distance,
                _ => f64::INFINITY,
            };
            match exact.height(*p) {
                Some(height) if p.y >= height => distance,
                _ => -distance,
            }
        };
        let radius = if case % 2 == 0 {
            0.0
        } else {
            cases.decades(0.05, 0.3)
        };
        let contact = contact::<T, 3>(&mut cases, case);
        let at = Vector3::new(
            cases.uniform(2.0..4.0),
            1.0 + 2.0 * radius + cases.uniform(0.0..2.0),
            cases.uniform(2.0..4.0),
        );
        let velocity = cases.vector::<T, 3>(4.0);
        let ball = if radius == 0.0 {
            Body::point(T::one())
        } else {
            Body::solid(T::one(), Inertia::sphere(T::one(), convert(radius))).round(convert(radius))
        };
        for rate in [7.0, 60.0, 240.0] {
            let mut world = World::<T, 3>::new();
            world.add_surface(field.clone(), contact).unwrap();
            let body = ball.at(at.map(convert)).moving(velocity);
            let name = format!("case {case}, {contact:?}, {rows:?}");
            follow(&mut world, body, (&gap, 10.0), (rate, 2.0), &name);
        }
    }
}

#[test]
fn over_random_height_fields_in_space() {
    over_random_fields_in_space::<f64>();
}

#[test]
fn over_random_height_fields_in_space_in_single_precision() {
    over_random_fields_in_space::<f32>();
}

#[test]
fn over_spheres_and_turned_boxes() {
    let mut cases = Cases::new(74);
    for case in 0..60 {
        let pins: Vec<_> = (0..4)
            .map(|index| {
                (
                    Vector2::new(0.6 * f64::from(index), cases.uniform(0.0..0.6)),
                    0.2,
                )
            })
            .collect();
        let half = Vector2::new(3.0, 0.3);
        let (middle, angle) = (Vector2::new(1.0, -1.0), cases.uniform(-0.6..0.6));
        let radius = if case % 2 == 0 {
            0.0
        } else {
            cases.decades(0.02, 0.15)
        };
        let gap = |p: &Vector2<f64>| {
            let (sin, cos) = angle.sin_cos();
            let off = p - middle;
            let local = Vector2::new(cos * off.x + sin * off.y, cos * off.y - sin * off.x);
            let over = local.abs() - half;
            let from_box = over.sup(&Vector2::zeros()).norm() + over.max().min(0.0);
            let from_pins = pins
                .iter()
                .map(|(center, radius)| (p - center).norm() - radius);
            from_pins.fold(from_box, f64::min)
        };
        let contact = contact::<f64, 2>(&mut cases, case);
        let at = Vector2::new(cases.uniform(-0.2..2.0), 1.5);
        let velocity = cases.vector::<f64, 2>(2.0);
        for rate in [7.0, 60.0, 240.0] {
            let mut world = World::<f64, 2>::new();
            for (center, radius) in &pins {
                world
                    .add_surface(Sphere::new(*center, *radius), contact)
                    .unwrap();
            }
            let plank = AlignedBox::around([0.0, 0.0], half);
            let ramp = Placed::new(plank, middle, angle).unwrap();
            world.add_surface(ramp, contact).unwrap();
            let body = disc::<f64>(radius).at(at).moving(velocity);
            let name = format!("case {case}, {contact:?}, {pins:?}, {angle}");
            follow(&mut world, body, (&gap, 4.0), (rate, 2.0), &name);
        }
    }
}

/// A point slides down a rotated box as down a plane.
#[test]
fn a_ramp_is_exact() {
    let angle = 0.4_f64;
    let plank = AlignedBox::around([0.0, -0.1], [50.0, 0.1]);
    let ramp = Placed::new(plank, [1.0, 2.0], angle).unwrap();
    for rate in [5.0, 60.0] {
        let mut world = crate::falling();
        world
            .add_surface(ramp, Contact::new(0.0).with_friction(0.2))
            .unwrap();
        let point = world
            .add_body(kinstep::Body2::point(1.0).at([1.0, 2.0]))
            .unwrap();
        (0..(2.0 * rate) as usize).for_each(|_| world.step(1.0 / rate).unwrap());
        let way = 0.5 * G * (angle.sin() - 0.2 * angle.cos()) * 4.0;
        let expected = Vector2::new(1.0, 2.0) - Vector2::new(angle.cos(), angle.sin()) * way;
        assert!((world[point].position - expected).norm() < 1e-12);
    }
}

/// Over level ground of many segments a point slides, and a disc rolls, as over a plane.
#[test]
fn seams_are_not_felt() {
    let heights = [0.0; 60];
    let field = Heightfield::new([0.0, 1.0], [0.0, 0.0], 0.1, &[heights]).unwrap();
    let chain = Chain::open((0..60).map(|index| [0.1 * f64::from(index), 0.0])).unwrap();
    for rate in [7.0, 60.0, 240.0] {
        for is_chain in [false, true] {
            let contact = Contact::new(0.0).with_friction(0.5);
            let mut world = crate::falling();
            if is_chain {
                world.add_surface(chain.clone(), contact).unwrap();
            } else {
                world.add_surface(field.clone(), contact).unwrap();
            }
            let ball = crate::disc(1.0, 0.07).at([0.52, 0.07]).moving([1.0, 0.0]);
            let ball = world.add_body(ball.spinning(-1.0 / 0.07)).unwrap();
            (0..(4.0 * rate) as usize).for_each(|_| world.step(1.0 / rate).unwrap());
            let off = world[ball].position - Vector2::new(4.52, 0.07);
            assert!(off.norm() < 1e-12, "{off}");
            assert_eq!(world[ball].velocity, Vector2::new(1.0, 0.0));
        }
    }
}

/// A preview of a bouncing flight ends at the position of the body in a world.
#[test]
fn previews_follow_chains() {
    let chain = Chain::open([[-2.0, 3.0], [0.0, 0.0], [4.0, 0.5], [5.0, 5.0]]).unwrap();
    let contact = Contact::new(0.6).with_friction(0.2);
    let flight = Ballistics::new([0.0, -9.81]).launch([0.5, 2.0], [1.0, 0.0]);
    let segments: Vec<_> = Bouncing::new(flight, &chain, contact, 6.0)
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let last = segments.last().unwrap();
    let (mut world, _) = crate::falling_on(chain, contact);
    let body = kinstep::Body2::point(1.0).at([0.5, 2.0]).moving([1.0, 0.0]);
    let body = world.add_body(body).unwrap();
    (0..360).for_each(|_| world.step(1.0 / 60.0).unwrap());
    let end = last.flight.position(last.duration);
    assert!((world[body].position - end).norm() < 1e-9, "{end}");
}

/// A point that slides on the ground does not enter a sphere that lies there.
#[test]
fn a_point_slides_into_a_ball() {
    let contact = Contact::new(0.0);
    let (mut world, _) = crate::falling_on(crate::ground(), contact);
    let ball = Sphere::new([1.0, 0.05], 0.2);
    world.add_surface(ball, contact).unwrap();
    let point = kinstep::Body2::point(1.0).moving([1.0, 0.0]);
    let point = world.add_body(point).unwrap();
    for _ in 0..120 {
        world.step(1.0 / 60.0).unwrap();
        let gap = (world[point].position - ball.center).norm() - ball.radius;
        assert!(gap > -1e-12, "{gap:e} at {}", world[point].position);
    }
}
