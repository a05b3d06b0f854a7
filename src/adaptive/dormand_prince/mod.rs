//! DOP853, for accelerations that depend on velocity and for tails.

mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use super::norm::Largest;
use super::stages::{Stages, first_not_finite};
use super::{Attempt, Columns, Equations};
use tableau::{ALL_STAGES, ERROR_3, ERROR_5, NODES, ROWS, STAGES};

/// The stages of a step of `y' = g(t, y)`, `y = (x, v, z)`: `g_i = g(t + c_i h, y + h Σ a_ij g_j)`, `Δy = h Σ b_i g_i`.
#[derive(Debug, Clone, Default)]
pub(super) struct DormandPrince {
    velocities: Stages<ALL_STAGES>,
    accelerations: Stages<ALL_STAGES>,
    slopes: Stages<ALL_STAGES>,
    at: Columns,
    acceleration: alloc::vec::Vec<f64>,
    slope: alloc::vec::Vec<f64>,
    /// Whether the stages of the dense output belong to the last step.
    is_dense: bool,
}

impl DormandPrince {
    /// Begins with this many coordinates and numbers of the tail.
    pub(super) fn begin(&mut self, count: usize, tail: usize) {
        self.velocities.reset(count);
        self.accelerations.reset(count);
        self.slopes.reset(tail);
        self.at.reset(count, tail);
        self.acceleration.clear();
        self.acceleration.resize(count, 0.0);
        self.slope.clear();
        self.slope.resize(tail, 0.0);
        self.is_dense = false;
    }

    /// Tries a step, and sets `change` to the change of the state.
    pub(super) fn attempt(
        &mut self,
        equations: &mut dyn Equations,
        attempt: &Attempt<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Largest {
        let Attempt { time, h, state, .. } = *attempt;
        self.is_dense = false;
        self.velocities.set(0, &state.v);
        self.accelerations.set(0, attempt.accelerations);
        self.slopes.set(0, attempt.slopes);
        for stage in 1..STAGES {
            *evaluations += 1;
            if let Some(coordinate) = self.stage(equations, stage, [time, h], state) {
                return Largest::infinite(coordinate);
            }
        }
        self.changes(ROWS[STAGES], h, change);
        self.error(attempt)
    }

    /// Evaluates a stage; the first coordinate whose acceleration is not finite.
    fn stage(
        &mut self,
        equations: &mut dyn Equations,
        stage: usize,
        [time, h]: [f64; 2],
        state: &Columns,
    ) -> Option<usize> {
        let row = ROWS[stage];
        let Columns { x, v, z } = &mut self.at;
        self.velocities
            .sums(row, x.len(), |i, sum| x[i] = state.x[i] + h * sum);
        self.accelerations
            .sums(row, v.len(), |i, sum| v[i] = state.v[i] + h * sum);
        self.slopes
            .sums(row, z.len(), |i, sum| z[i] = state.z[i] + h * sum);
        equations.evaluate(
            time + NODES[stage] * h,
            [x, v, z],
            &mut self.acceleration,
            &mut self.slope,
        );
        self.velocities.set(stage, v);
        self.accelerations.set(stage, &self.acceleration);
        self.slopes.set(stage, &self.slope);
        let tail = || first_not_finite(&self.slope).map(|_| 0);
        first_not_finite(&self.acceleration).or_else(tail)
    }

    /// Sets `change` to `h Σ w_i g_i`.
    fn changes(&self, weights: &[f64], h: f64, change: &mut Columns) {
        let Columns { x, v, z } = change;
        self.velocities
            .sums(weights, x.len(), |i, sum| x[i] = h * sum);
        self.accelerations
            .sums(weights, v.len(), |i, sum| v[i] = h * sum);
        self.slopes.sums(weights, z.len(), |i, sum| z[i] = h * sum);
    }

    /// The estimate of the error of the last step, `e₅²/√(e₅² + 0.01 e₃²)`.
    fn error(&self, attempt: &Attempt<'_>) -> Largest {
        let (h, x) = (attempt.h, &attempt.state.x);
        let mut errors = [Largest::ZERO; 2];
        let weights = [&ERROR_5[..], &ERROR_3];
        let mut include = |i: usize, sums: [f64; 2], size: f64| {
            for (largest, sum) in errors.iter_mut().zip(sums) {
                largest.include((h * sum * size).abs(), i);
            }
        };
        self.velocities.pairs(weights, x.len(), |i, sums| {
            include(i, sums, 1.0 / attempt.norm.tolerance(x[i]));
        });
        self.accelerations.pairs(weights, x.len(), |i, sums| {
            include(i, sums, h / attempt.norm.tolerance(x[i]));
        });
        let tolerance = attempt.norm.tolerance(0.0);
        self.slopes.pairs(weights, attempt.tail.len(), |i, sums| {
            let [length, rate] = attempt.tail[i];
            include(0, sums, (length + h.abs() * rate) / tolerance);
        });
        let [fifth, third] = errors;
        // of 0/0 the answer is 0; NaN has become infinite
        let error = if fifth.error == 0.0 {
            0.0
        } else if fifth.error.is_finite() && third.error.is_finite() {
            let ratio = 0.1 * third.error / fifth.error;
            fifth.error / nalgebra::ComplexField::sqrt(1.0 + ratio * ratio)
        } else {
            f64::INFINITY
        };
        Largest {
            error,
            coordinate: fifth.coordinate,
        }
    }
}
