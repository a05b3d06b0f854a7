//! Aiming by the rule of a game engine.

use nalgebra::{RealField, SVector};

use super::aim_model::AimModel;
use super::drag_model::DragModel;
use super::error::AimError;
use super::launch::{Arcs, Attempt, Hits, Launch};
use super::order::Order;
use super::problem::AimProblem;
use super::relative_target::RelativeTarget;
use crate::ballistics::EngineStep;
use crate::numbers::{from_f64, is_positive, to_f64};

/// A throw at a target by the rule of a game engine; its methods plan it.
///
/// Made by [`EngineStep::aim`]. The launch velocity is the one that the engine is given.
///
/// # What a hit is
/// An engine has a body somewhere only after each step. One smooth curve goes through all of these points, that of
/// [`EngineFlight`](crate::ballistics::EngineFlight), and a throw hits if this curve passes the target: the time of flight may
/// lie between two steps, and [`EngineFlight::position`](crate::ballistics::Trajectory::position) is the target then, to
/// rounding. [`in_steps`](Self::in_steps) hits after a number of whole steps, where the engine itself has the body. A
/// game that tests for hits only after steps plans twice:
///
/// ```
/// use kinstep::ballistics::EngineStep;
/// use kinstep::nalgebra::Vector3;
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
/// # How
/// The curve is a flight under linear drag, though not of the launch velocity v₀ and not under gravity: with S and S₁ of the
/// curve's own drag rate
///
/// ```text
/// x = x₀ + (α v₀ + l) S + c S₁
/// ```
///
/// so it is planned as the throw of a shooter who moves with l, at α times the speed. It costs as much as planning at a
/// target that moves, also if the target stays. Targets move continuously, as their velocity and acceleration say.
///
/// Speed caps of engines are ignored, as by flights: compare with [`EngineStep::speed_cap`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EngineAim<T, const D: usize> {
    step: EngineStep<T, D>,
    order: Order<T, D>,
}

impl<T: RealField + Copy, const D: usize> EngineStep<T, D> {
    /// A throw from a point \[m\] at a target \[m\], by this rule.
    ///
    /// ```
    /// use kinstep::ballistics::{EngineStep, Trajectory};
    /// use kinstep::nalgebra::Vector2;
    ///
    /// let host = EngineStep::box2d(1.0 / 60.0).gravity([0.0, -9.81]); // s, m/s²
    /// let (from, target) = (Vector2::new(0.0, 1.5), Vector2::new(20.0, 4.0)); // m
    /// let gentle = host.aim(from, target).with_least_speed()?;
    /// let flight = host.launch(from, gentle.velocity);
    /// assert!((flight.position(gentle.time_of_flight) - target).norm() < 1e-13);
    /// # Ok::<(), kinstep::aim::AimError<f64>>(())
    /// ```
    #[must_use]
    pub fn aim(
        &self,
        from: impl Into<SVector<T, D>>,
        target: impl Into<SVector<T, D>>,
    ) -> EngineAim<T, D> {
        EngineAim {
            step: *self,
            order: Order::new(from, target),
        }
    }
}

impl<T: RealField + Copy, const D: usize> EngineAim<T, D> {
    /// The same at a target that moves \[m/s\].
    #[must_use]
    pub fn moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.order = self.order.moving(velocity);
        self
    }

    /// The same at a target that accelerates \[m/s²\], constantly.
    #[must_use]
    pub fn accelerating(mut self, acceleration: impl Into<SVector<T, D>>) -> Self {
        self.order = self.order.accelerating(acceleration);
        self
    }

    /// The same with a shooter that moves \[m/s\]: launch speeds are relative to the shooter, and
    /// [`Launch::velocity`] contains the velocity of the shooter.
    #[must_use]
    pub fn shooter_moving(mut self, velocity: impl Into<SVector<T, D>>) -> Self {
        self.order = self.order.shooter_moving(velocity);
        self
    }

    /// Hits after a time \[s\], which may lie between two steps.
    ///
    /// # Errors
    /// [`AimError::Time`] unless it is positive and finite; [`AimError::NeverMet`] if the engine's damping stops the body in
    /// its first step, whatever the launch.
    #[inline(never)]
    pub fn in_time(&self, time: T) -> Result<Launch<T, D>, AimError<T>> {
        let curve = self.curve()?;
        let given = to_f64(time);
        if !is_positive(given) {
            return Err(AimError::Time { time });
        }
        curve.launch(given)
    }

    /// Hits after this many whole steps, where the engine has the body: right to the rounding of
    /// [`after_steps`](crate::ballistics::EngineFlight::after_steps), also if an Euler rule turns the velocity round in every
    /// step.
    ///
    /// # Errors
    /// [`AimError::Time`] for zero steps; [`AimError::NeverMet`] if the engine's damping stops the body in its first step, or
    /// brings it back to where it started.
    #[inline(never)]
    pub fn in_steps(&self, steps: u64) -> Result<Launch<T, D>, AimError<T>> {
        self.step.check_steps()?;
        let target = self.order.checked()?;
        let time = steps as f64 * to_f64(self.step.time_step());
        let map = self.step.valid_map().filter(|_| steps > 0);
        let map = map.ok_or(AimError::Time { time: T::zero() })?;
        // x = x₀ + v₀ xv + g xa
        let response = map.after(steps);
        if response.xv == 0.0 {
            return Err(AimError::NeverMet);
        }
        let gravity = self.step.gravity.map(to_f64);
        let fallen = gravity * response.xa;
        let moved = (target.velocity + target.acceleration * (0.5 * time)) * time;
        let velocity = (target.start - fallen + moved) / response.xv;
        let launch = Launch {
            velocity: velocity.map(from_f64),
            time_of_flight: from_f64(time),
        };
        launch.checked()
    }

    /// Hits at a speed of launch \[m/s\]: earliest on the direct arc, latest on the lofted one.
    ///
    /// # Errors
    /// [`AimError::Speed`], [`AimError::OutOfRange`] with the least speed that reaches the target or the limit of speeds, and
    /// those of [`in_time`](Self::in_time).
    #[inline(never)]
    pub fn at_speed(&self, speed: T) -> Result<Arcs<T, D>, AimError<T>> {
        Arcs::of(&self.hits_at_speed(speed)?)
    }

    /// All hits at a speed of launch \[m/s\], the earliest first.
    ///
    /// # Errors
    /// Those of [`at_speed`](Self::at_speed). Without an error there is at least one hit.
    #[inline(never)]
    pub fn hits_at_speed(&self, speed: T) -> Result<Hits<T, D>, AimError<T>> {
        let curve = self.curve()?;
        let times = curve.reached(speed, |given| curve.problem.times_at::<T>(given))?;
        let mut hits = Hits::none();
        for time in times.iter() {
            hits.extend([curve.launch(time)?]);
        }
        Ok(hits)
    }

    /// The earliest hit at a speed of launch \[m/s\]: that of [`at_speed`](Self::at_speed) within rounding, in a small part of
    /// the time.
    ///
    /// # Errors
    /// Those of [`at_speed`](Self::at_speed).
    #[inline(never)]
    pub fn earliest_at_speed(&self, speed: T) -> Result<Launch<T, D>, AimError<T>> {
        let curve = self.curve()?;
        curve.launch(curve.reached(speed, |given| curve.problem.earliest_at::<T>(given))?)
    }

    /// Hits at the least possible speed of launch.
    ///
    /// # Errors
    /// [`AimError::NoLeastSpeed`] if slower throws always hit later, and those of [`in_time`](Self::in_time).
    #[inline(never)]
    pub fn with_least_speed(&self) -> Result<Launch<T, D>, AimError<T>> {
        let curve = self.curve()?;
        let time = (curve.problem.least_time()).map_err(|error| match error {
            AimError::NoLeastSpeed { limit } => AimError::NoLeastSpeed {
                limit: limit / from_f64(curve.share),
            },
            other => other,
        })?;
        curve.launch(time)
    }

    /// The launch at a speed \[m/s\] that comes closest to the target: the direct arc if the speed hits.
    ///
    /// # Errors
    /// [`AimError::Speed`] unless it is positive and finite, and those of [`in_time`](Self::in_time).
    #[inline(never)]
    pub fn attempt(&self, speed: T) -> Result<Attempt<T, D>, AimError<T>> {
        match self.earliest_at_speed(speed) {
            Ok(launch) => Ok(Attempt {
                launch,
                miss: T::zero(),
            }),
            Err(AimError::OutOfRange { .. }) => {
                let curve = self.curve()?;
                let closest = (curve.problem).closest::<f64>(curve.share * to_f64(speed));
                let Attempt { launch, miss } = closest.map_err(|_| AimError::Extreme)?;
                let attempt = Attempt {
                    launch: curve.thrown(&launch),
                    miss: from_f64(miss),
                };
                attempt.checked()
            }
            Err(other) => Err(other),
        }
    }

    fn curve(&self) -> Result<EngineCurve<D>, AimError<T>> {
        let curve = self.step.curve()?;
        let target = self.order.checked()?;
        // a body that the first step stops gets nowhere: by rounding q = 0 leaves nothing of the launch
        if curve.launch == 0.0 {
            return Err(AimError::NeverMet);
        }
        let gravity = self.step.gravity.map(to_f64);
        let lead = gravity * curve.lead;
        let air = AimModel {
            model: DragModel::linear(curve.rate),
            constant: gravity * curve.pull,
            against: -gravity,
        };
        let target = RelativeTarget {
            shooter: target.shooter * curve.launch + lead,
            ..target
        };
        let from = self.order.from.map(to_f64);
        Ok(EngineCurve {
            problem: AimProblem::new::<T>(air, target, from),
            share: curve.launch,
            lead,
        })
    }
}

/// A throw on the curve through the steps: `w = α v₀ + l` is its launch velocity.
struct EngineCurve<const D: usize> {
    /// The throw with w, by a shooter who moves with l.
    problem: AimProblem<D>,
    /// α
    share: f64,
    /// l \[m/s\].
    lead: SVector<f64, D>,
}

impl<const D: usize> EngineCurve<D> {
    /// The launch that hits at a time.
    fn launch<T: RealField + Copy>(&self, time: f64) -> Result<Launch<T, D>, AimError<T>> {
        self.thrown(&self.problem.launch(time)).checked()
    }

    /// The launch of the engine for one of the curve.
    fn thrown<T: RealField + Copy>(&self, launch: &Launch<f64, D>) -> Launch<T, D> {
        Launch {
            velocity: ((launch.velocity - self.lead) / self.share).map(from_f64),
            time_of_flight: from_f64(launch.time_of_flight),
        }
    }

    /// What `find` finds at a speed \[m/s\], given that of the curve.
    fn reached<F, T: RealField + Copy>(
        &self,
        speed: T,
        find: impl Fn(f64) -> Result<Result<F, f64>, AimError<T>>,
    ) -> Result<F, AimError<T>> {
        let given = to_f64(speed);
        if !is_positive(given) {
            return Err(AimError::Speed { speed });
        }
        find(self.share * given)?.map_err(|least| AimError::OutOfRange {
            speed,
            least_speed: from_f64(least / self.share),
        })
    }
}
