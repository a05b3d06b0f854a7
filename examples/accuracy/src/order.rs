//! Errors over the length of the step: the slope is the order.

use anyhow::{Context, Result};
use kinstep::diagnostics::Reference;
use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, ForceField, LinearDrag, QuadraticDrag, Scheme, Spring, UniformGravity, World2,
};

use crate::names::name;
use crate::rows::Rows;

/// Duration of each run \[s\], and binary logarithms of the numbers of steps.
const TIME: f64 = 10.0;
const STEPS: std::ops::RangeInclusive<u32> = 4..=16;

const SCHEMES: [Scheme; 8] = [
    Scheme::FlowKick,
    Scheme::FlowKick4,
    Scheme::ExplicitEuler,
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
    Scheme::Kinematic,
    Scheme::AverageAcceleration,
];

/// Creates a world in its initial state.
type Start = fn() -> Result<World2>;

/// The problems, as names of quantities over the step \[s\].
pub(crate) const LINEAR: &str = "error after 10 s, spring, drag and gravity [m]";
pub(crate) const PENDULUM: &str = "error after 10 s, pendulum from 2 rad [m]";
pub(crate) const DRAG: &str = "error after 10 s, quadratic drag and gravity [m]";
const PROBLEMS: [(&str, Start); 3] = [(LINEAR, linear), (PENDULUM, pendulum), (DRAG, drag)];

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for (quantity, start) in PROBLEMS {
        let mut reference = Reference::new(&start()?);
        reference.advance(TIME)?;
        let right = position(reference.world())?;
        for scheme in SCHEMES {
            for doublings in STEPS {
                let step = TIME / f64::from(1 << doublings);
                let mut world = start()?;
                world.set_scheme(scheme);
                // a run whose numbers overflow ends its line
                if (0..1 << doublings)
                    .try_for_each(|_| world.step(step))
                    .is_ok()
                {
                    let error = (position(&world)? - right).norm();
                    rows.push(name(scheme), step, quantity, error);
                }
            }
        }
    }
    Ok(())
}

fn position(world: &World2) -> Result<Vector2<f64>> {
    let body = world.body_slice().first();
    Ok(body.context("there is no body")?.position)
}

/// `x″ = -25x - 0.5x′ + g`.
fn linear() -> Result<World2> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 2.0]))?;
    world.add_force(Spring::stiffness(25.0))?;
    world.add_force(LinearDrag::rate(0.5))?;
    world.add_force(UniformGravity::new([0.0, -9.81]))?;
    Ok(world)
}

/// `x″ = -9.81 sin x`; the whole force is a kick.
fn pendulum() -> Result<World2> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([2.0, 0.0]))?;
    let pull = |x: &Vector2<f64>, _time| Vector2::new(-9.81 * x.x.sin(), 0.0);
    world.add_force(ForceField::new(pull))?;
    Ok(world)
}

/// A ball with a terminal speed of 35 m/s: gravity is exact, quadratic drag is not.
fn drag() -> Result<World2> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).moving([30.0, 20.0]))?;
    world.add_force(QuadraticDrag::coefficient(9.81 / (35.0 * 35.0)))?;
    world.add_force(UniformGravity::new([0.0, -9.81]))?;
    Ok(world)
}
