//! Times of a step after bodies have come to rest, beside times of a step at the start.
//!
//! Subnormal numbers would make a step thirty to a hundred times as slow.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, LinearDrag, LinearLaw, Scheme, Spring, UniformGravity, World3};
use kinstep_swarm::Swarm;

const DT: f64 = 1.0 / 60.0;
/// Length of the steps in which bodies come to rest \[s\].
const LONG: f64 = 0.1;

/// Number of such steps: 10,000 s in all, or 200 s if nothing is measured.
fn resting() -> u32 {
    let is_test = std::env::args().any(|argument| argument == "--test");
    if is_test { 2000 } else { 100_000 }
}

/// Times steps of a state at the start, and after it has come to rest.
fn both<S: Clone>(criterion: &mut Criterion, name: &str, start: &S, step: impl Fn(&mut S, f64)) {
    let mut rested = start.clone();
    (0..resting()).for_each(|_| step(&mut rested, LONG));
    let mut group = criterion.benchmark_group(format!("rest, {name}"));
    for (when, state) in [("at the start", start), ("at rest", &rested)] {
        group.bench_function(when, |bencher| {
            let steps = |state: &mut S| (0..20).for_each(|_| step(black_box(&mut *state), DT));
            bencher.iter_batched_ref(|| state.clone(), steps, BatchSize::SmallInput);
        });
    }
    group.finish();
}

/// Bodies under gravity and drag in still air, half of them on damped springs.
fn world(scheme: Scheme) -> World3 {
    let mut world = World3::new();
    world.set_scheme(scheme);
    world.add_force(LinearDrag::rate(0.5)).unwrap();
    for i in (0..100).map(f64::from) {
        let body = Body3::point(1.0).at([i, 0.5 * i, -i]);
        let body = body.moving([1.0, i.sin(), i.cos()]);
        let id = world.add_body(body).unwrap();
        if i < 50.0 {
            let spring = Spring::stiffness(9.0).damping(1.0);
            world.add_force_on(id, spring).unwrap();
        } else {
            let gravity = UniformGravity::new([0.0, -9.81, 0.0]);
            world.add_force_on(id, gravity).unwrap();
        }
    }
    // the first step makes plans for later ones
    world.step(DT).unwrap();
    world
}

fn worlds(criterion: &mut Criterion) {
    for scheme in Scheme::ALL {
        let step = |world: &mut World3, dt: f64| world.step(dt).unwrap();
        both(criterion, &scheme.to_string(), &world(scheme), step);
    }
}

fn swarms(criterion: &mut Criterion) {
    let mut swarm = Swarm::<f32, 3>::with_capacity(1000);
    for i in (0..1000_u16).map(f32::from) {
        swarm
            .push([i, 0.5 * i, -i], [1.0, i.sin(), i.cos()])
            .unwrap();
    }
    let gravity = LinearLaw::gravity(Vector3::new(0.0, -9.81, 0.0));
    let drag = LinearLaw::drag;
    let gyrating = LinearLaw::gyrating([0.1, 2.0, 0.3]);
    for (name, law) in [
        ("drag 5/s", gravity + drag(5.0)),
        ("drag 0.2/s", gravity + drag(0.2)),
        ("damped spring", LinearLaw::spring(9.0) + drag(1.0)),
        ("drag and field", drag(0.5) + gyrating),
    ] {
        let step = |swarm: &mut Swarm<f32, 3>, dt: f64| swarm.step(&law, dt as f32).unwrap();
        both(criterion, &format!("swarm, {name}"), &swarm, step);
    }
}

criterion_group!(benches, worlds, swarms);
criterion_main!(benches);
