//! The part of a flow that is made of matrices.

use nalgebra::{RealField, SMatrix, SVector};

use super::gyration::Rounded;
use super::map::Shift;
use crate::space::{fade_level, largest, narrow, widen};

/// The part of a flow that depends on the state, where that is made of matrices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Matrices<T, const D: usize> {
    pub(super) position_from_position: Block<T, D>,
    pub(super) position_from_velocity: Block<T, D>,
    pub(super) position_from_constant: SMatrix<T, D, D>,
    pub(super) velocity_from_position: Block<T, D>,
    pub(super) velocity_from_velocity: Block<T, D>,
}

/// A matrix, with what rounding took from it: one rounded the same way at every step would let energies drift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Block<T, const D: usize> {
    pub(super) matrix: SMatrix<T, D, D>,
    pub(super) low: SMatrix<T, D, D>,
}

impl<T: RealField + Copy, const D: usize> Block<T, D> {
    pub(super) fn new([high, low]: &Rounded<D>) -> Self {
        let matrix: SMatrix<T, D, D> = high.map(narrow);
        Self {
            matrix,
            low: (high - matrix.map(widen) + low).map(narrow),
        }
    }
}

impl<T: RealField + Copy, const D: usize> Matrices<T, D> {
    /// Position and velocity after the flow.
    #[inline]
    pub(crate) fn moved(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let (dx, dv) = self.change(position, velocity, shift);
        let level = fade_level::<T>();
        (
            (position + dx).add_scalar(-level),
            (velocity + dv).add_scalar(-level),
        )
    }

    /// What the flow adds to position and velocity; the shift contains the level at which components fade.
    #[inline]
    pub(super) fn change(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let row = |from_position: &Block<T, D>, from_velocity: &Block<T, D>| {
            let low = from_position.low * position + from_velocity.low * velocity;
            from_position.matrix * position + from_velocity.matrix * velocity + low
        };
        let dx = row(&self.position_from_position, &self.position_from_velocity);
        let dv = row(&self.velocity_from_position, &self.velocity_from_velocity);
        (dx + shift.position, dv + shift.velocity)
    }

    /// How much of the largest component of a state at most is added to a component of position and of
    /// velocity.
    pub(super) fn growth(&self) -> [T; 2] {
        let row_sums = |one: &Block<T, D>, other: &Block<T, D>| {
            let (one, other) = (&one.matrix, &other.matrix);
            (0..D).fold(T::zero(), |most, row| {
                let sum = (0..D).fold(T::zero(), |sum, column| {
                    sum + one[(row, column)].abs() + other[(row, column)].abs()
                });
                largest(most, sum)
            })
        };
        [
            row_sums(&self.position_from_position, &self.position_from_velocity),
            row_sums(&self.velocity_from_position, &self.velocity_from_velocity),
        ]
    }
}
