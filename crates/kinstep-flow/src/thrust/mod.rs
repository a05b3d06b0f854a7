//! What a force that is fixed in a turning body does, in the plane.
//!
//! A thruster pushes along an axis of the body, which turns under a law of its own:
//! `θ'' = c + j t - γᵣ θ' - κ θ`. With the plane as complex numbers, and everything else that acts on
//! the centre of mass linear (`a = … - γ v - ω² x`), what a force of `f` per mass adds over a step is
//!
//! ```text
//! Δv = f ∫₀ʰ k(h - s) e^(iθ(s)) ds      Δx = f ∫₀ʰ S(h - s) e^(iθ(s)) ds
//! ```
//!
//! with the step response `S` of the centre of mass and `k = S' = 1 - γ S - ω² S₁` (see
//! [`Response`](crate::flow::Response)). Without drag and spring `k = 1` and `S(t) = t`.
//!
//! | the angle | the centre of mass | method |
//! |---|---|---|
//! | turns steadily | free, or under drag | closed form (`steady`) |
//! | any law | any law | Gauss–Legendre, 8 points for at most 2 rad (`panel`) |
//!
//! Measured against 38 digits, the worst of some 300 to 500 cases each, in units of ε `h²/2` and ε `h`:
//!
//! | | Δx | Δv |
//! |---|---|---|
//! | steady turn up to 50 rad/s, h up to 3 s, with and without drag | 2.7 | 3.0 |
//! | steady acceleration 1e-8 to 10 rad/s², up to 50 rad/s at first, h up to 3 s | 3.2 | 5.0 |
//! | drag and torsion on the angle, drag and spring on the body; up to 1000 rad | 5.1 | 6.4 |
//! | any signs, per growth of the motion | 2.3 | 1.7 |

mod angular;
mod panel;
mod steady;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod truth;

use nalgebra::{Complex, ComplexField, SVector, Vector2};

use crate::flow::LinearLaw;
use crate::increment::Increment;
use crate::numbers::from_f64;
use crate::space::Real;
use angular::Angular;
use panel::{Panel, Translation};
use steady::Steady;

/// What a force fixed in a turning body does over a step, prepared for one step and one pair of laws.
#[derive(Debug, Clone, Copy)]
pub struct Drive {
    /// The step \[s\].
    dt: f64,
    translation: Translation,
    angular: Angular,
    /// The closed form, where there is one.
    steady: Option<Steady>,
    /// The whole step as one panel.
    whole: Panel,
    /// Bounds of `|k|`, `|S|` and `|S₁|` of the angle over the step.
    greatest: [f64; 3],
    /// What the two laws change by themselves \[1/s\].
    exponents: f64,
}

/// What a unit force per mass along the body's x axis adds over a step.
///
/// The pairs are the parts of a complex number: a force `(f_x, f_y)` per mass in the body's frame
/// adds `(p₀ f_x - p₁ f_y, p₁ f_x + p₀ f_y)` in the world's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Δx \[s²\]: position per acceleration, beyond coasting.
    pub position: [f64; 2],
    /// Δv \[s\]: velocity per acceleration.
    pub velocity: [f64; 2],
}

impl Push {
    /// What a force per mass \[m/s²\], constant in the frame of a body of the plane, adds to it.
    pub fn of<T: Real<D>, const D: usize>(&self, thrust: &SVector<T, D>) -> Increment<T, D> {
        // the same vector a quarter turn further
        let across = T::sweep(&T::axial_from([T::one(), T::zero(), T::zero()]), thrust);
        let added =
            |pair: [f64; 2]| thrust * from_f64::<T>(pair[0]) + across * from_f64::<T>(pair[1]);
        Increment {
            velocity: added(self.velocity),
            position: added(self.position),
        }
    }
}

/// The most panels of a step, in about a millisecond: 4000 rad, under an angular law that does not just let the body coast.
/// Beyond, what the force does is no number, and a world refuses the step.
const MOST_PANELS: f64 = 2048.0;

impl Drive {
    /// Prepared for a step of `dt` \[s\] of a body whose centre of mass is under drag rate γ \[1/s\] and
    /// stiffness ω² \[1/s²\], and whose angle \[rad\] is under the law `angular`.
    #[must_use]
    pub fn new(damping: f64, stiffness: f64, angular: &LinearLaw<f64, 1>, dt: f64) -> Self {
        let translation = Translation { damping, stiffness };
        let angular = Angular::new(angular);
        Self {
            dt,
            translation,
            angular,
            steady: (angular.is_steady() && stiffness == 0.0).then(|| Steady::new(damping, dt)),
            whole: Panel::new(&translation, &angular, dt),
            greatest: angular.greatest(dt),
            exponents: translation.exponent() + angular.exponents(),
        }
    }

    /// What a unit force per mass along the body's x axis adds to a body that has this angle \[rad\]
    /// and angular velocity \[rad/s\] at `time` \[s\].
    #[must_use]
    pub fn push(&self, angle: f64, rate: f64, time: f64) -> Push {
        let pushed = if let Some(steady) = &self.steady {
            steady.push(rate)
        } else {
            let pull = self.angular.pull(angle, time);
            match self.panels(rate, pull) {
                None => [Complex::new(f64::NAN, f64::NAN); 2],
                Some(panels) if panels <= 1 => self.whole.push(0.0, rate, pull),
                Some(panels) => self.march(panels, angle, rate, time),
            }
        };
        // the phase of the start comes last: the turn over the step keeps its digits next to it
        let (sin, cos) = ComplexField::sin_cos(angle);
        let [position, velocity] = pushed.map(|part| part * Complex::new(cos, sin));
        Push {
            position: [position.re, position.im],
            velocity: [velocity.re, velocity.im],
        }
    }

    /// How many panels resolve the step, if that many are worth it.
    ///
    /// In a panel of length p, eight points leave less than ε of a phase that changes by
    /// `p max|θ'| ≤ 2`, as long as the rate itself changes little. So the rates of everything that
    /// changes are added: `p (max|θ'| + √|θ''| + ∛|θ'''| + exponents) ≤ 2`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between zero and the most panels, which any u32 holds"
    )]
    fn panels(&self, rate: f64, pull: f64) -> Option<u32> {
        let [k, s, s1] = self.greatest;
        let jerk = ComplexField::abs(self.angular.ramp);
        let (rate, pull) = (ComplexField::abs(rate), ComplexField::abs(pull));
        let fastest = rate * k + pull * s + jerk * s1;
        let bends = ComplexField::sqrt(pull) + self.exponents;
        let panels = 0.5 * ComplexField::abs(self.dt) * (fastest + bends);
        if panels > MOST_PANELS {
            return None;
        }
        // zero times an infinite bound is not a number: nothing turns
        Some(ComplexField::ceil(panels) as u32)
    }

    /// Panel after panel: what was gained so far moves on with the centre of mass.
    fn march(&self, panels: u32, angle: f64, rate: f64, time: f64) -> [Complex<f64>; 2] {
        let dt = self.dt / f64::from(panels);
        let panel = Panel::new(&self.translation, &self.angular, dt);
        let flow = self.translation.law().flow(dt);
        let start = self.angular.pull(angle, time);
        let (mut position, mut velocity) = (Vector2::zeros(), Vector2::zeros());
        for before in 0..panels {
            // from the start of the step, so that no rounding adds up
            let elapsed = dt * f64::from(before);
            let (turned, now) = self.angular.after(elapsed, rate, start);
            let pull = self.angular.pull(angle + turned, time + elapsed);
            let [dx, dv] = panel.push(turned, now, pull);
            flow.advance(&mut position, &mut velocity, 0.0);
            position += Vector2::new(dx.re, dx.im);
            velocity += Vector2::new(dv.re, dv.im);
        }
        [position, velocity].map(|part| Complex::new(part.x, part.y))
    }
}
