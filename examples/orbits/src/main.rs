//! Orbits by the step: ten periods at once, time warp, and a moon for ever.
//!
//! ```text
//! cargo run --release -p orbits
//! cargo run --release -p orbits -- --steps 100000 --picture examples/orbits/picture.svg
//! ```
//!
//! ```text
//! satellites, a time warp, a planet with its moon  ->  runs under some schemes  ->  tables, SVG
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
mod moon;
#[path = "../../drawing/numbers.rs"]
mod numbers;
#[path = "../../drawing/panel.rs"]
mod panel;
mod picture;
#[path = "../../console/print.rs"]
mod print;
mod report;
mod satellite;
#[path = "../../drawing/schemes.rs"]
mod schemes;
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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the tables".to_owned(),
        error,
    })
}

/// Steps everything, and tells what came of it.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let satellites = satellite::satellites()?;
    let warps = satellite::warps(satellite::WARPED_PERIODS)?;
    let bar = bar(arguments.steps * moon::SCHEMES.len() as u64);
    let moons = (moon::SCHEMES.into_iter())
        .map(|scheme| {
            moon::run(scheme, arguments.dt(), arguments.steps, &|steps| {
                bar.inc(steps)
            })
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    bar.finish_and_clear();
    let svg = picture::svg(&moons)?;
    file::write(&arguments.picture, &svg).map_err(|error| Failure::Write {
        file: arguments.picture.display().to_string(),
        error,
    })?;
    let report = report::report(&satellites, &warps, &moons, arguments.dt());
    Ok(format!(
        "{report}\n\npicture: {}",
        arguments.picture.display()
    ))
}

/// How far the long runs are, on standard error if that is a terminal.
fn bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    match ProgressStyle::with_template("{wide_bar} {percent} % of {human_len} steps, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
