//! The answers that runs are measured against.

use std::error::Error;

use kinstep::Scheme;
use kinstep::nalgebra::Vector2;

use crate::fit::Noise;
use crate::numbers::metres;
use crate::problem::Problem;
use crate::solver::Solver;

/// Where a body is at the end, and how well that is known.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    /// Where it is \[m\].
    pub(crate) position: Vector2<f64>,
    /// How far this may be off \[m\].
    pub(crate) uncertainty: f64,
    /// How it was found, in words.
    pub(crate) how: String,
    /// The size of the motion \[m\]: the larger distance from the origin, at the start or the end.
    pub(crate) size: f64,
}

/// The tightest tolerance that makes sense.
const TOLERANCE: f64 = 1e-14;
/// Steps of FlowKick4 that leave no error but rounding.
const STEPS: u32 = 1 << 16;

impl Truth {
    /// One flow where all forces are linear; else what DOP853 and FlowKick4 agree on.
    pub(crate) fn of(problem: &Problem) -> Result<Self, Box<dyn Error>> {
        let solved = Solver::Dop853
            .solve(problem, TOLERANCE)
            .ok_or("DOP853 gave up")?;
        let (scheme, steps) = match problem.is_linear {
            true => (Scheme::FlowKick, 1),
            false => (Scheme::FlowKick4, STEPS),
        };
        let ours = problem.end(scheme, steps)?.ok_or("FlowKick gave up")?;
        let apart = (ours - solved.position).norm();
        let [x, y, ..] = problem.start;
        let size = ours.norm().max(x.hypot(y));
        Ok(if problem.is_linear {
            Self {
                position: ours,
                uncertainty: f64::EPSILON * size,
                how: format!(
                    "exact: one flow over the whole time, {} from DOP853",
                    metres(apart)
                ),
                size,
            }
        } else {
            Self {
                position: solved.position,
                uncertainty: apart,
                how: format!(
                    "DOP853 at its tightest, {} from FlowKick4 in {steps} steps",
                    metres(apart)
                ),
                size,
            }
        })
    }

    /// How far a run ends from here \[m\].
    pub(crate) fn error(&self, position: &Vector2<f64>) -> f64 {
        (position - self.position).norm()
    }

    /// What is no error of a method.
    pub(crate) fn noise(&self) -> Noise {
        Noise {
            uncertainty: self.uncertainty,
            rounding: f64::EPSILON * self.size,
        }
    }
}
