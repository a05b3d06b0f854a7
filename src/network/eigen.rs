//! Eigenvectors of symmetric matrices to 30 digits, and their rounding.

use alloc::vec::Vec;

use nalgebra::ComplexField;

use super::wide_matrix::{ONE, WideMatrix, ZERO};
use crate::numbers::DoubleDouble;

/// Sweeps over all pairs: 5 to 12 are enough; beyond this many the result stays as it is.
const MOST_SWEEPS: usize = 40;

/// `Qᵀ A Q`, diagonal to 30 digits, and `Qᵀ`, by Jacobi rotations that start with a given `Qᵀ`.
///
/// An entry is left alone where it is below rounding beside the roots of its diagonal entries, so that small eigenvalues of
/// a graded matrix are accurate to their own size (Demmel and Veselić 1992).
pub(super) fn diagonalised(
    mut matrix: WideMatrix,
    mut transposed: WideMatrix,
) -> (WideMatrix, WideMatrix) {
    let n = matrix.size();
    // entries this small change nothing at all
    let floor = matrix.most() * 1e-45;
    for _ in 0..MOST_SWEEPS {
        let mut is_done = true;
        for p in 0..n {
            for q in p + 1..n {
                let entry = matrix.at(p, q).high;
                let diagonal = matrix.at(p, p).high * matrix.at(q, q).high;
                let limit = ComplexField::sqrt(ComplexField::abs(diagonal)) * 1e-31;
                // true for NaN, which ends the search
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
    // the rotations leave Qᵀ Q = 1 to a few roundings each: Q (3 - Qᵀ Q)/2 removes these
    let rest = transposed.times(&transposed.transposed());
    let three = WideMatrix::one(n).plus_scaled(&WideMatrix::one(n), 2.0);
    let factor = three.plus_scaled(&rest, -1.0).scaled(0.5);
    (matrix, factor.times(&transposed))
}

/// A rotation of rows and columns p and q that makes their common entry zero.
fn rotate(matrix: &mut WideMatrix, transposed: &mut WideMatrix, [p, q]: [usize; 2]) {
    let (pp, qq, pq) = (matrix.at(p, p), matrix.at(q, q), matrix.at(p, q));
    // the tangent t solves t² + 2 θ t = 1; the smaller root
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

/// A reflection, which is symmetric and orthogonal, whose first row is `± direction` (of length 1).
pub(super) fn reflection(direction: &[DoubleDouble]) -> WideMatrix {
    // 1 - 2 w wᵀ/(wᵀ w) with w = direction ± e₀, the sign for which nothing cancels
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

/// A column of length 1 rounded to `f64` so that its length is 1 to many more digits.
///
/// What accumulates from step to step is the error of the length alone. Entries move by single units in the last place,
/// alone or in pairs, while that brings the length nearer to 1.
pub(super) fn norm_rounded(column: &mut [f64]) {
    const ROUNDS: usize = 8;
    let mut moved: Vec<i8> = column.iter().map(|_| 0).collect();
    for _ in 0..ROUNDS {
        let excess = excess(column);
        let mut moves: Vec<Move> = (column.iter().zip(&moved).enumerate())
            .flat_map(|(place, (entry, moved))| Move::both(place, *entry, *moved))
            .collect();
        moves.sort_by(|a, b| a.change.total_cmp(&b.change));
        let Some(best) = best_moves(&moves, excess) else {
            return;
        };
        for step in best.into_iter().flatten() {
            column[step.place] = step.entry;
            moved[step.place] += step.sign;
        }
    }
}

/// `|q|² - 1`.
pub(super) fn excess(column: &[f64]) -> f64 {
    let square = (column.iter()).fold(DoubleDouble::from(-1.0), |sum, entry| {
        sum + DoubleDouble::product(*entry, *entry)
    });
    square.value()
}

/// An entry that moves by one unit in the last place.
#[derive(Debug, Clone, Copy)]
struct Move {
    place: usize,
    sign: i8,
    /// The entry after it.
    entry: f64,
    /// How much the square of the length grows.
    change: f64,
}

impl Move {
    /// Away from zero and towards it. An entry moves by two units at most.
    fn both(place: usize, entry: f64, moved: i8) -> impl Iterator<Item = Self> {
        [1, -1].into_iter().filter_map(move |sign: i8| {
            let is_near = (moved + sign).abs() <= 2;
            if ComplexField::abs(entry) < f64::EPSILON || !is_near {
                return None;
            }
            let next = if (entry > 0.0) == (sign > 0) {
                entry.next_up()
            } else {
                entry.next_down()
            };
            let change = (next - entry) * (next + entry);
            Some(Self {
                place,
                sign,
                entry: next,
                change,
            })
        })
    }
}

/// The move or the two moves that come nearest to removing the excess, if they reduce it.
fn best_moves(moves: &[Move], excess: f64) -> Option<[Option<Move>; 2]> {
    let mut least = ComplexField::abs(excess);
    let mut best = None;
    let mut consider = |left: f64, steps: [Option<Move>; 2]| {
        if ComplexField::abs(left) < least {
            least = ComplexField::abs(left);
            best = Some(steps);
        }
    };
    for one in moves {
        let left = excess + one.change;
        consider(left, [Some(*one), None]);
        // the moves whose change is nearest to what is left
        let place = moves.partition_point(|other| other.change < -left);
        for other in moves[place.saturating_sub(2)..].iter().take(4) {
            if other.place != one.place {
                consider(left + other.change, [Some(*one), Some(*other)]);
            }
        }
    }
    best
}
