//! How long a step takes in which round bodies bounce off each other: a break, and balls in a box.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, World2};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Length of a step \[s\].
const STEP: f64 = 1.0 / 60.0;

/// Elastic balls on a square grid, a fifth of the area, each in a direction of its own; the size of the box grows with their number.
fn gas(count: u16) -> World2 {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut world = World2::new();
    let side = f64::from(count).sqrt().ceil();
    let (radius, wall) = (0.25, 0.5 * side);
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    let walls = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let walls = walls.map(|normal| Plane::new(normal, -wall));
    world.add_surface(walls, Contact::new(1.0)).unwrap();
    for number in 0..count {
        let number = f64::from(number);
        let place = Vector2::new(number % side, (number / side).floor());
        let angle: f64 = rng.random_range(0.0..std::f64::consts::TAU);
        let velocity = Vector2::new(angle.cos(), angle.sin()) * 3.0;
        let ball = Body2::point(1.0).round(radius);
        let at = place.add_scalar(0.5 - wall);
        world.add_body(ball.at(at).moving(velocity)).unwrap();
    }
    world
}

fn bouncing_balls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("balls in a box");
    group.sample_size(10);
    for count in [16, 300, 2000] {
        let mut world = gas(count);
        // the grid is forgotten
        for _ in 0..30 {
            world.step(STEP).unwrap();
        }
        let start = world.clone();
        for _ in 0..10 {
            world.step(STEP).unwrap();
        }
        let id = format!(
            "{count} balls, {} contacts in the last step",
            world.contacts().len()
        );
        group.throughput(Throughput::Elements(u64::from(count) * 10));
        group.bench_function(id, |bencher| {
            bencher.iter_batched(
                || start.clone(),
                |mut world| {
                    for _ in 0..10 {
                        world.step(black_box(STEP)).unwrap();
                    }
                    world
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, bouncing_balls);
criterion_main!(benches);
