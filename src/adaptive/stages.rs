//! Accelerations or slopes at the stages of a Runge–Kutta step.

use alloc::vec::Vec;

/// Coordinates side by side in memory.
const LANES: usize = 2;

/// A column of numbers for each of S stages, laid out so that a sum over stages reads memory in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages<const S: usize> {
    blocks: Vec<[[f64; LANES]; S]>,
}

impl<const S: usize> Stages<S> {
    /// Sets the length of the columns.
    pub(super) fn reset(&mut self, count: usize) {
        self.blocks.clear();
        self.blocks.resize(count.div_ceil(LANES), [[0.0; LANES]; S]);
    }

    /// Sets the column of a stage; the index of its first number that is not finite.
    #[inline(always)]
    pub(super) fn set(&mut self, stage: usize, column: &[f64]) -> Option<usize> {
        if stage >= S {
            return None;
        }
        let (pairs, rest) = column.as_chunks::<LANES>();
        // 0 · x is not zero if x is not finite
        let mut check = [0.0; LANES];
        for (block, pair) in self.blocks.iter_mut().zip(pairs) {
            block[stage] = *pair;
            check = [check[0] + pair[0] * 0.0, check[1] + pair[1] * 0.0];
        }
        if let ([value], Some(block)) = (rest, self.blocks.last_mut()) {
            block[stage] = [*value, 0.0];
            check[0] += value * 0.0;
        }
        if check[0] + check[1] == 0.0 {
            return None;
        }
        find_not_finite(column)
    }

    /// Sets `sums` to `map(values, Σ w_j f_j)` of each coordinate, for its values in columns, and the weights of the first N stages.
    ///
    /// Inlined with constant weights it is a sum without a loop and without the weights that are zero. For a chain of 20 bodies all
    /// of a step then takes 812 ns per evaluation instead of 875; for one body there is no gain.
    #[inline(always)]
    pub(super) fn sums<const N: usize, const M: usize>(
        &self,
        weights: &[f64],
        columns: [&[f64]; M],
        sums: &mut [f64],
        map: impl Fn([f64; M], f64) -> f64,
    ) {
        let (pairs, rest) = sums.as_chunks_mut::<LANES>();
        let whole = pairs.len();
        let of_pairs = columns.map(|column| &column.as_chunks::<LANES>().0[..whole]);
        for ((i, pair), block) in pairs.iter_mut().enumerate().zip(&self.blocks) {
            let sum = weighted::<S, N>(block, weights);
            // both at once: a pair that is stored in halves delays whoever loads it, by 4 ns per evaluation
            *pair = [
                map(of_pairs.map(|column| column[i][0]), sum[0]),
                map(of_pairs.map(|column| column[i][1]), sum[1]),
            ];
        }
        if let ([value], Some(block)) = (rest, self.blocks.last()) {
            let [sum, _] = weighted::<S, N>(block, weights);
            *value = map(columns.map(|column| column[LANES * whole]), sum);
        }
    }

    /// Calls `each` with every index and the sums `Σ w_j f_j` there, for two rows of weights.
    #[inline(always)]
    pub(super) fn pairs<const N: usize>(
        &self,
        weights: [&[f64]; 2],
        count: usize,
        mut each: impl FnMut(usize, [f64; 2]),
    ) {
        let mut first = 0;
        for block in &self.blocks {
            // written out, because `map` of an array of sums is not inlined
            let one = weighted::<S, N>(block, weights[0]);
            let other = weighted::<S, N>(block, weights[1]);
            each(first, [one[0], other[0]]);
            if first + 1 < count {
                each(first + 1, [one[1], other[1]]);
            }
            first += LANES;
        }
    }
}

/// `Σ w_j f_j` of the coordinates of a block, for the weights of the first N stages.
#[inline(always)]
fn weighted<const S: usize, const N: usize>(
    block: &[[f64; LANES]; S],
    weights: &[f64],
) -> [f64; LANES] {
    let mut sums = [0.0; LANES];
    // a row ends with the last weight that is not zero
    for stage in 0..N.min(weights.len()).min(S) {
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
