//! Targets that move: all hits, by intervals that prove where there are none.

mod condition;
mod curve;
mod interval;
mod jet;
mod search;
mod span;

pub(super) use condition::Condition;

use super::task::Task;
use super::times::Times;
use search::Search;

impl<const D: usize> Task<D> {
    /// All times at which a hit meets a condition, the earliest first; or the number of steps after which the search was
    /// given up.
    pub(super) fn times(&self, condition: &Condition<D>) -> Result<Times, usize> {
        Search::new(condition, self).run(span::of(self, condition))
    }

    /// The time after which hits that meet a condition are not looked for.
    pub(super) fn horizon(&self, condition: &Condition<D>) -> f64 {
        span::of(self, condition).high
    }
}

#[cfg(test)]
mod tests;
