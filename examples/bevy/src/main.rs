//! A ball in a Bevy game is drawn where it is, at any frame rate.
//!
//! The world takes the same steps at all of them, and what is drawn is where the ball is at the time of the frame.
//!
//! ```text
//! cargo run --release -p kinstep_bevy
//! cargo run --release -p kinstep_bevy -- --window
//! cargo run --release -p kinstep_bevy -- --picture examples/bevy/picture.svg
//! ```

mod picture;
mod report;
mod throw;
mod window;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use support::drawing::svg;

/// Bodies of a Bevy game: how far from where they are they are drawn, as numbers, in a window, as a picture.
#[derive(Debug, Parser)]
#[command(name = "kinstep_bevy")]
struct Arguments {
    /// Opens a window: aim with the mouse, throw with a click
    #[arg(long)]
    window: bool,

    /// Closes the window after so many frames
    #[arg(long, value_name = "COUNT", requires = "window")]
    frames: Option<u64>,

    /// Draws the distances of one throw into this file, an SVG for light and dark pages
    #[arg(long, value_name = "FILE", conflicts_with = "window")]
    picture: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(file) = &arguments.picture {
        svg::write(file, &picture::svg()?)?;
        println!("picture: {}", file.display());
        return Ok(());
    }
    if arguments.window {
        return window::play(arguments.frames);
    }
    report::print()
}
