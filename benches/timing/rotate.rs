//! Times of the free rotation of a body in space, beside a loop written by hand; and of a step of a
//! world of rotating bodies.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kinstep::nalgebra::{Quaternion, SVector, UnitQuaternion, Vector3, convert};
use kinstep::rotation::Rotor;
use kinstep::{Body, Body2, Body3, Float, Inertia, Real, UniformGravity, World};

const DT: f64 = 1.0 / 60.0;
const EDGES: [f64; 3] = [0.03, 0.15, 0.22];
const OMEGA: Vector3<f64> = Vector3::new(0.06, 6.0, 0.06);

/// Euler's step of the quaternion, `q' = ½ q ω`, with `ω = I⁻¹ L` in the body's frame.
fn by_hand(
    orientation: &UnitQuaternion<f64>,
    spin: &Vector3<f64>,
    moments: &Vector3<f64>,
    dt: f64,
) -> UnitQuaternion<f64> {
    let omega = (orientation.inverse_transform_vector(spin)).component_div(moments);
    let q = orientation.quaternion();
    UnitQuaternion::new_normalize(q + q * Quaternion::from_imag(omega) * (0.5 * dt))
}

fn rotor<T: Float>(criterion: &mut Criterion, name: &str, inertia: Inertia<T>, dt: T) {
    let rotor = Rotor::new(&inertia);
    let spin = OMEGA
        .map(convert::<f64, T>)
        .component_mul(&inertia.moments());
    let mut orientation = UnitQuaternion::identity();
    criterion.bench_function(&format!("rotate/{name}"), |bencher| {
        bencher.iter(|| {
            let (rotor, spin, dt) = (black_box(&rotor), black_box(&spin), black_box(dt));
            orientation = rotor.turned(black_box(&orientation), spin, dt);
        });
    });
}

fn rotors(criterion: &mut Criterion) {
    let book = Inertia::cuboid(1.2, EDGES);
    let moments = book.moments();
    let spin = OMEGA.component_mul(&moments);
    let mut orientation = UnitQuaternion::identity();
    criterion.bench_function("rotate/by hand", |bencher| {
        bencher.iter(|| {
            let (orientation_now, spin) = (black_box(&orientation), black_box(&spin));
            orientation = by_hand(orientation_now, spin, black_box(&moments), black_box(DT));
        });
    });
    rotor(criterion, "asymmetric", book, DT);
    rotor(criterion, "asymmetric, two turns", book, 2.0);
    let single = Inertia::cuboid(1.2, EDGES.map(|edge| edge as f32));
    rotor(criterion, "asymmetric, f32", single, DT as f32);
    let top = Inertia::cylinder(1.2, 0.1, 0.3);
    rotor(criterion, "symmetric top", top, DT);
    rotor(criterion, "sphere", Inertia::sphere(1.2, 0.1), DT);
}

/// Times a step of a world of 100 such bodies under gravity, per body.
fn world<const D: usize>(criterion: &mut Criterion, name: &str, body: Body<f64, D>)
where
    f64: Real<D>,
{
    const COUNT: usize = 100;
    let mut world = World::<f64, D>::new();
    let gravity = UniformGravity::new(SVector::repeat(-1.0));
    world.add_force(gravity).unwrap();
    for _ in 0..COUNT {
        world.add_body(body).unwrap();
    }
    let mut group = criterion.benchmark_group("rotate in a world");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| black_box(&mut world).step(black_box(DT)));
    });
    group.finish();
}

fn worlds(criterion: &mut Criterion) {
    world(criterion, "points in the plane", Body2::point(1.2));
    let disc = Body2::solid(1.2, 0.01).spinning(3.0);
    world(criterion, "solids in the plane", disc);
    world(criterion, "points", Body3::point(1.2));
    let ball = Body3::solid(1.2, Inertia::sphere(1.2, 0.1));
    world(criterion, "spheres", ball.spinning(OMEGA));
    let book = Body3::solid(1.2, Inertia::cuboid(1.2, EDGES));
    world(criterion, "books", book.spinning(OMEGA));
}

criterion_group!(benches, rotors, worlds);
criterion_main!(benches);
