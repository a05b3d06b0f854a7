//! Landing on the shapes of parry, compared with brute force.
#![cfg(feature = "parry")]

use core::cell::Cell;

use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::trajectory::{
    Crossing, Flight, Landing, ParryShape2, ParryShape3, Plane, Surface, Trajectory,
};
use kinstep_flight::Ballistics;
use parry3d::math::{Pose, Vector};
use parry3d::shape::{HeightField, Shape, TriMesh};
use parry3d::utils::Array2;
use truths::Cases;
use truths::flights::{random_throw, statistics};

use super::landing::Counted;

fn lands(flight: &Flight<3>, surface: &impl Surface<f64, 3>) -> Option<Landing<3>> {
    flight.landing(surface, 0.0..60.0).unwrap()
}

/// The landing, and the number of queries.
fn counted(flight: &Flight<3>, surface: &impl Surface<f64, 3>) -> (Option<Landing<3>>, usize) {
    let counted = Counted(surface, Cell::new(0));
    (lands(flight, &counted), counted.1.get())
}

/// First contact with a mesh, triangle by triangle, in `f64`: where the flight crosses the plane of
/// a triangle inside the triangle.
fn first_triangle(flight: &Flight<3>, mesh: &TriMesh) -> Option<f64> {
    let wide = |v: Vector| Vector3::new(v.x, v.y, v.z).map(f64::from);
    let times = mesh.triangles().filter_map(|triangle| {
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(wide);
        let normal = (b - a).cross(&(c - a));
        let plane = Plane::through(a, normal);
        let mut crossings = flight.crossings(&plane, Crossing::Any, 0.0..60.0).unwrap();
        crossings.find_map(|event| {
            let p = event.position;
            let inside = [(a, b), (b, c), (c, a)]
                .iter()
                .all(|(from, to)| (to - from).cross(&(p - from)).dot(&normal) >= 0.0);
            inside.then_some(event.time)
        })
    });
    times.reduce(f64::min)
}

/// A mesh of squares with corners at heights over the x-z plane, each cut along a diagonal.
fn mesh_of(squares: u32, side: f64, mut height: impl FnMut(f64, f64) -> f64) -> TriMesh {
    let (mut vertices, mut triangles) = (vec![], vec![]);
    let place = |index: u32| side * (f64::from(index) - 0.5 * f64::from(squares));
    for i in 0..=squares {
        for j in 0..=squares {
            let (x, z) = (place(i), place(j));
            vertices.push(Vector::new(x as f32, height(x, z) as f32, z as f32));
            if i < squares && j < squares {
                let at = i * (squares + 1) + j;
                let (next, across) = (at + squares + 1, at + squares + 2);
                triangles.extend([[at, at + 1, next], [next, at + 1, across]]);
            }
        }
    }
    TriMesh::new(vertices, triangles).unwrap()
}

fn hilly_mesh(cases: &mut Cases) -> TriMesh {
    let (a, b) = (cases.uniform(0.0..3.0), cases.uniform(0.0..2.0));
    let (k, l) = (cases.uniform(0.05..0.2), cases.uniform(0.1..0.4));
    mesh_of(60, 5.0, |x, z| {
        a * (k * x).sin() + b * (l * z + 1.0).cos() + cases.uniform(-0.4..0.4)
    })
}

fn tetrahedra(cases: &mut Cases) -> TriMesh {
    let floor = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
    let corner = |[x, z]: [f32; 2]| Vector::new(300.0 * x, -5.0, 300.0 * z);
    let mut vertices: Vec<_> = floor.into_iter().map(corner).collect();
    let mut triangles = vec![[0, 1, 2], [2, 1, 3]];
    for _ in 0..400 {
        let (x, y) = (cases.uniform(-80.0..80.0), cases.uniform(-3.0..25.0));
        let center = [x, y, cases.uniform(-80.0..80.0)];
        let size = cases.decades(0.3, 4.0);
        let first = vertices.len() as u32;
        for _ in 0..4 {
            let [x, y, z] = center.map(|c| (c + cases.uniform(-size..size)) as f32);
            vertices.push(Vector::new(x, y, z));
        }
        let faces = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
        triangles.extend(faces.map(|face| face.map(|corner| first + corner)));
    }
    TriMesh::new(vertices, triangles).unwrap()
}

fn random_flight(cases: &mut Cases, heights: core::ops::Range<f64>) -> Flight<3> {
    let (x, z) = (cases.uniform(-40.0..40.0), cases.uniform(-40.0..40.0));
    let height = cases.uniform(heights);
    random_throw(cases, [x, height, z])
}

/// Throws over hilly meshes and among tetrahedra meet the same triangle as in `f64`.
#[test]
fn throws_meet_the_first_triangle() {
    // limits of queries: median, mean and maximum
    type Mesh = fn(&mut Cases) -> TriMesh;
    let rows = [
        // measured: 15, 17.5, 372
        (hilly_mesh as Mesh, 5.0..20.0, (17, 19.0, 600)),
        // measured: 21, 22.7, 84
        (tetrahedra, 0.0..20.0, (23, 25.0, 150)),
    ];
    for (mesh, heights, limits) in rows {
        let mut cases = Cases::new(11);
        let (mut counts, mut worst) = (vec![], 0.0_f64);
        for _ in 0..10 {
            let mesh = mesh(&mut cases);
            let surface = ParryShape3::new(&mesh, Pose::IDENTITY);
            for _ in 0..100 {
                let flight = random_flight(&mut cases, heights.clone());
                let (landing, queries) = counted(&flight, &surface);
                let truth = first_triangle(&flight, &mesh);
                assert_eq!(landing.is_some(), truth.is_some(), "{landing:?} {truth:?}");
                if let (Some(landing), Some(truth)) = (landing, truth) {
                    worst = worst.max((landing.time - truth).abs());
                    counts.push(queries);
                }
            }
        }
        println!("off by at most {worst:e} s");
        // measured: 3.5e-6 over hills; 2.4e-5 among tetrahedra, where the mesh is 600 m wide and edges are grazed
        assert!(worst < 5e-5, "{worst:e}");
        assert!(counts.len() > 950);
        let (median, mean, most) = statistics("triangles", counts);
        assert!(median <= limits.0 && mean < limits.1 && most <= limits.2);
    }
}

/// Corners and edges of a mesh belong to it, though rays may slip between two triangles.
#[test]
fn no_flight_slips_between_triangles() {
    let mesh = hilly_mesh(&mut Cases::new(3));
    let surface = ParryShape3::new(&mesh, Pose::IDENTITY);
    let air = Ballistics::new([0.0, -9.81, 0.0]);
    for place in 0..1600 {
        let [x, z] = [place % 40, place / 40].map(|n| 2.5 * f64::from(n - 20));
        for speed in [0.0, 4.0] {
            let flight = air.launch([x - speed * 2.0, 30.0, z], [speed, 0.0, 0.0]);
            assert!(
                lands(&flight, &surface).is_some(),
                "at {x}, {z} with {speed}"
            );
        }
    }
}

#[test]
fn a_height_field_is_the_same_as_its_mesh() {
    let mut cases = Cases::new(12);
    let heights = (0..31 * 31).map(|_| cases.uniform(0.0..3.0) as f32);
    let heights = Array2::new(31, 31, heights.collect());
    let field = HeightField::new(heights, Vector::new(200.0, 1.0, 200.0));
    let (vertices, triangles) = field.to_trimesh();
    let mesh = TriMesh::new(vertices, triangles).unwrap();
    for _ in 0..200 {
        let flight = random_flight(&mut cases, 5.0..20.0);
        let shapes = [&field as &dyn Shape, &mesh];
        let [one, other] = shapes.map(|shape| {
            let landing = lands(&flight, &ParryShape3::new(shape, Pose::IDENTITY));
            landing.map(|landing| landing.time)
        });
        match (one, other) {
            (Some(one), Some(other)) => assert!((one - other).abs() < 2e-6),
            _ => assert_eq!(one, other),
        }
        // with rays
        let shape = ParryShape3::new(&field, Pose::IDENTITY);
        let seen = flight.landing_by_rays(1e-3, 0.0..60.0, |ray| shape.cast(ray));
        let seen = seen.unwrap().map(|landing| landing.time);
        match (one, seen) {
            (Some(one), Some(seen)) => assert!((one - seen).abs() < 1e-5, "{one} {seen}"),
            _ => assert_eq!(one, seen),
        }
    }
}

#[test]
fn a_start_on_a_mesh_is_left_or_lands_at_once() {
    let mesh = hilly_mesh(&mut Cases::new(4));
    let surface = ParryShape3::new(&mesh, Pose::IDENTITY);
    let air = Ballistics::new([0.0, -9.81, 0.0]);
    let mut cases = Cases::new(5);
    for _ in 0..200 {
        let (x, z) = (cases.uniform(-40.0..40.0), cases.uniform(-40.0..40.0));
        let ground = lands(&air.launch([x, 30.0, z], [0.0; 3]), &surface).unwrap();
        assert!(ground.normal.y > 0.5);
        let again = |velocity: [f64; 3]| lands(&air.launch(ground.position, velocity), &surface);
        let landing = again([2.0, 9.0, -3.0]).unwrap();
        assert!(landing.time > 0.5, "{landing:?}");
        assert_eq!(again([0.2, -9.0, -0.3]).unwrap().time, 0.0);
    }
}

#[test]
fn shapes_of_the_plane_are_met() {
    use parry2d::{math::Pose, math::Vector, shape::Ball, shape::Polyline, shape::Shape};
    let flight = Ballistics::new([0.0_f64, -9.81]).launch([0.0, 5.0], [10.0, 0.0]);
    let lands = |shape: &dyn Shape, pose| {
        let landing = flight.landing(&ParryShape2::new(shape, pose), 0.0..60.0);
        landing.unwrap().unwrap().position
    };
    let met = lands(&Ball::new(1.0), Pose::translation(5.0, 3.0));
    assert!(((met - Vector2::new(5.0, 3.0)).norm() - 1.0).abs() < 1e-5);
    let line = Polyline::new(vec![Vector::new(-50.0, 0.0), Vector::new(50.0, 1.0)], None);
    let met = lands(&line, Pose::IDENTITY);
    assert!((met.y - 0.5 - 0.01 * met.x).abs() < 1e-5);
}
