//! A flow applied to many states at once, in flat arrays of numbers.
//!
//! The coefficients of an isotropic flow are the same along all axes: positions and velocities are two flat arrays, and
//! only the shift depends on the axis. Each number is computed as [`Flow::advance`] does: the bits are the same.

mod lanes;
mod matrix_flow;
mod varied;

use core::iter::once;

use nalgebra::{RealField, SVector};

use super::Flow;
use super::form::Form;
use super::map::Shift;
use crate::numbers::extent;

use lanes::{LANES, Pattern, advance, positions_after};

/// A flow that starts at a certain time, prepared for arrays: made once, applied to any number of states.
pub(crate) struct BatchFlow<'a, T, const D: usize> {
    flow: &'a Flow<T, D>,
    shift: Shift<T, D>,
    pattern: Pattern<T>,
}

/// The change of a height `normal · x` by a flow: `from_position · x + from_velocity · v + shift`.
#[derive(Clone, Copy)]
pub(crate) struct HeightFlow<T, const D: usize> {
    pub(crate) from_position: SVector<T, D>,
    pub(crate) from_velocity: SVector<T, D>,
    pub(crate) shift: T,
    /// Bounds on the change of a component of the position: per size of position, per size of velocity, and constant.
    pub(crate) growth: [T; 3],
}

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// Moves states that are at `time` \[s\] along the flow: positions and velocities as numbers, D for each
    /// state, as many of the one as of the other.
    pub(crate) fn advance_flat(&self, positions: &mut [T], velocities: &mut [T], time: T) {
        self.batch_at(time).advance(positions, velocities);
    }

    /// Moves states along the flow with this shift: positions and velocities as numbers.
    pub(crate) fn advance_flat_by(
        &self,
        shift: &Shift<T, D>,
        [positions, velocities]: [&mut [T]; 2],
    ) {
        self.batch_by(*shift).advance(positions, velocities);
    }

    /// The flow of states that are at `time` \[s\].
    pub(crate) fn batch_at(&self, time: T) -> BatchFlow<'_, T, D> {
        self.batch_by(self.shift_at(time))
    }

    fn batch_by(&self, shift: Shift<T, D>) -> BatchFlow<'_, T, D> {
        BatchFlow {
            flow: self,
            pattern: Pattern::new(&shift),
            shift,
        }
    }

    /// The change of the height along a normal, for states at `time` \[s\].
    pub(crate) fn along(&self, normal: &SVector<T, D>, time: T) -> HeightFlow<T, D> {
        let shift = self.shift_at(time).position;
        let ([from_position, from_velocity], [from_x, from_v]) = match self.matrices() {
            Some(matrices) => (matrices.position.along(normal), [matrices.growth()[0]; 2]),
            None => {
                let [xx, xv] = [self.position_from_position, self.position_from_velocity];
                ([normal * xx, normal * xv], [xx.abs(), xv.abs()])
            }
        };
        HeightFlow {
            from_position,
            from_velocity,
            shift: normal.dot(&shift),
            growth: [from_x, from_v, extent(&shift)],
        }
    }
}

impl<T: RealField + Copy, const D: usize> BatchFlow<'_, T, D> {
    /// Moves states along the flow: positions and velocities as numbers.
    pub(crate) fn advance(&self, positions: &mut [T], velocities: &mut [T]) {
        debug_assert_eq!(positions.len(), velocities.len());
        if let Some(matrices) = self.flow.matrices() {
            matrix_flow::advance(matrices, &self.shift, positions, velocities);
        } else if !LANES.is_multiple_of(D) {
            // no chunk length holds whole states of this dimension
            let positions = positions.as_chunks_mut::<D>().0.iter_mut();
            let states = positions.zip(velocities.as_chunks_mut::<D>().0);
            self.flow.advance_each(states, &self.shift);
        } else {
            let shift = &self.pattern;
            match self.flow.form {
                Form::Fall(form) => advance(form, shift, positions, velocities),
                Form::Coast(form) => advance(form, shift, positions, velocities),
                Form::Kicked(form) => advance(form, shift, positions, velocities),
                Form::Shears(form) => advance(form, shift, positions, velocities),
                Form::HalfTurns(form) => advance(form, shift, positions, velocities),
                Form::Rows(form) => advance(form, shift, positions, velocities),
            }
        }
    }

    /// The positions after the flow, with the bits of [`advance`](Self::advance).
    pub(crate) fn positions_after(&self, positions: &[T], velocities: &[T], after: &mut [T]) {
        debug_assert_eq!(positions.len(), velocities.len());
        debug_assert_eq!(positions.len(), after.len());
        if let Some(matrices) = self.flow.matrices() {
            matrix_flow::positions_after(matrices, &self.shift, [positions, velocities], after);
        } else if !LANES.is_multiple_of(D) {
            after.copy_from_slice(positions);
            let states = after.as_chunks_mut::<D>().0.iter_mut();
            for (position, velocity) in states.zip(velocities.as_chunks::<D>().0) {
                let state = (position, &mut { *velocity });
                self.flow.advance_each(once(state), &self.shift);
            }
        } else {
            let (shift, states) = (&self.pattern, [positions, velocities]);
            match self.flow.form {
                Form::Fall(form) => positions_after(form, shift, states, after),
                Form::Coast(form) => positions_after(form, shift, states, after),
                Form::Kicked(form) => positions_after(form, shift, states, after),
                Form::Shears(form) => positions_after(form, shift, states, after),
                Form::HalfTurns(form) => positions_after(form, shift, states, after),
                Form::Rows(form) => positions_after(form, shift, states, after),
            }
        }
    }
}
