//! Gravity towards a point.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::increment::Motion;
use crate::numbers::{from_f64, length, to_f64};
use crate::orbit::KeplerFlow;
use crate::space::Real;

/// Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.
///
/// The motion is exact if the force acts alone, for any orbit and any step: see [`KeplerFlow`]. A
/// negative μ repels, as between equal charges, and is also exact; with μ = 0 there is no force. At
/// the centre the force is undefined: a step that starts there fails. A body that falls straight
/// towards the centre is reflected there.
///
/// | acts on | μ \[m³/s²\] |
/// |---|---|
/// | a body about a fixed or much heavier centre of mass M | `G M`, [`new`](Self::new) |
/// | two bodies, as a link between them | `G (m₁ + m₂)`, [`between`](Self::between) |
///
/// A link acts on the relative motion of its two bodies, which is a Kepler orbit with the sum of their masses. For gravity between
/// all bodies of a world see [`MutualGravity`](crate::MutualGravity).
///
/// ```
/// use kinstep::{Body2, Force, PointGravity};
///
/// // half a circular orbit about the earth in one step
/// let body = Body2::point(1000.0).at([7.0e6, 0.0]).moving([0.0, (3.986e14_f64 / 7.0e6).sqrt()]);
/// let half = std::f64::consts::PI * 7.0e6 / body.velocity.y;
/// let increment = PointGravity::new(3.986e14).increment(&body, 0.0, half);
/// let after = body.position + body.velocity * half + increment.position;
/// assert!((after + body.position).norm() < 1e-8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("planet", "attractor", "Kepler", "n-body"))]
pub struct PointGravity<T, const D: usize> {
    /// Strength μ \[m³/s²\].
    pub strength: T,
    /// Position of the attractor \[m\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub center: SVector<T, D>,
}

/// The constant of gravitation G \[m³/(kg s²)\], CODATA 2018 and 2022.
const GRAVITATION: f64 = 6.674_30e-11;

impl<T: Real<D>, const D: usize> PointGravity<T, D> {
    /// Returns an attractor of strength μ \[m³/s²\] at the origin.
    #[must_use]
    pub fn new(strength: T) -> Self {
        Self {
            strength,
            center: SVector::zeros(),
        }
    }

    /// Returns the gravity between two bodies of these masses \[kg\], for a link: `μ = G (m₁ + m₂)` with `G = 6.674 30e-11 m³/(kg s²)`.
    ///
    /// In other units, pass G times the sum of the masses to [`new`](Self::new).
    ///
    /// ```
    /// use kinstep::{Body3, PointGravity, World3};
    ///
    /// let mut world = World3::new();
    /// let earth = world.add_body(Body3::point(5.972e24))?;
    /// let moon = Body3::point(7.346e22).at([3.844e8, 0.0, 0.0]).moving([0.0, 1.022e3, 0.0]);
    /// let moon = world.add_body(moon)?;
    /// world.add_link(moon, earth, PointGravity::between(7.346e22, 5.972e24))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn between(mass: T, other: T) -> Self {
        Self::new(from_f64(GRAVITATION * (to_f64(mass) + to_f64(other))))
    }

    /// Returns the orbit of a body relative to the centre over `dt` \[s\].
    pub(crate) fn flow(&self, body: &Body<T, D>, dt: T) -> KeplerFlow<T, D> {
        let separation = body.position - self.center;
        KeplerFlow::new(self.strength, &separation, &body.velocity, dt)
    }

    /// Returns the motion of a body along its orbit over `dt` \[s\].
    pub(crate) fn motion(&self, body: &Body<T, D>, dt: T) -> Motion<T, D> {
        let flow = self.flow(body, dt);
        Motion {
            displacement: flow.position - (body.position - self.center),
            velocity: flow.velocity,
            increment: flow.increment,
        }
    }

    /// Returns the attractor at this point \[m\]. In a link the point is an offset of the
    /// separation.
    #[must_use]
    pub fn centered_at(mut self, centre: impl Into<SVector<T, D>>) -> Self {
        self.center = centre.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for PointGravity<T, D> {
    /// Returns the acceleration, which is not finite at the centre.
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        if self.strength == T::zero() {
            return SVector::zeros();
        }
        let separation = body.position - self.center;
        let distance = length(&separation);
        // divides in two steps, because r³ may overflow even if the quotient does not
        separation / distance * -(self.strength / distance / distance)
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        if self.strength == T::zero() {
            return Effect::Law(LinearLaw::free());
        }
        Effect::Orbit(*self)
    }

    /// Returns `-m μ/|r|` \[J\], zero at infinity.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        if self.strength == T::zero() {
            return Some(T::zero());
        }
        let distance = length(&(body.position - self.center));
        Some(-body.mass * (self.strength / distance))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_finite("the strength of the attractor", self.strength)?;
        ParameterError::unless_all_finite("the centre", &self.center)
    }
}
