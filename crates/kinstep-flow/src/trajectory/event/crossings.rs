//! All crossings of a plane, in order of time.

use super::super::trajectory::Trajectory;
use super::{Crossing, Event, Plane};
use crate::search::{root_between, sign};
use core::ops::Range;

/// Crossings of a plane by a flight, in order of time: [`Trajectory::crossings`]. The positions of
/// the crossings are projected onto the plane to remove rounding errors. The iterator ends after
/// 10,000 consecutive arcs that do not reach the plane. With gyration, the iterator also ends after
/// 64,000 radians without an extremum of the height. If, in addition, the time interval has no end
/// and laws other than gyration, constant forces and drag act, it ends 100 radians after launch.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Crossing, Plane, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let bar = Plane::new([0.0, 1.0], 3.0);
/// let times: Vec<f64> =
///     flight.crossings(&bar, Crossing::Any, 0.0..10.0)?.map(|event| event.time).collect();
/// assert_eq!(times.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Crossings<'a, F: Trajectory<D>, const D: usize> {
    pub(crate) flight: &'a F,
    pub(crate) plane: Plane<f64, D>,
    pub(crate) times: CrossingTimes<F::Height>,
}

impl<F: Trajectory<D>, const D: usize> Iterator for Crossings<'_, F, D> {
    type Item = Event<D>;

    fn next(&mut self) -> Option<Event<D>> {
        self.flight.on_plane(&self.plane, self.times.next()?)
    }
}

/// Times at which a height changes its sign, in ascending order.
///
/// The extrema of the height divide the flight into arcs. The height is monotone in each arc. So an
/// arc crosses the plane if and only if its ends are on different sides of the plane: every
/// crossing is found, and none is spurious. A flight that only touches the plane, or that starts on
/// the plane to rounding, does not cross it there. The search ends after 10,000 consecutive arcs
/// that do not reach the plane.
#[derive(Debug, Clone)]
pub struct CrossingTimes<H> {
    height: H,
    which: Crossing,
    /// Start of the next arc \[s\].
    time: f64,
    /// Height \[m\] and its rate \[m/s\] at the start of the next arc.
    start: (f64, f64),
    end: f64,
    /// Side at the start of the next arc: 1 above, -1 below, 0 on the plane.
    side: f64,
}

impl<H: Height> CrossingTimes<H> {
    /// Returns the crossing times of a flight in a time interval. If the flight starts on the
    /// plane, to rounding, the start is not a crossing.
    #[inline]
    pub(crate) fn of<F, const D: usize>(
        flight: &F,
        plane: &Plane<f64, D>,
        which: Crossing,
        span: Range<f64>,
    ) -> Self
    where
        F: Trajectory<D, Height = H>,
    {
        let tolerance = flight.tolerance(plane, span.start);
        Self::new(
            flight.height_over(plane),
            which,
            span.start,
            span.end,
            tolerance,
        )
    }

    /// Returns the crossing times after `from` and before `end`. If the start is within `tolerance`
    /// of the plane, it counts as on the plane.
    #[inline]
    #[doc(hidden)]
    pub fn new(height: H, which: Crossing, from: f64, end: f64, tolerance: f64) -> Self {
        let start = height.at(from);
        let side = if start.0.abs() <= tolerance {
            0.0
        } else {
            sign(start.0)
        };
        Self {
            height,
            which,
            time: from,
            start,
            end,
            side,
        }
    }
}

impl<H: Height> Iterator for CrossingTimes<H> {
    /// Time after launch \[s\].
    type Item = f64;

    #[inline]
    fn next(&mut self) -> Option<f64> {
        for _ in 0..MAX_MISSED_ARCS {
            if self.time >= self.end {
                return None;
            }
            let from = self.height.no_crossing_before(self.time);
            if from >= self.end {
                self.time = self.end;
                return None;
            }
            // the arc ends at the next extremum, or at the end of the interval
            let turn = (self.height.next_turn(from, self.end)).unwrap_or(f64::INFINITY);
            let to = if turn < self.end { turn } else { self.end };
            let start = self.start;
            self.start = if to == f64::INFINITY {
                (self.height.limit(), 0.0)
            } else if to == turn {
                (self.height.at_turn(to), 0.0)
            } else {
                self.height.at(to)
            };
            let skipped = from > core::mem::replace(&mut self.time, to);
            let (before, after) = (self.side, sign(self.start.0));
            if after != 0.0 {
                self.side = after;
            }
            let ascending = after > 0.0;
            if before * after < 0.0 && self.which.includes(ascending) {
                // `start` contains the height and its rate at `from` only if no time was skipped
                let guess = if skipped {
                    None
                } else {
                    self.height.guess(from, start)
                };
                let function = |time| self.height.at(time);
                let guess = guess.unwrap_or(f64::NAN);
                return Some(root_between(function, (from, to), ascending, guess));
            }
        }
        None
    }
}

/// Maximum number of consecutive arcs without a crossing.
const MAX_MISSED_ARCS: usize = 10_000;

// The height of a flight above a plane, as a function of time.

/// The height of a flight above a plane, as a function of time.
///
/// The searches for events use only these methods. The extrema divide a flight into monotone arcs,
/// and an arc crosses the plane if and only if its ends are on different sides. Times, heights and
/// rates are `f64`.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Height, Plane, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let height = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// assert_eq!(height.at(0.0), (1.5, 8.0)); // m, m/s
/// assert!((height.next_turn(0.0, 5.0).unwrap() - 8.0 / 9.81).abs() < 1e-15);
/// ```
pub trait Height {
    /// Returns the height \[m\] and its rate of change \[m/s\].
    #[must_use]
    fn at(&self, time: f64) -> (f64, f64);

    /// Returns the time of the first extremum of the height after `after` and before `end` \[s\],
    /// if there is one. `end` may be infinite.
    #[must_use]
    fn next_turn(&self, after: f64, end: f64) -> Option<f64>;

    /// Returns the height \[m\] at an extremum, whose `time` is a result of
    /// [`next_turn`](Self::next_turn).
    #[must_use]
    fn at_turn(&self, time: f64) -> f64 {
        self.at(time).0
    }

    /// Returns the limit of the height for long times: a finite number or an infinity. The method
    /// is called only if no further extremum follows.
    #[must_use]
    fn limit(&self) -> f64;

    /// Returns an estimate of the first crossing after `from`, if a crossing follows. `start`
    /// contains the height and its rate at `from`. The estimate need not be accurate.
    #[must_use]
    fn guess(&self, from: f64, start: (f64, f64)) -> Option<f64> {
        let _ = (from, start);
        None
    }

    /// Returns a time, not before `after`, before which the height certainly does not cross the
    /// plane. The time is infinite if no crossing follows. With this time, a search skips the
    /// periods of an oscillation that do not reach the plane.
    #[must_use]
    fn no_crossing_before(&self, after: f64) -> f64 {
        after
    }
}

/// Returns the time of the first maximum of a height after `after` and before `end`.
pub fn first_maximum(height: &impl Height, after: f64, end: f64) -> Option<f64> {
    let turn = height.next_turn(after, end)?;
    // maxima and minima alternate: if the rate before the first extremum is positive, the extremum
    // is a maximum
    if height.at(0.5 * after + 0.5 * turn).1 > 0.0 {
        Some(turn)
    } else {
        height.next_turn(turn, end)
    }
}

/// Returns the limit of a height: the infinity with the sign of the first drive that is not zero,
/// or `end` if both drives are zero.
#[must_use]
pub fn driven_limit(drives: [f64; 2], end: f64) -> f64 {
    (drives.iter().find(|drive| **drive != 0.0)).map_or(end, |drive| drive * f64::INFINITY)
}
