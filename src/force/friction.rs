//! Friction that brings a body to rest.

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::flow::{Propagator, Response, log_1p_over, log_ratio, product};
use crate::increment::{Increment, Motion};
use crate::numbers::{from_f64, length, to_f64};
use crate::space::Real;
use core::ops::{Div, Neg};
use nalgebra::{ComplexField, SVector};

/// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and
/// never reverses the motion.
///
/// With r the velocity relative to the surface, `F = -(A + B |r| + C |r|²) r/|r|`. B and C are zero
/// by default. A force with B and C is the road load of a vehicle, as a coast-down test measures
/// it.
///
/// | friction | constructor |
/// |---|---|
/// | known force A \[N\] | [`force`](Self::force) |
/// | sliding, `A = μ N` | [`sliding`](Self::sliding) |
/// | rolling resistance, `A = c N` | [`rolling`](Self::rolling) |
/// | on level ground, `A/m = μ g` for any mass | [`deceleration`](Self::deceleration) |
///
/// The motion is exact if friction acts alone, in the plane and in space, for any step: the body
/// stops inside the step and stays at rest. At rest on the surface the force is zero. A negative
/// step moves a moving body back exactly; a body at rest stays at rest, because its state does not
/// contain the time at which it stopped. With C, a body moved backward in time reaches infinite
/// speed after a finite time; for longer backward steps the increment is infinite.
///
/// If other forces act too, friction acts by kicks, which are of second order while the body moves.
/// Friction does not keep a body at rest if another force smaller than A acts on it: such a body
/// creeps with a speed of the order of force / mass × dt.
///
/// ```
/// use kinstep::{Body2, DryFriction, World2};
///
/// // 5 m/s against 2 m/s²: at rest after 2.5 s and 6.25 m, and the step is longer than that
/// let mut world = World2::new();
/// world.add_force(DryFriction::sliding(0.2, 30.0))?; // μ, N
/// let sledge = world.add_body(Body2::point(3.0).moving([3.0, 4.0]))?;
/// world.step(10.0)?;
/// assert_eq!(world[sledge].velocity.norm(), 0.0);
/// assert!((world[sledge].position.norm() - 6.25).abs() < 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("Coulomb friction", "sliding", "brake"))]
pub struct DryFriction<T, const D: usize> {
    /// The constant part A of the friction.
    pub strength: FrictionStrength<T>,
    /// Coefficient B of the part linear in the speed \[kg/s\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub linear: T,
    /// Coefficient C of the part quadratic in the speed \[kg/m\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub quadratic: T,
    /// Velocity of the surface \[m/s\], world frame.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub surface: SVector<T, D>,
}

/// The parameter that defines the constant part of a [`DryFriction`].
///
/// ```
/// use kinstep::{DryFriction, FrictionStrength};
///
/// let brake = DryFriction::<f64, 2>::deceleration(3.0);
/// assert_eq!(brake.strength, FrictionStrength::Deceleration(3.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FrictionStrength<T> {
    /// The force A \[N\].
    Force(T),
    /// The coefficient of friction, and the normal load \[N\].
    Load(T, T),
    /// The deceleration A/m \[m/s²\].
    Deceleration(T),
}

impl<T: Real<D>, const D: usize> DryFriction<T, D> {
    /// Returns friction of this magnitude \[N\] on a surface at rest.
    #[must_use]
    pub fn force(force: T) -> Self {
        Self::new(FrictionStrength::Force(force))
    }

    /// Returns friction that decelerates every body by this much \[m/s²\]: `μ g` on level ground.
    #[must_use]
    pub fn deceleration(deceleration: T) -> Self {
        Self::new(FrictionStrength::Deceleration(deceleration))
    }

    /// Returns sliding friction of coefficient μ under a normal load \[N\], on a surface at rest.
    #[must_use]
    pub fn sliding(coefficient: T, load: T) -> Self {
        Self::new(FrictionStrength::Load(coefficient, load))
    }

    /// Returns rolling resistance of coefficient c under a normal load \[N\], on ground at rest.
    /// The law is the same as for [`sliding`](Self::sliding); typical coefficients are a hundred
    /// times smaller.
    #[must_use]
    pub fn rolling(coefficient: T, load: T) -> Self {
        Self::sliding(coefficient, load)
    }

    /// Returns the friction with an additional part proportional to speed, `B |r|`, of coefficient B \[kg/s\].
    #[must_use]
    pub fn with_linear_drag(mut self, coefficient: T) -> Self {
        self.linear = coefficient;
        self
    }

    /// Returns the friction with an additional part proportional to the square of the speed,
    /// `C |r|²`, of coefficient C \[kg/m\]. The medium that causes it moves with the surface.
    #[must_use]
    pub fn with_quadratic_drag(mut self, coefficient: T) -> Self {
        self.quadratic = coefficient;
        self
    }

    /// Returns the friction on a surface that moves at this velocity \[m/s\], such as a conveyor belt, which carries the body along.
    #[must_use]
    pub fn on_surface_moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.surface = velocity.into();
        self
    }

    fn new(strength: FrictionStrength<T>) -> Self {
        Self {
            strength,
            linear: T::zero(),
            quadratic: T::zero(),
            surface: SVector::zeros(),
        }
    }

    /// Returns the law by which friction slows this body relative to the surface.
    fn slowing(&self, body: &Body<T, D>) -> Slowing {
        let mass = to_f64(body.mass);
        Slowing {
            constant: match self.strength {
                FrictionStrength::Force(force) => to_f64(force) / mass,
                FrictionStrength::Load(coefficient, load) => {
                    to_f64(coefficient) * to_f64(load) / mass
                }
                FrictionStrength::Deceleration(deceleration) => to_f64(deceleration),
            },
            linear: to_f64(self.linear) / mass,
            quadratic: to_f64(self.quadratic) / mass,
        }
    }

    /// Returns the velocity relative to the surface \[m/s\], and its magnitude.
    fn relative(&self, body: &Body<T, D>) -> (SVector<f64, D>, f64) {
        let relative = body.velocity.map(to_f64) - self.surface.map(to_f64);
        (relative, length(&relative))
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for DryFriction<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let (relative, speed) = self.relative(body);
        if speed == 0.0 {
            return SVector::zeros();
        }
        let deceleration = self.slowing(body).deceleration(speed);
        (relative * (-deceleration / speed)).map(from_f64)
    }

    /// Returns the motion along r: `|r|' = -(a + b |r| + c |r|²)` until `|r|` is zero.
    fn effect(&self, body: &Body<T, D>, _time: T, dt: T) -> Effect<T, D> {
        let (relative, speed) = self.relative(body);
        if speed == 0.0 {
            let nothing = Increment::zero();
            return Effect::Motion(Motion::from_increment(nothing, &body.velocity, dt));
        }
        let dt = to_f64(dt);
        let course = self.slowing(body).course_to_rest(speed, dt) / speed;
        let surface = self.surface.map(to_f64);
        Effect::Motion(motion(body, &surface, &relative, &course, dt))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        let not_negative = ParameterError::unless_not_negative;
        match self.strength {
            FrictionStrength::Force(force) => not_negative("the force of friction", force)?,
            FrictionStrength::Load(coefficient, load) => {
                not_negative("the coefficient of friction", coefficient)?;
                not_negative("the load", load)?;
            }
            FrictionStrength::Deceleration(deceleration) => {
                not_negative("the deceleration by friction", deceleration)?;
            }
        }
        not_negative("the coefficient of linear drag", self.linear)?;
        not_negative("the coefficient of quadratic drag", self.quadratic)?;
        ParameterError::unless_all_finite("the velocity of the surface", &self.surface)
    }
}

/// The law `r' = -(a + b r + c r²)` of the speed r along the motion.
///
/// Riccati's equation is solved by `y = e^(c X)`, with X the distance since the start: `y'' + b y' + a c y = 0` with `y(0) = 1`, `y'(0) =
/// c r₀`. With the [`Response`] S, S₁, S₂ of that oscillator, and `D = r₀ S - a S₁`,
///
/// ```text
/// r = r₀ - (a + b r₀ + c r₀²) S / (1 + c D)          X = ln(1 + c D) / c
/// ```
///
/// These formulas are smooth as any of a, b and c tends to zero. If little of the speed is left, use `r = (r₀ S' - a S) / (1 + c D)`, which
/// avoids cancellation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slowing {
    /// Constant part a \[m/s²\].
    pub(super) constant: f64,
    /// Linear coefficient b \[1/s\].
    pub(super) linear: f64,
    /// Quadratic coefficient c \[1/m\].
    pub(super) quadratic: f64,
}

impl Slowing {
    /// Returns `a + b r + c r²` \[m/s²\].
    fn deceleration(&self, speed: f64) -> f64 {
        self.constant + speed * (self.linear + self.quadratic * speed)
    }

    /// Returns the motion during `time` \[s\], which may be negative. The motion is infinite for
    /// times before the [`birth`](Self::birth), and unknown if a distance overflows.
    pub(super) fn course(&self, speed: f64, time: f64) -> Course {
        let Self {
            constant: a,
            linear: b,
            quadratic: c,
        } = *self;
        if self.birth(speed).is_some_and(|birth| time <= birth) {
            return Course::INFINITE;
        }
        let Propagator { response, left, .. } = Propagator::new(b, a * c, time);
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
        } = response;
        let slow = speed * s - product(a, s1);
        if !slow.is_finite() {
            return Course::UNKNOWN;
        }
        let grown = c * slow;
        let gained = -self.deceleration(speed) * s / (1.0 + grown);
        let end = if gained.abs() <= 0.5 * speed.abs() {
            speed + gained
        } else {
            (speed * left - a * s) / (1.0 + grown)
        };
        Course {
            end,
            length: slow * log_1p_over(grown),
            gained,
            lead: -(product(a + b * speed, s1) + product(a * c * speed, s2))
                - slow * (grown * log_ratio(grown)),
        }
    }

    /// Returns the motion during `time` \[s\] of a body that stays at rest once it has stopped.
    fn course_to_rest(&self, speed: f64, time: f64) -> Course {
        match self.rest(speed) {
            Some(rest) if rest <= time => {
                let course = self.course(speed, rest);
                Course {
                    end: 0.0,
                    length: course.length,
                    gained: -speed,
                    lead: course.lead - speed * (time - rest),
                }
            }
            _ => {
                let course = self.course(speed, time);
                if course.end.is_nan() {
                    return course;
                }
                Course {
                    // rounding must not reverse the motion
                    end: course.end.max(0.0),
                    gained: course.gained.max(-speed),
                    ..course
                }
            }
        }
    }

    /// Returns the time at which the speed is zero \[s\], if there is one. It is positive, or
    /// negative if the deceleration is negative.
    ///
    /// With `δ² = b²/4 - a c`: `tanh(δ t)/δ = r₀ / (a + b r₀/2)`, where tanh is tan if δ² is negative.
    pub(super) fn rest(&self, speed: f64) -> Option<f64> {
        if self.constant == 0.0 {
            return None;
        }
        let divisor = self.constant + 0.5 * self.linear * speed;
        let part = (self.constant / divisor) * (self.deceleration(speed) / divisor);
        time_of_tangent(self.discriminant(), speed / divisor, part)
    }

    /// Returns the time at which the speed was infinite \[s\], if there is one: negative, from `tanh(δ t)/δ = -1 / (b/2 + c r₀)`.
    fn birth(&self, speed: f64) -> Option<f64> {
        let (b, c) = (self.linear, self.quadratic);
        let divisor = 0.5 * b + c * speed;
        if c == 0.0 {
            return None;
        }
        if divisor == 0.0 {
            // from rest, without a linear part, the speed is infinite at the pole of the tangent,
            // π/2
            let turn = self.constant * c;
            return (turn > 0.0).then(|| -core::f64::consts::FRAC_PI_2 / ComplexField::sqrt(turn));
        }
        let part = (c / divisor) * (self.deceleration(speed) / divisor);
        time_of_tangent(self.discriminant(), -1.0 / divisor, part)
    }

    /// Returns `δ² = b²/4 - a c` \[1/s²\].
    fn discriminant(&self) -> f64 {
        let half = 0.5 * self.linear;
        ComplexField::mul_add(half, half, -self.constant * self.quadratic)
    }
}

/// Returns the time t \[s\] with `tanh(δ t)/δ = tangent`, where tanh is tan if `δ²` is negative;
/// `None` if no time satisfies this.
///
/// `part = 1 - δ² tangent²` is an argument, because subtracting here would lose digits near zero.
fn time_of_tangent(square: f64, tangent: f64, part: f64) -> Option<f64> {
    let s = ComplexField::sqrt(square.abs()) * tangent.abs();
    let over = if s == 0.0 {
        1.0
    } else if square < 0.0 {
        ComplexField::atan(s) / s
    } else if part > 0.0 {
        // artanh s = ½ ln((1 + s) / (1 - s))
        0.5 * ComplexField::ln_1p(2.0 * s * ((1.0 + s) / part)) / s
    } else {
        return None;
    };
    Some(tangent * over)
}

/// Motion along a line during a step, with the initial speed r₀.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Course {
    /// Speed r at the end of the step \[m/s\].
    pub(super) end: f64,
    /// Distance X from the start of the step \[m\].
    pub(super) length: f64,
    /// Change of the speed `r - r₀` \[m/s\].
    pub(super) gained: f64,
    /// Displacement relative to motion at constant velocity, `X - r₀ t` \[m\].
    pub(super) lead: f64,
}

impl Course {
    /// Result of a backward step in which the speed becomes infinite.
    pub(super) const INFINITE: Self = Self {
        end: f64::INFINITY,
        length: f64::NEG_INFINITY,
        gained: f64::INFINITY,
        lead: f64::NEG_INFINITY,
    };

    /// Result if the motion cannot be computed up to the end.
    const UNKNOWN: Self = Self {
        end: f64::NAN,
        length: f64::NAN,
        gained: f64::NAN,
        lead: f64::NAN,
    };

    /// Whether the end state is the coasting state plus the changes, without cancellation.
    fn is_gentle(&self) -> bool {
        self.gained.abs() <= self.end.abs() && self.lead.abs() <= self.length.abs()
    }
}

/// Returns the same course, measured along the opposite direction.
impl Neg for Course {
    type Output = Self;

    fn neg(self) -> Self {
        self / -1.0
    }
}

/// Returns the course in a unit of length that is `unit` times as long.
impl Div<f64> for Course {
    type Output = Self;

    fn div(self, unit: f64) -> Self {
        Self {
            end: self.end / unit,
            length: self.length / unit,
            gained: self.gained / unit,
            lead: self.lead / unit,
        }
    }
}

/// Returns the motion of a body in a medium of this velocity \[m/s\], from its motion relative to
/// the medium along `direction`.
pub(super) fn motion<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    medium: &SVector<f64, D>,
    direction: &SVector<f64, D>,
    course: &Course,
    dt: f64,
) -> Motion<T, D> {
    let along = |start: SVector<f64, D>, size: f64| {
        // 0 · ∞ = 0 here: an axis without motion stays finite
        start + direction.map(|d| if d == 0.0 { 0.0 } else { d * size })
    };
    let gained = along(SVector::zeros(), course.gained);
    let lead = along(SVector::zeros(), course.lead);
    let velocity = body.velocity.map(to_f64);
    let (displacement, end) = if course.is_gentle() {
        (velocity * dt + lead, velocity + gained)
    } else {
        let length = along(medium * dt, course.length);
        (length, along(*medium, course.end))
    };
    Motion {
        displacement: displacement.map(from_f64),
        velocity: end.map(from_f64),
        increment: Increment {
            velocity: gained.map(from_f64),
            position: lead.map(from_f64),
        },
    }
}
