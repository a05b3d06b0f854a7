//! The time at which two round bodies touch.

use core::ops::Range;

use nalgebra::{RealField, SVector};

use super::pair_straight::straight_touch;
use crate::ballistics::{
    LawFlight, RelativeFlight, SpanError, Trajectory, fastest_rate, step_without_root,
};
use crate::numbers::{from_f64, is_finite, to_f64};

/// The first time within a span at which the centres of two flights are at most `distance` \[m\] apart and approach each other.
/// Both flights count time from the same launch.
///
/// | at the start | counts as |
/// |---|---|
/// | nearer than `distance`, or at it to rounding, and approaching | a touch at once |
/// | at it to rounding, not moving along the line of centres, and pulled together | a touch at once |
/// | nearer, or at it to rounding, and separating | none, until they approach again |
///
/// Rounding is 4 ε of the sum of `distance` and the coordinates. A start at rest that is pulled together has no speed to reverse:
/// it is for the caller to let such bodies rest on each other.
///
/// Flights whose laws differ at most in their constant part and ramp move relative to each other as one flight. If that flight
/// is straight, which drag may slow, the time is the root of a quadratic equation, rounded about once for the numbers given.
/// Otherwise steps that provably keep the bodies apart converge quadratically to the touch: none is missed that is deeper than
/// rounding. The result does not depend on the end of the span, except that a touch at the end or later is none.
///
/// # Errors
/// If the span does not start at a finite time, or is empty; if a flight or the distance is not finite; if the search takes more
/// than 10,000 steps.
pub(super) fn first_touch<T: RealField + Copy, const D: usize>(
    flight_a: &LawFlight<T, D>,
    flight_b: &LawFlight<T, D>,
    distance: T,
    span: Range<T>,
) -> Result<Option<T>, SpanError<T>> {
    let (from, to) = (span.start, span.end);
    if !(from.is_finite() && from < to) {
        return Err(SpanError::Span { from, to });
    }
    if !distance.is_finite() {
        return Err(SpanError::NotFinite);
    }
    let pair = Pair::new(flight_a.widened(), flight_b.widened(), to_f64(distance));
    let time = pair.first_touch((to_f64(from), to_f64(to)), to_f64(T::default_epsilon()));
    let time = time.map_err(|stop| match stop {
        Stop::NotFinite => SpanError::NotFinite,
        Stop::Unfinished(time) => SpanError::Unfinished {
            steps: MOST_STEPS,
            time: from_f64(time),
        },
    })?;
    Ok(time.map(|time| from_f64::<T>(time).clamp(from, to)))
}

/// Most steps of a search.
const MOST_STEPS: usize = 10_000;

/// Why a search ends without an answer.
enum Stop {
    NotFinite,
    /// The time reached \[s\].
    Unfinished(f64),
}

/// Two flights, and the distance at which they touch.
struct Pair<const D: usize> {
    motion: Relative<D>,
    /// \[m\]
    distance: f64,
    /// The sums of the sizes of positions \[m\] and velocities \[m/s\] at launch.
    sizes: [f64; 2],
    /// The longest first step \[s\]: the time scale of the laws, or a second if they have none.
    first: f64,
}

/// The motion of one flight relative to another.
enum Relative<const D: usize> {
    /// Straight, and slowed by drag alone.
    Straight([LawFlight<f64, D>; 2]),
    /// Under one law.
    One(LawFlight<f64, D>),
    /// Under two laws.
    Two([LawFlight<f64, D>; 2]),
}

/// The distance between two bodies at a time.
struct Gap<const D: usize> {
    time: f64,
    /// Between the surfaces, negative where the bodies overlap \[m\].
    size: f64,
    /// The rate at which it grows \[m/s\].
    rate: f64,
    /// Rounding error of its size \[m\].
    rounding: f64,
    /// Relative position \[m\] and velocity \[m/s\].
    state: (SVector<f64, D>, SVector<f64, D>),
}

impl<const D: usize> Pair<D> {
    fn new(a: LawFlight<f64, D>, b: LawFlight<f64, D>, distance: f64) -> Self {
        let ((x_a, v_a), (x_b, v_b)) = (a.initial(), b.initial());
        let fastest = fastest_rate(&a.law()).max(fastest_rate(&b.law()));
        let motion = match RelativeFlight::new(a, b) {
            RelativeFlight::One(difference) if difference.law().is_damping_only() => {
                Relative::Straight([a, b])
            }
            RelativeFlight::One(difference) => Relative::One(difference),
            RelativeFlight::Two(flights) => Relative::Two(flights),
        };
        Self {
            motion,
            distance,
            sizes: [x_a.norm() + x_b.norm(), v_a.norm() + v_b.norm()],
            first: if fastest > 0.0 { 1.0 / fastest } else { 1.0 },
        }
    }

    /// The first touch within a span \[s\], for states whose numbers have a relative rounding error of `epsilon`.
    fn first_touch(&self, (from, to): (f64, f64), epsilon: f64) -> Result<Option<f64>, Stop> {
        let mut now = self.gap(from)?;
        if self.touches_at_start(&now, epsilon) {
            return Ok(Some(from));
        }
        let before_end = |time: f64| (time < to).then_some(time.max(from));
        if let Relative::Straight([a, b]) = &self.motion {
            // straight flights approach once
            if now.size <= 0.0 || now.rate >= 0.0 {
                return Ok(None);
            }
            let time = straight_touch(a, b, self.distance);
            if time.is_some_and(f64::is_nan) {
                return Err(Stop::NotFinite);
            }
            return Ok(time.and_then(before_end));
        }
        for _ in 0..MOST_STEPS {
            let step = self.step_apart(&now, now.time - from)?;
            let time = (now.time + step).max(next_time(now.time));
            if now.time >= to || time == f64::INFINITY {
                return Ok(None);
            }
            let next = self.gap(time)?;
            if next.size <= next.rounding && next.rate < 0.0 {
                return Ok(before_end(touch_near(&next, time - now.time)));
            }
            now = next;
        }
        Err(Stop::Unfinished(now.time))
    }

    fn touches_at_start(&self, start: &Gap<D>, epsilon: f64) -> bool {
        let rounding = start
            .rounding
            .max(4.0 * epsilon * (self.distance + self.sizes[0]));
        if start.size > rounding || start.rate > 0.0 {
            return false;
        }
        let (position, velocity) = &start.state;
        // r r'' = v² + r · a without r'
        let bend = velocity.norm_squared() + position.dot(&self.acceleration(start.time));
        start.rate < 0.0 || bend < 0.0
    }

    /// The gap at a time.
    fn gap(&self, time: f64) -> Result<Gap<D>, Stop> {
        let state = match &self.motion {
            Relative::One(flight) => {
                let at = flight.at(time);
                (at.position, at.velocity)
            }
            Relative::Straight([a, b]) | Relative::Two([a, b]) => {
                let (a, b) = (a.at(time), b.at(time));
                (a.position - b.position, a.velocity - b.velocity)
            }
        };
        let (position, velocity) = &state;
        let (length, speed) = (position.norm(), velocity.norm());
        let rate = if length > 0.0 {
            position.dot(velocity) / length
        } else {
            speed
        };
        let moved = (self.sizes[1] + speed) * time.abs();
        let rounding = 4.0 * f64::EPSILON * (self.distance + self.sizes[0] + length + moved);
        if !(rounding.is_finite() && rate.is_finite()) {
            return Err(Stop::NotFinite);
        }
        Ok(Gap {
            time,
            size: length - self.distance,
            rate,
            rounding,
            state,
        })
    }

    /// A time in which the bodies certainly do not come nearer than rounding; infinite if they never do.
    ///
    /// The distance r of a path from a point bends down no faster than the path accelerates, `r'' ≥ -A`. So the gap stays
    /// above `g + g' h - A h²/2`, whose root is Newton's step with less: near a touch the steps converge quadratically, from
    /// before. A gap that is negative, or rounding, counts as none.
    fn step_apart(&self, now: &Gap<D>, elapsed: f64) -> Result<f64, Stop> {
        let pull = self.acceleration(now.time);
        if !is_finite(&pull) {
            return Err(Stop::NotFinite);
        }
        let size = now.size.max(0.0) + now.rounding;
        let step_under = |pull: f64| step_without_root(size, -now.rate, pull);
        // the interval for which A is computed: twice what the present acceleration allows
        let mut ahead = (2.0 * step_under(pull.norm())).min(elapsed.max(self.first));
        let mut best = 0.0_f64;
        for _ in 0..MOST_BOUNDS {
            let step = step_under(self.acceleration_bound(now.time, now.time + ahead, &pull));
            if step >= ahead {
                return Ok(best.max(ahead));
            }
            best = best.max(step);
            // A is much larger than the present acceleration: compute it for a shorter interval
            if best > 0.2 * ahead {
                break;
            }
            ahead = (4.0 * step).max(0.1 * ahead);
        }
        Ok(best)
    }

    /// Relative acceleration \[m/s²\].
    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        match &self.motion {
            Relative::One(flight) => flight.acceleration(time),
            Relative::Straight([a, b]) | Relative::Two([a, b]) => {
                a.acceleration(time) - b.acceleration(time)
            }
        }
    }

    /// A bound on the relative acceleration between two times, from that at the first \[m/s²\].
    fn acceleration_bound(&self, from: f64, to: f64, first: &SVector<f64, D>) -> f64 {
        match &self.motion {
            Relative::One(flight) => flight.acceleration_bound(from, to),
            Relative::Straight([a, b]) | Relative::Two([a, b]) => {
                let sum = a.acceleration_bound(from, to) + b.acceleration_bound(from, to);
                let jerk = |flight: &LawFlight<f64, D>| flight.jerk_bound(from, to);
                let jerks = jerk(a).zip(jerk(b)).map(|(a, b)| a + b);
                // equal parts of the two accelerations cancel in the first
                jerks.map_or(sum, |jerk| sum.min(first.norm() + jerk * (to - from)))
            }
        }
    }
}

/// Most bounds on the acceleration for one step.
const MOST_BOUNDS: usize = 40;

/// The time of a touch that was found within rounding, to either side of it by at most a step: Newton's last. Bodies that
/// overlapped throughout approach now.
fn touch_near<const D: usize>(found: &Gap<D>, step: f64) -> f64 {
    if found.size < -4.0 * found.rounding {
        return found.time;
    }
    found.time + (found.size / -found.rate).clamp(-step, step)
}

/// A time after `time` by its rounding.
fn next_time(time: f64) -> f64 {
    time + time.abs() * f64::EPSILON
}
