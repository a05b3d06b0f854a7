//! The height of a flight under quadratic drag, with all its extrema.

use alloc::vec::Vec;

use super::path::{Path, Segment, TERMS};
use crate::search::{Curve, Look, roots};
use crate::trajectory::Height;

/// The height of a [`QuadraticFlight`](super::QuadraticFlight) over a plane.
///
/// The rate of the height is a polynomial on each segment. All times at which the rate changes its sign are found from
/// bounds of its derivative, except where the rate touches zero to within rounding. Extrema before launch are not included.
///
/// ```
/// use kinstep_flight::QuadraticAir;
/// use kinstep_flight::trajectory::{Height, Plane, Trajectory};
///
/// let flight = QuadraticAir::new([0.0, -9.81], 0.01).launch([0.0, 1.5], [12.0, 9.0]);
/// let over_ground = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// let top = over_ground.next_turn(0.0, 9.0).expect("it rises");
/// assert!(over_ground.at(top).0 > 5.0 && over_ground.next_turn(top, 9.0).is_none());
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
        let mut zeros = Vec::new();
        for segment in &path.segments {
            zeros.push(segment.start);
            let rate = Rate::of(segment);
            // a search that ends early has found all extrema except those within rounding of each other
            let _ = roots(&rate, 0.0, 1.0, |part| {
                zeros.push(segment.start + part * segment.duration);
                false
            });
        }
        zeros.push(path.rest_start);
        let in_tail = path.rest.turns().map(|turn| path.rest_start + turn);
        zeros.extend(
            in_tail
                .iter()
                .filter(|turn| **turn > path.rest_start && turn.is_finite()),
        );
        Self {
            turns: sign_changes(&path, &zeros),
            path,
        }
    }
}

/// The zeros at which the rate of the height changes its sign. Between two of them the rate has one sign.
fn sign_changes(path: &Path<1>, zeros: &[f64]) -> Vec<f64> {
    let mut turns = Vec::new();
    let mut before = 0.0;
    for (index, &zero) in zeros.iter().enumerate() {
        let next = zeros.get(index + 1).map_or(2.0 * zero + 1.0, |next| *next);
        let after = path.at(0.5 * (zero + next)).1.x;
        if before * after < 0.0 {
            turns.push(zero);
        }
        if after != 0.0 {
            before = after.signum();
        }
    }
    turns
}

/// The rate of the height on a segment, as a function of the elapsed share of its duration.
struct Rate([f64; TERMS]);

impl Rate {
    fn of(segment: &Segment<1>) -> Self {
        Self(core::array::from_fn(|k| {
            segment.position[k + 1].x * (k + 1) as f64
        }))
    }
}

impl Curve for Rate {
    fn at(&self, part: f64) -> (f64, f64) {
        // Horner's scheme for value and derivative
        (self.0.iter().rev()).fold((0.0, 0.0), |(value, slope), term| {
            (value * part + term, slope * part + value)
        })
    }

    fn look(&self, _from: f64, part: f64, to: f64) -> Look {
        let (value, rate) = self.at(part);
        // the sizes of all terms of the value and of both derivatives are greatest at the end
        let (mut terms, mut steep, mut bend) = (0.0, 0.0, 0.0);
        for term in self.0.iter().rev() {
            bend = bend * to + 2.0 * steep;
            steep = steep * to + terms;
            terms = terms * to + term.abs();
        }
        Look {
            value,
            rate,
            low: bend,
            high: bend,
            steep,
            terms,
        }
    }
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
