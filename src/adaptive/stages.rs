//! Accelerations or slopes at the stages of a Runge–Kutta step.

use alloc::vec::Vec;

use super::length::{ANY, known, known_mut};

/// Coordinates side by side in memory.
const LANES: usize = 2;

/// The numbers of some coordinates at each of S stages.
pub(super) type Block<const S: usize> = [[f64; LANES]; S];

/// A column of numbers for each of S stages, laid out so that a sum over stages reads memory in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages<const S: usize, B = Vec<Block<S>>> {
    blocks: B,
}

impl<const S: usize> Stages<S> {
    /// Sets the length of the columns.
    pub(super) fn reset(&mut self, count: usize) {
        self.blocks.clear();
        self.blocks.resize(count.div_ceil(LANES), [[0.0; LANES]; S]);
    }

    /// Columns of N numbers in the same memory.
    #[inline(always)]
    pub(super) fn lend<const N: usize>(&mut self) -> Stages<S, &mut [Block<S>]> {
        Stages {
            blocks: known_mut(&mut self.blocks, N.div_ceil(LANES)),
        }
    }
}

impl<const S: usize, B: AsRef<[Block<S>]> + AsMut<[Block<S>]>> Stages<S, B> {
    /// Sets the column of a stage, of N numbers; the index of its first number that is not finite.
    #[inline(always)]
    pub(super) fn set<const N: usize>(&mut self, stage: usize, column: &[f64]) -> Option<usize> {
        if stage >= S {
            return None;
        }
        let blocks = known_mut(self.blocks.as_mut(), N.div_ceil(LANES));
        let column = known(column, N);
        let (pairs, rest) = column.as_chunks::<LANES>();
        // 0 · x is not zero if x is not finite
        let mut check = [0.0; LANES];
        for (block, pair) in blocks.iter_mut().zip(pairs) {
            block[stage] = *pair;
            check = [check[0] + pair[0] * 0.0, check[1] + pair[1] * 0.0];
        }
        if let ([value], Some(block)) = (rest, blocks.last_mut()) {
            block[stage] = [*value, 0.0];
            check[0] += value * 0.0;
        }
        if check[0] + check[1] == 0.0 {
            return None;
        }
        find_not_finite(column)
    }

    /// Sets a column to that of a stage.
    pub(super) fn get(&self, stage: usize, column: &mut [f64]) {
        for (values, block) in column.chunks_mut(LANES).zip(self.blocks.as_ref()) {
            for (value, known) in values.iter_mut().zip(block[stage]) {
                *value = known;
            }
        }
    }

    /// The square of the distance between the column of a stage and another one.
    pub(super) fn square_of_distance(&self, stage: usize, column: &[f64]) -> f64 {
        let mut square = 0.0;
        for (values, block) in column.chunks(LANES).zip(self.blocks.as_ref()) {
            for (value, known) in values.iter().zip(block[stage]) {
                square += (value - known) * (value - known);
            }
        }
        square
    }

    /// Sets `sums` to `map(values, Σ w_j f_j)` of each of N coordinates, for its values in columns, and the weights of the first
    /// L stages.
    ///
    /// Inlined with constant weights it is a sum without a loop and without the weights that are zero. For a chain of 20 bodies all
    /// of a step then takes 812 ns per evaluation instead of 875; for one body there is no gain.
    #[inline(always)]
    pub(super) fn sums<const N: usize, const L: usize, const M: usize>(
        &self,
        weights: &[f64],
        columns: [&[f64]; M],
        sums: &mut [f64],
        map: impl Fn([f64; M], f64) -> f64,
    ) {
        let blocks = known(self.blocks.as_ref(), N.div_ceil(LANES));
        let columns = columns.map(|column| known(column, N));
        let (pairs, rest) = known_mut(sums, N).as_chunks_mut::<LANES>();
        let whole = pairs.len();
        let of_pairs = columns.map(|column| &column.as_chunks::<LANES>().0[..whole]);
        for ((i, pair), block) in pairs.iter_mut().enumerate().zip(blocks) {
            let sum = weighted::<S, L>(block, weights);
            // both at once: a pair that is stored in halves delays whoever loads it, by 4 ns per evaluation
            *pair = [
                map(of_pairs.map(|column| column[i][0]), sum[0]),
                map(of_pairs.map(|column| column[i][1]), sum[1]),
            ];
        }
        if let ([value], Some(block)) = (rest, blocks.last()) {
            let [sum, _] = weighted::<S, L>(block, weights);
            *value = map(columns.map(|column| column[LANES * whole]), sum);
        }
    }

    /// Calls `each` with every index and the sums `Σ w_j f_j` there, for two rows of weights of the first L stages.
    #[inline(always)]
    pub(super) fn pairs<const N: usize, const L: usize>(
        &self,
        weights: [&[f64]; 2],
        count: usize,
        mut each: impl FnMut(usize, [f64; 2]),
    ) {
        let count = if N == ANY { count } else { N };
        let mut first = 0;
        for block in known(self.blocks.as_ref(), N.div_ceil(LANES)) {
            // written out, because `map` of an array of sums is not inlined
            let one = weighted::<S, L>(block, weights[0]);
            let other = weighted::<S, L>(block, weights[1]);
            each(first, [one[0], other[0]]);
            if first + 1 < count {
                each(first + 1, [one[1], other[1]]);
            }
            first += LANES;
        }
    }
}

/// A row of weights of the stages before one, without that of the last of them.
#[inline(always)]
pub(super) const fn without_last(row: &[f64], stage: usize) -> &[f64] {
    match row.split_last() {
        Some((_, before)) if row.len() == stage => before,
        // a row ends with the last weight that is not zero
        _ => row,
    }
}

/// For each stage, the weight of the stage before it.
pub(super) const fn last_weights<const S: usize>(rows: &[&[f64]; S]) -> [f64; S] {
    let mut weights = [0.0; S];
    let mut stage = 1;
    while stage < S {
        let row = rows[stage];
        if row.len() == stage {
            weights[stage] = row[stage - 1];
        }
        stage += 1;
    }
    weights
}

/// Sets N changes to `start + (change + weight last)`. A stage waits for the evaluation before it only here.
#[inline(always)]
pub(super) fn add_last<const N: usize>(
    changes: &mut [f64],
    starts: &[f64],
    weight: f64,
    last: &[f64],
) {
    let [starts, last] = [starts, last].map(|column| known(column, N));
    let (pairs, rest) = known_mut(changes, N).as_chunks_mut::<LANES>();
    let add = |change: f64, start: f64, last: f64| start + (change + weight * last);
    let [(starts, start), (lasts, last)] = [starts, last].map(<[f64]>::as_chunks::<LANES>);
    for ((pair, start), last) in pairs.iter_mut().zip(starts).zip(lasts) {
        // both at once, as in `sums`
        *pair = [
            add(pair[0], start[0], last[0]),
            add(pair[1], start[1], last[1]),
        ];
    }
    if let ([change], [start], [last]) = (rest, start, last) {
        *change = add(*change, *start, *last);
    }
}

/// `Σ w_j f_j` of the coordinates of a block, for the weights of the first L stages.
#[inline(always)]
fn weighted<const S: usize, const L: usize>(block: &Block<S>, weights: &[f64]) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    for stage in 0..L.min(weights.len()).min(S) {
        let (weight, values) = (weights[stage], block[stage]);
        if weight != 0.0 {
            sums[0] += weight * values[0];
            sums[1] += weight * values[1];
        }
    }
    sums
}

/// The index of the first number that is not finite.
#[inline]
pub(super) fn first_not_finite(values: &[f64]) -> Option<usize> {
    // one sum in the usual case: 0 · x is not zero if x is not finite
    let sum = values.iter().fold(0.0, |sum, value| sum + value * 0.0);
    if sum == 0.0 {
        return None;
    }
    find_not_finite(values)
}

#[cold]
fn find_not_finite(values: &[f64]) -> Option<usize> {
    values.iter().position(|value| !value.is_finite())
}
