//! A drone flies by, and Rapier throws a ball at it. Where the ball goes was known before, and how to throw it.
//!
//! A preview that draws a parabola, or the textbook's drag, lies beside the path that the engine then takes; a throw
//! that is planned with them passes the drone by. One that asks the engine's own rule lies on the path, and hits.
//!
//! ```text
//! cargo run --release -p rapier_preview
//! cargo run --release -p rapier_preview -- --window
//! cargo run --release -p rapier_preview -- --picture examples/rapier_preview/picture.svg
//! ```

mod picture;
mod report;
mod throw;
mod window;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use support::drawing::svg;

use throw::SETTINGS;

/// Previews of a throw in Rapier, and throws that hit in Rapier: as numbers, in a window, as a picture.
#[derive(Debug, Parser)]
#[command(name = "rapier_preview")]
struct Arguments {
    /// Opens a window: aim with the mouse, throw with a click
    #[arg(long)]
    window: bool,

    /// Closes the window after so many frames
    #[arg(long, value_name = "COUNT", requires = "window")]
    frames: Option<u64>,

    /// Draws one throw into this file, an SVG for light and dark pages
    #[arg(long, value_name = "FILE", conflicts_with = "window")]
    picture: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(file) = &arguments.picture {
        svg::write(file, &picture::svg(&SETTINGS)?)?;
        println!("picture: {}", file.display());
        return Ok(());
    }
    if arguments.window {
        return window::play(arguments.frames);
    }
    report::preview(&SETTINGS)?;
    report::passes()
}
