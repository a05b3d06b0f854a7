//! DOP853, for accelerations that depend on velocity and for tails.

mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::length::{ANY, known};
use super::norm::Largest;
use super::stages::{Stages, add_last, last_weight, without_last};
use super::{Attempt, Columns, Equations};
use tableau::{ALL_STAGES, ERROR_3, ERROR_5, NODES, ROWS, STAGES};

/// The stages of a step of `y' = g(t, y)`, `y = (x, v, z)`: `g_i = g(t + c_i h, y + h Σ a_ij g_j)`, `Δy = h Σ b_i g_i`.
#[derive(Debug, Clone, Default)]
pub(super) struct DormandPrince {
    velocities: Stages<ALL_STAGES>,
    accelerations: Stages<ALL_STAGES>,
    slopes: Stages<ALL_STAGES>,
    /// The states of stages of even and of odd numbers.
    at: [Columns; 2],
    acceleration: Vec<f64>,
    slope: Vec<f64>,
    /// Whether the stages of the dense output belong to the last step.
    is_dense: bool,
}

/// Sets the state of a stage, given the length of the step.
type SetPlace = fn(&mut DormandPrince, f64, &Columns);

impl DormandPrince {
    /// Begins with this many coordinates and numbers of the tail.
    pub(super) fn begin(&mut self, count: usize, tail: usize) {
        self.velocities.reset(count);
        self.accelerations.reset(count);
        self.slopes.reset(tail);
        self.at.iter_mut().for_each(|at| at.reset(count, tail));
        self.acceleration.clear();
        self.acceleration.resize(count, 0.0);
        self.slope.clear();
        self.slope.resize(tail, 0.0);
        self.is_dense = false;
    }

    /// Tries a step of N coordinates, or of [`ANY`], and sets `change` to the change of the state.
    pub(super) fn attempt<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        attempt: &Attempt<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Largest {
        let (mut array, mut column) = ([0.0; N], mem::take(&mut self.acceleration));
        let acceleration = if N == ANY {
            &mut column[..]
        } else {
            &mut array
        };
        let not_finite = self.evaluate_all::<N>(equations, attempt, evaluations, acceleration);
        self.acceleration = column;
        if let Some(coordinate) = not_finite {
            return Largest::infinite(coordinate);
        }
        self.changes::<N, STAGES>(ROWS[STAGES], attempt.h, change);
        self.error::<N>(attempt)
    }

    /// Evaluates all stages of a step, with memory for the accelerations at one of them; the first coordinate whose acceleration is
    /// not finite.
    #[inline(always)]
    fn evaluate_all<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        attempt: &Attempt<'_>,
        evaluations: &mut u64,
        acceleration: &mut [f64],
    ) -> Option<usize> {
        let Attempt { time, h, state, .. } = *attempt;
        self.is_dense = false;
        self.velocities.set::<N>(0, &state.v);
        self.accelerations.set::<N>(0, attempt.accelerations);
        if N == ANY {
            self.slopes.set::<ANY>(0, attempt.slopes);
            self.slope.copy_from_slice(attempt.slopes);
        }
        acceleration.copy_from_slice(known(attempt.accelerations, N));
        let (not_finite, count) =
            self.evaluate::<N>(equations, 1..STAGES, [time, h], state, acceleration);
        *evaluations += count;
        not_finite
    }

    /// Evaluates stages after the first, until an acceleration is not finite: its coordinate, and the number of evaluations. The
    /// accelerations and the slopes of the tail come as those of the stage before.
    #[inline(always)]
    fn evaluate<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        stages: Range<usize>,
        [time, h]: [f64; 2],
        state: &Columns,
        acceleration: &mut [f64],
    ) -> (Option<usize>, u64) {
        let places = const { &Self::places::<N>() };
        let (first, mut count) = (stages.start, 0);
        if let Some(set_place) = places.get(first - 1) {
            set_place(self, h, state);
        }
        for stage in stages.clone() {
            let weight = h * last_weight(ROWS[stage], stage);
            let at = &mut self.at[stage % 2];
            add_last::<N>(&mut at.v, &state.v, weight, acceleration);
            if N == ANY {
                add_last::<ANY>(&mut at.z, &state.z, weight, &self.slope);
            }
            self.velocities.set::<N>(stage, &at.v);
            if stage + 1 < stages.end {
                // before the evaluation, whose accelerations then stay in registers: 2 to 7 % less time
                places[stage](self, h, state);
            }
            let Columns { x, v, z } = &self.at[stage % 2];
            let time = time + NODES[stage] * h;
            equations.evaluate_known::<N>(time, [x, v, z], acceleration, &mut self.slope);
            count += 1;
            let mut not_finite = self.accelerations.set::<N>(stage, acceleration);
            if N == ANY {
                let tail = self.slopes.set::<ANY>(stage, &self.slope).map(|_| 0);
                not_finite = not_finite.or(tail);
            }
            if not_finite.is_some() {
                return (not_finite, count);
            }
        }
        (None, count)
    }

    /// The stages after the first, each with its weights as constants.
    const fn places<const N: usize>() -> [SetPlace; ALL_STAGES - 1] {
        [
            Self::set_place::<N, 1>,
            Self::set_place::<N, 2>,
            Self::set_place::<N, 3>,
            Self::set_place::<N, 4>,
            Self::set_place::<N, 5>,
            Self::set_place::<N, 6>,
            Self::set_place::<N, 7>,
            Self::set_place::<N, 8>,
            Self::set_place::<N, 9>,
            Self::set_place::<N, 10>,
            Self::set_place::<N, 11>,
            Self::set_place::<N, 12>,
            Self::set_place::<N, 13>,
            Self::set_place::<N, 14>,
            Self::set_place::<N, 15>,
        ]
    }

    /// Sets the coordinates of a stage, and the changes of velocities and tail but for the accelerations and slopes at the stage
    /// before.
    fn set_place<const N: usize, const STAGE: usize>(&mut self, h: f64, state: &Columns) {
        let row = ROWS[STAGE];
        let Columns { x, v, z } = &mut self.at[STAGE % 2];
        (self.velocities).sums::<N, STAGE, 1>(row, [&state.x], x, |[x], sum| x + h * sum);
        let before = without_last(row, STAGE);
        let change = |_: [f64; 0], sum: f64| h * sum;
        (self.accelerations).sums::<N, STAGE, 0>(before, [], v, change);
        if N == ANY && !z.is_empty() {
            (self.slopes).sums::<ANY, STAGE, 0>(before, [], z, change);
        }
    }

    /// Sets `change` to `h Σ w_i g_i` over the first L stages.
    #[inline(always)]
    fn changes<const N: usize, const L: usize>(
        &self,
        weights: &[f64],
        h: f64,
        change: &mut Columns,
    ) {
        let Columns { x, v, z } = change;
        let change = |_: [f64; 0], sum: f64| h * sum;
        (self.velocities).sums::<N, L, 0>(weights, [], x, change);
        (self.accelerations).sums::<N, L, 0>(weights, [], v, change);
        (self.slopes).sums::<ANY, L, 0>(weights, [], z, change);
    }

    /// The estimate of the error of the last step, `e₅²/√(e₅² + 0.01 e₃²)`.
    fn error<const N: usize>(&self, attempt: &Attempt<'_>) -> Largest {
        let h = attempt.h;
        let x = known(&attempt.state.x, N);
        let (mut fifth, mut third) = (Largest::ZERO, Largest::ZERO);
        let weights = [&ERROR_5[..], &ERROR_3];
        let mut include = |i: usize, sums: [f64; 2], size: f64| {
            fifth.include((h * sums[0] * size).abs(), i);
            third.include((h * sums[1] * size).abs(), i);
        };
        (self.velocities).pairs::<N, STAGES>(weights, x.len(), |i, sums| {
            include(i, sums, 1.0 / attempt.norm.tolerance(x[i]));
        });
        (self.accelerations).pairs::<N, STAGES>(weights, x.len(), |i, sums| {
            include(i, sums, h / attempt.norm.tolerance(x[i]));
        });
        if N == ANY {
            let tolerance = attempt.norm.tolerance(0.0);
            (self.slopes).pairs::<ANY, STAGES>(weights, attempt.tail.len(), |i, sums| {
                let [length, rate] = attempt.tail[i];
                include(0, sums, (length + h.abs() * rate) / tolerance);
            });
        }
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
