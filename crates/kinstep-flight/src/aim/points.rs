//! Arcs through points, and arcs above points.

use nalgebra::{ComplexField, SVector};

use super::conditions::{Along, AtDistance};
use super::error::{AimError, Given};
use super::problem::{Problem, some};
use super::shape::Shape;
use super::throw::V;
use super::tops::Times;
use super::waypoint::{Place, Way};
use super::waypoint::{Waypoint, unbounded};
use crate::numbers::{first_not_finite, split};
use crate::search::{Curve, Look, middle, sampled_roots};

type Found = Result<Times, AimError>;

/// Number of sampled times between two successive times at which a point begins or ends to be
/// between launch and target.
const SAMPLES: u32 = 128;
/// Relative distance in time between such a change and the flights that are compared before and
/// after it. It is larger than the rounding error of the time of the change.
const BESIDE: f64 = 1e-4;

impl<const D: usize> Problem<D> {
    pub(super) fn through(&self, point: &SVector<f64, D>) -> Found {
        let point = self.seen(point)?;
        if self.target_stays() {
            let waypoint = Waypoint::new(self, &point);
            let time = waypoint
                .time(self.model.shape)
                .ok_or_else(|| waypoint.fault(self, 0))?;
            return Ok(Times::sorted([time]));
        }
        if self.is_over_the_launch(&point) {
            let (index, along) = (0, 0.0);
            return Err(AimError::Beside { index, along });
        }
        some(self.passing(&point)?).ok_or(AimError::NeverMet)
    }

    /// Returns the times of flights to a moving target that pass a point between launch and hit.
    /// Each time is checked by a computation of the flight.
    fn passing(&self, point: &V<D>) -> Found {
        let over = Over::new(self, point);
        let mut edges = Times::none();
        let natural = self.natural(&over.way, 0.0);
        for time in [natural.0, natural.1] {
            edges.push(time);
        }
        for time in self.beside(point)?.iter() {
            edges.push(time);
        }
        let edges = Times::sorted(edges.iter());
        let mut times = Times::none();
        for (from, to) in edges.iter().zip(edges.iter().skip(1)) {
            if to <= from * (1.0 + 1e-14) || !over.is_between(middle(from, to)) {
                continue;
            }
            // the samples are denser near both ends
            let growth = ComplexField::ln(to / from);
            let samples = (0..=SAMPLES).map(|index| {
                let angle = core::f64::consts::PI * f64::from(index) / f64::from(SAMPLES);
                from * ComplexField::exp(growth * (0.5 - 0.5 * ComplexField::cos(angle)))
            });
            sampled_roots(&over, samples, |time| {
                let time = self.flown_over(point, time, &over);
                if over.is_between(time) && self.passes(point, time) {
                    times.push(time);
                }
            });
        }
        Ok(times)
    }

    /// Returns a time after one step of Newton's method for the height of the flight itself.
    fn flown_over(&self, point: &V<D>, time: f64, over: &Over<D>) -> f64 {
        let step = (self.height_over(time, point))
            .map(|(height, _)| height / (over.pull * over.at(time).1));
        match step {
            Some(step) if step.abs() < 1e-6 * time => time - step,
            _ => time,
        }
    }

    /// Whether the flight that hits at a time passes a point before the hit, within rounding, and
    /// neither at the launch nor at the hit.
    fn passes(&self, point: &V<D>, time: f64) -> bool {
        [-1.0, 1.0].iter().all(|side| {
            let nearby = time * (1.0 + side * 16.0 * f64::EPSILON);
            self.height_over(nearby, point)
                .is_some_and(|(height, terms)| height.abs() <= 1e-9 * terms)
        })
    }

    /// Returns the times at which a point begins or ends to be between launch and target. At such a
    /// time the point is straight above or below the launch or the target.
    fn beside(&self, point: &V<D>) -> Found {
        let level = self.level_way();
        let q = split(point, &self.model.pull.normalize()).1;
        let span = self.natural(&self.way(V::zeros()), 0.0);
        // q·r = 0, and |r - q/2| = |q|/2
        let over_launch = self.times(&Along::new(level, q, 0.0), span)?;
        let circle = AtDistance {
            way: Way {
                start: level.start - q * 0.5,
                ..level
            },
            distance: 0.5 * q.norm(),
        };
        let over_target = self.times(&circle, span)?;
        Ok(Times::sorted(over_launch.iter().chain(over_target.iter())))
    }

    /// Returns the way of the target across c. In it, c itself has cancelled.
    fn level_way(&self) -> Way<D> {
        let way = self.way(V::zeros());
        let unit = self.model.pull.normalize();
        way.with(&way, |_, vector: &V<D>| split(vector, &unit).1)
    }

    /// Whether a point is straight above or below the launch, within rounding.
    fn is_over_the_launch(&self, point: &V<D>) -> bool {
        let across = split(point, &self.model.pull.normalize()).1;
        across.norm() <= 64.0 * f64::EPSILON * (self.from.norm() + point.norm())
    }

    /// Returns the time of the lowest arc above some points. It touches one of them and passes
    /// above all others.
    pub(super) fn clearing(
        &self,
        points: impl Iterator<Item = SVector<f64, D>> + Clone,
    ) -> Result<f64, AimError> {
        if self.model.pull == V::<D>::zeros() {
            return Err(AimError::NoTop);
        }
        if self.target_stays() {
            return self.clearing_to_a_still_target(points);
        }
        for point in points.clone() {
            self.seen(&point)?;
        }
        self.clearing_to_a_moving_target(points.map(|point| self.offset(&point)))
    }

    /// A later flight is above an earlier flight everywhere, so the result is the latest of all
    /// flights through one of the points.
    fn clearing_to_a_still_target(
        &self,
        points: impl Iterator<Item = SVector<f64, D>>,
    ) -> Result<f64, AimError> {
        let mut latest: Option<f64> = None;
        for (index, point) in points.enumerate() {
            let waypoint = Waypoint::new(self, &self.seen(&point)?);
            if !waypoint.is_on_the_way() {
                return Err(waypoint.fault(self, index));
            }
            if let Some(time) = waypoint.time(self.model.shape) {
                latest = Some(latest.map_or(time, |latest| latest.max(time)));
            }
        }
        latest.ok_or(AimError::NothingInTheWay)
    }

    /// Returns the earliest of the flights through one point that pass above all other points
    /// between launch and hit.
    fn clearing_to_a_moving_target(
        &self,
        points: impl Iterator<Item = V<D>> + Clone,
    ) -> Result<f64, AimError> {
        let mut earliest = f64::INFINITY;
        for (index, point) in points.clone().enumerate() {
            if self.is_over_the_launch(&point) {
                continue;
            }
            let passing = self.passing(&point)?;
            let others = points.clone().enumerate();
            let others = others.filter(|(other, _)| *other != index).map(|(_, q)| q);
            let clear = passing.iter().find(|&t| self.is_over(others.clone(), t));
            earliest = earliest.min(clear.unwrap_or(f64::INFINITY));
        }
        if earliest < f64::INFINITY {
            return Ok(earliest);
        }
        // the limit of early flights is the straight line
        if !(points.clone()).any(|point| Waypoint::new(self, &point).is_in_the_way()) {
            return Err(AimError::NothingInTheWay);
        }
        Err(match self.clear_after(points)? {
            None => AimError::NeverMet,
            Some(time) => AimError::ClearAfter { time },
        })
    }

    /// Returns the lower limit \[s\] of the times of flights that pass above all points; `None` if
    /// no flight does.
    fn clear_after(
        &self,
        points: impl Iterator<Item = V<D>> + Clone,
    ) -> Result<Option<f64>, AimError> {
        let is_clear = |time: f64| self.is_over(points.clone(), time);
        let (mut clear, mut change) = (f64::INFINITY, 0.0);
        for point in points.clone().filter(|q| !self.is_over_the_launch(q)) {
            // whether a flight is clear of a point can change only at a flight that touches the
            // point, or at which the point begins or ends to be between launch and target
            for times in [self.passing(&point)?, self.beside(&point)?] {
                for (time, side) in (times.iter()).flat_map(|time| [(time, -1.0), (time, 1.0)]) {
                    let beside = time * (1.0 + side * BESIDE);
                    if beside < clear && is_clear(beside) {
                        (clear, change) = (beside, time);
                    }
                }
            }
        }
        if clear == f64::INFINITY {
            return Ok(None);
        }
        // bisection: several changes may be close together, and due to rounding the times of late
        // changes are inaccurate
        let mut barred = clear * (1.0 - 2.0 * BESIDE);
        loop {
            let middle = 0.5 * (barred + clear);
            if middle <= barred || middle >= clear {
                let is_change = (clear - change).abs() <= 1e-9 * change;
                return Ok(Some(if is_change { change } else { clear }));
            }
            if is_clear(middle) {
                clear = middle;
            } else {
                barred = middle;
            }
        }
    }

    /// Whether the flight with this time passes above all points between launch and hit, within
    /// rounding.
    fn is_over(&self, mut points: impl Iterator<Item = V<D>>, time: f64) -> bool {
        points.all(|point| {
            (self.height_over(time, &point)).is_none_or(|(height, terms)| height >= -1e-12 * terms)
        })
    }

    /// Returns the height at which the flight with this time passes above a point \[m\], and the
    /// magnitude of the terms of this height. Returns `None` if the point is not between launch and
    /// hit, within rounding.
    ///
    /// If v is the velocity at the start of the curve, the flight is at the point q, across c, when
    /// `v S(τ) = q`. Along c it is then at `v S(τ) + c S₁(τ)`.
    fn height_over(&self, time: f64, point: &V<D>) -> Option<(f64, f64)> {
        let (c, shape) = (&self.model.pull, self.model.shape);
        let (pull, down) = (c.norm(), c.normalize());
        let launched = self.velocity_at(time) * self.model.share + self.model.lead;
        let (sinking, level) = split(&launched, &down);
        let (depth, ahead) = split(point, &down);
        let slow = level.norm();
        // S(τ), and whether it is between its values at launch and hit
        let glide = ahead.dot(&level) / (slow * slow);
        let (away, flown) = (point.norm(), launched.norm() * glide.abs());
        let tolerance = 64.0 * f64::EPSILON * (self.from.norm() + away + flown) / slow;
        let is_between = glide > tolerance && glide < shape.carry(time).by[0] - tolerance;
        let (fall, passing) = shape.fall_over(glide);
        let fallen = pull * fall;
        // the rounding error of τ changes the height by the slope of the path
        let [left, falling, _] = shape.carry(passing).rate;
        let steep = (sinking * left + pull * falling).abs() / (slow * left);
        let terms = (away + flown) * (1.0 + steep) + fallen;
        is_between.then_some((depth - sinking * glide - fallen, terms))
    }

    /// Returns a point relative to the launch \[m\]. Returns an error if the point is not finite or
    /// if paths are straight.
    fn seen(&self, point: &SVector<f64, D>) -> Result<V<D>, AimError> {
        if self.model.pull == V::<D>::zeros() {
            return Err(AimError::NoTop);
        }
        match first_not_finite(point) {
            None => Ok(self.offset(point)),
            Some((axis, value)) => Err(AimError::NotFinite {
                given: Given::Point,
                axis,
                value,
            }),
        }
    }

    /// Returns a point relative to the launch \[m\].
    fn offset(&self, point: &SVector<f64, D>) -> V<D> {
        point - self.from
    }
}

impl Waypoint {
    /// Returns the reason why no flight passes the point.
    fn fault<const D: usize>(&self, problem: &Problem<D>, index: usize) -> AimError {
        if self.is_on_the_way() {
            let height = self.above * problem.model.pull.norm();
            AimError::UnderTheLine { index, height }
        } else {
            let along = self.along;
            AimError::Beside { index, along }
        }
    }
}

/// The height, divided by |c| \[s²\], at which the flight that hits at a time passes above a point
/// q. With α = q·r/|r|² across c and S(τ) = α S(t), this height is `ĉ·q - S₁(τ) - α ĉ·w`.
struct Over<const D: usize> {
    way: Way<D>,
    shape: Shape,
    down: V<D>,
    pull: f64,
    /// The position of the point across c, and along c.
    across: V<D>,
    depth: f64,
    /// The position of the target across c.
    level: Way<D>,
}

impl<const D: usize> Over<D> {
    fn new(problem: &Problem<D>, point: &V<D>) -> Self {
        let down = problem.model.pull.normalize();
        Self {
            way: problem.way(V::zeros()),
            shape: problem.model.shape,
            down,
            pull: problem.model.pull.norm(),
            across: split(point, &down).1,
            depth: point.dot(&down),
            level: problem.level_way(),
        }
    }

    /// Returns α, its rate, and 1 - α.
    fn along(&self, time: f64) -> [f64; 3] {
        let Place { way: r, rate, .. } = self.level.at(time);
        let inverse = 1.0 / r.norm_squared();
        let along = self.across.dot(&r) * inverse;
        [
            along,
            (self.across.dot(&rate) - 2.0 * along * r.dot(&rate)) * inverse,
            r.dot(&(r - self.across)) * inverse,
        ]
    }

    fn is_between(&self, time: f64) -> bool {
        let [along, _, rest] = self.along(time);
        along > 0.0 && rest > 0.0
    }
}

impl<const D: usize> Curve for Over<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let (place, [along, rate, rest]) = (self.way.at(time), self.along(time));
        let carried = &place.carried;
        let s = along * carried.by[0];
        // 1 - γ S(τ) = (1 - α) + α (1 - γ S)
        let left = match self.shape {
            Shape::Linear(_) => carried.rate[0],
            Shape::Rational(k) => 1.0 / (1.0 + k * time),
        };
        let (fall, steep) = self.shape.fall_left(s, rest + along * left);
        let (way, way_rate) = (
            self.down.dot(&place.way) / self.pull,
            self.down.dot(&place.rate) / self.pull,
        );
        (
            self.depth / self.pull - fall - along * way,
            -steep * (rate * carried.by[0] + along * carried.rate[0])
                - rate * way
                - along * way_rate,
        )
    }

    fn look(&self, _: f64, time: f64, _: f64) -> Look {
        unbounded(self.at(time))
    }
}
