//! A billiard table: to play in a window, as a break at several frame rates, and beside Rapier and Box2D.
//!
//! ```text
//! cargo run --release -p billiard                                             # a window: aim, hold, let go
//! cargo run --release -p billiard -- --headless                               # the same break at 5, 60 and 1000 Hz
//! cargo run --release -p billiard -- --picture examples/billiard/picture.svg
//! cargo run --release -p billiard -- --compare --readme                       # the table of bounces in the README
//! ```
//!
//! ```text
//! table  ->  game  ->  window, headless, picture
//! peers  ->  comparison
//! ```

mod arguments;
mod bounces;
mod comparison;
mod game;
mod headless;
mod peers;
mod picture;
mod table;
#[cfg(test)]
mod tests;
mod window;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use kinstep::nalgebra::Vector2;
use support::console::print::report;
use support::drawing::svg;
use support::quotes;

use arguments::Arguments;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Does what was asked, and plays if nothing was.
fn run(arguments: &Arguments) -> Result<String> {
    let (sine, cosine) = arguments.angle.to_radians().sin_cos();
    let velocity = Vector2::new(cosine, sine) * arguments.speed;
    let mut reports = Vec::new();
    if arguments.headless || arguments.picture.is_some() {
        let runs = headless::runs(arguments.seed, velocity)?;
        if arguments.headless {
            reports.push(headless::report(&runs));
        }
        if let Some(file) = &arguments.picture {
            svg::write(file, &picture::svg(arguments.seed, velocity, &runs)?)?;
            reports.push(format!("picture: {}", file.display()));
        }
    }
    if arguments.compare {
        let bounces = bounces::table(&bounces::measure()?);
        if let Some(readme) = &arguments.readme {
            let quote = ("bounces", format!("\n\n{bounces}\n\n"));
            quotes::write_into(readme, "billiard", &[quote])?;
        }
        reports.push(format!("{}\n\n{bounces}", bounces::title()));
        reports.push(comparison::report(arguments.seed, velocity)?);
    }
    if reports.is_empty() {
        window::play(arguments.seed)?;
    }
    Ok(reports.join("\n\n"))
}
