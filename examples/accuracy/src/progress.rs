//! A bar for the minute that the experiments take.

use indicatif::{ProgressBar, ProgressStyle};

use crate::experiment::Experiment;

/// How far all experiments have come, on standard error if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// No progress yet.
    pub(crate) fn new(experiments: &[&Experiment]) -> Self {
        let ticks = experiments.iter().map(|experiment| experiment.ticks).sum();
        // hidden by itself where standard error is no terminal
        let bar = ProgressBar::new(ticks);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} % {msg}, {eta} left")
        {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// The next experiment.
    pub(crate) fn begin(&self, experiment: &Experiment) {
        self.bar.set_message(experiment.name);
    }

    /// One of the ticks that the experiment promised.
    pub(crate) fn tick(&self) {
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
