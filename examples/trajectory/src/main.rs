//! One throw under each model of drag and under the step of each engine.
//!
//! ```text
//! cargo run --release -p trajectory
//! cargo run --release -p trajectory -- --speed 60 --angle 12 --terminal-speed 45
//! cargo run --release -p trajectory -- --tables     # how far the models are from each other, for many throws
//! cargo run --release -p trajectory -- --help
//! ```
//!
//! ```text
//! throw  ->  courses (models), runs (engines)  ->  tables, SVG
//! ```

mod arguments;
mod course;
mod models;
mod picture;
mod presets;
mod report;
mod tables;
#[cfg(test)]
mod tests;
mod textbook;
mod throw;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use support::console::print::report;
use support::drawing::svg;

use arguments::Arguments;
use models::Models;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Throws once, or as often as the tables need.
fn run(arguments: &Arguments) -> Result<String> {
    if arguments.tables {
        return tables::report();
    }
    let (throw, hz) = (arguments.throw()?, arguments.hz);
    let models = Models::of(&throw)?;
    let runs = presets::runs(&throw, &models, hz)?;
    svg::write(
        &arguments.picture,
        &picture::svg(&throw, &models, &runs, hz),
    )?;
    let report = report::report(&throw, &models, &runs, hz);
    Ok(format!(
        "{report}\npicture: {}",
        arguments.picture.display()
    ))
}
