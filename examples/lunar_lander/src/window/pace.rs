//! How time goes on from frame to frame, and how long frames take.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use crate::platform::{self, Moment};

/// Where the display does not set the pace, frames are no shorter than this.
const SHORTEST: Duration = Duration::from_millis(4);

/// So many frames are remembered.
const KEPT: usize = 10_000;

/// How long frames take.
#[derive(Debug)]
pub(super) struct Pace {
    begun: Moment,
    /// How long the last frames took, and how much of that was physics \[s\].
    frames: VecDeque<[f64; 2]>,
    count: usize,
    physics: Duration,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            begun: Moment::now(),
            frames: VecDeque::new(),
            count: 0,
            physics: Duration::ZERO,
        }
    }

    /// A new frame begins: how long the last one took \[s\].
    pub(super) fn frame(&mut self) -> f64 {
        let took = self.begun.elapsed();
        self.begun += took;
        let physics = std::mem::take(&mut self.physics);
        self.count += 1;
        if self.frames.len() == KEPT {
            self.frames.pop_front();
        }
        self.frames
            .push_back([took.as_secs_f64(), physics.as_secs_f64()]);
        took.as_secs_f64()
    }

    /// So much of this frame was physics.
    pub(super) fn physics(&mut self, time: Duration) {
        self.physics += time;
    }

    /// Sleeps if the frame was so short that nothing else holds it up.
    pub(super) fn rest(&self) {
        platform::rest(SHORTEST.saturating_sub(self.begun.elapsed()));
    }

    /// How many frames there have been.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Of the last so many frames.
    pub(super) fn summary(&self, frames: usize) -> Summary {
        let last: Vec<_> = self.frames.iter().rev().take(frames).copied().collect();
        Summary::new(&last)
    }
}

/// What some frames took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Summary {
    /// How many.
    pub(super) frames: usize,
    /// A second.
    pub(super) rate: f64,
    /// Half of them took no longer \[s\].
    pub(super) median: f64,
    /// 99 of 100 took no longer \[s\].
    pub(super) slow: f64,
    /// Of all time, in the steps of the flight.
    pub(super) physics: f64,
}

impl Summary {
    fn new(frames: &[[f64; 2]]) -> Self {
        let mut times: Vec<_> = frames.iter().map(|[time, _]| *time).collect();
        times.sort_by(f64::total_cmp);
        let all: f64 = times.iter().sum();
        let physics: f64 = frames.iter().map(|[_, physics]| physics).sum();
        let at = |share: f64| {
            let index = (share * times.len() as f64) as usize;
            times.get(index).or(times.last()).copied().unwrap_or(0.0)
        };
        let over_all = |value: f64| if all > 0.0 { value / all } else { 0.0 };
        Self {
            frames: frames.len(),
            rate: over_all(frames.len() as f64),
            median: at(0.5),
            slow: at(0.99),
            physics: over_all(physics),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            frames,
            rate,
            median,
            slow,
            physics,
        } = self;
        write!(
            f,
            "{frames} frames, {rate:.1} a second: median {:.1} ms, 99 of 100 in {:.1} ms, physics {:.2} % of the time",
            1e3 * median,
            1e3 * slow,
            1e2 * physics,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_tells_of_slow_frames() {
        let mut frames = vec![[0.010, 0.0001]; 98];
        frames.extend([[0.030, 0.0001]; 2]);
        let summary = Summary::new(&frames);
        assert_eq!((summary.median, summary.slow), (0.010, 0.030));
        assert!((summary.rate - 100.0 / 1.04).abs() < 1e-9);
        assert!((summary.physics - 0.01 / 1.04).abs() < 1e-12);
        assert_eq!(Summary::new(&[]).rate, 0.0);
    }
}
