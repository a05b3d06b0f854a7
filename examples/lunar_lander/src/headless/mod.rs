//! Flights without a window, in words.
//!
//! ```text
//! game, pilot  ->  steps, and a line of telemetry now and then  ->  the outcome in words, trail, recording
//! ```

mod console;
mod seeds;
mod telemetry;
#[cfg(test)]
mod tests;
mod words;

pub use console::Console;
pub use seeds::{Seeds, Tally, fly_seeds};
pub use words::outcome;

use std::io::{self, Write};

use kinstep::nalgebra::Vector2;
use lander::{Controls, FlightError, Lander};

use crate::game::Game;
use crate::recording::{Player, Recorder, Recording, ReplayError};
use crate::touchdown::Outcome;
use telemetry::Telemetry;

/// Flights that take longer than this are ended \[s\].
pub const LONGEST: f64 = 3600.0;

/// Why a flight without a window has no end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeadlessError {
    /// It cannot be flown.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// It is not what was recorded.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// What is to be said cannot be written.
    #[error("cannot print the flight: {0}")]
    Print(#[from] io::Error),
}

/// How a flight goes on, and how often it is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Steps a second \[Hz\].
    pub rate: f64,
    /// From one line of telemetry to the next \[s\].
    pub every: f64,
    /// When it is ended if it has not ended before \[s\].
    pub until: f64,
}

/// A flight that was flown.
#[derive(Debug, Clone)]
pub struct Flown {
    /// How it ended.
    pub game: Game,
    /// Where it was \[m\], several times a second.
    pub trail: Vec<Vector2<f64>>,
}

impl Flown {
    /// Whether it stands.
    #[must_use]
    pub fn has_landed(&self) -> bool {
        has_landed(&self.game)
    }
}

/// Flies a game to its end, and tells how.
///
/// # Errors
/// If a step fails, or nothing can be written.
pub fn fly(
    mut game: Game,
    mut pilot: impl FnMut(&Lander) -> Controls,
    pace: &Pace,
    out: &mut impl Write,
) -> Result<(Flown, Recording), HeadlessError> {
    let mut telemetry = Telemetry::new(&game, pace.every, out)?;
    let mut recorder = Recorder::new(&game);
    let dt = 1.0 / pace.rate;
    while goes_on(&game, dt, pace.until) {
        recorder.advance(&mut game, dt, &mut pilot)?;
        telemetry.look(&game)?;
    }
    let trail = telemetry.end(&game)?;
    let recording = recorder.finish(&game);
    Ok((Flown { game, trail }, recording))
}

/// Flies a recording again, in its own steps, and tells how.
///
/// # Errors
/// If it is not, bit for bit, what was recorded, or nothing can be written.
pub fn replay(
    recording: Recording,
    every: f64,
    out: &mut impl Write,
) -> Result<Flown, HeadlessError> {
    let steps = recording.steps();
    let mut player = Player::new(recording)?;
    let mut telemetry = Telemetry::new(player.game(), every, out)?;
    while let Some(step) = player.next() {
        step?;
        telemetry.look(player.game())?;
    }
    let game = player.into_game();
    let trail = telemetry.end(&game)?;
    writeln!(out, "replayed bit for bit: {steps} steps")?;
    Ok(Flown { game, trail })
}

/// Whether one more step is to be made.
fn goes_on(game: &Game, dt: f64, until: f64) -> bool {
    game.ending().is_none() && game.lander().time() + dt <= until
}

fn has_landed(game: &Game) -> bool {
    let outcome = game.ending().map(|ending| &ending.outcome);
    matches!(outcome, Some(Outcome::Landed { .. }))
}
