//! The damped spring without a rest length.

use nalgebra::SVector;

use super::{CriticalSpring, Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::from_f64;
use crate::space::Real;

/// A damped spring to a fixed point: `F = -k (x - anchor) - b v`.
///
/// Exact in every regime: undamped, under-, critically and over-damped, and for negative stiffness
/// or damping. Between two linked bodies it acts on their separation, and the anchor is the
/// separation at which it is slack.
///
/// ```
/// use kinstep::{Body2, Force, Spring};
///
/// // ω = 3 rad/s: after half a period the body is on the other side, however long the step
/// let body = Body2::point(1.0).at([2.0, 0.0]);
/// let half_period = std::f64::consts::PI / 3.0;
/// let increment = Spring::stiffness(9.0).increment(&body, 0.0, half_period);
/// assert!((body.position.x + increment.position.x + 2.0).abs() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("damper", "elastic", "harmonic oscillator", "Hooke", "bungee"))]
pub struct Spring<T, const D: usize> {
    /// k \[N/m\].
    pub stiffness: T,
    /// b \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub damping: T,
    /// Where it is slack \[m\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub anchor: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> Spring<T, D> {
    /// An undamped spring of stiffness k \[N/m\] to the origin.
    #[must_use]
    pub fn stiffness(stiffness: T) -> Self {
        Self {
            stiffness,
            damping: T::zero(),
            anchor: SVector::zeros(),
        }
    }

    /// A spring that pulls a body of any mass to the origin fastest without overshoot; from rest it is half way after the
    /// half-life \[s\], which must be positive.
    #[must_use]
    pub fn critically_damped(half_life: T) -> CriticalSpring<T, D> {
        CriticalSpring {
            half_life,
            anchor: SVector::zeros(),
        }
    }

    /// The same spring with a damper of coefficient b \[kg/s\].
    ///
    /// It acts against the whole velocity, not only along the spring. As a [link](crate::World::add_link) it
    /// therefore slows two bodies that orbit each other, and reduces their angular momentum: with reduced mass μ, the
    /// part about their common centre of mass is multiplied by `e^(-b t/μ)`. A [`Tether`](crate::Tether) is damped
    /// only along the line between the bodies, and conserves it.
    ///
    /// ```
    /// use kinstep::{Body2, Spring, World2};
    ///
    /// let mut world = World2::new();
    /// let one = world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 2.0]))?;
    /// let other = world.add_body(Body2::point(1.0).at([-1.0, 0.0]).moving([0.0, -2.0]))?;
    /// world.add_link(one, other, Spring::stiffness(4.0).damping(0.1))?; // μ = 0.5 kg
    /// let before = world.angular_momentum();
    /// world.step(10.0)?;
    /// assert!((world.angular_momentum() / before - (-2.0_f64).exp()).abs() < 1e-14); // 0.135
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn damping(mut self, damping: T) -> Self {
        self.damping = damping;
        self
    }

    /// The same spring to this point \[m\].
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        self.anchor = anchor.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Spring<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        ((self.anchor - body.position) * self.stiffness - body.velocity * self.damping) / body.mass
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let spring = LinearLaw::spring(self.stiffness / body.mass).anchored_at(self.anchor);
        Effect::Law(spring + LinearLaw::drag(self.damping / body.mass))
    }

    /// `½ k |x - anchor|²`.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let stretch = (body.position - self.anchor).norm_squared();
        Some(stretch * self.stiffness * from_f64(0.5))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_finite("the stiffness", self.stiffness)?;
        ParameterError::unless_finite("the damping", self.damping)?;
        ParameterError::unless_all_finite("the anchor", &self.anchor)
    }
}
