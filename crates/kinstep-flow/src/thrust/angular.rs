//! The law of the angle, as numbers.

use nalgebra::ComplexField;

use crate::flow::{LinearLaw, Response};

/// `θ'' = c + j t - γᵣ θ' - κ θ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Angular {
    /// c \[rad/s²\].
    constant: f64,
    /// j \[rad/s³\].
    pub(super) ramp: f64,
    /// γᵣ \[1/s\].
    damping: f64,
    /// κ \[1/s²\].
    stiffness: f64,
}

impl Angular {
    pub(super) fn new(law: &LinearLaw<f64, 1>) -> Self {
        Self {
            constant: law.constant.x,
            ramp: law.ramp.x,
            damping: law.damping,
            stiffness: law.stiffness_per_mass,
        }
    }

    /// Whether the angular velocity is constant.
    pub(super) fn is_steady(&self) -> bool {
        [self.constant, self.ramp, self.damping, self.stiffness] == [0.0; 4]
    }

    /// `c + j t - κ θ` \[rad/s²\]: angular acceleration of a body at rest at this angle.
    pub(super) fn pull(&self, angle: f64, time: f64) -> f64 {
        self.constant + self.ramp * time - self.stiffness * angle
    }

    /// `[S, S₁, j S₂]` after `time`.
    pub(super) fn turn(&self, time: f64) -> [f64; 3] {
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
            ..
        } = response(self.damping, self.stiffness, time);
        [s, s1, self.ramp * s2]
    }

    /// Rotation angle after `time` \[s\], and angular velocity at this time.
    ///
    /// `Δθ = ω₀ S + a S₁ + j S₂`, `ω = ω₀ k + a S + j S₁`, where `a` is the pull at the start.
    pub(super) fn after(&self, time: f64, rate: f64, pull: f64) -> (f64, f64) {
        let [s, s1, js2] = self.turn(time);
        let left = 1.0 - self.damping * s - self.stiffness * s1;
        (
            rate * s + pull * s1 + js2,
            rate * left + pull * s + self.ramp * s1,
        )
    }

    /// Bounds of `|k|`, `|S|` and `|S₁|` over a step of `dt`.
    pub(super) fn greatest(&self, dt: f64) -> [f64; 3] {
        let h = ComplexField::abs(dt);
        let damping = ComplexField::abs(self.damping);
        if self.stiffness >= 0.0 && self.damping * dt >= 0.0 {
            // energy is lost: k stays below 1, S below its first maximum, S₁ below twice its equilibrium
            let s = h
                .min(1.0 / damping)
                .min(1.0 / ComplexField::sqrt(self.stiffness));
            [1.0, s, (h * s).min(2.0 / self.stiffness)]
        } else {
            // for the law whose series has terms of the same magnitude, all positive
            let stiffness = ComplexField::abs(self.stiffness);
            let Response {
                velocity: s,
                position: s1,
                ..
            } = response(-damping, -stiffness, h);
            [1.0 + damping * s + stiffness * s1, s, s1]
        }
    }

    /// Rate at which the law itself changes the angular velocity \[1/s\].
    /// The exponents count twice, because the angle is itself an exponent, of `e^(iθ)`.
    pub(super) fn exponents(&self) -> f64 {
        2.0 * exponent(self.damping, self.stiffness)
            + ComplexField::cbrt(ComplexField::abs(self.ramp))
    }
}

/// Upper bound of both roots of `λ² + γ λ + ω² = 0` \[1/s\].
pub(super) fn exponent(damping: f64, stiffness: f64) -> f64 {
    let half = 0.5 * ComplexField::abs(damping);
    half + ComplexField::sqrt(half * half + ComplexField::abs(stiffness))
}

/// The response, with a shortcut if it is a polynomial.
pub(super) fn response(damping: f64, stiffness: f64, time: f64) -> Response {
    if damping == 0.0 && stiffness == 0.0 {
        Response {
            velocity: time,
            position: 0.5 * time * time,
            ramp: time * time * (time / 6.0),
        }
    } else {
        Response::new(damping, stiffness, time)
    }
}
