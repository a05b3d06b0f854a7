//! A flow applied to many states at once, stored number after number.
//!
//! The coefficients are the same along all axes, so that states need not be told apart: positions and velocities are
//! two lines of numbers, and only the shift knows about axes. Each number is computed as [`Flow::advance`] does, so
//! that the results are those of one state after the other, to the bit.

use core::array;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::Flow;
use super::map::Shift;
use super::matrices::Matrices;

/// How many numbers are taken together: whole states of 1, 2, 3 or 4 axes, in whole registers of any width.
const LANES: usize = 48;

/// The coefficients of a flow along any axis: position from position and velocity, velocity from both.
type Coefficients<T> = [[T; 2]; 2];

/// A shift, repeated over the lanes.
struct Pattern<T> {
    position: [T; LANES],
    velocity: [T; LANES],
}

impl<T: RealField + Copy> Pattern<T> {
    fn new<const D: usize>(shift: &Shift<T, D>) -> Self {
        Self {
            position: array::from_fn(|lane| shift.position[lane % D]),
            velocity: array::from_fn(|lane| shift.velocity[lane % D]),
        }
    }
}

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// Moves states that are at `time` \[s\] along the flow: positions and velocities as numbers, D for each
    /// state, as many of the one as of the other.
    pub(crate) fn advance_flat(&self, positions: &mut [T], velocities: &mut [T], time: T) {
        debug_assert_eq!(positions.len(), velocities.len());
        let shift = self.shift_at(time);
        if let Some(matrices) = self.matrices() {
            return whirl(matrices, &shift, positions, velocities);
        }
        if !LANES.is_multiple_of(D) {
            return one_by_one(self, &shift, positions, velocities);
        }
        let pattern = Pattern::new(&shift);
        let coefficients = [
            [self.position_from_position, self.position_from_velocity],
            [self.velocity_from_position, self.velocity_from_velocity],
        ];
        if self.is_free_of_place() {
            glide(coefficients, &pattern, positions, velocities);
        } else {
            swing(coefficients, &pattern, positions, velocities);
        }
    }
}

/// States whose flow does not depend on where they are.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn glide<T: RealField + Copy>(
    [[_, xv], [_, vv]]: Coefficients<T>,
    shift: &Pattern<T>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let (blocks, rest) = positions.as_chunks_mut::<LANES>();
    let (velocity_blocks, velocity_rest) = velocities.as_chunks_mut::<LANES>();
    for (positions, velocities) in blocks.iter_mut().zip(velocity_blocks) {
        for lane in 0..LANES {
            let v = velocities[lane];
            positions[lane] += v * xv + shift.position[lane];
            velocities[lane] = v + (v * vv + shift.velocity[lane]);
        }
    }
    for (lane, (position, velocity)) in rest.iter_mut().zip(velocity_rest).enumerate() {
        let v = *velocity;
        *position += v * xv + shift.position[lane];
        *velocity = v + (v * vv + shift.velocity[lane]);
    }
}

/// States under any isotropic flow.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn swing<T: RealField + Copy>(
    [[xx, xv], [vx, vv]]: Coefficients<T>,
    shift: &Pattern<T>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let (blocks, rest) = positions.as_chunks_mut::<LANES>();
    let (velocity_blocks, velocity_rest) = velocities.as_chunks_mut::<LANES>();
    for (positions, velocities) in blocks.iter_mut().zip(velocity_blocks) {
        for lane in 0..LANES {
            let (x, v) = (positions[lane], velocities[lane]);
            positions[lane] = x + (x * xx + v * xv + shift.position[lane]);
            velocities[lane] = v + (x * vx + v * vv + shift.velocity[lane]);
        }
    }
    for (lane, (position, velocity)) in rest.iter_mut().zip(velocity_rest).enumerate() {
        let (x, v) = (*position, *velocity);
        *position = x + (x * xx + v * xv + shift.position[lane]);
        *velocity = v + (x * vx + v * vv + shift.velocity[lane]);
    }
}

/// States under a flow of matrices.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn whirl<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let (positions, _) = positions.as_chunks_mut::<D>();
    let (velocities, _) = velocities.as_chunks_mut::<D>();
    for (position, velocity) in positions.iter_mut().zip(velocities) {
        let (x, v) = (SVector::from(*position), SVector::from(*velocity));
        let (x, v) = matrices.moved(&x, &v, shift);
        *position = x.into();
        *velocity = v.into();
    }
}

/// States in a space of so many axes that no block holds whole ones.
fn one_by_one<T: RealField + Copy, const D: usize>(
    flow: &Flow<T, D>,
    shift: &Shift<T, D>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let (positions, _) = positions.as_chunks_mut::<D>();
    let (velocities, _) = velocities.as_chunks_mut::<D>();
    for (position, velocity) in positions.iter_mut().zip(velocities) {
        let (x, v) = (SVector::from(*position), SVector::from(*velocity));
        let (x, v) = flow.moved(&x, &v, shift);
        *position = x.into();
        *velocity = v.into();
    }
}
