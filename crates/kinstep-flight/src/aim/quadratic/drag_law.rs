//! Gravity and drag as two numbers, and quantities derived from them.

use nalgebra::ComplexField;

/// The equation `u' = g - κ |u| u` of the velocity u relative to the air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DragLaw {
    /// |g| \[m/s²\]
    pub(super) pull: f64,
    /// κ \[1/m\]
    pub(super) drag: f64,
}

impl DragLaw {
    /// `v_T = √(g/κ)` \[m/s\]; infinite without drag, zero without gravity.
    pub(super) fn terminal_speed(self) -> f64 {
        ComplexField::sqrt(self.pull / self.drag)
    }

    /// `λ = √(gκ) = g/v_T` \[1/s\]: how fast a fall approaches its terminal speed; zero without gravity or drag.
    pub(super) fn rate(self) -> f64 {
        ComplexField::sqrt(self.pull) * ComplexField::sqrt(self.drag)
    }

    /// Whether the motion has a closed form: without drag a parabola, without gravity a straight line.
    pub(super) fn is_closed(self) -> bool {
        self.pull == 0.0 || self.drag == 0.0
    }

    /// The distance of a fall from rest \[m\]: `ln cosh(λt)/κ`, without drag `gt²/2`.
    pub(super) fn fall(self, time: f64) -> f64 {
        let x = self.rate() * time;
        if x < 1e-4 {
            // ln cosh x = x²/2 - x⁴/12 + …
            return 0.5 * self.pull * time * time * (1.0 - x * x / 6.0);
        }
        let sinh = ComplexField::sinh(x.min(1.0));
        let logarithm = if x < 1.0 {
            0.5 * ComplexField::ln_1p(sinh * sinh)
        } else {
            x - core::f64::consts::LN_2 + ComplexField::ln_1p(ComplexField::exp(-2.0 * x))
        };
        logarithm / self.drag
    }

    /// A lower bound on the launch speed through the air \[m/s\] of a flight that at a time \[s\] is `away` \[m\] from a
    /// fall from rest.
    ///
    /// The difference of the velocities a and b of two flights decays at least at the rate `κ (|a| + |b|)/2`. This rate is
    /// at least `κ |a - b|/2`, and at least half the decay rate of a fall. Each gives a bound on the distance covered:
    ///
    /// ```text
    /// ln(1 + κ|u₀|t/2) 2/κ,       |u₀| ∫ dt/√cosh λt < |u₀| 2.63/λ
    /// ```
    pub(super) fn least_speed(self, away: f64, time: f64) -> f64 {
        let far = 0.5 * self.drag * away;
        let slowed = away / time * expm1_over(far);
        slowed.max(away * self.rate() / LEMNISCATE)
    }
}

/// `∫₀^∞ dx/√cosh x`, rounded up: half the arc of a lemniscate.
pub(super) const LEMNISCATE: f64 = 2.6221;

/// `(eˣ - 1)/x`
pub(super) fn expm1_over(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else {
        ComplexField::exp_m1(x) / x
    }
}
