//! Friction whose direction turns: a body that slides obliquely over a slope.

use nalgebra::{ComplexField, RealField, SVector};

use crate::flow::phi_1;
use crate::numbers::{from_f64, to_f64};

/// The direction that friction opposes on a leg: of a motion that keeps it, or over a slope.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Opposed<T, const D: usize> {
    /// Linear in time, `d + e t` \[1, 1/s\]: exact in its first and second integral over the leg, and in between to the fourth order.
    pub(super) direction: SVector<T, D>,
    pub(super) turning: SVector<T, D>,
    /// The exact motion, if it turns.
    slope: Option<Slope<D>>,
}

impl<T: RealField + Copy, const D: usize> Opposed<T, D> {
    /// The direction of a motion that does not turn.
    pub(super) fn constant(direction: SVector<T, D>) -> Self {
        Self {
            direction,
            turning: SVector::zeros(),
            slope: None,
        }
    }

    /// That of a motion from a velocity u \[m/s\] under a pull a \[m/s²\], neither along it nor zero, and a resistance \[m/s²\], on a
    /// leg of a duration \[s\]; none if it stops before.
    pub(super) fn on_slope(
        velocity: &SVector<T, D>,
        pull: &SVector<T, D>,
        resistance: T,
        duration: T,
    ) -> Option<Self> {
        let slope = Slope {
            velocity: velocity.map(to_f64),
            pull: pull.map(to_f64),
            resistance: to_f64(resistance),
        };
        let t = to_f64(duration);
        let (once, twice) = slope.integrals(t)?;
        let direction = twice * (6.0 / (t * t)) - once * (2.0 / t);
        let turning = (once / t - direction) * (2.0 / t);
        Some(Self {
            direction: direction.map(from_f64),
            turning: turning.map(from_f64),
            slope: Some(slope),
        })
    }

    /// What the first and the second integral of the direction are beyond those of `d + e t` after a time \[s, s²\].
    pub(super) fn beyond_linear(&self, time: T) -> Option<(SVector<T, D>, SVector<T, D>)> {
        let (once, twice) = self.slope.as_ref()?.integrals(to_f64(time))?;
        let [half, sixth]: [T; 2] = [0.5, 1.0 / 6.0].map(from_f64);
        let (d, e, t) = (self.direction, self.turning, time);
        Some((
            once.map(from_f64) - (d + e * (t * half)) * t,
            twice.map(from_f64) - (d * half + e * (t * sixth)) * (t * t),
        ))
    }
}

/// The motion `u' = a - R u/|u|` over a slope, with `κ = R/a`.
///
/// With ψ, the angle between u and a, `λ = ln tan(ψ₀/2)/tan(ψ/2)`, `c = cos² ψ₀/2` and `s = sin² ψ₀/2`:
///
/// ```text
/// u cos ψ = u₀ (c e^-(κ-1)λ - s e^-(κ+1)λ),  u sin ψ = u₀ sin ψ₀ e^-κλ,  dt = u/a dλ
/// t = u₀/a (c D(κ-1) + s D(κ+1)),  D(p) = ∫₀^λ e^-pλ dλ = λ φ₁(-p λ)
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
struct Slope<const D: usize> {
    /// \[m/s\]
    velocity: SVector<f64, D>,
    /// \[m/s²\]
    pull: SVector<f64, D>,
    /// \[m/s²\]
    resistance: f64,
}

impl<const D: usize> Slope<D> {
    /// The integral of the direction u/|u| over a time t \[s\], and the integral of that \[s²\]; none if the motion stops before.
    fn integrals(&self, t: f64) -> Option<(SVector<f64, D>, SVector<f64, D>)> {
        let (u, a) = (self.velocity, self.pull);
        let (speed, size) = (u.norm(), a.norm());
        let kappa = self.resistance / size;
        let down = a / size;
        let cosine = u.dot(&down) / speed;
        let side = u / speed - down * cosine;
        let sine = side.norm();
        // neither half cancels
        let halves = |cosine: f64| [0.5 * (1.0 + cosine), 0.5 * sine * sine / (1.0 + cosine)];
        let [c, s] = if cosine > 0.0 {
            halves(cosine)
        } else {
            let [s, c] = halves(-cosine);
            [c, s]
        };
        let scale = speed / size;
        let lambda = parameter(t / scale, [c, s], kappa)?;
        let decay = |p: f64| ComplexField::exp(-p * lambda);
        let integral = |p: f64| lambda * phi_1(-p * lambda);
        let along = c * decay(kappa - 1.0) - s * decay(kappa + 1.0);
        let gained = (down * along + side * decay(kappa)) * speed - u;
        let along = c * c * integral(2.0 * kappa - 2.0) - s * s * integral(2.0 * kappa + 2.0);
        let across = c * integral(2.0 * kappa - 1.0) + s * integral(2.0 * kappa + 1.0);
        let moved = (down * along + side * across) * (speed * scale);
        let once = (a * t - gained) / self.resistance;
        let twice = (a * (0.5 * t * t) - (moved - u * t)) / self.resistance;
        let is_finite = once.iter().chain(&twice).all(|number| number.is_finite());
        is_finite.then_some((once, twice))
    }
}

/// The root λ of `t a/u₀ = c D(κ-1) + s D(κ+1)`, whose right-hand side grows; none if the motion stops before.
fn parameter(wanted: f64, [c, s]: [f64; 2], kappa: f64) -> Option<f64> {
    let mut lambda = wanted;
    for _ in 0..MOST_ROUNDS {
        let integral = |p: f64| lambda * phi_1(-p * lambda);
        let decay = |p: f64| ComplexField::exp(-p * lambda);
        let off = c * integral(kappa - 1.0) + s * integral(kappa + 1.0) - wanted;
        let step = off / (c * decay(kappa - 1.0) + s * decay(kappa + 1.0));
        lambda -= step;
        if !lambda.is_finite() {
            return None;
        }
        if step.abs() <= 4.0 * f64::EPSILON * lambda.abs() {
            return Some(lambda);
        }
    }
    None
}

/// The most rounds of Newton's method: legs are short, and a few suffice.
const MOST_ROUNDS: usize = 32;
