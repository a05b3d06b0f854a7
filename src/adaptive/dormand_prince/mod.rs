//! DOP853, for accelerations that depend on velocity and for tails.

mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use super::norm::Largest;
use super::stages::Stages;
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

/// Sets the state of a stage, given the length of the step.
type SetPlace = fn(&mut DormandPrince, f64, &Columns);

/// The stages after the first, each with its weights as constants.
const PLACES: [SetPlace; ALL_STAGES - 1] = [
    DormandPrince::set_place::<1>,
    DormandPrince::set_place::<2>,
    DormandPrince::set_place::<3>,
    DormandPrince::set_place::<4>,
    DormandPrince::set_place::<5>,
    DormandPrince::set_place::<6>,
    DormandPrince::set_place::<7>,
    DormandPrince::set_place::<8>,
    DormandPrince::set_place::<9>,
    DormandPrince::set_place::<10>,
    DormandPrince::set_place::<11>,
    DormandPrince::set_place::<12>,
    DormandPrince::set_place::<13>,
    DormandPrince::set_place::<14>,
    DormandPrince::set_place::<15>,
];

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
        equations: &mut impl Equations,
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
            if let Some(coordinate) = self.evaluate(equations, stage, [time, h], state) {
                return Largest::infinite(coordinate);
            }
        }
        self.changes::<STAGES>(ROWS[STAGES], h, change);
        self.error(attempt)
    }

    /// Sets the state of a stage.
    fn set_place<const STAGE: usize>(&mut self, h: f64, state: &Columns) {
        let row = ROWS[STAGE];
        let Columns { x, v, z } = &mut self.at;
        let add = |[start]: [f64; 1], sum: f64| start + h * sum;
        (self.velocities).sums::<STAGE, 1>(row, [&state.x], x, add);
        (self.accelerations).sums::<STAGE, 1>(row, [&state.v], v, add);
        if !z.is_empty() {
            (self.slopes).sums::<STAGE, 1>(row, [&state.z], z, add);
        }
    }

    /// Evaluates a stage after the first; the first coordinate whose acceleration is not finite.
    #[inline(always)]
    fn evaluate(
        &mut self,
        equations: &mut impl Equations,
        stage: usize,
        [time, h]: [f64; 2],
        state: &Columns,
    ) -> Option<usize> {
        PLACES[stage - 1](self, h, state);
        let Columns { x, v, z } = &self.at;
        let at = [&x[..], v, z];
        let time = time + NODES[stage] * h;
        equations.evaluate(time, at, &mut self.acceleration, &mut self.slope);
        self.velocities.set(stage, v);
        let linear = self.accelerations.set(stage, &self.acceleration);
        let tail = self.slopes.set(stage, &self.slope).map(|_| 0);
        linear.or(tail)
    }

    /// Sets `change` to `h Σ w_i g_i` over the first N stages.
    #[inline(always)]
    fn changes<const N: usize>(&self, weights: &[f64], h: f64, change: &mut Columns) {
        let Columns { x, v, z } = change;
        let change = |_: [f64; 0], sum: f64| h * sum;
        (self.velocities).sums::<N, 0>(weights, [], x, change);
        (self.accelerations).sums::<N, 0>(weights, [], v, change);
        (self.slopes).sums::<N, 0>(weights, [], z, change);
    }

    /// The estimate of the error of the last step, `e₅²/√(e₅² + 0.01 e₃²)`.
    fn error(&self, attempt: &Attempt<'_>) -> Largest {
        let (h, x) = (attempt.h, &attempt.state.x);
        let (mut fifth, mut third) = (Largest::ZERO, Largest::ZERO);
        let weights = [&ERROR_5[..], &ERROR_3];
        let mut include = |i: usize, sums: [f64; 2], size: f64| {
            fifth.include((h * sums[0] * size).abs(), i);
            third.include((h * sums[1] * size).abs(), i);
        };
        self.velocities
            .pairs::<STAGES>(weights, x.len(), |i, sums| {
                include(i, sums, 1.0 / attempt.norm.tolerance(x[i]));
            });
        self.accelerations
            .pairs::<STAGES>(weights, x.len(), |i, sums| {
                include(i, sums, h / attempt.norm.tolerance(x[i]));
            });
        let tolerance = attempt.norm.tolerance(0.0);
        self.slopes
            .pairs::<STAGES>(weights, attempt.tail.len(), |i, sums| {
                let [length, rate] = attempt.tail[i];
                include(0, sums, (length + h.abs() * rate) / tolerance);
            });
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
