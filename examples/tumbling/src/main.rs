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
mod failure;
#[path = "../../drawing/file.rs"]
mod file;
#[path = "../../drawing/frame.rs"]
mod frame;
#[path = "../../console/given.rs"]
mod given;
#[path = "../../measuring/gyroscopes.rs"]
mod gyroscopes;
mod methods;
#[path = "../../drawing/numbers.rs"]
#[expect(dead_code, reason = "nothing here is measured in metres")]
mod numbers;
#[path = "../../drawing/panel.rs"]
mod panel;
mod picture;
#[path = "../../console/print.rs"]
mod print;
mod report;
mod runs;
#[path = "../../drawing/style.rs"]
mod style;
#[path = "../../drawing/svg.rs"]
mod svg;
#[path = "../../console/table.rs"]
mod table;
#[cfg(test)]
mod tests;
mod throw;
#[path = "../../measuring/timing.rs"]
mod timing;
#[cfg(test)]
#[path = "../../drawing/well_formed.rs"]
mod well_formed;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::Failure;
use methods::METHODS;
use runs::Run;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the table".to_owned(),
        error,
    })
}

/// Throws under each method, and tells how far each is from the jump.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let throw = arguments.throw()?;
    let runs = (METHODS.iter())
        .map(|method| Run::new(method, &throw))
        .collect::<Result<Vec<Run>, Failure>>()?;
    let prices = runs::prices(&throw);
    let svg = picture::svg(&throw, &runs);
    file::write(&arguments.picture, &svg).map_err(|error| Failure::Write {
        file: arguments.picture.display().to_string(),
        error,
    })?;
    let report = report::report(&throw, &runs, &prices);
    Ok(format!(
        "{report}\n\npicture: {}",
        arguments.picture.display()
    ))
}
