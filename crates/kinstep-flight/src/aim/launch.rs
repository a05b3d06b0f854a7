//! Launches that hit, and attempts that do not.

use super::error::AimError;
use super::throw::Aim;
use super::tops::MOST;
use crate::numbers::{is_finite, is_positive};
use crate::trajectory::Plane;
use core::ops::Deref;
use nalgebra::SVector;

/// A launch that hits: the velocity and the time of flight.
///
/// ```
/// use kinstep_flight::Ballistics;
/// use kinstep_flight::trajectory::Trajectory;
///
/// let air = Ballistics::new([0.0_f64, -9.81]).with_terminal_speed(35.0);
/// let (from, target) = ([0.0, 2.0], [20.0, 5.0]);
/// let shot = air.aim(from, target).in_time(1.5)?;
/// let flight = air.launch(from, shot.velocity); // to be drawn
/// assert!((flight.position(shot.time_of_flight).y - 5.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Launch<const D: usize> {
    /// Velocity at launch in the world \[m/s\]: the argument of `launch` of the same air.
    pub velocity: SVector<f64, D>,
    /// Time from launch to hit \[s\].
    pub time_of_flight: f64,
}

/// The earliest and the latest hit at one speed.
///
/// ```
/// use kinstep_flight::Ballistics;
///
/// let arcs = Ballistics::new([0.0, -9.81]).aim([0.0, 0.0], [30.0, 0.0]).at_speed(20.0)?;
/// // over the wall, if there is one
/// let wall = true;
/// let shot = if wall { arcs.lofted } else { arcs.direct };
/// assert!(shot.velocity.y > 17.0 && arcs.direct.velocity.y < 11.0);
/// assert!(arcs.direct.time_of_flight < arcs.lofted.time_of_flight);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arcs<const D: usize> {
    /// The first hit, with the flat arc.
    pub direct: Launch<D>,
    /// The last hit, with the high arc. It is equal to `direct` if there is only one hit.
    pub lofted: Launch<D>,
}

impl<const D: usize> Arcs<D> {
    /// Returns the first and the last of some hits.
    pub(super) fn of(hits: &Hits<D>) -> Result<Self, AimError> {
        let ends = hits.first().zip(hits.last());
        let (&direct, &lofted) = ends.ok_or(AimError::NeverMet)?;
        Ok(Self { direct, lofted })
    }
}

/// The launch with the smallest miss at a given speed.
///
/// ```
/// use kinstep_flight::Ballistics;
///
/// // too far: the throw that comes nearest
/// let attempt = Ballistics::new([0.0_f64, -9.81]).aim([0.0, 0.0], [50.0, 0.0]).attempt(20.0)?;
/// assert!(attempt.miss > 5.0 && attempt.miss < 10.0); // m
/// assert!((attempt.launch.velocity.norm() - 20.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Attempt<const D: usize> {
    /// The launch. Its time of flight \[s\] is that of the closest approach.
    pub launch: Launch<D>,
    /// The smallest distance from the target \[m\]; zero for a hit.
    pub miss: f64,
}

/// All launches that fulfil a plan, in order of their hits. The type dereferences to a slice of at
/// most [`Hits::MOST`] launches.
///
/// ```
/// use kinstep_flight::aim::Plan;
/// use kinstep_flight::Ballistics;
///
/// // a bird that flies over: all throws of 20 m/s that hit it
/// let air = Ballistics::new([0.0, -9.81]);
/// let hits = air.aim([0.0, 0.0], [-15.0, 8.0]).moving([6.0, 0.0]).hits(&Plan::Speed(20.0))?;
/// assert!(hits.len() >= 2);
/// for pair in hits.windows(2) {
///     assert!(pair[0].time_of_flight < pair[1].time_of_flight);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hits<const D: usize> {
    launches: [Launch<D>; MOST],
    count: usize,
}

impl<const D: usize> Launch<D> {
    /// Returns this launch if its velocity is finite and its time is positive and finite.
    #[inline]
    pub(super) fn checked(self) -> Result<Self, AimError> {
        if is_positive(self.time_of_flight) && is_finite(&self.velocity) {
            Ok(self)
        } else {
            Err(AimError::Extreme)
        }
    }
}

impl<const D: usize> Arcs<D> {
    /// Returns these arcs if both launches are valid.
    #[inline]
    pub(super) fn checked(self) -> Result<Self, AimError> {
        self.direct.checked()?;
        self.lofted.checked()?;
        Ok(self)
    }
}

impl<const D: usize> Attempt<D> {
    /// Returns this attempt if its numbers are finite. The time of flight may be zero: the point of
    /// launch is then the closest point.
    pub(super) fn checked(self) -> Result<Self, AimError> {
        let Launch {
            velocity,
            time_of_flight,
        } = self.launch;
        if time_of_flight.is_finite() && self.miss.is_finite() && is_finite(&velocity) {
            Ok(self)
        } else {
            Err(AimError::Extreme)
        }
    }
}

impl<const D: usize> Hits<D> {
    /// Maximum number of launches in one result. No plan has more hits if the velocity of the
    /// target is constant.
    pub const MOST: usize = MOST;

    /// Returns an empty list of launches.
    pub(super) fn none() -> Self {
        let none = Launch {
            velocity: SVector::zeros(),
            time_of_flight: 0.0,
        };
        Self {
            launches: [none; MOST],
            count: 0,
        }
    }

    /// Collects launches in the order of their hits, and ignores launches beyond
    /// [`MOST`](Self::MOST).
    pub(super) fn from_launches(all: impl IntoIterator<Item = Launch<D>>) -> Self {
        let mut hits = Self::none();
        hits.extend(all);
        hits
    }

    /// Appends launches with later hits until the list is full.
    pub(super) fn extend(&mut self, later: impl IntoIterator<Item = Launch<D>>) {
        for (place, launch) in self.launches[self.count..].iter_mut().zip(later) {
            *place = launch;
            self.count += 1;
        }
    }

    /// Returns these hits if all launches are valid.
    pub(super) fn checked(self) -> Result<Self, AimError> {
        for launch in &self {
            launch.checked()?;
        }
        Ok(self)
    }
}

impl<const D: usize> Deref for Hits<D> {
    type Target = [Launch<D>];

    fn deref(&self) -> &[Launch<D>] {
        &self.launches[..self.count]
    }
}

impl<'a, const D: usize> IntoIterator for &'a Hits<D> {
    type Item = &'a Launch<D>;
    type IntoIter = core::slice::Iter<'a, Launch<D>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

// The best throw if no throw hits.

impl<const D: usize> Aim<D> {
    /// Returns the launch at a speed \[m/s\] that comes closest to the target; if the speed is
    /// sufficient for a hit, this is the direct arc. If the distance decreases for ever, the time
    /// of flight is a time after which the distance changes by less than its rounding error.
    ///
    /// ```
    /// use kinstep_flight::Ballistics;
    /// use kinstep_flight::trajectory::Trajectory;
    ///
    /// let air = Ballistics::<2>::new([0.0, -9.81]);
    /// let aim = air.aim([0.0, 0.0], [100.0, 0.0]);
    /// assert!(aim.at_speed(20.0).is_err());
    /// let attempt = aim.attempt(20.0)?;
    /// let flight = air.launch([0.0, 0.0], attempt.launch.velocity);
    /// let closest = flight.closest_approach([100.0, 0.0], 0.0..10.0)?;
    /// assert!((closest.distance - attempt.miss).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AimError::Speed`] unless the speed is positive and finite.
    pub fn attempt(&self, speed: f64) -> Result<Attempt<D>, AimError> {
        match self.at_speed(speed) {
            Ok(arcs) => Ok(Attempt {
                launch: arcs.direct,
                miss: 0.0,
            }),
            Err(AimError::OutOfRange { .. } | AimError::NeverMet) => self.problem()?.closest(speed),
            Err(other) => Err(other),
        }
    }
}

// Planners as data.

/// A planner, and the quantity whose value it fixes, for [`Aim::hits`](super::Aim::hits) and
/// batches.
///
/// ```
/// use kinstep_flight::aim::{AimError, Plan};
/// use kinstep_flight::Ballistics;
///
/// // what an editor lets a designer choose for each weapon
/// let weapons =
///     [("rifle", Plan::Speed(200.0)), ("mortar", Plan::Apex(30.0)), ("grenade", Plan::Time(1.5))];
/// let air = Ballistics::new([0.0, -9.81]);
/// for (name, plan) in weapons {
///     let hits = air.aim([0.0, 1.0], [25.0, 0.0]).hits(&plan)?;
///     println!("{name}: {} m/s, hits after {} s", hits[0].velocity.norm(), hits[0].time_of_flight);
/// }
/// # Ok::<(), AimError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Plan<const D: usize> {
    /// The time of flight \[s\].
    Time(f64),
    /// The straight-line distance to the hit divided by the time of flight \[m/s\].
    StraightLineSpeed(f64),
    /// The speed at launch \[m/s\].
    Speed(f64),
    /// The speed at launch \[m/s\], for the earliest hit only. For a moving target it takes far
    /// less time than all hits.
    EarliestAtSpeed(f64),
    /// The least speed at launch.
    LeastSpeed,
    /// A point that the path passes \[m\].
    Through(SVector<f64, D>),
    /// A plane that the arc touches at its highest point.
    Touching(Plane<f64, D>),
    /// The height of the apex \[m\].
    Apex(f64),
    /// The height of the arc above the straight line \[m\].
    ArcHeight(f64),
    /// The height of the arc above the straight line, divided by the straight-line distance.
    Curviness(f64),
    /// The slope at launch: rise divided by run.
    Slope(f64),
    /// The slope at arrival: rise divided by run.
    ArrivalSlope(f64),
    /// The upward speed at launch \[m/s\].
    ClimbSpeed(f64),
    /// The upward speed at launch, divided by the distance to the target at launch \[1/s\].
    Lob(f64),
}
