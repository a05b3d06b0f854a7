//! Writing down what is flown.

use lander::{Controls, FlightError, Lander};

use super::{Recording, Run, State};
use crate::game::Game;
use crate::mission::Mission;

/// Takes down every step of a game, and what the pilot does in it.
#[derive(Debug, Clone)]
pub struct Recorder {
    mission: Mission,
    seed: u64,
    steps: Vec<Run<f64>>,
    pieces: Vec<Run<Controls>>,
}

impl Recorder {
    /// A recorder for a game that has just begun: of one under way the replay would not be the same.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self {
            mission: *game.mission(),
            seed: game.seed(),
            steps: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Lets `dt` seconds pass, as [`Game::advance`] does, and takes down how.
    ///
    /// # Errors
    /// If `dt` is no step. The game and the recording are then as they were.
    pub fn advance(
        &mut self,
        game: &mut Game,
        dt: f64,
        mut pilot: impl FnMut(&Lander) -> Controls,
    ) -> Result<(), FlightError> {
        if game.ending().is_some() {
            return game.advance(dt, pilot);
        }
        let pieces = &mut self.pieces;
        game.advance(dt, |lander| {
            let controls = told_apart(pilot(lander));
            Run::push(pieces, controls);
            controls
        })?;
        // a step of nothing has no pieces
        if dt > 0.0 && dt.is_finite() {
            Run::push(&mut self.steps, dt);
        }
        Ok(())
    }

    /// What was flown until now.
    #[must_use]
    pub fn finish(self, game: &Game) -> Recording {
        Recording {
            mission: self.mission,
            seed: self.seed,
            steps: self.steps,
            pieces: self.pieces,
            end: State::of(game),
        }
    }
}

/// What engines can do of it, with one zero only: those that are equal are then equal to the bit.
fn told_apart(controls: Controls) -> Controls {
    let Controls { throttle, turn } = controls.within_limits();
    Controls {
        throttle: throttle + 0.0,
        turn: turn + 0.0,
    }
}
