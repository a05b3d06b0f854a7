//! The spring that is critically damped for a body of any mass.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::from_f64;
use crate::space::Real;

/// A spring that pulls a body of any mass to a point as fast as possible without overshoot.
///
/// The acceleration is `a = -λ² (x - anchor) - 2 λ v`. From rest the distance is
/// `(1 + λ t) e^(-λt)` times the initial distance. With λ = 1.678 / half-life, the body has covered
/// half the distance after the half-life. The stiffness is `m λ²`, and the damping coefficient
/// `2 m λ`.
///
/// As an example, a camera follows a player, with equal motion at any frame rate:
///
/// ```
/// use kinstep::{Body2, Spring, World2};
///
/// let mut world = World2::new();
/// let camera = world.add_body(Body2::point(1.0))?;
/// let mut player = [8.0, 0.0]; // m
/// let follow = Spring::critically_damped(0.25); // s
/// let pull = world.add_force_on(camera, follow.anchored_at(player))?;
/// world.step(0.25)?;
/// assert!((world[camera].position.x - 4.0).abs() < 1e-14); // half way
///
/// for frame_length in [1.0 / 60.0, 1.0 / 144.0, 1.0 / 30.0] {
///     player[0] += 3.0 * frame_length;
///     world.replace_force(pull, follow.anchored_at(player))?;
///     world.step(frame_length)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("smooth damp", "camera", "follow", "easing", "lerp"))]
pub struct CriticalSpring<T, const D: usize> {
    /// Time after which a body that starts at rest has covered half the distance \[s\].
    pub half_life: T,
    /// Point to which the spring pulls \[m\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub anchor: SVector<T, D>,
}

/// Half-life times λ: the solution u of `(1 + u) e^(-u) = 1/2`.
const HALF_LIFE: f64 = 1.678_346_990_016_660_7;

impl<T: Real<D>, const D: usize> CriticalSpring<T, D> {
    /// Returns the spring attached to this point \[m\].
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        self.anchor = anchor.into();
        self
    }

    /// Returns the rate λ \[1/s\].
    fn rate(&self) -> T {
        from_f64::<T>(HALF_LIFE) / self.half_life
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for CriticalSpring<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let rate = self.rate();
        ((self.anchor - body.position) * rate - body.velocity * from_f64::<T>(2.0)) * rate
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let rate = self.rate();
        let spring = LinearLaw::spring(rate * rate).anchored_at(self.anchor);
        Effect::Law(spring + LinearLaw::drag(rate + rate))
    }

    /// Returns `½ m λ² |x - anchor|²` \[J\].
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let speed = (body.position - self.anchor) * self.rate();
        Some(speed.norm_squared() * body.mass * from_f64(0.5))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        let rate = self.rate();
        if !(self.half_life > T::zero() && self.half_life.is_finite() && (rate * rate).is_finite())
        {
            return Err(ParameterError {
                parameter: "the half-life",
                value: self.half_life,
                requirement: "positive and finite, and so large that the square of its rate is finite",
            });
        }
        ParameterError::unless_all_finite("the anchor", &self.anchor)
    }
}
