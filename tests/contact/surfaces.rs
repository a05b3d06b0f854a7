//! Chains, height fields, spheres and placed boxes: compared with brute force.

use std::marker::PhantomData;

use kinstep::nalgebra::{
    Matrix3, RealField, SVector, UnitQuaternion, Vector2, Vector3, convert, convert_unchecked,
};
use kinstep::trajectory::{
    AlignedBox, Chain, Heightfield, Nearest, Placed, Plane, Sphere, Surface, Trajectory,
};
use kinstep_flight::Ballistics;
use truths::Cases;

/// A number as rounded to the type `T`, returned in `f64`.
fn rounded<T: RealField + Copy>(value: f64) -> f64 {
    wide(convert::<f64, T>(value))
}

fn wide<T: RealField + Copy>(value: T) -> f64 {
    convert_unchecked(value)
}

fn narrow<T: RealField + Copy, const D: usize>(vector: &SVector<f64, D>) -> SVector<T, D> {
    vector.map(convert)
}

fn widened<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(wide)
}

/// The point of a triangle that is nearest to a point, by the regions of its barycentric coordinates (Ericson, 5.1.5).
fn on_triangle(p: &Vector3<f64>, [a, b, c]: [Vector3<f64>; 3]) -> Vector3<f64> {
    let (ab, ac) = (b - a, c - a);
    let [ap, bp, cp] = [a, b, c].map(|corner| p - corner);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b) * ((d4 - d3) / (d4 - d3 + (d5 - d6)));
    }
    a + (ab * vb + ac * vc) / (va + vb + vc)
}

/// The point of a segment that is nearest to `p`: the foot of the perpendicular if it is on the
/// segment, otherwise the nearer end.
fn on_segment(p: &Vector2<f64>, [a, b]: [Vector2<f64>; 2]) -> Vector2<f64> {
    let way = b - a;
    let height = way.perp(&(p - a)) / way.norm_squared();
    let foot = p - Vector2::new(-way.y, way.x) * height;
    let is_between = (foot - a).dot(&(foot - b)) <= 0.0;
    let from = |point: &Vector2<f64>| (p - point).norm();
    let ends = if from(&a) < from(&b) { a } else { b };
    if is_between { foot } else { ends }
}

/// Where the segment from p to q crosses the segment from a to b, as a fraction of the first.
fn crossing_2([p, q]: [Vector2<f64>; 2], [a, b]: [Vector2<f64>; 2]) -> Option<f64> {
    let side = |point: Vector2<f64>| (b - a).perp(&(point - a));
    let other = |point: Vector2<f64>| (q - p).perp(&(point - p));
    let crosses = side(p) * side(q) <= 0.0 && other(a) * other(b) <= 0.0;
    crosses.then(|| side(p) / (side(p) - side(q)))
}

/// Where the segment from p to q crosses a triangle, as a fraction of the segment, by Cramer's
/// rule.
fn crossing_3([p, q]: [Vector3<f64>; 2], [a, b, c]: [Vector3<f64>; 3]) -> Option<f64> {
    let solved = Matrix3::from_columns(&[b - a, c - a, p - q]).try_inverse()? * (p - a);
    let [u, v, share] = solved.into();
    let is_in = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&share);
    is_in.then_some(share)
}

/// Answers of brute force about a surface.
struct Truth<'a, const D: usize> {
    distance: &'a dyn Fn(&SVector<f64, D>) -> f64,
    /// None if brute force gives no answer.
    is_inside: &'a dyn Fn(&SVector<f64, D>) -> Option<bool>,
    /// Fraction of a segment before it crosses the surface; None if it does not cross.
    clear: &'a dyn Fn([SVector<f64, D>; 2]) -> Option<f64>,
    size: f64,
}

/// Compares all answers of a surface with the truth.
fn compare<T: RealField + Copy, const D: usize>(
    surface: &impl Surface<T, D>,
    truth: &Truth<'_, D>,
    cases: &mut Cases,
) {
    // the overlap of the facets is 64 roundings
    let tolerance = 256.0 * wide(T::default_epsilon()) * truth.size;
    for _ in 0..200 {
        let size = truth.size * cases.decades(1e-2, 1.3);
        let point = cases.vector::<T, D>(size);
        let at = widened(&point);
        let far = (truth.distance)(&at);
        let is_inside = surface.is_inside(&point);
        if let (true, Some(expected)) = (far > tolerance, (truth.is_inside)(&at)) {
            assert_eq!(is_inside, expected, "{at}");
        }
        let reach = cases.uniform(0.0..2.0) * truth.size;
        match surface.nearest(&point, convert(reach)) {
            Nearest::At {
                distance,
                normal,
                open,
                ..
            } => {
                let (distance, normal) = (wide(distance), widened(&normal));
                assert!((distance - far).abs() < tolerance, "{at}: {distance} {far}");
                let foot = at - normal * distance;
                assert!((truth.distance)(&foot) < tolerance, "{at}: {normal}");
                // points of the open part of the ball are not on the surface
                let open = wide(open).min(truth.size);
                for _ in 0..8 {
                    let there = at + cases.vector::<f64, D>(1.0) * open;
                    let height = normal.dot(&(there - foot));
                    let room = height.min(open - (there - at).norm());
                    if room > 0.0 {
                        assert!((truth.distance)(&there) > 0.0, "{there}");
                    }
                }
                // the point half way to the foot is half as far from the surface
                let out = foot + normal * (distance * 0.5);
                assert!(((truth.distance)(&out) - 0.5 * distance).abs() < tolerance);
                let Some(part) = surface.flat_part(&narrow(&foot), &narrow(&normal)) else {
                    continue;
                };
                let plane = (widened(&part.plane.normal), wide(part.plane.distance));
                let height = plane.0.dot(&foot) - plane.1;
                assert!(
                    height.abs() < tolerance && plane.0.dot(&normal) > 0.99,
                    "{at}"
                );
                if is_inside && part.edges.iter().all(Option::is_none) {
                    continue; // inside a box the walls end a flat part before any edge
                }
                // points of the plane within the edges are on the surface
                let mut along = cases.vector::<f64, D>(truth.size);
                along -= plane.0 * (plane.0.dot(&along) / plane.0.norm_squared());
                let room = part.edges.iter().flatten().map(|edge| {
                    let outward = widened(&edge.normal);
                    let room = wide(edge.distance) - outward.dot(&foot);
                    let rate = outward.dot(&along);
                    if rate > 0.0 {
                        (room / rate).max(0.0)
                    } else {
                        f64::INFINITY
                    }
                });
                let most = room.fold(1.0, f64::min);
                let there = foot + along * (most * 0.99);
                assert!((truth.distance)(&there) < tolerance, "{at} {there}");
            }
            Nearest::Beyond(bound) => {
                assert!(wide(bound) >= reach * 0.999_999 && far > wide(bound) - tolerance);
            }
            Nearest::Unknown => panic!("it knows"),
        }
        // a straight flight lands where the segment crosses the surface
        let way = [at, widened(&cases.vector::<T, D>(size))];
        let clear = (truth.clear)(way);
        let flight = Ballistics::new(SVector::<f64, D>::zeros()).launch(way[0], way[1] - way[0]);
        let landing = flight
            .landing(&Wide(surface, PhantomData), 0.0..1.0)
            .unwrap();
        match (landing, clear) {
            (None, None) => {}
            (Some(landing), Some(clear)) => {
                let off = (landing.time - clear) * landing.normal.dot(&landing.velocity);
                assert!(
                    off.abs() < tolerance,
                    "{way:?} {landing:?} {clear:e} {off:e}"
                );
            }
            (landing, clear) => {
                // they differ only in single precision, within rounding of the rim or of the ends
                // of the segment
                let share = landing.map_or(clear, |landing| Some(landing.time)).unwrap();
                let there = at + (way[1] - way[0]) * share;
                let is_exact = wide(T::default_epsilon()) < 1e-10;
                assert!(
                    !is_exact && (truth.distance)(&there) < 1e-3 * truth.size,
                    "{way:?} {landing:?} {clear:?}"
                );
            }
        }
    }
}

/// Makes a surface of another number type a surface for flights in `f64`.
struct Wide<'a, S, T>(&'a S, PhantomData<T>);

impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Surface<f64, D> for Wide<'_, S, T> {
    fn nearest(&self, point: &SVector<f64, D>, reach: f64) -> Nearest<f64, D> {
        match self.0.nearest(&narrow(point), convert(reach)) {
            Nearest::At {
                distance,
                normal,
                open,
                curvature,
            } => Nearest::At {
                distance: wide(distance),
                normal: widened(&normal),
                open: wide(open),
                curvature: wide(curvature),
            },
            Nearest::Beyond(distance) => Nearest::Beyond(wide(distance)),
            Nearest::Unknown => Nearest::Unknown,
        }
    }

    fn is_inside(&self, point: &SVector<f64, D>) -> bool {
        self.0.is_inside(&narrow(point))
    }

    fn rounding(&self, scale: f64) -> f64 {
        wide(self.0.rounding(convert(scale)))
    }
}

/// The corners of a star-shaped polygon about the origin, counter-clockwise.
fn star<T: RealField + Copy>(cases: &mut Cases) -> Vec<Vector2<f64>> {
    let count = 3 + cases.below(30);
    let turn = std::f64::consts::TAU / count as f64;
    let corner = |index| {
        let angle = turn * (f64::from(u32::try_from(index).unwrap()) + cases.uniform(-0.4..0.4));
        let radius = cases.decades(0.2, 1.0);
        Vector2::new(
            rounded::<T>(radius * angle.cos()),
            rounded::<T>(radius * angle.sin()),
        )
    };
    (0..count).map(corner).collect()
}

fn chains_are_as_brute_force<T: RealField + Copy>() {
    let mut cases = Cases::new(61);
    for case in 0..60 {
        let is_closed = case % 2 == 0;
        let mut points = if is_closed {
            star::<T>(&mut cases)
        } else {
            let mut x = -1.0;
            let step = |_| {
                x += cases.decades(1e-3, 0.3);
                Vector2::new(rounded::<T>(x), rounded::<T>(cases.uniform(-0.5..0.5)))
            };
            (0..2 + case / 2).map(step).collect()
        };
        let is_block = case % 4 == 0;
        if is_block {
            points.reverse();
        }
        let narrowed = points.iter().map(narrow::<T, 2>);
        let chain = if is_closed {
            Chain::closed(narrowed)
        } else {
            Chain::open(narrowed)
        };
        let chain = chain.unwrap();
        let mut segments: Vec<_> = points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        if is_closed {
            segments.push([points[points.len() - 1], points[0]]);
        }
        let distance = |p: &Vector2<f64>| {
            let distances = segments
                .iter()
                .map(|segment| (p - on_segment(p, *segment)).norm());
            distances.fold(f64::INFINITY, f64::min)
        };
        let clear = |way: [Vector2<f64>; 2]| {
            let crossings = segments
                .iter()
                .filter_map(|segment| crossing_2(way, *segment));
            crossings.reduce(f64::min)
        };
        let is_inside = |p: &Vector2<f64>| {
            if is_closed {
                let out = [*p, Vector2::new(7.3, 0.1)];
                let count = segments
                    .iter()
                    .filter(|segment| crossing_2(out, **segment).is_some());
                return Some((count.count() % 2 == 1) == is_block);
            }
            // a point below the chain is inside, unless an end of the chain is the nearest point
            let ends = [points[0], points[points.len() - 1]];
            let is_beyond = ends
                .iter()
                .any(|end| ((p - end).norm() - distance(p)).abs() < 1e-12);
            let above = [*p, Vector2::new(p.x, 1e3)];
            let is_above_it = p.x > ends[0].x && p.x < ends[1].x;
            let is_below = segments
                .iter()
                .any(|segment| crossing_2(above, *segment).is_some());
            is_above_it.then_some(is_below && !is_beyond)
        };
        let truth = Truth {
            distance: &distance,
            is_inside: &is_inside,
            clear: &clear,
            size: 2.0,
        };
        compare(&chain, &truth, &mut cases);
        let point = Vector2::new(0.03, 0.7);
        if is_closed {
            let other = Chain::closed(chain.points().iter().rev().copied()).unwrap();
            assert_eq!(Some(!other.is_inside(&narrow(&point))), is_inside(&point));
        }
    }
}

#[test]
fn chains_are_as_brute_force_in_double_and_single_precision() {
    chains_are_as_brute_force::<f64>();
    chains_are_as_brute_force::<f32>();
}

fn height_fields_are_as_brute_force<T: RealField + Copy>() {
    let mut cases = Cases::new(62);
    for case in 0..24 {
        let steep = cases.decades(0.05, 1.5);
        let count = [2 + cases.below(9), 2 + cases.below(9)];
        let mut row = |length: usize| -> Vec<f64> {
            (0..length)
                .map(|_| rounded::<T>(cases.uniform(-0.4..0.4) * steep))
                .collect()
        };
        let rows: Vec<_> = (0..count[1]).map(|_| row(count[0])).collect();
        let narrowed: Vec<Vec<T>> = rows
            .iter()
            .map(|row| row.iter().map(|height| convert(*height)).collect())
            .collect();
        let spacing = rounded::<T>(0.2);
        // up is along +y, along -y, or along +z
        let [up, first, second] = [[1, 0, 2], [1, 0, 2], [2, 0, 1]][case % 3];
        let sign = if case % 3 == 1 { -1.0 } else { 1.0 };
        let unit = |axis: usize, length: f64| {
            Vector3::from_fn(|i, _| if i == axis { length } else { 0.0 })
        };
        let origin = Vector3::from_element(-0.5);
        let field = Heightfield::<T, 3>::new(
            narrow(&unit(up, sign)),
            narrow(&origin),
            convert(spacing),
            &narrowed,
        )
        .unwrap();
        let corner = |column: usize, row: usize| {
            origin
                + unit(first, spacing) * column as f64
                + unit(second, spacing) * row as f64
                + unit(up, sign * rows[row][column])
        };
        let mut triangles = vec![];
        for column in 0..count[0] - 1 {
            for row in 0..count[1] - 1 {
                let [a, b] = [corner(column, row), corner(column + 1, row + 1)];
                triangles.push([a, corner(column + 1, row), b]);
                triangles.push([a, b, corner(column, row + 1)]);
            }
        }
        let distance = |p: &Vector3<f64>| {
            let distances = triangles
                .iter()
                .map(|triangle| (p - on_triangle(p, *triangle)).norm());
            distances.fold(f64::INFINITY, f64::min)
        };
        let clear = |way: [Vector3<f64>; 2]| {
            let crossings = triangles
                .iter()
                .filter_map(|triangle| crossing_3(way, *triangle));
            crossings.reduce(f64::min)
        };
        let is_inside = |p: &Vector3<f64>| Some(clear([*p, p + unit(up, sign * 1e2)]).is_some());
        let truth = Truth {
            distance: &distance,
            is_inside: &is_inside,
            clear: &clear,
            size: 2.0,
        };
        compare(&field, &truth, &mut cases);
        // the height at a point is where a line along up meets the ground
        for _ in 0..20 {
            let p = widened(&cases.vector::<T, 3>(1.0));
            let line = [p - unit(up, sign * 1e2), p + unit(up, sign * 1e2)];
            let there = clear(line).map(|share| share * 2e2 - 1e2 + sign * (p - origin)[up]);
            match (field.height(narrow::<T, 3>(&p)), there) {
                (Some(height), Some(there)) => {
                    assert!((wide(height) - there).abs() < 1e4 * wide(T::default_epsilon()));
                }
                (height, there) => assert!(height.is_none() && there.is_none()),
            }
        }
    }
}

#[test]
fn height_fields_are_as_brute_force_in_double_and_single_precision() {
    height_fields_are_as_brute_force::<f64>();
    height_fields_are_as_brute_force::<f32>();
}

/// In the plane a height field gives the answers of the chain through its samples.
#[test]
fn a_height_field_in_the_plane_is_a_chain() {
    let mut cases = Cases::new(63);
    let heights: Vec<_> = (0..40).map(|_| cases.uniform(-0.5..0.5)).collect();
    let field = Heightfield::new([0.0, 1.0], [-1.0, 0.25], 0.05, &[&heights]).unwrap();
    let points = (0..40).map(|index| {
        Vector2::new(
            -1.0 + 0.05 * f64::from(index),
            0.25 + heights[index as usize],
        )
    });
    let chain = Chain::open(points).unwrap();
    for _ in 0..2000 {
        let point = cases.vector::<f64, 2>(1.2);
        let answers = [field.nearest(&point, 0.3), chain.nearest(&point, 0.3)];
        match answers {
            [
                Nearest::At { distance: one, .. },
                Nearest::At {
                    distance: other, ..
                },
            ] => {
                assert!((one - other).abs() < 1e-15, "{point}");
            }
            [one, other] => assert_eq!(one, other),
        }
        let is_within = field.height(point).is_some();
        assert!(
            !is_within || field.is_inside(&point) == chain.is_inside(&point) || point.x.abs() > 0.9
        );
    }
}

#[test]
fn spheres_and_turned_boxes_are_as_brute_force() {
    let mut cases = Cases::new(64);
    for _ in 0..20 {
        let (center, radius) = (cases.vector::<f64, 3>(0.5), cases.decades(1e-2, 1.0));
        let distance = |p: &Vector3<f64>| ((p - center).norm() - radius).abs();
        let is_inside = |p: &Vector3<f64>| Some((p - center).norm() < radius);
        let clear = |way: [Vector3<f64>; 2]| {
            let (offset, way) = (way[0] - center, way[1] - way[0]);
            let (a, b) = (way.norm_squared(), offset.dot(&way));
            let root = (b * b - a * (offset.norm_squared() - radius * radius)).sqrt();
            let mut roots = [(-b - root) / a, (-b + root) / a].into_iter();
            roots.find(|share| (0.0..=1.0).contains(share))
        };
        let truth = Truth {
            distance: &distance,
            is_inside: &is_inside,
            clear: &clear,
            size: 1.0,
        };
        compare(&Sphere::new(center, radius), &truth, &mut cases);

        let half = Vector3::from_fn(|_, _| cases.decades(0.05, 0.7));
        let turn = UnitQuaternion::new(cases.vector::<f64, 3>(2.0));
        let local = |p: &Vector3<f64>| turn.to_rotation_matrix().transpose() * (p - center);
        let is_inside = |p: &Vector3<f64>| Some(local(p).abs() < half);
        let outside = |p: &Vector3<f64>| (local(p).abs() - half).sup(&Vector3::zeros()).norm();
        let distance = |p: &Vector3<f64>| {
            let depth = (half - local(p).abs()).min();
            outside(p).max(depth)
        };
        let clear = |way: [Vector3<f64>; 2]| {
            let [p, q] = way.map(|end| local(&end));
            let walls = (0..3).flat_map(|axis| [(axis, half[axis]), (axis, -half[axis])]);
            let shares = walls.filter_map(|(axis, wall)| {
                let share = (wall - p[axis]) / (q[axis] - p[axis]);
                let there = p + (q - p) * share;
                let is_on = (0..3).all(|other| other == axis || there[other].abs() <= half[other]);
                (is_on && (0.0..=1.0).contains(&share)).then_some(share)
            });
            shares.reduce(f64::min)
        };
        let truth = Truth {
            distance: &distance,
            is_inside: &is_inside,
            clear: &clear,
            size: 1.0,
        };
        let crate_ = AlignedBox::around([0.0; 3], half);
        let placed = Placed::new(crate_, center, turn).unwrap();
        compare(&placed, &truth, &mut cases);
    }
    // a placed plane is a plane
    let plane = Placed::new(Plane::new([0.0, 2.0], 1.0), [1.0, 0.5], 0.3).unwrap();
    let normal = Vector2::new(-0.3_f64.sin(), 0.3_f64.cos());
    let expected = Plane::through(Vector2::new(1.0, 0.5) + normal * 0.5, normal * 2.0);
    let plane = plane.plane().unwrap();
    assert!((plane.normal - expected.normal).norm() < 1e-15);
    assert!((plane.distance - expected.distance).abs() < 1e-15);
}

/// Flights land on height fields and chains where a march with small steps finds the ground.
#[test]
fn flights_land_on_chains_and_height_fields() {
    let mut cases = Cases::new(65);
    for case in 0..60 {
        let heights: Vec<_> = (0..60).map(|_| cases.uniform(0.0..3.0)).collect();
        let chain = Chain::open((0..60).map(|index| [f64::from(index), heights[index as usize]]));
        let field = Heightfield::new([0.0, 1.0], [0.0, 0.0], 1.0, &[&heights]).unwrap();
        let start = Vector2::new(cases.uniform(2.0..20.0), 3.5);
        // every third flight starts on the ground itself
        let start = if case % 3 == 0 {
            Vector2::new(start.x, field.height(start).unwrap())
        } else {
            start
        };
        let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.1);
        let flight = air.launch(start, [cases.uniform(2.0..15.0), cases.uniform(6.0..15.0)]);
        let above = |time: f64| {
            let at = flight.position(time);
            field.height(at).map(|height| at.y - height)
        };
        let landings = [
            flight.landing(&chain.unwrap(), 0.0..20.0).unwrap(),
            flight.landing(&field, 0.0..20.0).unwrap(),
        ];
        let times = (1..400_000).map(|step| f64::from(step) * 1e-5 + 1e-6);
        let marched = times
            .map(|time| (time, above(time)))
            .find(|(_, above)| above.is_none_or(|a| a < 0.0));
        let Some((time, Some(_))) = marched else {
            continue;
        };
        for landing in landings {
            let landing = landing.expect("the ground is in the way");
            assert!(
                (landing.time - time).abs() < 1.2e-5,
                "{case}: {} {time}",
                landing.time
            );
            assert!(above(landing.time).unwrap().abs() < 1e-12);
        }
    }
}

/// A query of a large field finds only the few facets that are near.
#[test]
fn large_fields_are_asked_where_it_matters() {
    let row = |length: usize, row: usize| -> Vec<f64> {
        (0..length)
            .map(|column| ((column * 7 + row * 3) % 5) as f64 * 0.1)
            .collect()
    };
    let rows: Vec<_> = (0..200).map(|index| row(200, index)).collect();
    let field = Heightfield::new([0.0, 1.0, 0.0], [0.0; 3], 1.0, &rows).unwrap();
    let mut near = vec![];
    let (low, high) = (
        Vector3::new(50.2, -1.0, 70.2),
        Vector3::new(50.4, 1.0, 71.4),
    );
    field.members_near(&low, &high, &mut |number| near.push(number));
    assert_eq!(near.len(), 4);
    for number in near {
        let member = field.member(number).expect("a member");
        let Nearest::At { distance, .. } = member.nearest(&Vector3::new(50.3, 0.2, 71.0), 1.0)
        else {
            panic!("it knows")
        };
        assert!(distance < 1.0);
    }
    assert!(field.member(2 * 199 * 199 - 1).is_some() && field.member(2 * 199 * 199).is_none());
}

/// Bad input is rejected with an error that states the bad value.
#[test]
fn bad_input_is_refused_with_its_value() {
    let message = |error: kinstep::ParameterError<f64>| error.to_string();
    for (points, expected) in [
        (vec![[0.0, 0.0]], "the number of points of a chain is 1;"),
        (
            vec![[0.0, 0.0], [f64::NAN, 1.0]],
            "a coordinate of a chain is NaN;",
        ),
        (
            vec![[0.0, 1.0], [0.0, 1.0]],
            "the length of a segment of a chain is 0;",
        ),
        (
            vec![[0.0, 0.0], [2.0, 1.0], [0.0, 0.0]],
            "the sum of the directions of two segments of a chain is 0;",
        ),
    ] {
        let error = message(Chain::open(points).unwrap_err());
        assert!(error.starts_with(expected), "{error}");
    }
    let field = |up: [f64; 2], spacing: f64, rows: &[&[f64]]| {
        message(Heightfield::new(up, [0.0, 0.0], spacing, rows).unwrap_err())
    };
    for (error, expected) in [
        (
            field([0.0, 1.0], 1.0, &[]),
            "the number of rows of a height field is 0;",
        ),
        (
            field([0.0, 1.0], 1.0, &[&[1.0]]),
            "the length of a row of a height field is 1;",
        ),
        (
            field([0.0, 1.0], -2.5, &[&[1.0, 2.0]]),
            "the spacing of a height field is -2.5;",
        ),
        (
            field([0.0, 1.0], f64::NAN, &[&[1.0, 2.0]]),
            "the spacing of a height field is NaN;",
        ),
        (
            field([0.0, 1.0], 1.0, &[&[1.0, f64::INFINITY]]),
            "a height is inf;",
        ),
        (
            field([0.5, 1.0], 1.0, &[&[1.0, 2.0]]),
            "the length of the part of `up` along an axis is 1;",
        ),
    ] {
        assert!(error.starts_with(expected), "{error}");
    }
    let floor = Plane::new([0.0, 1.0], 0.0);
    let error = Placed::new(floor, [0.0, f64::NAN], 0.0).unwrap_err();
    assert_eq!(
        message(error),
        "a coordinate of the position is NaN; it must be finite"
    );
    assert!(Placed::new(floor, [0.0, 0.0], f64::INFINITY).is_err());
}
