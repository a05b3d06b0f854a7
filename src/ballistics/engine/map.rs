//! Affine maps of velocity and position, any number of times.
//!
//! ```text
//! v' = q v + b a      x' = x + p v + e a
//! ```
//!
//! After n of them, with `g = 1 + q + … + qⁿ⁻¹` and `H = g₁ + … + gₙ₋₁`,
//!
//! ```text
//! v = qⁿ v₀ + b a g      x = x₀ + p v₀ g + (p b H + n e) a
//! ```
//!
//! Of these sums the first term is kept apart, so that all terms are positive and nothing cancels: with m = n - 1,
//! μ = 1 - q, ℓ = -ln q, A = ℓ/μ, B = (A - 1)/μ
//!
//! ```text
//! g = 1 + q A m φ₁(-mℓ)      H = (1 - q B) m + q A² m² φ₂(-mℓ)
//! ```
//!
//! Over real n this is a flight under linear drag of rate ℓ/h:
//! `x = x₀ + (p A v₀ + (e - p b B) a) n φ₁(-nℓ) + A (p b + μ e) a n² φ₂(-nℓ)`.

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

    /// A = ℓ/μ, 1 without damping.
    fn glide(&self) -> f64 {
        if self.lost < 0.5 {
            1.0 + self.lost * self.lag()
        } else {
            self.log / self.lost
        }
    }

    /// B = (A - 1)/μ, ½ without damping.
    fn lag(&self) -> f64 {
        if self.lost < 0.5 {
            log_ratio(-self.lost)
        } else {
            (self.log / self.lost - 1.0) / self.lost
        }
    }

    /// `[qⁿ, g, H]` for n ≥ 1.
    fn sums(&self, n: f64) -> [f64; 3] {
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

/// What a step, or a substep, of length h does.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct StepMap {
    /// \[s\]
    dt: f64,
    /// h = dt / substeps
    substeps: f64,
    factor: Factor,
    /// p/h: velocity, in the position.
    carry: f64,
    /// b/h: gravity, in the velocity.
    push: f64,
    /// e/h²: gravity, in the position.
    shift: f64,
}

/// `x = x₀ + v₀ xv + a xa`, `v = v₀ vv + a va`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Motion {
    pub(super) xv: f64,
    pub(super) xa: f64,
    pub(super) vv: f64,
    pub(super) va: f64,
}

/// `x = x₀ + (v₀ launch + a lead) S + a pull S₁`, `v = v₀ e^(-rate t) + a report S`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Curve {
    /// ℓ/h \[1/s\]
    pub(super) rate: f64,
    /// p A/h
    pub(super) launch: f64,
    /// (e - p b B)/h \[s\]
    pub(super) lead: f64,
    /// A (p b + μ e)/h²
    pub(super) pull: f64,
    /// A b/h
    pub(super) report: f64,
}

impl StepMap {
    /// With p/h, b/h and e/h².
    pub(super) fn new(dt: f64, factor: Factor, [carry, push, shift]: [f64; 3]) -> Self {
        Self {
            dt,
            substeps: 1.0,
            factor,
            carry,
            push,
            shift,
        }
    }

    /// The same as one of so many that make a step.
    pub(super) fn repeated(mut self, substeps: u32) -> Self {
        self.substeps = f64::from(substeps);
        self
    }

    /// After n ≥ 1 steps.
    pub(super) fn after(&self, steps: u64) -> Motion {
        let Self {
            dt,
            substeps,
            carry,
            push,
            shift,
            ..
        } = *self;
        let n = steps as f64 * substeps;
        let [left, g, fall] = self.factor.sums(n);
        Motion {
            xv: dt * (carry * g) / substeps,
            xa: dt * dt * (carry * push * fall + n * shift) / (substeps * substeps),
            vv: left,
            va: dt * (push * g) / substeps,
        }
    }

    /// The curve through all steps; none if the velocity turns round in every step, by more than rounding does.
    pub(super) fn curve(&self, rounding: f64) -> Option<Curve> {
        let Self {
            dt,
            substeps,
            factor,
            carry,
            push,
            shift,
        } = *self;
        let (h, glide) = (dt / substeps, factor.glide());
        (factor.left > -rounding).then(|| Curve {
            rate: factor.log / h,
            launch: glide * carry,
            lead: h * (shift - carry * push * factor.lag()),
            pull: glide * (carry * push + factor.lost * shift),
            report: glide * push,
        })
    }
}
