//! Arcs with a given highest point, and climbs.

use super::conditions::{Along, Curved};
use super::error::AimError;
use super::problem::{Problem, positive};
use super::shape::Shape;
use super::throw::V;
use crate::trajectory::Plane;
use nalgebra::SVector;

/// The times of hits, or the error if there are none.
type Found = Result<Times, AimError>;

impl<const D: usize> Problem<D> {
    pub(super) fn touching(&self, plane: &Plane<f64, D>) -> Found {
        let normal = plane.normal;
        let distance = plane.distance;
        let length = normal.norm();
        if !(length > 0.0 && length < f64::INFINITY && distance.is_finite()) {
            return Err(AimError::Plane);
        }
        // a path touches the plane from the side to which c points, so the normal is oriented
        // against c
        let side = if normal.dot(&self.model.pull) > 0.0 {
            -1.0 / length
        } else {
            1.0 / length
        };
        self.touching_below(&(normal * side), distance * side)
    }

    /// Returns the times of hits whose paths touch a plane with a unit normal.
    fn touching_below(&self, normal: &V<D>, distance: f64) -> Found {
        let pull = -normal.dot(&self.model.pull);
        if pull <= 8.0 * f64::EPSILON * self.model.pull.norm() {
            return Err(AimError::NoTop);
        }
        let launch = normal.dot(&self.from);
        let target = launch + normal.dot(&self.start);
        // the rounding error of the height of a point above the plane
        let terms = |point: &SVector<f64, D>| normal.abs().dot(&point.abs());
        let places = 2.0 * terms(&self.from) + terms(&self.start) + distance.abs();
        let above = |height: f64| {
            if height.abs() <= self.tolerance * places {
                0.0
            } else {
                height / pull
            }
        };
        let (up, down) = (above(distance - launch), above(distance - target));
        let too_low = |least: f64| AimError::TooLow {
            height: distance,
            least,
        };
        let shape = self.model.shape;
        if self.target_stays() {
            if up < 0.0 || down < 0.0 || up + down == 0.0 {
                return Err(too_low(launch.max(target)));
            }
            return Ok(Times::sorted([shape.time_over(up, down)]));
        }
        if up < 0.0 {
            return Err(too_low(launch));
        }
        // the velocity component along n is that of a rise to the plane; a hit before the highest
        // point would not touch the plane
        let (top, climb) = shape.rise(up);
        let (way, speed) = (self.way(V::zeros()), pull * climb);
        let (first, last) = self.span(&way, (speed, 1.0), |w| normal.dot(w));
        let first = first.max(top * (1.0 - 1e-12));
        if first >= last {
            return Err(AimError::NeverMet);
        }
        self.met(&Along::new(way, *normal, speed), (first, last))
    }

    pub(super) fn with_apex(&self, height: f64) -> Found {
        let up = self.up()?;
        if !height.is_finite() {
            return Err(AimError::Apex { height });
        }
        self.touching_below(&up, height)
    }

    /// Returns the unit vector against gravity.
    pub(super) fn up(&self) -> Result<V<D>, AimError> {
        if self.model.up == V::<D>::zeros() {
            Err(AimError::NoUp)
        } else {
            Ok(self.model.up)
        }
    }

    pub(super) fn with_arc_height(&self, height: f64) -> Found {
        self.arc(positive(height, AimError::ArcHeight { height })?)
    }

    /// Returns the times of the arc with a given height above the straight line. The height
    /// determines the time of flight, which is the duration of a rise and a fall by this height.
    fn arc(&self, height: f64) -> Found {
        let pull = self.model.pull.norm();
        if pull == 0.0 {
            return Err(AimError::NoTop);
        }
        let part = height / pull;
        Ok(Times::sorted([self.model.shape.time_over(part, part)]))
    }

    pub(super) fn with_curviness(&self, curviness: f64) -> Found {
        let share = positive(curviness, AimError::Curviness { curviness })?;
        if self.target_stays() {
            return self.arc(share * self.start.norm());
        }
        let pull = self.model.pull.norm();
        if pull == 0.0 {
            return Err(AimError::NoTop);
        }
        let curve = Curved {
            shape: self.model.shape,
            pull,
            share,
            target: [self.start, self.velocity, self.acceleration],
        };
        let (first, last) = self.natural(&self.way(V::zeros()), 0.0);
        self.met(&curve, (first, last.min(last_curved(&curve))))
    }

    pub(super) fn with_climb_speed(&self, speed: f64) -> Found {
        self.climbing(positive(speed, AimError::Speed { speed })?)
    }

    pub(super) fn lob(&self, factor: f64) -> Found {
        self.climbing(positive(factor, AimError::Lob { factor })? * self.start.norm())
    }

    fn climbing(&self, climb_speed: f64) -> Found {
        let (up, shape, share) = (self.up()?, self.model.shape, self.model.share);
        let pull = -up.dot(&self.model.pull);
        let lead = up.dot(&self.model.lead);
        if self.target_stays() && pull > 0.0 {
            // heights and speeds are divided by |c|, so their units are s² and s
            let height = up.dot(&self.start) / pull;
            let rise = shape.top_of((share * climb_speed + lead) / pull);
            let left = rise - height;
            let rounding = self.tolerance * (rise + height.abs());
            if left < -rounding {
                let least = (pull * shape.rise(height).1 - lead) / share;
                return Err(AimError::TooSlowAClimb { climb_speed, least });
            }
            if left <= rounding {
                // the target is at the highest point
                return Ok(Times::sorted([shape.rise(height).0]));
            }
        }
        let (way, speed) = (self.way(self.model.lead), share * climb_speed);
        let span = self.span(&way, (speed, 1.0), |w| up.dot(w));
        self.met(&Along::new(way, up, speed), span)
    }
}

/// Returns a time after which `|c| A(t) - h |r|` is not zero.
fn last_curved<const D: usize>(curve: &Curved<D>) -> f64 {
    let rate = curve.shape.drag_rate();
    let [start, velocity, acceleration] = (curve.target).map(|vector| curve.share * vector.norm());
    // b t² = a t + c
    let late = |b: f64, a: f64, c: f64| {
        (a + nalgebra::ComplexField::sqrt(a * a + 4.0 * b * c)) / (2.0 * b)
    };
    if rate == 0.0 {
        // A = t²/8
        let square = (curve.pull / 8.0 - 0.5 * acceleration).abs();
        return 1.01 * late(square, velocity, start);
    }
    if acceleration > 0.0 {
        // A is less than t/γ
        return 1.01 * late(0.5 * acceleration, velocity + curve.pull / rate, start);
    }
    // A is t/γ minus a part that grows more slowly than t
    let rest = |time: f64| match curve.shape {
        Shape::Linear(_) => (1.0 + nalgebra::ComplexField::ln_1p(rate * time)) / (rate * rate),
        Shape::Rational(k) => nalgebra::ComplexField::sqrt(1.0 + k * time) / (k * k),
    };
    let growth = (curve.pull / rate - velocity).abs();
    let mut time = 1.0 / rate;
    for _ in 0..60 {
        let next = (start + curve.pull * rest(time)) / growth;
        if next <= time {
            break;
        }
        time = 1.5 * next;
    }
    1.01 * time
}

// A short list of times.

/// Maximum number of times in a list. Later times are ignored.
pub(super) const MOST: usize = 8;

/// Times of hits \[s\], in ascending order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    times: [f64; MOST],
    count: usize,
}

impl Times {
    pub(super) fn none() -> Self {
        Self {
            times: [0.0; MOST],
            count: 0,
        }
    }

    /// Returns the first [`MOST`] of these times, in ascending order.
    pub(super) fn sorted(times: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted = Self::none();
        for time in times {
            sorted.push(time);
        }
        sorted.times[..sorted.count].sort_unstable_by(f64::total_cmp);
        sorted
    }

    /// Appends a time if the list is not full.
    pub(super) fn push(&mut self, time: f64) {
        if !self.is_full() {
            self.times[self.count] = time;
            self.count += 1;
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == MOST
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = f64> + '_ {
        self.times[..self.count].iter().copied()
    }

    /// Returns the first and the last time.
    pub(super) fn ends(&self) -> Option<[f64; 2]> {
        (self.count > 0).then(|| [self.times[0], self.times[self.count - 1]])
    }

    /// Returns the times for which `keep` is true.
    pub(super) fn filter(&self, keep: impl Fn(f64) -> bool) -> Self {
        let mut kept = Self::none();
        for time in self.iter().filter(|&time| keep(time)) {
            kept.push(time);
        }
        kept
    }
}
