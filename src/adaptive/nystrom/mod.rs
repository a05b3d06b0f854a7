//! The pair RKN 12(10) of Dormand, El-Mikkawy and Prince, for accelerations that do not depend on velocity.

mod basis;
mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::length::{ANY, known, lend_columns, reset_all, take_next};
use super::norm::Largest;
use super::stages::{Block, Stages, add_last, last_weights, without_last};
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
    /// The coordinates of a stage and of the next, and accelerations.
    columns: [Vec<f64>; 3],
}

/// For each stage, the weight of the stage before it.
const LAST_WEIGHTS: [f64; STAGES] = last_weights(&ROWS);

/// The accelerations at the stages during a step.
type Lent<'a> = Stages<STAGES, &'a mut [Block<STAGES>]>;

impl Nystrom {
    /// Begins with this many coordinates.
    pub(super) fn begin(&mut self, count: usize) {
        self.accelerations.reset(count);
        reset_all(&mut self.columns, count, 0.0);
    }

    /// Tries a step of N coordinates, or of [`ANY`], and sets `change` to the change of the state.
    pub(super) fn attempt<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        attempt: &Attempt<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Largest {
        if let Some(coordinate) = self.evaluate::<N>(equations, attempt, evaluations) {
            return Largest::infinite(coordinate);
        }
        let (h, v, accelerations) = (attempt.h, &attempt.state.v[..], &self.accelerations);
        accelerations
            .sums::<N, STAGES, 1>(&PLACE, [v], &mut change.x, |[v], sum| h * v + h * h * sum);
        accelerations.sums::<N, STAGES, 0>(&VELOCITY, [], &mut change.v, |_, sum| h * sum);
        self.error::<N>(attempt)
    }

    /// Evaluates all stages; the first coordinate whose acceleration is not finite.
    #[inline(always)]
    fn evaluate<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        attempt: &Attempt<'_>,
        evaluations: &mut u64,
    ) -> Option<usize> {
        let Attempt { time, h, state, .. } = *attempt;
        let [x, v] = [&state.x, &state.v].map(|column| known(column, N));
        let mut arrays = [[0.0; N]; 3];
        let [mut at, mut next, acceleration] = lend_columns(&mut self.columns, &mut arrays);
        let mut accelerations = self.accelerations.lend::<N>();
        acceleration.copy_from_slice(known(attempt.accelerations, N));
        accelerations.set::<N>(0, acceleration);
        set_change::<N>(1, &accelerations, v, h, at);
        for stage in 1..STAGES {
            *evaluations += 1;
            let weight = (h * h) * LAST_WEIGHTS[stage];
            add_last::<N>(at, x, weight, acceleration);
            // before the evaluation, whose accelerations then stay in registers: 2 to 7 % less time
            set_change::<N>(stage + 1, &accelerations, v, h, next);
            let time = time + NODES[stage] * h;
            equations.evaluate_known::<N>(time, [at, v, &[]], acceleration, &mut []);
            let not_finite = accelerations.set::<N>(stage, acceleration);
            if not_finite.is_some() {
                return not_finite;
            }
            take_next::<N>(&mut at, &mut next);
        }
        None
    }

    /// The estimate of the error of the last step.
    fn error<const N: usize>(&self, attempt: &Attempt<'_>) -> Largest {
        let (h, norm) = (attempt.h, attempt.norm);
        let x = known(&attempt.state.x, N);
        let mut largest = Largest::ZERO;
        let weights = [&PLACE_ERROR[..], &VELOCITY_ERROR];
        self.accelerations
            .pairs::<N, STAGES>(weights, x.len(), |i, [place, velocity]| {
                let error = h.abs() * (h * place).abs().max((attempt.lasting * velocity).abs());
                largest.include(error / norm.tolerance(x[i]), i);
            });
        largest
    }
}

/// Sets the changes of the coordinates to those of a stage, but for the accelerations at the stage before.
#[inline(always)]
fn set_change<const N: usize>(
    stage: usize,
    accelerations: &Lent<'_>,
    v: &[f64],
    h: f64,
    changes: &mut [f64],
) {
    if N == ANY {
        set_change_of_any(stage, accelerations, v, h, changes);
    } else {
        set_change_inlined::<N>(stage, accelerations, v, h, changes);
    }
}

/// Not inlined: the loops over coordinates take 10 % fewer instructions.
#[inline(never)]
fn set_change_of_any(
    stage: usize,
    accelerations: &Lent<'_>,
    v: &[f64],
    h: f64,
    changes: &mut [f64],
) {
    set_change_inlined::<ANY>(stage, accelerations, v, h, changes);
}

/// The weights of each stage are constants.
#[inline(always)]
fn set_change_inlined<const N: usize>(
    stage: usize,
    accelerations: &Lent<'_>,
    v: &[f64],
    h: f64,
    changes: &mut [f64],
) {
    match stage {
        1 => change_of::<N, 1>(accelerations, v, h, changes),
        2 => change_of::<N, 2>(accelerations, v, h, changes),
        3 => change_of::<N, 3>(accelerations, v, h, changes),
        4 => change_of::<N, 4>(accelerations, v, h, changes),
        5 => change_of::<N, 5>(accelerations, v, h, changes),
        6 => change_of::<N, 6>(accelerations, v, h, changes),
        7 => change_of::<N, 7>(accelerations, v, h, changes),
        8 => change_of::<N, 8>(accelerations, v, h, changes),
        9 => change_of::<N, 9>(accelerations, v, h, changes),
        10 => change_of::<N, 10>(accelerations, v, h, changes),
        11 => change_of::<N, 11>(accelerations, v, h, changes),
        12 => change_of::<N, 12>(accelerations, v, h, changes),
        13 => change_of::<N, 13>(accelerations, v, h, changes),
        14 => change_of::<N, 14>(accelerations, v, h, changes),
        15 => change_of::<N, 15>(accelerations, v, h, changes),
        16 => change_of::<N, 16>(accelerations, v, h, changes),
        _ => (),
    }
}

/// The changes of the coordinates of a stage.
#[inline(always)]
fn change_of<const N: usize, const STAGE: usize>(
    accelerations: &Lent<'_>,
    v: &[f64],
    h: f64,
    changes: &mut [f64],
) {
    let (node_step, square) = (NODES[STAGE] * h, h * h);
    let row = without_last(ROWS[STAGE], STAGE);
    let change = |[v]: [f64; 1], sum: f64| node_step * v + square * sum;
    accelerations.sums::<N, STAGE, 1>(row, [v], changes, change);
}
