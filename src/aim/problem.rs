//! A target and an air in one: what planners solve.

use nalgebra::{ComplexField, RealField, SVector};

use super::aim_model::AimModel;
use super::launch::Launch;
use super::moving::surge;
use super::relative_target::RelativeTarget;
use crate::numbers::{from_f64, to_f64};

/// A target, and the air on the way to it.
///
/// The motion of the target, `r = r₀ + v t + a t²/2`, is written as that of a body with drag that is also pulled by
/// `a + γ r' = a + γ v + γ a t`. With `S₂ = ∫ S₁ dt` it is `r = r₀ + v S + (a + γ v) S₁ + γ a S₂` (rational: γ = 2k and
/// `S₂ = t S₁/2`), so that a hit takes
///
/// ```text
/// v₀ S = r - c S₁ = r₀ + v S + q S₁ + γ a S₂        q = a + γ v - c
/// ```
///
/// What target and air have in common cancels in q, once for all times: q = 0 for a target in free fall and for one that
/// drifts with the air's long-run velocity.
#[derive(Debug, Clone, Copy)]
pub(super) struct AimProblem<const D: usize> {
    pub(super) air: AimModel<D>,
    pub(super) relative_target: RelativeTarget<D>,
    /// q \[m/s²\]: the acceleration of the target relative to the flight.
    pub(super) pull: SVector<f64, D>,
    /// γ a \[m/s³\]: the rate at which that acceleration grows.
    pub(super) growth: SVector<f64, D>,
    /// The point of launch \[m\].
    pub(super) from: SVector<f64, D>,
}

impl<const D: usize> AimProblem<D> {
    /// From a target and an air whose numbers were rounded to `T`.
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
        // q within rounding of its terms is zero: of g + γ wind, and of γ v for a target that drifts
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

    /// Whether the flight is straight as seen from the target: `v₀ S = r₀ + v S`.
    pub(super) fn is_straight(&self) -> bool {
        let zero = SVector::<f64, D>::zeros();
        self.pull == zero && self.growth == zero
    }

    /// The velocity of the launch that hits at a time, relative to the shooter \[m/s\].
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

    /// The velocity of the launch less that of the target: `r₀ P + q Q + γ a S₂/S`.
    fn beyond(&self, time: f64) -> SVector<f64, D> {
        let reach = self.air.model.reach(time);
        let beyond = self.relative_target.start * reach.per_metre + self.pull * reach.against;
        if self.growth == SVector::<f64, D>::zeros() {
            return beyond;
        }
        beyond + self.growth * surge(self.air.model, time)
    }
}

/// A sum of two numbers, or zero if it is within their rounding.
pub(super) fn sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let terms = ComplexField::abs(a) + ComplexField::abs(b);
    if ComplexField::abs(sum) <= 8.0 * f64::EPSILON * terms {
        0.0
    } else {
        sum
    }
}

/// A dot product, or zero if it is within the rounding of its terms.
pub(super) fn dot<const D: usize>(a: &SVector<f64, D>, b: &SVector<f64, D>) -> f64 {
    let dot = a.dot(b);
    let terms = a.abs().dot(&b.abs());
    if ComplexField::abs(dot) <= 8.0 * f64::EPSILON * terms {
        0.0
    } else {
        dot
    }
}
