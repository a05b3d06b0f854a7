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
#[path = "../../measuring/engines.rs"]
mod engines;
mod failure;
#[path = "../../drawing/frame.rs"]
mod frame;
#[path = "../../console/given.rs"]
mod given;
mod models;
#[path = "../../drawing/numbers.rs"]
mod numbers;
mod picture;
mod presets;
#[path = "../../console/print.rs"]
mod print;
mod report;
#[path = "../../drawing/room.rs"]
mod room;
#[path = "../../drawing/schemes.rs"]
mod schemes;
#[path = "../../drawing/style.rs"]
mod style;
#[path = "../../drawing/svg.rs"]
mod svg;
mod tables;
#[cfg(test)]
mod tests;
mod textbook;
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
use models::Models;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the table".to_owned(),
        error,
    })
}

/// Throws once, or as often as the tables need.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    if arguments.tables {
        return tables::report();
    }
    let (throw, hz) = (arguments.throw()?, arguments.hz);
    let models = Models::of(&throw)?;
    let runs = presets::runs(&throw, &models, hz)?;
    picture::write(&arguments.svg, &picture::svg(&throw, &models, &runs, hz))?;
    let report = report::report(&throw, &models, &runs, hz);
    Ok(format!("{report}\npicture: {}", arguments.svg.display()))
}
