//! The pair RKN 12(10) of Dormand, El-Mikkawy and Prince, for accelerations that do not depend on velocity.

mod basis;
mod dense;
mod tableau;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::norm::Largest;
use super::stages::Stages;
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
    at: Vec<f64>,
    acceleration: Vec<f64>,
}

/// Sets the coordinates of a stage.
type SetPlace = fn(&mut Nystrom, &Attempt<'_>);

/// The stages after the first, each with its weights as constants.
const PLACES: [SetPlace; STAGES - 1] = [
    Nystrom::set_place::<1>,
    Nystrom::set_place::<2>,
    Nystrom::set_place::<3>,
    Nystrom::set_place::<4>,
    Nystrom::set_place::<5>,
    Nystrom::set_place::<6>,
    Nystrom::set_place::<7>,
    Nystrom::set_place::<8>,
    Nystrom::set_place::<9>,
    Nystrom::set_place::<10>,
    Nystrom::set_place::<11>,
    Nystrom::set_place::<12>,
    Nystrom::set_place::<13>,
    Nystrom::set_place::<14>,
    Nystrom::set_place::<15>,
    Nystrom::set_place::<16>,
];

impl Nystrom {
    /// Begins with this many coordinates.
    pub(super) fn begin(&mut self, count: usize) {
        self.accelerations.reset(count);
        for column in [&mut self.at, &mut self.acceleration] {
            column.clear();
            column.resize(count, 0.0);
        }
    }

    /// Tries a step, and sets `change` to the change of the state.
    pub(super) fn attempt(
        &mut self,
        equations: &mut impl Equations,
        attempt: &Attempt<'_>,
        change: &mut Columns,
        evaluations: &mut u64,
    ) -> Largest {
        let Attempt { h, .. } = *attempt;
        let v = &attempt.state.v[..];
        self.accelerations.set(0, attempt.accelerations);
        for (set_place, stage) in PLACES.iter().zip(1..) {
            *evaluations += 1;
            set_place(self, attempt);
            let (time, at) = (attempt.time + NODES[stage] * h, [&self.at[..], v, &[]]);
            equations.evaluate(time, at, &mut self.acceleration, &mut []);
            if let Some(coordinate) = self.accelerations.set(stage, &self.acceleration) {
                return Largest::infinite(coordinate);
            }
        }
        let accelerations = &self.accelerations;
        accelerations.sums::<STAGES, 1>(&PLACE, [v], &mut change.x, |[v], sum| h * v + h * h * sum);
        accelerations.sums::<STAGES, 0>(&VELOCITY, [], &mut change.v, |_, sum| h * sum);
        self.error(attempt)
    }

    /// Sets the coordinates of a stage.
    fn set_place<const STAGE: usize>(&mut self, attempt: &Attempt<'_>) {
        let [x, v] = [&attempt.state.x[..], &attempt.state.v];
        let (node_step, square) = (NODES[STAGE] * attempt.h, attempt.h * attempt.h);
        (self.accelerations).sums::<STAGE, 2>(ROWS[STAGE], [x, v], &mut self.at, |[x, v], sum| {
            // the change first: the rounding of x then does not grow with the number of stages
            x + (node_step * v + square * sum)
        });
    }

    /// The estimate of the error of the last step.
    fn error(&self, attempt: &Attempt<'_>) -> Largest {
        let (h, x, norm) = (attempt.h, &attempt.state.x, attempt.norm);
        let mut largest = Largest::ZERO;
        let weights = [&PLACE_ERROR[..], &VELOCITY_ERROR];
        self.accelerations
            .pairs::<STAGES>(weights, x.len(), |i, [place, velocity]| {
                let error = h * h * place.abs().max(velocity.abs());
                largest.include(error / norm.tolerance(x[i]), i);
            });
        largest
    }
}
