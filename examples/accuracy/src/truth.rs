//! The answers that runs are measured against.

use anyhow::{Context, Result};
use kinstep::Scheme;
use kinstep::diagnostics::Reference;
use kinstep::nalgebra::Vector2;
use support::drawing::numbers::metres;

use crate::fit::Noise;
use crate::problem::Problem;
use crate::solver::Solver;

/// Where a body is at the end, and how well that is known.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    /// Where it is \[m\].
    pub(crate) position: Vector2<f64>,
    /// How far this may be off \[m\].
    pub(crate) uncertainty: f64,
    /// Whether it is exact.
    pub(crate) is_exact: bool,
    /// How it was found, in words.
    pub(crate) how: String,
    /// The size of the motion \[m\]: the larger distance from the origin, at the start or the end.
    pub(crate) size: f64,
}

/// The tightest tolerance that makes sense.
const TOLERANCE: f64 = 1e-14;

impl Truth {
    /// The reference of the library, checked against DOP853.
    pub(crate) fn of(problem: &Problem) -> Result<Self> {
        let mut reference = Reference::new(&problem.world(Scheme::FlowKick)?);
        reference.advance(problem.duration)?;
        let position = (reference.world().body_slice().first())
            .context("there is no body")?
            .position;
        let solved = Solver::Dop853
            .solve(problem, TOLERANCE)
            .context("DOP853 gave up")?;
        let apart = (position - solved.position).norm();
        let [x, y, ..] = problem.start;
        let size = position.norm().max(x.hypot(y));
        let (how, uncertainty) = if reference.is_exact() {
            ("one exact flow", f64::EPSILON * size)
        } else {
            ("integration to the last digits", apart)
        };
        Ok(Self {
            position,
            uncertainty,
            is_exact: reference.is_exact(),
            how: format!("{how}; {} from DOP853 at its tightest", metres(apart)),
            size,
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
