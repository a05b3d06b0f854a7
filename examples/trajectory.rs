//! One throw under each model of drag and under the step of each engine.
//!
//! ```text
//! cargo run --release --example trajectory
//! cargo run --release --example trajectory -- --speed 60 --angle 12 --terminal-speed 45
//! cargo run --release --example trajectory -- --tables     # how far the models are from each other, for many throws
//! cargo run --release --example trajectory -- --help
//! ```
//!
//! ```text
//! throw  ->  courses (models), runs (engines)  ->  tables, SVG
//! ```

#[path = "trajectory/arguments.rs"]
mod arguments;
#[path = "trajectory/course.rs"]
mod course;
#[path = "measuring/engines.rs"]
mod engines;
#[path = "trajectory/failure.rs"]
mod failure;
#[path = "drawing/frame.rs"]
mod frame;
#[path = "console/given.rs"]
mod given;
#[path = "trajectory/models.rs"]
mod models;
#[path = "drawing/numbers.rs"]
mod numbers;
#[path = "trajectory/picture.rs"]
mod picture;
#[path = "trajectory/presets.rs"]
mod presets;
#[path = "console/print.rs"]
mod print;
#[path = "trajectory/report.rs"]
mod report;
#[path = "drawing/room.rs"]
mod room;
#[path = "drawing/schemes.rs"]
mod schemes;
#[path = "drawing/style.rs"]
mod style;
#[path = "drawing/svg.rs"]
mod svg;
#[path = "trajectory/tables/mod.rs"]
mod tables;
#[cfg(test)]
#[path = "trajectory/tests.rs"]
mod tests;
#[path = "trajectory/textbook.rs"]
mod textbook;
#[path = "trajectory/throw.rs"]
mod throw;
#[path = "measuring/timing.rs"]
mod timing;
#[cfg(test)]
#[path = "drawing/well_formed.rs"]
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
