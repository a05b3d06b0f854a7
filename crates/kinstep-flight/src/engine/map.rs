//! One engine step as an affine map of velocity and position, and its n-th power in closed form.
//!
//! ```text
//! v' = q v + b a      x' = x + p v + e a
//! ```
//!
//! After n steps, with `g = 1 + q + … + qⁿ⁻¹` and `H = g₁ + … + gₙ₋₁`,
//!
//! ```text
//! v = qⁿ v₀ + b a g      x = x₀ + p v₀ g + (p b H + n e) a
//! ```
//!
//! The first term of each sum is split off, so that all terms are positive and nothing cancels: with m = n - 1,
//! μ = 1 - q, ℓ = -ln q, A = ℓ/μ, B = (A - 1)/μ
//!
//! ```text
//! g = 1 + q A m φ₁(-mℓ)      H = (1 - q B) m + q A² m² φ₂(-mℓ)
//! ```
//!
//! For real n this is a flight under linear drag of rate ℓ/h:
//! `x = x₀ + (p A v₀ + (e - p b B) a) n φ₁(-nℓ) + A (p b + μ e) a n² φ₂(-nℓ)`.

use super::decay_factor::DecayFactor;

/// The affine map of one substep of length h = dt / substeps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct StepMap {
    /// \[s\]
    pub(super) dt: f64,
    pub(super) substeps: f64,
    pub(super) factor: DecayFactor,
    /// p/h: coefficient of the old velocity in the change of the position.
    pub(super) carry: f64,
    /// b/h: coefficient of the acceleration in the change of the velocity.
    pub(super) push: f64,
    /// e/h²: coefficient of the acceleration in the change of the position.
    pub(super) shift: f64,
}

/// The state after n steps: `x = x₀ + v₀ xv + a xa`, `v = v₀ vv + a va`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct StepResponse {
    pub(crate) xv: f64,
    pub(crate) xa: f64,
    pub(crate) vv: f64,
    pub(crate) va: f64,
}

/// The curve through all steps: `x = x₀ + (v₀ launch + a lead) S + a pull S₁`; reported velocity
/// `v = v₀ e^(-rate t) + a report S`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CurveCoefficients {
    /// ℓ/h \[1/s\]
    pub(crate) rate: f64,
    /// p A/h
    pub(crate) launch: f64,
    /// (e - p b B)/h \[s\]
    pub(crate) lead: f64,
    /// A (p b + μ e)/h²
    pub(crate) pull: f64,
    /// A b/h
    pub(crate) report: f64,
}

impl StepMap {
    /// The response after n ≥ 1 steps.
    pub(crate) fn after(&self, steps: u64) -> StepResponse {
        let Self {
            dt,
            substeps,
            carry,
            push,
            shift,
            ..
        } = *self;
        let n = steps as f64 * substeps;
        let [left, g, sum_of_g] = self.factor.sums(n);
        StepResponse {
            xv: dt * (carry * g) / substeps,
            xa: dt * dt * (carry * push * sum_of_g + n * shift) / (substeps * substeps),
            vv: left,
            va: dt * (push * g) / substeps,
        }
    }

    /// The curve through all steps; `None` if q < -`rounding`, where the velocity reverses in every step.
    pub(super) fn curve(&self, rounding: f64) -> Option<CurveCoefficients> {
        let Self {
            dt,
            substeps,
            factor,
            carry,
            push,
            shift,
        } = *self;
        let (h, a) = (dt / substeps, factor.ratio_a());
        (factor.left > -rounding).then(|| CurveCoefficients {
            rate: factor.log / h,
            launch: a * carry,
            lead: h * (shift - carry * push * factor.ratio_b()),
            pull: a * (carry * push + factor.lost * shift),
            report: a * push,
        })
    }
}
