//! What planners work on.

use nalgebra::{ComplexField, RealField, SVector};

use super::aim_model::AimModel;
use super::launch::Launch;
use super::moving::surge;
use super::relative_target::RelativeTarget;
use crate::numbers::{from_f64, to_f64};

/// A target, and the air on the way to it.
///
/// The target moves as a body does that starts with its velocity and is pulled by `a + γ r' = a + γ v + γ a t`. With
/// `S₂ = ∫ S₁ dt` its way is `r₀ + v S + (a + γ v) S₁ + γ a S₂` (rational: γ = 2k and `S₂ = t S₁/2`), so that a hit takes
///
/// ```text
/// v₀ S = r - c S₁ = r₀ + v S + q S₁ + γ a S₂        q = a + γ v - c
/// ```
///
/// What target and air have in common cancels in q, once for all times: a target in free fall, or one that drifts with
/// the air's long-run velocity, has none of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct AimProblem<const D: usize> {
    pub(super) air: AimModel<D>,
    pub(super) relative_target: RelativeTarget<D>,
    /// q \[m/s²\], how the target is pulled relative to the flight.
    pub(super) pull: SVector<f64, D>,
    /// γ a \[m/s³\], how fast that grows.
    pub(super) growth: SVector<f64, D>,
    /// Where the launch is \[m\].
    pub(super) from: SVector<f64, D>,
}

impl<const D: usize> AimProblem<D> {
    /// Of a target and an air whose numbers are rounded as those of `T`.
    pub(super) fn new<T: RealField + Copy>(
        air: AimModel<D>,
        relative_target: RelativeTarget<D>,
        from: SVector<f64, D>,
    ) -> Self {
        let rate = air.model.drag_rate();
        let (c, a, slowed) = (
            air.constant,
            relative_target.acceleration,
            relative_target.velocity * rate,
        );
        let pull = a + slowed - c;
        // rounding of g + γ wind, and of γ v for what was meant to drift
        let tolerance = 4.0 * to_f64(T::default_epsilon());
        let is_rounding = pull.norm() <= tolerance * (a.norm() + slowed.norm() + c.norm());
        Self {
            air,
            relative_target,
            pull: if is_rounding { SVector::zeros() } else { pull },
            growth: a * rate,
            from,
        }
    }

    /// Whether nothing bends the way from the launch to the target, as the target sees it: it is `r₀ + v S`.
    pub(super) fn is_straight(&self) -> bool {
        let zero = SVector::<f64, D>::zeros();
        self.pull == zero && self.growth == zero
    }

    /// The velocity of the launch that hits at a time, relative to who throws \[m/s\].
    pub(super) fn fired(&self, time: f64) -> SVector<f64, D> {
        (self.relative_target.velocity - self.relative_target.shooter) + self.beyond(time)
    }

    /// The launch that hits at a time.
    pub(super) fn launch<T: RealField + Copy>(&self, time: f64) -> Launch<T, D> {
        Launch {
            velocity: (self.relative_target.velocity + self.beyond(time)).map(from_f64),
            time_of_flight: from_f64(time),
        }
    }

    /// What a launch takes beyond the velocity of the target: `r₀ P + q Q + γ a S₂/S`.
    fn beyond(&self, time: f64) -> SVector<f64, D> {
        let reach = self.air.model.reach(time);
        let beyond = self.relative_target.start * reach.per_metre + self.pull * reach.against;
        if self.growth == SVector::<f64, D>::zeros() {
            return beyond;
        }
        beyond + self.growth * surge(self.air.model, time)
    }
}

/// A sum of two numbers, or zero where that is what rounding leaves of them.
pub(super) fn sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let terms = ComplexField::abs(a) + ComplexField::abs(b);
    if ComplexField::abs(sum) <= 8.0 * f64::EPSILON * terms {
        0.0
    } else {
        sum
    }
}

/// A product of vectors, or zero where that is what rounding leaves of its terms.
pub(super) fn dot<const D: usize>(a: &SVector<f64, D>, b: &SVector<f64, D>) -> f64 {
    let dot = a.dot(b);
    let terms = a.abs().dot(&b.abs());
    if ComplexField::abs(dot) <= 8.0 * f64::EPSILON * terms {
        0.0
    } else {
        dot
    }
}
