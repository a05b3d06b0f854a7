//! Turning bodies: free, under a torque, and with an engine.

mod book;
mod book_findings;
mod spinner;
mod thrust;
mod top;
mod top_findings;

use anyhow::Result;
use indicatif::ProgressBar;

use crate::experiment::Experiment;
use crate::section::Section;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "rotation",
    title: "Rotation: a book, a heavy top and an engine",
    ticks: 12,
    run,
};

/// The step of a game \[s\].
const FRAME: f64 = 1.0 / 60.0;

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "A book of 3 × 15 × 22 cm is thrown about its middle axis at 6 rad/s, 1 % off, and turns over and over. It is \
         free: the right orientation is that of one exact jump over all the time, by Jacobi's elliptic functions. \
         Engines keep the angular velocity and do something about the gyroscopic term; theirs are the formulas, \
         not the engines themselves, with the turn of each step completed exactly.",
        "Then its weight turns the same book on a pivot beside its centre: no exact answer is known, and the schemes have their \
         orders. Last, in the plane, an engine beside the centre of a lander pushes where the lander points, beside gravity.",
    ]);
    book::run(&mut section, progress)?;
    top::run(&mut section, progress)?;
    thrust::run(&mut section, progress)?;
    Ok(section)
}
