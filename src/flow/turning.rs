//! How a body answers whose velocity is turned, or that is held differently along different directions.

use nalgebra::{ComplexField, SMatrix, SVector};

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
/// All is computed in units of the part of the step, so that nothing overflows before the result does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Turning<const D: usize> {
    /// `S / h`.
    velocity: Square<D>,
    /// `S₁ / h²`.
    position: Square<D>,
    /// `S₂ / h³`.
    ramp: Square<D>,
    /// `B h`.
    damping: Square<D>,
    /// `K h²`.
    stiffness: Square<D>,
    /// `h` \[s\].
    dt: f64,
}

type Square<const D: usize> = SMatrix<f64, D, D>;

/// More halvings than take any number to 1.
const MOST: i32 = 2200;

/// Terms of the series: the first left out is below 1e-20 of the sum.
const TERMS: u32 = 25;

impl<const D: usize> Turning<D> {
    /// The response after `dt` \[s\] to damping B \[1/s\] and stiffness K \[1/s²\].
    pub(crate) fn new(damping: &Square<D>, stiffness: &Square<D>, dt: f64) -> Self {
        let (b, k) = (damping * dt, stiffness * dt * dt);
        let size = b.norm().max(ComplexField::sqrt(k.norm()));
        let mut halvings = 0;
        let mut part = 1.0;
        while size * part > 1.0 && halvings < MOST {
            part *= 0.5;
            halvings += 1;
        }
        let mut turning = Self::series(b * part, k * part * part, dt * part);
        for _ in 0..halvings {
            turning = turning.doubled();
        }
        turning
    }

    /// `S/h = Σ Tₙ/(n+1)!`, and so on, where `Tₙ₊₁ = -(B h) Tₙ - (K h²) Tₙ₋₁` are the derivatives of S'.
    fn series(b: Square<D>, k: Square<D>, dt: f64) -> Self {
        let (mut before, mut term) = (Square::zeros(), Square::identity());
        let (mut velocity, mut position, mut ramp) =
            (Square::zeros(), Square::zeros(), Square::zeros());
        let mut factorial = 1.0;
        for n in 0..TERMS {
            let n = f64::from(n);
            factorial /= n + 1.0;
            velocity += term * factorial;
            position += term * (factorial / (n + 2.0));
            ramp += term * (factorial / ((n + 2.0) * (n + 3.0)));
            (before, term) = (term, -(b * term + k * before));
        }
        Self {
            velocity,
            position,
            ramp,
            damping: b,
            stiffness: k,
            dt,
        }
    }

    /// The response after twice the time.
    fn doubled(&self) -> Self {
        let (s, s1, s2) = (&self.velocity, &self.position, &self.ramp);
        let (s_k, s1_k) = (s * self.stiffness, s1 * self.stiffness);
        let lost = s * self.damping + s1_k;
        Self {
            velocity: s - (s_k * s1 + lost * s) * 0.5,
            position: s1 * 0.5 + (s * s - s1_k * s1) * 0.25,
            ramp: s2 * 0.25 + (s * s1 + s1 - s1_k * s2) * 0.125,
            damping: self.damping * 2.0,
            stiffness: self.stiffness * 4.0,
            dt: self.dt * 2.0,
        }
    }

    /// Velocity and position beyond coasting after an acceleration that starts like this \[m/s²\], and would grow
    /// at this rate \[m/s³\] if nothing moved: `S a + S₁ j`, `S₁ a + S₂ j`.
    pub(crate) fn increment(
        &self,
        start: &SVector<f64, D>,
        slope: &SVector<f64, D>,
    ) -> [SVector<f64, D>; 2] {
        let slope = slope * self.dt;
        let velocity = (self.velocity * start + self.position * slope) * self.dt;
        let position = (self.position * start + self.ramp * slope) * self.dt;
        [velocity, position * self.dt]
    }

    /// `S₁` \[s²\]: position per unit of acceleration.
    pub(crate) fn position(&self) -> Square<D> {
        self.position * self.dt * self.dt
    }

    /// N: what position and velocity become, without the identity.
    pub(crate) fn change(&self) -> [[Square<D>; 2]; 2] {
        let (s, s1) = (&self.velocity, &self.position);
        let s1_k = s1 * self.stiffness;
        // nothing over a time of zero is nothing
        let back = if self.dt == 0.0 {
            Square::zeros()
        } else {
            -(s * self.stiffness) / self.dt
        };
        [[-s1_k, s * self.dt], [back, -(s * self.damping + s1_k)]]
    }
}
