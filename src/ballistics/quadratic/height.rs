//! The height of a flight over a plane, with all its turns.

use alloc::vec::Vec;

use super::super::event::{Height, root_between};
use super::bernstein::{Bernstein, Change};
use super::path::{Path, Segment};
use super::series::DEGREE;

/// The height of a [`QuadraticFlight`](super::QuadraticFlight) over a plane.
///
/// Its rate is a polynomial on each segment, whose changes of sign are isolated by Descartes' rule: none is missed
/// and none is invented, except where the rate only touches zero to within rounding. Turns before launch are not
/// looked for.
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
            for change in Bernstein::new(rate).changes(&mut sign) {
                let place = match change {
                    Change::At(place) => place,
                    Change::Between {
                        from,
                        to,
                        ascending,
                    } => root(&rate, from, to, ascending),
                };
                turns.push(segment.start + place * segment.duration);
            }
        }
        let start = path.rest_start;
        let rate = path.rest.velocity(0.0).x;
        if rate != 0.0 && sign.is_some_and(|before| before != (rate > 0.0)) {
            turns.push(start);
        }
        let rests = path.rest.turns().into_iter();
        turns.extend(
            rests
                .filter(|turn| *turn > 0.0 && *turn < f64::INFINITY)
                .map(|turn| start + turn),
        );
        Self { path, turns }
    }
}

/// The terms of the rate in powers of `(t - start) / duration`, times the duration.
fn rate_of(segment: &Segment<1>) -> [f64; DEGREE + 1] {
    core::array::from_fn(|k| segment.position[k + 1].x * (k + 1) as f64)
}

/// The only root of a polynomial between two places.
fn root(terms: &[f64], from: f64, to: f64, ascending: bool) -> f64 {
    let value_and_slope = |place: f64| {
        (terms.iter().rev()).fold((0.0, 0.0), |(value, slope), term| {
            (value * place + term, slope * place + value)
        })
    };
    root_between(value_and_slope, (from, to), ascending, None)
}

impl Height for QuadraticHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let (height, rate) = self.path.at(time);
        (height.x, rate.x)
    }

    fn next_turn(&self, after: f64) -> Option<f64> {
        let index = self.turns.partition_point(|turn| *turn <= after);
        self.turns.get(index).copied()
    }

    fn limit(&self) -> f64 {
        self.path.rest.limit()
    }
}
