//! Flights with drag that grows with the square of the speed.

mod flight;
mod series;
mod solve;

use nalgebra::SVector;

use super::air::Ballistics;
use crate::ParameterError;
use crate::numbers::direction;
use crate::trajectory::IntoVector;
use crate::trajectory::Plane;

pub use flight::QuadraticFlight;
pub use flight::QuadraticHeight;
pub(crate) use series::{QuadraticDragLaw, VelocitySeries};

/// Gravity, wind, and drag that grows with the square of the speed.
///
/// ```text
/// v' = g - κ |u| u,  u = v - wind        κ = |g| / v_T² = ρ C A / 2m  [1/m]
/// ```
///
/// with the terminal speed `v_T`, or with the density ρ of the air, the drag coefficient C, the
/// cross-section A and the mass m. This is the drag of air on any body larger than a grain of dust.
/// There is no closed form, except along gravity. Flights are power series in time, computed to a
/// [tolerance](Self::within).
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::{Crossing, Trajectory};
///
/// let air = Ballistics::<2>::new([0.0, -9.81]).with_terminal_speed(30.0);
/// let flight = air.quadratic().within(1e-9).launch([0.0, 0.0], [21.2, 21.2]);
/// let landing = flight.crossing(&air.level(0.0), Crossing::Descending).unwrap();
/// assert!((landing.position.x - 54.0).abs() < 0.1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct QuadraticAir<const D: usize> {
    gravity: SVector<f64, D>,
    /// κ \[1/m\].
    coefficient: f64,
    wind: SVector<f64, D>,
    /// Tolerance of positions \[m\].
    tolerance: f64,
}

impl<const D: usize> QuadraticAir<D> {
    /// Returns an air with gravity \[m/s²\], which may be zero, and a drag coefficient κ \[1/m\].
    #[must_use]
    pub fn new(gravity: impl IntoVector<D>, coefficient: f64) -> Self {
        Self {
            gravity: gravity.into_vector(),
            coefficient,
            wind: SVector::zeros(),
            tolerance: TOLERANCE,
        }
    }

    /// Sets the velocity of the air \[m/s\].
    #[must_use]
    pub fn with_wind(mut self, wind: impl IntoVector<D>) -> Self {
        self.wind = wind.into_vector();
        self
    }

    /// Sets the tolerance: about the maximum error of a position at any time \[m\], apart from
    /// rounding. The default is 1e-6 m.
    ///
    /// The tolerance is an estimate, not a bound: compared to results with 36 digits, no error of a
    /// position was larger than 0.12 of the tolerance. With a tolerance of zero, the positions are
    /// as accurate as rounding allows. The maximum tolerance is a thousandth of `v_T²/g`.
    #[must_use]
    pub fn within(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Returns the quadratic air with the terminal speed of `air`: `κ = γ²/|g|`, with the sign of
    /// γ.
    pub(super) fn of(air: &Ballistics<D>) -> Self {
        let (gravity, rate) = (air.gravitational_acceleration(), air.drag_rate());
        let coefficient = if rate == 0.0 {
            rate
        } else {
            rate * (rate.abs() / gravity.norm())
        };
        Self::new(gravity, coefficient).with_wind(air.wind())
    }

    /// Checks whether the air is valid. `launch` returns no error, but with an invalid gravity,
    /// wind or coefficient, flights have NaN positions and no events. An invalid tolerance counts
    /// as zero, an infinite tolerance as the maximum of [`within`](Self::within).
    ///
    /// # Errors
    /// Returns the first invalid number.
    pub fn check(&self) -> Result<(), ParameterError<f64>> {
        let Self {
            coefficient,
            tolerance,
            ..
        } = *self;
        ParameterError::unless_all_finite("a component of gravity [m/s²]", &self.gravity)?;
        ParameterError::unless_all_finite("a component of the wind [m/s]", &self.wind)?;
        if !coefficient.is_finite() && self.gravity == SVector::<f64, D>::zeros() {
            return Err(ParameterError {
                parameter: "the drag coefficient κ [1/m]",
                value: coefficient,
                requirement: "given where gravity is zero, for a drag rate or a terminal speed says nothing about it there",
            });
        }
        ParameterError::unless_not_negative("the drag coefficient κ [1/m]", coefficient)?;
        ParameterError::unless_not_negative("the tolerance [m]", tolerance)
    }

    /// Returns the flight in this air, from a position \[m\] with a velocity \[m/s\].
    #[must_use]
    pub fn launch(
        &self,
        position: impl IntoVector<D>,
        velocity: impl IntoVector<D>,
    ) -> QuadraticFlight<D> {
        QuadraticFlight::new(self, &position.into_vector(), &velocity.into_vector())
    }

    /// Returns the plane at a height \[m\] above the origin along [`up`](Self::up).
    #[must_use]
    pub fn level(&self, height: f64) -> Plane<f64, D> {
        Plane::new(self.up(), height)
    }

    /// Returns the unit vector against gravity; zero without gravity.
    #[must_use]
    pub fn up(&self) -> SVector<f64, D> {
        direction(&-self.gravity)
    }

    /// Returns the gravity \[m/s²\].
    #[must_use]
    pub fn gravitational_acceleration(&self) -> SVector<f64, D> {
        self.gravity
    }

    /// Returns the velocity of the air \[m/s\].
    #[must_use]
    pub fn wind(&self) -> SVector<f64, D> {
        self.wind
    }

    /// Returns the drag coefficient κ \[1/m\]; zero without drag.
    #[must_use]
    pub fn coefficient(&self) -> f64 {
        self.coefficient
    }

    /// Returns the approximate maximum error of a position at any time \[m\].
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }
}

/// Default tolerance \[m\]: too small to be seen, but far above the rounding errors at 20 km.
const TOLERANCE: f64 = 1e-6;
