//! Runs of the sixteen problems by each method.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use differential_equations::prelude::ODE;
use kinstep::nalgebra::Vector2;
use support::drawing::style::Style;
use support::measuring::timing::{self, timed};

use crate::pens::{BLUE, ORANGE, VERMILION, dashed};
use crate::solver::{Ended, Solver};
use truths::sixteen::SmoothProblem;

/// Who solves a problem to a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// `World::advance`.
    Advance,
    /// A solver of another crate.
    Solver(Solver),
}

/// One run of a method.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) tolerance: f64,
    /// How often it asked for all forces.
    pub(super) evaluations: u64,
    /// How far the first body ends from the truth \[m\].
    pub(super) error: f64,
}

/// All runs of a method, from a loose tolerance to a tight one.
#[derive(Debug)]
pub(super) struct Effort {
    pub(super) method: Method,
    pub(super) runs: Vec<Run>,
    /// The least work to each accuracy; none if it is not reached.
    reaches: Vec<Option<Reach>>,
}

/// The least work to an accuracy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    pub(super) tolerance: f64,
    pub(super) evaluations: u64,
    pub(super) time: Duration,
}

/// What all methods make of a problem.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) number: u32,
    pub(super) name: &'static str,
    pub(super) efforts: Vec<Effort>,
}

/// Half decades of the tightest tolerance.
const TIGHTEST: i32 = 30;

impl Method {
    pub(super) const ALL: [Self; 3] = [
        Self::Advance,
        Self::Solver(Solver::Dop853),
        Self::Solver(Solver::Dopri5),
    ];

    pub(super) fn style(self) -> Style {
        match self {
            Self::Advance => BLUE,
            Self::Solver(Solver::Dop853) => dashed(VERMILION),
            Self::Solver(Solver::Dopri5) => dashed(ORANGE),
        }
    }

    /// A run to a tolerance; none if it failed.
    fn run(self, problem: &SmoothProblem, tolerance: f64) -> Option<Run> {
        let (error, evaluations) = match self {
            Self::Advance => {
                let mut world = problem.world.clone();
                let done = world.advance(problem.duration, tolerance).ok()?;
                (problem.error(&world), done.evaluations)
            }
            Self::Solver(solver) => {
                let (place, evaluations) = solve(solver, problem, tolerance)?;
                let [x, y, ..] = problem.truth;
                ((place - Vector2::new(x, y)).norm(), evaluations)
            }
        };
        Some(Run {
            tolerance,
            evaluations,
            error,
        })
    }

    /// Runs to tighter and tighter tolerances, until two after each other are within an accuracy \[m\].
    pub(super) fn runs(self, problem: &SmoothProblem, tightest: f64) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for half_decades in 6..=TIGHTEST {
            let tolerance = 10_f64.powf(-0.5 * f64::from(half_decades));
            let Some(run) = self.run(problem, tolerance) else {
                continue;
            };
            let is_there = |run: &Run| run.error <= tightest;
            let is_enough = runs.last().is_some_and(is_there) && is_there(&run);
            runs.push(run);
            if is_enough {
                break;
            }
        }
        runs
    }

    /// What is timed.
    pub(super) fn timed(self, problem: &SmoothProblem, tolerance: f64) -> timing::Run<'_> {
        match self {
            Self::Advance => {
                let mut world = problem.world.clone();
                Box::new(move || {
                    // the world keeps the memory of the run before
                    world.clone_from(&problem.world);
                    timed(|| {
                        let done = world.advance(problem.duration, black_box(tolerance));
                        let _ = black_box(done);
                    })
                })
            }
            Self::Solver(solver) => Box::new(move || {
                timed(|| {
                    black_box(solve(solver, problem, black_box(tolerance)));
                })
            }),
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Advance => formatter.pad("advance"),
            Self::Solver(solver) => solver.fmt(formatter),
        }
    }
}

impl Outcome {
    /// All runs of all methods, and the times of those that are the least to some accuracies \[m\], from the loosest to the
    /// tightest.
    pub(super) fn of(problem: &SmoothProblem, accuracies: &[f64]) -> Result<Self> {
        let tightest = accuracies.last().copied().unwrap_or_default();
        let mut efforts: Vec<Effort> = (Method::ALL.into_iter())
            .map(|method| {
                let runs = method.runs(problem, tightest);
                let reaches = accuracies.iter().map(|&accuracy| least(&runs, accuracy));
                let reaches = reaches.collect();
                Effort {
                    method,
                    runs,
                    reaches,
                }
            })
            .collect();
        let timed = efforts.iter().flat_map(|effort| {
            let reaches = effort.reaches.iter().flatten();
            reaches.map(|reach| effort.method.timed(problem, reach.tolerance))
        });
        let times = timing::medians(timed.collect());
        let reaches = efforts.iter_mut().flat_map(|effort| &mut effort.reaches);
        for (reach, time) in reaches.flatten().zip(times) {
            reach.time = time;
        }
        Ok(Self {
            number: problem.number,
            name: problem.name,
            efforts,
        })
    }

    /// The least work of a method to the accuracy at a place of the list.
    pub(super) fn reach(&self, method: Method, place: usize) -> Option<&Reach> {
        let effort = self.efforts.iter().find(|effort| effort.method == method)?;
        effort.reaches.get(place)?.as_ref()
    }

    /// How many times as much DOP853 needs as advance; none if one of them does not get there.
    pub(super) fn ratio(&self, place: usize, amount: impl Fn(&Reach) -> f64) -> Option<f64> {
        let ours = amount(self.reach(Method::Advance, place)?);
        let theirs = amount(self.reach(Method::Solver(Solver::Dop853), place)?);
        // laws alone need no evaluation
        (ours > 0.0).then_some(theirs / ours)
    }
}

/// The run with the fewest evaluations whose error, and that of the next tighter tolerance, is within an accuracy \[m\].
pub(super) fn least(runs: &[Run], accuracy: f64) -> Option<Reach> {
    let is_within = |place: usize| (runs.get(place)).is_none_or(|run| run.error <= accuracy);
    let steady = (0..runs.len()).filter(|&place| is_within(place) && is_within(place + 1));
    let run = steady
        .map(|place| runs[place])
        .min_by_key(|run| run.evaluations)?;
    Some(Reach {
        tolerance: run.tolerance,
        evaluations: run.evaluations,
        time: Duration::MAX,
    })
}

/// The slope of a state of `N` numbers.
struct Equation<'a>(&'a SmoothProblem);

impl<const N: usize> ODE<f64, [f64; N]> for Equation<'_> {
    fn diff(&self, time: f64, y: &[f64; N], slope: &mut [f64; N]) {
        (self.0.slope)(time, y, slope);
    }
}

/// Where a solver sees the first body at the end \[m\], and its evaluations; none if it gave up.
fn solve(solver: Solver, problem: &SmoothProblem, tolerance: f64) -> Option<(Vector2<f64>, u64)> {
    let start = problem.state();
    match start.len() {
        2 => solve_in::<2>(solver, problem, &start, tolerance),
        4 => solve_in::<4>(solver, problem, &start, tolerance),
        80 => solve_in::<80>(solver, problem, &start, tolerance),
        _ => None,
    }
}

fn solve_in<const N: usize>(
    solver: Solver,
    problem: &SmoothProblem,
    start: &[f64],
    tolerance: f64,
) -> Option<(Vector2<f64>, u64)> {
    let start: [f64; N] = start.try_into().ok()?;
    let Ended { state, evaluations } =
        solver.solve_equation(&Equation(problem), problem.duration, start, tolerance)?;
    let up = if problem.dimension > 1 { state[1] } else { 0.0 };
    Some((Vector2::new(state[0], up), evaluations as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_passes_through_zero_does_not_count() {
        let errors = [1e-2, 1e-9, 1e-4, 1e-7, 1e-8];
        let runs: Vec<Run> = (errors.into_iter().zip(1..))
            .map(|(error, evaluations)| Run {
                tolerance: 1e-3 / evaluations as f64,
                evaluations,
                error,
            })
            .collect();
        let evaluations = |accuracy| least(&runs, accuracy).map(|reach| reach.evaluations);
        assert_eq!(evaluations(1e-3), Some(2));
        assert_eq!(evaluations(1e-6), Some(4));
        assert_eq!(evaluations(1e-12), None);
    }
}
