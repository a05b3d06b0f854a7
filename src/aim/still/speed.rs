//! Hits at a given speed, and at the least, for certain.

use nalgebra::ComplexField;

use super::super::drag_model::LaunchCoefficients;
use super::super::straight::Straight;
use super::profile::{Fit, Profile, ProfilePoint, Side};

/// A time of flight \[s\], and what the hit takes.
pub(in super::super) type Hit = (f64, LaunchCoefficients);

impl Profile {
    /// The hit at the least speed.
    ///
    /// There `v₀ · v(t) = 0`: launch and arrival are at right angles. Without a constant acceleration there is none, and what
    /// speeds tend to is the error.
    pub(in super::super) fn least_speed(&self) -> Result<Hit, f64> {
        if self.constant == 0.0 {
            return self
                .straight()
                .least_speed()
                .map(|time| (time, self.model.reach(time)));
        }
        if self.model.is_free() {
            let time = ComplexField::sqrt(2.0 * self.distance / self.constant);
            return Ok((time, self.model.reach(time)));
        }
        Ok(self.bottom())
    }

    /// The direct and the lofted hit at this speed.
    ///
    /// A speed that falls short by no more than `tolerance`, relatively, counts as the least, which is the error otherwise.
    pub(in super::super) fn at_speed(&self, speed: f64, tolerance: f64) -> Result<[Hit; 2], f64> {
        if self.constant == 0.0 {
            let times = self.straight().at_speed(speed, tolerance)?;
            let time = times.iter().next().unwrap_or(f64::INFINITY);
            return Ok([(time, self.model.reach(time)); 2]);
        }
        if self.model.is_free() {
            return self.parabola(speed, tolerance);
        }
        self.bracketed(speed, tolerance)
    }

    /// Where nothing bends the path.
    fn straight(&self) -> Straight {
        Straight {
            model: self.model,
            distance: self.distance,
            closing: 0.0,
            across: 0.0,
        }
    }

    /// `C²/4 T² - (s² - C y) T + |r|² = 0` for `T = t²`, with care for free falls.
    fn parabola(&self, speed: f64, tolerance: f64) -> Result<[Hit; 2], f64> {
        let (c, y, distance) = (self.constant, self.y, self.distance);
        // |r| + y, without cancellation below
        let above = if y < 0.0 {
            self.x * self.x / (distance - y)
        } else {
            distance + y
        };
        let least = ComplexField::sqrt(c * above);
        if speed < least * (1.0 - tolerance) {
            return Err(least);
        }
        let beyond = ((speed - least) * (speed + least)).max(0.0);
        let root = ComplexField::sqrt(beyond) * ComplexField::sqrt(beyond + 2.0 * c * distance);
        let late = ComplexField::sqrt(0.5 * (beyond + c * distance + root));
        Ok([distance / late, 2.0 * late / c].map(|time| (time, self.model.reach(time))))
    }

    /// The minimum of f, from that of the parabola.
    fn bottom(&self) -> Hit {
        let parabola = ComplexField::sqrt(2.0 * self.distance / self.constant);
        let (mut low, mut high, mut moment) = (0.0, f64::INFINITY, self.at(parabola));
        for _ in 0..MOST {
            let share = Fit::to(&moment.square).least();
            if ComplexField::abs(share - 1.0) < CLOSE {
                return moment.nudged(self.model, share);
            }
            if moment.square.rate < 0.0 {
                low = moment.time;
            } else {
                high = moment.time;
            }
            moment = self.at(inside(low, high, moment.time * share));
        }
        (moment.time, moment.reach)
    }

    /// First the bottom, then the root on each side of it.
    fn bracketed(&self, speed: f64, tolerance: f64) -> Result<[Hit; 2], f64> {
        let bottom = self.at(self.bottom().0);
        let least = ComplexField::sqrt(bottom.square.value);
        if speed < least * (1.0 - tolerance) {
            return Err(least);
        }
        if speed <= least {
            return Ok([(bottom.time, bottom.reach); 2]);
        }
        let target = speed * speed;
        Ok([Side::Falling, Side::Rising].map(|side| self.root_beside(bottom, target, side)))
    }

    /// The root of f on one side of the bottom, within brackets.
    fn root_beside(&self, bottom: ProfilePoint, target: f64, side: Side) -> Hit {
        let (mut low, mut high) = match side {
            Side::Falling => (0.0, bottom.time),
            Side::Rising => (bottom.time, f64::INFINITY),
        };
        let mut moment = bottom;
        for _ in 0..MOST {
            let share = Fit::to(&moment.square).meeting(target, side);
            if ComplexField::abs(share - 1.0) < CLOSE {
                return moment.nudged(self.model, share);
            }
            moment = self.at(inside(low, high, moment.time * share));
            if (moment.square.value > target) == (side == Side::Falling) {
                low = moment.time;
            } else {
                high = moment.time;
            }
        }
        (moment.time, moment.reach)
    }
}

/// Rounds of a search: bisection through all exponents, and then all digits, ends within them.
const MOST: usize = 200;

/// A step after which none follows. The error that it leaves is its square, or its cube over the distance to the bottom.
const CLOSE: f64 = 1e-8;

/// A guess if it is within bounds, or else their middle, by exponents where they differ much.
fn inside(low: f64, high: f64, guess: f64) -> f64 {
    if guess > low && guess < high {
        guess
    } else if high == f64::INFINITY {
        8.0 * low
    } else if low == 0.0 {
        0.125 * high
    } else {
        ComplexField::sqrt(low) * ComplexField::sqrt(high)
    }
}
