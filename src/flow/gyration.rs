//! How a body answers whose velocity is turned, or that is held differently along different directions.

use multiversion::multiversion;
use nalgebra::{ComplexField, SMatrix, SVector};

use super::wide::Wide;
use crate::twofold::Twofold;

/// The step response of `x'' = 1 - B x' - K x` with matrices: what [`Response`](super::Response) is to numbers.
///
/// ```text
/// S' = 1 - S₁ K - S B       S₁' = S       S₂' = S₁       all zero at the start
/// ```
///
/// One code for all regimes, for axes that are not parallel and for any dimension: over a part `h/2ⁿ` of the
/// step, short enough for power series, and then doubled n times. The state after the response is
/// `M = 1 + N`, whose identity is kept out:
///
/// ```text
/// N = [[-S₁ K, S], [-S K, -(S B + S₁ K)]]
/// S(2τ) = 2 S - S K S₁ - (S B + S₁ K) S      S₁(2τ) = 2 S₁ - S₁ K S₁ + S S
/// S₂(2τ) = 2 S₂ - S₁ K S₂ + S S₁ + τ S₁
/// ```
///
/// All is computed in units of the part of the step, so that nothing overflows before the result does, and with
/// twice the digits: doubling in `f64` leaves up to 32 ε of the conditioning after 10,000 turns, and the rounded
/// coefficients would let the energy of 100,000 equal steps of a radian or more drift by 1e-11 to 5e-10.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gyration<const D: usize> {
    /// `S / h`.
    velocity: Wide<D>,
    /// `S₁ / h²`.
    position: Wide<D>,
    /// `S₂ / h³`.
    ramp: Wide<D>,
    /// `B h`.
    damping: Wide<D>,
    /// `K h²`.
    stiffness: Wide<D>,
    /// `K h` \[1/s\].
    pull: Wide<D>,
    /// `h` \[s\].
    dt: f64,
}

type Square<const D: usize> = SMatrix<f64, D, D>;

/// A matrix and what rounding took from it.
pub(crate) type Rounded<const D: usize> = [Square<D>; 2];

/// More halvings than take any number to 1.
const MOST: i32 = 2200;

/// Terms of the series that need twice the digits, and all: the first left out is below 1e-32 of the sum.
const WIDE_TERMS: u32 = 12;
const TERMS: u32 = 26;

impl<const D: usize> Gyration<D> {
    /// The response after `dt` \[s\] to damping `γ - G` \[1/s\] and stiffness `ω² - C` \[1/s²\].
    pub(crate) fn new(
        (damping, gyration): (f64, &Square<D>),
        (stiffness, tide): (f64, &Square<D>),
        dt: f64,
    ) -> Self {
        let step = Twofold::from(dt);
        let b = Wide::less(damping, gyration).by(step);
        let pull = Wide::less(stiffness, tide).by(step);
        let k = pull.by(step);
        let size = (b.high().norm()).max(ComplexField::sqrt(k.high().norm()));
        let (mut halvings, mut part) = (0, 1.0);
        while size * part > 0.25 && halvings < MOST {
            part *= 0.5;
            halvings += 1;
        }
        let turning = answer(&b.scaled(part), &k.scaled(part).scaled(part), halvings);
        Self {
            damping: b,
            stiffness: k,
            pull,
            dt,
            ..turning
        }
    }

    /// `S/h = Σ Tₙ/(n+1)!`, and so on, where `Tₙ₊₁ = -(B h) Tₙ - (K h²) Tₙ₋₁` are the derivatives of S'.
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
        // what is left is less than a rounding error of the first terms, and is summed apart
        let (b, k) = (damping.high(), stiffness.high());
        let (mut before, mut term) = (before.high(), term.high());
        let mut rest = [Square::zeros(); 3];
        for n in WIDE_TERMS..TERMS {
            for (sum, add) in rest.iter_mut().zip(1..) {
                *sum += term * inverse_factorial(n + add).high;
            }
            (before, term) = (term, -(b * term + k * before));
        }
        for (sum, rest) in sums.iter_mut().zip(&rest) {
            *sum = sum.plus(&Wide::from_high(rest));
        }
        let [velocity, position, ramp] = sums;
        Self {
            velocity,
            position,
            ramp,
            damping: *damping,
            stiffness: *stiffness,
            pull: Wide::zero(),
            dt: 0.0,
        }
    }

    /// The response after twice the time.
    #[inline(always)]
    fn doubled(&self) -> Self {
        let (s, s1, s2) = (&self.velocity, &self.position, &self.ramp);
        let (s_k, s1_k) = (s.times(&self.stiffness), s1.times(&self.stiffness));
        let lost = s.times(&self.damping).plus(&s1_k);
        let slowed = s_k.times(s1).plus(&lost.times(s)).scaled(0.5);
        let moved = s.times(s).minus(&s1_k.times(s1)).scaled(0.25);
        let ramped = (s.times(s1).plus(s1)).minus(&s1_k.times(s2)).scaled(0.125);
        Self {
            velocity: s.minus(&slowed),
            position: s1.scaled(0.5).plus(&moved),
            ramp: s2.scaled(0.25).plus(&ramped),
            damping: self.damping.scaled(2.0),
            stiffness: self.stiffness.scaled(4.0),
            ..*self
        }
    }

    /// Velocity and position beyond coasting after an acceleration that starts like this \[m/s²\], and would grow
    /// at this rate \[m/s³\] if nothing moved: `S a + S₁ j`, `S₁ a + S₂ j`.
    pub(crate) fn increment(
        &self,
        start: &SVector<f64, D>,
        slope: &SVector<f64, D>,
    ) -> [SVector<f64, D>; 2] {
        let [s, s1, s2] = [&self.velocity, &self.position, &self.ramp].map(Wide::high);
        let slope = slope * self.dt;
        let velocity = (s * start + s1 * slope) * self.dt;
        let position = (s1 * start + s2 * slope) * self.dt;
        [velocity, position * self.dt]
    }

    /// `S₁` \[s²\]: position per unit of acceleration.
    pub(crate) fn position(&self) -> Square<D> {
        self.position.high() * self.dt * self.dt
    }

    /// N: what position and velocity become, without the identity.
    pub(crate) fn change(&self) -> [[Rounded<D>; 2]; 2] {
        let (s, s1) = (&self.velocity, &self.position);
        let s1_k = s1.times(&self.stiffness);
        let lost = s.times(&self.damping).plus(&s1_k);
        let rounded = |matrix: Wide<D>| [matrix.high(), matrix.low()];
        let position = [s1_k.scaled(-1.0), s.by(Twofold::from(self.dt))];
        let velocity = [s.times(&self.pull).scaled(-1.0), lost.scaled(-1.0)];
        [position.map(rounded), velocity.map(rounded)]
    }
}

/// The response after a part of the step, doubled so many times.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn answer<const D: usize>(damping: &Wide<D>, stiffness: &Wide<D>, halvings: i32) -> Gyration<D> {
    let mut turning = Gyration::series(damping, stiffness);
    for _ in 0..halvings {
        turning = turning.doubled();
    }
    turning
}

/// `1/n!`; to twice the digits as long as n! is a number, to n = 18.
fn inverse_factorial(n: u32) -> Twofold {
    let factorial = (1..=n).fold(1.0, |product, k| product * f64::from(k));
    let high = 1.0 / factorial;
    let product = Twofold::product(high, factorial);
    let low = ((1.0 - product.high) - product.low) / factorial;
    Twofold { high, low }
}
