//! Principal axes of symmetric matrices.

use nalgebra::{ComplexField, SMatrix, SVector};

use crate::numbers::DoubleDouble;

type Square<const D: usize> = SMatrix<f64, D, D>;

/// Four to six sweeps over all pairs are enough; beyond this many the result stays as it is.
const MOST_SWEEPS: usize = 20;

/// The principal axes of a symmetric matrix, as columns, by Jacobi rotations.
pub(super) fn principal<const D: usize>(matrix: &Square<D>) -> Square<D> {
    let (mut left, mut axes) = (*matrix, Square::identity());
    for _ in 0..MOST_SWEEPS {
        let mut is_done = true;
        for p in 0..D {
            for q in p + 1..D {
                let entry = left[(p, q)];
                let diagonal = left[(p, p)].abs() + left[(q, q)].abs();
                // a NaN ends the search
                if entry.abs() <= 1e-3 * f64::EPSILON * diagonal || entry.is_nan() {
                    continue;
                }
                is_done = false;
                let theta = (left[(q, q)] - left[(p, p)]) / (2.0 * entry);
                let root = ComplexField::sqrt(theta * theta + 1.0);
                // the smaller root of t² + 2 θ t = 1
                let tangent = if theta < 0.0 {
                    1.0 / (theta - root)
                } else {
                    1.0 / (theta + root)
                };
                let cosine = 1.0 / ComplexField::sqrt(tangent * tangent + 1.0);
                let turn = [cosine, tangent * cosine];
                rotate_columns(&mut axes, [p, q], turn);
                rotate_columns(&mut left, [p, q], turn);
                left = left.transpose();
                rotate_columns(&mut left, [p, q], turn);
                (left[(p, q)], left[(q, p)]) = (0.0, 0.0);
            }
        }
        if is_done {
            break;
        }
    }
    axes
}

fn rotate_columns<const D: usize>(
    matrix: &mut Square<D>,
    [p, q]: [usize; 2],
    [cosine, sine]: [f64; 2],
) {
    for row in 0..D {
        let (a, b) = (matrix[(row, p)], matrix[(row, q)]);
        matrix[(row, p)] = cosine * a - sine * b;
        matrix[(row, q)] = sine * a + cosine * b;
    }
}

/// The stiffness along an axis, `nᵀ A n / nᵀ n`, to its own size where it is small beside the matrix.
pub(super) fn along<const D: usize>(matrix: &Square<D>, axis: &SVector<f64, D>) -> f64 {
    let mut sum = DoubleDouble::from(0.0);
    for row in 0..D {
        let pull = DoubleDouble::dot(&matrix.row(row).transpose(), axis);
        sum = sum + pull * DoubleDouble::from(axis[row]);
    }
    sum.over(DoubleDouble::dot(axis, axis)).value()
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Vector3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn principal_axes_are_orthogonal_and_diagonal() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..300 {
            let mut size = || 10_f64.powf(random.random_range(-8.0..8.0));
            let values = Vector3::new(size(), -size(), size());
            let part = Matrix3::from_fn(|_, _| size());
            let matrix = part * Matrix3::from_diagonal(&values) * part.transpose();
            let matrix = (matrix + matrix.transpose()) * 0.5;
            let axes = principal(&matrix);
            let rest = axes.transpose() * axes - Matrix3::identity();
            assert!(rest.amax() < 16.0 * f64::EPSILON);
            let mut diagonal = axes.transpose() * matrix * axes;
            diagonal.fill_diagonal(0.0);
            assert!(diagonal.amax() < 16.0 * f64::EPSILON * matrix.amax());
        }
        let straight = Matrix3::from_diagonal(&[3.0, -2.0, 0.0].into());
        assert_eq!(principal(&straight), Matrix3::identity());
        let bad = Matrix3::repeat(f64::NAN);
        assert_eq!(principal(&bad), Matrix3::identity());
    }
}
