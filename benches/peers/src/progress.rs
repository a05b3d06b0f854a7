//! A bar for the minutes that it takes.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::Plan;
use crate::contenders;

/// How far all measurements have come, on standard error if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// What is done with the numbers of bodies before.
    done: Duration,
    /// For one number of bodies.
    share: Duration,
}

impl Progress {
    /// No progress yet.
    pub(crate) fn new(plan: &Plan) -> Self {
        let share = plan.each * contenders::ALL.len() as u32;
        // hidden by itself where standard error is no terminal
        let bar = ProgressBar::new((share * plan.counts.len() as u32).as_millis() as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} % {msg}") {
            bar.set_style(style);
        }
        Self {
            bar,
            done: Duration::ZERO,
            share,
        }
    }

    /// The next number of bodies.
    pub(crate) fn begin(&mut self, bodies: usize) {
        self.bar.set_message(format!("{bodies} bodies"));
    }

    /// So much of this number's share is over.
    pub(crate) fn tick(&self, spent: Duration) {
        self.bar
            .set_position((self.done + spent).as_millis() as u64);
    }

    /// This number of bodies is done.
    pub(crate) fn end(&mut self) {
        self.done += self.share;
        self.tick(Duration::ZERO);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
