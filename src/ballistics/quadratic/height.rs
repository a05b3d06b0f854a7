//! The height of a flight under quadratic drag, with all its turns.

use alloc::vec::Vec;

use super::super::event::{Height, root_between};
use super::bernstein::{Bernstein, SignChange};
use super::path::{Path, Segment};
use super::series::DEGREE;

/// The height of a [`QuadraticFlight`](super::QuadraticFlight) over a plane.
///
/// Its rate is a polynomial on each segment, whose sign changes are isolated by Descartes' rule: none is missed and none is
/// spurious, except where the rate touches zero to within rounding. Turns before launch are not included.
///
/// ```
/// use kinstep::ballistics::{Height, Plane, QuadraticAir, Trajectory};
///
/// let flight = QuadraticAir::new([0.0, -9.81], 0.01).launch([0.0, 1.5], [12.0, 9.0]);
/// let over_ground = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// let top = over_ground.next_turn(0.0).expect("it rises");
/// assert!(over_ground.at(top).0 > 5.0 && over_ground.next_turn(top).is_none());
/// assert_eq!(over_ground.limit(), f64::NEG_INFINITY); // it falls for ever
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct QuadraticHeight {
    path: Path<1>,
    /// All times at which the rate changes its sign \[s\], in order.
    turns: Vec<f64>,
}

impl QuadraticHeight {
    pub(super) fn new(path: Path<1>) -> Self {
        let mut turns = Vec::new();
        let mut sign = None;
        for segment in &path.segments {
            let rate = rate_of(segment);
            for change in Bernstein::new(rate).sign_changes(&mut sign) {
                let tau = match change {
                    SignChange::At(tau) => tau,
                    SignChange::Between {
                        from,
                        to,
                        ascending,
                    } => root(&rate, from, to, ascending),
                };
                turns.push(segment.start + tau * segment.duration);
            }
        }
        // the rate may change its sign where the tail joins, and within the tail
        let start = path.rest_start;
        let rate = path.rest.at(0.0).1.x;
        if rate != 0.0 && sign.is_some_and(|before| before != (rate > 0.0)) {
            turns.push(start);
        }
        let tail_turns = path.rest.turns().into_iter();
        turns.extend(
            tail_turns
                .filter(|turn| *turn > 0.0 && *turn < f64::INFINITY)
                .map(|turn| start + turn),
        );
        Self { path, turns }
    }
}

/// The coefficients of the rate in powers of `(t - start) / duration`, times the duration.
fn rate_of(segment: &Segment<1>) -> [f64; DEGREE + 1] {
    core::array::from_fn(|k| segment.position[k + 1].x * (k + 1) as f64)
}

/// The only root of a polynomial between two arguments, at which its signs differ.
fn root(terms: &[f64], from: f64, to: f64, ascending: bool) -> f64 {
    // Horner's scheme for value and derivative
    let value_and_slope = |tau: f64| {
        (terms.iter().rev()).fold((0.0, 0.0), |(value, slope), term| {
            (value * tau + term, slope * tau + value)
        })
    };
    root_between(value_and_slope, (from, to), ascending, None)
}

impl Height for QuadraticHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let (height, rate) = self.path.at(time);
        (height.x, rate.x)
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let index = self.turns.partition_point(|turn| *turn <= after);
        self.turns.get(index).copied().filter(|turn| *turn < end)
    }

    fn limit(&self) -> f64 {
        self.path.rest.limit()
    }
}
