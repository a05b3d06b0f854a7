//! The stiff problems by implicit methods of the crate `diffsol`: built by `--features stiff` only.

use std::cell::Cell;
use std::hint::black_box;

use anyhow::Result;
use diffsol::{NalgebraLU, NalgebraMat, OdeBuilder, OdeSolverMethod, OdeSolverStopReason};
use kinstep::nalgebra::Vector2;
use support::measuring::timing::{self, timed};

use super::runs::{Method, Run, least};
use super::{ACCURACIES, Section, Table, number};
use crate::words::list;
use truths::sixteen::{self, SmoothProblem};

type Matrix = NalgebraMat<f64>;
type Factors = NalgebraLU<f64>;

/// Problems with a stiff law, and with a stiff force that is not linear.
const PROBLEMS: [u32; 2] = [11, 16];
/// Difference of states of which slopes give a derivative.
const DIFFERENCE: f64 = 1e-7;

/// An implicit method.
#[derive(Debug, Clone, Copy)]
enum Implicit {
    /// Backward differentiation formulas of orders 1 to 5.
    Bdf,
    /// A diagonally implicit Runge–Kutta method of order 4.
    Esdirk34,
}

/// Adds a table of the stiff problems to a section.
pub(super) fn measure(section: &mut Section) -> Result<()> {
    let mut rows = Vec::new();
    for number in PROBLEMS {
        let problem = sixteen::problem(number);
        let (more, ratios) = rows_of(&problem);
        rows.extend(more);
        if let Some(loss) = loss(&problem, &ratios) {
            section.admit(loss);
        }
    }
    section.tabulate(Table::new(
        "stiff",
        "Stiff problems beside implicit methods of the crate diffsol",
        [
            "problem",
            "error below [m]",
            "advance, time [µs]",
            "BDF, slopes",
            "time of BDF / of advance",
            "ESDIRK34, slopes",
            "time of ESDIRK34 / of advance",
        ],
        rows,
    ));
    Ok(())
}

/// Where BDF is faster than advance.
fn loss(problem: &SmoothProblem, ratios: &[(f64, f64)]) -> Option<String> {
    let lost = ratios.iter().filter(|(_, ratio)| *ratio < 0.95);
    let lost: Vec<String> = lost
        .map(|(accuracy, ratio)| format!("{} times to {accuracy:e} m", number(1.0 / ratio)))
        .collect();
    let sentence = format!(
        "BDF of diffsol is faster than advance on {}: {}.",
        problem.name,
        list(&lost)
    );
    (!lost.is_empty()).then_some(sentence)
}

/// Rows of the table, and time of BDF / time of advance to each accuracy.
fn rows_of(problem: &SmoothProblem) -> (Vec<Vec<String>>, Vec<(f64, f64)>) {
    let mut ratios = Vec::new();
    let ours = Method::Advance.runs(problem, 1e-12);
    let theirs = [Implicit::Bdf, Implicit::Esdirk34].map(|method| (method, method.runs(problem)));
    let rows = (ACCURACIES.into_iter())
        .map(|accuracy| {
            let ours = least(&ours, accuracy);
            let reaches = theirs.each_ref().map(|(_, runs)| least(runs, accuracy));
            let mut timed: Vec<timing::Run<'_>> = Vec::new();
            timed.extend(ours.map(|reach| Method::Advance.timed(problem, reach.tolerance)));
            for ((method, _), reach) in theirs.iter().zip(&reaches) {
                timed.extend(reach.map(|reach| method.timed(problem, reach.tolerance)));
            }
            let mut times = timing::medians(timed)
                .into_iter()
                .map(|time| time.as_secs_f64());
            let dash = || "-".to_owned();
            let ours = ours.and_then(|_| times.next());
            let mut row = vec![
                format!("{}. {}", problem.number, problem.name),
                format!("{accuracy:e}"),
                ours.map_or_else(dash, |time| number(1e6 * time)),
            ];
            for (place, reach) in reaches.into_iter().enumerate() {
                let time = reach.and_then(|_| times.next());
                row.push(reach.map_or_else(dash, |reach| reach.evaluations.to_string()));
                let ratio = time.zip(ours).map(|(time, ours)| time / ours);
                row.push(ratio.map_or_else(dash, number));
                ratios.extend(ratio.filter(|_| place == 0).map(|ratio| (accuracy, ratio)));
            }
            row
        })
        .collect();
    (rows, ratios)
}

impl Implicit {
    fn runs(self, problem: &SmoothProblem) -> Vec<Run> {
        let tolerances = (6..=26).map(|half_decades| 10_f64.powf(-0.5 * f64::from(half_decades)));
        let run = |tolerance| {
            let (place, evaluations) = self.solve(problem, tolerance)?;
            let [x, y, ..] = problem.truth;
            Some(Run {
                tolerance,
                evaluations,
                error: (place - Vector2::new(x, y)).norm(),
            })
        };
        tolerances.map_while(run).collect()
    }

    fn timed(self, problem: &SmoothProblem, tolerance: f64) -> timing::Run<'_> {
        Box::new(move || {
            timed(|| {
                black_box(self.solve(problem, black_box(tolerance)));
            })
        })
    }

    /// Where the body is at the end \[m\], and how many slopes that took, with those of differences; none if the solver gave up.
    fn solve(self, problem: &SmoothProblem, tolerance: f64) -> Option<(Vector2<f64>, u64)> {
        let slopes = Cell::new(0);
        let slope = |y: &[f64], time: f64, out: &mut [f64]| {
            slopes.set(slopes.get() + 1);
            (problem.slope)(time, y, out);
        };
        let start = problem.state();
        let built = OdeBuilder::<Matrix>::new()
            .rtol(tolerance)
            .atol([tolerance])
            .rhs_implicit(
                |y, _, time, out| slope(y, time, out),
                |y, _, time, along, out| {
                    let mut ends = [[0.0; 4]; 2];
                    for (end, sign) in ends.iter_mut().zip([1.0, -1.0]) {
                        let moved = |place: usize| y[place] + sign * DIFFERENCE * along[place];
                        slope(&[0, 1, 2, 3].map(moved), time, end);
                    }
                    for (place, out) in out.iter_mut().enumerate() {
                        *out = (ends[0][place] - ends[1][place]) / (2.0 * DIFFERENCE);
                    }
                },
            )
            .init(|_, _, out| out.copy_from_slice(&start), start.len())
            .build()
            .ok()?;
        let end = match self {
            Self::Bdf => end(built.bdf::<Factors>().ok()?, problem.duration)?,
            Self::Esdirk34 => end(built.esdirk34::<Factors>().ok()?, problem.duration)?,
        };
        Some((end, slopes.get()))
    }
}

/// Where a solver is at a time \[m\].
fn end<'a, E>(mut solver: impl OdeSolverMethod<'a, E>, time: f64) -> Option<Vector2<f64>>
where
    E: diffsol::OdeEquations<T = f64, V = diffsol::NalgebraVec<f64>> + 'a,
{
    solver.set_stop_time(time).ok()?;
    while !matches!(solver.step().ok()?, OdeSolverStopReason::TstopReached) {}
    let y = solver.state().y;
    Some(Vector2::new(y[0], y[1]))
}
