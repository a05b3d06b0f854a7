//! The command line.

use std::path::PathBuf;

use clap::Parser;
use support::console::given::number;

/// Lets a volcano throw pieces of three sizes into wind, and tells where and when they come down.
#[derive(Debug, Parser)]
#[command(name = "eruption", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// How many pieces there are
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u32).range(3..=50_000_000))]
    pub(crate) bodies: u32,

    /// Wind along x
    #[arg(long, value_name = "M/S", default_value_t = 20.0, value_parser = wind)]
    pub(crate) wind: f64,

    /// Length of a frame; landings are exact in any
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = frame)]
    pub(crate) frame: f64,

    /// Which eruption
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Draw the cloud and the fallout into this file
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/eruption/picture.svg"
    )]
    pub(crate) picture: PathBuf,
}

fn wind(text: &str) -> Result<f64, String> {
    number(text, "it must be from -100 to 100 m/s", |value| {
        value.abs() <= 100.0
    })
}

fn frame(text: &str) -> Result<f64, String> {
    let wish = "it must be from 0.01 to 1000 s";
    number(text, wish, |value| (0.01..=1000.0).contains(&value))
}
