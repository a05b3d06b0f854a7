//! Where a flight comes from: it is flown, and taken down, or it is one that was taken down before.

use std::path::Path;

use anyhow::Result;
use lander::{Controls, Lander};
use lunar_lander::game::Game;
use lunar_lander::recording::{Player, Recorder};

/// A flight under way.
pub(super) enum Course {
    /// Nobody knows how it ends.
    Flown {
        /// As it is now.
        game: Box<Game>,
        /// How it got there.
        recorder: Box<Recorder>,
    },
    /// Everything is known.
    Replayed {
        /// What flies it again.
        player: Box<Player>,
        /// Time that has passed and is not flown yet: steps are as long as they were \[s\].
        left: f64,
    },
}

impl Course {
    pub(super) fn game(&self) -> &Game {
        match self {
            Self::Flown { game, .. } => game,
            Self::Replayed { player, .. } => player.game(),
        }
    }

    /// Lets `dt` seconds pass; the pilot is not asked in a replay.
    pub(super) fn advance(
        &mut self,
        dt: f64,
        pilot: impl FnMut(&Lander) -> Controls,
    ) -> Result<()> {
        match self {
            Self::Flown { game, recorder } => Ok(recorder.advance(game, dt, pilot)?),
            Self::Replayed { player, left } => {
                *left += dt;
                while let Some(step) = player.next_step().filter(|step| step <= left) {
                    *left -= step;
                    player.next().transpose()?;
                }
                // what ends the last step is told by the step after it
                if player.next_step().is_none() {
                    player.next().transpose()?;
                }
                Ok(())
            }
        }
    }

    /// Stores what was flown until now.
    pub(super) fn store(&self, file: &Path) -> Result<()> {
        match self {
            Self::Flown { game, recorder } => {
                Ok(Recorder::clone(recorder).finish(game).save(file)?)
            }
            Self::Replayed { .. } => Ok(()),
        }
    }

    /// A game that begins.
    pub(super) fn flown(game: Game) -> Self {
        let recorder = Box::new(Recorder::new(&game));
        let game = Box::new(game);
        Self::Flown { game, recorder }
    }
}
