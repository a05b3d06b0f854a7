//! The command line.

use anyhow::Result;
use clap::Parser;
use support::console::given::{check_steps, number, positive};

use crate::scenario::Scenario;

/// A turret fires at a target that weaves through windy air, and counts its hits.
///
/// Three gunners fire at the same target: one solves for the hit exactly, two lead as published codes do.
#[derive(Debug, Parser)]
#[command(name = "turret", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// For how long the turret fires
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = positive)]
    seconds: f64,

    /// What the course of the target is drawn by lot from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Speed of the shells at the muzzle
    #[arg(long, value_name = "M/S", default_value_t = 90.0, value_parser = speed)]
    speed: f64,

    /// Velocity of the air across the line of fire
    #[arg(long, value_name = "M/S", default_value_t = 8.0, value_parser = wind)]
    wind: f64,

    /// Steps of the world in a second
    #[arg(long, value_name = "HZ", default_value_t = 60.0, value_parser = rate)]
    hz: f64,
}

/// Faster than anything here \[m/s\].
const FASTEST: f64 = 1e5;
/// Fewer steps in a second than anyone takes \[Hz\].
const RAREST: f64 = 0.01;
/// More steps than anyone waits for.
const MOST_STEPS: f64 = 1e6;

impl Arguments {
    /// What was asked for.
    pub(crate) fn scenario(&self) -> Result<Scenario> {
        let steps = self.seconds * self.hz;
        check_steps(steps, MOST_STEPS)?;
        Ok(Scenario::new(
            self.seed,
            self.hz,
            steps.ceil() as u64,
            self.speed,
            self.wind,
        ))
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let wish = format!("it must be above 0 and at most {FASTEST}");
    number(text, &wish, |value| value > 0.0 && value <= FASTEST)
}

fn rate(text: &str) -> Result<f64, String> {
    let wish = format!("it must be at least {RAREST}, and finite");
    number(text, &wish, |value| value >= RAREST)
}

fn wind(text: &str) -> Result<f64, String> {
    let wish = format!("it must be from -{FASTEST} to {FASTEST}");
    number(text, &wish, |value| value.abs() <= FASTEST)
}
