//! Drag by a medium that rests or moves.

use nalgebra::SVector;

use super::friction::{Course, motion};
use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::{LinearLaw, log_1p_over, log_ratio};
use crate::numbers::{length, to_f64};
use crate::space::Real;

/// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
///
/// Between two linked bodies the drag is a dashpot, which is exact for any step: it damps the
/// relative motion of the bodies in every direction. For a dashpot that acts only along the line
/// between the bodies, which is not exact, use a [`Spring`](super::Spring) with a rest length.
///
/// ```
/// use kinstep::{Body2, Force, LinearDrag};
///
/// // a rate acts on every mass alike, a coefficient on light bodies more
/// let feather = Body2::point(0.01).moving([1.0, 0.0]);
/// assert_eq!(LinearDrag::rate(0.2).acceleration(&feather, 0.0).x, -0.2);
/// assert_eq!(LinearDrag::coefficient(0.2).acceleration(&feather, 0.0).x, -20.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("air resistance", "damping", "wind", "Stokes drag"))]
pub struct LinearDrag<T, const D: usize> {
    /// Rate γ \[1/s\], or the coefficient \[kg/s\].
    pub strength: DragStrength<T>,
    /// Velocity of the air \[m/s\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub wind: SVector<T, D>,
}

/// The parameter that defines a [`LinearDrag`] or an [`AngularDrag`](crate::AngularDrag).
///
/// ```
/// use kinstep::{DragStrength, LinearDrag};
///
/// let drag = LinearDrag::<f64, 2>::rate(0.2);
/// assert_eq!(drag.strength, DragStrength::Rate(0.2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DragStrength<T> {
    /// Rate γ \[1/s\], independent of mass and inertia.
    Rate(T),
    /// Coefficient: force per velocity, or torque per angular velocity; each drag states its unit.
    Coefficient(T),
}

impl<T: Real<D>, const D: usize> LinearDrag<T, D> {
    /// Returns drag of rate γ \[1/s\], independent of the mass, in still air.
    #[must_use]
    pub fn rate(rate: T) -> Self {
        Self {
            strength: DragStrength::Rate(rate),
            wind: SVector::zeros(),
        }
    }

    /// Returns drag of a coefficient \[kg/s\]: `γ = coefficient / mass`, in still air.
    #[must_use]
    pub fn coefficient(coefficient: T) -> Self {
        Self {
            strength: DragStrength::Coefficient(coefficient),
            wind: SVector::zeros(),
        }
    }

    /// Returns the drag in air that moves at this velocity \[m/s\].
    #[must_use]
    pub fn in_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.wind = wind.into();
        self
    }

    /// Returns the rate γ for this body \[1/s\].
    fn rate_on(&self, body: &Body<T, D>) -> T {
        match self.strength {
            DragStrength::Rate(rate) => rate,
            DragStrength::Coefficient(coefficient) => coefficient / body.mass,
        }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for LinearDrag<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        (self.wind - body.velocity) * self.rate_on(body)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Law(LinearLaw::drag(self.rate_on(body)).in_wind(self.wind))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        match self.strength {
            DragStrength::Rate(rate) => ParameterError::unless_finite("the drag rate", rate)?,
            DragStrength::Coefficient(coefficient) => {
                ParameterError::unless_finite("the drag coefficient", coefficient)?;
            }
        }
        ParameterError::unless_all_finite("the wind", &self.wind)
    }
}

/// Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.
///
/// The motion is exact if the force acts alone: with `q = (k/m) |v - wind| dt` the relative
/// velocity is divided by `1 + q`. In a backward step the velocity becomes infinite as `q`
/// approaches -1; for longer backward steps no state exists, and the increment is infinite.
///
/// ```
/// use kinstep::{Body2, Force, QuadraticDrag};
///
/// let body = Body2::point(2.0).moving([10.0, 0.0]);
/// let increment = QuadraticDrag::coefficient(0.2).increment(&body, 0.0, 4.0);
/// assert_eq!(body.velocity.x + increment.velocity.x, 10.0 / (1.0 + 0.1 * 10.0 * 4.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("air resistance", "terminal velocity", "wind"))]
pub struct QuadraticDrag<T, const D: usize> {
    /// Coefficient k \[kg/m\].
    pub coefficient: T,
    /// Velocity of the air \[m/s\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub wind: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> QuadraticDrag<T, D> {
    /// Returns drag of coefficient k \[kg/m\] in still air: `k = ½ × density × drag coefficient × area`.
    #[must_use]
    pub fn coefficient(coefficient: T) -> Self {
        Self {
            coefficient,
            wind: SVector::zeros(),
        }
    }

    /// Returns the drag in air that moves at this velocity \[m/s\].
    #[must_use]
    pub fn in_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.wind = wind.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for QuadraticDrag<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let relative = body.velocity - self.wind;
        relative * (-length(&relative) * self.coefficient / body.mass)
    }

    /// Returns the motion: with r = v - wind and q = (k/m) |r| dt, `r' = r / (1 + q)`, `Δx = wind dt + r dt ln(1 + q) / q`.
    fn effect(&self, body: &Body<T, D>, _time: T, dt: T) -> Effect<T, D> {
        let wind = self.wind.map(to_f64);
        let relative = body.velocity.map(to_f64) - wind;
        let dt = to_f64(dt);
        let q = length(&relative) * to_f64(self.coefficient) / to_f64(body.mass) * dt;
        let slowed = 1.0 + q;
        // computes the smaller one of `kept` and `lost` first, to avoid cancellation
        let (kept, lost) = if q.abs() < 0.5 {
            let lost = q * log_ratio(q);
            (1.0 - lost, lost)
        } else {
            let kept = log_1p_over(q);
            (kept, 1.0 - kept)
        };
        let course = if slowed > 0.0 {
            Course {
                end: 1.0 / slowed,
                length: dt * kept,
                gained: -q / slowed,
                lead: -dt * lost,
            }
        } else {
            Course::INFINITE
        };
        Effect::Motion(motion(body, &wind, &relative, &course, dt))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the wind", &self.wind)?;
        if self.coefficient.is_finite() && self.coefficient >= T::zero() {
            return Ok(());
        }
        Err(ParameterError {
            parameter: "the drag coefficient",
            value: self.coefficient,
            requirement: "finite and not negative",
        })
    }
}
