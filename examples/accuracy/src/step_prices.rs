//! Steppers of spring, drag and gravity, and what their steps cost.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context, Result};
use kinstep::flow::Flow;
use kinstep::{Body2, LinearLaw, Scheme, World2};
use support::drawing::style::Style;
use support::measuring::timing::{self, timed};

use crate::problem::Problem;
use crate::problems::SPRING_DRAG_GRAVITY;
use crate::truth::Truth;

const PROBLEM: &Problem = &SPRING_DRAG_GRAVITY;
/// Steps of 1/60 s that make up the time.
const STEPS: u32 = 600;
/// Numbers of bodies in the world.
pub(crate) const CROWDS: [usize; 5] = [1, 10, 100, 1000, 10_000];
/// About so many steps of bodies are timed at once.
const STEPS_OF_BODIES: usize = 20_000;
/// Least steps that are timed at once.
const LEAST_STEPS: usize = 3;

/// Who steps the bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Stepper {
    /// Symplectic Euler in a loop, as people write it for just these forces.
    ByHand,
    /// The exact flow of the sum of all laws in a loop, without a world.
    Flow,
    /// A world.
    World(Scheme),
}

/// What a step costs and how far it leads astray.
pub(crate) struct Price {
    pub(crate) stepper: Stepper,
    /// Time for each body and step \[ns\], for each of the crowds.
    pub(crate) times: Vec<f64>,
    /// Error after all steps \[m\].
    pub(crate) error: f64,
}

impl Stepper {
    fn all() -> impl Iterator<Item = Self> {
        [Self::ByHand, Self::Flow]
            .into_iter()
            .chain(Scheme::ALL.into_iter().map(Self::World))
    }

    pub(crate) fn name(self) -> String {
        match self {
            Self::ByHand => "a loop by hand".to_owned(),
            Self::Flow => "Flow::advance in a loop".to_owned(),
            Self::World(scheme) => scheme.to_string(),
        }
    }

    pub(crate) fn style(self) -> Style {
        match self {
            Self::ByHand => Style {
                color: "#a0522d",
                dashes: Some("8 3"),
                radius: 5.0,
            },
            Self::Flow => Style {
                color: "#2e8b57",
                dashes: Some("2 3"),
                radius: 5.0,
            },
            Self::World(scheme) => Style::of(scheme),
        }
    }

    /// Where one body ends.
    fn end(self) -> Result<Option<[f64; 2]>> {
        match self {
            Self::ByHand => {
                let mut bodies = crowd(1)?.body_slice().to_vec();
                (0..STEPS).for_each(|_| step_by_hand(&mut bodies));
                Ok(bodies.first().map(|body| body.position.into()))
            }
            Self::Flow => {
                let (world, flow) = (crowd(1)?, flow()?);
                let mut bodies = world.body_slice().to_vec();
                (0..STEPS).for_each(|_| advance(&mut bodies, &flow));
                Ok(bodies.first().map(|body| body.position.into()))
            }
            Self::World(scheme) => Ok(PROBLEM.end(scheme, STEPS)?.map(Into::into)),
        }
    }
}

/// All steppers with their errors, and no times yet.
pub(crate) fn prices() -> Result<Vec<Price>> {
    let truth = Truth::of(PROBLEM)?;
    let price = |stepper: Stepper| -> Result<Price> {
        let end = stepper.end()?.context("the run failed")?;
        Ok(Price {
            stepper,
            times: Vec::new(),
            error: truth.error(&end.into()),
        })
    };
    Stepper::all().map(price).collect()
}

/// A world of so many bodies, all different.
fn crowd(count: usize) -> Result<World2> {
    let mut world = PROBLEM.world(Scheme::FlowKick)?;
    let first = world.body_slice()[0];
    for number in 1..count {
        let aside = 1e-3 * number as f64;
        world.add_body(first.at([first.position.x + aside, first.position.y]))?;
    }
    Ok(world)
}

/// `v' = v + a h`, `x' = x + v' h`.
fn step_by_hand(bodies: &mut [Body2]) {
    let h = PROBLEM.duration / f64::from(STEPS);
    for body in bodies {
        let (x, v) = (body.position, body.velocity);
        let [ax, ay] = (PROBLEM.acceleration)(&[x.x, x.y, v.x, v.y]);
        body.velocity.x += ax * h;
        body.velocity.y += ay * h;
        body.position += body.velocity * h;
    }
}

/// The flow of all laws of the problem over a step.
fn flow() -> Result<Flow<f64, 2>> {
    let world = crowd(1)?;
    let body = &world.body_slice()[0];
    let laws = (world.forces()).map(|(_, force)| force.effect(body, 0.0, 0.0).law());
    let law: Option<LinearLaw<f64, 2>> = laws.sum();
    let law = law.context("a force is not linear")?;
    Ok(law.flow(PROBLEM.duration / f64::from(STEPS)))
}

/// Moves all bodies along a flow that does not depend on time.
fn advance(bodies: &mut [Body2], flow: &Flow<f64, 2>) {
    for body in bodies {
        flow.advance(&mut body.position, &mut body.velocity, 0.0);
    }
}

/// The time for each body and step of all steppers \[ns\].
pub(crate) fn times(count: usize) -> Result<Vec<f64>> {
    let h = PROBLEM.duration / f64::from(STEPS);
    let steps = (STEPS_OF_BODIES / count).clamp(LEAST_STEPS, STEPS as usize);
    let (start, flow) = (crowd(count)?, flow()?);
    let run = |stepper: Stepper| -> timing::Run<'_> {
        match stepper {
            Stepper::ByHand => {
                let mut bodies = start.body_slice().to_vec();
                Box::new(move || {
                    timed(|| (0..steps).for_each(|_| step_by_hand(black_box(&mut bodies))))
                })
            }
            Stepper::Flow => {
                let (mut bodies, flow) = (start.body_slice().to_vec(), &flow);
                Box::new(move || {
                    timed(|| {
                        (0..steps).for_each(|_| advance(black_box(&mut bodies), black_box(flow)));
                    })
                })
            }
            Stepper::World(scheme) => {
                let mut world = start.clone();
                world.set_scheme(scheme);
                Box::new(move || {
                    timed(|| {
                        for _ in 0..steps {
                            // a step that fails costs nothing; none does here, as the errors show
                            let _ = black_box(black_box(&mut world).step(black_box(h)));
                        }
                    })
                })
            }
        }
    };
    let times = timing::medians(Stepper::all().map(run).collect());
    let each = |time: Duration| 1e9 * time.as_secs_f64() / (steps * count) as f64;
    Ok(times.into_iter().map(each).collect())
}

impl Price {
    /// How many times as long as another a step takes, with each of the crowds that are spoken of.
    pub(crate) fn ratios(&self, other: &Self) -> impl Iterator<Item = (usize, f64)> {
        let times = self.times.iter().zip(&other.times);
        let ratios = times.map(|(time, other)| time / other);
        CROWDS.into_iter().zip(ratios).step_by(3)
    }
}
