//! Flows of matrices, some states abreast, so that one axis of them is a line.

use core::array;

use multiversion::multiversion;
use nalgebra::{RealField, SMatrix};

use super::super::matrices::{Block, Matrices};
use super::Shift;
use crate::space::fade_level;

/// States under a flow of matrices.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn whirl<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    positions: &mut [T],
    velocities: &mut [T],
) {
    let level = fade_level::<T>();
    let (position_row, velocity_row) = (matrices.position_row(), matrices.velocity_row());
    let positions = positions.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    let velocities = velocities.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    for (positions, velocities) in positions.zip(velocities) {
        let (x, v) = (abreast(positions), abreast(velocities));
        for axis in 0..D {
            let (dx, dv) = (position_row.of(axis, &x, &v), velocity_row.of(axis, &x, &v));
            for (lane, (position, velocity)) in
                positions.iter_mut().zip(&mut *velocities).enumerate()
            {
                position[axis] = (x[axis][lane] + (dx[lane] + shift.position[axis])) - level;
                velocity[axis] = (v[axis][lane] + (dv[lane] + shift.velocity[axis])) - level;
            }
        }
    }
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

/// What a flow of matrices adds to positions, or to velocities.
struct Row<'a, T, const D: usize> {
    from_position: &'a Block<T, D>,
    from_velocity: &'a Block<T, D>,
}

impl<T: RealField + Copy, const D: usize> Matrices<T, D> {
    fn position_row(&self) -> Row<'_, T, D> {
        Row {
            from_position: &self.position_from_position,
            from_velocity: &self.position_from_velocity,
        }
    }

    fn velocity_row(&self) -> Row<'_, T, D> {
        Row {
            from_position: &self.velocity_from_position,
            from_velocity: &self.velocity_from_velocity,
        }
    }
}

impl<T: RealField + Copy, const D: usize> Row<'_, T, D> {
    /// Along one axis, of states that stand abreast: in the order in which [`Matrices::moved`] adds.
    #[inline(always)]
    fn of(&self, axis: usize, x: &[[T; ABREAST]; D], v: &[[T; ABREAST]; D]) -> [T; ABREAST] {
        let product = |matrix: &SMatrix<T, D, D>, vectors: &[[T; ABREAST]; D]| {
            let mut sums = vectors[0].map(|component| matrix[(axis, 0)] * component);
            for column in 1..D {
                let entry = matrix[(axis, column)];
                for lane in 0..ABREAST {
                    sums[lane] += entry * vectors[column][lane];
                }
            }
            sums
        };
        let (low_x, low_v) = (
            product(&self.from_position.low, x),
            product(&self.from_velocity.low, v),
        );
        let (high_x, high_v) = (
            product(&self.from_position.matrix, x),
            product(&self.from_velocity.matrix, v),
        );
        array::from_fn(|lane| high_x[lane] + high_v[lane] + (low_x[lane] + low_v[lane]))
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
    let level = fade_level::<T>();
    let row = matrices.position_row();
    let positions = positions.as_chunks::<D>().0.chunks(ABREAST);
    let velocities = velocities.as_chunks::<D>().0.chunks(ABREAST);
    let after = after.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    for ((positions, velocities), after) in positions.zip(velocities).zip(after) {
        let (x, v) = (abreast(positions), abreast(velocities));
        for axis in 0..D {
            let dx = row.of(axis, &x, &v);
            for (lane, position) in after.iter_mut().enumerate() {
                position[axis] = (x[axis][lane] + (dx[lane] + shift.position[axis])) - level;
            }
        }
    }
}
