//! A million pieces of a volcano in wind, each under gravity and drag: where they come down, and when.
//!
//! ```text
//! cargo run --release -p eruption
//! cargo run --release -p eruption -- --bodies 100000 --picture examples/eruption/picture.svg
//! ```
//!
//! ```text
//! pieces of three sizes, one swarm  ->  frames of a second, with all landings in them  ->  table, SVG
//! ```

mod arguments;
mod failure;
#[path = "../../drawing/file.rs"]
mod file;
#[path = "../../drawing/frame.rs"]
mod frame;
#[path = "../../console/given.rs"]
#[expect(dead_code, reason = "all numbers here have bounds")]
mod given;
#[path = "../../drawing/numbers.rs"]
#[expect(dead_code, reason = "only axes have numbers here")]
mod numbers;
#[path = "../../drawing/panel.rs"]
#[expect(dead_code, reason = "no axes of powers of ten here")]
mod panel;
mod picture;
mod pieces;
#[path = "../../console/print.rs"]
mod print;
mod report;
#[path = "../../drawing/style.rs"]
mod style;
#[path = "../../drawing/svg.rs"]
mod svg;
#[path = "../../console/table.rs"]
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../drawing/well_formed.rs"]
mod well_formed;

use std::process::ExitCode;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use arguments::Arguments;
use failure::Failure;
use pieces::Eruption;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the table".to_owned(),
        error,
    })
}

/// Lets everything fly until it has landed, and tells where.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let eruption = Eruption::new(arguments)?;
    let clouds = eruption.clouds()?;
    let bar = bar(arguments.bodies);
    let fallout = eruption.fall(|landed| bar.set_position(landed as u64))?;
    bar.finish_and_clear();
    let svg = picture::svg(&clouds, &fallout);
    file::write(&arguments.picture, &svg).map_err(|error| Failure::Write {
        file: arguments.picture.display().to_string(),
        error,
    })?;
    let report = report::report(&fallout);
    Ok(format!(
        "{report}\n\npicture: {}",
        arguments.picture.display()
    ))
}

/// How many have landed, on standard error if that is a terminal.
fn bar(bodies: u32) -> ProgressBar {
    let bar = ProgressBar::new(bodies.into());
    match ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} have landed") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
