//! What differs between the plane and space, behind one bound.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Neg, Sub};

use nalgebra::{RealField, SVector, Vector3};

/// A real number type together with the dimension `D` it is used in.
///
/// Implemented for every `T: RealField + Copy` (`f32` and `f64`) in the plane (`D = 2`) and in space
/// (`D = 3`); there is nothing to implement for users. Everything that differs between the two
/// dimensions is named here, so that the rest of the crate is written once.
///
/// ```
/// use kinstep::{Real, nalgebra::{Vector2, Vector3}};
///
/// // in the plane the axial quantity is a number, in space a vector
/// assert_eq!(Real::<2>::cross(&Vector2::new(2.0, 0.0), &Vector2::new(0.0, 3.0)), 6.0);
/// let torque = <f64 as Real<3>>::cross(&Vector3::x(), &Vector3::y());
/// assert_eq!(torque, Vector3::z());
/// ```
pub trait Real<const D: usize>: RealField + Copy {
    /// An axial quantity (angular velocity, angular momentum, torque): a number in the plane,
    /// counted counter-clockwise; a vector in space.
    type Axial: Copy
        + Debug
        + PartialEq
        + Send
        + Sync
        + Add<Output = Self::Axial>
        + AddAssign
        + Neg<Output = Self::Axial>
        + Sub<Output = Self::Axial>
        + 'static;

    /// The axial product `a × b`, right-handed.
    #[must_use]
    fn cross(a: &SVector<Self, D>, b: &SVector<Self, D>) -> Self::Axial;
}

impl<T: RealField + Copy> Real<2> for T {
    type Axial = T;

    fn cross(a: &SVector<T, 2>, b: &SVector<T, 2>) -> T {
        a.perp(b)
    }
}

impl<T: RealField + Copy> Real<3> for T {
    type Axial = Vector3<T>;

    fn cross(a: &SVector<T, 3>, b: &SVector<T, 3>) -> Vector3<T> {
        a.cross(b)
    }
}

/// `value` in `f64`, where all coefficients are computed; exact for `f32` and `f64`.
pub(crate) fn widen<T: RealField + Copy>(value: T) -> f64 {
    nalgebra::convert_unchecked(value)
}

/// `value` rounded to `T`.
pub(crate) fn narrow<T: RealField + Copy>(value: f64) -> T {
    nalgebra::convert(value)
}

/// Whether every component is finite.
pub(crate) fn is_finite<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> bool {
    // zero times what is not finite is not a number: cheaper than to look at the bits of each
    let zero = T::zero();
    (vector.iter()).fold(zero, |sum, component| sum + *component * zero) == zero
}

/// Whether a number is positive and finite.
#[inline]
pub(crate) fn is_positive(value: f64) -> bool {
    // two comparisons would be made one look at the bits, which takes longer
    value > 0.0 && value * 0.0 == 0.0
}

/// The first component that is NaN or infinite, with its axis.
pub(crate) fn first_not_finite<T: RealField + Copy, const D: usize>(
    vector: &SVector<T, D>,
) -> Option<(usize, T)> {
    (vector.iter().copied().enumerate()).find(|(_, component)| !component.is_finite())
}

/// The direction of a vector, of length 1; zero where there is none.
pub(crate) fn direction<T: RealField + Copy, const D: usize>(
    vector: &SVector<T, D>,
) -> SVector<T, D> {
    vector
        .try_normalize(T::zero())
        .unwrap_or_else(SVector::zeros)
}

/// The part of a vector along a direction of length 1, and what is across it.
pub(crate) fn split<const D: usize>(
    vector: &SVector<f64, D>,
    unit: &SVector<f64, D>,
) -> (f64, SVector<f64, D>) {
    let along = unit.dot(vector);
    let across = vector - unit * along;
    // once more, for what rounding left
    (along, across - unit * unit.dot(&across))
}
