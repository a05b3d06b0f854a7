//! The pair RKN 12(10) of Dormand, El-Mikkawy and Prince, for accelerations that do not depend on velocity.

mod basis;
mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::norm::Largest;
use super::stages::{Stages, first_not_finite};
use super::{Attempt, Columns, Equations, Norm};
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
        let Attempt { time, h, .. } = *attempt;
        let [x, v] = [&attempt.state.x[..], &attempt.state.v];
        self.accelerations.set(0, attempt.accelerations);
        for stage in 1..STAGES {
            let node_step = NODES[stage] * h;
            let at = &mut self.at;
            self.accelerations.sums(ROWS[stage], x.len(), |i, sum| {
                // the change first: the rounding of x then does not grow with the number of stages
                at[i] = x[i] + (node_step * v[i] + h * h * sum);
            });
            let acceleration = &mut self.acceleration;
            equations.evaluate(time + node_step, [at, v, &[]], acceleration, &mut []);
            *evaluations += 1;
            if let Some(coordinate) = first_not_finite(acceleration) {
                return Largest::infinite(coordinate);
            }
            self.accelerations.set(stage, acceleration);
        }
        self.accelerations
            .pairs([&PLACE, &VELOCITY], x.len(), |i, [place, velocity]| {
                change.x[i] = h * v[i] + h * h * place;
                change.v[i] = h * velocity;
            });
        self.error(h, x, attempt.norm)
    }

    /// The estimate of the error of the last step.
    fn error(&self, h: f64, x: &[f64], norm: &Norm) -> Largest {
        let mut largest = Largest::ZERO;
        let weights = [&PLACE_ERROR[..], &VELOCITY_ERROR];
        self.accelerations
            .pairs(weights, x.len(), |i, [place, velocity]| {
                let error = h * h * place.abs().max(velocity.abs());
                largest.include(error / norm.tolerance(x[i]), i);
            });
        largest
    }
}
