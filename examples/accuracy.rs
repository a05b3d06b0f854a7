//! Runs experiments on kinstep and its rivals, and writes one page about what they found.
//!
//! ```text
//! cargo run --release --example accuracy
//! cargo run --release --example accuracy -- --help
//! cargo run --release --example accuracy -- --picture examples/accuracy/picture.svg   # the one in the README
//! ```
//!
//! Every number and every comparing word of the page is made from what this run measured. How an
//! experiment is added stands in `examples/accuracy/experiment.rs`.
//!
//! ```text
//! experiments  ->  sections (figures, tables, findings)  ->  page, CSV, summary
//! ```

#[path = "accuracy/arguments.rs"]
mod arguments;
#[path = "accuracy/article/mod.rs"]
mod article;
#[path = "accuracy/axis.rs"]
mod axis;
#[path = "accuracy/chart.rs"]
mod chart;
#[path = "accuracy/comparison.rs"]
mod comparison;
#[path = "accuracy/drift/mod.rs"]
mod drift;
#[path = "measuring/engines.rs"]
mod engines;
#[path = "accuracy/experiment.rs"]
mod experiment;
#[path = "accuracy/failure.rs"]
mod failure;
#[path = "accuracy/files.rs"]
mod files;
#[path = "accuracy/fit.rs"]
mod fit;
#[path = "accuracy/flights.rs"]
mod flights;
#[path = "drawing/frame.rs"]
mod frame;
#[path = "accuracy/frame_rate.rs"]
mod frame_rate;
#[path = "accuracy/frame_rate_findings.rs"]
mod frame_rate_findings;
#[path = "measuring/gyroscopes.rs"]
mod gyroscopes;
#[path = "lander/mod.rs"]
#[expect(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the game uses more of it"
)]
mod lander;
#[path = "accuracy/lander_rates.rs"]
mod lander_rates;
#[path = "accuracy/laws.rs"]
mod laws;
#[path = "accuracy/ledger/mod.rs"]
mod ledger;
#[path = "accuracy/many_forces.rs"]
mod many_forces;
#[path = "accuracy/many_forces_findings.rs"]
mod many_forces_findings;
#[path = "drawing/numbers.rs"]
mod numbers;
#[path = "accuracy/orbit/mod.rs"]
mod orbit;
#[path = "accuracy/order_findings.rs"]
mod order_findings;
#[path = "accuracy/orders.rs"]
mod orders;
#[path = "accuracy/page.rs"]
mod page;
#[path = "accuracy/palette.rs"]
mod palette;
#[path = "accuracy/pens.rs"]
mod pens;
#[path = "accuracy/picture.rs"]
mod picture;
#[path = "accuracy/precision.rs"]
mod precision;
#[path = "accuracy/precision_findings.rs"]
mod precision_findings;
#[path = "console/print.rs"]
mod print;
#[path = "accuracy/problem.rs"]
mod problem;
#[path = "accuracy/problems.rs"]
mod problems;
#[path = "accuracy/progress.rs"]
mod progress;
#[path = "accuracy/rotation/mod.rs"]
mod rotation;
#[path = "drawing/schemes.rs"]
mod schemes;
#[path = "accuracy/section.rs"]
mod section;
#[path = "accuracy/solver.rs"]
mod solver;
#[path = "accuracy/springs.rs"]
mod springs;
#[path = "accuracy/step_cost.rs"]
mod step_cost;
#[path = "accuracy/step_prices.rs"]
mod step_prices;
#[path = "drawing/style.rs"]
mod style;
#[path = "accuracy/summary.rs"]
mod summary;
#[path = "drawing/svg.rs"]
mod svg;
#[cfg(test)]
#[path = "accuracy/tests.rs"]
mod tests;
#[path = "accuracy/theory.rs"]
mod theory;
#[path = "measuring/timing.rs"]
mod timing;
#[path = "accuracy/truth.rs"]
mod truth;
#[cfg(test)]
#[path = "drawing/well_formed.rs"]
mod well_formed;
#[path = "accuracy/words.rs"]
mod words;
#[path = "accuracy/work_findings.rs"]
mod work_findings;
#[path = "accuracy/work_precision.rs"]
mod work_precision;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use arguments::Arguments;
use failure::Failure;
use files::{OutputFile, PictureDirectory, TableDirectory};
use progress::Progress;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the summary".to_owned(),
        error,
    })
}

/// Runs the experiments that were asked for and writes what they found. Where that cannot be written
/// is known before the first of them runs.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let file = OutputFile::create(&arguments.output)?;
    let tables = match &arguments.csv {
        Some(path) => Some(TableDirectory::create(path)?),
        None => None,
    };
    let pictures = match &arguments.svg {
        Some(path) => Some(PictureDirectory::create(path)?),
        None => None,
    };
    let picture = match &arguments.picture {
        Some(path) => Some(OutputFile::create(path)?),
        None => None,
    };
    let chosen = arguments.chosen();
    let progress = Progress::new(&chosen);
    let start = Instant::now();
    let mut results = Vec::new();
    for experiment in chosen {
        progress.begin(experiment);
        let section = (experiment.run)(&progress).map_err(|error| Failure::Experiment {
            name: experiment.name,
            error,
        })?;
        results.push((experiment, section));
    }
    progress.finish();
    file.write(&page::html(&results, start.elapsed()))?;
    if let Some(tables) = tables {
        tables.write(&results)?;
    }
    if let Some(pictures) = pictures {
        pictures.write(&results)?;
    }
    if let Some(picture) = picture {
        picture.write(&picture::svg(&results)?)?;
    }
    Ok(summary::report(
        &results,
        &arguments.output,
        start.elapsed(),
    ))
}
