//! Hits at a given speed, and at the least.

use nalgebra::ComplexField;

use super::super::model::Model;
use super::profile::{Fit, Profile, Square};

/// Why no hit has a speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) enum NoSpeed {
    /// It takes this much \[m/s\].
    Least(f64),
    /// Any more than this does \[m/s\].
    Above(f64),
}

/// A time, and what is there.
type Moment = (f64, Square);

impl Profile {
    /// The time at which the least speed hits \[s\].
    ///
    /// There `v₀ · v(t) = 0`: launch and arrival are at right angles. Without a constant acceleration there is none.
    pub(in super::super) fn least_speed(&self) -> Result<f64, NoSpeed> {
        if self.constant == 0.0 {
            return Err(NoSpeed::Above(self.distance / self.model.longest()));
        }
        let distance = self.distance;
        if self.model.is_free() {
            return Ok(ComplexField::sqrt(2.0 * distance / self.constant));
        }
        let first = self.near_bottom(distance);
        Ok(self.bottom((first, self.at(first))))
    }

    /// The times at which this speed hits, on the direct and on the lofted arc \[s\].
    ///
    /// A speed that falls short by no more than `grain`, relatively, counts as the least.
    #[inline]
    pub(in super::super) fn at_speed(&self, speed: f64, grain: f64) -> Result<[f64; 2], NoSpeed> {
        if self.constant == 0.0 {
            return self.straight(speed);
        }
        let distance = self.distance;
        if self.model.is_free() {
            return self.parabola(speed, grain, distance);
        }
        let first = self.near_bottom(distance);
        let (moment, square) = ((first, self.at(first)), speed * speed);
        if let [Some(direct), Some(lofted)] =
            [Side::Falling, Side::Rising].map(|side| self.quick_root(moment, square, side))
        {
            return Ok([direct, lofted]);
        }
        self.bracketed(moment, speed, grain)
    }

    /// Nothing bends the path: `S = |r|/s`.
    #[cold]
    fn straight(&self, speed: f64) -> Result<[f64; 2], NoSpeed> {
        let glide = self.distance / speed;
        let time = self.model.time_of(glide);
        if glide < self.model.longest() && time < f64::INFINITY {
            Ok([time; 2])
        } else {
            Err(NoSpeed::Above(self.distance / self.model.longest()))
        }
    }

    /// `C²/4 T² - (s² - C y) T + |r|² = 0` for `T = t²`.
    #[inline]
    fn parabola(&self, speed: f64, grain: f64, distance: f64) -> Result<[f64; 2], NoSpeed> {
        let (c, y) = (self.constant, self.y);
        let half = 0.5 * c;
        // |r| + y, without cancellation below
        let above = if y < 0.0 {
            self.x * self.x / (distance - y)
        } else {
            distance + y
        };
        let least_square = c * above;
        let beyond = speed * speed - least_square;
        let root = ComplexField::sqrt(beyond.max(0.0) * (beyond + 2.0 * c * distance));
        if beyond < 0.0 && speed < ComplexField::sqrt(least_square) * (1.0 - grain) {
            return Err(NoSpeed::Least(ComplexField::sqrt(least_square)));
        }
        let sum = 0.5 * (beyond.max(0.0) + c * distance + root);
        let late = ComplexField::sqrt(sum);
        Ok([distance / late, late / half])
    }

    /// About where f is least: the parabola's time, with the first effect of drag.
    fn near_bottom(&self, distance: f64) -> f64 {
        let parabola = ComplexField::sqrt(2.0 * distance / self.constant);
        let sine = self.y / distance;
        match self.model {
            Model::Linear(rate) => {
                let shift = rate * parabola * sine / 6.0;
                if shift > 0.0 {
                    parabola / (1.0 + shift)
                } else {
                    parabola * (1.0 - shift)
                }
            }
            Model::Rational(rate) => parabola * (1.0 + 0.25 * rate * parabola * (1.0 - sine)),
        }
    }

    /// The minimum of f.
    fn bottom(&self, first: Moment) -> f64 {
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let (mut time, mut square) = first;
        for _ in 0..MOST {
            if square.rate < 0.0 {
                low = time;
            } else {
                high = time;
            }
            let share = ComplexField::sqrt(Fit::to(&square).least());
            if ComplexField::abs(share - 1.0) < 1e-8 {
                return time * share;
            }
            time = inside(low, high, time * share);
            square = self.at(time);
        }
        time
    }

    /// The root on one side of the bottom, by the fits alone: in strong drag they may lose their way.
    #[inline]
    fn quick_root(&self, first: Moment, target: f64, side: Side) -> Option<f64> {
        let (mut time, mut square) = first;
        for _ in 0..QUICK {
            let share = ComplexField::sqrt(Fit::to(&square).meeting(target, side));
            let off = ComplexField::abs(share - 1.0);
            time *= share;
            // their error falls with its cube
            if off < 2e-6 {
                return (side.is_at(&square) && time > 0.0).then_some(time);
            }
            if off.is_nan() {
                return None;
            }
            square = self.at(time);
        }
        None
    }

    /// The same for certain: first the bottom, then the root on each side of it.
    #[cold]
    fn bracketed(&self, first: Moment, speed: f64, grain: f64) -> Result<[f64; 2], NoSpeed> {
        let bottom = self.bottom(first);
        let square = self.at(bottom);
        let least = ComplexField::sqrt(square.value);
        if speed < least * (1.0 - grain) {
            return Err(NoSpeed::Least(least));
        }
        if speed <= least {
            return Ok([bottom; 2]);
        }
        Ok([Side::Falling, Side::Rising]
            .map(|side| self.root_beside((bottom, square), speed * speed, side)))
    }

    /// The root of f on one side of the bottom, within brackets.
    fn root_beside(&self, bottom: Moment, target: f64, side: Side) -> f64 {
        let (mut low, mut high) = match side {
            Side::Falling => (0.0, bottom.0),
            Side::Rising => (bottom.0, f64::INFINITY),
        };
        let (mut time, mut square) = bottom;
        for _ in 0..MOST {
            let share = ComplexField::sqrt(Fit::to(&square).meeting(target, side));
            if ComplexField::abs(share - 1.0) < 1e-6 {
                return time * share;
            }
            time = inside(low, high, time * share);
            square = self.at(time);
            if (square.value > target) == (side == Side::Falling) {
                low = time;
            } else {
                high = time;
            }
        }
        time
    }
}

/// Rounds of a search: bisection through all exponents, and then all digits, ends within them.
const MOST: usize = 200;

/// Rounds of the fits alone.
const QUICK: usize = 8;

/// A side of the least speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Earlier: the direct arc.
    Falling,
    /// Later: the lofted arc.
    Rising,
}

impl Side {
    fn is_at(self, square: &Square) -> bool {
        match self {
            Self::Falling => square.rate <= 0.0,
            Self::Rising => square.rate >= 0.0,
        }
    }
}

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
