//! Isotropic flows, number after number.

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::Shift;

/// How many numbers are taken together: whole states of 1, 2, 3 or 4 axes, in whole registers of any width.
pub(super) const LANES: usize = 48;

/// The coefficients of a flow along any axis: position from position and velocity, velocity from both.
pub(super) type Coefficients<T> = [[T; 2]; 2];

/// A shift, repeated over the lanes.
pub(super) struct Pattern<T> {
    pub(super) position: [T; LANES],
    pub(super) velocity: [T; LANES],
}

impl<T: RealField + Copy> Pattern<T> {
    pub(super) fn new<const D: usize>(shift: &Shift<T, D>) -> Self {
        let repeated = |vector: &SVector<T, D>| {
            let mut lanes = [T::zero(); LANES];
            for state in lanes.as_chunks_mut::<D>().0 {
                *state = (*vector).into();
            }
            lanes
        };
        Self {
            position: repeated(&shift.position),
            velocity: repeated(&shift.velocity),
        }
    }
}

/// States whose flow does not depend on where they are.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn glide<T: RealField + Copy>(
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
pub(super) fn swing<T: RealField + Copy>(
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

/// The positions after [`glide`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn glided<T: RealField + Copy>(
    [[_, xv], _]: Coefficients<T>,
    shift: &Pattern<T>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let (blocks, rest) = positions.as_chunks::<LANES>();
    let (velocity_blocks, velocity_rest) = velocities.as_chunks::<LANES>();
    let (after_blocks, after_rest) = after.as_chunks_mut::<LANES>();
    for ((positions, velocities), after) in blocks.iter().zip(velocity_blocks).zip(after_blocks) {
        for lane in 0..LANES {
            after[lane] = positions[lane] + (velocities[lane] * xv + shift.position[lane]);
        }
    }
    let rest = rest.iter().zip(velocity_rest).zip(after_rest);
    for (lane, ((x, v), after)) in rest.enumerate() {
        *after = *x + (*v * xv + shift.position[lane]);
    }
}

/// The positions after [`swing`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn swung<T: RealField + Copy>(
    [[xx, xv], _]: Coefficients<T>,
    shift: &Pattern<T>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let (blocks, rest) = positions.as_chunks::<LANES>();
    let (velocity_blocks, velocity_rest) = velocities.as_chunks::<LANES>();
    let (after_blocks, after_rest) = after.as_chunks_mut::<LANES>();
    for ((positions, velocities), after) in blocks.iter().zip(velocity_blocks).zip(after_blocks) {
        for lane in 0..LANES {
            let (x, v) = (positions[lane], velocities[lane]);
            after[lane] = x + (x * xx + v * xv + shift.position[lane]);
        }
    }
    let rest = rest.iter().zip(velocity_rest).zip(after_rest);
    for (lane, ((x, v), after)) in rest.enumerate() {
        *after = *x + (*x * xx + *v * xv + shift.position[lane]);
    }
}
