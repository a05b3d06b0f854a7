//! The response, by power series and doublings of the time.

use super::wide::Wide;
use super::{Gyration, KNOWN, Square, rounded, without_identity};
use crate::numbers::DoubleDouble;

/// Number of series terms in double-double and in total: the first omitted term is below 1e-32 of the sum.
const WIDE_TERMS: u32 = 12;
const TERMS: u32 = 26;

/// The response after a part τ of the time, in units of τ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer<const D: usize> {
    /// M₁₁: position per initial position.
    pub(super) stay: Wide<D>,
    /// M₂₂: velocity per initial velocity.
    pub(super) left: Wide<D>,
    /// `S / τ`, which is M₁₂ / τ.
    pub(super) velocity: Wide<D>,
    /// `S₁ / τ²`.
    pub(super) position: Wide<D>,
    /// `S₂ / τ³`.
    pub(super) ramp: Wide<D>,
    /// `K τ²`.
    stiffness: Wide<D>,
    /// Change of M₁₁ by the last doubling.
    change: f64,
}

impl<const D: usize> Answer<D> {
    /// Sums the series `S/h = Σ Tₙ/(n+1)!`, and so on, where `Tₙ₊₁ = -(B h) Tₙ - (K h²) Tₙ₋₁` are the derivatives of S'.
    #[inline(always)]
    fn series(damping: &Wide<D>, stiffness: &Wide<D>) -> Self {
        let (mut before, mut term) = (Wide::zero(), Wide::one());
        let mut sums = [Wide::zero(); 3];
        for n in 0..WIDE_TERMS {
            for (sum, add) in sums.iter_mut().zip(1..) {
                *sum = sum.plus(&term.by(inverse_factorial(n + add)));
            }
            let next = damping.times(&term).plus(&stiffness.times(&before));
            (before, term) = (term, next.scaled(-1.0));
        }
        // the remaining terms are less than a rounding error of the first terms; they are summed
        // separately, in `f64`
        let (b, k) = (damping.high(), stiffness.high());
        let (mut before, mut term) = (before.high(), term.high());
        let mut rest = [Square::zeros(); 3];
        for n in WIDE_TERMS..TERMS {
            for (sum, add) in rest.iter_mut().zip(1..) {
                *sum += term * inverse_factorial(n + add).high;
            }
            (before, term) = (term, -(b * term + k * before));
        }
        let [velocity, position, ramp] =
            [0, 1, 2].map(|n| sums[n].plus(&Wide::from_high(&rest[n])));
        let stay = Wide::one().minus(&position.times(stiffness));
        Self {
            stay,
            left: stay.minus(&velocity.times(damping)),
            velocity,
            position,
            ramp,
            stiffness: *stiffness,
            change: f64::INFINITY,
        }
    }

    /// Returns the response after twice the time.
    #[inline(always)]
    fn doubled(&self) -> Self {
        let (s, s1, s2) = (&self.velocity, &self.position, &self.ramp);
        let back = s.times(&self.stiffness); // -M₂₁ τ
        let stay = (self.stay.times(&self.stay)).minus(&s.times(&back));
        let velocity = self.stay.times(s).plus(&s.times(&self.left));
        let position = s1.plus(&self.stay.times(s1)).plus(&s.times(s));
        let ramp = (s2.plus(&self.stay.times(s2))).plus(&s.times(s1).plus(s1));
        Self {
            change: stay.minus(&self.stay).high().amax(),
            stay,
            left: (self.left.times(&self.left)).minus(&back.times(s)),
            velocity: velocity.scaled(0.5),
            position: position.scaled(0.25),
            ramp: ramp.scaled(0.125),
            stiffness: self.stiffness.scaled(4.0),
        }
    }

    /// Returns this response, with negligible entries set to zero.
    #[inline(always)]
    fn flushed(&self) -> Self {
        Self {
            stay: self.stay.flushed(),
            left: self.left.flushed(),
            velocity: self.velocity.flushed(),
            position: self.position.flushed(),
            ramp: self.ramp.flushed(),
            stiffness: self.stiffness.flushed(),
            change: self.change,
        }
    }

    /// Whether no entry of M has overflowed.
    #[inline(always)]
    pub(super) fn is_finite(&self) -> bool {
        let matrices = [&self.stay, &self.left, &self.velocity].map(Wide::high);
        // 0 · x is NaN unless x is finite
        (matrices.iter()).all(|matrix| (matrix * 0.0).sum() == 0.0)
    }

    /// Whether M and S no longer change with time: the velocities have decayed, and the positions
    /// have decayed or are constant.
    #[inline(always)]
    pub(super) fn has_settled(&self) -> bool {
        self.left.high().amax() < 1e-290 && self.change < 1e-30
    }
}

/// Returns the response after `halvings` doublings of a part of the time, and the number of
/// doublings that were not made. There are fewer doublings if the response no longer changes or
/// overflows.
pub(super) fn answer<const D: usize>(
    damping: &Wide<D>,
    stiffness: &Wide<D>,
    halvings: i32,
) -> (Answer<D>, i32) {
    // after so many doublings only a few digits of the phase are known: negligible entries do not
    // affect these digits, but make every doubling slower
    let is_long = halvings > KNOWN;
    let mut answer = if is_long {
        Answer::series(&damping.flushed(), &stiffness.flushed()).flushed()
    } else {
        Answer::series(damping, stiffness)
    };
    let most = halvings.min(KNOWN);
    for done in 0..most {
        if answer.has_settled() || !answer.is_finite() {
            return (answer, halvings - done);
        }
        answer = answer.doubled();
        if is_long {
            answer = answer.flushed();
        }
    }
    (answer, halvings - most)
}

/// Returns `1/n!`. It has double-double accuracy if n! is exact in `f64` (n ≤ 18).
fn inverse_factorial(n: u32) -> DoubleDouble {
    let factorial = (1..=n).fold(1.0, |product, k| product * f64::from(k));
    let high = 1.0 / factorial;
    let product = DoubleDouble::product(high, factorial);
    let low = ((1.0 - product.high) - product.low) / factorial;
    DoubleDouble { high, low }
}

// Slow motion with strong damping, after the fast part of the motion has decayed.

/// The slow part of the solution of `x'' = a - B x' - K x`, if the stiffness is small compared to
/// the damping.
///
/// The equation `L² - B L + K = 0` has one small root L, and
///
/// ```text
/// x' = y - L x        y' = -F y        F = B - L
/// ```
///
/// y decays as fast as velocities decay with B alone. After this decay, with `Z F - L Z = 1`:
///
/// ```text
/// S = e^(-Lt) Z        S₁ = E₁ Z - Z F⁻¹        S₂ = E₂ Z - t Z F⁻¹ + Z F⁻²        E₁ = ∫₀ᵗ e^(-Ls),  E₂ = ∫₀ᵗ E₁
/// M = [[e^(-Lt) (1 + Z L), S], [-L M₁₁, -L S]]
/// ```
///
/// All matrices are double-double: perpendicular to a strong field the creep is many times slower
/// than along the field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Creep<const D: usize> {
    /// L \[1/s\].
    rate: Wide<D>,
    /// Z \[s\].
    gain: Wide<D>,
    /// F⁻¹ \[s\].
    lag: Wide<D>,
}

/// Upper bound of the ratio of L to the decay rate of y.
const SLOW: f64 = 1.0 / 1_048_576.0;

/// Number of fixed-point iterations for L and Z. Each iteration adds 19 bits of accuracy.
const ROUNDS: u32 = 6;

/// Time in units of `1/γ` after which y is zero for any initial value: e⁻¹⁵⁰⁰ is the square of the
/// smallest positive number.
pub(super) const FORGOTTEN: f64 = 1500.0;

impl<const D: usize> Creep<D> {
    /// Prepares the creep for B τ, K τ \[1/s\] and γ τ, where τ \[s\] is a time in which the phase
    /// changes by about one radian. Returns `None` if the creep is not slow.
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

    /// Whether the slow part moves. Without stiffness, the body only coasts until it stops.
    pub(super) fn moves(&self) -> bool {
        self.rate.high().iter().any(|entry| *entry != 0.0)
    }

    /// Computes the motion for a time `dt` \[s\], at the end of which y has decayed.
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
