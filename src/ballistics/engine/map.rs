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

use super::factor::Factor;

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
        (factor.left() > -rounding).then(|| Curve {
            rate: factor.log() / h,
            launch: glide * carry,
            lead: h * (shift - carry * push * factor.lag()),
            pull: glide * (carry * push + factor.lost() * shift),
            report: glide * push,
        })
    }
}
