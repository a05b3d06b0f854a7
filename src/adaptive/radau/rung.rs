//! Lengths of steps that are met again.

/// `2^(1/4)`, `2^(1/2)` and `2^(3/4)`, the largest first.
const ROOTS: [f64; 3] = [
    1.681_792_830_507_429,
    core::f64::consts::SQRT_2,
    1.189_207_115_002_721,
];

const MANTISSA: u64 = (1 << 52) - 1;

/// Rounds towards zero to `±2^(k/4)`. Subnormal numbers, infinity and NaN stay as they are.
pub(super) fn rung(h: f64) -> f64 {
    if !h.is_normal() {
        return h;
    }
    let bits = h.to_bits();
    let mantissa = f64::from_bits(bits & MANTISSA | 1.0_f64.to_bits());
    let root = (ROOTS.into_iter()).find(|&root| root <= mantissa);
    let root = root.map_or(0, f64::to_bits);
    f64::from_bits(bits & !MANTISSA | root & MANTISSA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_quarter_powers_of_two_not_above_the_length() {
        for k in -200..200 {
            let exact = 2_f64.powf(f64::from(k) / 4.0);
            let above = exact * (1.0 + 4.0 * f64::EPSILON);
            for sign in [1.0, -1.0] {
                let told = rung(sign * above);
                assert!((told - sign * exact).abs() < 2.0 * f64::EPSILON * exact);
                assert_eq!(rung(told), told);
                assert_eq!(rung(told * 1.18), told);
                assert!(rung(told * 0.999).abs() < told.abs());
            }
        }
        assert_eq!(
            [1.0, 0.5, 6.0, -8.5].map(rung),
            [1.0, 0.5, ROOTS[1] * 4.0, -8.0]
        );
        for odd in [0.0, -0.0, 1e-310, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(rung(odd).to_bits(), odd.to_bits());
        }
        assert!(rung(f64::NAN).is_nan());
    }
}
