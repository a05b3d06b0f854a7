//! Units of length and time that are powers of two: scaling to them does not round.

use nalgebra::SVector;

/// Units of length and time in which the numbers of an orbit are near 1, as exponents of two.
pub(super) struct OrbitUnits {
    /// Exponent of the unit of length, `2^length` m.
    pub(super) length: i32,
    /// Exponent of the unit of time, `2^time` s.
    pub(super) time: i32,
}

impl OrbitUnits {
    pub(super) fn new<const D: usize>(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>) -> Self {
        let (length, speed) = (exponent(x.amax()), exponent(v.amax()));
        // the shorter of the fall time √(r³/μ) and the passage time r/v: then no number is large
        let fall = (3 * length - exponent(mu)).div_euclid(2);
        Self {
            length,
            time: fall.min(length - speed),
        }
    }

    pub(super) fn lengths_in<const D: usize>(&self, x: &SVector<f64, D>) -> SVector<f64, D> {
        x.map(|x| ldexp(x, -self.length))
    }

    pub(super) fn speeds_in<const D: usize>(&self, v: &SVector<f64, D>) -> SVector<f64, D> {
        v.map(|v| ldexp(v, self.time - self.length))
    }

    pub(super) fn strength(&self, mu: f64) -> f64 {
        ldexp(mu, 2 * self.time - 3 * self.length)
    }
}

/// Exponent of the largest power of two that does not exceed the magnitude of a number; -1074 for zero and subnormal numbers.
fn exponent(number: f64) -> i32 {
    let biased = (number.to_bits() >> 52) & 0x7ff;
    if biased == 0 {
        return -1074;
    }
    // the biased exponent has eleven bits
    biased as i32 - 1023
}

/// `number × 2^exponent`, exact unless the result overflows or underflows.
pub(super) fn ldexp(number: f64, exponent: i32) -> f64 {
    // two factors: a single power of two may overflow although the result does not
    let exponent = exponent.clamp(-2044, 2044);
    let half = exponent / 2;
    number * power_of_two(half) * power_of_two(exponent - half)
}

/// `2^exponent` for exponents of normal numbers.
#[expect(clippy::cast_sign_loss, reason = "these are -1022 and more")]
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_there_and_back_changes_nothing() {
        for number in [1.0, -1.5e-300, 0.1, 7e300, f64::MIN_POSITIVE] {
            let e = exponent(number);
            let mantissa = ldexp(number, -e).abs();
            assert!((1.0..2.0).contains(&mantissa), "{number} has {mantissa}");
            assert_eq!(ldexp(ldexp(number, -e), e), number);
        }
        assert_eq!(ldexp(1.0, -5000), 0.0);
        assert_eq!(ldexp(0.0, 5000), 0.0);
        assert_eq!(exponent(0.0), -1074);
    }
}
