//! The eigenvectors of a network, and products of matrices with the states of all bodies or modes.

use super::assembly::{Assembly, Part};
use super::eigen::{diagonalised, reflection};
use super::wide_matrix::{WideMatrix, ZERO};
use crate::numbers::DoubleDouble;
use alloc::vec;
use alloc::vec::Vec;
use multiversion::multiversion;
use nalgebra::ComplexField;

/// Number of entries of a row that are computed at the same time. Rows are padded with zeros to a
/// multiple of this number.
const LANES: usize = 8;

/// Two vectors of a body or a mode: position and velocity, or constant and ramp of a force.
pub(super) type Pair<const D: usize> = [[f64; D]; 2];

/// Returns the length of a padded row.
pub(super) fn padded(size: usize) -> usize {
    size.next_multiple_of(LANES)
}

/// Computes `output = matrixᵀ input` for each of P vectors of D axes; the matrix is stored row by row.
///
/// Each sum adds the rows in order, for a block of columns at a time. No sum is reassociated, so
/// the bits are the same on every machine.
pub(super) fn transposed_product<const D: usize, const P: usize>(
    matrix: &[f64],
    input: &[[[f64; D]; P]],
    output: &mut [[[f64; D]; P]],
) {
    let stride = padded(output.len());
    let mut sums = [[0.0; LANES]; D];
    for (block, outputs) in output.chunks_mut(LANES).enumerate() {
        // computes one vector at a time, because the sums of all vectors do not fit into the
        // registers
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

/// Computes the sums of a block of columns for one of the vectors.
// a separate function, because otherwise the compiler fills registers with axes instead of columns,
// and needs twice the instructions
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

/// Blocks of the map of all modes, symmetric or transposed, stored row by row.
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

/// Computes the changes of states under accelerations with a constant and a ramp.
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

// The eigenvectors of a network.

/// Eigenvectors of a network, with their stiffness and damping.
pub(super) struct Basis {
    /// Qᵀ.
    pub(super) transposed: WideMatrix,
    /// Eigenvalues of the stiffness K̂ \[1/s²\].
    pub(super) stiffness: Vec<DoubleDouble>,
    /// `qᵀ D̂ q` of each mode \[1/s\].
    pub(super) damping: Vec<DoubleDouble>,
    /// `Qᵀ D̂ Q`; `None` if this matrix is diagonal.
    pub(super) coupling: Option<WideMatrix>,
}

/// Fraction of the largest eigenvalue below which an eigenvalue is zero.
const ZERO_SHARE: f64 = 1e-28;

impl Basis {
    /// Computes the common modes of stiffness and damping if both matrices commute, else the modes
    /// of the stiffness alone.
    pub(super) fn new<const D: usize>(assembly: &Assembly<D>) -> Self {
        let (stiffness, damping) = (&assembly.stiffness, &assembly.damping);
        if damping.matrix.is_zero() {
            return Self::of_stiffness(assembly);
        }
        // adding a fraction of the damping separates modes of equal stiffness and different damping
        let [stiff, damped] = [stiffness, damping].map(|part| power_of_two(part.matrix.most()));
        let share = 0.3125 * stiff / damped;
        let share = power_of_two(share);
        let sum = damping
            .matrix
            .clone()
            .scaled(if stiff == 0.0 { 1.0 } else { share });
        let sum = stiffness.matrix.plus_scaled(&sum, 1.0);
        let is_free = stiffness.is_free && damping.is_uniform;
        let (_, transposed) = diagonalised_free(sum, is_free, &assembly.roots);
        let [stiffness, damping] =
            [stiffness, damping].map(|part| between(&transposed, &part.matrix));
        if !(is_diagonal(&stiffness) && is_diagonal(&damping)) {
            return Self::of_stiffness(assembly);
        }
        let mut basis = Self {
            stiffness: diagonal(&stiffness),
            damping: diagonal(&damping),
            transposed,
            coupling: None,
        };
        basis.clear(&assembly.stiffness, &assembly.damping);
        basis
    }

    fn of_stiffness<const D: usize>(assembly: &Assembly<D>) -> Self {
        let stiffness = &assembly.stiffness;
        let (values, transposed) =
            diagonalised_free(stiffness.matrix.clone(), stiffness.is_free, &assembly.roots);
        let (damping, coupling) = if assembly.damping.matrix.is_zero() {
            (vec![ZERO; transposed.size()], None)
        } else {
            let matrix = between(&transposed, &assembly.damping.matrix);
            (diagonal(&matrix), Some(matrix))
        };
        let mut basis = Self {
            stiffness: diagonal(&values),
            damping,
            transposed,
            coupling,
        };
        basis.clear(stiffness, &assembly.damping);
        basis
    }

    /// Sets those eigenvalues to zero that are zero to rounding.
    fn clear(&mut self, stiffness: &Part, damping: &Part) {
        let sets = [
            (&mut self.stiffness, stiffness),
            (&mut self.damping, damping),
        ];
        for (values, part) in sets {
            let limit = part.matrix.most() * ZERO_SHARE;
            for value in values.iter_mut() {
                if ComplexField::abs(value.high) <= limit {
                    *value = ZERO;
                }
            }
        }
    }

    /// Sorts modes by stiffness; modes of equal stiffness keep their order.
    pub(super) fn sort(&mut self) {
        let n = self.transposed.size();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|a, b| self.stiffness[*a].high.total_cmp(&self.stiffness[*b].high));
        let sorted = |values: &[DoubleDouble]| order.iter().map(|mode| values[*mode]).collect();
        self.stiffness = sorted(&self.stiffness);
        self.damping = sorted(&self.damping);
        self.transposed =
            WideMatrix::from_fn(n, |mode, body| self.transposed.at(order[mode], body));
        self.coupling = (self.coupling.as_ref())
            .map(|matrix| WideMatrix::from_fn(n, |a, b| matrix.at(order[a], order[b])));
    }
}

/// Returns eigenvalues and eigenvectors. For a free network the first eigenvector is `√m/√M`, and
/// its eigenvalue follows from the matrix.
fn diagonalised_free(
    matrix: WideMatrix,
    is_free: bool,
    roots: &[DoubleDouble],
) -> (WideMatrix, WideMatrix) {
    let n = matrix.size();
    // scales the entries to about 1, to prevent overflow
    let scale = power_of_two(matrix.most());
    let scale = if scale == 0.0 { 1.0 } else { scale };
    let matrix = matrix.scaled(1.0 / scale);
    if !is_free {
        let (values, transposed) = diagonalised(matrix, WideMatrix::one(n));
        return (values.scaled(scale), transposed);
    }
    let mass = roots.iter().fold(ZERO, |sum, root| sum + *root * *root);
    let root = mass.root();
    let direction: Vec<_> = roots.iter().map(|part| part.over(root)).collect();
    let start = reflection(&direction);
    let mut matrix = between(&start, &matrix);
    for other in 1..n {
        matrix.set(0, other, ZERO);
        matrix.set(other, 0, ZERO);
    }
    let (values, transposed) = diagonalised(matrix, start);
    (values.scaled(scale), transposed)
}

/// Returns `Qᵀ A Q`, exactly symmetric.
fn between(transposed: &WideMatrix, matrix: &WideMatrix) -> WideMatrix {
    let mut product = (transposed.times(matrix)).times(&transposed.transposed());
    for row in 0..product.size() {
        for column in 0..row {
            product.set(column, row, product.at(row, column));
        }
    }
    product
}

fn diagonal(matrix: &WideMatrix) -> Vec<DoubleDouble> {
    (0..matrix.size()).map(|row| matrix.at(row, row)).collect()
}

/// Whether all off-diagonal entries are below the rounding of the coefficients, `8 ε √(d_a d_b)`.
fn is_diagonal(matrix: &WideMatrix) -> bool {
    // rounding error of the matrix itself
    let floor = matrix.most() * 1e-29;
    let size = |row: usize| ComplexField::sqrt(ComplexField::abs(matrix.at(row, row).high));
    (0..matrix.size()).all(|row| {
        (0..row).all(|column| {
            let limit = 8.0 * f64::EPSILON * size(row) * size(column) + floor;
            ComplexField::abs(matrix.at(row, column).high) <= limit
        })
    })
}

/// Returns the largest power of two that does not exceed a positive normal number; zero for any
/// other number.
fn power_of_two(number: f64) -> f64 {
    if number.is_normal() && number > 0.0 {
        f64::from_bits(number.to_bits() & 0x7ff0_0000_0000_0000)
    } else {
        0.0
    }
}
