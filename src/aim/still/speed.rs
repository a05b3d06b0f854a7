//! Hits at a given speed and at the least speed, by bracketed searches that never fail.

use nalgebra::ComplexField;

use super::super::drag_model::LaunchCoefficients;
use super::super::straight::Straight;
use super::profile::{Fit, Profile, ProfilePoint, Side, SpeedSquared};

/// A time of flight \[s\], and the coefficients of the launch that hits then.
pub(in super::super) type Hit = (f64, LaunchCoefficients);

impl Profile {
    /// The hit at the least speed.
    ///
    /// There `v₀ · v(t) = 0`: launch and arrival are at right angles. Without a constant acceleration there is none: the
    /// error is the limit of speeds.
    pub(in super::super) fn least_speed(&self) -> Result<Hit, f64> {
        if self.constant == 0.0 {
            let time = self.straight().least_speed();
            return time.map(|time| (time, self.model.reach(time)));
        }
        if self.model.is_free() {
            let time = ComplexField::sqrt(2.0 * self.distance / self.constant);
            return Ok((time, self.model.reach(time)));
        }
        Ok(self.bottom())
    }

    /// The direct and the lofted hit at this speed.
    ///
    /// A speed below the least by no more than a relative `tolerance` counts as the least; otherwise the error is the least.
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

    /// For a straight flight: without a constant acceleration.
    fn straight(&self) -> Straight {
        Straight {
            model: self.model,
            distance: self.distance,
            closing: 0.0,
            across: 0.0,
        }
    }

    /// Without drag: `C²/4 T² - (s² - C y) T + |r|² = 0` for `T = t²`, without cancellation near a free fall.
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
        // the discriminant as (s² - s₀²)(s² - s₀² + 2 C|r|), with the least speed s₀² = C (|r| + y)
        let beyond = ((speed - least) * (speed + least)).max(0.0);
        // T = (σ + √(σ² - C²|r|²)) 2/C² for σ = s² - C y: the late root; both have the product (2|r|/C)²
        let root = ComplexField::sqrt(beyond) * ComplexField::sqrt(beyond + 2.0 * c * distance);
        let late = ComplexField::sqrt(0.5 * (beyond + c * distance + root));
        Ok([distance / late, 2.0 * late / c].map(|time| (time, self.model.reach(time))))
    }

    /// The minimum of f, from that of the parabola on.
    fn bottom(&self) -> Hit {
        let parabola = self.at(ComplexField::sqrt(2.0 * self.distance / self.constant));
        let bracket = [0.0, f64::INFINITY];
        self.search(parabola, bracket, Fit::least, |square| square.rate < 0.0)
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
        let root = |side, bracket| {
            let meets = |fit: &Fit| fit.meeting(target, side);
            self.search(bottom, bracket, meets, |square| {
                (square.value > target) == (side == Side::Falling)
            })
        };
        Ok([
            root(Side::Falling, [0.0, bottom.time]),
            root(Side::Rising, [bottom.time, f64::INFINITY]),
        ])
    }

    /// Searches a time in a bracket. The fit of f at each point proposes the next time, as a share of its own;
    /// `is_before` says whether a point is before the time searched for.
    fn search(
        &self,
        first: ProfilePoint,
        [mut low, mut high]: [f64; 2],
        propose: impl Fn(&Fit) -> f64,
        is_before: impl Fn(&SpeedSquared) -> bool,
    ) -> Hit {
        let mut point = first;
        for _ in 0..MOST_ROUNDS {
            let share = propose(&Fit::to(&point.square));
            if ComplexField::abs(share - 1.0) < CLOSE {
                return point.nudged(self.model, share);
            }
            if is_before(&point.square) {
                low = point.time;
            } else {
                high = point.time;
            }
            point = self.at(inside(low, high, point.time * share));
        }
        (point.time, point.reach)
    }
}

/// The most rounds of a search: bisection through all exponents and then all digits needs fewer.
const MOST_ROUNDS: usize = 200;

/// The search ends after a relative step this small: it leaves an error of its square, or of its cube over the distance
/// to the bottom.
const CLOSE: f64 = 1e-8;

/// The guess if it is within the bounds, else their geometric mean; a factor of 8 from an end where the other is 0 or ∞.
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
