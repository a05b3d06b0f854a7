//! Energy error over three hours at 60 Hz (648,000 steps) of systems that conserve energy.

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, Real, Scheme, Spring, World, World2};
use support::drawing::frame::Point;

use crate::names::name;
use crate::rows::Rows;

const STEP: f64 = 1.0 / 60.0;
pub(crate) const STEPS: u64 = 3 * 3600 * 60;
/// A run ends if its relative energy error exceeds this.
const BLOWN_UP: f64 = 1e3;
/// Square of the softening length of the orbit \[m²\].
const SOFTENING: f64 = 0.01;
/// Stiffnesses of the two springs \[N/m\], which are frequencies squared of a body of 1 kg \[1/s²\].
pub(crate) const SPRINGS: [f64; 2] = [4.0, 9.0];
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

/// Builds a world in its initial state.
type Start = fn() -> Result<World2>;

/// Row names of the systems in the table.
pub(crate) const TWO_SPRINGS: &str = "energy error, two springs";
pub(crate) const ONE_SPRING: &str = "energy error, one spring";
pub(crate) const PENDULUM: &str = "energy error, spring and pendulum";
pub(crate) const ORBIT: &str = "energy error, softened orbit";
/// The systems: row name and initial world.
const SYSTEMS: [(&str, Start); 4] = [
    (TWO_SPRINGS, || springs(&SPRINGS)),
    (ONE_SPRING, || springs(&[4.0])),
    (PENDULUM, pendulum),
    (ORBIT, orbit),
];

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for (quantity, start) in SYSTEMS {
        for scheme in SCHEMES {
            let mut world = start()?;
            world.set_scheme(scheme);
            rows.extend(name(scheme), quantity, energy(&mut world, STEP, STEPS));
        }
    }
    Ok(())
}

/// Steps the world, and returns the relative energy error: the largest error in each of twelve
/// intervals per decade of steps, with the time \[s\] at the end of the interval. A run that blows
/// up ends early.
pub(crate) fn energy<const D: usize>(world: &mut World<f64, D>, step: f64, steps: u64) -> Vec<Point>
where
    f64: Real<D>,
{
    let start = world.energy().total();
    let mut envelope = Envelope::default();
    for count in 1..=steps {
        let stepped = world.step(step);
        let error = (world.energy().total() / start - 1.0).abs();
        let is_over = stepped.is_err() || error.is_nan() || error > BLOWN_UP;
        envelope.push(
            count,
            (count as f64 * step, error),
            is_over || count == steps,
        );
        if is_over {
            break;
        }
    }
    envelope.points
}

/// The largest error in each interval of time.
pub(crate) struct Envelope {
    pub(crate) points: Vec<Point>,
    worst: f64,
    /// Number of steps at which the current interval ends.
    next: f64,
}

impl Default for Envelope {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            worst: 0.0,
            next: 1.0,
        }
    }
}

impl Envelope {
    /// Adds the time and the error after this many steps.
    pub(crate) fn push(&mut self, count: u64, (time, error): Point, is_last: bool) {
        self.worst = self.worst.max(error);
        if count as f64 >= self.next || is_last {
            self.points.push((time, self.worst));
            self.worst = 0.0;
            self.next *= 10_f64.powf(1.0 / 12.0);
        }
    }
}

fn springs(stiffnesses: &[f64]) -> Result<World2> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.0]))?;
    for &stiffness in stiffnesses {
        world.add_force(Spring::stiffness(stiffness))?;
    }
    Ok(world)
}

/// `x″ = -4x - 9.81 sin x` from 2 rad: a spring, which is exact, and a force that acts by kicks.
fn pendulum() -> Result<World2> {
    const GRAVITY: f64 = 9.81;
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([2.0, 0.0]))?;
    world.add_force(Spring::stiffness(4.0))?;
    let pull = |x: &Vector2<f64>, _time| Vector2::new(-GRAVITY * x.x.sin(), 0.0);
    // zero at rest, without the cancellation of 1 - cos x
    let height = |x: &Vector2<f64>, _time| 2.0 * GRAVITY * (0.5 * x.x).sin().powi(2);
    world.add_force(ForceField::new(pull).with_potential(height))?;
    Ok(world)
}

/// `x″ = -x / (|x|² + 0.01)^(3/2)`: no part of the motion is exact.
fn orbit() -> Result<World2> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 0.8]))?;
    let pull = |x: &Vector2<f64>, _time| {
        let square = x.norm_squared() + SOFTENING;
        x * (-1.0 / (square * square.sqrt()))
    };
    let depth = |x: &Vector2<f64>, _time| -1.0 / (x.norm_squared() + SOFTENING).sqrt();
    world.add_force(ForceField::new(pull).with_potential(depth))?;
    Ok(world)
}
