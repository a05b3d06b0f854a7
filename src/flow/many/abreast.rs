//! Flows of matrices, some states abreast, so that one axis of them is a line.

use core::array;

use multiversion::multiversion;
use nalgebra::RealField;

use super::super::matrices::{Matrices, Row};
use super::Shift;

/// States under a flow of matrices.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn whirl<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let positions = positions.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    let velocities = velocities.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    for (positions, velocities) in positions.zip(velocities) {
        let (x, v) = (abreast(positions), abreast(velocities));
        for axis in 0..D {
            let next = along(
                &matrices.position,
                axis,
                &x[axis],
                [&x, &v],
                shift.position[axis],
            );
            for (position, next) in positions.iter_mut().zip(next) {
                position[axis] = next;
            }
            let next = along(
                &matrices.velocity,
                axis,
                &v[axis],
                [&x, &v],
                shift.velocity[axis],
            );
            for (velocity, next) in velocities.iter_mut().zip(next) {
                velocity[axis] = next;
            }
        }
    }
}

/// The positions after [`whirl`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn whirled<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let positions = positions.as_chunks::<D>().0.chunks(ABREAST);
    let velocities = velocities.as_chunks::<D>().0.chunks(ABREAST);
    let after = after.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    for ((positions, velocities), after) in positions.zip(velocities).zip(after) {
        let (x, v) = (abreast(positions), abreast(velocities));
        for axis in 0..D {
            let next = along(
                &matrices.position,
                axis,
                &x[axis],
                [&x, &v],
                shift.position[axis],
            );
            for (position, next) in after.iter_mut().zip(next) {
                position[axis] = next;
            }
        }
    }
}

/// One component of states that stand abreast, after the flow.
#[inline(always)]
fn along<T: RealField + Copy, const D: usize>(
    row: &Row<D>,
    axis: usize,
    before: &[T; ABREAST],
    [x, v]: [&[[T; ABREAST]; D]; 2],
    shift: T,
) -> [T; ABREAST] {
    array::from_fn(|lane| {
        let state = [x, v].map(|lines| lines.map(|line| line[lane]));
        row.after(axis, before[lane], [&state[0], &state[1]], shift)
    })
}

/// So many states are turned by matrices abreast.
const ABREAST: usize = 64;

/// The components of up to as many vectors, axis by axis.
#[inline(always)]
fn abreast<T: RealField + Copy, const D: usize>(vectors: &[[T; D]]) -> [[T; ABREAST]; D] {
    let mut lines = [[T::zero(); ABREAST]; D];
    for (lane, vector) in vectors.iter().enumerate() {
        for (line, component) in lines.iter_mut().zip(vector) {
            line[lane] = *component;
        }
    }
    lines
}
