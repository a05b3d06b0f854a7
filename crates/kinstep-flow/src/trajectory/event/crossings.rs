//! All crossings of a plane, in order.

use core::ops::Range;

use super::super::trajectory::Trajectory;
use super::{Crossing, Event, Height, Plane};
use crate::search::{root_between, sign};

/// The crossings of a plane by a flight, in order: [`Trajectory::crossings`]. Their positions are projected onto the plane
/// to remove rounding errors.
///
/// The iterator ends after 10,000 consecutive arcs that do not reach the plane; under a law with gyration after 64,000 radians without
/// a turn; and, if the span has no end and more acts than gyration, constant forces and drag, 100 radians after launch.
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

/// The times at which a height changes its sign, in order.
///
/// The flight is cut into arcs at its turns. An arc is monotone, so it crosses the plane exactly if its ends lie on
/// different sides: no crossing is missed and none is spurious. A flight that only touches the plane does not cross it, nor
/// does one that starts on it, to rounding. The search ends after 10,000 consecutive arcs that do not reach the plane.
#[derive(Debug, Clone)]
pub struct CrossingTimes<H> {
    height: H,
    which: Crossing,
    /// Start of the next arc \[s\].
    time: f64,
    /// Height and rate there.
    start: (f64, f64),
    end: f64,
    /// The side at its start: 1 above, -1 below, 0 where it started on the plane.
    side: f64,
}

impl<H: Height> CrossingTimes<H> {
    /// The crossing times of a flight within a span. A flight that starts on the plane, to rounding, does not cross it there.
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

    /// The crossing times after `from` and before `end`. A start within `tolerance` of the plane counts as on it.
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
    /// \[s\]
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
            // the arc ends at the next turn, or at the end of the span
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

/// Most consecutive arcs without a crossing.
const MAX_MISSED_ARCS: usize = 10_000;
