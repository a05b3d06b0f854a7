//! What a step costs once bodies have come to rest, beside what it cost at the start.
//!
//! Subnormal numbers would make a step thirty to a hundred times as slow. Both take turns, and the ratio is that of their
//! fastest turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kinstep::{
    Body3, LinearDrag, LinearLaw, Scheme, Spring, Swarm, UniformGravity, World3, nalgebra::Vector3,
};

const DT: f64 = 1.0 / 60.0;
/// The steps in which bodies come to rest \[s\].
const LONG: f64 = 0.1;
const RESTING: u32 = 100_000;
const BODIES: u32 = 100;

/// Bodies under gravity and drag in still air, half of them on damped springs.
fn world(scheme: Scheme) -> World3 {
    let mut world = World3::new();
    world.set_scheme(scheme);
    world.add_force(LinearDrag::rate(0.5)).unwrap();
    for i in 0..BODIES {
        let i = f64::from(i);
        let body = Body3::point(1.0)
            .at([i, 0.5 * i, -i])
            .moving([1.0, i.sin(), i.cos()]);
        let id = world.add_body(body).unwrap();
        if i < 0.5 * f64::from(BODIES) {
            world
                .add_force_on(id, Spring::stiffness(9.0).damping(1.0))
                .unwrap();
        } else {
            world
                .add_force_on(id, UniformGravity::new([0.0, -9.81, 0.0]))
                .unwrap();
        }
    }
    world
}

fn swarm(law: &LinearLaw<f32, 3>) -> Swarm<f32, 3> {
    let mut swarm = Swarm::with_capacity(1000);
    for i in 0..1000_u16 {
        let i = f32::from(i);
        swarm
            .push([i, 0.5 * i, -i], [1.0, i.sin(), i.cos()])
            .unwrap();
    }
    swarm.step(law, DT as f32).unwrap();
    swarm
}

/// The least times of a step of each, taking turns.
fn fastest(rounds: u32, mut one: impl FnMut(), mut other: impl FnMut()) -> f64 {
    let mut least = [Duration::MAX; 2];
    for _ in 0..rounds {
        for (step, least) in [&mut one as &mut dyn FnMut(), &mut other]
            .into_iter()
            .zip(&mut least)
        {
            let start = Instant::now();
            step();
            *least = (*least).min(start.elapsed());
        }
    }
    least[1].as_secs_f64() / least[0].as_secs_f64()
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test");
    let (rounds, resting) = if quick { (2, 2000) } else { (2000, RESTING) };
    println!(
        "A step after {:.0} s beside one at the start:",
        f64::from(resting) * LONG
    );
    for scheme in Scheme::ALL {
        let mut start = world(scheme);
        // the first step makes plans
        start.step(DT).unwrap();
        let mut rested = start.clone();
        for _ in 0..resting {
            rested.step(LONG).unwrap();
        }
        let steps = |world: &World3| {
            let mut world = world.clone();
            (0..20).for_each(|_| black_box(&mut world).step(DT).unwrap());
        };
        let ratio = fastest(rounds, || steps(&start), || steps(&rested));
        println!("{scheme}: {ratio:.2}");
    }
    let gravity = LinearLaw::gravity(Vector3::new(0.0, -9.81, 0.0));
    for (name, law) in [
        ("drag 5/s", gravity + LinearLaw::drag(5.0)),
        ("drag 0.2/s", gravity + LinearLaw::drag(0.2)),
        (
            "damped spring",
            LinearLaw::spring(9.0) + LinearLaw::drag(1.0),
        ),
        (
            "drag and field",
            LinearLaw::drag(0.5) + LinearLaw::gyrating([0.1, 2.0, 0.3]),
        ),
    ] {
        let start = swarm(&law);
        let mut rested = start.clone();
        for _ in 0..resting {
            rested.step(&law, LONG as f32).unwrap();
        }
        let steps = |swarm: &Swarm<f32, 3>| {
            let mut swarm = swarm.clone();
            (0..10).for_each(|_| black_box(&mut swarm).step(&law, DT as f32).unwrap());
        };
        let ratio = fastest(rounds, || steps(&start), || steps(&rested));
        println!("Swarm<f32, 3>, {name}: {ratio:.2}");
    }
}
