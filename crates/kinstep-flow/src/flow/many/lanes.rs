//! Isotropic flows, applied to flat arrays.

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::Shift;
use crate::flow::form::Move;

/// Number of numbers per chunk. A chunk consists of whole states with 1, 2, 3 or 4 axes, and of
/// whole vector registers of any width.
pub(super) const LANES: usize = 48;

/// A shift, repeated over all lanes.
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

    #[inline(always)]
    fn at(&self, lane: usize) -> [T; 2] {
        [self.position[lane], self.velocity[lane]]
    }
}

/// Moves the states of flat arrays by the map `form` and a shift.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn advance<T: RealField + Copy, M: Move<T>>(
    form: M,
    shift: &Pattern<T>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let (blocks, rest) = positions.as_chunks_mut::<LANES>();
    let (velocity_blocks, velocity_rest) = velocities.as_chunks_mut::<LANES>();
    for (positions, velocities) in blocks.iter_mut().zip(velocity_blocks) {
        for lane in 0..LANES {
            let state = [positions[lane], velocities[lane]];
            [positions[lane], velocities[lane]] = form.moved(state, shift.at(lane));
        }
    }
    for (lane, (position, velocity)) in rest.iter_mut().zip(velocity_rest).enumerate() {
        [*position, *velocity] = form.moved([*position, *velocity], shift.at(lane));
    }
}

/// Returns the positions that [`advance`] would compute.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn positions_after<T: RealField + Copy, M: Move<T>>(
    form: M,
    shift: &Pattern<T>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let (blocks, rest) = positions.as_chunks::<LANES>();
    let (velocity_blocks, velocity_rest) = velocities.as_chunks::<LANES>();
    let (after_blocks, after_rest) = after.as_chunks_mut::<LANES>();
    for ((positions, velocities), after) in blocks.iter().zip(velocity_blocks).zip(after_blocks) {
        for lane in 0..LANES {
            let state = [positions[lane], velocities[lane]];
            [after[lane], _] = form.moved(state, shift.at(lane));
        }
    }
    let rest = rest.iter().zip(velocity_rest).zip(after_rest);
    for (lane, ((x, v), after)) in rest.enumerate() {
        [*after, _] = form.moved([*x, *v], shift.at(lane));
    }
}
