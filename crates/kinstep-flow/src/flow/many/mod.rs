//! A flow that is applied to many states at once, in flat arrays of numbers.
//!
//! The coefficients of an isotropic flow are the same along all axes. So positions and velocities
//! are two flat arrays, and only the shift depends on the axis. Each number has the same bits as by
//! [`Flow::advance`].

mod lanes;
mod matrix_flow;
mod varied;

use core::iter::once;

use nalgebra::{RealField, SVector};

use super::Flow;
use super::form::Form;
use super::map::Shift;
use crate::ParameterError;
use crate::numbers::{Float, extent, from_f64, is_finite, larger, max_abs};

use lanes::{LANES, Pattern, advance, positions_after};

/// A flow that starts at a given time, prepared for arrays. It is created once, and applied to any
/// number of states.
pub struct BatchFlow<'a, T, const D: usize> {
    flow: &'a Flow<T, D>,
    shift: Shift<T, D>,
    pattern: Pattern<T>,
}

/// Change of a height `normal · x` by a flow: `from_position · x + from_velocity · v + shift`.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "said above")]
pub struct HeightFlow<T, const D: usize> {
    pub from_position: SVector<T, D>,
    pub from_velocity: SVector<T, D>,
    pub shift: T,
    /// Bounds of the change of a component of the position: per unit of position, per unit of
    /// velocity, and constant.
    pub growth: [T; 3],
}

/// Names of the rejected values in errors.
const NOT_FINITE: &str = "the index of the first state that is not finite";
const OVERFLOWS: &str = "the index of the first state that would not be finite after the step";
const ABSENT: &str = "absent: all positions and velocities must be finite";

impl<T: Float, const D: usize> Flow<T, D> {
    /// Moves many states at the time `time` \[s\] along the flow, with the same bits as by
    /// [`advance`](Flow::advance). Positions \[m\] and velocities \[m/s\] are slices of any owner,
    /// such as the arrays of an ECS.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    ///
    /// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1);
    /// let (mut positions, mut velocities) = (vec![[0.0; 3]; 1000], vec![[1.0, 0.0, 0.0]; 1000]);
    /// law.flow(1.0 / 60.0).advance_all(&mut positions, &mut velocities, 0.0)?;
    /// assert!(positions[999][0] > 0.016);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the numbers of positions and velocities differ; if the time is not finite; if the law
    /// rotates bodies by more than 2⁵² radians in the step, so that their phase is unknown; if a
    /// state is not finite before or after the step. After an error no state has moved.
    pub fn advance_all(
        &self,
        positions: &mut [[T; D]],
        velocities: &mut [[T; D]],
        time: T,
    ) -> Result<(), ParameterError<T>> {
        let refused = |parameter, value, requirement| {
            Err(ParameterError {
                parameter,
                value,
                requirement,
            })
        };
        if positions.len() != velocities.len() {
            let count = from_f64(velocities.len() as f64);
            return refused("the number of velocities", count, "that of the positions");
        }
        ParameterError::unless_finite("the time", time)?;
        if self.has_lost_its_phase() {
            let requirement =
                "known: the law must not turn bodies by more than 2⁵² radians in a step";
            return refused("the angle of a body", from_f64(f64::NAN), requirement);
        }
        let numbers = [&*positions, &*velocities].map(<[_]>::as_flattened);
        let [position, velocity] = numbers.map(max_abs);
        let bound = (position.zip(velocity))
            .map(|(position, velocity)| self.bound().after(larger(position, velocity), time));
        // states may be valid although they exceed the bound
        if !bound.is_some_and(|after| (after * from_f64(16.0)).is_finite()) {
            let states = positions.iter().zip(velocities.iter());
            for (index, (position, velocity)) in states.enumerate() {
                let (mut x, mut v) = (SVector::from(*position), SVector::from(*velocity));
                let index = from_f64(index as f64);
                if !(is_finite(&x) && is_finite(&v)) {
                    return refused(NOT_FINITE, index, ABSENT);
                }
                self.advance(&mut x, &mut v, time);
                if !(is_finite(&x) && is_finite(&v)) {
                    return refused(OVERFLOWS, index, ABSENT);
                }
            }
        }
        self.advance_flat(
            positions.as_flattened_mut(),
            velocities.as_flattened_mut(),
            time,
        );
        Ok(())
    }
}

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// Moves states at the time `time` \[s\] along the flow. Positions and velocities are flat
    /// slices of equal length, with D numbers per state.
    #[doc(hidden)]
    pub fn advance_flat(&self, positions: &mut [T], velocities: &mut [T], time: T) {
        self.batch_at(time).advance(positions, velocities);
    }

    /// Moves states along the flow with this shift. Positions and velocities are flat slices.
    #[doc(hidden)]
    pub fn advance_flat_by(&self, shift: &Shift<T, D>, [positions, velocities]: [&mut [T]; 2]) {
        self.batch_by(*shift).advance(positions, velocities);
    }

    /// Prepares the flow for states at the time `time` \[s\].
    #[doc(hidden)]
    pub fn batch_at(&self, time: T) -> BatchFlow<'_, T, D> {
        self.batch_by(self.shift_at(time))
    }

    fn batch_by(&self, shift: Shift<T, D>) -> BatchFlow<'_, T, D> {
        BatchFlow {
            flow: self,
            pattern: Pattern::new(&shift),
            shift,
        }
    }

    /// Returns the change of the height along a normal, for states at `time` \[s\].
    #[doc(hidden)]
    pub fn along(&self, normal: &SVector<T, D>, time: T) -> HeightFlow<T, D> {
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
    /// Moves states along the flow. Positions and velocities are flat slices.
    #[doc(hidden)]
    pub fn advance(&self, positions: &mut [T], velocities: &mut [T]) {
        debug_assert_eq!(positions.len(), velocities.len());
        if let Some(matrices) = self.flow.matrices() {
            matrix_flow::advance(matrices, &self.shift, positions, velocities);
        } else if !LANES.is_multiple_of(D) {
            // chunks of no length hold only whole states of this dimension
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

    /// Writes the positions after the flow to `after`, with the same bits as by
    /// [`advance`](Self::advance).
    #[doc(hidden)]
    pub fn positions_after(&self, positions: &[T], velocities: &[T], after: &mut [T]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LinearLaw;

    /// Slices are moved with the same bits as single states; a step of zero changes no bit.
    #[test]
    fn slices_move_as_single_states_do() {
        let law = LinearLaw::gravity([0.0, -9.81, 0.0]).ramping([0.1, 0.0, 0.0])
            + LinearLaw::drag(0.1)
            + LinearLaw::spring(0.3);
        let mut positions = [[0.0; 3]; 100];
        for (i, position) in positions.iter_mut().enumerate() {
            *position = [i as f64, 0.5, -(i as f64)];
        }
        let mut velocities = positions.map(|[x, ..]| [1.0, x, -0.0]);
        for (dt, time) in [(0.25, 0.0), (0.0, 0.25), (-0.5, 0.25), (3.0, -0.25)] {
            let flow = law.flow(dt);
            let mut single: Vec<_> = (positions.iter().zip(&velocities))
                .map(|(x, v)| (SVector::from(*x), SVector::from(*v)))
                .collect();
            single
                .iter_mut()
                .for_each(|(x, v)| flow.advance(x, v, time));
            flow.advance_all(&mut positions, &mut velocities, time)
                .unwrap();
            for ((x, v), (position, velocity)) in
                single.iter().zip(positions.iter().zip(&velocities))
            {
                assert_eq!((x.data.0[0], v.data.0[0]), (*position, *velocity));
            }
        }
    }

    #[test]
    fn what_cannot_be_moved_stays() {
        let refused = |law: LinearLaw<f64, 2>, dt, spoil: fn(&mut [[f64; 2]; 3])| {
            let (mut x, mut v) = ([[1.0, 0.0]; 3], [[0.0, 1.0]; 3]);
            spoil(&mut x);
            let bits = |x: [[f64; 2]; 3]| x.map(|x| x.map(f64::to_bits));
            let before = (bits(x), bits(v));
            let error = law.flow(dt).advance_all(&mut x, &mut v, 0.0).unwrap_err();
            assert_eq!((bits(x), bits(v)), before);
            (error.parameter, error.value)
        };
        let drag = LinearLaw::drag(0.1);
        let told = refused(drag, 1.0, |x| x[1][1] = f64::NAN);
        assert_eq!(told, (NOT_FINITE, 1.0));
        let told = refused(LinearLaw::free(), f64::INFINITY, |_| ());
        assert_eq!(told, (OVERFLOWS, 0.0));
        let told = refused(LinearLaw::drag(-1000.0), 1.0, |_| ());
        assert_eq!(told, (OVERFLOWS, 0.0));
        let told = refused(LinearLaw::gyrating(1e40), 1.0, |_| ());
        assert_eq!(told.0, "the angle of a body");
        let few = (drag.flow(1.0))
            .advance_all(&mut [[0.0, 0.0]], &mut [], 0.0)
            .unwrap_err();
        assert_eq!(
            few.to_string(),
            "the number of velocities is 0; it must be that of the positions"
        );
    }
}
