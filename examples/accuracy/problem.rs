//! Systems of one body, for kinstep and for solvers of `y' = f(y)`.

use std::error::Error;

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, ForceField, LinearDrag, QuadraticDrag, Scheme, Spring, UniformGravity, World2,
};

/// A body of 1 kg under some forces, from a start to a time.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Its name in names of files.
    pub(crate) name: &'static str,
    /// Its name as a title, and in a sentence after "on".
    pub(crate) title: &'static str,
    pub(crate) phrase: &'static str,
    /// Its equation of motion, in SI units.
    pub(crate) equation: &'static str,
    /// How long it runs \[s\].
    pub(crate) duration: f64,
    /// Whether all forces are linear, so that one flow is the exact answer.
    pub(crate) is_linear: bool,
    /// The least number of steps worth a try.
    pub(crate) fewest_steps: u32,
    /// Position \[m\] and velocity \[m/s\] at the start.
    pub(crate) start: [f64; 4],
    /// The acceleration \[m/s²\] in a state `[x, y, vx, vy]`.
    pub(crate) acceleration: fn(&[f64; 4]) -> [f64; 2],
    /// Adds the forces to a world.
    forces: fn(&mut World2) -> Result<(), Box<dyn Error>>,
}

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
    is_linear: true,
    fewest_steps: 16,
    start: [1.0, 0.0, 0.0, 1.0],
    acceleration: |y| {
        let stiffness = TWO_STIFFNESSES[0] + TWO_STIFFNESSES[1];
        [-stiffness * y[0], -stiffness * y[1]]
    },
    forces: |world| {
        for stiffness in TWO_STIFFNESSES {
            world.add_force(Spring::stiffness(stiffness))?;
        }
        Ok(())
    },
};

/// The problem that the promise of the crate is about.
pub(crate) const SPRING_DRAG_GRAVITY: Problem = Problem {
    name: "spring-drag-gravity",
    title: "spring, drag and gravity",
    phrase: "spring, drag and gravity",
    equation: "x″ = −25x − 0.5x′ + g",
    duration: 10.0,
    is_linear: true,
    fewest_steps: 16,
    start: [1.0, 0.0, 0.0, 2.0],
    acceleration: |y| {
        [
            -SPRING * y[0] - DRAG_RATE * y[2],
            -SPRING * y[1] - DRAG_RATE * y[3] - GRAVITY,
        ]
    },
    forces: |world| {
        world.add_force(Spring::stiffness(SPRING))?;
        world.add_force(LinearDrag::rate(DRAG_RATE))?;
        world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
        Ok(())
    },
};

const QUADRATIC_DRAG_GRAVITY: Problem = Problem {
    name: "quadratic-drag",
    title: "quadratic drag and gravity",
    phrase: "quadratic drag and gravity",
    equation: "x″ = −0.008|x′|x′ + g",
    duration: 5.0,
    is_linear: false,
    fewest_steps: 4,
    start: [0.0, 0.0, 30.0, 20.0],
    acceleration: |y| {
        let rate = QUADRATIC_DRAG * (y[2] * y[2] + y[3] * y[3]).sqrt();
        [-rate * y[2], -rate * y[3] - GRAVITY]
    },
    forces: |world| {
        world.add_force(QuadraticDrag::coefficient(QUADRATIC_DRAG))?;
        world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
        Ok(())
    },
};

const PENDULUM: Problem = Problem {
    name: "pendulum",
    title: "pendulum",
    phrase: "the pendulum",
    equation: "x″ = −9.81 sin x, from 2 rad",
    duration: 10.0,
    is_linear: false,
    fewest_steps: 16,
    start: [2.0, 0.0, 0.0, 0.0],
    acceleration: |y| [-GRAVITY * y[0].sin(), 0.0],
    forces: |world| {
        world.add_force(pendulum(GRAVITY))?;
        Ok(())
    },
};

const KEPLER: Problem = Problem {
    name: "kepler",
    title: "softened Kepler orbit",
    phrase: "the softened Kepler orbit",
    equation: "x″ = −x / (|x|² + 0.01)^(3/2)",
    duration: 20.0,
    is_linear: false,
    fewest_steps: 32,
    start: [1.0, 0.0, 0.0, 0.8],
    acceleration: |y| {
        let square = y[0] * y[0] + y[1] * y[1] + SOFTENING;
        let pull = -1.0 / (square * square.sqrt());
        [pull * y[0], pull * y[1]]
    },
    forces: |world| {
        world.add_force(ForceField::new(|x: &Vector2<f64>, _time| {
            let square = x.norm_squared() + SOFTENING;
            x * (-1.0 / (square * square.sqrt()))
        }))?;
        Ok(())
    },
};

const STIFF: Problem = Problem {
    name: "stiff-spring",
    title: "stiff spring and pendulum",
    phrase: "the stiff spring with a pendulum",
    equation: "x″ = −10⁴x − 4 sin x",
    duration: 10.0,
    is_linear: false,
    fewest_steps: 256,
    start: [1.0, 0.0, 0.0, 0.0],
    acceleration: |y| {
        [
            -STIFF_SPRING * y[0] - WEAK_PENDULUM * y[0].sin(),
            -STIFF_SPRING * y[1],
        ]
    },
    forces: |world| {
        world.add_force(Spring::stiffness(STIFF_SPRING))?;
        world.add_force(pendulum(WEAK_PENDULUM))?;
        Ok(())
    },
};

/// A force `-s sin x` along the first axis.
fn pendulum(
    strength: f64,
) -> ForceField<impl Fn(&Vector2<f64>, f64) -> Vector2<f64> + Send + Sync> {
    ForceField::new(move |x: &Vector2<f64>, _time| Vector2::new(-strength * x.x.sin(), 0.0))
}

impl Problem {
    /// A world at the start, under a scheme.
    pub(crate) fn world(&self, scheme: Scheme) -> Result<World2, Box<dyn Error>> {
        let mut world = World2::new();
        let [x, y, vx, vy] = self.start;
        world.add_body(Body2::point(1.0).at([x, y]).moving([vx, vy]))?;
        (self.forces)(&mut world)?;
        world.set_scheme(scheme);
        Ok(world)
    }

    /// Where the body is after so many equal steps under a scheme \[m\]; none if a step failed.
    pub(crate) fn end(
        &self,
        scheme: Scheme,
        steps: u32,
    ) -> Result<Option<Vector2<f64>>, Box<dyn Error>> {
        let mut world = self.world(scheme)?;
        Ok(self.run(&mut world, steps))
    }

    /// Runs a world from the start; where the body is then \[m\], or none if a step failed.
    pub(crate) fn run(&self, world: &mut World2, steps: u32) -> Option<Vector2<f64>> {
        let step = self.duration / f64::from(steps);
        for _ in 0..steps {
            world.step(step).ok()?;
        }
        Some(world.bodies().first()?.position)
    }

    /// Numbers of steps from the fewest, doubled as often as there are this many at most.
    pub(crate) fn step_counts(&self, most: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(self.fewest_steps), |steps| steps.checked_mul(2))
            .take_while(move |steps| *steps <= most)
    }
}
