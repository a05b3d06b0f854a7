//! Six targets, and every way to hit them.
//!
//! ```text
//! cargo run --release -p aim
//! cargo run --release -p aim -- --wind 12 --terminal-speed 40
//! cargo run --release -p aim -- --picture examples/aim/picture.svg
//! ```
//!
//! ```text
//! planners, targets  ->  launches  ->  flown, and stepped in a world  ->  table, CSV, SVG
//! ```

mod arguments;
mod files;
mod picture;
mod planner;
mod report;
mod scene;
#[cfg(test)]
mod tests;
mod throw;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use support::console::print::report;
use support::drawing::svg;

use arguments::Arguments;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Plans, flies, draws and tells.
fn run(arguments: &Arguments) -> Result<String> {
    let scene = arguments.scene()?;
    let tasks = throw::tasks(&scene);
    let rows = report::rows(&scene, &tasks)?;
    svg::write(
        &arguments.picture,
        &picture::svg(&scene, &tasks, arguments.all),
    )?;
    support::files::write_csv(&arguments.csv, files::csv(&rows))?;
    Ok(format!(
        "{}\npicture: {}\ndata: {}",
        report::report(&scene, &rows, arguments.all),
        arguments.picture.display(),
        arguments.csv.display()
    ))
}
