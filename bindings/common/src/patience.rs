//! Long work that its caller may stop, and that leaves the world as it was if it fails.

use core::ops::Range;
use std::time::{Duration, Instant};

use kinstep::StepError;

use crate::AnyWorld;
use crate::failure::{Failure, Kind, Outcome};
use crate::space::Number;

/// Asks the caller whether the work goes on: between two blocks of rows; in a motion a few times a second, or between two steps where
/// there is no clock.
pub type KeepGoing<'a> = &'a mut dyn FnMut() -> bool;

/// The time between two questions.
const PATIENCE: Duration = Duration::from_millis(100);

/// Asks the caller now and then whether the work goes on.
pub(crate) struct Patience<'a> {
    keep_going: KeepGoing<'a>,
    /// The time of the last question; `None` without a clock, as in a browser.
    since: Option<Instant>,
}

impl<'a> Patience<'a> {
    pub(crate) fn new(keep_going: KeepGoing<'a>) -> Self {
        let since = (!cfg!(target_family = "wasm")).then(Instant::now);
        Self { keep_going, since }
    }

    /// Whether the work goes on.
    pub(crate) fn goes_on(&mut self) -> bool {
        if let Some(since) = &mut self.since {
            if since.elapsed() < PATIENCE {
                return true;
            }
            *since = Instant::now();
        }
        (self.keep_going)()
    }

    /// Fails if the work does not go on from a time \[s\].
    pub(crate) fn check(&mut self, time: impl Number) -> Outcome {
        if self.goes_on() {
            return Ok(());
        }
        let reason = format_args!("stopped by the caller at {} s", time.wide());
        Err(Failure::new(Kind::Stopped, reason))
    }
}

/// Works on `count` items, a block at a time, and asks the caller between two blocks.
pub(crate) fn in_blocks(
    count: usize,
    block: usize,
    keep_going: KeepGoing<'_>,
    mut work: impl FnMut(Range<usize>),
) -> Outcome {
    let mut done = 0;
    while done < count {
        if done > 0 && !keep_going() {
            return Err(stopped());
        }
        let end = count.min(done + block);
        work(done..end);
        done = end;
    }
    Ok(())
}

/// Returns the failure of work that was stopped.
pub(crate) fn stopped() -> Failure {
    Failure::new(Kind::Stopped, "the work was stopped")
}

/// The failure of a step.
pub(crate) fn step_failed<T: Number>(error: StepError<T>) -> Failure {
    let kind = match error {
        StepError::NoSuch(_) => Kind::NoSuchBody,
        StepError::Stopped { .. } => Kind::Stopped,
        _ => Kind::Step,
    };
    Failure::new(kind, error)
}

impl AnyWorld {
    /// Does work; if it fails the world is as it was.
    pub(crate) fn or_as_before<A>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Outcome<A>,
    ) -> Outcome<A> {
        let before = self.clone();
        work(self).inspect_err(|_| *self = before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_stops_between_blocks() {
        let mut done = Vec::new();
        let mut left = 2;
        let mut keep_going = || {
            left -= 1;
            left > 0
        };
        let stopped = in_blocks(10, 4, &mut keep_going, |block| done.push(block));
        assert_eq!(stopped.unwrap_err().kind, Kind::Stopped);
        assert_eq!(done, [0..4, 4..8]);
    }
}
