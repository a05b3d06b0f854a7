//! The pair RKN 12(10) of Dormand, El-Mikkawy and Prince, for accelerations that do not depend on velocity.

mod basis;
mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::norm::Largest;
use super::stages::Stages;
use super::{Attempt, Columns, Equations};
use tableau::{NODES, PLACE, PLACE_ERROR, ROWS, STAGES, VELOCITY, VELOCITY_ERROR};

/// The stages of a step:
///
/// ```text
/// f_i = f(t + c_i h, x + c_i h v + h² Σ a_ij f_j)
/// Δx = h v + h² Σ b_i f_i      Δv = h Σ b'_i f_i
/// ```
///
/// and `e_x = h² Σ (b_i - b̂_i) f_i`, `e_v = h Σ (b'_i - b̂'_i) f_i` of order 10.
#[derive(Debug, Clone, Default)]
pub(super) struct Nystrom {
    accelerations: Stages<STAGES>,
    at: Vec<f64>,
    acceleration: Vec<f64>,
}

/// Evaluates a stage of a step.
type Evaluate = fn(&mut Nystrom, &mut dyn Equations, &Attempt<'_>) -> Option<usize>;

/// The stages after the first, each with its weights as constants.
const EVALUATE: [Evaluate; STAGES - 1] = [
    Nystrom::evaluate::<1>,
    Nystrom::evaluate::<2>,
    Nystrom::evaluate::<3>,
    Nystrom::evaluate::<4>,
    Nystrom::evaluate::<5>,
    Nystrom::evaluate::<6>,
    Nystrom::evaluate::<7>,
    Nystrom::evaluate::<8>,
    Nystrom::evaluate::<9>,
    Nystrom::evaluate::<10>,
    Nystrom::evaluate::<11>,
    Nystrom::evaluate::<12>,
    Nystrom::evaluate::<13>,
    Nystrom::evaluate::<14>,
    Nystrom::evaluate::<15>,
    Nystrom::evaluate::<16>,
];

impl Nystrom {
    /// Begins with this many coordinates.
    pub(super) fn begin(&mut self, count: usize) {
        self.accelerations.reset(count);
        for column in [&mut self.at, &mut self.acceleration] {
            column.clear();
            column.resize(count, 0.0);
        }
    }

    /// Tries a step, and sets `change` to the change of the state.
    pub(super) fn attempt(
        &mut self,
        equations: &mut dyn Equations,
        attempt: &Attempt<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Largest {
        let Attempt { h, .. } = *attempt;
        let [x, v] = [&attempt.state.x[..], &attempt.state.v];
        self.accelerations.set(0, attempt.accelerations);
        for evaluate in EVALUATE {
            *evaluations += 1;
            if let Some(coordinate) = evaluate(self, equations, attempt) {
                return Largest::infinite(coordinate);
            }
        }
        let accelerations = &self.accelerations;
        accelerations.sums::<STAGES>(&PLACE, [x, v], &mut change.x, |_, v, sum| {
            h * v + h * h * sum
        });
        accelerations.sums::<STAGES>(&VELOCITY, [x, v], &mut change.v, |_, _, sum| h * sum);
        self.error(attempt)
    }

    /// Evaluates a stage; the first coordinate whose acceleration is not finite.
    fn evaluate<const STAGE: usize>(
        &mut self,
        equations: &mut dyn Equations,
        attempt: &Attempt<'_>,
    ) -> Option<usize> {
        let [x, v] = [&attempt.state.x[..], &attempt.state.v];
        let (node_step, square) = (NODES[STAGE] * attempt.h, attempt.h * attempt.h);
        (self.accelerations).sums::<STAGE>(ROWS[STAGE], [x, v], &mut self.at, |x, v, sum| {
            // the change first: the rounding of x then does not grow with the number of stages
            x + (node_step * v + square * sum)
        });
        let at = [&self.at[..], v, &[]];
        equations.evaluate(
            attempt.time + node_step,
            at,
            &mut self.acceleration,
            &mut [],
        );
        self.accelerations.set(STAGE, &self.acceleration)
    }

    /// The estimate of the error of the last step.
    fn error(&self, attempt: &Attempt<'_>) -> Largest {
        let (h, x, norm) = (attempt.h, &attempt.state.x, attempt.norm);
        let mut largest = Largest::ZERO;
        let weights = [&PLACE_ERROR[..], &VELOCITY_ERROR];
        self.accelerations
            .pairs::<STAGES>(weights, x.len(), |i, [place, velocity]| {
                let error = h * h * place.abs().max(velocity.abs());
                largest.include(error / norm.tolerance(x[i]), i);
            });
        largest
    }
}
