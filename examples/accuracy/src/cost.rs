//! Times of a step under spring, drag and gravity, in worlds of one body and of many, and in loops
//! written by hand.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context, Result};
use kinstep::flow::Flow;
use kinstep::{Body2, LinearDrag, LinearLaw, Scheme, Spring, UniformGravity, World2};
use support::measuring::timing::{self, timed};

use crate::names::name;
use crate::rows::Rows;

const SPRING: f64 = 25.0;
const DRAG: f64 = 0.5;
const GRAVITY: f64 = 9.81;
const STEP: f64 = 1.0 / 60.0;
/// Numbers of bodies.
pub(crate) const CROWDS: [usize; 5] = [1, 10, 100, 1000, 10_000];
/// Approximate number of bodies times steps in one measurement.
const STEPS_OF_BODIES: usize = 20_000;
const SCHEMES: [Scheme; 5] = [
    Scheme::FlowKick,
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
    Scheme::Kinematic,
];
pub(crate) const BY_HAND: &str = "a loop by hand";
pub(crate) const FLOW: &str = "Flow::advance in a loop";
pub(crate) const TIME: &str = "time of a body and step [ns]";

/// A way to step the bodies.
#[derive(Clone, Copy)]
enum Stepper {
    ByHand,
    Flow,
    World(Scheme),
}

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    let steppers = [Stepper::ByHand, Stepper::Flow].into_iter();
    let steppers: Vec<Stepper> = steppers.chain(SCHEMES.map(Stepper::World)).collect();
    for count in CROWDS {
        let start = crowd(count)?;
        let flow = flow(&start)?;
        let steps = (STEPS_OF_BODIES / count).clamp(3, 600);
        let runs = steppers
            .iter()
            .map(|stepper| stepper.run(&start, &flow, steps));
        let times = timing::medians(runs.collect());
        let each = |time: Duration| 1e9 * time.as_secs_f64() / (steps * count) as f64;
        for (stepper, time) in steppers.iter().zip(times) {
            let name = match stepper {
                Stepper::ByHand => BY_HAND,
                Stepper::Flow => FLOW,
                Stepper::World(scheme) => name(*scheme),
            };
            rows.push(name, count as f64, TIME, each(time));
        }
    }
    Ok(())
}

impl Stepper {
    /// A run of this many steps of all bodies, from the initial state.
    fn run<'a>(self, start: &World2, flow: &'a Flow<f64, 2>, steps: usize) -> timing::Run<'a> {
        let (mut world, mut bodies) = (start.clone(), start.body_slice().to_vec());
        let steps = 0..steps;
        match self {
            Self::ByHand => Box::new(move || {
                timed(|| {
                    steps
                        .clone()
                        .for_each(|_| step_by_hand(black_box(&mut bodies)))
                })
            }),
            Self::Flow => Box::new(move || {
                timed(|| {
                    for _ in steps.clone() {
                        for body in black_box(&mut bodies) {
                            flow.advance(&mut body.position, &mut body.velocity, 0.0);
                        }
                    }
                })
            }),
            Self::World(scheme) => {
                world.set_scheme(scheme);
                Box::new(move || {
                    timed(|| {
                        for _ in steps.clone() {
                            let _ = black_box(black_box(&mut world).step(black_box(STEP)));
                        }
                    })
                })
            }
        }
    }
}

/// Symplectic Euler as people write it for exactly these forces: `v' = v + a h`, `x' = x + v' h`.
fn step_by_hand(bodies: &mut [Body2]) {
    for body in bodies {
        let mut a = body.position * -SPRING - body.velocity * DRAG;
        a.y -= GRAVITY;
        body.velocity += a * STEP;
        body.position += body.velocity * STEP;
    }
}

/// A world with this many bodies, which all differ.
fn crowd(count: usize) -> Result<World2> {
    let mut world = World2::new();
    world.add_force(Spring::stiffness(SPRING))?;
    world.add_force(LinearDrag::rate(DRAG))?;
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    for number in 0..count {
        let at = [1.0 + 1e-3 * number as f64, 0.0];
        world.add_body(Body2::point(1.0).at(at).moving([0.0, 2.0]))?;
    }
    Ok(world)
}

/// The flow of all laws over a step.
fn flow(world: &World2) -> Result<Flow<f64, 2>> {
    let body = &world.body_slice()[0];
    let laws = (world.forces()).map(|(_, force)| force.effect(body, 0.0, 0.0).law());
    let law: Option<LinearLaw<f64, 2>> = laws.sum();
    Ok(law.context("a force is not linear")?.flow(STEP))
}
