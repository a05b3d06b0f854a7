//! Landing on the shapes of parry, compared with brute force.
#![cfg(feature = "parry")]

mod support;

use kinstep::ballistics::{Ballistics, Flight, ParryShape3, Trajectory};
use kinstep::nalgebra::Vector3;
use parry3d::math::{Pose, Vector};
use parry3d::shape::TriMesh;
use support::Cases;

/// A mesh that is looked at triangle by triangle, in `f64`: where the flight crosses its plane, and whether inside.
fn first_triangle(flight: &Flight<f64, 3>, mesh: &TriMesh) -> Option<f64> {
    use kinstep::ballistics::{Crossing, Plane};
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

fn hilly_mesh(cases: &mut Cases) -> TriMesh {
    const N: u32 = 60;
    let (a, b, k, l) = (cases.uniform(0.0..3.0), cases.uniform(0.0..2.0), cases.uniform(0.05..0.2), cases.uniform(0.1..0.4));
    let mut vertices = vec![];
    for i in 0..=N {
        for j in 0..=N {
            let (x, z) = (f64::from(i) * 5.0 - 150.0, f64::from(j) * 5.0 - 150.0);
            let y = a * (k * x).sin() + b * (l * z + 1.0).cos() + cases.uniform(-0.4..0.4);
            vertices.push(Vector::new(x as f32, y as f32, z as f32));
        }
    }
    let mut triangles = vec![];
    for i in 0..N {
        for j in 0..N {
            let at = |i, j| i * (N + 1) + j;
            triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            triangles.push([at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
        }
    }
    TriMesh::new(vertices, triangles).unwrap()
}

fn tetrahedra(cases: &mut Cases) -> TriMesh {
    let (mut vertices, mut triangles) = (vec![], vec![]);
    let mut floor = |x: f32, z: f32| vertices.push(Vector::new(x, -5.0, z));
    for (x, z) in [(-300.0, -300.0), (-300.0, 300.0), (300.0, -300.0), (300.0, 300.0)] {
        floor(x, z);
    }
    triangles.push([0, 1, 2]);
    triangles.push([2, 1, 3]);
    for _ in 0..400 {
        let center = [cases.uniform(-80.0..80.0), cases.uniform(-3.0..25.0), cases.uniform(-80.0..80.0)];
        let size = cases.decades(0.3, 4.0);
        let first = vertices.len() as u32;
        for _ in 0..4 {
            let [x, y, z] = center.map(|c| (c + cases.uniform(-size..size)) as f32);
            vertices.push(Vector::new(x, y, z));
        }
        for [a, b, c] in [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]] {
            triangles.push([first + a, first + b, first + c]);
        }
    }
    TriMesh::new(vertices, triangles).unwrap()
}

fn random_flight(cases: &mut Cases, heights: core::ops::Range<f64>) -> Flight<f64, 3> {
    let mut air = Ballistics::new([0.0, -9.81, 0.0]);
    if cases.chance(0.7) {
        air = air
            .with_drag_rate(cases.decades(0.01, 1.0))
            .with_wind(Vector3::from_fn(|_, _| cases.uniform(-8.0..8.0)));
    }
    let speed = cases.uniform(10.0..35.0);
    let (climb, angle) = (cases.uniform(-0.3..1.3), cases.uniform(0.0..6.28));
    air.launch(
        [cases.uniform(-40.0..40.0), cases.uniform(heights), cases.uniform(-40.0..40.0)],
        [
            speed * climb.cos() * angle.cos(),
            speed * climb.sin(),
            speed * climb.cos() * angle.sin(),
        ],
    )
}

fn agree(name: &str, mut mesh: impl FnMut(&mut Cases) -> TriMesh, heights: core::ops::Range<f64>) {
    let mut cases = Cases::new(11);
    let (mut counts, mut worst) = (vec![], 0.0_f64);
    let mut wrong = 0;
    for _ in 0..10 {
        let mesh = mesh(&mut cases);
        let surface = ParryShape3::new(&mesh, Pose::IDENTITY);
        for case in 0..100 {
            let flight = random_flight(&mut cases, heights.clone());
            let landing = flight.landing(&surface, 0.0..60.0).unwrap();
            let truth = first_triangle(&flight, &mesh);
            match (landing, truth) {
                (Some(landing), Some(truth)) => {
                    let off = (landing.time - truth).abs();
                    if off > 1e-5 {
                        println!("{case}: {} {truth} {} {:?}", landing.time, landing.casts, landing.position);
                        wrong += 1;
                    } else {
                        worst = worst.max(off);
                    }
                    counts.push(landing.casts);
                }
                (None, None) => {}
                _ => { println!("{case} {landing:?} {truth:?}"); wrong += 1; },
            }
        }
    }
    counts.sort_unstable();
    let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    println!("{name}: {} landings, median {}, mean {mean:.1}, max {}, worst {worst:e}, wrong {wrong}", counts.len(), counts[counts.len() / 2], counts[counts.len() - 1]);
}

#[test]
fn throws_over_meshes() {
    agree("hills", hilly_mesh, 5.0..20.0);
    agree("tetrahedra", tetrahedra, 0.0..20.0);
}
