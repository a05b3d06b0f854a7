//! Targets that move: all hits, by intervals that prove where there are none.

mod condition;
mod curve;
mod interval;
mod jet;
mod passing;
mod search;
mod span;
mod throw;

pub(super) use condition::Condition;
pub(super) use curve::surge;

use nalgebra::SVector;

use super::task::Task;
use super::times::Times;
use interval::Interval;
use search::Search;

impl<const D: usize> Task<D> {
    /// All times at which a hit meets a condition, the earliest first; or the number of steps after which the search was
    /// given up.
    pub(super) fn times(&self, condition: &Condition<D>) -> Result<Times, usize> {
        match condition {
            Condition::Through(point) => self.passing_times(point),
            _ => Search::new(condition, self).run(span::of(self, condition)),
        }
    }

    /// The times of flights through a point, in the spans in which it is between launch and target.
    fn passing_times(&self, point: &SVector<f64, D>) -> Result<Times, usize> {
        let condition = Condition::Through(*point);
        let span = span::of(self, &condition);
        let mut ends = Times::none();
        for share in [0.0, 1.0] {
            let reached = Search::new(&Condition::Beside(*point, share), self).run(span)?;
            ends = Times::sorted(ends.iter().chain(reached.iter()));
        }
        let mut found = Times::none();
        let mut low = span.low;
        for high in ends.iter().chain([span.high]) {
            let middle = search::middle(Interval::new(low, high));
            let is_between = |share| Condition::Beside(*point, share).at(self, middle);
            if is_between(0.0) > 0.0 && is_between(1.0) < 0.0 {
                let part = Search::new(&condition, self).run(Interval::new(low, high))?;
                found = Times::sorted(found.iter().chain(part.iter()));
            }
            low = high;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
