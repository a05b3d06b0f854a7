//! The largest magnitude of many numbers, in one pass.

use multiversion::multiversion;

use crate::space::{Float, larger};

/// Number of partial results.
const LANES: usize = 32;

/// The largest magnitude; none if a number is not finite.
pub(super) fn max_abs<T: Float>(numbers: &[T]) -> Option<T> {
    let (largest, poison) = max_abs_and_poison(numbers);
    (poison == T::zero()).then_some(largest)
}

/// The largest magnitude, and `Σ 0 · |x|`: zero, or NaN if a number is not finite.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn max_abs_and_poison<T: Float>(numbers: &[T]) -> (T, T) {
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
    // pairwise: in a chain each operation would wait for the one before
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_found_wherever_it_is() {
        for place in 0..100 {
            let mut numbers = [0.5_f32; 100];
            numbers[place] = -3.0;
            assert_eq!(max_abs(&numbers), Some(3.0), "{place}");
            for spoiled in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                numbers[place] = spoiled;
                assert_eq!(max_abs(&numbers), None, "{spoiled} at {place}");
            }
        }
        assert_eq!(max_abs::<f64>(&[]), Some(0.0));
    }
}
