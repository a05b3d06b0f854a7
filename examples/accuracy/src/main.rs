//! Runs experiments on kinstep and its rivals, and writes one page about what they found.
//!
//! ```text
//! cargo run --release -p accuracy
//! cargo run --release -p accuracy -- --help
//! cargo run --release -p accuracy -- --readme README.md --landings docs/landings.svg   # figures and picture of the README
//! cargo run --release -p accuracy --features engines -- --readme README.md             # with the bounces beside engines
//! ```
//!
//! Every number and every comparing word of the page is made from what this run measured. How an
//! experiment is added stands in `examples/accuracy/src/experiment.rs`.
//!
//! ```text
//! experiments  ->  sections (figures, tables, findings)  ->  page, CSV, summary
//! ```

mod arguments;
mod article;
mod axis;
#[cfg(feature = "engines")]
mod bounces;
mod chart;
mod coupled;
mod drift;
mod experiment;
mod files;
mod fit;
mod flights;
mod frame_rate;
mod frame_rate_findings;
mod lander_rates;
mod lander_truth;
mod landings;
mod laws;
mod ledger;
mod many_forces;
mod many_forces_findings;
mod one_step;
mod orbit;
mod order_findings;
mod orders;
mod page;
mod palette;
mod pens;
mod picture;
mod precision;
mod precision_findings;
mod problem;
mod problems;
mod rotation;
mod section;
mod smooth;
mod solver;
mod springs;
mod step_cost;
mod step_prices;
mod summary;
#[cfg(test)]
mod tests;
mod theory;
mod truth;
mod words;
mod work_findings;
mod work_precision;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;
use support::console::{print::report, progress};
use support::drawing::svg;
use support::files::OutputFile;
use support::quotes::{self, Quote};

use arguments::Arguments;
use files::{PictureDirectory, TableDirectory};

/// The table of the README that only the feature `engines` measures.
const BOUNCES: &str = "bounces.rows";

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Runs the experiments that were asked for and writes what they found. Where that cannot be written
/// is known before the first of them runs.
fn run(arguments: &Arguments) -> Result<String> {
    let file = OutputFile::create(&arguments.output)?;
    let tables = match &arguments.csv {
        Some(path) => Some(TableDirectory::create(path)?),
        None => None,
    };
    let pictures = match &arguments.svg {
        Some(path) => Some(PictureDirectory::create(path)?),
        None => None,
    };
    if let Some(path) = &arguments.picture {
        // it is written at the end; whether it can be is known now
        OutputFile::create(path)?;
    }
    if let Some(file) = &arguments.landings {
        svg::write(file, &landings::svg()?)?;
    }
    let chosen = arguments.chosen();
    let ticks = chosen.iter().map(|experiment| experiment.ticks).sum();
    let progress = progress::bar(ticks, "{msg}, {eta} left");
    let start = Instant::now();
    let mut results = Vec::new();
    for experiment in chosen {
        progress.set_message(experiment.name);
        let section = (experiment.run)(&progress)
            .with_context(|| format!("experiment {} came to no result", experiment.name))?;
        results.push((experiment, section));
    }
    progress.finish_and_clear();
    file.write(page::html(&results, start.elapsed()))?;
    if let Some(tables) = tables {
        tables.write(&results)?;
    }
    if let Some(pictures) = pictures {
        pictures.write(&results)?;
    }
    if let Some(path) = &arguments.picture {
        svg::write(path, &picture::svg(&results)?)?;
    }
    if let Some(readme) = &arguments.readme {
        let quotes = results.iter().flat_map(|(_, section)| &section.quotes);
        let mut quotes: Vec<Quote> = quotes.cloned().collect();
        if cfg!(not(feature = "engines")) {
            quotes.push((BOUNCES, quotes::KEPT.to_owned()));
        }
        quotes::write_into(readme, "accuracy", &quotes)?;
    }
    Ok(summary::report(
        &results,
        &arguments.output,
        start.elapsed(),
    ))
}
