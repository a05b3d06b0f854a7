//! A small platform game to play. It also shows that its jumps are the same at any frame rate.
//!
//! ```text
//! cargo run --release -p platformer
//! cargo run --release -p platformer -- --headless --hz 15
//! cargo run --release -p platformer -- --picture examples/platformer/picture.svg
//! ```

mod window;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use platformer::{headless, picture};
use support::console::{given::positive, print};
use support::drawing::svg;

/// A platform game without a fixed step: run, jump, ride
#[derive(Debug, Parser)]
#[command(name = "platformer")]
struct Arguments {
    /// Plays a recorded game without a window, and prints its events
    #[arg(long)]
    headless: bool,

    /// Frames per second of the recorded game
    #[arg(long, value_name = "HZ", default_value_t = 60.0, value_parser = rate)]
    hz: f64,

    /// Draws the recorded game at three frame rates
    #[arg(long, value_name = "FILE.svg", conflicts_with = "headless")]
    picture: Option<PathBuf>,

    /// Closes the window after this many frames
    #[arg(long, value_name = "COUNT")]
    frames: Option<u64>,
}

/// Maximum frame rate \[Hz\].
const FASTEST: f64 = 1e6;

fn rate(text: &str) -> Result<f64, String> {
    let rate = positive(text)?;
    (rate <= FASTEST)
        .then_some(rate)
        .ok_or_else(|| format!("it must be at most {FASTEST}"))
}

fn main() -> ExitCode {
    print::report(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<String> {
    if let Some(file) = &arguments.picture {
        svg::write(file, &picture::svg()?)?;
        return Ok(format!("picture: {}", file.display()));
    }
    if arguments.headless {
        return headless::report(arguments.hz);
    }
    window::play(arguments.frames)
}
