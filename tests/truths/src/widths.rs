//! Numbers of both widths.

use kinstep::Float;
use kinstep::nalgebra::{RealField, SVector, convert, convert_unchecked, try_convert};

/// The nearest number of type `T`.
pub fn narrow<T: RealField + Copy>(value: f64) -> T {
    convert(value)
}

/// The same number in `f64`.
pub fn widen<T: RealField + Copy>(value: T) -> f64 {
    convert_unchecked(value)
}

/// The nearest vector of numbers of type `T`.
pub fn narrow_vector<T: RealField + Copy, const D: usize>(
    vector: &SVector<f64, D>,
) -> SVector<T, D> {
    vector.map(narrow)
}

/// `f64` or `f32`, for tests of both.
pub trait Width: Float {
    /// The machine epsilon.
    const EPS: f64;

    /// The smallest normal number.
    const LEAST: f64;

    /// A number rounded to this width.
    fn held(number: f64) -> f64;

    /// A number in this width.
    fn narrow(number: f64) -> Self {
        convert(number)
    }

    /// A vector in this width.
    fn narrow_all<const D: usize>(vector: impl Into<SVector<f64, D>>) -> SVector<Self, D> {
        vector.into().map(convert)
    }

    /// The same number in `f64`.
    fn wide(self) -> f64 {
        try_convert(self).expect("a number")
    }
}

impl Width for f64 {
    const EPS: f64 = f64::EPSILON;
    const LEAST: f64 = f64::MIN_POSITIVE;

    fn held(number: f64) -> f64 {
        number
    }
}

impl Width for f32 {
    const EPS: f64 = f32::EPSILON as f64;
    const LEAST: f64 = f32::MIN_POSITIVE as f64;

    fn held(number: f64) -> f64 {
        f64::from(number as f32)
    }
}
