//! Eigenvectors of symmetric matrices to 30 digits, and their rounding.

use alloc::vec::Vec;

use nalgebra::ComplexField;

use super::wide_matrix::{ONE, WideMatrix, ZERO};
use crate::numbers::DoubleDouble;

/// Maximum number of sweeps over all pairs. 5 to 12 sweeps are sufficient; after the last sweep the
/// result is used in any case.
const MOST_SWEEPS: usize = 40;

/// Returns `Qᵀ A Q`, which is diagonal to 30 digits, and `Qᵀ`, by Jacobi rotations that start from
/// a given `Qᵀ`.
///
/// An entry is skipped if it is below the rounding error of the geometric mean of the two diagonal
/// entries in its row and column. So small eigenvalues of a graded matrix have small relative
/// errors (Demmel and Veselić 1992).
pub(super) fn diagonalised(
    mut matrix: WideMatrix,
    mut transposed: WideMatrix,
) -> (WideMatrix, WideMatrix) {
    let n = matrix.size();
    // entries below this limit have no effect
    let floor = matrix.most() * 1e-45;
    for _ in 0..MOST_SWEEPS {
        let mut is_done = true;
        for p in 0..n {
            for q in p + 1..n {
                let entry = matrix.at(p, q).high;
                let diagonal = matrix.at(p, p).high * matrix.at(q, q).high;
                let limit = ComplexField::sqrt(ComplexField::abs(diagonal)) * 1e-31;
                // also true for NaN, so NaN ends the iteration
                if !(ComplexField::abs(entry) > limit && ComplexField::abs(entry) > floor) {
                    continue;
                }
                is_done = false;
                rotate(&mut matrix, &mut transposed, [p, q]);
            }
        }
        if is_done {
            break;
        }
    }
    // after the rotations, the error of Qᵀ Q = 1 is a few rounding errors per rotation; the factor
    // (3 - Qᵀ Q)/2 removes these errors
    let rest = transposed.times(&transposed.transposed());
    let three = WideMatrix::one(n).plus_scaled(&WideMatrix::one(n), 2.0);
    let factor = three.plus_scaled(&rest, -1.0).scaled(0.5);
    (matrix, factor.times(&transposed))
}

/// Rotates the rows and columns p and q so that the entry (p, q) becomes zero.
fn rotate(matrix: &mut WideMatrix, transposed: &mut WideMatrix, [p, q]: [usize; 2]) {
    let (pp, qq, pq) = (matrix.at(p, p), matrix.at(q, q), matrix.at(p, q));
    // the tangent t is the smaller root of t² + 2 θ t = 1
    let theta = (qq - pp).over(pq.scaled(2.0));
    let size = ComplexField::abs(theta.high);
    let tangent = if size > 1e20 {
        DoubleDouble::from(0.5 / theta.high)
    } else {
        let root = (theta * theta + ONE).root();
        if theta.high < 0.0 {
            ONE.over(theta - root)
        } else {
            ONE.over(theta + root)
        }
    };
    let cosine = ONE.over((tangent * tangent + ONE).root());
    let turn = [cosine, tangent * cosine];
    matrix.rotate_rows([p, q], turn);
    matrix.set(p, p, pp - tangent * pq);
    matrix.set(q, q, qq + tangent * pq);
    matrix.set(p, q, ZERO);
    matrix.set(q, p, ZERO);
    matrix.mirror(p);
    matrix.mirror(q);
    transposed.rotate_rows([p, q], turn);
}

/// Returns the symmetric orthogonal reflection whose first row is `± direction`. The length of
/// `direction` is 1.
pub(super) fn reflection(direction: &[DoubleDouble]) -> WideMatrix {
    // 1 - 2 w wᵀ/(wᵀ w) with w = direction ± e₀, where the sign is chosen so that nothing cancels
    let mut normal: Vec<_> = direction.to_vec();
    let Some(first) = normal.first_mut() else {
        return WideMatrix::zero(0);
    };
    let sign = if first.high < 0.0 { -1.0 } else { 1.0 };
    *first = *first + DoubleDouble::from(sign);
    let square = (normal.iter()).fold(ZERO, |sum, entry| sum + *entry * *entry);
    let factor = DoubleDouble::from(2.0).over(square);
    WideMatrix::from_fn(normal.len(), |row, column| {
        let one = if row == column { ONE } else { ZERO };
        one - normal[row] * normal[column] * factor
    })
}

/// Changes a rounded column of length 1 so that its length in `f64` is equal to 1 to many more
/// digits.
///
/// Only the error of the length accumulates from step to step. In groups of entries of different
/// magnitudes, each entry is changed by a few units in the last place, in the combination for which
/// the length is nearest to 1.
pub(super) fn norm_rounded(column: &mut [f64]) {
    let indices = movable(column);
    let apart = indices.len().div_ceil(MOVED).max(1);
    for round in 0..apart.min(ROUNDS) {
        let mut group = indices.iter().skip(round).step_by(apart);
        move_group(column, &core::array::from_fn(|_| group.next().copied()));
    }
}

/// Number of entries in a group, and maximum number of groups.
const MOVED: usize = 4;
const ROUNDS: usize = 3;

/// Changes of an entry that are tried, in units in the last place.
const STEPS: [i8; 7] = [0, -1, 1, -2, 2, -3, 3];

/// Changes the entries at `indices` so that the length is as near to 1 as possible.
fn move_group(column: &mut [f64], indices: &[Option<usize>; MOVED]) {
    // change of |q|² by each possible change of each entry
    let growths = indices.map(|index| {
        STEPS.map(|step| {
            let before = index.map_or(0.0, |index| column[index]);
            let after = if index.is_some() {
                stepped(before, step)
            } else {
                before
            };
            (after - before) * (after + before)
        })
    });
    let excess = excess(column);
    let count = STEPS.len();
    let (mut least, mut best) = (f64::INFINITY, 0);
    for combination in 0..count * count * count * count {
        let (mut left, mut rest) = (excess, combination);
        for growths in &growths {
            left += growths[rest % count];
            rest /= count;
        }
        if ComplexField::abs(left) < least {
            (least, best) = (ComplexField::abs(left), combination);
        }
    }
    for index in indices {
        if let Some(index) = index {
            column[*index] = stepped(column[*index], STEPS[best % count]);
        }
        best /= count;
    }
}

/// Returns the indices of entries with different magnitudes, in descending order of magnitude.
fn movable(column: &[f64]) -> Vec<usize> {
    let size = |index: &usize| ComplexField::abs(column[*index]);
    let mut indices: Vec<usize> = (0..column.len())
        .filter(|index| size(index) > f64::EPSILON)
        .collect();
    indices.sort_by(|a, b| size(b).total_cmp(&size(a)));
    // entries of equal magnitude would only repeat the same changes
    indices.dedup_by(|next, before| size(next) > 0.999 * size(before));
    indices
}

/// Returns the number that is `step` units in the last place above `number`.
fn stepped(number: f64, step: i8) -> f64 {
    (0..step.abs()).fold(number, |number, _| {
        if step > 0 {
            number.next_up()
        } else {
            number.next_down()
        }
    })
}

/// Returns `|q|² - 1`.
pub(super) fn excess(column: &[f64]) -> f64 {
    let square = (column.iter()).fold(DoubleDouble::from(-1.0), |sum, entry| {
        sum + DoubleDouble::product(*entry, *entry)
    });
    square.value()
}
