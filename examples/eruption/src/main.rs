//! A million pieces of a volcano in wind, each under gravity and drag: where they come down, and when.
//!
//! ```text
//! cargo run --release -p eruption
//! cargo run --release -p eruption -- --picture examples/eruption/picture.svg
//! ```
//!
//! ```text
//! pieces of three sizes, one swarm  ->  frames of a second, with all landings in them  ->  table, SVG of densities
//! ```

mod arguments;
mod density;
mod picture;
mod pieces;
mod report;
#[cfg(test)]
mod tests;
mod window;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use support::console::{print::report, progress};
use support::drawing::svg;

use arguments::Arguments;
use pieces::Eruption;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Lets everything fly until it has landed, and tells where.
fn run(arguments: &Arguments) -> Result<String> {
    let eruption = Eruption::new(arguments)?;
    let clouds = eruption.clouds()?;
    let bar = progress::bar(
        arguments.bodies.into(),
        "{human_pos} of {human_len} have landed",
    );
    let fallout = eruption.fall(|landed| bar.set_position(landed as u64))?;
    bar.finish_and_clear();
    let svg = picture::svg(arguments, &clouds, &fallout)?;
    svg::write(&arguments.picture, &svg)?;
    let report = report::report(&fallout);
    Ok(format!(
        "{report}\n\npicture: {}",
        arguments.picture.display()
    ))
}
