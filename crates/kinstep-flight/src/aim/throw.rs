//! A throw that is to be planned.

use super::error::{AimError, Given};
use super::launch::Launch;
use super::problem::Problem;
use super::shape::Shape;
use crate::numbers::{direction, first_not_finite};
use crate::trajectory::IntoVector;
use crate::{Ballistics, EngineStep, ParameterError, Rational};
use nalgebra::SVector;

/// A throw at a target. Each method plans it in a different way.
///
/// [`Ballistics::aim`], [`Rational::aim`] and [`EngineStep::aim`] create an `Aim`.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::nalgebra::Vector2;
///
/// let air = Ballistics::<2>::new([0.0, -10.0]);
/// let aim = air.aim([0.0, 0.0], [40.0, 0.0]); // m
/// assert_eq!(aim.in_time(2.0)?.velocity, Vector2::new(20.0, 10.0)); // s, m/s
/// let gentle = aim.with_least_speed()?; // at 45 degrees over level ground, v² = g x
/// assert!((gentle.velocity.norm() - 20.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[doc(alias(
    "lead",
    "intercept",
    "ballistic",
    "firing solution",
    "turret",
    "artillery"
))]
pub struct Aim<const D: usize> {
    model: Result<Model<D>, AimError>,
    order: Order<D>,
    /// The rule of an engine, if the throw is for an engine.
    steps: Option<EngineStep<D>>,
}

impl<const D: usize> Ballistics<D> {
    /// Returns a throw from a point \[m\] at a target \[m\], with exact linear drag.
    #[must_use]
    pub fn aim(&self, from: impl IntoVector<D>, target: impl IntoVector<D>) -> Aim<D> {
        Aim::new(
            self.for_aims().map_err(AimError::from),
            Order::new(from, target),
        )
    }
}

impl<const D: usize> Rational<D> {
    /// Returns a throw from a point \[m\] at a target \[m\], in this model.
    #[must_use]
    pub fn aim(&self, from: impl IntoVector<D>, target: impl IntoVector<D>) -> Aim<D> {
        Aim::new(
            self.for_aims().map_err(AimError::from),
            Order::new(from, target),
        )
    }
}

impl<const D: usize> EngineStep<D> {
    /// Returns a throw from a point \[m\] at a target \[m\], by this rule. The planned launch
    /// velocity is the velocity to set in the engine.
    ///
    /// # The definition of a hit
    /// An engine computes positions only at the end of each step. One smooth curve, that of
    /// [`EngineFlight`](crate::EngineFlight), contains all these positions. A throw hits if this
    /// curve contains the target: the time of flight may be between two steps, and
    /// [`EngineFlight::position`](crate::trajectory::Trajectory::position) at this time is the
    /// target, to rounding. A hit by [`in_steps`](Aim::in_steps) is after a whole number of steps,
    /// at a position of the engine itself. Apexes, arcs and slopes of arrivals are those of the
    /// curve. Targets move continuously with their velocity and acceleration. Speed caps of engines
    /// are ignored, as in flights: compare speeds with [`EngineStep::speed_cap`].
    ///
    /// A game that tests for hits only after each step plans twice:
    ///
    /// ```
    /// use kinstep_flight::EngineStep;
    /// use kinstep_flight::nalgebra::Vector3;
    ///
    /// let host = EngineStep::rapier(1.0_f64 / 60.0).damping(0.4).gravity([0.0, -9.81, 0.0]); // s, 1/s, m/s²
    /// let (from, drone, flies) =
    ///     ([0.0, 1.6, 0.0], Vector3::new(24.0, 7.0, -6.0), Vector3::new(1.5, 0.5, 6.0)); // m, m/s
    /// let aim = host.aim(from, drone).moving(flies);
    /// let lofted = aim.at_speed(26.0)?.lofted; // m/s
    ///
    /// // the next step, with hardly another speed
    /// let step = host.launch(from, lofted.velocity).first_step_after(lofted.time_of_flight);
    /// let launch = aim.in_steps(step)?;
    /// assert!((launch.velocity.norm() - 26.0).abs() < 0.1);
    /// let after = host.launch(from, launch.velocity).after_steps(step); // where Rapier has it
    /// assert!((after.position - (drone + flies * launch.time_of_flight)).norm() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Planners return [`AimError::Parameter`] for an invalid rule. They return
    /// [`AimError::NeverMet`] if the damping stops the body in the first step for every launch.
    #[must_use]
    pub fn aim(&self, from: impl IntoVector<D>, target: impl IntoVector<D>) -> Aim<D> {
        Aim {
            steps: Some(*self),
            ..Aim::new(self.for_aims(), Order::new(from, target))
        }
    }
}

impl<const D: usize> Aim<D> {
    pub(super) fn new(model: Result<Model<D>, AimError>, order: Order<D>) -> Self {
        Self {
            model,
            order,
            steps: None,
        }
    }

    /// Sets the velocity of the target \[m/s\].
    #[must_use]
    #[doc(alias("lead", "intercept", "predictive aiming"))]
    pub fn moving(mut self, velocity: impl IntoVector<D>) -> Self {
        self.order = self.order.moving(velocity);
        self
    }

    /// Sets the constant acceleration of the target \[m/s²\].
    #[must_use]
    pub fn accelerating(mut self, acceleration: impl IntoVector<D>) -> Self {
        self.order = self.order.accelerating(acceleration);
        self
    }

    /// Sets the velocity of the shooter in the world \[m/s\].
    /// [`Launch::velocity`](super::Launch::velocity) includes this velocity. The speeds of
    /// [`at_speed`](Self::at_speed), [`with_least_speed`](Self::with_least_speed) and
    /// [`attempt`](Self::attempt) are relative to the shooter; slopes, climbs and heights are those
    /// of the path in the world.
    #[must_use]
    pub fn shooter_moving(mut self, velocity: impl IntoVector<D>) -> Self {
        self.order = self.order.shooter_moving(velocity);
        self
    }

    /// Returns the target and the model as one checked problem.
    pub(super) fn problem(&self) -> Result<Problem<D>, AimError> {
        Problem::new(self.model?, &self.order)
    }

    /// Returns the launch that hits after this whole number of steps of an engine, at the engine's
    /// own position. The hit is accurate to the rounding of
    /// [`after_steps`](crate::EngineFlight::after_steps), also if an Euler rule reverses the
    /// velocity in every step.
    ///
    /// # Errors
    /// [`AimError::NoSteps`] unless the throw was created by [`EngineStep::aim`];
    /// [`AimError::Time`] for zero steps; [`AimError::NeverMet`] if the engine's damping stops the
    /// body in the first step, or if the damping returns the body to its start.
    pub fn in_steps(&self, steps: u64) -> Result<Launch<D>, AimError> {
        let engine = self.steps.as_ref().ok_or(AimError::NoSteps)?;
        engine.check_steps()?;
        self.order.check()?;
        let time = steps as f64 * engine.time_step();
        let map = engine.valid_map().filter(|_| steps > 0);
        let map = map.ok_or(AimError::Time { time: 0.0 })?;
        // x = x₀ + v₀ xv + g xa
        let response = map.after(steps);
        if response.xv == 0.0 {
            return Err(AimError::NeverMet);
        }
        let Order {
            from,
            target,
            target_velocity,
            target_acceleration,
            ..
        } = &self.order;
        let fallen = engine.gravity * response.xa;
        let moved = (target_velocity + target_acceleration * (0.5 * time)) * time;
        let start = target - from;
        let velocity = (start - fallen + moved) / response.xv;
        let launch = Launch {
            velocity,
            time_of_flight: time,
        };
        launch.checked()
    }
}

// Flights that are affine in the launch velocity.

/// The vector type of the planners.
pub(super) type V<const D: usize> = SVector<f64, D>;

/// A model of a flight: `x = x₀ + (share v₀ + lead) S + pull S₁`. In air, the share is 1 and there
/// is no lead. For an engine's rule there are a share and a lead, because the initial velocity of
/// the smooth curve through the steps differs from that of the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Model<const D: usize> {
    pub(super) shape: Shape,
    pub(super) share: f64,
    /// The lead, which is added to `share v₀` \[m/s\].
    pub(super) lead: V<D>,
    /// Constant acceleration c \[m/s²\]: gravity, and drag rate times wind.
    pub(super) pull: V<D>,
    /// Unit vector against gravity; zero without gravity.
    pub(super) up: V<D>,
}

impl<const D: usize> Model<D> {
    /// Returns the model of straight flights.
    pub(super) fn without_air(&self) -> Self {
        Self {
            shape: Shape::linear(0.0),
            share: 1.0,
            lead: V::zeros(),
            pull: V::zeros(),
            ..*self
        }
    }

    /// Returns this model without drag.
    pub(super) fn without_drag(self) -> Self {
        let shape = Shape::linear(0.0);
        Self { shape, ..self }
    }

    /// Returns the launch velocity that hits a point after a time \[s\]. The point is relative to
    /// the start \[m\].
    pub(super) fn launch(&self, target: &V<D>, time: f64) -> V<D> {
        let [s, fall, _] = self.shape.carry(time).by;
        ((target - self.pull * fall) / s - self.lead) / self.share
    }
}

impl<const D: usize> Ballistics<D> {
    /// Returns this air in the form that the planners use.
    pub(super) fn for_aims(&self) -> Result<Model<D>, ParameterError<f64>> {
        self.check()?;
        let rate = self.drag_rate();
        let gravity = self.gravitational_acceleration();
        Ok(Model {
            shape: Shape::linear(rate),
            share: 1.0,
            lead: V::zeros(),
            pull: gravity + self.wind() * rate,
            up: direction(&-gravity),
        })
    }
}

impl<const D: usize> Rational<D> {
    /// Returns this model in the form that the planners use. K is half of gravity.
    pub(super) fn for_aims(&self) -> Result<Model<D>, ParameterError<f64>> {
        let rate = self.rate();
        ParameterError::unless_not_negative("the drag rate [1/s]", rate * 2.0)?;
        ParameterError::unless_all_finite("a component of gravity [m/s²]", &self.pull())?;
        Ok(Model {
            shape: Shape::Rational(rate),
            share: 1.0,
            lead: V::zeros(),
            pull: self.pull() * 2.0,
            up: self.up(),
        })
    }
}

impl<const D: usize> EngineStep<D> {
    /// Returns the curve through the steps of this rule in the form that the planners use.
    pub(super) fn for_aims(&self) -> Result<Model<D>, AimError> {
        let curve = self.curve()?;
        // the first step stops the body: q = 0 to rounding, so the launch has no effect
        if curve.launch == 0.0 {
            return Err(AimError::NeverMet);
        }
        let gravity = self.gravity;
        Ok(Model {
            shape: Shape::linear(curve.rate),
            share: curve.launch,
            lead: gravity * curve.lead,
            pull: gravity * curve.pull,
            up: direction(&-gravity),
        })
    }
}

// Launch and target, and the motion of both.

/// The launch and the target of one throw, and the motion of both. The argument of
/// [`Ballistics::aim_all`](crate::Ballistics::aim_all) is a slice of orders.
///
/// ```
/// use kinstep_flight::aim::{AimError, Order, Plan};
/// use kinstep_flight::Ballistics;
///
/// // from a cart that drives, at one that brakes, and at one that waits
/// let towards = Order::new([0.0, 1.0], [40.0, 1.0]).moving([-8.0, 0.0]).accelerating([2.0, 0.0]);
/// let orders = [towards.shooter_moving([3.0, 0.0]), Order::new([0.0, 1.0], [25.0, 0.0])];
/// let mut answers = [Err(AimError::NeverMet); 2];
/// Ballistics::new([0.0, -9.81]).aim_all(&orders, &Plan::Speed(25.0), &mut answers)?;
/// assert!(answers.iter().all(Result::is_ok));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Order<const D: usize> {
    /// The point of launch \[m\].
    pub from: SVector<f64, D>,
    /// The position of the target at launch \[m\].
    pub target: SVector<f64, D>,
    /// The velocity of the target at launch \[m/s\].
    pub target_velocity: SVector<f64, D>,
    /// The constant acceleration of the target \[m/s²\].
    pub target_acceleration: SVector<f64, D>,
    /// The velocity of the shooter \[m/s\]. Launch speeds are relative to the shooter.
    pub shooter_velocity: SVector<f64, D>,
    /// The maximum ε of the number types of the given vectors.
    #[cfg_attr(feature = "serde", serde(default = "of_f64"))]
    pub(super) epsilon: f64,
}

#[cfg(feature = "serde")]
fn of_f64() -> f64 {
    f64::EPSILON
}

impl<const D: usize> Order<D> {
    /// Returns a throw from a point \[m\] at a target at rest \[m\].
    #[must_use]
    #[inline]
    pub fn new<F: IntoVector<D>, T: IntoVector<D>>(from: F, target: T) -> Self {
        let [target_velocity, target_acceleration, shooter_velocity] = [SVector::zeros(); 3];
        Self {
            from: from.into_vector(),
            target: target.into_vector(),
            target_velocity,
            target_acceleration,
            shooter_velocity,
            epsilon: F::EPSILON.max(T::EPSILON),
        }
    }

    /// Sets the velocity of the target \[m/s\].
    #[must_use]
    pub fn moving<V: IntoVector<D>>(mut self, velocity: V) -> Self {
        self.target_velocity = velocity.into_vector();
        self.epsilon = self.epsilon.max(V::EPSILON);
        self
    }

    /// Sets the constant acceleration of the target \[m/s²\].
    #[must_use]
    pub fn accelerating<V: IntoVector<D>>(mut self, acceleration: V) -> Self {
        self.target_acceleration = acceleration.into_vector();
        self.epsilon = self.epsilon.max(V::EPSILON);
        self
    }

    /// Sets the velocity of the shooter \[m/s\].
    #[must_use]
    pub fn shooter_moving<V: IntoVector<D>>(mut self, velocity: V) -> Self {
        self.shooter_velocity = velocity.into_vector();
        self.epsilon = self.epsilon.max(V::EPSILON);
        self
    }

    /// # Errors
    /// If a number is not finite, or the target is at the point of launch.
    pub(super) fn check(&self) -> Result<(), AimError> {
        let given = [
            (Given::Launch, &self.from),
            (Given::Target, &self.target),
            (Given::TargetVelocity, &self.target_velocity),
            (Given::TargetAcceleration, &self.target_acceleration),
            (Given::ShooterVelocity, &self.shooter_velocity),
        ];
        for (given, vector) in given {
            if let Some((axis, value)) = first_not_finite(vector) {
                return Err(AimError::NotFinite { given, axis, value });
            }
        }
        if self.from == self.target {
            return Err(AimError::Coincides);
        }
        Ok(())
    }
}
