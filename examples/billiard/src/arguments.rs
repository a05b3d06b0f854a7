//! The command line.

use std::path::PathBuf;

use clap::Parser;
use support::console::given::number;

use crate::game::FASTEST;

/// A billiard table: played in a window, or a break at several frame rates without one.
#[derive(Debug, Parser)]
#[command(name = "billiard", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// Make the break at several frame rates, without a window, and print how far the balls end apart
    #[arg(long)]
    pub(crate) headless: bool,

    /// Print bounces and a break without friction under kinstep, Rapier and Box2D
    #[arg(long)]
    pub(crate) compare: bool,

    /// Write the figures of `--compare` into this file, where it quotes them
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "README.md", requires = "compare")]
    pub(crate) readme: Option<PathBuf>,

    /// Draw the break and where it ends into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,

    /// Which rack: by how many micrometres the balls are out of place
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Speed of the cue ball in the break
    #[arg(long, value_name = "M/S", default_value_t = 7.0, value_parser = speed)]
    pub(crate) speed: f64,

    /// Direction of the break from the long axis of the table
    #[arg(long, value_name = "DEGREES", default_value_t = 0.4, value_parser = angle)]
    pub(crate) angle: f64,
}

fn speed(text: &str) -> Result<f64, String> {
    let wish = format!("it must be from 0.1 to {FASTEST} m/s");
    number(text, &wish, |value| (0.1..=FASTEST).contains(&value))
}

fn angle(text: &str) -> Result<f64, String> {
    number(text, "it must be from -180 to 180 degrees", |value| {
        value.abs() <= 180.0
    })
}
