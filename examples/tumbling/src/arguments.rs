//! The command line.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use kinstep::Inertia;
use kinstep::nalgebra::Vector3;
use support::console::given::{check_steps, number, positive};

use crate::throw::{Throw, book};

/// Throws a rigid body, turns it by this crate and by published formulas, and tells how far each is from one exact jump.
///
/// The body is a book of 3 x 15 x 22 cm, thrown about its middle axis, 1 % off. The formulas are written here as they are
/// published; none of them is a run of an engine.
#[derive(Debug, Parser)]
#[command(name = "tumbling", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// Principal moments of inertia of another body [kg m²], about its axes x, y and z
    #[arg(long, value_name = "A,B,C", value_parser = moments, allow_hyphen_values = true)]
    inertia: Option<[f64; 3]>,

    /// Angular velocity at the start [rad/s], about those axes
    #[arg(long, value_name = "X,Y,Z", default_value = "0.06,6,0", value_parser = spin, allow_hyphen_values = true)]
    spin: [f64; 3],

    /// Steps in a second
    #[arg(long, value_name = "HZ", default_value_t = 60.0, value_parser = positive)]
    rate: f64,

    /// For how long it tumbles
    #[arg(long, value_name = "S", default_value_t = 100.0, value_parser = positive)]
    seconds: f64,

    /// Draw the turning and the errors into this file
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/tumbling/picture.svg"
    )]
    pub(crate) picture: PathBuf,
}

/// More steps than anyone waits for.
const MOST_STEPS: f64 = 1e6;
/// No body or spin is larger than this, …
const LARGEST: f64 = 1e6;
/// … and of no spin all components are smaller than this \[rad/s\].
const SLOWEST: f64 = 1e-6;

impl Arguments {
    /// The throw that was asked for.
    pub(crate) fn throw(&self) -> Result<Throw> {
        let steps = self.seconds * self.rate;
        check_steps(steps, MOST_STEPS)?;
        ensure!(
            steps >= 1.0,
            "that is {steps} of a step: ask for more time, or for more steps per second"
        );
        let inertia = self.inertia.map_or_else(book, Inertia::principal);
        let spin = Vector3::from(self.spin);
        Throw::new(inertia, spin, self.rate, steps.round() as u64)
    }
}

fn moments(text: &str) -> Result<[f64; 3], String> {
    // what is zero or negative is for the world to refuse
    let wish = format!("a moment must be finite, and at most {LARGEST:e}");
    three(text, &wish, |value| value <= LARGEST)
}

fn spin(text: &str) -> Result<[f64; 3], String> {
    let wish = format!("an angular velocity must be from -{LARGEST:e} to {LARGEST:e}");
    let spin = three(text, &wish, |value| value.abs() <= LARGEST)?;
    if spin.iter().all(|value| value.abs() < SLOWEST) {
        return Err(format!(
            "that stands still: one must be {SLOWEST:e} or more"
        ));
    }
    Ok(spin)
}

/// Three finite numbers of which something is true, between commas.
fn three(text: &str, wish: &str, is_right: fn(f64) -> bool) -> Result<[f64; 3], String> {
    let numbers = (text.split(','))
        .map(|part| number(part.trim(), wish, is_right))
        .collect::<Result<Vec<f64>, String>>()?;
    <[f64; 3]>::try_from(numbers)
        .map_err(|given| format!("it must be three numbers with commas, not {}", given.len()))
}
