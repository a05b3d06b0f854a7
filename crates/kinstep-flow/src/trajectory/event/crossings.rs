//! All crossings of a plane, in order.

use core::ops::Range;

use super::super::trajectory::Trajectory;
use super::{Crossing, Event, Height, Plane};
use crate::search::{root_between, sign};

/// Crossings of a plane by a flight, in order: [`Trajectory::crossings`]. Their positions are projected onto the plane to remove rounding
/// errors.
/// The iterator ends after 10,000 consecutive arcs that do not reach the plane. Under gyration it ends after 64,000 radians without an
/// extremum of the height, and, if the time interval has no end and more acts than gyration, constant forces and drag, 100 radians after
/// launch.
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

/// Times at which a height changes its sign, in order.
///
/// The flight is divided into arcs at the extrema of its height. An arc is monotone, so it crosses the plane exactly if its ends lie on
/// different sides: no crossing is missed and none is spurious. A flight that only touches the plane does not cross it, nor does a flight
/// that starts on the plane, to rounding. The search ends after 10,000 consecutive arcs that do not reach the plane.
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
    /// Crossing times of a flight in a time interval. A flight that starts on the plane, to rounding, does not cross it there.
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

    /// Crossing times after `from` and before `end`. A start within `tolerance` of the plane counts as on the plane.
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
                // `start` holds height and rate at `from` only if nothing was skipped
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

/// Largest number of consecutive arcs without a crossing.
const MAX_MISSED_ARCS: usize = 10_000;
