//! A drone passes, and Rapier throws a ball at it. The throw is planned, and the ball's path is
//! predicted.
//!
//! A path by the formula of a parabola, or of exact drag, differs from the path in the engine;
//! throws planned by these formulas miss the drone. A path by the engine's own rule agrees with the
//! engine, and its throws hit.
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

/// Predicted paths and planned throws in Rapier: as numbers, in a window, or as a picture.
#[derive(Debug, Parser)]
#[command(name = "rapier_preview")]
struct Arguments {
    /// Opens a window: aim with the mouse, throw with a click
    #[arg(long)]
    window: bool,

    /// Closes the window after this many frames
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
