//! Flying a recording again.

use lander::FlightError;

use super::{Differences, Recording, Run, State};
use crate::game::Game;

/// Why a replay is not what was recorded.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A step failed.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// It ended before all steps were made.
    #[error("the replay ended early by {:.1e} s, after {time:.6} s", recorded - time)]
    EndedEarly {
        /// When it ended \[s\].
        time: f64,
        /// When the recorded flight did \[s\].
        recorded: f64,
    },
    /// It went on after the recorded end.
    #[error("the replay ended late by {:.1e} s, after {time:.6} s", time - recorded)]
    EndedLate {
        /// When it ended \[s\].
        time: f64,
        /// When the recorded flight did \[s\].
        recorded: f64,
    },
    /// It asked the pilot more often than the recorded flight had.
    #[error("after {time:.6} s the recording does not say what the pilot does")]
    NoControls {
        /// When \[s\].
        time: f64,
    },
    /// It asked the pilot less often than the recorded flight had.
    #[error("the replay is over, and the recording has controls left")]
    ControlsLeft,
    /// It ended at the same time, but otherwise.
    #[error("the replay ends elsewhere than the recorded flight: {0}")]
    Differs(Differences),
}

/// Flies a recording step by step: an iterator over the lengths of the steps \[s\], each made when it is asked for.
///
/// After the last step the end is held against the recorded one: an error where it is not the same, bit for bit.
#[derive(Debug, Clone)]
pub struct Player {
    recording: Recording,
    game: Game,
    steps: Place,
    pieces: Place,
    is_over: bool,
}

impl Player {
    /// At the start of a recording.
    ///
    /// # Errors
    /// If its mission cannot be flown.
    pub fn new(recording: Recording) -> Result<Self, ReplayError> {
        let game = Game::new(recording.mission, recording.seed)?;
        Ok(Self {
            recording,
            game,
            steps: Place::default(),
            pieces: Place::default(),
            is_over: false,
        })
    }

    /// The game as it is now.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it is now, and no longer a replay.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// How long the next step is \[s\]; none after the last one.
    #[must_use]
    pub fn next_step(&self) -> Option<f64> {
        let over = self.is_over;
        self.steps.of(&self.recording.steps).filter(|_| !over)
    }

    fn step(&mut self, dt: f64) -> Result<(), ReplayError> {
        if self.game.ending().is_some() {
            return Err(self.ended_early());
        }
        let (place, pieces) = (&mut self.pieces, &self.recording.pieces);
        let mut lacking = None;
        self.game.advance(dt, |lander| {
            let controls = place.take(pieces);
            if controls.is_none() {
                lacking = lacking.or(Some(lander.time()));
            }
            controls.unwrap_or_default()
        })?;
        match lacking {
            Some(time) => Err(ReplayError::NoControls { time }),
            None => Ok(()),
        }
    }

    fn ended_early(&self) -> ReplayError {
        ReplayError::EndedEarly {
            time: self.game.lander().time(),
            recorded: self.recording.end.time,
        }
    }

    /// Holds the end against the recorded one.
    fn check(&self) -> Result<(), ReplayError> {
        let (end, recorded) = (State::of(&self.game), self.recording.end);
        if end.time < recorded.time {
            Err(self.ended_early())
        } else if end.time > recorded.time {
            Err(ReplayError::EndedLate {
                time: end.time,
                recorded: recorded.time,
            })
        } else if self.pieces.of(&self.recording.pieces).is_some() {
            Err(ReplayError::ControlsLeft)
        } else if !end.is(&recorded) {
            Err(ReplayError::Differs(end.differences(&recorded)))
        } else {
            Ok(())
        }
    }
}

impl Iterator for Player {
    type Item = Result<f64, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let dt = self.steps.take(&self.recording.steps);
        let made = match dt {
            Some(dt) => Some(self.step(dt).map(|()| dt)),
            None => self.check().err().map(Err),
        };
        self.is_over = !matches!(made, Some(Ok(_)));
        made
    }
}

/// A place in a list of runs.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    run: usize,
    /// How often its value was taken.
    taken: u64,
}

impl Place {
    /// What is there; none at the end.
    fn of<T: Copy>(&self, runs: &[Run<T>]) -> Option<T> {
        runs.get(self.run).map(|run| run.each)
    }

    /// What is there, and goes on.
    fn take<T: Copy>(&mut self, runs: &[Run<T>]) -> Option<T> {
        let run = runs.get(self.run)?;
        self.taken += 1;
        if self.taken >= run.times {
            *self = Self {
                run: self.run + 1,
                taken: 0,
            };
        }
        Some(run.each)
    }
}
