//! The conditions of planners, as functions of the time of the hit. A function is zero at times at
//! which its condition is met.

use super::shape::{Carried, Most, Shape};
use super::throw::V;
use super::waypoint::{Place, Way, nearby};
use crate::numbers::split;
use crate::search::{Curve, Look};

/// `|w| - s S`: the distance of the target from the nearest point that a launch at the speed s
/// reaches.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtSpeed<const D: usize> {
    pub(super) way: Way<D>,
    pub(super) speed: f64,
}

impl<const D: usize> Curve for AtSpeed<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let Place { carried, way, rate } = self.way.at(time);
        let (size, away) = receding(&way, &rate);
        (
            size - self.speed * carried.by[0],
            away - self.speed * carried.rate[0],
        )
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let Place { carried, way, rate } = self.way.at(time);
        let bounds = self.way.bounds(from, time, to, &carried);
        let width = (to - time).max(time - from);
        let size = way.norm();
        let unit = unit(&way, size);
        let away = unit.dot(&rate);
        let (least, fastest) = nearby(size, rate.norm(), bounds.bend, width);
        let slowing = self.speed * self.way.shape.drag_rate();
        // `|w| ≥ n·w` for the present direction n of w, so the lower bound needs only the second
        // derivative of n·w - s S
        let (bend, growth) = (unit.dot(&self.way.bend), unit.dot(&self.way.growth));
        let along = bend + slowing;
        let bend_across = (self.way.bend - unit * bend).norm() * bounds.most.sigma
            + (self.way.growth - unit * growth).norm() * bounds.most.rho;
        let across = (rate - unit * away).norm() + width * bend_across;
        let (angle, turn) = turning(across, (least, fastest), width);
        let most = bounds.most;
        let low = (-along).max(0.0) * most.sigma + (-growth).max(0.0) * most.rho;
        // `|w|'' = n·w'' + v²/|w|`, where n is the direction at each time; it remains near the
        // present direction
        let change = bounds.bend * angle.min(2.0);
        let high = along.max(0.0) * most.sigma + growth.max(0.0) * most.rho + change + turn;
        let high = high.max(low + change);
        let rate = away - self.speed * carried.rate[0];
        Look {
            value: size - self.speed * carried.by[0],
            rate,
            low,
            high,
            steep: (fastest + self.speed).min(rate.abs() + high * width),
            terms: size + self.speed * carried.by[0] + self.way.start.norm(),
        }
    }
}

/// Returns the length of a vector and the rate of change of this length; for the zero vector, the
/// rate at which the length grows.
fn receding<const D: usize>(vector: &V<D>, rate: &V<D>) -> (f64, f64) {
    let size = vector.norm();
    let away = if size > 0.0 {
        vector.dot(rate) / size
    } else {
        rate.norm()
    };
    (size, away)
}

/// Returns the direction of a vector; zero for the zero vector.
fn unit<const D: usize>(vector: &V<D>, size: f64) -> V<D> {
    if size > 0.0 {
        vector / size
    } else {
        V::zeros()
    }
}

/// Returns the maximum angle by which the direction of a vector w changes during a time \[rad\],
/// and the term v²/|w| that this adds to the second derivative of |w|. The arguments are the speed
/// v perpendicular to the present direction, the minimum of |w|, and the maximum speed.
fn turning(across: f64, (least, fastest): (f64, f64), width: f64) -> (f64, f64) {
    if least == 0.0 {
        // the vector may pass through zero
        return (f64::INFINITY, f64::INFINITY);
    }
    let across = across * (1.0 + fastest * width / least);
    (across * width / least, across * across / least)
}

/// `n·w - s S`: a component of the launch velocity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Along<const D: usize> {
    pub(super) way: Way<D>,
    unit: V<D>,
    speed: f64,
    bend: f64,
    growth: f64,
}

impl<const D: usize> Along<D> {
    pub(super) fn new(way: Way<D>, unit: V<D>, speed: f64) -> Self {
        Self {
            way,
            unit,
            speed,
            bend: (unit.dot(&way.bend) + speed * way.shape.drag_rate()).abs(),
            growth: unit.dot(&way.growth).abs(),
        }
    }
}

impl<const D: usize> Curve for Along<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let Place { carried, way, rate } = self.way.at(time);
        (
            self.unit.dot(&way) - self.speed * carried.by[0],
            self.unit.dot(&rate) - self.speed * carried.rate[0],
        )
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let Place { carried, way, rate } = self.way.at(time);
        let most = self.way.shape.most(from, time, to, &carried);
        let bend = self.bend * most.sigma + self.growth * most.rho;
        let rate = self.unit.dot(&rate) - self.speed * carried.rate[0];
        Look {
            value: self.unit.dot(&way) - self.speed * carried.by[0],
            rate,
            low: bend,
            high: bend,
            steep: rate.abs() + bend * (to - from),
            terms: self.way.terms(&carried) + self.speed.abs() * carried.by[0],
        }
    }
}

/// `up·y - a |y across up|` for the direction y of a launch, `y = w`, or of an arrival,
/// `y = w S' + c S S₁'`. The vertical and the horizontal part are computed separately, so that the
/// rounding errors of one part do not affect the other part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sloping<const D: usize> {
    height: Way<1>,
    level: Way<D>,
    slope: f64,
    /// The vertical and the horizontal part of c, for an arrival.
    arrival: Option<(V<1>, V<D>)>,
}

/// The value of the condition and its rate; the horizontal part of y and its rate; the lengths of
/// both; and the magnitude of the rate of up·y.
struct Slope<const D: usize> {
    value: f64,
    rate: f64,
    level: V<D>,
    level_rate: V<D>,
    size: f64,
    speed: f64,
    climb: f64,
}

impl<const D: usize> Sloping<D> {
    pub(super) fn new(way: &Way<D>, up: &V<D>, slope: f64, arrival: Option<V<D>>) -> Self {
        let parts = |vector: &V<D>| {
            let (height, level) = split(vector, up);
            (V::<1>::new(height), level)
        };
        let [start, velocity, pull, growth] =
            [way.start, way.velocity, way.pull, way.growth].map(|vector| parts(&vector));
        Self {
            height: Way::new(way.shape, start.0, velocity.0, (pull.0, growth.0)),
            level: Way::new(way.shape, start.1, velocity.1, (pull.1, growth.1)),
            slope,
            arrival: arrival.as_ref().map(parts),
        }
    }

    fn pulls(&self) -> (Option<V<1>>, Option<V<D>>) {
        self.arrival.unzip()
    }

    fn value(&self, height: &Place<1>, level: &Place<D>) -> Slope<D> {
        let rate = self.height.shape.drag_rate();
        let (up, across) = self.pulls();
        let (y, y_rate) = direction(height, up, rate);
        let (z, z_rate) = direction(level, across, rate);
        let ((size, away), speed) = (receding(&z, &z_rate), z_rate.norm());
        Slope {
            value: y.x - self.slope * size,
            rate: y_rate.x - self.slope * away,
            level: z,
            level_rate: z_rate,
            size,
            speed,
            climb: y_rate.x.abs(),
        }
    }

    /// Whether the hit at a time has a slope. A hit at rest, straight up or straight down has no
    /// slope.
    pub(super) fn has_slope(&self, time: f64) -> bool {
        let (height, level) = (self.height.at(time), self.level.at(time));
        let size = self.value(&height, &level).size;
        let (up, across) = self.pulls();
        let terms = terms(&self.level, &level, across) + terms(&self.height, &height, up);
        size > 64.0 * f64::EPSILON * terms
    }
}

/// Returns y and its rate for a launch or an arrival.
fn direction<const N: usize>(
    place: &Place<N>,
    arrival: Option<V<N>>,
    drag_rate: f64,
) -> (V<N>, V<N>) {
    let Place { carried, way, rate } = place;
    let Some(pull) = arrival else {
        return (*way, *rate);
    };
    let ([s, ..], [s_rate, fall_rate, _]) = (carried.by, carried.rate);
    let second = -drag_rate * carried.sigma;
    let change = s_rate * fall_rate + s * carried.sigma;
    (
        way * s_rate + pull * (s * fall_rate),
        rate * s_rate + way * second + pull * change,
    )
}

/// Returns the magnitude of the terms in the sum y.
fn terms<const N: usize>(way: &Way<N>, place: &Place<N>, arrival: Option<V<N>>) -> f64 {
    let carried = &place.carried;
    let terms = way.terms(carried);
    arrival.map_or(terms, |pull| {
        terms * carried.rate[0] + pull.norm() * (carried.by[0] * carried.rate[1])
    })
}

/// The numbers that all bounds of y'' on an interval need.
struct Span {
    most: Most,
    width: f64,
    /// For an arrival: the maximum S', S, S₁' and |S''|, and the maximum rate of S''.
    arrival: Option<[f64; 5]>,
}

/// The magnitudes of one part of a way: |w|, |w'|, |q - γ m|, |g| and |c|.
type Sizes = [f64; 5];

impl Span {
    fn new(shape: Shape, carried: &Carried, [from, time, to]: [f64; 3], arrives: bool) -> Self {
        let most = shape.most(from, time, to, carried);
        // S' and S₁'' decrease with time
        let arrival = arrives.then(|| {
            let (after, rate) = (to - time, shape.drag_rate());
            let s_rate = shape.carry(from).rate[0];
            [
                s_rate,
                carried.by[0] + after * s_rate,
                carried.rate[1] + after * most.sigma,
                rate * most.sigma,
                rate * most.sigma_rate,
            ]
        });
        Self {
            most,
            width: (to - time).max(time - from),
            arrival,
        }
    }

    /// Returns an upper bound of the second derivative of a part of y. For an arrival it follows
    /// from the product rule and a bound of each factor.
    fn bend(&self, [size, speed, bend, growth, pull]: Sizes) -> f64 {
        let (most, width) = (&self.most, self.width);
        let bend = bend * most.sigma + growth * most.rho;
        let Some([s_rate, s, fall_rate, slowing, slowing_rate]) = self.arrival else {
            return bend;
        };
        let fastest = speed + bend * width;
        let farthest = size + width * (speed + 0.5 * bend * width);
        bend * s_rate
            + 2.0 * fastest * slowing
            + farthest * slowing_rate
            + pull * (slowing * fall_rate + 2.0 * s_rate * most.sigma + s * most.sigma_rate)
    }
}

impl<const D: usize> Curve for Sloping<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let Slope { value, rate, .. } = self.value(&self.height.at(time), &self.level.at(time));
        (value, rate)
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let (height, level) = (self.height.at(time), self.level.at(time));
        let (up, across) = self.pulls();
        let (up_pull, level_pull) = (up.unwrap_or_else(V::zeros), across.unwrap_or_else(V::zeros));
        let (rises, levels) = (
            [
                height.way,
                height.rate,
                self.height.bend,
                self.height.growth,
                up_pull,
            ],
            [
                level.way,
                level.rate,
                self.level.bend,
                self.level.growth,
                level_pull,
            ],
        );
        let span = Span::new(
            self.level.shape,
            &level.carried,
            [from, time, to],
            self.arrival.is_some(),
        );
        let slope = self.value(&height, &level);
        let level_bend = span.bend(levels.map(|part| part.norm()));
        let (least, fastest) = nearby(slope.size, slope.speed, level_bend, span.width);
        // along the present direction n of y, the condition is the height minus the slope times
        // n·y; the terms of both cancel
        let unit = unit(&slope.level, slope.size);
        let mut line: Sizes = [0.0; 5];
        let mut across_unit: Sizes = [0.0; 5];
        for (index, (rise, part)) in rises.iter().zip(&levels).enumerate() {
            let along = unit.dot(part);
            line[index] = (rise.x - self.slope * along).abs();
            across_unit[index] = (part - unit * along).norm();
        }
        // the direction of y rotates away from n
        let bend_across = span.bend(across_unit);
        let rate_across = (slope.level_rate - unit * unit.dot(&slope.level_rate)).norm();
        let rate_across = rate_across + span.width * bend_across;
        let (angle, turn) = turning(rate_across, (least, fastest), span.width);
        let steep = self.slope.abs();
        let change = (angle * (bend_across + angle * level_bend)).min(2.0 * level_bend);
        let sum = span.bend(line) + steep * change;
        let turn = self.slope * turn;
        let rise_bend = span.bend(rises.map(|part| part.x.abs()));
        Look {
            value: slope.value,
            rate: slope.rate,
            low: sum + turn.max(0.0),
            high: sum + (-turn).max(0.0),
            steep: slope.climb + rise_bend * span.width + steep * fastest,
            terms: terms(&self.height, &height, up) + steep * terms(&self.level, &level, across),
        }
    }
}

/// The rate of |w|/S, times `|w| S²`. It is zero at the time of the least launch speed.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpeedRate<const D: usize> {
    pub(super) way: Way<D>,
}

impl<const D: usize> SpeedRate<D> {
    fn value(&self, place: &Place<D>) -> (f64, f64) {
        let Place { carried, way, rate } = place;
        let second = self.way.second(carried);
        let (product, square) = (way.dot(rate), way.norm_squared());
        let (s, s_rate) = (carried.by[0], carried.rate[0]);
        let slowing = self.way.shape.drag_rate() * carried.sigma;
        (
            product * s - square * s_rate,
            (rate.norm_squared() + way.dot(&second)) * s - product * s_rate + square * slowing,
        )
    }
}

impl<const D: usize> Curve for SpeedRate<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        self.value(&self.way.at(time))
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let place = self.way.at(time);
        let (value, change) = self.value(&place);
        let Place { carried, way, rate } = place;
        let bounds = self.way.bounds(from, time, to, &carried);
        let (size, speed) = (way.norm(), rate.norm());
        let width = (to - time).max(time - from);
        let (_, fastest) = nearby(size, speed, bounds.bend, width);
        let farthest = size + width * (speed + 0.5 * bounds.bend * width);
        let shape = self.way.shape;
        let most = bounds.most;
        let s = (carried.by[0] + (to - time) * carried.rate[0]).min(shape.longest());
        let (slowing, slowing_rate) = (
            shape.drag_rate() * most.sigma,
            shape.drag_rate() * most.sigma_rate,
        );
        let bend = (3.0 * fastest * bounds.bend + farthest * bounds.bend_rate) * s
            + 3.0 * farthest * fastest * slowing
            + farthest * farthest * slowing_rate;
        Look {
            value,
            rate: change,
            low: bend,
            high: bend,
            steep: change.abs() + bend * (to - from),
            terms: size * (speed * carried.by[0] + size * carried.rate[0]),
        }
    }
}

/// `|c| A(t) - h |r|`: the height of an arc above the straight line minus the intended ratio h
/// times the length of the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Curved<const D: usize> {
    pub(super) shape: Shape,
    /// |c| \[m/s²\]
    pub(super) pull: f64,
    /// The intended ratio h.
    pub(super) share: f64,
    /// Position, velocity and acceleration of the target relative to the point of launch.
    pub(super) target: [V<D>; 3],
}

impl<const D: usize> Curved<D> {
    fn distance(&self, time: f64) -> (V<D>, V<D>) {
        let [start, velocity, acceleration] = &self.target;
        (
            start + (velocity + acceleration * (0.5 * time)) * time,
            velocity + acceleration * time,
        )
    }
}

impl<const D: usize> Curve for Curved<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let ((r, r_rate), (arc, arc_rate)) = (self.distance(time), self.shape.arc(time));
        let (size, away) = receding(&r, &r_rate);
        (
            self.pull * arc - self.share * size,
            self.pull * arc_rate - self.share * away,
        )
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let ((r, r_rate), (arc, arc_rate)) = (self.distance(time), self.shape.arc(time));
        let width = (to - time).max(time - from);
        let size = r.norm();
        let unit = unit(&r, size);
        let away = unit.dot(&r_rate);
        let acceleration = &self.target[2];
        let (bend, along) = (acceleration.norm(), unit.dot(acceleration));
        let (least, fastest) = nearby(size, r_rate.norm(), bend, width);
        let across = (r_rate - unit * away).norm() + width * (acceleration - unit * along).norm();
        let (angle, turn) = turning(across, (least, fastest), width);
        // |r|'' is n·a plus a term due to the rotation of r
        let change = bend * angle.min(2.0);
        let [flattest, sharpest] = self.shape.arc_bends(from, to);
        Look {
            value: self.pull * arc - self.share * size,
            rate: self.pull * arc_rate - self.share * away,
            low: (self.share * (along + change + turn) - self.pull * flattest).max(0.0),
            high: (self.pull * sharpest - self.share * (along - change)).max(0.0),
            steep: self.pull * to + self.share * fastest,
            terms: self.pull * arc + self.share * size,
        }
    }
}

/// `|w| - d`: the length of w minus a distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtDistance<const D: usize> {
    pub(super) way: Way<D>,
    pub(super) distance: f64,
}

impl<const D: usize> Curve for AtDistance<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let Place { way, rate, .. } = self.way.at(time);
        let (size, away) = receding(&way, &rate);
        (size - self.distance, away)
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let way = self.way;
        let look = AtSpeed { way, speed: 0.0 }.look(from, time, to);
        Look {
            value: look.value - self.distance,
            terms: look.terms + self.distance,
            ..look
        }
    }
}
