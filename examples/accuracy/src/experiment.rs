//! What an experiment is, and the list of all.
//!
//! To add one:
//!
//! 1. Write `examples/accuracy/src/NAME.rs` with `pub(crate) const EXPERIMENT: Experiment` and its `run`
//!    function, which measures, calls `progress.inc(1)` as often as `ticks` promises, and returns a
//!    [`Section`]: figures, tables, headlines for the summary, and what was lost.
//! 2. Name the module in `examples/accuracy/src/main.rs`, and the experiment in [`ALL`] below, in the order of
//!    the page.
//!
//! ```text
//! pub(crate) const EXPERIMENT: Experiment = Experiment {
//!     name: "fall", title: "A stone that falls", ticks: 8, run,
//! };
//!
//! fn run(progress: &ProgressBar) -> Result<Section> {
//!     let mut section = Section::new(["What is asked, and how it is measured."]);
//!     let mut chart = Chart::new("a fall of 2 s", Axis::logarithmic("step [s]"), Axis::logarithmic("error [m]"));
//!     for scheme in Scheme::ALL {
//!         chart.add(Series::of(scheme, points));
//!         progress.inc(1);
//!     }
//!     section.draw("fall", chart, finding);    // finding: one sentence, made from the data
//!     section.tabulate(Table::new("orders", "Observed orders", ["scheme", "order"], rows));
//!     section.headline("error of FlowKick", metres(error)); // a line of the summary
//!     section.admit(loss);                                  // a sentence for "Where kinstep loses"
//!     Ok(section)
//! }
//! ```
//!
//! A figure is drawn, and its points are written as CSV, from the same chart; `Figure::with_records`
//! gives the CSV more columns. `words` helps with sentences, `fit` with orders, `problem` with systems
//! whose answer is known. A step that fails ends a curve; only what should never happen is an error.

use anyhow::Result;
use indicatif::ProgressBar;

#[cfg(feature = "engines")]
use crate::bounces;
use crate::section::Section;
use crate::{
    article, coupled, drift, frame_rate, lander_rates, ledger, many_forces, one_step, orbit,
    orders, precision, rotation, smooth, step_cost, theory, work_precision,
};

/// Something that is measured, and has a section of the page.
#[derive(Debug)]
pub(crate) struct Experiment {
    /// What `--experiment` calls it; also the start of the names of its files.
    pub(crate) name: &'static str,
    /// The title of its section.
    pub(crate) title: &'static str,
    /// How often it tells its progress; as much time as other experiments take for so many ticks.
    pub(crate) ticks: u64,
    /// Measures.
    pub(crate) run: fn(&ProgressBar) -> Result<Section>,
}

/// All experiments, in the order of the page.
pub(crate) const ALL: &[&Experiment] = &[
    &one_step::EXPERIMENT,
    &orders::EXPERIMENT,
    &work_precision::EXPERIMENT,
    &smooth::EXPERIMENT,
    &step_cost::EXPERIMENT,
    &frame_rate::EXPERIMENT,
    &lander_rates::EXPERIMENT,
    &precision::EXPERIMENT,
    &many_forces::EXPERIMENT,
    &drift::EXPERIMENT,
    &rotation::EXPERIMENT,
    &orbit::EXPERIMENT,
    &coupled::EXPERIMENT,
    #[cfg(feature = "engines")]
    &bounces::EXPERIMENT,
    &article::EXPERIMENT,
    &theory::EXPERIMENT,
    &ledger::EXPERIMENT,
];
