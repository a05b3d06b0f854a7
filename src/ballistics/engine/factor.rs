//! What is left of a velocity after a step, and what that sums up to.

use nalgebra::ComplexField;

use crate::flow::{exponentials, log_1p_over, log_ratio};

/// What is left of a velocity, in the numbers that closed forms need.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Factor {
    /// q
    left: f64,
    /// μ = 1 - q
    lost: f64,
    /// ℓ = -ln |q|
    log: f64,
    /// q A = q ℓ/μ
    kept: f64,
}

impl Factor {
    /// All is lost at once. No flight loses its velocity in no time; this one keeps e⁻⁴⁰ of it after a step, which no
    /// sum shows, and whole steps know that q = 0.
    const NOTHING: Self = Self {
        left: 0.0,
        lost: 1.0,
        log: 40.0,
        kept: 0.0,
    };

    /// q = 1/(1 + d h)
    pub(super) fn implicit(damping: f64, h: f64) -> Self {
        let product = damping * h;
        let product = if product < f64::MAX {
            product
        } else {
            f64::MAX
        };
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
        // what rounding took from the product: all that may be left of 1 - d h
        let rest = ComplexField::mul_add(damping, h, -product);
        let left = (1.0 - product) - rest;
        if left == 0.0 {
            return Self::NOTHING;
        }
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
            Self::NOTHING
        }
    }

    /// q = (1 - d)^h
    pub(super) fn power(share: f64, h: f64) -> Self {
        if share == 1.0 {
            return Self::NOTHING;
        }
        let log = -h * ComplexField::ln_1p(-share);
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
            kept: left * factor.glide(),
            ..factor
        }
    }

    /// q
    pub(super) fn left(&self) -> f64 {
        self.left
    }

    /// μ
    pub(super) fn lost(&self) -> f64 {
        self.lost
    }

    /// ℓ
    pub(super) fn log(&self) -> f64 {
        self.log
    }

    /// A = ℓ/μ, 1 without damping.
    pub(super) fn glide(&self) -> f64 {
        if self.lost < 0.5 {
            1.0 + self.lost * self.lag()
        } else {
            self.log / self.lost
        }
    }

    /// B = (A - 1)/μ, ½ without damping.
    pub(super) fn lag(&self) -> f64 {
        if self.lost < 0.5 {
            log_ratio(-self.lost)
        } else {
            (self.log / self.lost - 1.0) / self.lost
        }
    }

    /// `[qⁿ, g, H]` for n ≥ 1, as [`StepMap`](super::map::StepMap) has them.
    pub(super) fn sums(&self, n: f64) -> [f64; 3] {
        let Self {
            left, log, kept, ..
        } = *self;
        if left < 0.0 {
            return self.alternating(n);
        }
        let m = n - 1.0;
        let [exp, one, two] = exponentials(-m * log);
        [
            left * exp,
            1.0 + kept * (m * one),
            (1.0 - left * self.lag()) * m + (kept * self.glide()) * (m * m * two),
        ]
    }

    /// The same for q < 0: `g = (1 - qⁿ)/μ`, `H = (m - q gₘ)/μ`.
    fn alternating(&self, n: f64) -> [f64; 3] {
        let Self {
            left, lost, log, ..
        } = *self;
        // qⁿ and 1 - qⁿ
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
