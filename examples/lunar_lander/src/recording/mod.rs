//! What was flown, to fly it again, bit for bit.
//!
//! A flight is what its mission and seed begin, what steps were made, and what the pilot did in every piece of them:
//!
//! ```text
//! game, pilot  ->  recorder  ->  recording  <->  file (RON)
//!                                recording   ->  player  ->  the same game
//! ```
//!
//! Steps and controls are kept as runs, each a value and how many times it came. The game asks its pilot in the same
//! order when it is flown again, so that the two lists need nothing in common.

mod file;
mod player;
mod recorder;
mod state;
#[cfg(test)]
mod tests;

pub use file::{FormatError, LoadError, SaveError, VERSION};
pub use player::{Player, ReplayError};
pub use recorder::Recorder;
pub use state::{Differences, State};

use lander::Controls;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::mission::Mission;

/// A flight from its start.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    mission: Mission,
    seed: u64,
    /// Lengths of the steps \[s\].
    steps: Vec<Run<f64>>,
    /// What the pilot did in each piece of the flight.
    pieces: Vec<Run<Controls>>,
    end: State,
}

/// The same again and again.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run<T> {
    each: T,
    times: u64,
}

impl<T: PartialEq> Run<T> {
    /// Adds a value to the end of a list of runs.
    fn push(runs: &mut Vec<Self>, each: T) {
        match runs.last_mut() {
            Some(last) if last.each == each => last.times += 1,
            _ => runs.push(Self { each, times: 1 }),
        }
    }
}

impl Recording {
    /// Where it was flown.
    #[must_use]
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// What the landscape and the start were made from.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many steps were made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.iter().map(|run| run.times).sum()
    }

    /// How it ended, or where it was when nobody flew on.
    #[must_use]
    pub fn end(&self) -> &State {
        &self.end
    }

    /// Flies it again, to its end.
    ///
    /// # Errors
    /// If that is not, bit for bit, what was recorded.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut player = Player::new(self.clone())?;
        for step in &mut player {
            step?;
        }
        Ok(player.into_game())
    }
}
