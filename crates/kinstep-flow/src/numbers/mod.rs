//! Conversions, checks and components of numbers and vectors.

mod double_double;
mod exponential;
mod slices;

use nalgebra::{RealField, SVector};

pub use double_double::{DoubleDouble, FULL_TURN};
pub use exponential::CompensatedSum;
pub use slices::Float;
pub use slices::decimals;
pub use slices::{are_finite, max_abs};

/// Returns `value` in `f64`, the type in which all coefficients are computed; exact for `f32` and
/// `f64`.
pub fn to_f64<T: RealField + Copy>(value: T) -> f64 {
    nalgebra::convert_unchecked(value)
}

/// Returns `value`, rounded to `T`.
#[must_use]
pub fn from_f64<T: RealField + Copy>(value: f64) -> T {
    nalgebra::convert(value)
}

/// Returns the smallest magnitude of a component that is not set to zero: 2⁻¹⁰³ in `f32`, 2⁻⁹⁷⁰ in
/// `f64`. This is the smallest normal number divided by ε, so that the products with rates are also
/// normal numbers.
#[inline(always)]
#[must_use]
pub fn least_size<T: RealField + Copy>() -> T {
    let is_short = to_f64(T::default_epsilon()) > f64::EPSILON;
    from_f64(if is_short {
        f64::from(f32::MIN_POSITIVE / f32::EPSILON)
    } else {
        f64::MIN_POSITIVE / f64::EPSILON
    })
}

/// Returns `value`, or zero if its magnitude is below [`least_size`].
///
/// Without this, components that decay would become subnormal numbers and stay subnormal; computing
/// with subnormal numbers is slow.
#[inline(always)]
pub fn flushed<T: RealField + Copy>(value: T) -> T {
    if value.abs() < least_size() {
        T::zero()
    } else {
        value
    }
}

/// Returns `value`, rounded to a multiple of [`least_size`]: like [`flushed`], but in two
/// operations, for loops over many numbers. A step of a swarm on damped springs needs 1.14 times as
/// many instructions as without flushing; with `flushed` it needs 1.51 times as many.
///
/// If drag removes less than half of such a multiple in a step, the component no longer changes. It
/// is then a normal number, about 1e-31 in `f32`.
#[inline(always)]
pub fn coarsened<T: RealField + Copy>(value: T) -> T {
    // the unit in the last place of this number is the smallest size
    let level: T = least_size::<T>() / T::default_epsilon();
    (value + level) - level
}

/// Returns the components of a vector.
#[inline]
pub fn components<T, const D: usize>(vector: &mut SVector<T, D>) -> &mut [T; D] {
    let [column] = &mut vector.data.0;
    column
}

/// Whether every component of a vector is finite.
pub fn is_finite<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> bool {
    // 0 · x is NaN unless x is finite; this is faster than a check of each component
    let zero = T::zero();
    (vector.iter()).fold(zero, |sum, component| sum + *component * zero) == zero
}

/// Returns the larger of two numbers, or the first number if one of the two is NaN.
#[inline]
pub fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// Returns the larger of two numbers. If one of them is NaN or infinite, returns that number.
#[inline]
pub fn largest<T: RealField + Copy>(most: T, next: T) -> T {
    if next <= most || !most.is_finite() {
        most
    } else {
        next
    }
}

/// Returns the maximum magnitude of a component. The result is NaN or infinite if a component is
/// NaN or infinite.
#[inline]
pub fn extent<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> T {
    (vector.iter()).fold(T::zero(), |most, component| largest(most, component.abs()))
}

/// Whether a number is positive and finite.
#[inline]
#[must_use]
pub fn is_positive(value: f64) -> bool {
    // two comparisons would be slower: the compiler would merge them into one test of the bits
    value > 0.0 && value * 0.0 == 0.0
}

/// Returns the axis and the value of the first component that is NaN or infinite.
pub fn first_not_finite<T: RealField + Copy, const D: usize>(
    vector: &SVector<T, D>,
) -> Option<(usize, T)> {
    (vector.iter().copied().enumerate()).find(|(_, component)| !component.is_finite())
}

/// Returns the length of a vector, also if the squares of its components overflow or underflow.
#[inline]
pub fn length<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> T {
    let square = vector.norm_squared();
    if square >= least_size() && square.is_finite() {
        return square.sqrt();
    }
    scaled_length(vector)
}

/// Returns the length of a vector, computed in units of its largest component.
#[cold]
fn scaled_length<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> T {
    let unit = extent(vector);
    if unit == T::zero() || !unit.is_finite() {
        return unit;
    }
    (vector / unit).norm() * unit
}

/// Returns the unit vector along a vector; zero for the zero vector.
pub fn direction<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> SVector<T, D> {
    let length = length(vector);
    if length == T::zero() {
        SVector::zeros()
    } else {
        vector / length
    }
}

/// Returns the component of a vector along a unit vector, and the vector without this component.
#[must_use]
pub fn split<const D: usize>(
    vector: &SVector<f64, D>,
    unit: &SVector<f64, D>,
) -> (f64, SVector<f64, D>) {
    let along = unit.dot(vector);
    let across = vector - unit * along;
    // subtracted a second time, because after the first subtraction a small component remains due
    // to rounding
    (along, across - unit * unit.dot(&across))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_right_where_squares_are_not() {
        use nalgebra::Vector2;
        for size in [1e-320, 1e-200, 1e-150, 1.0, 1e150, 1e154, 1e200, 1e308] {
            let of = length(&(Vector2::new(0.3, -0.4) * size));
            // subnormal numbers have fewer digits
            let rounding = 2.0 * f64::EPSILON * size + 2.0 * f64::MIN_POSITIVE * f64::EPSILON;
            assert!((of - 0.5 * size).abs() <= rounding, "{size}: {of}");
        }
        assert_eq!(length(&Vector2::new(3e30_f32, 4e30)), 5e30);
        assert_eq!(length(&Vector2::new(0.0, 0.0)), 0.0);
        assert_eq!(direction(&Vector2::new(0.0, 0.0)), Vector2::zeros());
        assert_eq!(direction(&Vector2::new(-2e200, 0.0)), -Vector2::x());
        assert!(length(&Vector2::new(f64::NAN, 1.0)).is_nan());
        assert!(direction(&Vector2::new(1.0, f64::NAN)).x.is_nan());
        assert_eq!(length(&Vector2::new(1.0, f64::NEG_INFINITY)), f64::INFINITY);
    }

    #[test]
    fn faded_numbers_become_zero_and_no_others() {
        for sign in [1.0, -1.0] {
            for kept in [1.1e-292, 1.0, f64::INFINITY] {
                assert_eq!(flushed(sign * kept), sign * kept);
            }
            assert_eq!(flushed(sign * 1e-292), 0.0);
        }
        for sign in [1.0_f32, -1.0] {
            for kept in [1e-31, 1.0, f32::INFINITY] {
                assert_eq!(flushed(sign * kept), sign * kept);
            }
            assert_eq!(flushed(sign * 9e-32), 0.0);
        }
        assert!(flushed(f64::NAN).is_nan() && flushed(f32::NAN).is_nan());
    }
}
