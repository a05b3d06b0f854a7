//! Where a flight comes from: it is flown, or it is one that was stored before.

use anyhow::Result;
use lander::{Controls, Lander};
use lunar_lander::game::Game;
use lunar_lander::recording::Player;

/// A flight under way.
pub(super) enum Course {
    /// Nobody knows how it ends.
    Flown(Box<Game>),
    /// Everything is known.
    Replayed(Box<Player>),
}

impl Course {
    pub(super) fn game(&self) -> &Game {
        match self {
            Self::Flown(game) => game,
            Self::Replayed(player) => player.game(),
        }
    }

    /// Lets some seconds pass, in steps of so many a second; neither is asked for in a replay.
    pub(super) fn advance(
        &mut self,
        seconds: f64,
        rate: Option<f64>,
        pilot: impl FnMut(&Lander, f64) -> Controls,
    ) -> Result<()> {
        match self {
            Self::Flown(game) => Ok(game.advance(seconds, rate, pilot)?),
            Self::Replayed(player) => player.advance(seconds),
        }
    }
}
