//! A flow applied to many states at once, stored number after number.
//!
//! The coefficients are the same along all axes, so that states need not be told apart: positions and velocities are
//! two lines of numbers, and only the shift knows about axes. Each number is computed as [`Flow::advance`] does, so
//! that the results are those of one state after the other, to the bit.

use core::array;

use multiversion::multiversion;
use nalgebra::{RealField, SMatrix, SVector};

use super::Flow;
use super::map::Shift;
use super::matrices::{Block, Matrices};

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

/// A flow that starts at a certain time, laid out over the lanes: made once, and applied to any number of states.
pub(crate) struct LaidOut<'a, T, const D: usize> {
    flow: &'a Flow<T, D>,
    shift: Shift<T, D>,
    pattern: Pattern<T>,
    coefficients: Coefficients<T>,
}

/// What a flow adds to `normal · x`: `from_position · x + from_velocity · v + shift`.
pub(crate) struct Along<T, const D: usize> {
    pub(crate) from_position: SVector<T, D>,
    pub(crate) from_velocity: SVector<T, D>,
    pub(crate) shift: T,
    /// What is added to a component of the position at most, per size of position and of velocity, and besides.
    pub(crate) growth: [T; 3],
}

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// Moves states that are at `time` \[s\] along the flow: positions and velocities as numbers, D for each
    /// state, as many of the one as of the other.
    pub(crate) fn advance_flat(&self, positions: &mut [T], velocities: &mut [T], time: T) {
        self.laid_out(time).advance(positions, velocities);
    }

    /// The flow of states that are at `time` \[s\].
    pub(crate) fn laid_out(&self, time: T) -> LaidOut<'_, T, D> {
        let shift = self.shift_at(time);
        LaidOut {
            flow: self,
            pattern: Pattern::new(&shift),
            shift,
            coefficients: [
                [self.position_from_position, self.position_from_velocity],
                [self.velocity_from_position, self.velocity_from_velocity],
            ],
        }
    }

    /// What it adds to the height along a normal, of states that are at `time` \[s\].
    pub(crate) fn along(&self, normal: &SVector<T, D>, time: T) -> Along<T, D> {
        let shift = self.shift_at(time).position;
        let (from_position, from_velocity, [from_x, from_v]) = match self.matrices() {
            Some(matrices) => (
                matrices.position_from_position.matrix.tr_mul(normal),
                matrices.position_from_velocity.matrix.tr_mul(normal),
                [matrices.growth()[0]; 2],
            ),
            None => {
                let [xx, xv] = [self.position_from_position, self.position_from_velocity];
                (normal * xx, normal * xv, [xx.abs(), xv.abs()])
            }
        };
        Along {
            from_position,
            from_velocity,
            shift: normal.dot(&shift),
            growth: [from_x, from_v, shift.amax()],
        }
    }
}

impl<T: RealField + Copy, const D: usize> LaidOut<'_, T, D> {
    /// Moves states along the flow: positions and velocities as numbers.
    pub(crate) fn advance(&self, positions: &mut [T], velocities: &mut [T]) {
        debug_assert_eq!(positions.len(), velocities.len());
        if let Some(matrices) = self.flow.matrices() {
            whirl(matrices, &self.shift, positions, velocities);
        } else if !LANES.is_multiple_of(D) {
            one_by_one(self.flow, &self.shift, positions, velocities);
        } else if self.flow.is_free_of_place() {
            glide(self.coefficients, &self.pattern, positions, velocities);
        } else {
            swing(self.coefficients, &self.pattern, positions, velocities);
        }
    }

    /// Where the states would be after the flow: the positions that [`advance`](Self::advance) leaves, to the bit.
    pub(crate) fn positions_after(&self, positions: &[T], velocities: &[T], after: &mut [T]) {
        debug_assert_eq!(positions.len(), velocities.len());
        debug_assert_eq!(positions.len(), after.len());
        if let Some(matrices) = self.flow.matrices() {
            whirled(matrices, &self.shift, [positions, velocities], after);
        } else if !LANES.is_multiple_of(D) {
            one_by_one_moved(self.flow, &self.shift, [positions, velocities], after);
        } else if self.flow.is_free_of_place() {
            glided(
                self.coefficients,
                &self.pattern,
                [positions, velocities],
                after,
            );
        } else {
            swung(
                self.coefficients,
                &self.pattern,
                [positions, velocities],
                after,
            );
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
                position[axis] = x[axis][lane] + (dx[lane] + shift.position[axis]);
                velocity[axis] = v[axis][lane] + (dv[lane] + shift.velocity[axis]);
            }
        }
    }
}

/// So many states are turned by matrices abreast.
const ABREAST: usize = 16;

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

/// The positions after [`glide`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn glided<T: RealField + Copy>(
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
fn swung<T: RealField + Copy>(
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

/// The positions after [`whirl`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn whirled<T: RealField + Copy, const D: usize>(
    matrices: &Matrices<T, D>,
    shift: &Shift<T, D>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let row = matrices.position_row();
    let positions = positions.as_chunks::<D>().0.chunks(ABREAST);
    let velocities = velocities.as_chunks::<D>().0.chunks(ABREAST);
    let after = after.as_chunks_mut::<D>().0.chunks_mut(ABREAST);
    for ((positions, velocities), after) in positions.zip(velocities).zip(after) {
        let (x, v) = (abreast(positions), abreast(velocities));
        for axis in 0..D {
            let dx = row.of(axis, &x, &v);
            for (lane, position) in after.iter_mut().enumerate() {
                position[axis] = x[axis][lane] + (dx[lane] + shift.position[axis]);
            }
        }
    }
}

/// The positions after [`one_by_one`].
fn one_by_one_moved<T: RealField + Copy, const D: usize>(
    flow: &Flow<T, D>,
    shift: &Shift<T, D>,
    [positions, velocities]: [&[T]; 2],
    after: &mut [T],
) {
    let states = positions.as_chunks::<D>().0.iter();
    let states = states.zip(velocities.as_chunks::<D>().0);
    for ((position, velocity), after) in states.zip(after.as_chunks_mut::<D>().0) {
        let (x, v) = (SVector::from(*position), SVector::from(*velocity));
        *after = flow.moved(&x, &v, shift).0.into();
    }
}
