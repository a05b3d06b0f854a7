//! The maximum magnitude of many numbers, and whether they are finite, in one pass.

use super::exponential::Exponential;
use super::larger;
use alloc::format;
use core::fmt::Display;
use multiversion::multiversion;
use nalgebra::RealField;

/// Number of partial maxima or partial sums.
const LANES: usize = 32;

/// Returns the maximum magnitude; `None` if a number is not finite.
pub fn max_abs<T: RealField + Copy>(numbers: &[T]) -> Option<T> {
    let (largest, poison) = max_abs_and_poison(numbers);
    (poison == T::zero()).then_some(largest)
}

/// Returns the maximum magnitude and the sum `Σ 0 · |x|`. The sum is zero, or NaN if a number is
/// not finite.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn max_abs_and_poison<T: RealField + Copy>(numbers: &[T]) -> (T, T) {
    let zero = T::zero();
    let (mut largest, mut poison) = ([zero; LANES], [zero; LANES]);
    let (blocks, rest) = numbers.as_chunks::<LANES>();
    for block in blocks {
        for lane in 0..LANES {
            let size = block[lane].abs();
            largest[lane] = larger(largest[lane], size);
            poison[lane] += size * zero;
        }
    }
    for (lane, number) in rest.iter().enumerate() {
        let size = number.abs();
        largest[lane] = larger(largest[lane], size);
        poison[lane] += size * zero;
    }
    // in pairs, because in a chain each operation would wait for the previous operation
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            let (other, more) = (largest[lane + width], poison[lane + width]);
            largest[lane] = larger(largest[lane], other);
            poison[lane] += more;
        }
        width /= 2;
    }
    (largest[0], poison[0])
}

/// Whether all numbers are finite. `max_abs(numbers).is_some()` has the same result, but needs 8 %
/// more instructions in a step of a world with a closure, and 3 % more in a step of a kicked swarm.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn are_finite<T: RealField + Copy>(numbers: &[T]) -> bool {
    // 0 · x is NaN if x is infinite or NaN, and otherwise 0
    let zero = T::zero();
    let mut sums = [zero; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += chunk[lane] * zero;
        }
    }
    for (sum, number) in sums.iter_mut().zip(rest) {
        *sum += *number * zero;
    }
    // in pairs, because in a chain each addition would wait for the previous addition
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            let other = sums[lane + width];
            sums[lane] += other;
        }
        width /= 2;
    }
    sums[0] == zero
}

// The number of decimals of a number in a message.

/// Number of significant digits of a number in a message.
const DIGITS: usize = 6;

/// Returns the number of decimals with which `{value:.decimals$}` shows a number with six
/// significant digits, without trailing zeros.
#[inline(never)]
pub fn decimals<T: Display>(value: &T) -> usize {
    let exact = format!("{value}");
    let Some((whole, part)) = exact.split_once('.') else {
        return 0; // whole, infinite or NaN
    };
    let whole = whole.trim_start_matches('-');
    let most = if whole == "0" {
        let zeros = part.len() - part.trim_start_matches('0').len();
        zeros + DIGITS
    } else {
        DIGITS.saturating_sub(whole.len())
    };
    let most = most.min(part.len());
    let rounded = format!("{value:.most$}");
    (rounded.split_once('.')).map_or(0, |(_, part)| part.trim_end_matches('0').len())
}

// Floating-point types of large arrays.

/// `f32` or `f64`: the number types of large arrays, stored as plain memory.
///
/// ```
/// use kinstep_flow::{Float, LinearLaw};
///
/// fn fall<T: Float>(positions: &mut [[T; 2]], velocities: &mut [[T; 2]], gravity: T, dt: T) -> bool {
///     let law = LinearLaw::gravity([T::zero(), -gravity]);
///     law.flow(dt).advance_all(positions, velocities, T::zero()).is_ok()
/// }
///
/// assert!(fall(&mut [[0.0_f32; 2]; 10], &mut [[1.0; 2]; 10], 9.81, 0.1));
/// ```
pub trait Float: RealField + Copy + bytemuck::Pod + Exponential {}

impl Float for f32 {}
impl Float for f64 {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_found_wherever_it_is() {
        for index in 0..100 {
            let mut numbers = [0.5_f32; 100];
            numbers[index] = -3.0;
            assert_eq!(max_abs(&numbers), Some(3.0), "{index}");
            for spoiled in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                numbers[index] = spoiled;
                assert_eq!(max_abs(&numbers), None, "{spoiled} at {index}");
            }
        }
        assert_eq!(max_abs::<f64>(&[]), Some(0.0));
    }

    #[test]
    fn one_number_that_is_not_finite_is_found_anywhere() {
        for count in [0, 1, LANES - 1, LANES, 3 * LANES + 5] {
            let mut numbers = vec![1e300; count];
            assert!(are_finite(&numbers));
            for index in 0..count {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let good = core::mem::replace(&mut numbers[index], bad);
                    assert!(!are_finite(&numbers), "{index} of {count}");
                    numbers[index] = good;
                }
            }
        }
    }
}

#[cfg(test)]
mod decimals_tests {
    use super::*;

    #[test]
    fn six_digits_are_shown() {
        for (value, shown) in [
            (24.261_234_567_890_123, "24.2612"),
            (0.1 + 0.2, "0.3"),
            (-2.0, "-2"),
            (-1.0 / 3.0, "-0.333333"),
            (1.0 / 3e5, "0.00000333333"),
            (1_234_567.891, "1234568"),
            (99.999_999_9, "100"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(format!("{value:.0$}", decimals(&value)), shown);
        }
        assert_eq!(decimals(&0.1_f32), 1);
    }
}
