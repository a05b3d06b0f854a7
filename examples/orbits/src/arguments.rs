//! The command line.

use std::path::PathBuf;

use clap::Parser;
use support::console::given::number;

/// Steps satellites by ten periods at once and at the rates of games, and a planet with its moon about a sun for ages.
#[derive(Debug, Parser)]
#[command(name = "orbits", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// Steps of planet and moon
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    pub(crate) steps: u64,

    /// Length of each of these steps
    #[arg(long, value_name = "DAYS", default_value_t = 1.0, value_parser = days)]
    days: f64,

    /// Draw an orbit and the errors of energy into this file
    #[arg(long, value_name = "FILE", default_value = "target/orbits/picture.svg")]
    pub(crate) picture: PathBuf,
}

impl Arguments {
    /// Length of a step of planet and moon \[s\].
    pub(crate) fn dt(&self) -> f64 {
        self.days * 86_400.0
    }
}

fn days(text: &str) -> Result<f64, String> {
    let wish = "it must be from 0.001 to 100 days";
    number(text, wish, |value| (1e-3..=100.0).contains(&value))
}
