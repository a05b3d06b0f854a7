//! The damped spring, with or without a rest length, and the rope.

use nalgebra::SVector;

use super::{CriticalSpring, Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::{direction, from_f64, length};
use crate::space::Real;

/// A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls
/// the separation of the bodies to a given *vector* (an offset). To keep a distance, set a
/// [`length`](Self::length).
///
/// With d the distance from the anchor and u the direction away from it:
///
/// | spring | force | step under [`Scheme::FlowKick`](crate::Scheme::FlowKick) |
/// |---|---|---|
/// | `Spring::stiffness(k).damping(b)` | `-k (x - anchor) - b v` | exact in every regime, in links of up to 64 bodies |
/// | with [`length`](Self::length) | `-u (k (d - length) + b v·u)` | second order, conserves energy |
/// | also [`pulls_only`](Self::pulls_only), a rope | the same, but without pushing: `-u max(0, k (d - length) + b v·u)` where `d > length`, else zero | the same |
///
/// Between two linked bodies the spring acts on their separation. Without a rest length, the anchor
/// is the separation for which the force is zero. With a rest length, the spring acts along the
/// line between the bodies, and its anchor must be zero.
///
/// # With a rest length
///
/// At the anchor itself the direction is undefined, and the force is zero. A link conserves the momentum and the angular momentum of
/// its two bodies.
///
/// A stiff spring with a rest length is a rod, such as a strut or a bar of a truss. Rods and ropes
/// are stable at any stiffness and any step. All bodies that they and other springs connect move by
/// the energy-momentum rule of LaBudde and Greenspan: an implicit step of second order that
/// conserves energy, momentum and angular momentum to rounding. Damping only reduces the energy. If
/// the phase of an oscillation advances by many radians per step, the step does not resolve it: the
/// oscillation keeps its energy, but its phase is wrong. The step does not determine the time at
/// which a rope becomes taut.
///
/// If the phase of the fastest oscillation advances by less than about ten radians per step, a
/// [`ForceField`](crate::ForceField) or closure with an equal force and shorter steps costs as much
/// and is more accurate.
///
/// # Examples
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
///
/// ```
/// use kinstep::{Body2, Spring, UniformGravity, World2};
///
/// // a pendulum of two rods of 1 m, as stiff as steel: 2 MN/m
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let rod = Spring::stiffness(2e6).length(1.0);
/// let elbow = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// let hand = world.add_body(Body2::point(1.0).at([2.0, 0.0]))?;
/// world.add_force_on(elbow, rod.anchored_at([0.0, 0.0]))?;
/// world.add_link(elbow, hand, rod)?;
///
/// for _ in 0..600 {
///     world.step(1.0 / 60.0)?;
/// }
/// let distance = (world[elbow].position - world[hand].position).norm();
/// assert!((distance - 1.0).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("damper", "elastic", "harmonic oscillator", "Hooke", "spring joint"))]
#[doc(alias("rod", "bar", "strut", "truss", "pendulum", "distance constraint"))]
#[doc(alias("rope", "tether", "cable", "bungee", "chain", "grappling hook"))]
pub struct Spring<T, const D: usize> {
    /// Stiffness k \[N/m\].
    pub stiffness: T,
    /// Damping coefficient b \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub damping: T,
    /// Rest length \[m\]; `None` for a linear spring.
    #[cfg_attr(feature = "serde", serde(default))]
    pub length: Option<T>,
    /// Whether the spring is a rope, which never pushes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub pulls_only: bool,
    /// Point where the spring is attached \[m\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub anchor: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> Spring<T, D> {
    /// Returns an undamped spring of stiffness k \[N/m\] to the origin, without a rest length.
    #[must_use]
    pub fn stiffness(stiffness: T) -> Self {
        Self {
            stiffness,
            damping: T::zero(),
            length: None,
            pulls_only: false,
            anchor: SVector::zeros(),
        }
    }

    /// Returns a spring that pulls a body of any mass to the origin as fast as possible without
    /// overshoot. A body that starts at rest covers half the distance within the half-life \[s\],
    /// which must be positive.
    #[must_use]
    pub fn critically_damped(half_life: T) -> CriticalSpring<T, D> {
        CriticalSpring {
            half_life,
            anchor: SVector::zeros(),
        }
    }

    /// Returns the spring with a damping coefficient b \[kg/s\].
    ///
    /// Without a rest length the damping opposes the whole velocity, not only its component along
    /// the spring. In a [link](crate::World::add_link) it therefore slows two bodies that orbit
    /// each other, and reduces their angular momentum: with the reduced mass μ, the part about
    /// their common centre of mass is multiplied by `e^(-b t/μ)`. In a spring with a
    /// [`length`](Self::length), which may be zero, the damping acts only along the line between
    /// the bodies, and conserves angular momentum.
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

    /// Returns the spring with this rest length \[m\]. A longer spring pulls, a shorter spring
    /// pushes.
    ///
    /// Stiffness, damping and length must then not be negative.
    #[must_use]
    pub fn length(mut self, length: T) -> Self {
        self.length = Some(length);
        self
    }

    /// Returns the spring as a rope, which never pushes: it is slack up to its length, and acts as
    /// a damped spring beyond that length.
    ///
    /// Without a [`length`](Self::length) the rope has length zero.
    ///
    /// ```
    /// use kinstep::{Body2, Force, Spring};
    ///
    /// let rope = Spring::stiffness(50.0).length(2.0).pulls_only();
    /// assert_eq!(rope.acceleration(&Body2::point(1.0).at([1.9, 0.0]), 0.0).x, 0.0);
    /// assert_eq!(rope.acceleration(&Body2::point(1.0).at([3.0, 0.0]), 0.0).x, -50.0);
    /// ```
    #[must_use]
    pub fn pulls_only(mut self) -> Self {
        self.pulls_only = true;
        self
    }

    /// Returns the spring attached to this point \[m\], world frame.
    #[must_use]
    pub fn anchored_at(mut self, anchor: impl Into<SVector<T, D>>) -> Self {
        self.anchor = anchor.into();
        self
    }

    /// Returns the rest length \[m\], if the spring has one.
    fn rest_length(&self) -> Option<T> {
        self.length.or(self.pulls_only.then(T::zero))
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Spring<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let Some(rest) = self.rest_length() else {
            let pull = (self.anchor - body.position) * self.stiffness;
            return (pull - body.velocity * self.damping) / body.mass;
        };
        let separation = body.position - self.anchor;
        let stretch = length(&separation) - rest;
        if self.pulls_only && stretch <= T::zero() {
            return SVector::zeros();
        }
        let outward = direction(&separation);
        let tension = stretch * self.stiffness + outward.dot(&body.velocity) * self.damping;
        let tension = if self.pulls_only {
            tension.max(T::zero())
        } else {
            tension
        };
        outward * (-tension / body.mass)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let Self {
            stiffness,
            damping,
            pulls_only,
            anchor,
            ..
        } = *self;
        match self.rest_length() {
            Some(length) => Effect::Spring {
                stiffness,
                damping,
                length,
                pulls_only,
                anchor,
            },
            None => {
                let spring = LinearLaw::spring(stiffness / body.mass).anchored_at(anchor);
                Effect::Law(spring + LinearLaw::drag(damping / body.mass))
            }
        }
    }

    /// Returns `½ k e²` \[J\] at an elongation e, which is the distance from the anchor minus the
    /// rest length, if there is one. The energy is zero while a rope is slack.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let separation = body.position - self.anchor;
        let squared = match self.rest_length() {
            None => separation.norm_squared(),
            Some(rest) => {
                let stretch = length(&separation) - rest;
                let stretch = if self.pulls_only {
                    stretch.max(T::zero())
                } else {
                    stretch
                };
                stretch * stretch
            }
        };
        Some(squared * self.stiffness * from_f64(0.5))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        if let Some(length) = self.rest_length() {
            ParameterError::unless_not_negative("the stiffness", self.stiffness)?;
            ParameterError::unless_not_negative("the damping", self.damping)?;
            ParameterError::unless_not_negative("the length", length)?;
        } else {
            ParameterError::unless_finite("the stiffness", self.stiffness)?;
            ParameterError::unless_finite("the damping", self.damping)?;
        }
        ParameterError::unless_all_finite("the anchor", &self.anchor)
    }
}
