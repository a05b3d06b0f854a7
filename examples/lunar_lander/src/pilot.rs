//! The autopilot, as people ask for it.

use lunar_lander::autopilot::Autopilot;
use lunar_lander::game::Game;

/// A pad that people asked for, and that there is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no pad {pad}; there are {count}, counted from the left, from 1")]
pub(crate) struct NoSuchPad {
    /// Counted from 1.
    pad: usize,
    /// How many there are.
    count: usize,
}

/// An autopilot to a pad, counted from 1, or to one of its choice.
pub(crate) fn autopilot(game: &Game, pad: Option<usize>) -> Result<Autopilot, NoSuchPad> {
    let Some(pad) = pad else {
        return Ok(Autopilot::new(game));
    };
    let count = game.landscape().pads.len();
    Autopilot::to_pad(game, pad.saturating_sub(1)).map_err(|_| NoSuchPad { pad, count })
}
