//! The command line.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use support::console::given::{number, positive};

use crate::throw::Throw;

/// Throws a ball under each model of drag and under the step of each engine, and tells how far apart they are.
///
/// All models have the same terminal speed. Engines have the rate of linear drag for their damping, and the pull of the
/// wind as a part of gravity.
#[derive(Debug, Parser)]
#[command(name = "trajectory", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// Speed at launch
    #[arg(long, value_name = "M/S", default_value_t = 28.0, value_parser = not_negative)]
    speed: f64,

    /// Angle of the launch over the horizon
    #[arg(long, value_name = "DEGREES", default_value_t = 40.0, value_parser = angle)]
    angle: f64,

    /// Height of the launch over the ground
    #[arg(long, value_name = "M", default_value_t = 1.5, value_parser = not_negative)]
    height: f64,

    /// The speed that a fall in still air tends to; inf for no drag
    #[arg(long, value_name = "M/S", default_value_t = 23.0)]
    terminal_speed: f64,

    /// Velocity of the air along the throw; negative from ahead
    #[arg(long, value_name = "M/S", default_value_t = -2.0)]
    wind: f64,

    /// Steps of the engines in a second
    #[arg(long, value_name = "HZ", default_value_t = 60.0, value_parser = positive)]
    pub(crate) hz: f64,

    /// Draw the paths and how far the engines are off into this file
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/trajectory/picture.svg"
    )]
    pub(crate) picture: PathBuf,

    /// Print how far the models are from each other for many throws, instead of one throw
    #[arg(long, conflicts_with_all = ["speed", "angle", "height", "terminal_speed", "wind", "hz", "picture"])]
    pub(crate) tables: bool,
}

impl Arguments {
    /// The throw that was asked for.
    pub(crate) fn throw(&self) -> Result<Throw> {
        let throw = Throw {
            speed: self.speed,
            angle: self.angle,
            height: self.height,
            terminal_speed: self.terminal_speed,
            wind: self.wind,
        };
        ensure!(
            throw.height > 0.0 || throw.velocity().y > 0.0,
            "a ball on the ground does not fly: give it a height, or a speed and an angle upward"
        );
        throw.air().check()?;
        throw.air().quadratic().check()?;
        Ok(throw)
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    number(text, "it must be zero or positive, and finite", |value| {
        value >= 0.0
    })
}

fn angle(text: &str) -> Result<f64, String> {
    number(text, "it must be from -90 to 90 degrees", |value| {
        (-90.0..=90.0).contains(&value)
    })
}
