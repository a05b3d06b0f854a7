//! Measures kinstep and its rivals, and writes a page with the results.
//!
//! ```text
//! cargo run --release -p accuracy
//! cargo run --release -p accuracy -- --help
//! cargo run --release -p accuracy --features engines -- --figures README.md --figures docs/accuracy.md
//! ```
//!
//! Data flows in one direction:
//!
//! ```text
//! experiments  ->  rows (experiment, method, x, quantity, value)  ->  page, CSV, pictures, figures of texts
//! ```
//!
//! To add an experiment, write a module with `run(&mut Rows)`, name it in `experiments.rs`, and give it a section in `page.rs`.

#[cfg(feature = "engines")]
mod bounces;
mod chart;
mod claims;
mod cost;
mod coupled;
mod drift;
mod exact;
mod experiments;
mod figures;
mod frames;
#[cfg(feature = "engines")]
mod ground;
mod lander;
mod names;
mod orbit;
mod order;
mod page;
mod rotation;
mod rows;
#[cfg(feature = "engines")]
mod scene;
#[cfg(test)]
mod tests;
mod words;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use support::console::{print, progress};
use support::drawing::numbers::seconds;
use support::drawing::palette::adaptive;
use support::drawing::svg;
use support::files::OutputFile;
use support::quotes;

use crate::chart::View;
use crate::experiments::{ALL, Experiment};
use crate::rows::Rows;

/// Measures kinstep and its rivals, and writes a page with the results.
///
/// Every number on the page is measured in this run. Times are those of this machine; only their ratios mean something.
#[derive(Debug, Parser)]
#[command(name = "accuracy")]
struct Arguments {
    /// Run this experiment only; can be repeated
    #[arg(long = "experiment", value_name = "NAME", value_parser = PossibleValuesParser::new(ALL.iter().map(|it| it.name)))]
    experiments: Vec<String>,

    /// Write the page to this file
    #[arg(
        long = "out",
        value_name = "FILE",
        default_value = "target/accuracy/index.html"
    )]
    output: PathBuf,

    /// Write all rows into this directory, a CSV file for each experiment
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,

    /// Write the figures of this run into this file, where it quotes them; can be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "experiments")]
    figures: Vec<PathBuf>,

    /// Draw the pictures of the README and of docs/accuracy.md into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "experiments")]
    pictures: Option<PathBuf>,
}

fn main() -> ExitCode {
    print::report(run(&Arguments::parse()))
}

/// Runs the chosen experiments and writes their results. The output file is opened first, so that
/// an error is reported before the measurements.
fn run(arguments: &Arguments) -> Result<String> {
    let file = OutputFile::create(&arguments.output)?;
    let is_chosen = |experiment: &&Experiment| {
        let names = &arguments.experiments;
        names.is_empty() || names.iter().any(|name| name == experiment.name)
    };
    let chosen: Vec<&Experiment> = ALL.iter().filter(is_chosen).collect();
    let start = Instant::now();
    let progress = progress::bar(chosen.len() as u64, "{msg}");
    let mut rows = Rows::new(progress.clone());
    for experiment in chosen {
        rows.begin(experiment.name);
        (experiment.run)(&mut rows)
            .with_context(|| format!("experiment {} came to no result", experiment.name))?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let Some(directory) = &arguments.csv {
        rows.write(directory)?;
    }
    file.write(page::html(&rows, start.elapsed())?)?;
    if let Some(directory) = &arguments.pictures {
        for (name, title, chart) in figures::pictures(&rows) {
            let svg = adaptive(&chart.svg(View::PICTURE, Some(title)));
            svg::write(&directory.join(name), &svg)?;
        }
    }
    for file in &arguments.figures {
        quotes::write_into(file, "accuracy", &claims::quotes(&rows)?)?;
    }
    Ok(format!(
        "measured in {}; the page is {}",
        seconds(start.elapsed().as_secs_f64()),
        arguments.output.display()
    ))
}
