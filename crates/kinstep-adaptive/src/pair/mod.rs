//! Steps by a pair of explicit Runge–Kutta formulas.

mod tables;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::ComplexField;

use super::equations::Largest;
use super::state::{Columns, Workspace, first_not_finite, reset_all};
use super::{ANY, Attempt, Equations, Part};
use tables::{Dop853, MOST_STAGES, Rkn, Table, Weights};

/// Number of coordinates that are stored side by side.
const LANES: usize = 2;

/// The accelerations of some coordinates at each stage, or the slopes of some numbers of the tail.
type Block = [[f64; LANES]; MOST_STAGES];

/// Maximum product of step length and decay rate for stability. DOP853 is unstable from 6.39 on.
const STABLE: f64 = 6.2;

/// The product of step and decay rate above which the step length changes slowly.
const NEARLY_UNSTABLE: f64 = 5.0;

/// Minimum share of the length allowed by the error that the stability limit leaves.
const LEAST_SHARE: f64 = 0.1;

/// Relative difference of accelerations up to which it counts as rounding, and gives no decay rate.
/// If only the velocities differ by rounding, the rate is used, because in stiff drag these
/// differences grow fast in steps that are too long.
const ROUNDING: f64 = 256.0 * f64::EPSILON;

/// The stages of a step. Only accelerations and slopes of the tail are stored:
///
/// ```text
/// f_i = f(t + c_i h, x + c_i h v + h² Σ p_ij f_j, v + h Σ q_ij f_j, z + h Σ q_ij g_j)
/// Δx = h v + h² Σ p_j f_j      Δv = h Σ q_j f_j      Δz = h Σ q_j g_j
/// ```
///
/// Each pair is a table of p and q. RKN 12(10) is for accelerations that do not depend on velocity, and has no `q_ij`.
/// DOP853 solves `y' = g(t, y)` with coefficients a: q = a, and p = a² because a velocity at a stage is itself a sum of
/// accelerations.
#[derive(Debug, Clone, Default)]
pub(super) struct Pair {
    /// Whether the pair is DOP853.
    reads_velocity: bool,
    accelerations: Vec<Block>,
    slopes: Vec<Block>,
    /// Whether the stages for states inside the last step have been computed.
    is_dense: bool,
}

impl Pair {
    /// Prepares for this number of coordinates and of numbers of the tail.
    pub(super) fn begin(&mut self, reads_velocity: bool, count: usize, tail: usize) {
        self.reads_velocity = reads_velocity;
        let empty = [[0.0; LANES]; MOST_STAGES];
        reset_all([&mut self.accelerations], count.div_ceil(LANES), empty);
        reset_all([&mut self.slopes], tail.div_ceil(LANES), empty);
        self.is_dense = false;
    }

    /// Whether the pair is RKN 12(10).
    pub(super) fn is_nystrom(&self) -> bool {
        !self.reads_velocity
    }

    /// Returns the reciprocal of the order of the error.
    pub(super) fn exponent(&self) -> f64 {
        if self.is_nystrom() {
            1.0 / 11.0
        } else {
            1.0 / 8.0
        }
    }

    /// Tries a step of N coordinates, or of any number for [`ANY`], from known accelerations and
    /// slopes. Stores the change of the state.
    pub(super) fn attempt<const N: usize, const D: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        known: [&[f64]; 2],
        tail: &[[f64; 2]],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Largest {
        if self.is_nystrom() {
            self.attempt_by::<Rkn, N, D>(equations, step, known, tail, work, evaluations)
        } else {
            self.attempt_by::<Dop853, N, D>(equations, step, known, tail, work, evaluations)
        }
    }

    /// Tries a step as [`attempt`](Self::attempt) does, with the coefficients of a table.
    fn attempt_by<T: Table, const N: usize, const D: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        [accelerations, slopes]: [&[f64]; 2],
        tail: &[[f64; 2]],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Largest {
        self.is_dense = false;
        set::<N>(&mut self.accelerations, 0, accelerations);
        set::<ANY>(&mut self.slopes, 0, slopes);
        let stages = 1..T::STAGES;
        let failed = self.evaluate::<T, N, D>(equations, step, stages, work, evaluations);
        if let Some(coordinate) = failed {
            return Largest::infinite(coordinate);
        }
        let (h, start, change) = (step.h, step.start, &mut work.change);
        let [position, velocity] = const { &T::CHANGE };
        let v = known::<N>(&start.v);
        let of_position = |i: usize, sum: f64| h * v[i] + h * (h * sum);
        let of_velocity = |_: usize, sum: f64| h * sum;
        let (accelerations, slopes) = (&self.accelerations, &self.slopes);
        sums::<N, MOST_STAGES>(accelerations, position, &mut change.x, of_position);
        sums::<N, MOST_STAGES>(accelerations, velocity, &mut change.v, of_velocity);
        sums::<ANY, MOST_STAGES>(slopes, velocity, &mut change.z, of_velocity);
        self.error::<T, N, D>(step, tail, work)
    }

    /// Evaluates stages. Returns the index of the first coordinate whose acceleration is not
    /// finite; `None` if all are finite.
    #[inline(always)]
    fn evaluate<T: Table, const N: usize, const D: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        stages: Range<usize>,
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Option<usize> {
        let Workspace {
            at,
            change,
            accelerations,
            slopes,
            ..
        } = work;
        // arrays, so that the columns of a single body stay in registers
        let mut arrays = [[0.0; N]; 5];
        let [own_x, own_v, own_sum_x, own_sum_v, own_a] = arrays.each_mut();
        let [x, v, sum_x, sum_v, a] = if const { N == ANY } {
            [
                &mut at.x[..],
                &mut at.v,
                &mut change.x,
                &mut change.v,
                accelerations,
            ]
        } else {
            [&mut own_x[..], own_v, own_sum_x, own_sum_v, own_a]
        };
        v.copy_from_slice(known::<N>(&step.start.v));
        get::<N>(&self.accelerations, stages.start - 1, a);
        get::<ANY>(&self.slopes, stages.start - 1, slopes);
        self.set_sums::<T, N>(stages.start, step, [sum_x, sum_v, &mut change.z]);
        let (nodes, positions, velocities) = const { (&T::NODES, &T::POSITIONS, &T::VELOCITIES) };
        let h = step.h;
        for stage in stages.clone() {
            if let Some(velocities) = velocities {
                // the last accelerations change the velocities, and positions of later stages only
                // through velocities
                x.copy_from_slice(known::<N>(sum_x));
                let weight = h * velocities[stage][stage - 1];
                add_last::<N>(v, sum_v, weight, a);
                if const { N == ANY } {
                    add_last::<ANY>(&mut at.z, &change.z, weight, slopes);
                }
            } else {
                add_last::<N>(x, sum_x, h * h * positions[stage][stage - 1], a);
            }
            if stage + 1 < stages.end {
                // computes the next sums before the evaluation, so that the processor overlaps
                // both, and the accelerations stay in registers
                self.set_sums::<T, N>(stage + 1, step, [sum_x, sum_v, &mut change.z]);
            }
            let time = (step.time + nodes[stage] * h).min(step.latest);
            equations.evaluate::<N>(Part::Whole, time, [x, v, &at.z], a, slopes);
            *evaluations += 1;
            let mut not_finite = first_not_finite(a);
            if const { N == ANY } {
                not_finite = not_finite.or(first_not_finite(slopes).map(|_| 0));
            }
            if not_finite.is_some() {
                return not_finite;
            }
            set::<N>(&mut self.accelerations, stage, a);
            if const { N == ANY } {
                set::<ANY>(&mut self.slopes, stage, slopes);
            }
        }
        None
    }

    /// Sets coordinates, velocities and tail of a stage, without the contribution of the stage before it.
    #[inline(always)]
    fn set_sums<T: Table, const N: usize>(
        &self,
        stage: usize,
        step: &Attempt<'_>,
        sums: [&mut [f64]; 3],
    ) {
        if const { N == ANY } {
            return self.set_sums_of_many::<T>(stage, step, sums);
        }
        // separate code for each stage, in which its weights are constants: with a loop that reads
        // them from memory, a step of one body takes 1.2 to 1.5 times as long
        match stage {
            1 => self.set_sums_of::<T, N, 1>(step, sums),
            2 => self.set_sums_of::<T, N, 2>(step, sums),
            3 => self.set_sums_of::<T, N, 3>(step, sums),
            4 => self.set_sums_of::<T, N, 4>(step, sums),
            5 => self.set_sums_of::<T, N, 5>(step, sums),
            6 => self.set_sums_of::<T, N, 6>(step, sums),
            7 => self.set_sums_of::<T, N, 7>(step, sums),
            8 => self.set_sums_of::<T, N, 8>(step, sums),
            9 => self.set_sums_of::<T, N, 9>(step, sums),
            10 => self.set_sums_of::<T, N, 10>(step, sums),
            11 => self.set_sums_of::<T, N, 11>(step, sums),
            12 => self.set_sums_of::<T, N, 12>(step, sums),
            13 => self.set_sums_of::<T, N, 13>(step, sums),
            14 => self.set_sums_of::<T, N, 14>(step, sums),
            15 => self.set_sums_of::<T, N, 15>(step, sums),
            16 => self.set_sums_of::<T, N, 16>(step, sums),
            _ => (),
        }
    }

    /// Like [`set_sums`](Self::set_sums), for any number of coordinates, in loops over numbers in memory.
    #[inline(never)]
    fn set_sums_of_many<T: Table>(&self, stage: usize, step: &Attempt<'_>, sums: [&mut [f64]; 3]) {
        let ([x, v, z], Attempt { h, start, .. }) = (sums, *step);
        let (nodes, positions, velocities) = const { (&T::NODES, &T::POSITIONS, &T::VELOCITIES) };
        let node_h = nodes[stage] * h;
        let row = &without(&positions[stage], stage - 1)[..stage];
        sums_of_many(&self.accelerations, row, x, |i, sum| {
            start.x[i] + (node_h * start.v[i] + h * (h * sum))
        });
        let Some(velocities) = velocities else {
            return;
        };
        let row = &without(&velocities[stage], stage - 1)[..stage];
        sums_of_many(&self.accelerations, row, v, |i, sum| start.v[i] + h * sum);
        sums_of_many(&self.slopes, row, z, |i, sum| start.z[i] + h * sum);
    }

    /// Like [`set_sums`](Self::set_sums), for a stage known at compile time.
    #[inline(always)]
    fn set_sums_of<T: Table, const N: usize, const STAGE: usize>(
        &self,
        step: &Attempt<'_>,
        [x, v, _]: [&mut [f64]; 3],
    ) {
        let Attempt { h, start, .. } = *step;
        let node_h = const { T::NODES[STAGE] } * h;
        let row = const { &without(&T::POSITIONS[STAGE], STAGE - 1) };
        let (start_x, start_v) = (known::<N>(&start.x), known::<N>(&start.v));
        let of_position = |i: usize, sum: f64| start_x[i] + (node_h * start_v[i] + h * (h * sum));
        sums::<N, STAGE>(&self.accelerations, row, x, of_position);
        let Some(velocities) = (const { &T::VELOCITIES }) else {
            return;
        };
        let row = &without(&velocities[STAGE], STAGE - 1);
        sums::<N, STAGE>(&self.accelerations, row, v, |i, sum| start_v[i] + h * sum);
    }

    /// Returns the estimated error of the last step: the only estimate of RKN 12(10), or
    /// `e₅²/√(e₅² + 0.01 e₃²)` of DOP853.
    #[inline(always)]
    fn error<T: Table, const N: usize, const D: usize>(
        &self,
        step: &Attempt<'_>,
        tail: &[[f64; 2]],
        work: &mut Workspace<D>,
    ) -> Largest {
        let Attempt {
            h, norm, lasting, ..
        } = *step;
        let mut largest = [Largest::default(); 2];
        let mut arrays = [[0.0; N]; 2];
        let [own_x, own_v] = arrays.each_mut();
        let Columns { x, v, z } = &mut work.at;
        let [p, q] = if const { N == ANY } {
            [&mut x[..], v]
        } else {
            [&mut own_x[..], own_v]
        };
        let of_position = |_: usize, sum: f64| (h * (h * sum)).abs();
        let of_velocity = |_: usize, sum: f64| (h * lasting * sum).abs();
        for (largest, [position, velocity]) in largest.iter_mut().zip(const { T::ERRORS }) {
            sums::<N, MOST_STAGES>(&self.accelerations, position, p, of_position);
            sums::<N, MOST_STAGES>(&self.accelerations, velocity, q, of_velocity);
            let columns = known::<N>(&step.start.x).iter().zip(p.iter().zip(&*q));
            for (i, (x, (p, q))) in columns.enumerate() {
                largest.include(p.max(*q) / norm.tolerance(*x), i);
            }
            if const { N == ANY } {
                sums::<ANY, MOST_STAGES>(&self.slopes, velocity, z, |_, sum| h * sum);
                for (q, [length, rate]) in z.iter().zip(tail) {
                    let error = (q * (length + lasting * rate)).abs();
                    largest.include(error / norm.tolerance(0.0), 0);
                }
            }
        }
        let [mut first, second] = largest;
        // 0/0 counts as 0, and NaN has been replaced by infinity
        if first.error > 0.0 {
            let ratio = 0.1 * second.error / first.error;
            first.error /= ComplexField::sqrt(1.0 + ratio * ratio);
            if !first.error.is_finite() || !second.error.is_finite() {
                first.error = f64::INFINITY;
            }
        }
        first
    }

    /// Returns the maximum length of a step for which DOP853 is stable \[s\], at most `length`,
    /// which the error allows. `accelerations` belong to the end of the last step, whose length is
    /// `h`. The differences between the last stage and the end of the step give the decay rate of
    /// the velocities, `λ = ‖Δa‖/‖Δv‖`. Velocities grow in steps longer than `6.39/λ` (after
    /// Hairer's test for stiffness). Without this limit a third of the steps are rejected in stiff
    /// drag.
    pub(super) fn stable_length(
        &self,
        accelerations: &[f64],
        h: f64,
        mut length: f64,
        room: [&mut [f64]; 2],
    ) -> f64 {
        if self.is_nystrom() {
            return length;
        }
        let [velocity, last] = room;
        let weights = const { &Dop853::LAST_DIFFERENCE };
        // unlike `sums` of any number of coordinates, with constant weights: 6 % of the instructions
        // of a throw with drag
        for (pair, block) in velocity.chunks_mut(LANES).zip(&self.accelerations) {
            let sums = weighted::<MOST_STAGES>(block, weights).map(|sum| h * sum);
            pair.copy_from_slice(&sums[..pair.len()]);
        }
        get::<ANY>(&self.accelerations, Dop853::STAGES - 1, last);
        let change: f64 = velocity.iter().map(|v| v * v).sum();
        let size: f64 = accelerations.iter().map(|a| a * a).sum();
        let pairs = accelerations.iter().zip(&*last);
        let slope: f64 = pairs.map(|(a, last)| (a - last) * (a - last)).sum();
        if slope <= ROUNDING * ROUNDING * size {
            return length;
        }
        let exceeds = |length: f64, most: f64| length * length * slope > most * most * change;
        let least = LEAST_SHARE * length;
        if exceeds(h, NEARLY_UNSTABLE) {
            // in this range the error grows with twice its usual order
            length = ComplexField::sqrt(h * length);
        }
        if exceeds(length, STABLE) {
            let stable = STABLE * ComplexField::sqrt(change / slope);
            length = length.min(stable.max(least));
        }
        length
    }
}

/// Returns the first N numbers of a column; all numbers if N is [`ANY`].
#[inline(always)]
fn known<const N: usize>(column: &[f64]) -> &[f64] {
    if const { N == ANY } {
        column
    } else {
        &column[..N]
    }
}

/// Like [`known`], for a mutable column.
#[inline(always)]
fn known_mut<const N: usize>(column: &mut [f64]) -> &mut [f64] {
    if const { N == ANY } {
        column
    } else {
        &mut column[..N]
    }
}

/// Returns a row of weights in which the weight of one stage is zero.
const fn without(row: &Weights, stage: usize) -> Weights {
    let mut weights = *row;
    weights[stage] = 0.0;
    weights
}

/// Stores the numbers of a stage.
#[inline(always)]
fn set<const N: usize>(blocks: &mut [Block], stage: usize, column: &[f64]) {
    let (pairs, odd) = known::<N>(column).as_chunks::<LANES>();
    for (block, pair) in blocks.iter_mut().zip(pairs) {
        block[stage] = *pair;
    }
    if let ([odd], Some(block)) = (odd, blocks.last_mut()) {
        block[stage] = [*odd, 0.0];
    }
}

/// Sets `out` to the sums plus the contribution of a last column.
#[inline(always)]
fn add_last<const N: usize>(out: &mut [f64], sums: &[f64], weight: f64, last: &[f64]) {
    let (outs, out) = known_mut::<N>(out).as_chunks_mut::<LANES>();
    let [(sums, sum), (lasts, last)] = [sums, last].map(|it| known::<N>(it).as_chunks::<LANES>());
    for ((out, sum), last) in outs.iter_mut().zip(sums).zip(lasts) {
        // computes both at once, as `sums` does
        *out = [sum[0] + weight * last[0], sum[1] + weight * last[1]];
    }
    if let ([out], [sum], [last]) = (out, sum, last) {
        *out = sum + weight * last;
    }
}

/// Loads the numbers of a stage.
#[inline(always)]
fn get<const N: usize>(blocks: &[Block], stage: usize, column: &mut [f64]) {
    for (block, values) in blocks.iter().zip(known_mut::<N>(column).chunks_mut(LANES)) {
        for (value, known) in values.iter_mut().zip(&block[stage]) {
            *value = *known;
        }
    }
}

/// Sets `out[i]` to `map(i, Σ w_j f_j)` for each of N coordinates i, with the weights of the first
/// L stages.
///
/// If this function is inlined with constant weights, it has no loop and no terms with zero weight.
#[inline(always)]
fn sums<const N: usize, const L: usize>(
    blocks: &[Block],
    weights: &Weights,
    out: &mut [f64],
    map: impl Fn(usize, f64) -> f64,
) {
    if const { N == ANY } {
        return sums_of_many(blocks, &weights[..L], out, map);
    }
    let blocks = &blocks[..N.div_ceil(LANES)];
    let (pairs, odd) = known_mut::<N>(out).as_chunks_mut::<LANES>();
    let mut first = 0;
    for (pair, block) in pairs.iter_mut().zip(blocks) {
        let sum = weighted::<L>(block, weights);
        // stores both at once: storing a pair in two parts delays the next load, by 4 ns per
        // evaluation
        *pair = [map(first, sum[0]), map(first + 1, sum[1])];
        first += LANES;
    }
    if let ([odd], Some(block)) = (odd, blocks.last()) {
        *odd = map(first, weighted::<L>(block, weights)[0]);
    }
}

/// Like [`sums`], for any number of coordinates, in loops over numbers in memory.
#[inline(always)]
fn sums_of_many(
    blocks: &[Block],
    weights: &[f64],
    out: &mut [f64],
    map: impl Fn(usize, f64) -> f64,
) {
    set_weighted(blocks, weights, out);
    for (i, out) in out.iter_mut().enumerate() {
        *out = map(i, *out);
    }
}

/// Sets `out[i]` to `Σ w_j f_j` for each coordinate i.
#[inline(never)]
fn set_weighted(blocks: &[Block], weights: &[f64], out: &mut [f64]) {
    for (pair, block) in out.chunks_mut(LANES).zip(blocks) {
        let mut sums = [0.0; LANES];
        for (weight, values) in weights.iter().zip(block) {
            if *weight != 0.0 {
                sums[0] += weight * values[0];
                sums[1] += weight * values[1];
            }
        }
        pair.copy_from_slice(&sums[..pair.len()]);
    }
}

/// Returns `Σ w_j f_j` for the coordinates of a block, with the weights of the first L stages.
#[inline(always)]
fn weighted<const L: usize>(block: &Block, weights: &Weights) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for stage in 0..L {
        let (weight, values) = (weights[stage], block[stage]);
        if weight != 0.0 {
            sums[0] += weight * values[0];
            sums[1] += weight * values[1];
        }
    }
    sums
}
