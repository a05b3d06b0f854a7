//! Six targets, and every way to hit them.
//!
//! ```text
//! cargo run --release -p aim
//! cargo run --release -p aim -- --wind 12 --terminal-speed 40
//! cargo run --release -p aim -- --picture examples/aim/picture.svg   # the one in the README
//! ```
//!
//! ```text
//! planners, targets  ->  launches  ->  flown, and stepped in a world  ->  table, CSV, SVG
//! ```

mod arguments;
mod failure;
mod files;
#[path = "../../drawing/frame.rs"]
mod frame;
#[path = "../../drawing/numbers.rs"]
mod numbers;
mod picture;
mod planner;
#[path = "../../console/print.rs"]
mod print;
mod report;
mod scene;
#[path = "../../drawing/style.rs"]
mod style;
#[path = "../../drawing/svg.rs"]
mod svg;
#[cfg(test)]
mod tests;
mod throw;
#[cfg(test)]
#[path = "../../drawing/well_formed.rs"]
mod well_formed;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the table".to_owned(),
        error,
    })
}

/// Plans, flies, draws and tells.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let scene = arguments.scene()?;
    let tasks = throw::tasks(&scene);
    let rows = report::rows(&scene, &tasks)?;
    files::write(&arguments.picture, picture::svg(&scene, &tasks))?;
    files::write_csv(&arguments.csv, &rows)?;
    Ok(format!(
        "{}\npicture: {}\ndata: {}",
        report::report(&scene, &rows),
        arguments.picture.display(),
        arguments.csv.display()
    ))
}
