//! One engine step as an affine map of the velocity and the position, and the n-th power of this
//! map in closed form:
//!
//! ```text
//! v' = q v + b a      x' = x + p v + e a
//! ```
//!
//! After n steps, with `g = 1 + q + … + qⁿ⁻¹` and `H = g₁ + … + gₙ₋₁`, the state is
//!
//! ```text
//! v = qⁿ v₀ + b a g      x = x₀ + p v₀ g + (p b H + n e) a
//! ```
//!
//! The first term of each sum is treated separately, so that all terms are positive and nothing
//! cancels. With m = n - 1, μ = 1 - q, ℓ = -ln q, A = ℓ/μ, B = (A - 1)/μ:
//!
//! ```text
//! g = 1 + q A m φ₁(-mℓ)      H = (1 - q B) m + q A² m² φ₂(-mℓ)
//! ```
//!
//! For real n, this is a flight with linear drag of the rate ℓ/h: `x = x₀ + (p A v₀ + (e - p b B)
//! a) n φ₁(-nℓ) + A (p b + μ e) a n² φ₂(-nℓ)`.

use crate::flow::{exponentials, log_1p_over, log_ratio};
use nalgebra::ComplexField;

/// The affine map of one substep with the length h = dt / substeps.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct StepMap {
    /// Length of the whole step dt \[s\].
    dt: f64,
    substeps: f64,
    factor: DecayFactor,
    /// p/h: coefficient of the old velocity in the change of the position.
    pub(super) carry: f64,
    /// b/h: coefficient of the acceleration in the change of the velocity.
    push: f64,
    /// e/h²: coefficient of the acceleration in the change of the position.
    shift: f64,
}

/// The state after n steps: `x = x₀ + v₀ xv + a xa`, `v = v₀ vv + a va`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct StepResponse {
    pub(crate) xv: f64,
    pub(crate) xa: f64,
    pub(crate) vv: f64,
    pub(crate) va: f64,
}

/// The curve through all steps: `x = x₀ + (v₀ launch + a lead) S + a pull S₁`. The engine reports
/// the velocity `v = v₀ e^(-rate t) + a report S`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CurveCoefficients {
    /// Decay rate ℓ/h \[1/s\].
    pub(crate) rate: f64,
    /// Factor p A/h of v₀ in the coefficient of S.
    pub(crate) launch: f64,
    /// Factor (e - p b B)/h of a in the coefficient of S \[s\].
    pub(crate) lead: f64,
    /// Factor A (p b + μ e)/h² of a in the coefficient of S₁.
    pub(crate) pull: f64,
    /// Factor A b/h of a S in the reported velocity.
    pub(crate) report: f64,
}

impl StepMap {
    /// Returns the response after n ≥ 1 steps.
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

    /// Returns the curve through all steps; `None` if q < -`rounding`, because the velocity then
    /// reverses in every step.
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

// The factor `q` by which a step multiplies the velocity, and geometric sums of its powers.

/// The factor `q` by which a step multiplies the velocity, and related numbers that would cancel if
/// they were computed from `q`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct DecayFactor {
    /// The factor q.
    pub(super) left: f64,
    /// The relative loss of velocity μ = 1 - q.
    pub(super) lost: f64,
    /// The logarithm ℓ = -ln |q|.
    pub(super) log: f64,
    /// The product q A = q ℓ/μ.
    kept: f64,
}

impl DecayFactor {
    /// q = 0: one step stops the body. ℓ would be infinite. With ℓ = 40, e⁻⁴⁰ of the velocity
    /// remains on the curve between steps, which is less than a rounding error. Whole steps use q =
    /// 0 itself.
    const STOPPED: Self = Self {
        left: 0.0,
        lost: 1.0,
        log: 40.0,
        kept: 0.0,
    };

    /// Returns the factor q = 1/(1 + d h).
    pub(super) fn implicit(damping: f64, h: f64) -> Self {
        let product = (damping * h).min(f64::MAX);
        Self {
            left: 1.0 / (1.0 + product),
            lost: product / (1.0 + product),
            log: ComplexField::ln_1p(product),
            kept: log_1p_over(product),
        }
    }

    /// Returns the factor q = 1 - d h.
    fn explicit(damping: f64, h: f64) -> Self {
        let product = damping * h;
        // d h = product + rest exactly; near d h = 1 the rounding error of the product is not
        // negligible
        let rest = ComplexField::mul_add(damping, h, -product);
        let left = (1.0 - product) - rest;
        if left == 0.0 {
            return Self::STOPPED;
        }
        // ln |1 - d h| by an argument that does not cancel, in three cases: q near 1, between, and
        // near -1
        let log = if product < 0.5 {
            -ComplexField::ln_1p(-product)
        } else if left > -0.5 {
            -ComplexField::ln(ComplexField::abs(left))
        } else {
            -ComplexField::ln_1p((product - 2.0) + rest)
        };
        Self::of(left, product, log)
    }

    /// Returns the factor q = max(0, 1 - d h).
    fn clamped(damping: f64, h: f64) -> Self {
        let factor = Self::explicit(damping, h);
        if factor.left > 0.0 {
            factor
        } else {
            Self::STOPPED
        }
    }

    /// Returns the factor q = (1 - d)^h.
    fn power(damping: f64, h: f64) -> Self {
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

    /// Returns A = ℓ/μ, which is 1 without damping.
    fn ratio_a(&self) -> f64 {
        if self.lost < 0.5 {
            1.0 + self.lost * self.ratio_b()
        } else {
            self.log / self.lost
        }
    }

    /// Returns B = (A - 1)/μ, which is ½ without damping.
    fn ratio_b(&self) -> f64 {
        if self.lost < 0.5 {
            log_ratio(-self.lost)
        } else {
            (self.log / self.lost - 1.0) / self.lost
        }
    }

    /// Returns `[qⁿ, g, H]` for n ≥ 1; see [`map`](super::map).
    fn sums(&self, n: f64) -> [f64; 3] {
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

    /// Returns [`sums`](Self::sums) for q < 0: `g = (1 - qⁿ)/μ`, `H = (m - q gₘ)/μ`. The divisions
    /// do not overflow, because μ > 1.
    fn alternating(&self, n: f64) -> [f64; 3] {
        let (left, lost, log) = (self.left, self.lost, self.log);
        // qⁿ and 1 - qⁿ; for even n the subtraction would cancel, so exp_m1 computes the second
        // number
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

// The update rule of each engine.

/// The update rule of an engine, or of a textbook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum EngineRule {
    Rapier,
    Avian,
    Box2d,
    Unity,
    PhysX,
    Jolt,
    Godot,
    Bullet,
    SymplecticEuler,
    ExplicitEuler,
}

impl EngineRule {
    /// Returns the default number of substeps; `None` if the engine has no substeps.
    pub(super) fn default_substeps(self) -> Option<u32> {
        match self {
            Self::Rapier | Self::Box2d => Some(4),
            Self::Avian => Some(6),
            _ => None,
        }
    }

    /// Returns the default speed limit \[m/s\]; `None` if the engine has no limit.
    pub(super) fn speed_cap(self) -> Option<f64> {
        match self {
            Self::Rapier | Self::Box2d => Some(400.0),
            Self::Jolt => Some(500.0),
            _ => None,
        }
    }

    /// Returns the affine map of one step of `dt` \[s\].
    pub(super) fn map(self, dt: f64, substeps: u32, damping: f64) -> StepMap {
        let step = |factor, [carry, push, shift]: [f64; 3]| StepMap {
            dt,
            substeps: 1.0,
            factor,
            carry,
            push,
            shift,
        };
        match self {
            // s × (v += a h; x += v h), then v /= 1 + d dt: the sum of Δx is v dt + a h² (1 + … +
            // s)
            Self::Rapier => {
                let factor = DecayFactor::implicit(damping, dt);
                let s = f64::from(substeps);
                step(factor, [1.0, factor.left, (s + 1.0) / (2.0 * s)])
            }
            // v = v/(1 + d h) + a h; x += v h
            Self::Avian | Self::Box2d => {
                let substeps = f64::from(substeps);
                let factor = DecayFactor::implicit(damping, dt / substeps);
                StepMap {
                    substeps,
                    ..step(factor, [factor.left, 1.0, 1.0])
                }
            }
            // v = (v + a h) max(0, 1 - d h); x += v h
            Self::Unity | Self::PhysX | Self::Jolt => {
                let factor = DecayFactor::clamped(damping, dt);
                step(factor, [factor.left; 3])
            }
            // v = v max(0, 1 - d h) + a h; x += v h
            Self::Godot => {
                let factor = DecayFactor::clamped(damping, dt);
                step(factor, [factor.left, 1.0, 1.0])
            }
            // v = v (1 - d)^h + a h; x += v h
            Self::Bullet => {
                let factor = DecayFactor::power(damping, dt);
                step(factor, [factor.left, 1.0, 1.0])
            }
            // v += (a - d v) h; x += v h
            Self::SymplecticEuler => {
                let factor = DecayFactor::explicit(damping, dt);
                step(factor, [factor.left, 1.0, 1.0])
            }
            // x += v h; v += (a - d v) h
            Self::ExplicitEuler => step(DecayFactor::explicit(damping, dt), [1.0, 1.0, 0.0]),
        }
    }
}
