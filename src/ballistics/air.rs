//! Gravity, linear drag and wind.

use nalgebra::{RealField, SVector};

use super::event::Plane;
use super::{Flight, QuadraticAir, Rational};
use crate::numbers::{direction, first_not_finite};

/// Gravity, drag and wind: all that determines a flight besides its launch.
///
/// Drag is linear, `a = g - γ (v - wind)`, given by its rate γ or by the terminal speed `|g|/γ` that a fall in
/// still air tends to. Without drag, and in the limit γ → 0, flights are parabolas. For other models of the same air see
/// [`rational`](Self::rational) and [`quadratic`](Self::quadratic).
///
/// ```
/// use kinstep::ballistics::{Ballistics, Trajectory};
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
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[doc(alias("projectile", "ballistic", "throw", "jump", "grenade", "bullet"))]
pub struct Ballistics<T, const D: usize> {
    gravity: SVector<T, D>,
    drag: Drag<T>,
    wind: SVector<T, D>,
}

/// How drag was given.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Drag<T> {
    None,
    /// γ \[1/s\].
    Rate(T),
    /// `|g|/γ` \[m/s\].
    TerminalSpeed(T),
}

/// Why the parameters of an air are invalid.
///
/// ```
/// use kinstep::ballistics::{AirError, Ballistics};
///
/// let air = Ballistics::new([0.0, -9.81]).with_drag_rate(-0.1);
/// assert_eq!(air.check(), Err(AirError::DragRate { rate: -0.1 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AirError<T> {
    /// A component of gravity is NaN or infinite.
    #[error("component {axis} of gravity is {value} m/s²; it must be finite")]
    Gravity {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s²\].
        value: T,
    },
    /// A component of the wind is NaN or infinite.
    #[error("component {axis} of the wind is {value} m/s; it must be finite")]
    Wind {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s\].
        value: T,
    },
    /// The drag rate is negative, NaN or infinite.
    #[error("the drag rate is {rate} per second; it must be zero or positive, and finite")]
    DragRate {
        /// The rate given \[1/s\].
        rate: T,
    },
    /// The terminal speed is not positive.
    #[error("the terminal speed is {speed} m/s; it must be positive (infinite means no drag)")]
    TerminalSpeed {
        /// The speed given \[m/s\].
        speed: T,
    },
    /// A terminal speed was given, but gravity is zero, so it does not determine the drag.
    #[error(
        "a terminal speed of {speed} m/s says nothing about drag where gravity is zero: give the drag rate"
    )]
    NoGravity {
        /// The speed given \[m/s\].
        speed: T,
    },
}

impl<T: RealField + Copy, const D: usize> Ballistics<T, D> {
    /// Gravity \[m/s²\], and no air.
    #[must_use]
    pub fn new(gravity: impl Into<SVector<T, D>>) -> Self {
        Self {
            gravity: gravity.into(),
            drag: Drag::None,
            wind: SVector::zeros(),
        }
    }

    /// The same with drag of a rate γ \[1/s\].
    #[must_use]
    pub fn with_drag_rate(mut self, rate: T) -> Self {
        self.drag = Drag::Rate(rate);
        self
    }

    /// The same with the drag under which a fall in still air tends to this speed \[m/s\].
    #[must_use]
    #[doc(alias("terminal velocity"))]
    pub fn with_terminal_speed(mut self, speed: T) -> Self {
        self.drag = Drag::TerminalSpeed(speed);
        self
    }

    /// The same with air that moves \[m/s\].
    #[must_use]
    pub fn with_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.wind = wind.into();
        self
    }

    /// Whether the air is valid. Launching does not fail, but flights in an air that is refused here have NaN positions and
    /// no events.
    ///
    /// # Errors
    /// The first invalid number.
    #[inline(never)]
    pub fn check(&self) -> Result<(), AirError<T>> {
        if let Some((axis, value)) = first_not_finite(&self.gravity) {
            return Err(AirError::Gravity { axis, value });
        }
        if let Some((axis, value)) = first_not_finite(&self.wind) {
            return Err(AirError::Wind { axis, value });
        }
        match self.drag {
            Drag::None => Ok(()),
            Drag::Rate(rate) if rate.is_finite() && rate >= T::zero() => Ok(()),
            Drag::Rate(rate) => Err(AirError::DragRate { rate }),
            Drag::TerminalSpeed(speed) if speed > T::zero() => {
                if self.gravity.iter().all(T::is_zero) {
                    Err(AirError::NoGravity { speed })
                } else {
                    Ok(())
                }
            }
            Drag::TerminalSpeed(speed) => Err(AirError::TerminalSpeed { speed }),
        }
    }

    /// Exact flight in this air, from a position \[m\] with a velocity \[m/s\].
    #[must_use]
    #[doc(alias("throw", "shoot", "projectile", "trajectory prediction"))]
    pub fn launch(
        &self,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Flight<T, D> {
        let rate = self.drag_rate();
        Flight::new(
            position.into(),
            velocity.into(),
            self.gravity + self.wind * rate,
            rate,
        )
        .with_up(self.up())
    }

    /// A cheaper, approximate model of this air, without exponentials.
    #[must_use]
    pub fn rational(&self) -> Rational<T, D> {
        Rational::of(self)
    }

    /// The same terminal speed under drag that grows with the square of the speed: closer to real air, but without a closed
    /// form.
    #[must_use]
    pub fn quadratic(&self) -> QuadraticAir<T, D> {
        QuadraticAir::of(self)
    }

    /// The plane at a height \[m\] along [`up`](Self::up) over the origin.
    #[must_use]
    pub fn level(&self, height: T) -> Plane<T, D> {
        Plane::new(self.up(), height)
    }

    /// Against gravity, of length 1; zero without gravity.
    #[must_use]
    pub fn up(&self) -> SVector<T, D> {
        direction(&-self.gravity)
    }

    /// Gravity \[m/s²\].
    #[must_use]
    pub fn gravitational_acceleration(&self) -> SVector<T, D> {
        self.gravity
    }

    /// Velocity of the air \[m/s\].
    #[must_use]
    pub fn wind(&self) -> SVector<T, D> {
        self.wind
    }

    /// The drag rate γ \[1/s\]; zero without drag.
    #[must_use]
    pub fn drag_rate(&self) -> T {
        match self.drag {
            Drag::None => T::zero(),
            Drag::Rate(rate) => rate,
            Drag::TerminalSpeed(speed) => self.gravity.norm() / speed,
        }
    }

    /// The velocity that every flight tends to \[m/s\]: the terminal velocity plus the wind; none without drag.
    #[must_use]
    pub fn long_run_velocity(&self) -> Option<SVector<T, D>> {
        let rate = self.drag_rate();
        (rate > T::zero()).then(|| self.gravity / rate + self.wind)
    }
}
