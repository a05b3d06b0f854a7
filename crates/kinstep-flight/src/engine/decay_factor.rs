//! The factor `q` by which a step multiplies the velocity, and geometric sums of its powers.

use nalgebra::ComplexField;

use crate::flow::{exponentials, log_1p_over, log_ratio};

/// The factor `q` by which a step multiplies the velocity, with related numbers that would cancel if computed from `q`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct DecayFactor {
    /// q
    pub(super) left: f64,
    /// μ = 1 - q
    pub(super) lost: f64,
    /// ℓ = -ln |q|
    pub(super) log: f64,
    /// q A = q ℓ/μ
    kept: f64,
}

impl DecayFactor {
    /// q = 0: one step stops the body. ℓ would be infinite; ℓ = 40 leaves e⁻⁴⁰ of the velocity on the curve between
    /// steps, which is below rounding. Whole steps use q = 0 itself.
    const STOPPED: Self = Self {
        left: 0.0,
        lost: 1.0,
        log: 40.0,
        kept: 0.0,
    };

    /// q = 1/(1 + d h)
    pub(super) fn implicit(damping: f64, h: f64) -> Self {
        let product = (damping * h).min(f64::MAX);
        Self {
            left: 1.0 / (1.0 + product),
            lost: product / (1.0 + product),
            log: ComplexField::ln_1p(product),
            kept: log_1p_over(product),
        }
    }

    /// q = 1 - d h
    pub(super) fn explicit(damping: f64, h: f64) -> Self {
        let product = damping * h;
        // d h = product + rest exactly: near d h = 1 the rounding error of the product is not negligible
        let rest = ComplexField::mul_add(damping, h, -product);
        let left = (1.0 - product) - rest;
        if left == 0.0 {
            return Self::STOPPED;
        }
        // ln |1 - d h| from an argument that does not cancel: q near 1, between, near -1
        let log = if product < 0.5 {
            -ComplexField::ln_1p(-product)
        } else if left > -0.5 {
            -ComplexField::ln(ComplexField::abs(left))
        } else {
            -ComplexField::ln_1p((product - 2.0) + rest)
        };
        Self::of(left, product, log)
    }

    /// q = max(0, 1 - d h)
    pub(super) fn clamped(damping: f64, h: f64) -> Self {
        let factor = Self::explicit(damping, h);
        if factor.left > 0.0 {
            factor
        } else {
            Self::STOPPED
        }
    }

    /// q = (1 - d)^h
    pub(super) fn power(damping: f64, h: f64) -> Self {
        if damping == 1.0 {
            return Self::STOPPED;
        }
        let log = -h * ComplexField::ln_1p(-damping);
        Self::of(ComplexField::exp(-log), -ComplexField::exp_m1(-log), log)
    }

    fn of(left: f64, lost: f64, log: f64) -> Self {
        let factor = Self {
            left,
            lost,
            log,
            kept: 0.0,
        };
        Self {
            kept: left * factor.ratio_a(),
            ..factor
        }
    }

    /// A = ℓ/μ; 1 without damping.
    pub(super) fn ratio_a(&self) -> f64 {
        if self.lost < 0.5 {
            1.0 + self.lost * self.ratio_b()
        } else {
            self.log / self.lost
        }
    }

    /// B = (A - 1)/μ; ½ without damping.
    pub(super) fn ratio_b(&self) -> f64 {
        if self.lost < 0.5 {
            log_ratio(-self.lost)
        } else {
            (self.log / self.lost - 1.0) / self.lost
        }
    }

    /// `[qⁿ, g, H]` for n ≥ 1, as defined in [`map`](super::map).
    pub(super) fn sums(&self, n: f64) -> [f64; 3] {
        let (left, log, kept) = (self.left, self.log, self.kept);
        if left < 0.0 {
            return self.alternating(n);
        }
        let m = n - 1.0;
        // g = 1 + q A m φ₁(-mℓ), H = (1 - q B) m + q A² m² φ₂(-mℓ)
        let [exp, one, two] = exponentials(-m * log);
        [
            left * exp,
            1.0 + kept * (m * one),
            (1.0 - left * self.ratio_b()) * m + (kept * self.ratio_a()) * (m * m * two),
        ]
    }

    /// [`sums`](Self::sums) for q < 0: `g = (1 - qⁿ)/μ`, `H = (m - q gₘ)/μ`. As μ > 1 the divisions are safe.
    fn alternating(&self, n: f64) -> [f64; 3] {
        let (left, lost, log) = (self.left, self.lost, self.log);
        // qⁿ and 1 - qⁿ; for even n the subtraction would cancel, so exp_m1 gives the second
        let power = |n: f64| {
            if n % 2.0 == 0.0 {
                (ComplexField::exp(-n * log), -ComplexField::exp_m1(-n * log))
            } else {
                let size = ComplexField::exp(-n * log);
                (-size, 1.0 + size)
            }
        };
        let m = n - 1.0;
        let ((exp, change), (_, before)) = (power(n), power(m));
        [exp, change / lost, (m - left * (before / lost)) / lost]
    }
}
