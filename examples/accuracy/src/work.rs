//! Work and precision: sixteen problems, solved by kinstep and by DOP853 of the crate
//! differential-equations in one process.
//!
//! `World::advance` and DOP853 solve every problem to smaller and smaller tolerances; `World::step`
//! solves some of them in more and more equal steps. The error is the distance between the first
//! body's final position and the expected one, which is known in quadruple precision. A time is
//! that of a whole solution: the median of several measurements, in turns with those of all other
//! methods.

use std::hint::black_box;

use anyhow::{Context, Result};
use differential_equations::control::ControlFlag;
use differential_equations::interpolate::Interpolation;
use differential_equations::ode::solve_ode;
use differential_equations::prelude::{ExplicitRungeKutta, ODE, Solout, Solution};
use kinstep::nalgebra::Vector2;
use kinstep::{Scheme, World2};
use support::measuring::timing::{self, timed};
use truths::sixteen::{self, SmoothProblem};

use crate::names::{ADVANCE, DOP853, name};
use crate::rows::Rows;

/// Problems that are also solved in equal steps, with their minimum number of steps: quadratic
/// drag, pendulum, softened orbit, and the one with laws only.
const STEPPED: [(u32, u32); 4] = [(1, 16), (2, 64), (3, 256), (LAWS, 1)];
const MOST_STEPS: u32 = 1 << 17;
const SCHEMES: [Scheme; 5] = [
    Scheme::FlowKick,
    Scheme::FlowKick4,
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
];
/// The problem with laws only, and the stiff nonlinear one.
pub(crate) const LAWS: u32 = 13;
pub(crate) const STIFF: u32 = 16;
/// Tolerances, as negative half decades. A method stops once two errors in a row are below
/// `ENOUGH` \[m\].
const TOLERANCES: std::ops::RangeInclusive<i32> = 8..=28;
const ENOUGH: f64 = 3e-12;

/// A method with its number of steps or tolerance.
#[derive(Clone, Copy)]
enum Way {
    Step(Scheme, u32),
    Advance(f64),
    Dop853(f64),
}

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for problem in sixteen::all() {
        let quantity = quantity(problem.number);
        let tolerances = || TOLERANCES.map(|it| 10_f64.powf(-0.5 * f64::from(it)));
        let mut ways = until_near(&problem, tolerances().map(Way::Advance));
        ways.extend(until_near(&problem, tolerances().map(Way::Dop853)));
        if let Some((_, fewest)) = STEPPED.iter().find(|it| it.0 == problem.number) {
            for scheme in SCHEMES {
                let counts = std::iter::successors(Some(*fewest), |steps| Some(2 * steps));
                let counts = counts.take_while(|steps| *steps <= MOST_STEPS);
                ways.extend(until_near(&problem, counts.map(|it| Way::Step(scheme, it))));
            }
        }
        let runs = ways.iter().map(|way| way.timed(&problem));
        let times = timing::medians(runs.collect());
        for (way, time) in ways.iter().zip(times) {
            if let Some(error) = way.solve(&problem, &mut way.world(&problem)) {
                rows.push(way.name(), time.as_secs_f64(), &quantity, error);
            }
        }
    }
    Ok(())
}

/// Name of a problem's rows; x is the time of the solution \[s\].
pub(crate) fn quantity(number: u32) -> String {
    format!(
        "error over time, {number}. {} [m]",
        sixteen::problem(number).name
    )
}

/// Methods with more and more work, until two in a row are accurate enough; without those that do
/// not reach the end.
fn until_near(problem: &SmoothProblem, all: impl Iterator<Item = Way>) -> Vec<Way> {
    let mut ways = Vec::new();
    let mut is_near = false;
    for way in all {
        let Some(error) = way.solve(problem, &mut way.world(problem)) else {
            continue;
        };
        ways.push(way);
        if is_near && error < ENOUGH {
            break;
        }
        is_near = error < ENOUGH;
    }
    ways
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Step(scheme, _) => name(scheme),
            Self::Advance(_) => ADVANCE,
            Self::Dop853(_) => DOP853,
        }
    }

    /// The initial world of a problem.
    fn world(self, problem: &SmoothProblem) -> World2 {
        let mut world = problem.world.clone();
        if let Self::Step(scheme, _) = self {
            world.set_scheme(scheme);
        }
        world
    }

    /// Times a whole solution. The world has been advanced before, and keeps its memory.
    fn timed(self, problem: &SmoothProblem) -> timing::Run<'_> {
        let start = self.world(problem);
        let mut world = start.clone();
        Box::new(move || {
            world.clone_from(&start);
            timed(|| {
                black_box(self.solve(problem, black_box(&mut world)));
            })
        })
    }

    /// Solves a problem. Returns the final error \[m\]; `None` if the end was not reached.
    fn solve(self, problem: &SmoothProblem, world: &mut World2) -> Option<f64> {
        match self {
            Self::Step(_, steps) => {
                let h = problem.duration / f64::from(steps);
                (0..steps).try_for_each(|_| world.step(h)).ok()?;
            }
            Self::Advance(tolerance) => {
                world.advance(problem.duration, tolerance).ok()?;
            }
            Self::Dop853(tolerance) => {
                let [x, y, ..] = problem.truth;
                return Some((dop853(problem, tolerance)? - Vector2::new(x, y)).norm());
            }
        }
        Some(problem.error(world))
    }
}

/// Final position of the first body by DOP853 \[m\]; `None` if the solver failed.
fn dop853(problem: &SmoothProblem, tolerance: f64) -> Option<Vector2<f64>> {
    let start = problem.state();
    match start.len() {
        2 => dop853_in::<2>(problem, &start, tolerance),
        4 => dop853_in::<4>(problem, &start, tolerance),
        _ => dop853_in::<80>(problem, &start, tolerance),
    }
}

fn dop853_in<const N: usize>(
    problem: &SmoothProblem,
    start: &[f64],
    tolerance: f64,
) -> Option<Vector2<f64>> {
    const MOST: usize = 10_000_000;
    let start: [f64; N] = start.try_into().ok()?;
    let mut last = Last(start);
    let method = ExplicitRungeKutta::dop853().rtol(tolerance).atol(tolerance);
    let mut method = method.max_steps(MOST);
    let (equation, end) = (Equation(problem), problem.duration);
    solve_ode(&mut method, &equation, 0.0, end, &start, &mut last).ok()?;
    let up = if problem.dimension > 1 {
        last.0[1]
    } else {
        0.0
    };
    Some(Vector2::new(last.0[0], up))
}

/// The time derivative of a state of `N` numbers.
struct Equation<'a>(&'a SmoothProblem);

impl<const N: usize> ODE<f64, [f64; N]> for Equation<'_> {
    fn diff(&self, time: f64, y: &[f64; N], slope: &mut [f64; N]) {
        (self.0.slope)(time, y, slope);
    }
}

/// Stores the last state only, so that storing the others does not add to the work.
struct Last<const N: usize>([f64; N]);

impl<const N: usize> Solout<f64, [f64; N]> for Last<N> {
    fn solout<I>(
        &mut self,
        _time: f64,
        _time_before: f64,
        y: &[f64; N],
        _y_before: &[f64; N],
        _interpolator: &mut I,
        _solution: &mut Solution<f64, [f64; N]>,
    ) -> ControlFlag<f64, [f64; N]>
    where
        I: Interpolation<f64, [f64; N]> + ?Sized,
    {
        self.0 = *y;
        ControlFlag::Continue
    }
}

/// Minimum time \[s\] in which a method reached an accuracy \[m\] and kept it with the next larger
/// amount of work, because an error may be small by chance.
pub(crate) fn reach(points: &[(f64, f64)], accuracy: f64) -> Option<f64> {
    let is_within = |place: usize| points.get(place).is_none_or(|point| point.1 <= accuracy);
    let steady = (0..points.len()).filter(|&place| is_within(place) && is_within(place + 1));
    steady.map(|place| points[place].0).min_by(f64::total_cmp)
}

/// Time of DOP853 divided by the time of a method of kinstep, to this accuracy \[m\] on a problem.
pub(crate) fn ratio(rows: &Rows, number: u32, method: &str, accuracy: f64) -> Result<f64> {
    let quantity = quantity(number);
    let time = |method| {
        let points = rows.points("work", &quantity, method);
        reach(&points, accuracy).with_context(|| {
            format!("{method} does not come to {accuracy:e} m on problem {number}")
        })
    };
    Ok(time(DOP853)? / time(method)?)
}
