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
mod moon;
mod picture;
mod report;
mod satellite;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use support::console::{print::report, progress};
use support::drawing::svg;

use arguments::Arguments;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Steps everything, and tells what came of it.
fn run(arguments: &Arguments) -> Result<String> {
    let satellites = satellite::satellites()?;
    let warps = satellite::warps(satellite::WARPED_PERIODS)?;
    let bar = progress::bar(
        arguments.steps * moon::SCHEMES.len() as u64,
        "of {human_len} steps, {eta} left",
    );
    let moons = (moon::SCHEMES.into_iter())
        .map(|scheme| {
            moon::run(scheme, arguments.dt(), arguments.steps, &|steps| {
                bar.inc(steps)
            })
        })
        .collect::<Result<Vec<_>>>()?;
    bar.finish_and_clear();
    let svg = picture::svg(&moons)?;
    svg::write(&arguments.picture, &svg)?;
    let report = report::report(&satellites, &warps, &moons, arguments.dt());
    Ok(format!(
        "{report}\n\npicture: {}",
        arguments.picture.display()
    ))
}
