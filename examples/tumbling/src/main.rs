//! A book thrown about its middle axis turns over, and over again.
//!
//! ```text
//! cargo run --release -p tumbling
//! cargo run --release -p tumbling -- --rate 30 --seconds 1000
//! cargo run --release -p tumbling -- --inertia 1,2,2.5 --spin 0,4,0.001
//! cargo run --release -p tumbling -- --picture examples/tumbling/picture.svg
//! ```
//!
//! This crate steps the book exactly; beside it stand the formulas by which others turn bodies, each as it is published,
//! none of them a run of an engine. What all are measured by is one exact jump from the throw.
//!
//! ```text
//! throw  ->  methods, each step by step  ->  runs, against one jump  ->  table, SVG
//! ```

mod arguments;
mod methods;
mod picture;
mod report;
mod runs;
#[cfg(test)]
mod tests;
mod throw;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use support::console::print::report;
use support::drawing::svg;

use arguments::Arguments;
use methods::METHODS;
use runs::Run;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Throws under each method, and tells how far each is from the jump.
fn run(arguments: &Arguments) -> Result<String> {
    let throw = arguments.throw()?;
    let runs = (METHODS.iter())
        .map(|method| Run::new(method, &throw))
        .collect::<Result<Vec<Run>>>()?;
    let prices = runs::prices(&throw);
    let svg = picture::svg(&throw, &runs);
    svg::write(&arguments.picture, &svg)?;
    let report = report::report(&throw, &runs, &prices);
    Ok(format!(
        "{report}\n\npicture: {}",
        arguments.picture.display()
    ))
}
