//! A bridge under a cart, a rope and a triple pendulum: rods under kinstep, XPBD, implicit Euler and sub-stepped leapfrog.
//!
//! ```text
//! cargo run --release -p bridge
//! cargo run --release -p bridge -- --quick
//! cargo run --release -p bridge -- --csv target/bridge --picture examples/bridge/picture.svg
//! ```
//!
//! ```text
//! structures  ->  methods, frame by frame  ->  survey, against a truth  ->  tables, CSV, SVG
//! ```

mod arguments;
mod picture;
mod report;
#[cfg(test)]
mod tests;
mod truss;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use support::console::{print, progress};
use support::drawing::svg;

use arguments::Arguments;

fn main() -> ExitCode {
    print::report(run(&Arguments::parse()))
}

/// Measures all methods on all structures, and tells what they made of them.
fn run(arguments: &Arguments) -> Result<String> {
    let extent = arguments.extent();
    svg::write(&arguments.picture, &picture::svg()?)?;
    let bar = progress::bar(extent.ticks(), "{eta} left");
    let outcomes = extent.survey(|| bar.inc(1))?;
    bar.finish_and_clear();
    let chains = extent.chains()?;
    if let Some(directory) = &arguments.csv {
        report::write_csv(directory, &outcomes, &chains)?;
    }
    Ok(format!(
        "{}\n\npicture: {}",
        report::report(&extent, &outcomes, &chains),
        arguments.picture.display()
    ))
}
