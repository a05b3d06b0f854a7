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

    /// Sets the column of a stage.
    pub(super) fn set(&mut self, stage: usize, column: &[f64]) {
        for (block, values) in self.blocks.iter_mut().zip(column.chunks(LANES)) {
            if let Some(lanes) = block.get_mut(stage) {
                for (lane, value) in lanes.iter_mut().zip(values) {
                    *lane = *value;
                }
            }
        }
    }

    /// Calls `each` with every index and `Σ w_j f_j` there, for the weights of the first stages.
    #[inline]
    pub(super) fn sums(&self, weights: &[f64], count: usize, mut each: impl FnMut(usize, f64)) {
        for (first, block) in (0..count).step_by(LANES).zip(&self.blocks) {
            let mut sums = [0.0; LANES];
            for (stage, weight) in block.iter().zip(weights) {
                for (sum, value) in sums.iter_mut().zip(stage) {
                    *sum += weight * value;
                }
            }
            for (index, sum) in (first..count).zip(sums) {
                each(index, sum);
            }
        }
    }

    /// The same for two rows of weights.
    #[inline]
    pub(super) fn pairs(
        &self,
        weights: [&[f64]; 2],
        count: usize,
        mut each: impl FnMut(usize, [f64; 2]),
    ) {
        for (first, block) in (0..count).step_by(LANES).zip(&self.blocks) {
            let mut sums = [[0.0; 2]; LANES];
            for ((stage, one), other) in block.iter().zip(weights[0]).zip(weights[1]) {
                for (sum, value) in sums.iter_mut().zip(stage) {
                    sum[0] += one * value;
                    sum[1] += other * value;
                }
            }
            for (index, sum) in (first..count).zip(sums) {
                each(index, sum);
            }
        }
    }
}

/// The index of the first number that is not finite.
pub(super) fn first_not_finite(values: &[f64]) -> Option<usize> {
    // one sum in the usual case: 0 · x is not zero if x is not finite
    let sum = values.iter().fold(0.0, |sum, value| sum + value * 0.0);
    if sum == 0.0 {
        return None;
    }
    values.iter().position(|value| !value.is_finite())
}
