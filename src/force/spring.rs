//! The damped spring without a rest length.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::numbers::from_f64;
use crate::space::Real;

/// A damped spring to a fixed point: `F = -k (x - anchor) - b v`; times the mass where it is [per mass](Self::per_mass).
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
#[non_exhaustive]
#[doc(alias("damper", "elastic", "harmonic oscillator", "bungee"))]
pub struct Spring<T, const D: usize> {
    /// k \[N/m\].
    pub stiffness: T,
    /// b \[kg/s\].
    pub damping: T,
    /// Where it is slack \[m\], world frame.
    pub anchor: SVector<T, D>,
    /// Whether k and b are for each kilogram of the body, \[1/s²\] and \[1/s\].
    #[cfg_attr(feature = "serde", serde(default))]
    pub per_mass: bool,
}

/// `u` for which `(1 + u) e^(-u)` is a half: half-life times rate of a critically damped spring.
const HALF_LIFE: f64 = 1.678_346_990_016_660_7;

impl<T: Real<D>, const D: usize> Spring<T, D> {
    /// An undamped spring of stiffness k \[N/m\] to the origin.
    #[must_use]
    pub fn stiffness(stiffness: T) -> Self {
        Self {
            stiffness,
            damping: T::zero(),
            anchor: SVector::zeros(),
            per_mass: false,
        }
    }

    /// The spring that pulls a body of any mass to the origin fastest without overshoot: from rest it is half way after the
    /// half-life \[s\], which must be positive.
    ///
    /// `a = -λ² x - 2 λ v`, and from rest `x(t) = (1 + λ t) e^(-λt) x(0)`; λ is 1.678 over the half-life. Stiffness and
    /// damping are [per mass](Self::per_mass).
    ///
    /// A camera that follows a player, at any frame rate:
    ///
    /// ```
    /// use kinstep::{Body2, Spring, World2};
    ///
    /// let mut world = World2::new();
    /// let camera = world.add_body(Body2::point(1.0))?;
    /// let mut player = [8.0, 0.0]; // m
    /// let follow = Spring::critically_damped(0.25);
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
    #[must_use]
    #[doc(alias("smooth damp", "camera", "follow", "easing", "lerp"))]
    pub fn critically_damped(half_life: T) -> Self {
        // no number is valid for a half-life that is not positive; a world refuses NaN
        let rate = if half_life > T::zero() {
            from_f64::<T>(HALF_LIFE) / half_life
        } else {
            from_f64(f64::NAN)
        };
        Self {
            damping: rate + rate,
            per_mass: true,
            ..Self::stiffness(rate * rate)
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

    /// The mass by which k and b are divided \[kg\].
    fn mass_of(&self, body: &Body<T, D>) -> T {
        if self.per_mass { T::one() } else { body.mass }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for Spring<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        ((self.anchor - body.position) * self.stiffness - body.velocity * self.damping)
            / self.mass_of(body)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        let mass = self.mass_of(body);
        let spring = LinearLaw::spring(self.stiffness / mass).anchored_at(self.anchor);
        Effect::Law(spring + LinearLaw::drag(self.damping / mass))
    }

    /// `½ k |x - anchor|²`, times the mass if k is for each kilogram.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        let stretch = (body.position - self.anchor).norm_squared();
        let energy = stretch * self.stiffness * from_f64(0.5);
        Some(if self.per_mass {
            energy * body.mass
        } else {
            energy
        })
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
