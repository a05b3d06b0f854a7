//! Forces that depend on velocity.

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::frame::Point;
use support::drawing::numbers::metres;

use super::claim::{Claim, Verdict};
use super::euler::order;
use crate::problems::SPRING_DRAG_GRAVITY as PROBLEM;
use crate::section::Section;
use crate::truth::Truth;

/// Numbers of steps in the problem's ten seconds; the first are those of 60 Hz.
const COUNTS: [u32; 5] = [600, 1200, 2400, 4800, 9600];
/// Less than this is no advantage.
const CLEARLY: f64 = 2.0;

pub(super) fn run(_: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let exact = errors(Scheme::Kinematic)?;
    let average = errors(Scheme::AverageAcceleration)?;
    progress.inc(1);
    let gain = exact[0].1 / average[0].1;
    let helps = gain > CLEARLY && order(&average) > order(&exact) - 0.5;
    Ok(vec![Claim {
        claim: "Forces that depend on velocity, too, are to use average acceleration.",
        measured: format!(
            "{} at 60 Hz: {} off with it and {} without, of orders {:.2} and {:.2}",
            PROBLEM.phrase,
            metres(average[0].1),
            metres(exact[0].1),
            order(&average),
            order(&exact)
        ),
        verdict: Verdict::of(helps),
    }])
}

/// Steps \[s\] and errors at the end \[m\].
fn errors(scheme: Scheme) -> Result<Vec<Point>> {
    let truth = Truth::of(&PROBLEM)?;
    let point = |steps: u32| {
        let end = PROBLEM.end(scheme, steps)?.context("a step failed")?;
        Ok((PROBLEM.duration / f64::from(steps), truth.error(&end)))
    };
    COUNTS.into_iter().map(point).collect()
}
