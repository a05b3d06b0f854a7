//! Slow motion under heavy damping, after its fast part has decayed.

use super::wide::Wide;
use super::{Gyration, rounded, without_identity};
use crate::numbers::DoubleDouble;

/// The slow part of `x'' = a - B x' - K x`, where stiffness is small beside damping.
///
/// `L² - B L + K = 0` has a small root, and
///
/// ```text
/// x' = y - L x        y' = -F y        F = B - L
/// ```
///
/// y decays as fast as velocities do under B alone. After this decay, with `Z F - L Z = 1`:
///
/// ```text
/// S = e^(-Lt) Z        S₁ = E₁ Z - Z F⁻¹        S₂ = E₂ Z - t Z F⁻¹ + Z F⁻²        E₁ = ∫₀ᵗ e^(-Ls),  E₂ = ∫₀ᵗ E₁
/// M = [[e^(-Lt) (1 + Z L), S], [-L M₁₁, -L S]]
/// ```
///
/// All are double-double: across a strong field the creep is many times slower than along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Creep<const D: usize> {
    /// L \[1/s\].
    rate: Wide<D>,
    /// Z \[s\].
    gain: Wide<D>,
    /// F⁻¹ \[s\].
    lag: Wide<D>,
}

/// Upper bound of L relative to the decay rate of y.
const SLOW: f64 = 1.0 / 1_048_576.0;

/// Number of fixed-point iterations for L and Z; each gains 19 bits.
const ROUNDS: u32 = 6;

/// Time in units of `1/γ` after which y is zero for any initial value: e⁻¹⁵⁰⁰ is the square of the smallest number.
pub(super) const FORGOTTEN: f64 = 1500.0;

impl<const D: usize> Creep<D> {
    /// Creep for B τ, K τ \[1/s\] and γ τ, with the time τ \[s\] of about one radian; `None` if the creep is not slow.
    pub(super) fn new(fast: &Wide<D>, pull: &Wide<D>, damping: f64, tau: f64) -> Option<Self> {
        let (inverse, unit) = (fast.inverse()?, DoubleDouble::from(tau));
        let mut rate = inverse.times(pull);
        // false for NaN
        let is_slow = rate.high().norm() * tau <= SLOW * damping;
        if !is_slow {
            return None;
        }
        for _ in 0..ROUNDS {
            rate = inverse.times(&pull.plus(&rate.times(&rate.by(unit))));
        }
        let slow = rate.by(unit);
        let lag = fast.minus(&slow).inverse()?;
        let mut gain = lag;
        for _ in 0..ROUNDS {
            gain = lag.plus(&slow.times(&gain).times(&lag));
        }
        Some(Self {
            rate,
            gain: gain.by(unit),
            lag: lag.by(unit),
        })
    }

    /// Whether the slow part moves: without stiffness the body only coasts to a halt.
    pub(super) fn moves(&self) -> bool {
        self.rate.high().iter().any(|entry| *entry != 0.0)
    }

    /// Motion over `dt` \[s\], at the end of which y has decayed.
    pub(super) fn after(&self, dt: f64) -> Gyration<D> {
        let Self { rate, gain, lag } = self;
        let creep = Gyration::doubled(rate, &Wide::zero(), dt);
        let [way, area] = [creep.velocity, creep.position]; // E₁ and E₂
        let (&[_, [_, [high, low]]], &[_, keep]) = creep.map();
        let left = Wide::from_parts(&high, &low).plus(&Wide::diagonal(&keep)); // e^(-Lt)

        let velocity = left.times(gain);
        let stay = left.plus(&velocity.times(rate));
        let back = rate.scaled(-1.0);
        let (keep, from_position) = without_identity(&stay);
        let (gain, lag) = (gain.high(), lag.high());
        let loss = gain * lag;
        Gyration {
            velocity: velocity.high(),
            position: way * gain - loss,
            ramp: area * gain - loss * dt + loss * lag,
            map: [
                [rounded(&from_position), rounded(&velocity)],
                [rounded(&back.times(&stay)), rounded(&back.times(&velocity))],
            ],
            keep: [keep, [0.0; D]],
        }
    }
}
