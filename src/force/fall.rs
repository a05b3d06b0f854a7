//! Vertical motion with drag that is proportional to the square of the speed.

use nalgebra::{ComplexField, SVector};

use super::friction::Slowing;
use super::friction::{Course, motion};
use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::numbers::{direction, from_f64, length, to_f64};
use crate::space::Real;

/// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s
/// |s|`.
///
/// The motion is exact if the force acts alone, also through an apex inside the step, and above the
/// terminal speed. The force acts along gravity only: it does not slow a horizontal velocity, and a
/// horizontal velocity does not increase the drag. Only the component of the wind along gravity has
/// an effect.
///
/// | the motion | use |
/// |---|---|
/// | up and down, at any speed, for any step | this force: exact |
/// | any direction | [`UniformGravity`](super::UniformGravity) and [`QuadraticDrag`](super::QuadraticDrag): second order together |
/// | any direction, drag proportional to the speed | `UniformGravity` and [`LinearDrag`](super::LinearDrag): exact |
///
/// A body moved backward in time reaches infinite speed after a finite time: downwards if its speed
/// is above the terminal speed, upwards if it is below. For longer backward steps the increment is
/// infinite.
///
/// ```
/// use kinstep::{Body2, QuadraticFall, World2};
///
/// // thrown up, and a minute later at its terminal speed: one step
/// let mut world = World2::new();
/// world.add_force(QuadraticFall::new([0.0, -9.81]).with_terminal_speed(35.0))?; // m/s², m/s
/// let ball = world.add_body(Body2::point(0.145).moving([0.0, 20.0]))?;
/// world.step(60.0)?;
/// assert!((world[ball].velocity.y + 35.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("terminal velocity", "free fall", "skydiver", "parachute"))]
pub struct QuadraticFall<T, const D: usize> {
    /// Acceleration of gravity \[m/s²\], world frame.
    pub gravity: SVector<T, D>,
    /// The drag.
    pub drag: FallDrag<T>,
    /// Velocity of the air \[m/s\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub wind: SVector<T, D>,
}

/// The parameter that defines the drag of a [`QuadraticFall`].
///
/// ```
/// use kinstep::{FallDrag, QuadraticFall};
///
/// let skydiver = QuadraticFall::new([0.0, -9.81]).with_terminal_speed(55.0);
/// assert_eq!(skydiver.drag, FallDrag::TerminalSpeed(55.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FallDrag<T> {
    /// Coefficient k \[kg/m\].
    Coefficient(T),
    /// Terminal speed `√(m g / k)` \[m/s\].
    TerminalSpeed(T),
}

/// The law of the downward speed: `s' = g - κ s |s|`.
#[derive(Debug, Clone, Copy)]
struct Fall {
    /// Gravity g \[m/s²\].
    gravity: f64,
    /// Drag coefficient per mass κ = k/m \[1/m\].
    drag: f64,
}

impl<T: Real<D>, const D: usize> QuadraticFall<T, D> {
    /// Returns a fall under gravity with this acceleration \[m/s²\], world frame, without drag.
    #[must_use]
    pub fn new(gravity: impl Into<SVector<T, D>>) -> Self {
        Self {
            gravity: gravity.into(),
            drag: FallDrag::Coefficient(T::zero()),
            wind: SVector::zeros(),
        }
    }

    /// Returns the fall with drag of coefficient k \[kg/m\]: `k = ½ × density × drag coefficient × area`.
    #[must_use]
    pub fn with_coefficient(mut self, coefficient: T) -> Self {
        self.drag = FallDrag::Coefficient(coefficient);
        self
    }

    /// Returns the fall with drag that gives every body this terminal speed \[m/s\].
    #[must_use]
    pub fn with_terminal_speed(mut self, terminal_speed: T) -> Self {
        self.drag = FallDrag::TerminalSpeed(terminal_speed);
        self
    }

    /// Returns the fall in air that moves at this velocity \[m/s\]; only its component along
    /// gravity has an effect.
    #[must_use]
    pub fn in_wind(mut self, wind: impl Into<SVector<T, D>>) -> Self {
        self.wind = wind.into();
        self
    }

    /// Returns the unit vector of gravity, the speed s in that direction \[m/s\], and the law of s for this body.
    fn falling(&self, body: &Body<T, D>) -> (SVector<f64, D>, f64, Fall) {
        let gravity = self.gravity.map(to_f64);
        let (down, size) = (direction(&gravity), length(&gravity));
        let speed = down.dot(&(body.velocity.map(to_f64) - self.wind.map(to_f64)));
        let drag = match self.drag {
            FallDrag::Coefficient(coefficient) => to_f64(coefficient) / to_f64(body.mass),
            FallDrag::TerminalSpeed(terminal) => size / to_f64(terminal) / to_f64(terminal),
        };
        let fall = Fall {
            gravity: size,
            drag,
        };
        (down, speed, fall)
    }
}

impl Fall {
    /// Returns the law of the upward speed r while the body rises: `r' = -(g + κ r²)`.
    fn rising(self) -> Slowing {
        Slowing {
            constant: self.gravity,
            linear: 0.0,
            quadratic: self.drag,
        }
    }

    /// Returns the law of the downward speed s while the body sinks: `s' = -(-g + κ s²)`.
    fn sinking(self) -> Slowing {
        Slowing {
            constant: -self.gravity,
            linear: 0.0,
            quadratic: self.drag,
        }
    }

    /// Returns the downward motion during `time` \[s\]; if the body passes its apex, it is the sum
    /// of two segments.
    fn course(self, speed: f64, time: f64) -> Course {
        if self.drag == 0.0 {
            return self.sinking().course(speed, time);
        }
        // the body rises, or a backward step starts at its apex
        let first = if speed < 0.0 || (speed == 0.0 && time < 0.0) {
            Branch::Rising
        } else {
            Branch::Sinking
        };
        match self.apex(first, speed) {
            Some(apex) if apex / time > 0.0 && apex / time < 1.0 => {
                let (before, rest) = (self.along(first, speed, apex), time - apex);
                let after = self.along(first.other(), 0.0, rest);
                // the second segment counts as lead with its whole length, because coasting
                // continues at the initial speed
                Course {
                    end: after.end,
                    length: before.length + after.length,
                    gained: after.end - speed,
                    lead: before.lead + after.length - speed * rest,
                }
            }
            _ => self.along(first, speed, time),
        }
    }

    /// Returns the time at which the speed is zero \[s\], if there is one.
    fn apex(self, branch: Branch, speed: f64) -> Option<f64> {
        match branch {
            Branch::Rising => self.rising().rest(-speed),
            Branch::Sinking => self.sinking().rest(speed),
        }
    }

    /// Returns the downward motion during `time` \[s\], within one segment.
    fn along(self, branch: Branch, speed: f64, time: f64) -> Course {
        match branch {
            Branch::Rising => -self.rising().course(-speed, time),
            Branch::Sinking => self
                .nearly_terminal(speed, time)
                .unwrap_or_else(|| self.sinking().course(speed, time)),
        }
    }

    /// Returns the motion in a long fall, for which hyperbolic functions would overflow: with
    /// `u = √(g/κ)`, `β = s₀/u` and `η = √(g κ) t > 1`,
    ///
    /// ```text
    /// s = u (β + tanh η) / (1 + β tanh η)        κ X = η + ln(1 + ½ (1 - β) (e^(-2η) - 1))
    /// ```
    fn nearly_terminal(self, speed: f64, time: f64) -> Option<Course> {
        let eta = ComplexField::sqrt(self.gravity * self.drag) * time;
        if eta <= 1.0 {
            return None;
        }
        let terminal = ComplexField::sqrt(self.gravity / self.drag);
        let (beta, tanh) = (speed / terminal, ComplexField::tanh(eta));
        let short = 1.0 - beta;
        let bent = ComplexField::ln_1p(0.5 * short * ComplexField::exp_m1(-2.0 * eta));
        let divisor = 1.0 + beta * tanh;
        Some(Course {
            end: terminal * ((beta + tanh) / divisor),
            length: (eta + bent) / self.drag,
            gained: terminal * short * (1.0 + beta) * tanh / divisor,
            lead: (eta * short + bent) / self.drag,
        })
    }
}

/// Direction of the motion relative to the air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Branch {
    Rising,
    Sinking,
}

impl Branch {
    fn other(self) -> Self {
        match self {
            Self::Rising => Self::Sinking,
            Self::Sinking => Self::Rising,
        }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for QuadraticFall<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let (down, speed, Fall { gravity, drag }) = self.falling(body);
        (down * (gravity - drag * speed * speed.abs())).map(from_f64)
    }

    fn effect(&self, body: &Body<T, D>, _time: T, dt: T) -> Effect<T, D> {
        let (down, speed, fall) = self.falling(body);
        let dt = to_f64(dt);
        let course = fall.course(speed, dt);
        // velocity of the air along gravity, and of the body across gravity
        let medium = body.velocity.map(to_f64) - down * speed;
        Effect::Motion(motion(body, &medium, &down, &course, dt))
    }

    /// Returns `-m g·x` \[J\], zero at the origin, for a fall without drag; `None` with drag.
    fn potential_energy(&self, body: &Body<T, D>, _time: T) -> Option<T> {
        (self.drag == FallDrag::Coefficient(T::zero()))
            .then(|| -self.gravity.dot(&body.position) * body.mass)
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_all_finite("the acceleration of gravity", &self.gravity)?;
        ParameterError::unless_all_finite("the wind", &self.wind)?;
        match self.drag {
            FallDrag::Coefficient(coefficient) => {
                ParameterError::unless_not_negative("the drag coefficient", coefficient)
            }
            FallDrag::TerminalSpeed(terminal) => {
                ParameterError::unless_positive("the terminal speed", terminal)
            }
        }
    }
}
