//! The matrices of a flow.

use nalgebra::{RealField, SMatrix, SVector};

use super::gyration::{Gyration, Rounded};
use super::map::Shift;
use crate::numbers::{DoubleDouble, flushed, from_f64, largest, to_f64};

/// The map of a flow by a law that is not isotropic.
///
/// The matrices are double-double, and products with an `f64` state are rounded only once, in the
/// last sum. With rounded matrices, the same error would occur in every step, and energies would
/// drift by 1e-11 in a million steps. An `f32` state is computed in `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Matrices<T, const D: usize> {
    pub(super) position: Row<D>,
    pub(super) velocity: Row<D>,
    pub(super) position_from_constant: SMatrix<T, D, D>,
    pub(super) position_from_ramp: SMatrix<T, D, D>,
    pub(super) velocity_from_constant: SMatrix<T, D, D>,
}

/// The rows of the matrix for the positions, or for the velocities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row<const D: usize> {
    /// For each axis: 1 if the entries do not include the identity, otherwise 0.
    keep: [f64; D],
    from_position: Rounded<D>,
    from_velocity: Rounded<D>,
}

impl<T: RealField + Copy, const D: usize> Matrices<T, D> {
    pub(super) fn new(response: &Gyration<D>) -> Self {
        let (&[position, velocity], &[keep_position, keep_velocity]) = response.map();
        let row = |keep, [from_position, from_velocity]: [Rounded<D>; 2]| Row {
            keep,
            from_position,
            from_velocity,
        };
        let [_, [s, _]] = position;
        Self {
            position: row(keep_position, position),
            velocity: row(keep_velocity, velocity),
            position_from_constant: response.position().map(from_f64),
            position_from_ramp: response.ramp().map(from_f64),
            velocity_from_constant: s.map(from_f64),
        }
    }

    /// Whether the entries are NaN because the phase is unknown.
    pub(super) fn are_unknown(&self) -> bool {
        let mut entries = self.velocity_from_constant.iter();
        entries.any(|entry| entry.partial_cmp(entry).is_none())
    }

    /// Returns the displacement by the flow, and the velocity after the flow.
    #[inline(always)]
    pub(super) fn displaced(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let (after, velocity) = self.moved(position, velocity, shift);
        (after - position, velocity)
    }

    /// Returns the position and the velocity after the flow.
    #[inline(always)]
    pub(crate) fn moved(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let (x, v): ([T; D], [T; D]) = ((*position).into(), (*velocity).into());
        (
            SVector::from_fn(|axis, _| {
                (self.position).after(axis, x[axis], [&x, &v], shift.position[axis])
            }),
            SVector::from_fn(|axis, _| {
                (self.velocity).after(axis, v[axis], [&x, &v], shift.velocity[axis])
            }),
        )
    }

    /// Returns upper bounds of the change of a component of the position and of the velocity,
    /// divided by the maximum magnitude of a component of the state.
    pub(super) fn growth(&self) -> [T; 2] {
        [self.position.growth(), self.velocity.growth()].map(from_f64)
    }
}

impl<const D: usize> Row<D> {
    /// Returns one component of the position or the velocity after the flow, including the shift.
    #[inline(always)]
    pub(super) fn after<T: RealField + Copy>(
        &self,
        axis: usize,
        before: T,
        [x, v]: [&[T; D]; 2],
        shift: T,
    ) -> T {
        let is_short = to_f64(T::default_epsilon()) > f64::EPSILON;
        let ([from_x, low_from_x], [from_v, low_from_v]) =
            (&self.from_position, &self.from_velocity);
        let (mut sum, mut low) = (0.0, 0.0);
        for column in 0..D {
            let (x, v) = (to_f64(x[column]), to_f64(v[column]));
            let entries = [(from_x, low_from_x, x), (from_v, low_from_v, v)];
            for (high, rest, component) in entries {
                let high = high[(axis, column)];
                if is_short {
                    sum += high * component;
                } else {
                    let product = DoubleDouble::product(high, component);
                    let next = DoubleDouble::sum(sum, product.high);
                    sum = next.high;
                    low += next.low + (product.low + rest[(axis, column)] * component);
                }
            }
        }
        let total = DoubleDouble::sum(self.keep[axis] * to_f64(before), sum + to_f64(shift));
        let rest = total.low + low;
        // above 1e300 the computation of the rounding error of a product overflows; the error is
        // then ignored
        let rest = if rest * 0.0 == 0.0 { rest } else { 0.0 };
        flushed(from_f64(total.high + rest))
    }

    /// Returns the change of a height along a normal, per component of the position and of the velocity.
    pub(super) fn along<T: RealField + Copy>(&self, normal: &SVector<T, D>) -> [SVector<T, D>; 2] {
        let normal = normal.map(to_f64);
        let mut from_position = self.from_position[0].tr_mul(&normal);
        for axis in 0..D {
            from_position[axis] -= (1.0 - self.keep[axis]) * normal[axis];
        }
        let from_velocity = self.from_velocity[0].tr_mul(&normal);
        [from_position, from_velocity].map(|vector| vector.map(from_f64))
    }

    /// Returns the maximum over the rows of the sum of the magnitudes of the entries.
    fn growth(&self) -> f64 {
        (0..D).fold(0.0, |most, axis| {
            let sum = |entries: &Rounded<D>| entries[0].row(axis).lp_norm(1);
            let [x, v] = [sum(&self.from_position), sum(&self.from_velocity)];
            largest(most, x + v + (1.0 - self.keep[axis]))
        })
    }
}
