//! Inertias as tensors: construction, moves to other points, and sums.

use core::iter::Sum;
use core::ops::Add;

use nalgebra::{
    Matrix3, Quaternion, RealField, Rotation3, SymmetricEigen, UnitQuaternion, Vector3,
};

use super::inertia::Inertia;
use crate::ParameterError;
use crate::numbers::{from_f64, to_f64};

/// Names of the entries of a tensor in errors.
const ENTRIES: [[&str; 3]; 3] = [
    [
        "entry (0, 0) of the inertia [kg m²]",
        "entry (0, 1) of the inertia [kg m²]",
        "entry (0, 2) of the inertia [kg m²]",
    ],
    [
        "entry (1, 0) of the inertia [kg m²]",
        "entry (1, 1) of the inertia [kg m²]",
        "entry (1, 2) of the inertia [kg m²]",
    ],
    [
        "entry (2, 0) of the inertia [kg m²]",
        "entry (2, 1) of the inertia [kg m²]",
        "entry (2, 2) of the inertia [kg m²]",
    ],
];

impl<T: RealField + Copy> Inertia<T> {
    /// Returns the inertia with a symmetric tensor \[kg m²\] in the body's frame, by its principal
    /// axes.
    ///
    /// # Errors
    /// Returns the first entry that is not finite or not symmetric, or the error of
    /// [`check`](Self::check) for the principal moments. If two mirrored entries differ by a few
    /// rounding errors, their mean is used.
    ///
    /// ```
    /// use kinstep_flow::Inertia;
    /// use kinstep_flow::nalgebra::Matrix3;
    ///
    /// let tensor = Matrix3::new(2.0, 0.5, 0.0, 0.5, 2.0, 0.0, 0.0, 0.0, 3.0);
    /// let inertia = Inertia::tensor(tensor)?;
    /// assert!((inertia.moments().min() - 1.5_f64).abs() < 1e-15);
    /// assert!((inertia.to_tensor() - tensor).amax() < 4.0 * f64::EPSILON);
    /// # Ok::<(), kinstep_flow::ParameterError<f64>>(())
    /// ```
    pub fn tensor(tensor: impl Into<Matrix3<T>>) -> Result<Self, ParameterError<T>> {
        let tensor = tensor.into();
        let entries = [
            (0, 0),
            (1, 1),
            (2, 2),
            (0, 1),
            (0, 2),
            (1, 2),
            (1, 0),
            (2, 0),
            (2, 1),
        ];
        for (row, column) in entries {
            let value = tensor[(row, column)];
            ParameterError::unless_finite(ENTRIES[row][column], value)?;
        }
        let slack = 32.0 * to_f64(T::default_epsilon()) * to_f64(tensor.amax());
        for (row, column) in [(0, 1), (0, 2), (1, 2)] {
            let (value, mirrored) = (tensor[(row, column)], tensor[(column, row)]);
            if (to_f64(value) - to_f64(mirrored)).abs() > slack {
                return Err(ParameterError {
                    parameter: ENTRIES[row][column],
                    value,
                    requirement: "that with row and column exchanged, for an inertia is symmetric",
                });
            }
        }
        let tensor = tensor.map(to_f64);
        let inertia = diagonalised((tensor + tensor.transpose()) * 0.5);
        inertia.check()?;
        Ok(inertia)
    }

    /// Returns the tensor of inertia \[kg m²\] in the body's frame.
    #[must_use]
    pub fn to_tensor(&self) -> Matrix3<T> {
        self.wide_tensor().map(from_f64)
    }

    /// Returns the inertia of a body of this mass \[kg\] about another point, by Steiner's theorem:
    /// `I + m (d² 1 - d dᵀ)`, where d \[m\] is the vector from the point to the centre of mass.
    ///
    /// The sum of the moved inertias of all parts is the body's inertia if all offsets are relative
    /// to the body's centre of mass.
    #[must_use]
    pub fn moved(&self, mass: T, offset: impl Into<Vector3<T>>) -> Self {
        let d = offset.into().map(to_f64);
        let steiner = (Matrix3::identity() * d.norm_squared() - d * d.transpose()) * to_f64(mass);
        diagonalised(self.wide_tensor() + steiner)
    }

    /// Returns the tensor in `f64`; it is exactly symmetric.
    fn wide_tensor(&self) -> Matrix3<f64> {
        let moments = self.moments.map(to_f64);
        if self.axes == UnitQuaternion::identity() {
            return Matrix3::from_diagonal(&moments);
        }
        let axes = UnitQuaternion::new_normalize(Quaternion::from(self.axes.coords.map(to_f64)))
            .to_rotation_matrix();
        let tensor = axes.matrix() * Matrix3::from_diagonal(&moments) * axes.matrix().transpose();
        (tensor + tensor.transpose()) * 0.5
    }
}

/// The sum of two parts, about the same point and in the same frame.
impl<T: RealField + Copy> Add for Inertia<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        [self, other].into_iter().sum()
    }
}

/// The sum of many parts, about the same point and in the same frame.
impl<T: RealField + Copy> Sum for Inertia<T> {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        diagonalised(parts.fold(Matrix3::zeros(), |sum, part| sum + part.wide_tensor()))
    }
}

/// Returns the inertia with the principal moments and axes of a symmetric tensor. The moments are
/// NaN if an entry is not finite.
fn diagonalised<T: RealField + Copy>(tensor: Matrix3<f64>) -> Inertia<T> {
    let diagonal = tensor.diagonal();
    if tensor == Matrix3::from_diagonal(&diagonal) {
        return Inertia::principal(diagonal.map(from_f64));
    }
    let is_finite = tensor.iter().all(|entry| entry.is_finite());
    // the limit is far above the number of iterations that are needed
    let eigen = is_finite.then(|| SymmetricEigen::try_new(tensor, f64::EPSILON, 200));
    let Some(eigen) = eigen.flatten() else {
        return Inertia::principal(Vector3::repeat(from_f64(f64::NAN)));
    };
    // a moment that is as small as a rounding error is set to zero
    let rounding = 16.0 * f64::EPSILON * eigen.eigenvalues.amax();
    let is_rounding = |moment: f64| moment.abs() <= rounding;
    let moments = (eigen.eigenvalues).map(|moment| if is_rounding(moment) { 0.0 } else { moment });
    let mut columns = eigen.eigenvectors;
    if columns.determinant() < 0.0 {
        columns.column_mut(2).neg_mut();
    }
    let axes = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(columns));
    Inertia {
        moments: moments.map(from_f64),
        axes: UnitQuaternion::new_normalize(Quaternion::from(axes.coords.map(from_f64))),
    }
}
