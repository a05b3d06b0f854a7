//! The command line.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

use crate::scene::Scene;

/// Plans throws at six targets in every way there is, flies them, and draws them.
#[derive(Debug, Parser)]
#[command(name = "aim", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// The speed that a fall in still air tends to; inf for no drag
    #[arg(long, value_name = "M/S", default_value_t = 45.0)]
    terminal_speed: f64,

    /// Velocity of the air to the right; negative to the left
    #[arg(long, value_name = "M/S", default_value_t = -6.0)]
    wind: f64,

    /// Draw six of the planners into this file, and beside it the same for dark pages
    #[arg(long, value_name = "FILE", default_value = "target/aim/picture.svg")]
    pub(crate) picture: PathBuf,

    /// Draw and print each planner
    #[arg(long)]
    pub(crate) all: bool,

    /// Write all throws to this file
    #[arg(long, value_name = "FILE", default_value = "target/aim/throws.csv")]
    pub(crate) csv: PathBuf,
}

impl Arguments {
    /// The air that was asked for.
    pub(crate) fn scene(&self) -> Result<Scene> {
        let scene = Scene {
            terminal_speed: self.terminal_speed,
            wind: self.wind,
        };
        scene.air().check()?;
        Ok(scene)
    }
}
