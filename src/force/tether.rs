//! A rope: a spring with a rest length that only pulls.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, Rod, SceneForce};
use crate::body::Body;
use crate::space::Real;

/// An elastic rope to a fixed point: slack up to its length, a damped spring along its line beyond.
///
/// With d the distance, u the direction away from the anchor and `e = d - length`,
/// `F = -u max(0, k e + b v·u)` where `e > 0`, and zero where not. Damping acts along the line and
/// while the rope is taut, and never pushes. At the anchor itself there is no direction, and no force.
///
/// Between two linked bodies it acts on their separation; leave the anchor at the origin then.
///
/// It is of second order, alone too: neither a rest length nor damping along a rotating line has a closed form in more than
/// one dimension. Under [`Scheme::FlowKick`](crate::Scheme::FlowKick) ropes move as [rods](super::Rod) do: at any stiffness
/// and any step they conserve energy, momentum and angular momentum. The step does not locate the instant at which
/// the rope becomes taut. Without length and damping a rope is a [`Spring`](super::Spring), which is exact.
///
/// ```
/// use kinstep::{Body2, Force, Tether};
///
/// let rope = Tether::stiffness(50.0).length(2.0);
/// assert_eq!(rope.acceleration(&Body2::point(1.0).at([1.9, 0.0]), 0.0).x, 0.0);
/// assert_eq!(rope.acceleration(&Body2::point(1.0).at([3.0, 0.0]), 0.0).x, -50.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("rope", "cable", "bungee", "chain", "grappling hook"))]
pub struct Tether<T, const D: usize> {
    /// k \[N/m\].
    pub stiffness: T,
    /// b \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub damping: T,
    /// The length up to which it is slack \[m\].
    pub length: T,
    /// Where it is fastened \[m\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub anchor: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> Tether<T, D> {
    /// An undamped rope of stiffness k \[N/m\] to the origin, with length zero.
    #[must_use]
    pub fn stiffness(stiffness: T) -> Self {
        Self {
            stiffness,
            damping: T::zero(),
            length: T::zero(),
            anchor: SVector::zeros(),
        }
    }

    /// The same rope with this length \[m\], up to which it is slack.
    #[must_use]
    pub fn length(mut self, length: T) -> Self {
        self.length = length;
        self
    }

    /// The same rope with damping of coefficient b \[kg/s\] along its line.
    #[must_use]
    pub fn damping(mut self, damping: T) -> Self {
        self.damping = damping;
        self
    }

    /// The same rope to this point \[m\], world frame.
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        self.anchor = anchor.into();
        self
    }

    /// The same spring along the line, which pushes, too.
    fn as_rod(&self) -> Rod<T, D> {
        Rod::stiffness(self.stiffness)
            .damping(self.damping)
            .length(self.length)
            .anchored_at(self.anchor)
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Tether<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let rod = self.as_rod();
        let stretch = rod.stretch(body);
        if stretch <= T::zero() {
            return SVector::zeros();
        }
        let (tension, outward) = rod.tension(body, stretch);
        outward * (-tension.max(T::zero()) / body.mass)
    }

    /// `½ k e²` while taut, zero while slack.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let rod = self.as_rod();
        Some(rod.energy_at(rod.stretch(body).max(T::zero())))
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Rod {
            rod: self.as_rod(),
            pulls_only: true,
        }
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        self.as_rod().check_parameters()
    }
}
