//! The planners; each is a method.

use nalgebra::SVector;

use super::error::AimError;
use super::launch::Plan;
use super::launch::{Arcs, Hits, Launch};
use super::throw::Aim;
use crate::trajectory::{IntoVector, Plane};

impl<const D: usize> Aim<D> {
    /// Returns the launch that hits after a time \[s\].
    ///
    /// # Errors
    /// [`AimError::Time`] unless the time is positive and finite.
    pub fn in_time(&self, time: f64) -> Result<Launch<D>, AimError> {
        self.first(&Plan::Time(time))
    }

    /// Returns the launch whose time of flight is that of a straight flight to the hit at this
    /// speed \[m/s\].
    ///
    /// # Errors
    /// [`AimError::Speed`] unless the speed is positive and finite, [`AimError::NeverMet`] if the target is faster.
    pub fn at_straight_line_speed(&self, speed: f64) -> Result<Launch<D>, AimError> {
        let problem = self.problem()?;
        let time = problem.earliest_at_straight_line_speed(speed)?;
        problem.launch(time).checked()
    }

    /// Returns the earliest hit (direct arc) and the latest hit (lofted arc) at a launch speed
    /// \[m/s\].
    ///
    /// # Errors
    /// [`AimError::OutOfRange`] with the least speed that reaches the target, or with the limit of
    /// the speeds if there is no least speed.
    #[doc(alias("launch angle", "firing solution"))]
    pub fn at_speed(&self, speed: f64) -> Result<Arcs<D>, AimError> {
        let problem = self.problem()?;
        let [direct, lofted] = problem.at_speed(speed)?.ends().ok_or(AimError::NeverMet)?;
        let [direct, lofted] = [direct, lofted].map(|time| problem.launch(time));
        Arcs { direct, lofted }.checked()
    }

    /// Returns the earliest hit at a launch speed \[m/s\]. It is the direct arc of
    /// [`at_speed`](Self::at_speed) within rounding, and equal to the bit if neither target nor
    /// shooter moves.
    ///
    /// For a moving target this planner takes far less time than `at_speed`, because it does not
    /// search for later hits. No earlier hit is missed: the search moves forward in time in steps
    /// that provably contain no hit.
    ///
    /// ```
    /// use kinstep_flight::Ballistics;
    /// use kinstep_flight::trajectory::Trajectory;
    /// use kinstep_flight::nalgebra::Vector3;
    ///
    /// let air = Ballistics::<3>::new([0.0, -9.81, 0.0]).with_drag_rate(0.2); // m/s², 1/s
    /// let (from, target, runs) =
    ///     ([0.0, 2.0, 0.0], Vector3::new(40.0, 0.0, 10.0), Vector3::new(-2.0, 0.0, 1.0));
    /// let launch = air.aim(from, target).moving(runs).earliest_at_speed(30.0)?; // m, m/s
    ///
    /// let hit = air.launch(from, launch.velocity).position(launch.time_of_flight);
    /// assert!((hit - (target + runs * launch.time_of_flight)).norm() < 1e-12);
    /// assert!((launch.velocity.norm() - 30.0).abs() < 1e-13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Errors of [`at_speed`](Self::at_speed).
    pub fn earliest_at_speed(&self, speed: f64) -> Result<Launch<D>, AimError> {
        let problem = self.problem()?;
        problem.launch(problem.earliest_at_speed(speed)?).checked()
    }

    /// Returns the hit at the least possible launch speed.
    ///
    /// # Errors
    /// [`AimError::NoLeastSpeed`] if slower throws always hit later: without gravity and wind, for
    /// targets in free fall, and for targets that drift with the long-run velocity of flights.
    pub fn with_least_speed(&self) -> Result<Launch<D>, AimError> {
        let problem = self.problem()?;
        problem.launch(problem.with_least_speed()?).checked()
    }

    /// Returns the launch that passes a point \[m\]. A point that is not in the plane of the flight
    /// is projected onto the plane.
    ///
    /// A flight is in the plane of launch, target and constant acceleration (gravity plus drag rate
    /// times wind). A target at rest may be hit before the flight passes the point; a moving target
    /// is hit after that.
    ///
    /// # Errors
    /// [`AimError::Beside`] for a point behind the launch, [`AimError::UnderTheLine`] for a point
    /// on or below the straight line to the target.
    pub fn through(&self, point: impl IntoVector<D>) -> Result<Launch<D>, AimError> {
        self.first(&Plan::Through(point.into_vector()))
    }

    /// Returns the launch that touches a plane before the hit, at the highest point of the path
    /// along the normal of the plane.
    ///
    /// # Errors
    /// [`AimError::TooLow`] if launch or target is beyond the plane, [`AimError::NoTop`] if paths do not bend away from the plane.
    pub fn touching(&self, plane: &Plane<f64, D>) -> Result<Launch<D>, AimError> {
        self.first(&Plan::Touching(*plane))
    }

    /// Returns the launch whose highest point, before the hit, is at a height \[m\] above the
    /// origin, against gravity.
    ///
    /// # Errors
    /// Errors of [`touching`](Self::touching) the plane at that height; [`AimError::NoUp`] without gravity.
    #[doc(alias("jump", "jump height"))]
    pub fn with_apex(&self, height: f64) -> Result<Launch<D>, AimError> {
        self.first(&Plan::Apex(height))
    }

    /// Returns the launch that rises to a height \[m\] above the straight line to the hit, against
    /// the constant acceleration (gravity plus drag rate times wind).
    ///
    /// # Errors
    /// [`AimError::ArcHeight`] unless the height is positive and finite, [`AimError::NoTop`] if all
    /// paths are straight.
    pub fn with_arc_height(&self, height: f64) -> Result<Launch<D>, AimError> {
        self.first(&Plan::ArcHeight(height))
    }

    /// Returns the launch whose height above the straight line to the hit is this multiple of the
    /// length of the line. Without drag, 1/4 gives the least speed.
    ///
    /// # Errors
    /// [`AimError::Curviness`] unless the curviness is positive and finite, [`AimError::NoTop`] if
    /// all paths are straight.
    pub fn with_curviness(&self, curviness: f64) -> Result<Launch<D>, AimError> {
        self.first(&Plan::Curviness(curviness))
    }

    /// Returns the launch with a given slope: rise divided by run, 1 at 45 degrees. With wind, two
    /// flights may have this slope; the earlier hit is returned.
    ///
    /// # Errors
    /// [`AimError::NoSuchSlope`] with the possible slopes, [`AimError::NoUp`] without gravity.
    pub fn at_slope(&self, slope: f64) -> Result<Launch<D>, AimError> {
        self.first(&Plan::Slope(slope))
    }

    /// Returns the launch whose arrival has a given slope: rise divided by run, negative for a
    /// descent. If there are two hits, the earlier is returned.
    ///
    /// # Errors
    /// [`AimError::NoSuchSlope`] with the possible slopes, [`AimError::NoUp`] without gravity.
    pub fn arriving_at_slope(&self, slope: f64) -> Result<Launch<D>, AimError> {
        self.first(&Plan::ArrivalSlope(slope))
    }

    /// Returns the launch with a given upward speed \[m/s\] that hits while it descends.
    ///
    /// # Errors
    /// [`AimError::TooSlowAClimb`] with the least climb speed that reaches the target's height, [`AimError::NoUp`] without
    /// gravity.
    pub fn with_climb_speed(&self, speed: f64) -> Result<Launch<D>, AimError> {
        self.last(&Plan::ClimbSpeed(speed))
    }

    /// Like [`with_climb_speed`](Self::with_climb_speed), for an upward speed of `factor` \[1/s\]
    /// times the distance to the target at launch.
    ///
    /// # Errors
    /// Errors of [`with_climb_speed`](Self::with_climb_speed).
    pub fn lob(&self, factor: f64) -> Result<Launch<D>, AimError> {
        self.last(&Plan::Lob(factor))
    }

    /// Returns the lowest arc above all points \[m\]. Points that are not in the plane of the
    /// flight are projected onto the plane.
    ///
    /// For a target at rest, an arc with a later hit is higher everywhere. So to pass above the
    /// points with another planner, use the longer of both times of flight as the argument of
    /// [`in_time`](Self::in_time). For a moving target, the result is the earliest arc that touches
    /// one of the points and passes above all other points that are then between launch and hit.
    ///
    /// # Errors
    /// [`AimError::NothingInTheWay`] if no point is above the straight line to the target. For a
    /// target at rest, [`AimError::Beside`] with a point behind the launch or beyond the target.
    /// For a moving target, [`AimError::NeverMet`] if every flight is below some point, and
    /// [`AimError::ClearAfter`] with a time if flights pass above the points only after the target
    /// has moved past them.
    pub fn clearing<V>(&self, points: &[V]) -> Result<Launch<D>, AimError>
    where
        V: Copy + Into<SVector<f64, D>>,
    {
        let problem = self.problem()?;
        let time = problem.clearing(points.iter().map(|&point| point.into()))?;
        problem.launch(time).checked()
    }

    /// Returns all launches that fulfil a plan, in order of their hits.
    ///
    /// # Errors
    /// Errors of the planner. Without an error there is at least one hit.
    pub fn hits(&self, plan: &Plan<D>) -> Result<Hits<D>, AimError> {
        let problem = self.problem()?;
        let times = problem.plan(plan)?;
        Hits::from_launches(times.iter().map(|time| problem.launch(time))).checked()
    }

    /// Returns the result of the planner that the plan names: the direct arc or the earliest hit;
    /// for climbs the hit during the descent.
    pub(super) fn direct(&self, plan: &Plan<D>) -> Result<Launch<D>, AimError> {
        match *plan {
            Plan::Time(time) => self.in_time(time),
            Plan::StraightLineSpeed(speed) => self.at_straight_line_speed(speed),
            Plan::Speed(speed) => self.at_speed(speed).map(|arcs| arcs.direct),
            Plan::EarliestAtSpeed(speed) => self.earliest_at_speed(speed),
            Plan::LeastSpeed => self.with_least_speed(),
            Plan::ClimbSpeed(_) | Plan::Lob(_) => self.last(plan),
            _ => self.first(plan),
        }
    }

    /// Returns the latest hit; for a given speed this is the lofted arc.
    pub(super) fn lofted(&self, plan: &Plan<D>) -> Result<Launch<D>, AimError> {
        match *plan {
            Plan::Speed(speed) => self.at_speed(speed).map(|arcs| arcs.lofted),
            Plan::Time(_) | Plan::EarliestAtSpeed(_) | Plan::LeastSpeed => self.direct(plan),
            _ => self.last(plan),
        }
    }

    fn first(&self, plan: &Plan<D>) -> Result<Launch<D>, AimError> {
        let problem = self.problem()?;
        let time = problem.plan(plan)?.iter().next();
        problem.launch(time.ok_or(AimError::NeverMet)?).checked()
    }

    fn last(&self, plan: &Plan<D>) -> Result<Launch<D>, AimError> {
        let problem = self.problem()?;
        let time = problem.plan(plan)?.iter().next_back();
        problem.launch(time.ok_or(AimError::NeverMet)?).checked()
    }
}
