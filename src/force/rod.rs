//! A spring with a rest length.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::numbers::{direction, from_f64, length};
use crate::space::Real;

/// A spring with a rest length, and a damper along its line: a rod that stretches, a strut, a bar of a truss.
///
/// With d the distance and u the direction away from the anchor, `F = -u (k (d - length) + b v·u)`. It pulls where it is
/// longer than its length and pushes where it is shorter. At the anchor itself there is no direction, and no force.
///
/// Between two linked bodies it acts on their separation; leave the anchor at the origin then. It conserves their
/// momentum and their angular momentum.
///
/// A stiff spring stands for a rigid rod: under [`Scheme::FlowKick`](crate::Scheme::FlowKick) rods are stable at any stiffness
/// and any step. All bodies that rods and springs tie together move by the energy-momentum rule of LaBudde and Greenspan: an
/// implicit step of second order that conserves energy, momentum and angular momentum to rounding. Damping only ever
/// takes energy away. What the step is too long to resolve, a ringing of many radians in a step, keeps its energy and loses
/// its phase.
///
/// Up to some ten radians of the fastest ringing in a step, shorter steps of a [`ForceField`](crate::ForceField) or closure
/// that writes the same force cost as much and are nearer to the true motion.
///
/// | | [`Spring`](super::Spring) | `Rod` | [`Tether`](super::Tether) |
/// |---|---|---|---|
/// | rest length | none | pulls and pushes | pulls only |
/// | step | exact, with up to 64 bodies | second order, conserves energy | the same |
///
/// ```
/// use kinstep::{Body2, Rod, UniformGravity, World2};
///
/// // a pendulum of two rods of 1 m, as stiff as steel: 2 MN/m
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let rod = Rod::stiffness(2e6).length(1.0);
/// let elbow = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// let hand = world.add_body(Body2::point(1.0).at([2.0, 0.0]))?;
/// world.add_force_on(elbow, rod.anchored_at([0.0, 0.0]))?;
/// world.add_link(elbow, hand, rod)?;
///
/// let before = world.energy().total();
/// for _ in 0..600 {
///     world.step(1.0 / 60.0)?;
/// }
/// let distance = (world[elbow].position - world[hand].position).norm();
/// assert!((distance - 1.0).abs() < 1e-3);
/// # let _ = before;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias(
    "bar",
    "strut",
    "truss",
    "pendulum",
    "distance constraint",
    "spring joint"
))]
pub struct Rod<T, const D: usize> {
    /// k \[N/m\].
    pub stiffness: T,
    /// b \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub damping: T,
    /// The length at which it neither pulls nor pushes \[m\].
    pub length: T,
    /// Where it is fastened \[m\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub anchor: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> Rod<T, D> {
    /// An undamped rod of stiffness k \[N/m\] to the origin, with length zero.
    #[must_use]
    pub fn stiffness(stiffness: T) -> Self {
        Self {
            stiffness,
            damping: T::zero(),
            length: T::zero(),
            anchor: SVector::zeros(),
        }
    }

    /// The same rod with this rest length \[m\].
    #[must_use]
    pub fn length(mut self, length: T) -> Self {
        self.length = length;
        self
    }

    /// The same rod with a damper of coefficient b \[kg/s\] along its line.
    #[must_use]
    pub fn damping(mut self, damping: T) -> Self {
        self.damping = damping;
        self
    }

    /// The same rod to this point \[m\], world frame.
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        self.anchor = anchor.into();
        self
    }

    /// How much longer it is than its rest length \[m\].
    pub(super) fn stretch(&self, body: &Body<T, D>) -> T {
        length(&(body.position - self.anchor)) - self.length
    }

    /// `½ k e²` \[J\] at a stretch e \[m\].
    pub(super) fn energy_at(&self, stretch: T) -> T {
        stretch * stretch * self.stiffness * from_f64(0.5)
    }

    /// The tension at a stretch e, `k e + b v·u` \[N\], and the direction u away from the anchor.
    pub(super) fn tension(&self, body: &Body<T, D>, stretch: T) -> (T, SVector<T, D>) {
        let outward = direction(&(body.position - self.anchor));
        let tension = stretch * self.stiffness + outward.dot(&body.velocity) * self.damping;
        (tension, outward)
    }

    /// The first parameter that is not valid.
    pub(super) fn check_parameters(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_not_negative("the stiffness", self.stiffness)?;
        ParameterError::unless_not_negative("the damping", self.damping)?;
        ParameterError::unless_not_negative("the length", self.length)?;
        ParameterError::unless_all_finite("the anchor", &self.anchor)
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Rod<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let (tension, outward) = self.tension(body, self.stretch(body));
        outward * (-tension / body.mass)
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Rod {
            rod: *self,
            pulls_only: false,
        }
    }

    /// `½ k (d - length)²`.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        Some(self.energy_at(self.stretch(body)))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        self.check_parameters()
    }
}
