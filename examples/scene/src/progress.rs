//! A bar for runs that take long.

use std::cell::Cell;

use indicatif::{ProgressBar, ProgressStyle};
use kinstep::Real;

use crate::model::Scene;

/// How far all schemes together have come, on standard error if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Steps that the bar has not been told.
    untold: Cell<u64>,
}

/// Runs of fewer steps, over all schemes, are done before a bar could be read.
const LONG: f64 = 1e6;
/// The bar is told of this many steps at once.
const STRIDE: u64 = 4096;

impl Progress {
    /// No progress yet.
    pub(crate) fn new<const D: usize>(scene: &Scene<D>) -> Self
    where
        f64: Real<D>,
    {
        let steps = scene.steps() * scene.schemes.len() as f64;
        let bar = if steps < LONG {
            ProgressBar::hidden()
        } else {
            // hidden by itself where standard error is no terminal
            ProgressBar::new(steps as u64)
        };
        if let Ok(style) =
            ProgressStyle::with_template("{wide_bar} {percent} % of {human_len} steps, {eta} left")
        {
            bar.set_style(style);
        }
        Self {
            bar,
            untold: Cell::new(0),
        }
    }

    /// One step more.
    pub(crate) fn tick(&self) {
        let untold = self.untold.get() + 1;
        if untold == STRIDE {
            self.bar.inc(untold);
            self.untold.set(0);
        } else {
            self.untold.set(untold);
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
