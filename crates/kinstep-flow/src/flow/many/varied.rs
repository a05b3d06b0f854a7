//! A flow that is applied to many states, each with its own constant acceleration.

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::super::form::{Form, Move, product};
use super::super::map::move_one;
use super::Flow;
use super::lanes::LANES;
use crate::numbers::{from_f64, to_f64};

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// Moves states at the time `time` \[s\], each along the flow of a law with its own constant
    /// and its own ramp. `push` returns the constant and the ramp for each index. The laws must be
    /// valid for [`shift_of`](Self::shift_of). The bits are the same as by the flow of each law.
    #[doc(hidden)]
    pub fn advance_varied<'p>(
        &self,
        positions: &mut [[T; D]],
        velocities: &mut [[T; D]],
        time: T,
        ramps: bool,
        push: impl Fn(usize) -> [&'p SVector<T, D>; 2],
    ) {
        match (self.matrices(), self.form) {
            (Some(_), _) => {
                for (index, state) in positions.iter_mut().zip(velocities).enumerate() {
                    let shift = self.shift_of(push(index), time);
                    self.advance_each(core::iter::once(state), &shift);
                }
            }
            (None, Form::Fall(form)) => {
                self.varied(form, positions, velocities, time, ramps, push);
            }
            (None, Form::Coast(form)) => {
                self.varied(form, positions, velocities, time, ramps, push);
            }
            (None, Form::Kicked(form)) => {
                self.varied(form, positions, velocities, time, ramps, push);
            }
            (None, Form::Shears(form)) => {
                self.varied(form, positions, velocities, time, ramps, push);
            }
            (None, Form::HalfTurns(form)) => {
                self.varied(form, positions, velocities, time, ramps, push);
            }
            (None, Form::Rows(form)) => {
                self.varied(form, positions, velocities, time, ramps, push);
            }
        }
    }

    fn varied<'p>(
        &self,
        form: impl Move<T>,
        positions: &mut [[T; D]],
        velocities: &mut [[T; D]],
        time: T,
        ramps: bool,
        push: impl Fn(usize) -> [&'p SVector<T, D>; 2],
    ) {
        if ramps {
            let states = positions.iter_mut().zip(velocities).enumerate();
            for (index, (position, velocity)) in states {
                let shift = self.shift_of(push(index), time);
                move_one(&form, position, velocity, &shift);
            }
            return;
        }
        let per_constant = self.shift_per_constant();
        let chunk = LANES / D;
        let chunks = positions
            .chunks_mut(chunk)
            .zip(velocities.chunks_mut(chunk));
        for (number, (positions, velocities)) in chunks.enumerate() {
            let mut constants = [T::zero(); LANES];
            let lanes = constants.chunks_exact_mut(D).zip(0..positions.len());
            for (lane, index) in lanes {
                let [constant, _] = push(number * chunk + index);
                lane.copy_from_slice(constant.as_slice());
            }
            let (positions, velocities) =
                (positions.as_flattened_mut(), velocities.as_flattened_mut());
            advance(form, &constants, per_constant, positions, velocities);
        }
    }
}

/// Moves up to [`LANES`] coordinates, each with its own constant acceleration and without a ramp.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn advance<T: RealField + Copy, M: Move<T>>(
    form: M,
    constants: &[T; LANES],
    per_constant: [f64; 2],
    positions: &mut [T],
    velocities: &mut [T],
) {
    let states = positions.iter_mut().zip(velocities).zip(constants);
    for ((position, velocity), constant) in states {
        // the terms of the ramp are zero, but adding them may change the sign of a zero
        let shift = per_constant
            .map(|per| from_f64::<T>(product(to_f64(*constant), per) + 0.0) + T::zero());
        [*position, *velocity] = form.moved([*position, *velocity], shift);
    }
}
