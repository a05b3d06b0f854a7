//! A point on the path to a target at rest.

use super::problem::Problem;
use super::shape::{Carried, Most, Shape};
use super::throw::V;
use crate::numbers::split;
use crate::search::{Curve, Look, root_between};

/// A point on the path to a target: `q = α r - β c` in the plane of the flights.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waypoint {
    /// α: the position of the point along the straight line to the target, as a fraction of the
    /// line. If the line is along c, α is infinite for a point beside the line and NaN for a point
    /// on it.
    pub(super) along: f64,
    /// β: the height of the point above the straight line, divided by |c| \[s²\].
    pub(super) above: f64,
    /// The height of the target against c, divided by |c| \[s²\].
    way: f64,
    /// The rounding error of α.
    tolerance: f64,
    /// The rounding error of β \[s²\].
    above_tolerance: f64,
}

impl Waypoint {
    pub(super) fn new<const D: usize>(problem: &Problem<D>, point: &V<D>) -> Self {
        let (r, c) = (&problem.start, &problem.model.pull);
        let length = c.norm();
        let unit = c / -length;
        let (y, r_across) = split(r, &unit);
        let (q, q_across) = split(point, &unit);
        let x = r_across.norm();
        let (noise, way) = (64.0 * f64::EPSILON, y / length);
        let places = problem.from.norm() + r.norm() + point.norm();
        let tolerance = noise * places / x;
        let above_tolerance = tolerance * (x + y.abs()) / length;
        let (along, above) = if x > noise * r.norm() {
            let along = q_across.dot(&r_across) / (x * x);
            (along, (q - along * y) / length)
        } else if q_across.norm() > noise * places {
            (f64::INFINITY, 0.0)
        } else {
            // launch, target and point are on one line along c: a flight passes the point if it
            // rises at least to it. β is measured from the higher one of launch and target
            (f64::NAN, q.min(q - y) / length)
        };
        Self {
            along,
            above,
            way,
            tolerance,
            above_tolerance,
        }
    }

    /// Whether the point is between launch and target.
    pub(super) fn is_on_the_way(&self) -> bool {
        self.along.is_nan() || (self.along > self.tolerance && self.along < 1.0 - self.tolerance)
    }

    /// Whether the point is above the straight line to a target that is not straight above or below
    /// the launch.
    pub(super) fn is_in_the_way(&self) -> bool {
        self.along.is_finite() && self.is_on_the_way() && self.above > self.above_tolerance
    }

    /// Returns the time of the flight through the point \[s\]; `None` if no flight passes the
    /// point.
    pub(super) fn time(&self, shape: Shape) -> Option<f64> {
        let Self {
            along, above, way, ..
        } = *self;
        if along.is_nan() {
            // up to the point, which is the highest point of the flight, and back to the target
            let (up, down) = if way > 0.0 {
                (above + way, above)
            } else {
                (above, above - way)
            };
            return (above >= 0.0).then(|| shape.time_over(up, down));
        }
        // β/(α (1 - α)) is S₁ of the hit without drag, and in the rational model with k (1 - α)
        let rest = 1.0 - along;
        let height = above / (along * rest);
        if !(along > 0.0 && rest != 0.0 && height > 0.0) {
            return None;
        }
        match shape {
            Shape::Rational(k) => Some(Shape::Rational(k * rest).fall_time(height)),
            Shape::Linear(rate) if along < 1.0 => {
                let guess = Shape::Rational(0.5 * rate * rest).fall_time(height);
                let before = Before {
                    shape,
                    along,
                    above,
                };
                let function = |time| before.at(time);
                Some(root_between(function, (0.0, f64::MAX), true, guess))
            }
            Shape::Linear(rate) => {
                let quick = Shape::Rational(0.5 * rate);
                let hit = Shape::Rational(0.5 * rate * rest).fall_time(height);
                let guess = quick.time_of(along * quick.carry(hit).by[0]);
                let beyond = Beyond {
                    shape,
                    along,
                    above,
                };
                let function = |time| beyond.at(time);
                let passing = root_between(function, (0.0, f64::MAX), true, guess);
                Some(shape.time_of(shape.carry(passing).by[0] / along))
            }
        }
    }
}

/// `α S₁(t) - S₁(τ) - β` where S(τ) = α S(t): the height at which the flight with the duration t
/// passes above a point before the target.
struct Before {
    shape: Shape,
    along: f64,
    above: f64,
}

impl Curve for Before {
    /// Returns the value and its rate `α S(t) (1 - α e^-γ(t-τ))`.
    fn at(&self, time: f64) -> (f64, f64) {
        let carried = self.shape.carry(time);
        let s = self.along * carried.by[0];
        let slowed = 1.0 - self.shape.drag_rate() * s;
        let value = self.along * carried.by[1] - self.shape.fall_over(s).0 - self.above;
        (value, s * (1.0 - self.along * carried.rate[0] / slowed))
    }

    fn look(&self, _: f64, time: f64, _: f64) -> Look {
        unbounded(self.at(time))
    }
}

/// `S₁(τ) - α S₁(t) + β` as a function of τ, for a point beyond the target. The variable is τ,
/// because t determines τ only inaccurately when drag has nearly stopped the flight.
struct Beyond {
    shape: Shape,
    along: f64,
    above: f64,
}

impl Curve for Beyond {
    /// Returns the value and its rate `S(τ) (1 - e^-γ(τ-t)/α)`.
    fn at(&self, time: f64) -> (f64, f64) {
        let carried = self.shape.carry(time);
        let hit = carried.by[0] / self.along;
        let slowed = 1.0 - self.shape.drag_rate() * hit;
        let value = carried.by[1] - self.along * self.shape.fall_over(hit).0 + self.above;
        let rate = carried.by[0] * (1.0 - carried.rate[0] / (self.along * slowed));
        (value, rate)
    }

    fn look(&self, _: f64, time: f64, _: f64) -> Look {
        unbounded(self.at(time))
    }
}

/// Returns a look without bounds, with a value and a rate.
pub(super) fn unbounded((value, rate): (f64, f64)) -> Look {
    Look {
        value,
        rate,
        low: f64::INFINITY,
        high: f64::INFINITY,
        steep: f64::INFINITY,
        terms: value.abs(),
    }
}

// The displacement that a launch must cause, as a function of the time of the hit.

/// `w(t) = r₀ + m S + q S₁ + g S₂`, where m is the velocity of the target relative to the shooter
/// (or to the ground). The launch of a hit obeys `share v₀ S = w`. The second derivative of w is
/// `(q - γ m) σ + g ρ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way<const D: usize> {
    pub(super) shape: Shape,
    /// r₀ \[m\]
    pub(super) start: V<D>,
    /// m \[m/s\]
    pub(super) velocity: V<D>,
    /// q \[m/s²\]
    pub(super) pull: V<D>,
    /// g \[m/s³\]
    pub(super) growth: V<D>,
    /// `q - γ m`, its length, and the length of g.
    pub(super) bend: V<D>,
    pub(super) bend_size: f64,
    pub(super) growth_size: f64,
}

/// A way at one time: S, S₁, S₂, w and w'.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<const D: usize> {
    pub(super) carried: Carried,
    pub(super) way: V<D>,
    pub(super) rate: V<D>,
}

/// Upper bounds of |w''| and |w'''| on an interval, and the bounds of the shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) bend: f64,
    pub(super) bend_rate: f64,
    pub(super) most: Most,
}

impl<const D: usize> Way<D> {
    pub(super) fn new(
        shape: Shape,
        start: V<D>,
        velocity: V<D>,
        (pull, growth): (V<D>, V<D>),
    ) -> Self {
        let bend = pull - velocity * shape.drag_rate();
        Self {
            shape,
            start,
            velocity,
            pull,
            growth,
            bend,
            bend_size: bend.norm(),
            growth_size: growth.norm(),
        }
    }

    /// Returns a way whose vectors are combined from those of two ways with the same shape.
    pub(super) fn with<const E: usize>(
        &self,
        other: &Way<E>,
        part: impl Fn(&V<D>, &V<E>) -> V<D>,
    ) -> Self {
        Self::new(
            self.shape,
            part(&self.start, &other.start),
            part(&self.velocity, &other.velocity),
            (
                part(&self.pull, &other.pull),
                part(&self.growth, &other.growth),
            ),
        )
    }

    #[inline]
    pub(super) fn at(&self, time: f64) -> Place<D> {
        let carried = self.shape.carry(time);
        let ([s, fall, third], [s_rate, fall_rate, third_rate]) = (carried.by, carried.rate);
        let mut way = self.start + self.velocity * s + self.pull * fall;
        let mut rate = self.velocity * s_rate + self.pull * fall_rate;
        if self.growth_size > 0.0 {
            way += self.growth * third;
            rate += self.growth * third_rate;
        }
        Place { carried, way, rate }
    }

    /// Returns the second derivative w''.
    pub(super) fn second(&self, carried: &Carried) -> V<D> {
        self.bend * carried.sigma + self.growth * carried.rho
    }

    #[inline]
    pub(super) fn bounds(&self, from: f64, time: f64, to: f64, carried: &Carried) -> Bounds {
        let most = self.shape.most(from, time, to, carried);
        Bounds {
            bend: self.bend_size * most.sigma + self.growth_size * most.rho,
            bend_rate: self.bend_size * most.sigma_rate + self.growth_size * most.rho_rate,
            most,
        }
    }

    /// Returns the sum of the magnitudes of the terms of w \[m\].
    pub(super) fn terms(&self, carried: &Carried) -> f64 {
        let [s, fall, third] = carried.by;
        self.start.norm()
            + self.velocity.norm() * s
            + self.pull.norm() * fall
            + self.growth_size * third
    }
}

/// Returns a lower bound of the length of a vector within `width` of a time, and an upper bound of
/// its speed. `size` and `speed` are the values at that time, and `bend` is an upper bound of the
/// second derivative.
#[inline]
pub(super) fn nearby(size: f64, speed: f64, bend: f64, width: f64) -> (f64, f64) {
    let change = width * (speed + 0.5 * bend * width);
    ((size - change).max(0.0), speed + bend * width)
}
