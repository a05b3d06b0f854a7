//! Aiming at a target whose position is a function of time.

use nalgebra::SVector;

use super::error::{AimError, Given};
use super::launch::{Arcs, Hits, Launch};
use super::problem::positive;
use super::throw::Model;
use crate::numbers::first_not_finite;
use crate::trajectory::IntoVector;
use crate::{Ballistics, ParameterError, Rational};

/// A throw at a target whose position is a function of time, such as a tank on hills or a bird on a
/// course.
///
/// [`Ballistics::aim_at_path`] and [`Rational::aim_at_path`] create a `PathAim`.
///
/// With `p(t) = v₀ S(t) + c S₁(t)`, a throw at the speed s reaches the target at times at which the
/// gap `g = |r(t) - c S₁| - s S` is zero. If the target is never faster than V, the rate of the gap
/// is at most `V + |c| S₁' + s S'`. So the search moves forward in steps in which the gap provably
/// has no zero. It evaluates about 200 positions of the target, and at most 100,000. No step is
/// shorter than 1e-7 of the time: two hits whose distance in time is smaller may both be missed,
/// for example at the least speed that hits.
#[derive(Debug, Clone, Copy)]
pub struct PathAim<const D: usize, P> {
    air: Result<Model<D>, ParameterError<f64>>,
    from: SVector<f64, D>,
    path: P,
    fastest: f64,
}

/// Maximum number of target positions that one search evaluates.
const MOST_STEPS: usize = 100_000;
/// Minimum step of the search, divided by the time.
const LEAST_STEP: f64 = 1e-7;

impl<const D: usize> Ballistics<D> {
    /// Returns a throw with exact linear drag from a point \[m\] at a target. t seconds after the
    /// launch, the target is at `path(t)` \[m\]. It is never faster than `fastest` \[m/s\]. Compute
    /// the path in `f64`: due to rounding to `f32`, the target would seem too fast in short time
    /// intervals.
    ///
    /// ```
    /// use kinstep_flight::Ballistics;
    /// use kinstep_flight::trajectory::Trajectory;
    /// use kinstep_flight::nalgebra::Vector2;
    ///
    /// // a tank comes over hills of 5 m, at 8 m/s along the map
    /// let tank = |t: f64| Vector2::new(300.0 - 8.0 * t, 5.0 * (0.02 * (300.0 - 8.0 * t)).sin());
    /// let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.05);
    /// let aim = air.aim_at_path([0.0, 2.0], tank, 9.0); // 8 m/s, and up to 10 % of it up or down
    /// let shot = aim.earliest_at_speed(70.0, 60.0)?; // m/s, looked for over 60 s
    ///
    /// let hit = air.launch([0.0, 2.0], shot.velocity).position(shot.time_of_flight);
    /// assert!((hit - tank(shot.time_of_flight)).norm() < 1e-11);
    /// assert!((shot.velocity.norm() - 70.0).abs() < 1e-11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn aim_at_path<P: Fn(f64) -> SVector<f64, D>>(
        &self,
        from: impl IntoVector<D>,
        path: P,
        fastest: f64,
    ) -> PathAim<D, P> {
        PathAim::new(self.for_aims(), from, path, fastest)
    }
}

impl<const D: usize> Rational<D> {
    /// Returns a throw at a moving target in this model, like [`Ballistics::aim_at_path`].
    #[must_use]
    pub fn aim_at_path<P: Fn(f64) -> SVector<f64, D>>(
        &self,
        from: impl IntoVector<D>,
        path: P,
        fastest: f64,
    ) -> PathAim<D, P> {
        PathAim::new(self.for_aims(), from, path, fastest)
    }
}

/// The gap between the target and the nearest point that throws at one speed reach, at one time.
#[derive(Debug, Clone, Copy)]
struct Gap<const D: usize> {
    /// Time after launch \[s\].
    time: f64,
    /// Position of the target relative to the point of launch \[m\].
    target: SVector<f64, D>,
    /// The gap \[m\]. It is positive if no throw reaches the target.
    gap: f64,
}

impl<const D: usize, P: Fn(f64) -> SVector<f64, D>> PathAim<D, P> {
    fn new(
        air: Result<Model<D>, ParameterError<f64>>,
        from: impl IntoVector<D>,
        path: P,
        fastest: f64,
    ) -> Self {
        Self {
            air,
            from: from.into_vector(),
            path,
            fastest,
        }
    }

    /// Returns the launch that hits after a time \[s\]. The bound of the target's speed is not
    /// used.
    ///
    /// # Errors
    /// [`AimError::Time`] unless the time is positive and finite; [`AimError::NotFinite`] if the path is not finite at this
    /// time.
    pub fn in_time(&self, time: f64) -> Result<Launch<D>, AimError> {
        let air = self.checked()?;
        positive(time, AimError::Time { time })?;
        let target = self.target(time)?;
        thrown(&air, &target, time).checked()
    }

    /// Returns the earliest hit within a time \[s\] at a launch speed \[m/s\].
    ///
    /// # Errors
    /// [`AimError::Speed`] and [`AimError::Time`] unless speed and time are positive and finite;
    /// [`AimError::NeverMet`] if there is no hit within the time; [`AimError::TargetFaster`] if the
    /// target is faster than the given bound; [`AimError::Unfinished`] if 100,000 positions of the
    /// target are not sufficient.
    pub fn earliest_at_speed(&self, speed: f64, within: f64) -> Result<Launch<D>, AimError> {
        let hits = self.search(speed, within, 1)?;
        hits.first().copied().ok_or(AimError::NeverMet)
    }

    /// Returns the earliest and the latest hit within a time \[s\] at a launch speed \[m/s\].
    ///
    /// # Errors
    /// Errors of [`earliest_at_speed`](Self::earliest_at_speed).
    pub fn at_speed(&self, speed: f64, within: f64) -> Result<Arcs<D>, AimError> {
        Arcs::of(&self.hits_at_speed(speed, within)?)
    }

    /// Returns all hits within a time \[s\] at a launch speed \[m/s\], in order of time. If there
    /// are more than [`Hits::MOST`], only the first are returned.
    ///
    /// # Errors
    /// Errors of [`earliest_at_speed`](Self::earliest_at_speed), except [`AimError::NeverMet`].
    pub fn hits_at_speed(&self, speed: f64, within: f64) -> Result<Hits<D>, AimError> {
        self.search(speed, within, Hits::<D>::MOST)
    }

    fn checked(&self) -> Result<Model<D>, AimError> {
        if let Some((axis, value)) = first_not_finite(&self.from) {
            let given = Given::Launch;
            return Err(AimError::NotFinite { given, axis, value });
        }
        Ok(self.air?)
    }

    /// Returns the position of the target relative to the point of launch \[m\].
    fn target(&self, time: f64) -> Result<SVector<f64, D>, AimError> {
        let position = (self.path)(time);
        if let Some((axis, value)) = first_not_finite(&position) {
            let given = Given::Target;
            return Err(AimError::NotFinite { given, axis, value });
        }
        Ok(position - self.from)
    }

    fn gap(&self, air: &Model<D>, speed: f64, time: f64) -> Result<Gap<D>, AimError> {
        let target = self.target(time)?;
        let [glide, fall, _] = air.shape.carry(time).by;
        let gap = (target - air.pull * fall).norm() - speed * glide;
        Ok(Gap { time, target, gap })
    }

    /// Returns the first `most` hits.
    fn search(&self, speed: f64, within: f64, most: usize) -> Result<Hits<D>, AimError> {
        let air = self.checked()?;
        let fastest = self.fastest;
        positive(speed, AimError::Speed { speed })?;
        positive(within, AimError::Time { time: within })?;
        if !(fastest >= 0.0 && fastest.is_finite()) {
            return Err(AimError::Speed { speed: fastest });
        }
        let mut hits = Hits::none();
        let mut last = self.gap(&air, speed, 0.0)?;
        if last.gap == 0.0 {
            return Err(AimError::Coincides);
        }
        for _ in 0..MOST_STEPS {
            if last.time >= within {
                return hits.checked();
            }
            // S' decreases and S₁' increases with time, so the bound of the rate is valid in the
            // second step
            let [glide, fall, _] = air.shape.carry(last.time).rate;
            let pull = air.pull.norm();
            let steep = |fall: f64| fastest + speed * glide + pull * fall;
            let longest = last.gap.abs() / steep(fall);
            let [_, fall, _] = air.shape.carry(last.time + longest).rate;
            let step = (last.gap.abs() / steep(fall)).max(LEAST_STEP * last.time);
            let next = self.gap(&air, speed, (last.time + step).min(within))?;
            let moved = (next.target - last.target).norm();
            // positions may be wrong by the rounding errors of all terms from which they were
            // computed
            let size = next.target.norm() + self.from.norm() + fastest * next.time;
            let allowed = fastest * (next.time - last.time) + 64.0 * f64::EPSILON * size;
            if moved > allowed {
                return Err(AimError::TargetFaster {
                    time: next.time,
                    speed: moved / (next.time - last.time),
                    fastest,
                });
            }
            if next.gap == 0.0 || (next.gap > 0.0) != (last.gap > 0.0) {
                let time = self.zero(&air, speed, (last, next))?;
                let target = self.target(time)?;
                hits.extend([thrown(&air, &target, time)]);
                if hits.len() == most {
                    return hits.checked();
                }
            }
            // a gap of zero is already reported; now it gets the sign of the gap after it
            let gap = if next.gap == 0.0 {
                -last.gap.signum() * f64::MIN_POSITIVE
            } else {
                next.gap
            };
            last = Gap { gap, ..next };
        }
        Err(AimError::Unfinished { steps: MOST_STEPS })
    }

    /// Returns the time of the zero between two gaps of different signs, by bisection.
    fn zero(
        &self,
        air: &Model<D>,
        speed: f64,
        (mut before, mut after): (Gap<D>, Gap<D>),
    ) -> Result<f64, AimError> {
        while after.gap != 0.0 {
            let middle = self.gap(air, speed, 0.5 * (before.time + after.time))?;
            if middle.time <= before.time || middle.time >= after.time {
                break;
            }
            if (middle.gap > 0.0) == (before.gap > 0.0) && middle.gap != 0.0 {
                before = middle;
            } else {
                after = middle;
            }
        }
        Ok(after.time)
    }
}

/// Returns the launch that hits a target after a time \[s\]. The position of the target is relative
/// to the start \[m\].
fn thrown<const D: usize>(air: &Model<D>, target: &SVector<f64, D>, time: f64) -> Launch<D> {
    Launch {
        velocity: air.launch(target, time),
        time_of_flight: time,
    }
}
