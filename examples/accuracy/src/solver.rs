//! The Dormand–Prince methods of the crate `differential-equations`, on the same problems.

use differential_equations::control::ControlFlag;
use differential_equations::interpolate::Interpolation;
use differential_equations::ode::solve_ode;
use differential_equations::prelude::{ExplicitRungeKutta, ODE, Solout, Solution};
use kinstep::nalgebra::Vector2;

use crate::problem::Problem;

/// A method with control of its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Solver {
    /// Dormand and Prince, order 8.
    Dop853,
    /// Dormand and Prince, order 5.
    Dopri5,
}

/// What a solver came to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Solved {
    /// Where the body is at the end \[m\].
    pub(crate) position: Vector2<f64>,
    /// How often it asked for the acceleration.
    pub(crate) evaluations: usize,
}

/// The end of an equation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended<const N: usize> {
    pub(crate) state: [f64; N],
    /// How often the solver asked for the slope.
    pub(crate) evaluations: usize,
}

/// More steps than any run here needs.
const MOST_STEPS: usize = 10_000_000;

impl Solver {
    /// Solves a problem to a tolerance, relative and absolute; none if the solver gave up.
    pub(crate) fn solve(self, problem: &Problem, tolerance: f64) -> Option<Solved> {
        let (equation, end, start) = (Equation(problem), problem.duration, problem.start);
        let Ended { state, evaluations } = self.solve_equation(&equation, end, start, tolerance)?;
        Some(Solved {
            position: Vector2::new(state[0], state[1]),
            evaluations,
        })
    }

    /// Solves an equation from time zero to the end \[s\]; none if the solver gave up.
    pub(crate) fn solve_equation<const N: usize>(
        self,
        equation: &impl ODE<f64, [f64; N]>,
        end: f64,
        start: [f64; N],
        tolerance: f64,
    ) -> Option<Ended<N>> {
        let mut last = Last(start);
        let solution = match self {
            Self::Dop853 => {
                let method = ExplicitRungeKutta::dop853().rtol(tolerance).atol(tolerance);
                let mut method = method.max_steps(MOST_STEPS);
                solve_ode(&mut method, equation, 0.0, end, &start, &mut last)
            }
            Self::Dopri5 => {
                let method = ExplicitRungeKutta::dopri5().rtol(tolerance).atol(tolerance);
                let mut method = method.max_steps(MOST_STEPS);
                solve_ode(&mut method, equation, 0.0, end, &start, &mut last)
            }
        };
        Some(Ended {
            evaluations: solution.ok()?.evals.function,
            state: last.0,
        })
    }
}

impl std::fmt::Display for Solver {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(match self {
            Self::Dop853 => "DOP853",
            Self::Dopri5 => "DOPRI5",
        })
    }
}

/// `[x, y, vx, vy]' = [vx, vy, ax, ay]`.
struct Equation<'a>(&'a Problem);

impl ODE<f64, [f64; 4]> for Equation<'_> {
    fn diff(&self, _time: f64, y: &[f64; 4], slope: &mut [f64; 4]) {
        let [ax, ay] = (self.0.acceleration)(y);
        *slope = [y[2], y[3], ax, ay];
    }
}

/// Keeps the last state only, so that storing the others is not part of the work.
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
