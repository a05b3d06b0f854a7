//! Runs experiments on kinstep and its rivals, and writes one page about what they found.
//!
//! ```text
//! cargo run --release -p accuracy
//! cargo run --release -p accuracy -- --help
//! cargo run --release -p accuracy -- --picture examples/accuracy/picture.svg   # the one in the README
//! ```
//!
//! Every number and every comparing word of the page is made from what this run measured. How an
//! experiment is added stands in `examples/accuracy/experiment.rs`.
//!
//! ```text
//! experiments  ->  sections (figures, tables, findings)  ->  page, CSV, summary
//! ```

mod arguments;
mod article;
mod axis;
mod chart;
mod comparison;
mod drift;
#[path = "../../measuring/engines.rs"]
mod engines;
mod experiment;
mod failure;
mod files;
mod fit;
mod flights;
#[path = "../../drawing/frame.rs"]
mod frame;
mod frame_rate;
mod frame_rate_findings;
#[path = "../../measuring/gyroscopes.rs"]
mod gyroscopes;
#[path = "../../lander/mod.rs"]
#[expect(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the game uses more of it"
)]
mod lander;
mod lander_rates;
mod laws;
mod ledger;
mod many_forces;
mod many_forces_findings;
#[path = "../../drawing/numbers.rs"]
mod numbers;
mod orbit;
mod order_findings;
mod orders;
mod page;
mod palette;
mod pens;
mod picture;
mod precision;
mod precision_findings;
#[path = "../../console/print.rs"]
mod print;
mod problem;
mod problems;
mod progress;
mod rotation;
#[path = "../../drawing/schemes.rs"]
mod schemes;
mod section;
mod solver;
mod springs;
mod step_cost;
mod step_prices;
#[path = "../../drawing/style.rs"]
mod style;
mod summary;
#[path = "../../drawing/svg.rs"]
mod svg;
#[cfg(test)]
mod tests;
mod theory;
#[path = "../../measuring/timing.rs"]
mod timing;
mod truth;
#[cfg(test)]
#[path = "../../drawing/well_formed.rs"]
mod well_formed;
mod words;
mod work_findings;
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
