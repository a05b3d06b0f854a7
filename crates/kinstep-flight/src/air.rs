//! Gravity, linear drag and wind.

use nalgebra::SVector;

use super::{QuadraticAir, Rational};
use crate::ParameterError;
use crate::numbers::direction;
use crate::trajectory::Flight;
use crate::trajectory::IntoVector;
use crate::trajectory::Plane;

/// Gravity, drag and wind: everything that determines a flight, except its launch.
///
/// Drag is linear, `a = g - γ (v - wind)`. It is given by its rate γ, or by the terminal speed
/// `|g|/γ` that the speed of a fall in still air approaches. Without drag, and in the limit γ → 0,
/// flights are parabolas. For other models of the same air see [`rational`](Self::rational) and
/// [`quadratic`](Self::quadratic).
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::Trajectory;
///
/// let air = Ballistics::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0).with_wind([3.0, 0.0, 0.0]);
/// air.check()?;
/// let flight = air.launch([0.0, 1.5, 0.0], [30.0, 8.0, 0.0]);
/// // in the long run it falls at the terminal speed and drifts with the wind
/// assert!((flight.velocity(100.0) - air.long_run_velocity().unwrap()).norm() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("projectile", "ballistic", "throw", "jump", "grenade", "bullet"))]
pub struct Ballistics<const D: usize> {
    gravity: SVector<f64, D>,
    drag: Drag,
    wind: SVector<f64, D>,
}

/// The number by which drag was given.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Drag {
    None,
    /// γ \[1/s\].
    Rate(f64),
    /// `|g|/γ` \[m/s\].
    TerminalSpeed(f64),
}

impl<const D: usize> Ballistics<D> {
    /// Returns an environment with gravity \[m/s²\] and without air.
    #[must_use]
    pub fn new(gravity: impl IntoVector<D>) -> Self {
        Self {
            gravity: gravity.into_vector(),
            drag: Drag::None,
            wind: SVector::zeros(),
        }
    }

    /// Sets the drag rate γ \[1/s\].
    #[must_use]
    pub fn with_drag_rate(mut self, rate: f64) -> Self {
        self.drag = Drag::Rate(rate);
        self
    }

    /// Sets the drag so that the speed of a fall in still air approaches this speed \[m/s\].
    #[must_use]
    #[doc(alias("terminal velocity"))]
    pub fn with_terminal_speed(mut self, speed: f64) -> Self {
        self.drag = Drag::TerminalSpeed(speed);
        self
    }

    /// Sets the velocity of the air \[m/s\].
    #[must_use]
    pub fn with_wind(mut self, wind: impl IntoVector<D>) -> Self {
        self.wind = wind.into_vector();
        self
    }

    /// Checks whether the air is valid. `launch` returns no error, but flights in an invalid air
    /// have NaN positions and no events.
    ///
    /// ```
    /// use kinstep_flight::Ballistics;
    ///
    /// let error = Ballistics::new([0.0, -9.81]).with_drag_rate(-0.1).check().unwrap_err();
    /// assert_eq!(error.to_string(), "the drag rate [1/s] is -0.1; it must be finite and not negative");
    /// ```
    ///
    /// # Errors
    /// Returns the first invalid number.
    #[inline(never)]
    pub fn check(&self) -> Result<(), ParameterError<f64>> {
        ParameterError::unless_all_finite("a component of gravity [m/s²]", &self.gravity)?;
        ParameterError::unless_all_finite("a component of the wind [m/s]", &self.wind)?;
        let refused = |value, requirement| {
            Err(ParameterError {
                parameter: "the terminal speed [m/s]",
                value,
                requirement,
            })
        };
        match self.drag {
            Drag::None => Ok(()),
            Drag::Rate(rate) => ParameterError::unless_not_negative("the drag rate [1/s]", rate),
            Drag::TerminalSpeed(speed) if speed.is_nan() || speed <= 0.0 => {
                refused(speed, "positive (infinite means no drag)")
            }
            Drag::TerminalSpeed(speed) if self.gravity == SVector::<f64, D>::zeros() => refused(
                speed,
                "left out where gravity is zero, for it says nothing there: give the drag rate",
            ),
            Drag::TerminalSpeed(_) => Ok(()),
        }
    }

    /// Returns the exact flight in this air, from a position \[m\] with a velocity \[m/s\].
    #[must_use]
    #[doc(alias("throw", "shoot", "projectile", "trajectory prediction"))]
    pub fn launch(&self, position: impl IntoVector<D>, velocity: impl IntoVector<D>) -> Flight<D> {
        let rate = self.drag_rate();
        Flight::new(
            position.into_vector(),
            velocity.into_vector(),
            self.gravity + self.wind * rate,
            rate,
        )
        .with_up(self.up())
    }

    /// Returns an approximate model of this air. It is faster, because it needs no exponential
    /// function.
    #[must_use]
    pub fn rational(&self) -> Rational<D> {
        Rational::of(self)
    }

    /// Returns the air with the same terminal speed, but with drag that grows with the square of
    /// the speed. It is closer to real air, but has no closed form.
    #[must_use]
    pub fn quadratic(&self) -> QuadraticAir<D> {
        QuadraticAir::of(self)
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

    /// Returns the drag rate γ \[1/s\]; zero without drag.
    #[must_use]
    pub fn drag_rate(&self) -> f64 {
        match self.drag {
            Drag::None => 0.0,
            Drag::Rate(rate) => rate,
            Drag::TerminalSpeed(speed) => self.gravity.norm() / speed,
        }
    }

    /// Returns the velocity that every flight approaches \[m/s\]: the terminal velocity plus the
    /// wind; `None` without drag.
    #[must_use]
    pub fn long_run_velocity(&self) -> Option<SVector<f64, D>> {
        let rate = self.drag_rate();
        (rate > 0.0).then(|| self.gravity / rate + self.wind)
    }
}
