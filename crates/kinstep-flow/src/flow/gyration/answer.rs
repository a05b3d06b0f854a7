//! The response by power series and doublings.

use super::wide::Wide;
use super::{KNOWN, Square};
use crate::numbers::DoubleDouble;

/// Number of series terms in double-double and in total: the first omitted term is below 1e-32 of the sum.
const WIDE_TERMS: u32 = 12;
const TERMS: u32 = 26;

/// Response after a part τ of the time, in units of τ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer<const D: usize> {
    /// M₁₁.
    pub(super) stay: Wide<D>,
    /// M₂₂.
    pub(super) left: Wide<D>,
    /// `S / τ`, which is M₁₂ / τ.
    pub(super) velocity: Wide<D>,
    /// `S₁ / τ²`.
    pub(super) position: Wide<D>,
    /// `S₂ / τ³`.
    pub(super) ramp: Wide<D>,
    /// `K τ²`.
    stiffness: Wide<D>,
    /// The change of M₁₁ by the last doubling.
    change: f64,
}

impl<const D: usize> Answer<D> {
    /// Series: `S/h = Σ Tₙ/(n+1)!`, and so on, where `Tₙ₊₁ = -(B h) Tₙ - (K h²) Tₙ₋₁` are the derivatives of S'.
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
        // the remaining terms are below a rounding error of the first terms and are summed separately, in `f64`
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

    /// Response after twice the time.
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

    /// This response with negligibly small entries set to zero.
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

    /// Whether M and S no longer change with time: velocities have decayed, and positions are constant or have decayed.
    #[inline(always)]
    pub(super) fn has_settled(&self) -> bool {
        self.left.high().amax() < 1e-290 && self.change < 1e-30
    }
}

/// Response after `halvings` doublings of a part of the time, or after fewer if it settles or overflows; and the number of doublings left.
pub(super) fn answer<const D: usize>(
    damping: &Wide<D>,
    stiffness: &Wide<D>,
    halvings: i32,
) -> (Answer<D>, i32) {
    // then at most a few digits of the phase are known: negligible entries do not affect them, but slow every doubling
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

/// `1/n!`, in double-double accuracy while n! is exact in `f64` (n ≤ 18).
fn inverse_factorial(n: u32) -> DoubleDouble {
    let factorial = (1..=n).fold(1.0, |product, k| product * f64::from(k));
    let high = 1.0 / factorial;
    let product = DoubleDouble::product(high, factorial);
    let low = ((1.0 - product.high) - product.low) / factorial;
    DoubleDouble { high, low }
}
