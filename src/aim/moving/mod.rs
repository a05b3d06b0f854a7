//! Targets that move: all hits, by interval arithmetic that proves where there are none.

mod condition;
mod earliest;
mod hit_kinematics;
mod interval;
mod jet;
mod lined_up;
mod monotone;
mod passing;
mod search;
mod span;
mod time_to_height;
mod weighted_sum;

pub(super) use condition::Condition;
pub(super) use earliest::Earliest;
pub(super) use monotone::surge;

use nalgebra::{ComplexField, SVector};

use super::problem::AimProblem;
use super::times::Times;
pub(super) use interval::Interval;
pub(super) use jet::{Jet, Quantity};
pub(super) use monotone::MonotoneFunction;
pub(super) use search::{Curve, RootSearch};
pub(super) use time_to_height::TimeToHeight;

use condition::HitCurve;
use lined_up::Stage;

impl<const D: usize> AimProblem<D> {
    /// All times at which a hit meets a condition, the earliest first. If the search is given up, the number of its steps.
    pub(super) fn times(&self, condition: &Condition<D>) -> Result<Times, usize> {
        match condition {
            Condition::Through(point) => self.passing_times(point),
            Condition::Speed(speed, tolerance) => {
                // where terms cancel for long no search in the first form is certain: the form for late hits takes over
                let span = span::of(self, condition);
                let late = Condition::LateSpeed(*speed, *tolerance);
                self.search(condition, span)
                    .or_else(|_| self.search(&late, span))
            }
            _ => self.search(condition, span::of(self, condition)),
        }
    }

    /// All times of a span at which a condition holds. If the search is given up, the number of its steps.
    fn search(&self, condition: &Condition<D>, span: Interval) -> Result<Times, usize> {
        let problem = self;
        RootSearch::new(&HitCurve { condition, problem }, span).run()
    }

    /// The times at which a speed \[m/s\] may come closest: turns of the distance.
    ///
    /// If the distance hardly changes for long, as where shooter and target move alike, no search is certain; then `miss`
    /// is sampled.
    pub(super) fn closest_times(&self, speed: f64, miss: impl Fn(f64) -> f64) -> Times {
        let condition = Condition::Closest(speed);
        (self.times(&condition))
            .unwrap_or_else(|_| Times::sorted([least_of(span::of(self, &condition), miss)]))
    }

    /// The times of flights through a point, searched in the spans in which it is between launch and target.
    fn passing_times(&self, point: &SVector<f64, D>) -> Result<Times, usize> {
        let condition = Condition::Through(*point);
        let span = span::of(self, &condition);
        let mut ends = Times::none();
        for share in [0.0, 1.0] {
            let reached = self.search(&Condition::Beside(*point, share), span)?;
            ends = Times::sorted(ends.iter().chain(reached.iter()));
        }
        let mut found = Times::none();
        let mut low = span.low;
        for high in ends.iter().chain([span.high]) {
            let middle = search::middle(Interval::new(low, high));
            let is_between = |share| Condition::Beside(*point, share).at(self, middle);
            if is_between(0.0) > 0.0 && is_between(1.0) < 0.0 {
                let between = Interval::new(low, high);
                let part = (self.search(&condition, between))
                    .or_else(|_| self.lined_up_times(point, between))?;
                found = Times::sorted(found.iter().chain(part.iter()));
            }
            low = high;
        }
        Ok(found)
    }

    /// The same in a span in which the leading terms of the condition cancel, in one form for times before that of drag and
    /// another for later ones.
    fn lined_up_times(&self, point: &SVector<f64, D>, span: Interval) -> Result<Times, usize> {
        let turn = (lined_up::EARLY * self.air.model.longest())
            .max(span.low)
            .min(span.high);
        let mut found = Times::none();
        for (stage, low, high) in [
            (Stage::Early, span.low, turn),
            (Stage::Late, turn, span.high),
        ] {
            if low < high {
                let condition = Condition::LinedUp(*point, stage);
                let part = self.search(&condition, Interval::new(low, high))?;
                found = Times::sorted(found.iter().chain(part.iter()));
            }
        }
        Ok(found)
    }
}

/// The time at which a function is least in a span: samples evenly spaced in the logarithm of time, then golden sections.
fn least_of(span: Interval, value: impl Fn(f64) -> f64) -> f64 {
    let share = ComplexField::ln(span.high / span.low) / f64::from(SAMPLES);
    let time = |sample: f64| span.low * ComplexField::exp(share * sample);
    let near = |sample: &u32| value(time(f64::from(*sample)));
    let best = (0..=SAMPLES).min_by(|a, b| near(a).total_cmp(&near(b)));
    let best = f64::from(best.unwrap_or(0));
    let (mut low, mut high) = (time(best - 1.0), time(best + 1.0));
    for _ in 0..SECTIONS {
        let inner = GOLDEN * (high - low);
        if value(high - inner) < value(low + inner) {
            high = low + inner;
        } else {
            low = high - inner;
        }
    }
    0.5 * (low + high)
}

/// How many intervals between samples.
const SAMPLES: u32 = 1024;

/// How many golden sections: they leave 4e-14 of the interval, less than rounding resolves at a flat bottom.
const SECTIONS: usize = 64;

/// `(√5 - 1)/2`
const GOLDEN: f64 = 0.618_033_988_749_894_9;

#[cfg(test)]
mod tests;
