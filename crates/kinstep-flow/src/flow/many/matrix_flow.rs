//! Flows with matrices, applied to batches of states that are stored axis by axis.

use core::array;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::super::matrices::{Matrices, Row};
use super::Shift;

/// Moves states along a flow with matrices.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn advance<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let positions = positions.as_chunks_mut::<D>().0.chunks_mut(BATCH);
    let velocities = velocities.as_chunks_mut::<D>().0.chunks_mut(BATCH);
    for (positions, velocities) in positions.zip(velocities) {
        let (x, v) = (by_axis(positions), by_axis(velocities));
        apply(&matrices.position, &x, [&x, &v], &shift.position, positions);
        apply(
            &matrices.velocity,
            &v,
            [&x, &v],
            &shift.velocity,
            velocities,
        );
    }
}

/// Writes the positions that [`advance`] would compute. The states do not change.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn positions_after<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let positions = positions.as_chunks::<D>().0.chunks(BATCH);
    let velocities = velocities.as_chunks::<D>().0.chunks(BATCH);
    let after = after.as_chunks_mut::<D>().0.chunks_mut(BATCH);
    for ((positions, velocities), after) in positions.zip(velocities).zip(after) {
        let (x, v) = (by_axis(positions), by_axis(velocities));
        apply(&matrices.position, &x, [&x, &v], &shift.position, after);
    }
}

/// Writes the positions, or the velocities, of a batch of states after the flow. `before` contains
/// the same vectors before the flow.
#[inline(always)]
fn apply<T: RealField + Copy, const D: usize>(
    row: &Row<D>,
    before: &[[T; BATCH]; D],
    [x, v]: [&[[T; BATCH]; D]; 2],
    shift: &SVector<T, D>,
    after: &mut [[T; D]],
) {
    for axis in 0..D {
        let next: [T; BATCH] = array::from_fn(|lane| {
            let state = [x, v].map(|lines| lines.map(|line| line[lane]));
            row.after(
                axis,
                before[axis][lane],
                [&state[0], &state[1]],
                shift[axis],
            )
        });
        for (vector, next) in after.iter_mut().zip(next) {
            vector[axis] = next;
        }
    }
}

/// Number of states in a batch.
const BATCH: usize = 64;

/// Returns the components of up to [`BATCH`] vectors, axis by axis.
#[inline(always)]
fn by_axis<T: RealField + Copy, const D: usize>(vectors: &[[T; D]]) -> [[T; BATCH]; D] {
    let mut lines = [[T::zero(); BATCH]; D];
    for (lane, vector) in vectors.iter().enumerate() {
        for (line, component) in lines.iter_mut().zip(vector) {
            line[lane] = *component;
        }
    }
    lines
}
