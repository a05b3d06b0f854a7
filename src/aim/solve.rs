//! From what is held fixed to the times of the hits.

use nalgebra::{ComplexField, RealField, SVector};

use super::air::Air;
use super::error::AimError;
use super::launch::{Arcs, Launch};
use super::moving::Condition;
use super::plan::Plan;
use super::still::{Fan, Gram, Hit, NoSpeed, Profile, Waypoint, parabolas};
use super::task::Task;
use super::times::Times;
use crate::ballistics::{Plane, root_between};
use crate::space::{first_not_finite, narrow, widen};

/// What a planner finds.
type Found<T> = Result<Times, AimError<T>>;

impl<const D: usize> Air<D> {
    /// The direct and the lofted arc to a target that stays.
    #[inline]
    pub(super) fn still_at_speed<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
        speed: T,
    ) -> Result<Arcs<T, D>, AimError<T>> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        if !self.model.is_free() {
            let quick = Gram::new(self, start).and_then(|gram| gram.at_speed(self.model, given));
            return self.arcs(start, quick, speed, given);
        }
        let Some(arcs) = parabolas(start, &self.constant, given) else {
            return self.arcs(start, None, speed, given);
        };
        let [direct, lofted] = arcs.map(|arc| Launch {
            velocity: (start * arc.inverse - self.constant * (0.5 * arc.time)).map(narrow),
            time_of_flight: narrow(arc.time),
        });
        Ok(Arcs::in_order(direct, lofted))
    }

    /// The arcs of these hits, or of those that more care finds.
    #[inline]
    fn arcs<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
        quick: Option<[Hit; 2]>,
        speed: T,
        given: f64,
    ) -> Result<Arcs<T, D>, AimError<T>> {
        let hits = match quick {
            Some(hits) => hits,
            None => self.still_hits(start, speed, given)?,
        };
        let [direct, lofted] = hits.map(|(time, reach)| self.launch_by(start, time, &reach));
        Ok(Arcs::in_order(direct, lofted))
    }

    #[cold]
    fn still_hits<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
        speed: T,
        given: f64,
    ) -> Result<[Hit; 2], AimError<T>> {
        (Profile::new(self, start).at_speed(given, grain::<T>())).map_err(|none| {
            let (NoSpeed::Least(least) | NoSpeed::Above(least)) = none;
            let least_speed = narrow(least);
            AimError::OutOfRange { speed, least_speed }
        })
    }

    /// The launch at the least speed to a target that stays.
    #[inline]
    pub(super) fn still_least<T: RealField + Copy>(
        &self,
        start: &SVector<f64, D>,
    ) -> Result<Hit, AimError<T>> {
        if !self.model.is_free()
            && let Some(hit) = Gram::new(self, start).and_then(|gram| gram.least(self.model))
        {
            return Ok(hit);
        }
        (Profile::new(self, start).least_speed()).map_err(|none| {
            let (NoSpeed::Least(limit) | NoSpeed::Above(limit)) = none;
            let limit = narrow(limit);
            AimError::NoLeastSpeed { limit }
        })
    }
}

impl<const D: usize> Task<D> {
    /// All times at which a hit does what a plan asks for.
    pub(super) fn plan<T: RealField + Copy>(&self, plan: &Plan<T, D>) -> Found<T> {
        match *plan {
            Plan::Time(time) => self.in_time(time),
            Plan::StraightLineSpeed(speed) => self.at_straight_line_speed(speed),
            Plan::Speed(speed) => self.at_speed(speed),
            Plan::LeastSpeed => self.with_least_speed().map(|time| Times::sorted([time])),
            Plan::Through(point) => self.through(&point),
            Plan::Touching(plane) => self.touching(&plane),
            Plan::Apex(height) => self.with_apex(height),
            Plan::ArcHeight(height) => self.with_arc_height(height),
            Plan::Curviness(curviness) => self.with_curviness(curviness),
            Plan::Slope(slope) => self.at_slope(slope),
            Plan::ArrivalSlope(slope) => self.arriving_at_slope(slope),
            Plan::ClimbSpeed(speed) => self.with_climb_speed(speed),
            Plan::Lob(factor) => self.lob(factor),
        }
    }

    fn in_time<T: RealField + Copy>(&self, time: T) -> Found<T> {
        let given = positive(time).ok_or(AimError::Time { time })?;
        Ok(Times::sorted([given]))
    }

    fn at_straight_line_speed<T: RealField + Copy>(&self, speed: T) -> Found<T> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        if self.chase.target_stays() {
            return Ok(Times::sorted([self.chase.start.norm() / given]));
        }
        self.met(&Condition::StraightLineSpeed(given))
    }

    pub(super) fn at_speed<T: RealField + Copy>(&self, speed: T) -> Found<T> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        if self.chase.is_still() {
            let hits = self.air.still_hits(&self.chase.start, speed, given)?;
            let [direct, lofted] = hits.map(|hit| hit.0);
            let other = (direct != lofted).then_some(lofted);
            return Ok(Times::sorted([direct].into_iter().chain(other)));
        }
        let hits = self.all(&Condition::Speed(given, grain::<T>()))?;
        if hits.count() > 0 {
            return Ok(hits);
        }
        match self.with_least_speed::<T>() {
            Ok(time) => Err(AimError::OutOfRange {
                speed,
                least_speed: narrow(self.fired(time)),
            }),
            Err(_) => Err(AimError::NeverMet),
        }
    }

    pub(super) fn with_least_speed<T: RealField + Copy>(&self) -> Result<f64, AimError<T>> {
        if self.chase.is_still() {
            return self.air.still_least(&self.chase.start).map(|hit| hit.0);
        }
        let turns = self.all(&Condition::LeastSpeed)?;
        let limit = self.fired(self.horizon(&Condition::LeastSpeed));
        (turns.iter().map(|time| (time, self.fired(time))))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|least| limit.is_nan() || least.1 <= limit)
            .map(|least| least.0)
            .ok_or(AimError::NoLeastSpeed {
                limit: narrow(limit),
            })
    }

    /// The speed that a hit at a time takes, as who throws counts it.
    pub(super) fn fired(&self, time: f64) -> f64 {
        (self.velocity(time) - self.chase.shooter).norm()
    }

    fn through<T: RealField + Copy>(&self, point: &SVector<T, D>) -> Found<T> {
        let point = self.seen(point)?;
        if self.chase.target_stays() {
            let waypoint = Waypoint::new(self, &point);
            let time = waypoint
                .time(self.air.model)
                .ok_or_else(|| waypoint.fault(self, 0))?;
            return Ok(Times::sorted([time]));
        }
        let c = &self.air.constant;
        let across = point - c * (c.dot(&point) / c.norm_squared());
        if across.norm() <= 64.0 * f64::EPSILON * point.norm() {
            // over or under the launch, where no flight to anywhere else comes by
            let (index, along) = (0, T::zero());
            return Err(AimError::Beside { index, along });
        }
        let hits = self.all(&Condition::Through(point))?;
        // only where the point is on the way
        let passed = hits.filter(|time| {
            let there = self.at_once(time);
            Waypoint::new(&there, &point).along > 0.0
        });
        some(passed).ok_or(AimError::NeverMet)
    }

    fn touching<T: RealField + Copy>(&self, plane: &Plane<T, D>) -> Found<T> {
        let normal = plane.normal.map(widen);
        let distance = widen(plane.distance);
        let length = normal.norm();
        if !(length > 0.0 && length < f64::INFINITY && distance.is_finite()) {
            return Err(AimError::Plane);
        }
        // the side from which it can be touched is that to which paths bend
        let bend = normal.dot(&self.air.constant);
        let side = if bend > 0.0 { -1.0 } else { 1.0 };
        let (normal, distance) = (normal * (side / length), distance * (side / length));
        self.touching_below(&normal, distance, bend.abs() / length)
    }

    /// A plane whose normal is of length 1 and against c, of which `pull` is the part along it.
    fn touching_below<T: RealField + Copy>(
        &self,
        normal: &SVector<f64, D>,
        distance: f64,
        pull: f64,
    ) -> Found<T> {
        if pull <= 8.0 * f64::EPSILON * self.air.constant.norm() {
            return Err(AimError::NoTop);
        }
        let model = self.air.model;
        let launch = normal.dot(&self.from);
        let target = launch + normal.dot(&self.chase.start);
        // rounding of what is on the plane, in the terms of these sums
        let terms = |point: &SVector<f64, D>| normal.abs().dot(&point.abs());
        let places: f64 =
            2.0 * terms(&self.from) + terms(&self.chase.start) + ComplexField::abs(distance);
        let grain = 4.0 * widen(T::default_epsilon()) * places;
        let above = |height: f64| {
            if height.abs() <= grain {
                0.0
            } else {
                height / pull
            }
        };
        let up = above(distance - launch);
        if self.chase.target_stays() {
            let down = above(distance - target);
            if up < 0.0 || down < 0.0 || up + down == 0.0 {
                return Err(AimError::TooLow {
                    height: narrow(distance),
                    least: narrow(launch.max(target)),
                });
            }
            return Ok(Times::sorted([model.time_over(up, down)]));
        }
        if up < 0.0 {
            return Err(AimError::TooLow {
                height: narrow(distance),
                least: narrow(launch),
            });
        }
        let top = model.rise_time(up);
        let hits = self.all(&Condition::Component(*normal, pull * model.climb_to(up)))?;
        some(hits.filter(|time| time >= top * (1.0 - 1e-12))).ok_or(AimError::NeverMet)
    }

    fn with_apex<T: RealField + Copy>(&self, height: T) -> Found<T> {
        let up = self.air.up()?;
        if !height.is_finite() {
            return Err(AimError::Apex { height });
        }
        let pull = -up.dot(&self.air.constant);
        self.touching_below(&up, widen(height), pull)
    }

    fn with_arc_height<T: RealField + Copy>(&self, height: T) -> Found<T> {
        let given = positive(height).ok_or(AimError::ArcHeight { height })?;
        self.arc(given)
    }

    /// The height over the straight line depends on nothing but the time.
    fn arc<T: RealField + Copy>(&self, height: f64) -> Found<T> {
        let pull = self.air.constant.norm();
        if pull == 0.0 {
            return Err(AimError::NoTop);
        }
        let part = height / pull;
        Ok(Times::sorted([self.air.model.time_over(part, part)]))
    }

    fn with_curviness<T: RealField + Copy>(&self, curviness: T) -> Found<T> {
        let given = positive(curviness).ok_or(AimError::Curviness { curviness })?;
        if self.chase.target_stays() {
            return self.arc(given * self.chase.start.norm());
        }
        if self.air.constant.norm() == 0.0 {
            return Err(AimError::NoTop);
        }
        self.met(&Condition::Curviness(given))
    }

    fn at_slope<T: RealField + Copy>(&self, slope: T) -> Found<T> {
        let (up, given) = (self.air.up()?, finite_slope(slope)?);
        if !self.chase.target_stays() {
            return self.met(&Condition::Slope(up, given));
        }
        let fan = Fan::new(&self.chase.start, &-self.air.constant, &up);
        let model = self.air.model;
        sloping(&fan, slope, given, |height| model.fall_time(height))
    }

    fn arriving_at_slope<T: RealField + Copy>(&self, slope: T) -> Found<T> {
        let (up, given) = (self.air.up()?, finite_slope(slope)?);
        if !self.chase.target_stays() {
            return self.met(&Condition::ArrivalSlope(up, given));
        }
        let fan = Fan::new(&self.chase.start, &self.air.constant, &up);
        let model = self.air.model;
        sloping(&fan, slope, given, |height| model.rise_time(height))
    }

    fn with_climb_speed<T: RealField + Copy>(&self, speed: T) -> Found<T> {
        let given = positive(speed).ok_or(AimError::Speed { speed })?;
        self.climbing(given, speed)
    }

    fn lob<T: RealField + Copy>(&self, factor: T) -> Found<T> {
        let given = positive(factor).ok_or(AimError::Lob { factor })?;
        let climb = given * self.chase.start.norm();
        self.climbing(climb, narrow(climb))
    }

    fn climbing<T: RealField + Copy>(&self, climb: f64, climb_speed: T) -> Found<T> {
        let (up, model) = (self.air.up()?, self.air.model);
        let pull = -up.dot(&self.air.constant);
        if !self.chase.target_stays() || pull <= 0.0 {
            return self.met(&Condition::Component(up, climb));
        }
        let height = up.dot(&self.chase.start) / pull;
        let rise = model.rise_of(climb / pull);
        let left = rise - height;
        let grain = 4.0 * widen(T::default_epsilon()) * (rise + height.abs());
        if left < -grain {
            let least = narrow(pull * model.climb_to(height));
            return Err(AimError::TooSlowAClimb { climb_speed, least });
        }
        let down = model.time_over(rise, left.max(0.0));
        let first = (height > 0.0 && left > 0.0)
            .then(|| self.rising(climb / pull, height, down))
            .filter(|first| *first < down);
        Ok(Times::sorted(first.into_iter().chain([down])))
    }

    /// When a throw against c with this start passes a height on its way up, which it has again at `down`.
    fn rising(&self, climb: f64, height: f64, down: f64) -> f64 {
        let model = self.air.model;
        root_between(
            |time| {
                let ((glide, fall), (left, sinking)) = (model.carry(time), model.rates(time));
                (climb * glide - fall - height, climb * left - sinking)
            },
            (0.0, model.time_to_top(climb)),
            true,
            Some(2.0 * height / down),
        )
    }

    /// The lowest arc over some points: the flight through one of them that passes over all others.
    pub(super) fn clearing<T, V>(&self, points: &[V]) -> Result<f64, AimError<T>>
    where
        T: RealField + Copy,
        V: Copy + Into<SVector<T, D>>,
    {
        if self.air.constant == SVector::<f64, D>::zeros() {
            return Err(AimError::NoTop);
        }
        if self.chase.target_stays() {
            self.clearing_for_good(points)
        } else {
            self.clearing_once(points)
        }
    }

    /// Later flights pass above earlier ones everywhere, so the latest of all is the lowest over all.
    fn clearing_for_good<T, V>(&self, points: &[V]) -> Result<f64, AimError<T>>
    where
        T: RealField + Copy,
        V: Copy + Into<SVector<T, D>>,
    {
        let mut latest: Option<f64> = None;
        for (index, point) in points.iter().enumerate() {
            let waypoint = Waypoint::new(self, &self.seen(&(*point).into())?);
            if !waypoint.is_on_the_way() {
                return Err(waypoint.fault(self, index));
            }
            if let Some(time) = waypoint.time(self.air.model) {
                latest = Some(latest.map_or(time, |latest| latest.max(time)));
            }
        }
        latest.ok_or(AimError::NothingInTheWay)
    }

    /// The earliest of the flights through a point that pass over all points between launch and hit.
    fn clearing_once<T, V>(&self, points: &[V]) -> Result<f64, AimError<T>>
    where
        T: RealField + Copy,
        V: Copy + Into<SVector<T, D>>,
    {
        let mut earliest: Option<f64> = None;
        for (index, point) in points.iter().enumerate() {
            let seen = self.seen(&(*point).into())?;
            for time in self.all(&Condition::Through(seen))?.iter() {
                let there = self.at_once(time);
                let mut others = (points.iter().enumerate()).filter(|(other, _)| *other != index);
                if Waypoint::new(&there, &seen).is_on_the_way()
                    && others
                        .all(|(_, other)| there.passes_over(time, &self.offset(&(*other).into())))
                {
                    earliest = Some(earliest.map_or(time, |earliest| earliest.min(time)));
                    break;
                }
            }
        }
        earliest.ok_or(AimError::NothingInTheWay)
    }

    /// Whether the flight of a time to a target that stays passes over a point, or the point is not between its ends.
    fn passes_over(&self, time: f64, point: &SVector<f64, D>) -> bool {
        let waypoint = Waypoint::new(self, point);
        let needed = waypoint
            .is_on_the_way()
            .then(|| waypoint.time(self.air.model));
        needed
            .flatten()
            .is_none_or(|needed| needed <= time * (1.0 + 1e-12))
    }

    /// The same throw at a target that stays where this one is after a time.
    fn at_once(&self, time: f64) -> Self {
        let mut there = *self;
        there.chase.start = self.chase.at(time);
        there.chase.velocity = SVector::zeros();
        there.chase.acceleration = SVector::zeros();
        there
    }

    /// A point as it is seen from the launch.
    fn seen<T: RealField + Copy>(
        &self,
        point: &SVector<T, D>,
    ) -> Result<SVector<f64, D>, AimError<T>> {
        if self.air.constant == SVector::<f64, D>::zeros() {
            return Err(AimError::NoTop);
        }
        match first_not_finite(point) {
            None => Ok(self.offset(point)),
            Some((axis, value)) => Err(AimError::NotFinite {
                given: super::error::Given::Point,
                axis,
                value,
            }),
        }
    }

    fn offset<T: RealField + Copy>(&self, point: &SVector<T, D>) -> SVector<f64, D> {
        point.map(widen) - self.from
    }

    /// All times at which a condition holds.
    fn all<T>(&self, condition: &Condition<D>) -> Found<T> {
        let (chase, c) = (&self.chase, &self.air.constant);
        let sizes = [
            chase.start,
            chase.velocity,
            chase.acceleration,
            chase.shooter,
            *c,
        ];
        // the search takes squares of squares
        if sizes.iter().any(|vector| vector.amax() > 1e75) {
            return Err(AimError::Extreme);
        }
        (self.times(condition)).map_err(|steps| AimError::Unfinished { steps })
    }

    /// The same, at least one.
    fn met<T>(&self, condition: &Condition<D>) -> Found<T> {
        some(self.all(condition)?).ok_or(AimError::NeverMet)
    }
}

impl Waypoint {
    /// Why no flight passes it.
    fn fault<T: RealField + Copy, const D: usize>(
        &self,
        task: &Task<D>,
        index: usize,
    ) -> AimError<T> {
        if self.is_on_the_way() {
            let height = narrow(self.above * task.air.constant.norm());
            AimError::UnderTheLine { index, height }
        } else {
            let along = narrow(self.along);
            AimError::Beside { index, along }
        }
    }
}

/// Times at slopes, or why there are none.
fn sloping<T: RealField + Copy, const D: usize>(
    fan: &Fan<D>,
    slope: T,
    given: f64,
    time: impl Fn(f64) -> f64,
) -> Found<T> {
    let times = Times::sorted(fan.heights(given).map(time));
    some(times).ok_or_else(|| {
        let (lowest, highest) = fan.slopes();
        AimError::NoSuchSlope {
            slope,
            lowest: narrow(lowest),
            highest: narrow(highest),
        }
    })
}

fn some(times: Times) -> Option<Times> {
    (times.count() > 0).then_some(times)
}

/// A number that is positive and finite.
fn positive<T: RealField + Copy>(value: T) -> Option<f64> {
    (value > T::zero() && value.is_finite()).then(|| widen(value))
}

fn finite_slope<T: RealField + Copy>(slope: T) -> Result<f64, AimError<T>> {
    if slope.is_finite() {
        Ok(widen(slope))
    } else {
        Err(AimError::Slope { slope })
    }
}

/// The relative error of a given number.
fn grain<T: RealField + Copy>() -> f64 {
    4.0 * widen(T::default_epsilon())
}
