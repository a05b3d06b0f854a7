//! DOP853, for accelerations that depend on velocity and for tails.

mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::ComplexField;

use super::length::{ANY, known, lend_columns, reset_all, take_next};
use super::norm::Largest;
use super::stages::{Block, Stages, add_last, last_weights, without_last};
use super::{Attempt, Columns, Equations};
use tableau::{ALL_STAGES, ERROR_3, ERROR_5, NODES, ROWS, STAGES};

/// The stages of a step of `y' = g(t, y)`, `y = (x, v, z)`: `g_i = g(t + c_i h, y + h Σ a_ij g_j)`, `Δy = h Σ b_i g_i`.
#[derive(Debug, Clone, Default)]
pub(super) struct DormandPrince {
    velocities: Stages<ALL_STAGES>,
    accelerations: Stages<ALL_STAGES>,
    slopes: Stages<ALL_STAGES>,
    /// Coordinates and velocities of a stage and of the next, and accelerations.
    columns: [Vec<f64>; 5],
    /// Numbers of the tail of a stage and of the next, and their slopes.
    tail: [Vec<f64>; 3],
    /// Whether the stages of the dense output belong to the last step.
    is_dense: bool,
}

/// For each stage, the weight of the stage before it.
const LAST_WEIGHTS: [f64; ALL_STAGES] = last_weights(&ROWS);

/// The longest step, times the rate of a decay. The method is unstable from 6.39 on.
const STABLE: f64 = 6.2;

/// The same from which on the length changes slowly.
const NEARLY_UNSTABLE: f64 = 5.0;

/// The least share of the length by the error that is left by this limit.
const LEAST_SHARE: f64 = 0.1;

/// Accelerations that differ by less, relative to themselves, differ by rounding and tell no rate. If only velocities differ by
/// rounding, the rate counts: in stiff drag these differences grow fast in steps that are too long.
const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// The stages during a step.
struct Lent<'a> {
    velocities: Stages<ALL_STAGES, &'a mut [Block<ALL_STAGES>]>,
    accelerations: Stages<ALL_STAGES, &'a mut [Block<ALL_STAGES>]>,
    slopes: Stages<ALL_STAGES, &'a mut [Block<ALL_STAGES>]>,
}

impl DormandPrince {
    /// Begins with this many coordinates and numbers of the tail.
    pub(super) fn begin(&mut self, count: usize, tail: usize) {
        self.velocities.reset(count);
        self.accelerations.reset(count);
        self.slopes.reset(tail);
        reset_all(&mut self.columns, count, 0.0);
        reset_all(&mut self.tail, tail, 0.0);
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
        let Attempt { time, h, state, .. } = *attempt;
        self.is_dense = false;
        self.velocities.set::<N>(0, &state.v);
        self.accelerations.set::<N>(0, attempt.accelerations);
        if N == ANY {
            self.slopes.set::<ANY>(0, attempt.slopes);
        }
        let (not_finite, count) = self.evaluate::<N>(equations, 1..STAGES, [time, h], state);
        *evaluations += count;
        if let Some(coordinate) = not_finite {
            return Largest::infinite(coordinate);
        }
        self.changes::<N, STAGES>(ROWS[STAGES], h, change);
        self.error::<N>(attempt)
    }

    /// Evaluates stages after the first, until an acceleration is not finite: its coordinate, and the number of evaluations.
    #[inline(always)]
    fn evaluate<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        stages: Range<usize>,
        [time, h]: [f64; 2],
        state: &Columns,
    ) -> (Option<usize>, u64) {
        let mut lent = Lent {
            velocities: self.velocities.lend::<N>(),
            accelerations: self.accelerations.lend::<N>(),
            slopes: self.slopes.lend::<ANY>(),
        };
        let start = [&state.x[..], &state.v, &state.z];
        let start = [known(start[0], N), known(start[1], N), start[2]];
        let mut arrays = [[0.0; N]; 5];
        let [mut x, mut v, mut next_x, mut next_v, acceleration] =
            lend_columns(&mut self.columns, &mut arrays);
        let [mut z, mut next_z, slope] = self.tail.each_mut().map(Vec::as_mut_slice);
        let (first, mut count) = (stages.start, 0);
        lent.accelerations.get(first - 1, acceleration);
        lent.slopes.get(first - 1, slope);
        lent.set_place::<N>(first, h, start[0], [x, v, z]);
        for stage in stages.clone() {
            let weight = h * LAST_WEIGHTS[stage];
            add_last::<N>(v, start[1], weight, acceleration);
            if N == ANY {
                add_last::<ANY>(z, start[2], weight, slope);
            }
            lent.velocities.set::<N>(stage, v);
            if stage + 1 < stages.end {
                // before the evaluation, whose accelerations then stay in registers: 2 to 7 % less time
                lent.set_place::<N>(stage + 1, h, start[0], [next_x, next_v, next_z]);
            }
            let time = time + NODES[stage] * h;
            equations.evaluate_known::<N>(time, [x, v, z], acceleration, slope);
            count += 1;
            let mut not_finite = lent.accelerations.set::<N>(stage, acceleration);
            if N == ANY {
                let tail = lent.slopes.set::<ANY>(stage, slope).map(|_| 0);
                not_finite = not_finite.or(tail);
            }
            if not_finite.is_some() {
                return (not_finite, count);
            }
            take_next::<N>(&mut x, &mut next_x);
            take_next::<N>(&mut v, &mut next_v);
            take_next::<ANY>(&mut z, &mut next_z);
        }
        (None, count)
    }

    /// The length of a step for which the method is stable, given velocities and accelerations at the end of the last step, the
    /// length of that, and the length by the error \[s\]. Velocities that decay at a rate `λ = ‖Δa‖/‖Δv‖`, by what the last stage
    /// and the end differ in, grow in steps longer than `6.39/λ` (after Hairer's test for stiffness).
    pub(super) fn stable_length(
        &self,
        [v, accelerations]: [&[f64]; 2],
        h: f64,
        mut length: f64,
    ) -> f64 {
        let last = STAGES - 1;
        let slope = self.accelerations.square_of_distance(last, accelerations);
        let size: f64 = accelerations.iter().map(|a| a * a).sum();
        if slope <= ROUNDING * ROUNDING * size {
            return length;
        }
        let change = self.velocities.square_of_distance(last, v);
        let exceeds = |length: f64, most: f64| length * length * slope > most * most * change;
        let least = LEAST_SHARE * length;
        if exceeds(h, NEARLY_UNSTABLE) {
            // here the error grows with twice its order
            length = ComplexField::sqrt(h * length);
        }
        if exceeds(length, STABLE) {
            let stable = STABLE * ComplexField::sqrt(change / slope);
            length = length.min(stable.max(least));
        }
        length
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
            include(i, sums, attempt.lasting / attempt.norm.tolerance(x[i]));
        });
        if N == ANY {
            let tolerance = attempt.norm.tolerance(0.0);
            (self.slopes).pairs::<ANY, STAGES>(weights, attempt.tail.len(), |i, sums| {
                let [length, rate] = attempt.tail[i];
                include(0, sums, (length + attempt.lasting * rate) / tolerance);
            });
        }
        // of 0/0 the answer is 0; NaN has become infinite
        let error = if fifth.error == 0.0 {
            0.0
        } else if fifth.error.is_finite() && third.error.is_finite() {
            let ratio = 0.1 * third.error / fifth.error;
            fifth.error / ComplexField::sqrt(1.0 + ratio * ratio)
        } else {
            f64::INFINITY
        };
        Largest {
            error,
            coordinate: fifth.coordinate,
        }
    }
}

impl Lent<'_> {
    /// Sets the coordinates of a stage, and the changes of velocities and tail but for the accelerations and slopes at the stage
    /// before.
    #[inline(always)]
    fn set_place<const N: usize>(
        &self,
        stage: usize,
        h: f64,
        start: &[f64],
        place: [&mut [f64]; 3],
    ) {
        if N == ANY {
            self.set_place_of_any(stage, h, start, place);
        } else {
            self.set_place_inlined::<N>(stage, h, start, place);
        }
    }

    /// Not inlined: the loops over coordinates take 10 % fewer instructions.
    #[inline(never)]
    fn set_place_of_any(&self, stage: usize, h: f64, start: &[f64], place: [&mut [f64]; 3]) {
        self.set_place_inlined::<ANY>(stage, h, start, place);
    }

    /// The weights of each stage are constants.
    #[inline(always)]
    fn set_place_inlined<const N: usize>(
        &self,
        stage: usize,
        h: f64,
        start: &[f64],
        place: [&mut [f64]; 3],
    ) {
        match stage {
            1 => self.place_of::<N, 1>(h, start, place),
            2 => self.place_of::<N, 2>(h, start, place),
            3 => self.place_of::<N, 3>(h, start, place),
            4 => self.place_of::<N, 4>(h, start, place),
            5 => self.place_of::<N, 5>(h, start, place),
            6 => self.place_of::<N, 6>(h, start, place),
            7 => self.place_of::<N, 7>(h, start, place),
            8 => self.place_of::<N, 8>(h, start, place),
            9 => self.place_of::<N, 9>(h, start, place),
            10 => self.place_of::<N, 10>(h, start, place),
            11 => self.place_of::<N, 11>(h, start, place),
            12 => self.place_of::<N, 12>(h, start, place),
            13 => self.place_of::<N, 13>(h, start, place),
            14 => self.place_of::<N, 14>(h, start, place),
            15 => self.place_of::<N, 15>(h, start, place),
            _ => (),
        }
    }

    /// The same of one stage.
    #[inline(always)]
    fn place_of<const N: usize, const STAGE: usize>(
        &self,
        h: f64,
        start: &[f64],
        [x, v, z]: [&mut [f64]; 3],
    ) {
        let row = ROWS[STAGE];
        (self.velocities).sums::<N, STAGE, 1>(row, [start], x, |[x], sum| x + h * sum);
        let before = without_last(row, STAGE);
        let change = |_: [f64; 0], sum: f64| h * sum;
        (self.accelerations).sums::<N, STAGE, 0>(before, [], v, change);
        if N == ANY && !z.is_empty() {
            (self.slopes).sums::<ANY, STAGE, 0>(before, [], z, change);
        }
    }
}
