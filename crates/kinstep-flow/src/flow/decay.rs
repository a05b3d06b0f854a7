//! Motion under drag alone, with one exponential.

use super::phi::exponentials;

/// The [`Response`](super::Response) without stiffness, and the remaining fraction of a velocity.
///
/// `v(t) = v₀ left + c S`, `x(t) = x₀ + v₀ S + c S₁` under `a = c - γ v`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decay<T = f64> {
    /// Remaining fraction of a velocity, `e^(-γt)`.
    pub left: T,
    /// `S = t φ₁(-γt)` \[s\].
    pub velocity: T,
    /// `S₁ = t² φ₂(-γt)` \[s²\].
    pub position: T,
}

impl Decay {
    /// The functions after `time` \[s\] under drag of rate γ \[1/s\].
    #[inline]
    #[must_use]
    pub fn new(rate: f64, time: f64) -> Self {
        let x = -rate * time;
        let [left, one, two] = if x == 0.0 {
            [1.0, 1.0, 0.5]
        } else {
            exponentials(x)
        };
        Self {
            left,
            velocity: time * one,
            position: time * (time * two),
        }
    }
}
