//! The pair RKN 12(10) of Dormand, El-Mikkawy and Prince, for accelerations that do not depend on velocity.

mod basis;
mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::mem;

use super::length::{ANY, known};
use super::norm::Largest;
use super::stages::{Stages, add_last, last_weight, without_last};
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
    /// The coordinates of stages of even and of odd numbers.
    at: [Vec<f64>; 2],
    acceleration: Vec<f64>,
}

/// Sets the changes of the coordinates of a stage.
type SetChange = fn(&mut Nystrom, &Attempt<'_>);

impl Nystrom {
    /// Begins with this many coordinates.
    pub(super) fn begin(&mut self, count: usize) {
        self.accelerations.reset(count);
        let [even, odd] = &mut self.at;
        for column in [even, odd, &mut self.acceleration] {
            column.clear();
            column.resize(count, 0.0);
        }
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
        let not_finite = self.evaluate::<N>(equations, attempt, evaluations, acceleration);
        self.acceleration = column;
        if let Some(coordinate) = not_finite {
            return Largest::infinite(coordinate);
        }
        let (h, v, accelerations) = (attempt.h, &attempt.state.v[..], &self.accelerations);
        accelerations
            .sums::<N, STAGES, 1>(&PLACE, [v], &mut change.x, |[v], sum| h * v + h * h * sum);
        accelerations.sums::<N, STAGES, 0>(&VELOCITY, [], &mut change.v, |_, sum| h * sum);
        self.error::<N>(attempt)
    }

    /// Evaluates all stages, with memory for the accelerations at one of them; the first coordinate whose acceleration is not finite.
    #[inline(always)]
    fn evaluate<const N: usize>(
        &mut self,
        equations: &mut impl Equations,
        attempt: &Attempt<'_>,
        evaluations: &mut u64,
        acceleration: &mut [f64],
    ) -> Option<usize> {
        let Attempt { time, h, state, .. } = *attempt;
        acceleration.copy_from_slice(known(attempt.accelerations, N));
        self.accelerations.set::<N>(0, acceleration);
        let places = const { &Self::places::<N>() };
        Self::set_change::<N, 1>(self, attempt);
        for stage in 1..STAGES {
            *evaluations += 1;
            let weight = (h * h) * last_weight(ROWS[stage], stage);
            add_last::<N>(&mut self.at[stage % 2], &state.x, weight, acceleration);
            if let Some(set_change) = places.get(stage) {
                // before the evaluation, whose accelerations then stay in registers: 2 to 7 % less time
                set_change(self, attempt);
            }
            let at = [&self.at[stage % 2][..], &state.v, &[]];
            let time = time + NODES[stage] * h;
            equations.evaluate_known::<N>(time, at, acceleration, &mut []);
            let not_finite = self.accelerations.set::<N>(stage, acceleration);
            if not_finite.is_some() {
                return not_finite;
            }
        }
        None
    }

    /// The stages after the first, each with its weights as constants.
    const fn places<const N: usize>() -> [SetChange; STAGES - 1] {
        [
            Self::set_change::<N, 1>,
            Self::set_change::<N, 2>,
            Self::set_change::<N, 3>,
            Self::set_change::<N, 4>,
            Self::set_change::<N, 5>,
            Self::set_change::<N, 6>,
            Self::set_change::<N, 7>,
            Self::set_change::<N, 8>,
            Self::set_change::<N, 9>,
            Self::set_change::<N, 10>,
            Self::set_change::<N, 11>,
            Self::set_change::<N, 12>,
            Self::set_change::<N, 13>,
            Self::set_change::<N, 14>,
            Self::set_change::<N, 15>,
            Self::set_change::<N, 16>,
        ]
    }

    /// Sets the changes of the coordinates to those of a stage, but for the accelerations at the stage before.
    fn set_change<const N: usize, const STAGE: usize>(&mut self, attempt: &Attempt<'_>) {
        let (node_step, square) = (NODES[STAGE] * attempt.h, attempt.h * attempt.h);
        let row = without_last(ROWS[STAGE], STAGE);
        let (v, at) = (&attempt.state.v, &mut self.at[STAGE % 2]);
        let change = |[v]: [f64; 1], sum: f64| node_step * v + square * sum;
        (self.accelerations).sums::<N, STAGE, 1>(row, [v], at, change);
    }

    /// The estimate of the error of the last step.
    fn error<const N: usize>(&self, attempt: &Attempt<'_>) -> Largest {
        let (h, norm) = (attempt.h, attempt.norm);
        let x = known(&attempt.state.x, N);
        let mut largest = Largest::ZERO;
        let weights = [&PLACE_ERROR[..], &VELOCITY_ERROR];
        self.accelerations
            .pairs::<N, STAGES>(weights, x.len(), |i, [place, velocity]| {
                let error = h * h * place.abs().max(velocity.abs());
                largest.include(error / norm.tolerance(x[i]), i);
            });
        largest
    }
}
