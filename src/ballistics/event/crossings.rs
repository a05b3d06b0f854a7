//! All crossings of a plane, in order.

use nalgebra::RealField;

use super::super::trajectory::Trajectory;
use super::{Crossing, Event, Height, root_between};
use crate::space::narrow;

/// The crossings of a plane by a flight, in order: [`Trajectory::crossings`].
#[derive(Debug, Clone)]
pub struct Crossings<'a, F: Trajectory<T, D>, T: RealField + Copy, const D: usize> {
    pub(crate) flight: &'a F,
    pub(crate) times: CrossingTimes<F::Height>,
}

impl<F: Trajectory<T, D>, T: RealField + Copy, const D: usize> Iterator for Crossings<'_, F, T, D> {
    type Item = Event<T, D>;

    fn next(&mut self) -> Option<Event<T, D>> {
        let time = self.times.next()?;
        Some(self.flight.at(narrow(time)))
    }
}

/// The times at which a height changes its sign, in order.
///
/// An arc between two turns is crossed exactly if its ends lie on different sides: none is missed
/// and none is invented. A flight that only touches the plane does not cross it, nor does one
/// that starts on it, to rounding. After 10,000 arcs in a row that do not reach the plane no more are looked at.
#[derive(Debug, Clone)]
pub(crate) struct CrossingTimes<H> {
    height: H,
    which: Crossing,
    /// Start of the arc to be looked at.
    time: f64,
    end: f64,
    /// The side at its start: 1 above, -1 below, 0 where it started on the plane.
    side: f64,
}

impl<H: Height> CrossingTimes<H> {
    /// Those after `from`, where nothing is crossed, and before `end`. What is no further than `grain` from the plane
    /// starts on it.
    pub(crate) fn new(height: H, which: Crossing, from: f64, end: f64, grain: f64) -> Self {
        let start = height.at(from).0;
        let side = if start.abs() <= grain {
            0.0
        } else {
            side(start)
        };
        Self {
            height,
            which,
            time: from,
            end,
            side,
        }
    }
}

impl<H: Height> Iterator for CrossingTimes<H> {
    /// \[s\]
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        for _ in 0..MOST {
            if self.time >= self.end {
                return None;
            }
            let from = self.height.no_crossing_before(self.time);
            if from >= self.end {
                self.time = self.end;
                return None;
            }
            let turn = self.height.next_turn(from).unwrap_or(f64::INFINITY);
            let to = if turn < self.end { turn } else { self.end };
            self.time = to;
            let after = side(if to == f64::INFINITY {
                self.height.limit()
            } else {
                self.height.at(to).0
            });
            let before = self.side;
            if after != 0.0 {
                self.side = after;
            }
            let crossed = before * after < 0.0;
            let ascending = after > 0.0;
            if crossed && self.which.includes(ascending) {
                let guess = self.height.guess(from, to);
                return Some(root_between(
                    |t| self.height.at(t),
                    (from, to),
                    ascending,
                    guess,
                ));
            }
        }
        None
    }
}

/// How many arcs may fail to cross, one after the other.
const MOST: usize = 10_000;

/// The sign of a height; 0 on the plane, and where there is no number.
fn side(height: f64) -> f64 {
    if height > 0.0 {
        1.0
    } else if height < 0.0 {
        -1.0
    } else {
        0.0
    }
}
