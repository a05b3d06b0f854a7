//! Products of matrices with the states of all bodies or modes.

use multiversion::multiversion;

/// Number of entries of a row that are computed together. Rows are padded with zeros to a multiple of it.
pub(super) const LANES: usize = 8;

/// Two vectors of a body or a mode: position and velocity, or constant and ramp of a force.
pub(super) type Pair<const D: usize> = [[f64; D]; 2];

/// Length of padded rows.
pub(super) fn padded(size: usize) -> usize {
    size.next_multiple_of(LANES)
}

/// `output = matrixᵀ input` for each of P vectors of D axes; the matrix is stored row by row.
///
/// Sums run over rows in order, for a block of columns at a time. Nothing is reassociated, so the bits are the same on
/// every machine.
pub(super) fn transposed_product<const D: usize, const P: usize>(
    matrix: &[f64],
    input: &[[[f64; D]; P]],
    output: &mut [[[f64; D]; P]],
) {
    let stride = padded(output.len());
    let mut sums = [[0.0; LANES]; D];
    for (block, outputs) in output.chunks_mut(LANES).enumerate() {
        // one vector at a time: the sums of all vectors would not fit in the registers
        for part in 0..P {
            block_sums((matrix, stride), block, input, part, &mut sums);
            for (lane, vectors) in outputs.iter_mut().enumerate() {
                for axis in 0..D {
                    vectors[part][axis] = sums[axis][lane];
                }
            }
        }
    }
}

/// Sums of a block of columns for one of the vectors.
// a separate function: otherwise the compiler forms registers of axes instead of columns, and needs twice the instructions
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn block_sums<const D: usize, const P: usize>(
    (matrix, stride): (&[f64], usize),
    block: usize,
    input: &[[[f64; D]; P]],
    part: usize,
    sums: &mut [[f64; LANES]; D],
) {
    let mut own = [[0.0; LANES]; D];
    for (vectors, row) in input.iter().zip(matrix.chunks_exact(stride)) {
        let Some(row) = row[block * LANES..].first_chunk::<LANES>() else {
            break;
        };
        for axis in 0..D {
            let component = vectors[part][axis];
            for lane in 0..LANES {
                own[axis][lane] += row[lane] * component;
            }
        }
    }
    *sums = own;
}

/// Symmetric or transposed blocks of the map of all modes, row by row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blocks<'a> {
    /// Changes of positions and velocities by positions.
    pub(super) by_position: [&'a [f64]; 2],
    /// Changes of positions and velocities by velocities.
    pub(super) by_velocity: [&'a [f64]; 2],
    /// Changes of positions and velocities by constant accelerations.
    pub(super) by_constant: [&'a [f64]; 2],
    /// Changes of positions and velocities by ramps.
    pub(super) by_ramp: [&'a [f64]; 2],
}

/// Changes of states under accelerations with a constant and a ramp.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub(super) fn mapped<const D: usize>(
    blocks: &Blocks<'_>,
    states: &[Pair<D>],
    accelerations: &[Pair<D>],
    changes: &mut [Pair<D>],
) {
    let stride = padded(changes.len());
    for (block, outputs) in changes.chunks_mut(LANES).enumerate() {
        let mut sums = [[[0.0; LANES]; D]; 2];
        for (mode, (state, acceleration)) in states.iter().zip(accelerations).enumerate() {
            let start = mode * stride + block * LANES;
            let parts = [
                (&blocks.by_position, &state[0]),
                (&blocks.by_velocity, &state[1]),
                (&blocks.by_constant, &acceleration[0]),
                (&blocks.by_ramp, &acceleration[1]),
            ];
            for (matrices, vector) in parts {
                for (sums, matrix) in sums.iter_mut().zip(matrices) {
                    let row = &matrix[start..start + LANES];
                    for axis in 0..D {
                        for lane in 0..LANES {
                            sums[axis][lane] += row[lane] * vector[axis];
                        }
                    }
                }
            }
        }
        for (lane, vectors) in outputs.iter_mut().enumerate() {
            for part in 0..2 {
                for axis in 0..D {
                    vectors[part][axis] = sums[part][axis][lane];
                }
            }
        }
    }
}
