//! The problems that schemes and solvers are compared on.

use kinstep::nalgebra::Vector2;
use kinstep::{ForceField, LinearDrag, QuadraticDrag, Spring, UniformGravity};

use crate::problem::Problem;

const GRAVITY: f64 = 9.81;
const TWO_STIFFNESSES: [f64; 2] = [4.0, 9.0];
const SPRING: f64 = 25.0;
const DRAG_RATE: f64 = 0.5;
/// Of a ball that falls at 35 m/s in the end \[kg/m\].
const QUADRATIC_DRAG: f64 = GRAVITY / (35.0 * 35.0);
/// Square of the softening length \[m²\].
const SOFTENING: f64 = 0.01;
const STIFF_SPRING: f64 = 1e4;
const WEAK_PENDULUM: f64 = 4.0;

/// All problems, linear ones first.
pub(crate) const ALL: [&Problem; 6] = [
    &TWO_SPRINGS,
    &SPRING_DRAG_GRAVITY,
    &QUADRATIC_DRAG_GRAVITY,
    &PENDULUM,
    &KEPLER,
    &STIFF,
];

const TWO_SPRINGS: Problem = Problem {
    name: "two-springs",
    title: "two springs",
    phrase: "two springs",
    equation: "x″ = −4x − 9x",
    duration: 10.0,
    fewest_steps: 16,
    start: [1.0, 0.0, 0.0, 1.0],
    acceleration: |y| {
        let stiffness = TWO_STIFFNESSES[0] + TWO_STIFFNESSES[1];
        [-stiffness * y[0], -stiffness * y[1]]
    },
    forces: |site| {
        (TWO_STIFFNESSES.into_iter())
            .try_for_each(|stiffness| site.add(Spring::stiffness(stiffness)))
    },
};

/// The problem that the promise of the crate is about.
pub(crate) const SPRING_DRAG_GRAVITY: Problem = Problem {
    name: "spring-drag-gravity",
    title: "spring, drag and gravity",
    phrase: "spring, drag and gravity",
    equation: "x″ = −25x − 0.5x′ + g",
    duration: 10.0,
    fewest_steps: 16,
    start: [1.0, 0.0, 0.0, 2.0],
    acceleration: |y| {
        [
            -SPRING * y[0] - DRAG_RATE * y[2],
            -SPRING * y[1] - DRAG_RATE * y[3] - GRAVITY,
        ]
    },
    forces: |site| {
        site.add(Spring::stiffness(SPRING))?;
        site.add(LinearDrag::rate(DRAG_RATE))?;
        site.add(UniformGravity::new([0.0, -GRAVITY]))
    },
};

const QUADRATIC_DRAG_GRAVITY: Problem = Problem {
    name: "quadratic-drag",
    title: "quadratic drag and gravity",
    phrase: "quadratic drag and gravity",
    equation: "x″ = −0.008|x′|x′ + g",
    duration: 5.0,
    fewest_steps: 4,
    start: [0.0, 0.0, 30.0, 20.0],
    acceleration: |y| {
        let rate = QUADRATIC_DRAG * (y[2] * y[2] + y[3] * y[3]).sqrt();
        [-rate * y[2], -rate * y[3] - GRAVITY]
    },
    forces: |site| {
        site.add(QuadraticDrag::coefficient(QUADRATIC_DRAG))?;
        site.add(UniformGravity::new([0.0, -GRAVITY]))
    },
};

pub(crate) const PENDULUM: Problem = Problem {
    name: "pendulum",
    title: "pendulum",
    phrase: "the pendulum",
    equation: "x″ = −9.81 sin x, from 2 rad",
    duration: 10.0,
    fewest_steps: 16,
    start: [2.0, 0.0, 0.0, 0.0],
    acceleration: |y| [-GRAVITY * y[0].sin(), 0.0],
    forces: |site| site.add(pendulum(GRAVITY)),
};

const KEPLER: Problem = Problem {
    name: "kepler",
    title: "softened Kepler orbit",
    phrase: "the softened Kepler orbit",
    equation: "x″ = −x / (|x|² + 0.01)^(3/2)",
    duration: 20.0,
    fewest_steps: 32,
    start: [1.0, 0.0, 0.0, 0.8],
    acceleration: |y| {
        let square = y[0] * y[0] + y[1] * y[1] + SOFTENING;
        let pull = -1.0 / (square * square.sqrt());
        [pull * y[0], pull * y[1]]
    },
    forces: |site| {
        site.add(ForceField::new(|x: &Vector2<f64>, _time| {
            let square = x.norm_squared() + SOFTENING;
            x * (-1.0 / (square * square.sqrt()))
        }))
    },
};

const STIFF: Problem = Problem {
    name: "stiff-spring",
    title: "stiff spring and pendulum",
    phrase: "the stiff spring with a pendulum",
    equation: "x″ = −10⁴x − 4 sin x",
    duration: 10.0,
    fewest_steps: 256,
    start: [1.0, 0.0, 0.0, 0.0],
    acceleration: |y| {
        [
            -STIFF_SPRING * y[0] - WEAK_PENDULUM * y[0].sin(),
            -STIFF_SPRING * y[1],
        ]
    },
    forces: |site| {
        site.add(Spring::stiffness(STIFF_SPRING))?;
        site.add(pendulum(WEAK_PENDULUM))
    },
};

/// A force `-s sin x` along the first axis.
fn pendulum(
    strength: f64,
) -> ForceField<impl Fn(&Vector2<f64>, f64) -> Vector2<f64> + Send + Sync> {
    ForceField::new(move |x: &Vector2<f64>, _time| Vector2::new(-strength * x.x.sin(), 0.0))
}
