//! Motion under drag alone at many times, each at the price of some forty sums and products.

use super::Decay;
use crate::space::Float;

/// How bodies under drag of one rate answer, each after a time of its own: the functions of [`Decay`] without branch, so
/// that a loop over times is made of vectors. The same bits for the same time, whatever stands beside it.
///
/// Measured against 60 digits with γ = 1, which has no rounding of its own, in units of the last place:
///
/// | | `f64` | `f32` |
/// |---|---|---|
/// | `e^(-γt)` | 2.0 | 2.6 |
/// | S | 1.3 | 1.3 |
/// | S₁ | 2.5 | 2.9 |
///
/// `e^(-γt)` is zero where it would be less than about twice the least normal number; S and S₁ of infinite times are
/// `1/γ` and infinite ahead, and no numbers behind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decays<T> {
    /// γ \[1/s\].
    rate: T,
    /// `1 / γ` \[s\]; infinite without drag, and not used then.
    slowness: T,
}

impl<T: Float> Decays<T> {
    /// Under drag of rate γ \[1/s\].
    #[inline(always)]
    pub(crate) fn new(rate: T) -> Self {
        Self {
            rate,
            slowness: T::one() / rate,
        }
    }

    /// After `time` \[s\].
    ///
    /// With `x = -γt = n ln 2 + r` and `e^r - 1 = r + r² φ₂(r)`, near zero n is 0, and
    ///
    /// ```text
    ///             near zero          elsewhere
    /// e^x         1 + (e^r - 1)      2 (2ⁿ⁻¹ (e^r - 1) + 2ⁿ⁻¹)
    /// e^x - 1                        2 (2ⁿ⁻¹ (e^r - 1) + 2ⁿ⁻¹ - ½)
    /// S           t (1 + x φ₂(x))    -(e^x - 1) / γ
    /// S₁          t² φ₂(x)           (e^x - 1 - x) / γ²
    /// ```
    ///
    /// It is half the power that is put together, as the greatest power has no exponent of its own.
    #[inline(always)]
    pub(crate) fn after(&self, time: T) -> Decay<T> {
        let x = -self.rate * time;
        let near = (x > -T::NEAR) & (x < T::NEAR);
        // so that n has an exponent; what is not a number stays so
        let within = if x < T::LOWEST { T::LOWEST } else { x };
        let within = if within > T::HIGHEST {
            T::HIGHEST
        } else {
            within
        };
        let turns = if near { T::zero() } else { within * T::LOG_2_E };
        let rounded = turns + T::ROUNDING;
        let n = rounded - T::ROUNDING;
        let r = (within - n * T::LN_2[0]) - n * T::LN_2[1];

        let two = r.phi_2_near();
        let one_less = r * two; // φ₁(r) - 1
        let change = r + r * one_less; // e^r - 1
        let half = rounded.half_of_power();
        let left = twice(half * change + half);
        let far_change = twice(half * change + (half - T::HALF)); // e^x - 1
        Decay {
            left: if x < T::LOWEST { T::zero() } else { left },
            velocity: if near {
                time + time * one_less
            } else {
                -far_change * self.slowness
            },
            position: if near {
                time * (time * two)
            } else {
                (far_change - x) * self.slowness * self.slowness
            },
        }
    }
}

#[inline(always)]
fn twice<T: Float>(value: T) -> T {
    value + value
}

#[cfg(test)]
#[path = "decays_tests.rs"]
mod tests;
