//! Systems that keep their energy.

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, Spring, World2};

/// A world that keeps its energy.
pub(crate) struct System {
    /// Its name in names of files.
    pub(crate) name: &'static str,
    /// Its name as a title, and in a sentence.
    pub(crate) title: &'static str,
    pub(crate) phrase: &'static str,
    /// Its equation of motion, in SI units.
    pub(crate) equation: &'static str,
    /// Whether it keeps its angular momentum about the origin, too.
    pub(crate) turns: bool,
    /// The world at the start.
    pub(crate) world: fn() -> Result<World2>,
}

/// All systems: linear, nearly linear, nonlinear, of several bodies.
pub(crate) const ALL: [System; 4] = [TWO_SPRINGS, SPRING_PENDULUM, KEPLER, CHAIN];

const GRAVITY: f64 = 9.81;
/// Square of the softening length \[m²\].
const SOFTENING: f64 = 0.01;

pub(crate) const TWO_SPRINGS: System = System {
    name: "two-springs",
    title: "two springs",
    phrase: "two springs",
    equation: "x″ = −4x − 9x",
    turns: true,
    world: || {
        let mut world = World2::new();
        world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.0]))?;
        world.add_force(Spring::stiffness(4.0))?;
        world.add_force(Spring::stiffness(9.0))?;
        Ok(world)
    },
};

pub(crate) const SPRING_PENDULUM: System = System {
    name: "spring-pendulum",
    title: "spring and pendulum",
    phrase: "a pendulum with a spring",
    equation: "x″ = −4x − 9.81 sin x, from 2 rad",
    turns: false,
    world: || {
        let mut world = World2::new();
        world.add_body(Body2::point(1.0).at([2.0, 0.0]))?;
        world.add_force(Spring::stiffness(4.0))?;
        let pull = |x: &Vector2<f64>, _time| Vector2::new(-GRAVITY * x.x.sin(), 0.0);
        // zero at rest, without the cancellation of 1 - cos x
        let height = |x: &Vector2<f64>, _time| 2.0 * GRAVITY * (0.5 * x.x).sin().powi(2);
        world.add_force(ForceField::new(pull).with_potential(height))?;
        Ok(world)
    },
};

const KEPLER: System = System {
    name: "kepler",
    title: "softened Kepler orbit",
    phrase: "a softened Kepler orbit",
    equation: "x″ = −x / (|x|² + 0.01)^(3/2)",
    turns: true,
    world: || {
        let mut world = World2::new();
        world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 0.8]))?;
        let pull = |x: &Vector2<f64>, _time| {
            let square = x.norm_squared() + SOFTENING;
            x * (-1.0 / (square * square.sqrt()))
        };
        let depth = |x: &Vector2<f64>, _time| -1.0 / (x.norm_squared() + SOFTENING).sqrt();
        world.add_force(ForceField::new(pull).with_potential(depth))?;
        Ok(world)
    },
};

const CHAIN: System = System {
    name: "chain",
    title: "three bodies in a chain",
    phrase: "a chain of three bodies",
    equation: "linked by springs of 4 and 9 N/m",
    turns: true,
    world: || {
        let mut world = World2::new();
        let first = world.add_body(Body2::point(1.0).at([-1.0, 0.0]).moving([0.0, -1.0]))?;
        let middle = world.add_body(Body2::point(2.0).at([0.1, 0.2]))?;
        let last = world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.0]))?;
        world.add_link(first, middle, Spring::stiffness(4.0))?;
        world.add_link(middle, last, Spring::stiffness(9.0))?;
        Ok(world)
    },
};
